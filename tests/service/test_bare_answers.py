"""A bare yes or no in the private chat answers the question that was asked there last, and no other."""

import pytest

from pbm.rules.game import Status
from pbm.service.requests import Said
from tests.service.evening import Evening, a_begun_game, ann, ben, carla, places_right, unchanged
from tests.service.office import office

NOTHING_OPEN = "There is nothing open to say yes to."


@pytest.fixture
def evening() -> Evening:
    """Ann, Ben and Carla have begun; it is Ann's turn."""
    return a_begun_game()


@pytest.mark.parametrize("yes", ["yes", "Ja.", "ok", "j"])
def test_a_bare_yes_leaves_where_that_was_asked(evening: Evening, yes: str) -> None:
    """Ben is asked whether he leaves, and says so in a word."""
    evening.says(ben, "/leave")
    question = evening.newest(ben)

    assert evening.says(ben, yes) == ["Sunday Table: you have left the game."]
    assert evening.game.seat(ben) is None
    assert question.labels == []


@pytest.mark.parametrize("no", ["no", "Nein!"])
def test_a_bare_no_stays(evening: Evening, no: str) -> None:
    """The question loses its buttons, and a yes after that means nothing."""
    evening.says(ben, "/leave")
    question = evening.newest(ben)

    assert evening.says(ben, no) == ["All right, the game goes on."]
    assert question.labels == []
    assert told_nothing_open(evening, ben)
    assert evening.game.seat(ben)


def told_nothing_open(evening: Evening, who: str) -> bool:
    """Whether a yes does nothing now: it is a move, and not theirs to make, or nothing is open."""
    before = unchanged(evening)
    (text,) = evening.says(who, "yes")
    return unchanged(evening) == before and ("turn" in text or text.startswith(NOTHING_OPEN))


def test_whoever_was_not_asked_leaves_nothing_by_a_yes(evening: Evening) -> None:
    """Ben was asked, and Carla says yes; then Ben was asked in the group, and says it in private."""
    evening.says(ben, "/leave")
    assert told_nothing_open(evening, carla)

    evening.says(ben, "/leave no")
    evening.in_group(ben, "/leave")
    assert told_nothing_open(evening, ben)
    assert len(evening.game.seats) == 3


def test_a_prompt_is_newer_than_the_question(evening: Evening) -> None:
    """Ben forgot that he was asked; days later it is his turn, and his yes is a word about that."""
    evening.says(ben, "/leave")
    places_right(evening, ann)

    assert evening.game.on_turn == ben
    assert told_nothing_open(evening, ben)


def test_a_preview_is_newer_than_the_question(evening: Evening) -> None:
    """Ann is asked whether she leaves, chooses a card and its slot instead, and places it by a yes."""
    evening.says(ann, "1")
    evening.says(ann, "/leave")
    evening.presses(ann, "Slot 1")
    evening.says(ann, "yes")

    assert evening.game.last_placer == ann
    assert evening.game.seat(ann)


def test_the_question_is_newer_than_a_preview(evening: Evening) -> None:
    """Ann has a card and a slot chosen, and is asked whether she leaves: her yes is about that."""
    evening.says(ann, "1")
    evening.says(ann, "1")
    evening.says(ann, "/leave")
    evening.says(ann, "yes")

    assert evening.game.seat(ann) is None
    assert evening.game.last_placer is None


def test_words_for_a_card_may_be_a_no(evening: Evening) -> None:
    """Nothing is asked but whether the card lies right: what Ann writes is said with it."""
    evening.says(ann, "1")
    evening.says(ann, "1")
    evening.says(ann, "no")
    evening.says(ann, "yes")

    assert evening.game.last_says == "no"


def test_a_yes_leaves_the_table_that_was_asked_about(evening: Evening) -> None:
    """Carla sits at two tables; each question is answered by itself, and a reply to another message is about that."""
    office(evening, ben, ann, carla)
    evening.says(carla, "/leave Office")
    question = evening.newest(carla)
    evening.says(carla, "/leave Sunday Table")

    evening.says(carla, "yes", reply_to=question)
    assert len(evening.store.tables_of(carla)) == 2
    evening.says(carla, "/leave Office")
    assert evening.says(carla, "yes")[0].startswith("Office: you have left")
    (left,) = evening.store.tables_of(carla)
    assert left.title == "Sunday Table"


def test_a_yes_to_a_game_that_is_over_leaves_no_other(evening: Evening) -> None:
    """Carla is asked about the Office, which is over before she answers; she stays at the Sunday Table."""
    office(evening, ben, ann, carla)
    evening.says(carla, "/leave Office")
    question = evening.newest(carla)
    evening.says(ben, "/end yes", "tg:-200")

    evening.says(carla, "yes", reply_to=question)
    evening.says(carla, "yes")
    (still,) = evening.store.tables_of(carla)
    assert (still.title, still.game.status) == ("Sunday Table", Status.PLAYING)


def test_a_bare_yes_forgets_only_after_both_questions(evening: Evening) -> None:
    """Carla sits at a table: the first yes asks about that, the second one is the last word."""
    evening.says(carla, "/forget")
    assert evening.says(carla, "yes")[0].startswith("You still sit at a table: Sunday Table.")
    assert evening.game.seat(carla)
    assert evening.says(carla, "yes") == ["I have forgotten you. Should you write to me again, we begin anew."]
    assert evening.game.seat(carla) is None


def test_a_bare_no_keeps_everything(evening: Evening) -> None:
    """Carla is remembered, and the question has no buttons more."""
    evening.says(carla, "/forget")
    question = evening.newest(carla)

    assert evening.says(carla, "no") == ["All right, I will not forget you."]
    assert question.labels == []
    assert told_nothing_open(evening, carla)


def test_a_prompt_is_newer_than_the_question_whether_to_forget(evening: Evening) -> None:
    """Ben was asked before his turn came: a yes to that forgets nobody."""
    evening.says(ben, "/forget")
    places_right(evening, ann)

    assert told_nothing_open(evening, ben)
    assert evening.store.people((ben,))


def test_of_the_questions_to_one_person_only_the_newest_has_buttons(evening: Evening) -> None:
    """Ben is asked whether he leaves, then whether he is forgotten: a yes is about that."""
    evening.says(ben, "/leave")
    leaving = evening.newest(ben)
    evening.says(ben, "/forget")

    assert leaving.labels == []
    assert evening.says(ben, "yes")[0].startswith("You still sit at a table")


def test_the_same_yes_twice_forgets_nothing_twice(evening: Evening) -> None:
    """The line comes again, as after a crash: it has answered the first question, and does not answer the second."""
    evening.says(carla, "/forget")
    yes = Said(text="yes", message=evening.newest(carla).id + 1)
    evening.says(ann, "/players")
    evening.asks(carla, yes, carla, id="once")
    evening.asks(carla, yes, carla, id="once")

    assert evening.game.seat(carla)
