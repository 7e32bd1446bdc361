"""What is understood: every row of the table, in both languages, and anything else without a stumble."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.service.understand import ALIASES, COMMANDS, GERMAN, WORDS, is_sure, near, spelled, understand, written
from pbm.service.wishes import DoubtIt, Fix, LookUp, Number, Place, Slash, Unclear, Undo, Wish, Yes
from pbm.views.messages import Language
from pbm.views.say import catalogue

CARD_3_SLOT_1 = (
    *("3 1", "3,1", "3. 1", "3-1", "3/1", "3, 1", "3 - 1", "3  1", "3.1", "3–1", " 3 1 ", "„3 1“"),
    *("card 3 slot 1", "Card 3, Slot 1", "slot 1 card 3", "CARD 3 SLOT 1", "card 3 into slot 1"),
    *("karte 3 platz 1", "karte 3 auf platz 1", "platz 1 karte 3", "3 auf 1", "leg 3 auf 1", "Leg Karte 3 auf Platz 1"),
)


PIECES = (*WORDS, *"0123456789²٣१", "/", "@", ":", " ", ".", "-", "„", "“", "slot", "platz", "card", "fix", "ß", "auf")
LETTERS = st.characters(codec="utf-8", exclude_categories=["C", "Z", "N"])


@pytest.mark.parametrize("text", CARD_3_SLOT_1)
def test_card_and_slot(text: str) -> None:
    """Always in the order card, slot, unless words say which is which."""
    assert understand(text) == Place(card=3, slot=1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("3 1 I was there.", "I was there."),
        ("3 1: I was there.", "I was there."),
        ("3 1, „Ich war dabei.“", "Ich war dabei."),
        ("3 1 Auf der Straße, größer als 2 Meter!", "Auf der Straße, größer als 2 Meter!"),
        ("karte 3 platz 1 Ganz groß, ẞ!", "Ganz groß, ẞ!"),
        ("leg 3 auf 1 Süß!", "Süß!"),
        ("3 1 👨‍👩‍👧 waren da", "👨‍👩‍👧 waren da"),
        ("3 1 İstanbul", "İstanbul"),
        ("3 1\nA new\nline", "A new line"),
        ("3 1 …", "…"),
    ],
)
def test_the_words_after_the_numbers_are_kept_as_they_were_written(text: str, says: str) -> None:
    """Letters that have a longer small form, like ß, shift nothing."""
    assert understand(text) == Place(card=3, slot=1, says=says)


@pytest.mark.parametrize("text", ["3", "card 3", "Karte 3", "3.", "nr. 3"])
def test_a_number_alone(text: str) -> None:
    """Opens the slots for card 3."""
    assert understand(text) == Number(n=3)


@pytest.mark.parametrize("text", ["3 1000", "1234", "card 3 slot 1000", "3 auf 1234"])
def test_numbers_of_four_digits_are_no_move(text: str) -> None:
    """A year is not a slot, and the first three digits of it are not either."""
    assert isinstance(understand(text), Unclear)


@pytest.mark.parametrize(
    "text",
    [
        *("fix 3 1", "move 3 1", "Move 3 to 1", "fix 3,1", "fix 3-1"),
        *("schieb 3 1", "schiebe 3 auf 1", "verschiebe 3 1", "verschieben 3 1", "Verschiebe Karte 3 auf 1."),
    ],
)
def test_moving_a_card_of_the_chain(text: str) -> None:
    """The card below slot 3 is to stand at place 1."""
    assert understand(text) == Fix(card=3, to=1)


@pytest.mark.parametrize("text", ["fix", "move", "schieb", "fix that"])
def test_a_move_without_numbers_is_still_about_moving(text: str) -> None:
    """So that the answer can say how."""
    assert understand(text) == Fix(card=None, to=None)


@pytest.mark.parametrize(
    "text",
    [
        *("undo", "Undo.", "take back", "/undo", "“undo”"),
        *("zurück", "zurueck", "zuruck", "Zurücknehmen", "zuruecknehmen", "rückgängig", "rueckgaengig", "„zurück“"),
    ],
)
def test_taking_back(text: str) -> None:
    """In both languages, with umlauts and without."""
    assert understand(text) == Undo()


@pytest.mark.parametrize(
    "text",
    [
        *("doubt", "Doubt!", "/doubt", "/doubt@anno_bot", "“doubt”"),
        *("zweifel", "Zweifeln", "zweifle", "ich zweifle", "anzweifeln", "/zweifel", "„zweifel“."),
    ],
)
def test_doubting(text: str) -> None:
    """One word is enough."""
    assert understand(text) == DoubtIt()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("doubt: never!", "never!"),
        ("zweifel: niemals!", "niemals!"),
        ("Zweifel: größer als Groß-Straßburg", "größer als Groß-Straßburg"),
        ("ich zweifle: „Nie!“", "Nie!"),
        ("/doubt never", "never"),
    ],
)
def test_words_said_with_a_doubt(text: str, says: str) -> None:
    """Behind a colon."""
    assert understand(text) == DoubtIt(says=says)


@pytest.mark.parametrize("text", ["doubt it", "I doubt that very much", "Zweifel habe ich keine", "zweifel, zweifel"])
def test_a_longer_line_that_only_begins_with_a_doubt_is_asked_about(text: str) -> None:
    """It might have been meant."""
    assert understand(text) == DoubtIt(sure=False)


@pytest.mark.parametrize("text", ["doubtless", "zweifellos richtig", "zweifelhaft"])
def test_a_longer_word_is_no_doubt(text: str) -> None:
    """Doubtless is the opposite."""
    assert isinstance(understand(text), Unclear)


@pytest.mark.parametrize("text", ["yes", "Yes!", "ok", "OK.", "ja", "„Ja“"])
def test_yes(text: str) -> None:
    """To what is open."""
    assert understand(text) == Yes()


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("hand", ("hand", "Hand", "/hand")),
        ("chain", ("chain", "kette", "/chain", "Kette.")),
        ("players", ("players", "spieler", "/players")),
        ("games", ("games", "spiele", "/games")),
        ("rules", ("rules", "regeln", "/rules")),
        ("help", ("help", "hilfe", "/help", "Hilfe!")),
        ("language", ("language", "sprache", "/language")),
    ],
)
def test_looking_things_up(what: str, words: tuple[str, ...]) -> None:
    """With or without the slash."""
    assert {understand(word) for word in words} == {LookUp.model_validate({"what": what})}


@pytest.mark.parametrize("yes", ["yes", "Yes", "ja", "JA!", "ok.", "“yes”"])
def test_end_and_leave_take_a_yes(yes: str) -> None:
    """In either language."""
    wish = understand(f"/end {yes}")

    assert wish == Slash(name="end", words=yes)
    assert is_sure(yes)
    assert not is_sure("")
    assert not is_sure("yesterday")


def test_a_command_may_be_followed_by_a_new_line() -> None:
    """Phones break lines where they like."""
    assert understand("/settings\ncards 7") == Slash(name="settings", words="cards 7")


@pytest.mark.parametrize(
    ("typed", "english", "german"),
    [
        ("doupt", "doubt", "zweifel"),
        ("newgme", "/newgame", "/neuesspiel"),
        ("nugde", "/nudge", "/anstupsen"),
        ("stupps", "/nudge", "/anstupsen"),
        ("ubernemen", "/takeover", "/uebernehmen"),
        ("chian", "chain", "kette"),
        ("hilfee", "hilfe", "hilfe"),
        ("xyzzy", None, None),
    ],
)
def test_what_was_probably_meant(typed: str, english: str | None, german: str | None) -> None:
    """A typing error is answered with the word that it misses."""
    assert (near(typed, "en"), near(typed, "de")) == (english, german)


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_command_that_a_sentence_names_is_one_of_its_language(language: Language) -> None:
    """No German sentence names an English command that has a German name, no English one a German; all are heard."""
    for key, text in catalogue(language).items():
        for name in re.findall(r"(?<![^\s(„“])/(\w+)", text):
            assert name == spelled(name, language), (key, name)
            assert name not in ({*ALIASES, *GERMAN.values()} if language == "en" else ()), (key, name)
            wish = understand(f"/{name}")
            assert not isinstance(wish, Slash) or wish.name in COMMANDS, (key, name)


def test_a_command_is_spelled_as_telegram_lets_one_press_it() -> None:
    """In letters without marks, in either language, and understood as what it is."""
    for name in set(COMMANDS) - {"doubt", "undo"}:
        assert re.fullmatch(r"[a-z]+", spelled(name, "de"))
        assert understand(f"/{spelled(name, 'de')}") == understand(f"/{name}")


def test_an_unknown_command_is_shown_short_and_clean() -> None:
    """Four thousand letters are not repeated, and nothing that turns the line round."""
    assert written("\u202eevil") == "/evil"
    assert len(written("x" * 4000)) == 25


def test_every_word_is_found_as_it_is_written() -> None:
    """The table of words is folded as what people write is."""
    assert {word for word in WORDS if understand(word) != WORDS[word]} == set()
    assert len(set(COMMANDS)) == len(COMMANDS)


@given(st.text(max_size=300))
def test_any_text_means_something(text: str) -> None:
    """Whatever somebody writes, it is understood as something, and nothing breaks."""
    assert isinstance(understand(text), Wish)


@given(st.lists(st.sampled_from(PIECES), max_size=12))
def test_anything_like_a_move_means_something(parts: list[str]) -> None:
    """Pieces of moves in any order break nothing either."""
    assert understand("".join(parts)) is not None
    assert understand(" ".join(parts)) is not None


@given(
    st.integers(1, 999), st.integers(1, 999), st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z", "N"]))
)
def test_two_numbers_are_always_card_and_slot(card: int, slot: int, words: str) -> None:
    """With any words behind them."""
    wish = understand(f"{card} {slot} {words}")
    assert isinstance(wish, Place)
    assert (wish.card, wish.slot) == (card, slot)
