"""The name of a table alone answers at which one a line is meant."""

import pytest

from tests.service.evening import Evening, a_begun_game, ann, ben, carla
from tests.service.office import office
from tests.service.said import plain

LANGUAGES = pytest.mark.parametrize("language", ["en", "de"])


def two_tables(language: str = "en") -> Evening:
    """Ben sits at the Sunday Table, where Ann is on turn, and in the office, where he is."""
    evening = a_begun_game(evening=Evening(language=language))
    office(evening, ben, carla)
    return evening


def both_turns(language: str = "en") -> Evening:
    """He is on turn at both."""
    evening = two_tables(language)
    evening.says(ann, "1 1")
    return evening


@LANGUAGES
@pytest.mark.parametrize("line", ["1 1", "3 1 I was there, with my grandmother, her parrot and all of his friends."])
def test_the_name_alone_answers_where_a_move_goes(language: str, line: str) -> None:
    """As its button does, and the words are not lost where a button is too short for them."""
    evening = both_turns(language)
    evening.says(ben, line)
    assert "Sunday Table" in [row[0] for row in evening.newest(ben).labels]
    question = evening.newest(ben)
    placed = evening.says(ben, "sunday table")

    assert placed[0].startswith("Gelegt: " if language == "de" else "Placed: ")
    assert "Sunday Table." in plain([question.text])[0]
    assert question.labels == []
    assert [table.game.on_turn for table in evening.store.tables_of(ben)] == [carla, ben]


def test_the_name_alone_answers_for_whatever_was_asked() -> None:
    """For a doubt, for what is taken back, for what is looked up; a second time it asks for the hand."""
    evening = both_turns()
    evening.says(ben, "doubt")
    assert "Sunday Table" in plain(evening.says(ben, "Sunday Table"))[0]
    assert "doubts" in " ".join(evening.texts("tg:-100"))
    evening = two_tables()
    evening.says(ben, "players")
    assert plain(evening.says(ben, "Office"))[0].startswith("Office, round 1\n")
    evening.says(ben, "/leave")
    assert "Office: without you, Ben," in plain(evening.says(ben, "Office"))[0]

    assert plain(evening.says(ben, "Office"))[0].startswith("Office: your turn")


def test_a_name_answers_no_question_that_was_asked_before_a_prompt() -> None:
    """Ben is asked where his card goes, plays at one table, and long after names the other: that is no card of his."""
    evening = both_turns()
    evening.says(ben, "1 1")
    evening.says(ben, "Office 2 1")

    assert plain(evening.says(ben, "Sunday Table"))[0].startswith("Sunday Table: your turn")
    assert [table.game.on_turn for table in evening.store.tables_of(ben)] == [ben, carla]


@pytest.mark.parametrize("between", ["players Office", "hm", "hm?", "/rules"])
@pytest.mark.parametrize("name", ["Office", "Office!", "the office, please", "im Office", "Office bitte", "Off"])
def test_the_name_answers_whatever_was_said_in_between(between: str, name: str) -> None:
    """As the button does, which is still there."""
    evening = both_turns()
    evening.says(ben, "4 1 x")
    evening.says(ben, between)

    assert plain(evening.says(ben, name))[0].startswith("Placed: ")
    assert [table.game.on_turn for table in evening.store.tables_of(ben)] == [ben, carla]


@pytest.mark.parametrize("between", ["players Office", "hm"])
def test_a_no_drops_the_line_whatever_was_said_in_between(between: str) -> None:
    """And a name is only a name again."""
    evening = both_turns()
    evening.says(ben, "4 1 x")
    evening.says(ben, between)
    evening.says(ben, "no")

    assert plain(evening.says(ben, "Office"))[0].startswith("Office: your turn")


@LANGUAGES
def test_a_line_that_is_no_answer_asks_the_question_again(language: str) -> None:
    """Nothing is said for a table that nobody chose."""
    evening = both_turns(language)
    (question,) = evening.says(ben, "4 1 x")

    assert evening.says(ben, "Offices") == [question]
    assert ["Office"] in evening.newest(ben).labels


def test_at_a_preview_a_name_with_more_to_it_is_what_one_says() -> None:
    """The words belong to the card."""
    evening = both_turns()
    evening.says(ben, "4 1 x")
    evening.says(ben, "Office 1")
    evening.says(ben, "Office 1")

    assert "“Office!”" in plain(evening.says(ben, "Office!"))[0]
