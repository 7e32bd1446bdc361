"""One card a turn: a message with several moves places none, and words with numbers in them are words."""

import pytest

from tests.service.evening import GROUP, Evening, a_begun_game, ann, ben, unchanged

LANGUAGES = pytest.mark.parametrize("language", ["en", "de"])


@LANGUAGES
@pytest.mark.parametrize(
    "text",
    [
        "1 2\n2 1",
        "3 1 2 2",
        "3 1, 2 2",
        "3 1 and then 2 1",
        "3 1 und dann 2 auf 1",
        "3 1 1",
        "3 1\nI was there.\n2 1 And there.",
        "3 1\nfix 1 1",
        "3 1\ndoubt",
    ],
)
def test_several_moves_in_one_message_place_nothing(language: str, text: str) -> None:
    """A kind line says how many cards a turn has, to Ann alone."""
    evening = a_begun_game(evening=Evening(language=language))
    before, heard = unchanged(evening), len(evening.texts(GROUP))

    assert evening.says(ann, text) == [
        "Pro Zug bitte eine Karte: ihre Nummer, ihr Platz, dann Worte, wenn du magst. Gelegt ist noch nichts."
        if language == "de"
        else "One card a turn, please: its number, its slot, then words if you like. Nothing is placed yet."
    ]
    assert unchanged(evening) == before
    assert len(evening.texts(GROUP)) == heard


@LANGUAGES
@pytest.mark.parametrize(
    "text", ["fix 2 1, 1 1 hello", "schieb 1 2 dann 2 2 ha", "fix 2 1\n1 1", "fix 2 1 and 1 1", "fix 2 1, fix 1 2"]
)
def test_a_card_is_moved_and_one_placed_in_two_messages(language: str, text: str) -> None:
    """In one nothing is done, rather than the first half of it."""
    evening = a_begun_game(evening=Evening(language=language))
    evening.says(ann, "1 1")
    before = unchanged(evening)

    assert evening.says(ben, text) == [
        "Bitte eins nach dem anderen: Erst verschieb eine Karte der Kette, in der nächsten Nachricht leg deine. "
        "Passiert ist noch nichts."
        if language == "de"
        else "One thing at a time, please: move a card of the chain in one message, place yours in the next. "
        "Nothing has happened yet."
    ]
    assert unchanged(evening) == before


@pytest.mark.parametrize("text", ["fix 2 1", "fix 2 1 please", "schieb Karte 2 auf Platz 1, bitte", "fix 2 1 now"])
def test_a_card_is_moved_whatever_polite_words_stand_behind(text: str) -> None:
    """They are no second move."""
    evening = a_begun_game()
    evening.says(ann, "1 1")
    evening.says(ben, text)

    assert evening.store.tables_of(ben)[0].draft is not None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("3 1 in 1842 for sure", "in 1842 for sure"),
        ("3 1 1842", "1842"),
        ("3 1 and 2 more years", "and 2 more years"),
        ("3 1 and then 2 kings died", "and then 2 kings died"),
        ("3 1 5 kings, 3 queens", "5 kings, 3 queens"),
        ("3 1\nI was there.\nTwice.", "I was there. Twice."),
        ("3 1\nin 1842", "in 1842"),
    ],
)
def test_words_with_numbers_in_them_are_words(text: str, words: str) -> None:
    """They are said to all with the card."""
    evening = a_begun_game()
    evening.says(ann, text)

    assert evening.game.last_says == words


@pytest.mark.parametrize("marks", ['"surely"', "“surely”", "„surely“", "‘surely’", "'surely'"])
def test_quotation_marks_round_words_go_from_a_preview_too(marks: str) -> None:
    """As they do behind a move."""
    evening = a_begun_game()
    evening.says(ann, "1")
    evening.says(ann, "1")
    evening.says(ann, marks)
    evening.says(ann, "yes")

    assert evening.game.last_says == "surely"
