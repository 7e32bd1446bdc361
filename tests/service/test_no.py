"""A no in words, and the words on the buttons, do in private what the buttons do."""

import pytest

from tests.service.evening import GROUP, Evening, a_begun_game, ann, ben, carla
from tests.service.office import office
from tests.service.said import plain

LANGUAGES = pytest.mark.parametrize("language", ["en", "de"])
NOES = ["no", "Nein.", "no, thanks", "nein danke", "doch nicht", "cancel", "Abbrechen", "no way", "back"]


def bens_turn(language: str = "en") -> Evening:
    """Ann has placed, so that Ben may move a card, place one or doubt."""
    evening = a_begun_game(evening=Evening(language=language))
    evening.says(ann, "1 1")
    return evening


def step(evening: Evening) -> str:
    """What Ben is asked."""
    draft = evening.table.draft
    return draft.step if draft else "hand"


@LANGUAGES
@pytest.mark.parametrize("no", NOES)
def test_a_doubt_that_was_asked_about_is_declined_in_words(language: str, no: str) -> None:
    """Nothing is turned over, and Ben sees his turn again; the question names the word."""
    evening = bens_turn(language)
    (question,) = evening.says(ben, "doubt maybe?")
    assert ("„nein“" if language == "de" else "or no to go back") in question

    (shown,) = evening.says(ben, no)
    assert ("Du bist dran" if language == "de" else "your turn") in shown
    assert step(evening) == "hand"
    assert evening.game.on_turn == ben


@pytest.mark.parametrize("no", NOES)
@pytest.mark.parametrize("before", [["3"], ["42"], ["move a card"], ["move a card", "1"]])
def test_a_no_leads_back_from_wherever_one_is(before: list[str], no: str) -> None:
    """From the slots, a misprint that was asked about, from moving a card."""
    evening = bens_turn()
    for line in before:
        evening.says(ben, line)
    assert step(evening) != "hand"

    (shown,) = evening.says(ben, no)
    assert "your turn" in shown
    assert step(evening) == "hand"
    assert not any("No" in row for one in evening.chats[ben] for row in one.labels)


@pytest.mark.parametrize(
    ("before", "label", "after"),
    [
        (["Card 1"], "another card", "hand"),
        (["Card 1"], "Other card", "hand"),
        (["Card 1", "Slot 1"], "Another slot", "slot"),
        (["Card 1", "Slot 1"], "another card.", "hand"),
        (["Move a card"], "Back", "hand"),
        (["Move a card", "No. 1"], "back", "hand"),
        (["Doubt"], "Back", "hand"),
        ([], "Move a card", "which"),
    ],
)
def test_the_words_on_a_button_do_what_it_does(before: list[str], label: str, after: str) -> None:
    """Wherever that button stands."""
    evening = bens_turn()
    for button in before:
        evening.presses(ben, button)
    evening.says(ben, label)

    assert step(evening) == after


def test_a_card_is_placed_and_a_chain_turned_over_by_the_words_on_the_button() -> None:
    """In German too; while nothing is open these words mean nothing."""
    evening = bens_turn("de")
    assert "nicht verstanden" in evening.says(ben, "Legen")[0]
    evening.presses(ben, "Karte 1")
    evening.presses(ben, "Platz 1")
    evening.says(ben, "legen")
    assert evening.game.last_placer == ben
    evening.presses(carla, "Zweifeln")
    evening.says(carla, "Umdrehen")

    assert evening.game.round == 2


@pytest.mark.parametrize("word", ["cancel", "Abbrechen!", "back"])
def test_a_preview_is_left_by_a_word_that_nobody_would_bluff_with(word: str) -> None:
    """A plain no is said with the card, as whatever else is written then."""
    evening = bens_turn()
    evening.says(ben, "1")
    evening.says(ben, "1")
    assert "You will say: “No way!”" in evening.says(ben, "No way!")[0]
    evening.says(ben, word)

    assert step(evening) == "hand"


@LANGUAGES
def test_a_bare_yes_or_no_with_nothing_open_speaks_of_no_leaving(language: str) -> None:
    """At one table and at two: it goes nowhere, and nobody is asked at which one."""
    evening = bens_turn(language)
    yes, nothing = ("ja", "Gerade ist nichts offen") if language == "de" else ("yes", "There is nothing open")
    (at_one,) = evening.says(ben, yes)
    office(evening, ben, carla)
    (at_two,) = plain(evening.says(ben, yes))

    assert at_one.startswith(nothing)
    assert nothing in at_two
    assert not {"/leave", "/gehen"} & {word.strip(".") for text in (at_one, at_two) for word in text.split()}
    assert "Office" not in plain(evening.says(ben, "no"))[0].split("\n")[0].removeprefix("Office: ")


@LANGUAGES
def test_a_no_drops_the_line_that_was_to_go_somewhere(language: str) -> None:
    """The question loses its buttons, and the name of a table asks for the hand again."""
    evening = bens_turn(language)
    office(evening, ben, carla)
    evening.says(ben, "1 1")
    question = evening.newest(ben)

    assert evening.says(ben, "no") == [
        "Gut, das geht an keinen Tisch." if language == "de" else "All right, it goes to no table."
    ]
    assert question.labels == []
    assert ("Du bist dran" if language == "de" else "your turn") in evening.says(ben, "Office")[0]


@pytest.mark.parametrize(("line", "no", "yes"), [("/leave", "Stay", "Leave"), ("/leave", "bleiben", "gehen")])
def test_the_words_below_the_question_whether_to_leave_answer_it(line: str, no: str, yes: str) -> None:
    """They mean nothing where it was not asked."""
    evening = bens_turn()
    assert "did not get that" in evening.says(ben, no)[0]
    evening.says(ben, line)
    assert evening.says(ben, no) == ["All right, the game goes on."]
    assert evening.game.seat(ben)
    evening.says(ben, line)
    evening.says(ben, yes)

    assert evening.game.seat(ben) is None


def test_the_words_below_the_question_whether_to_be_forgotten_answer_it() -> None:
    """First the one, then the other; whoever would rather stay is remembered."""
    evening = bens_turn()
    evening.says(ben, "/forget")
    assert evening.says(ben, "No, stay") == ["All right, I will not forget you."]
    evening.says(ben, "/forget")
    assert "You still sit at a table" in plain(evening.says(ben, "forget me"))[0]

    assert "forgotten you" in evening.says(ben, "leave, and forget me")[0]


def test_a_no_to_a_question_in_the_group_answers_it_there() -> None:
    """Ann wrote 4 2 the wrong way round as a reply to the board."""
    evening = bens_turn()
    board = evening.newest(GROUP)
    evening.in_group(ben, "4 5", reply_to=board)
    evening.in_group(ben, "1 4", reply_to=board)
    evening.in_group(ben, "no", reply_to=board)

    assert step(evening) == "hand"
    assert not any("No" in row for one in evening.chats["tg:-100"] for row in one.labels)


@pytest.mark.parametrize("before", [["1"], ["1", "1"], ["move a card"]])
def test_a_no_to_others_in_the_group_leaves_what_was_chosen(before: list[str]) -> None:
    """Ben chooses in private and answers Carla below the board: his choice stays, and no word goes with his card."""
    evening = bens_turn()
    for line in before:
        evening.says(ben, line)
    chosen = evening.table.draft

    assert evening.in_group(ben, "no", reply_to=evening.newest(GROUP))
    assert evening.table.draft == chosen
