"""Ways of writing a move that are no two plain numbers, and words that are nearly a doubt."""

import pytest

from pbm.service.understand import understand
from pbm.service.wishes import Place, Unclear
from tests.service.evening import a_begun_game, ann, ben


@pytest.mark.parametrize(
    "text",
    ["3️⃣ 1️⃣", "3️⃣1️⃣", "3:1", "3>1", "3 -> 1", "3;1", "card three slot one", "Karte drei auf Platz eins", "drei eins"],
)
def test_a_move_is_understood_in_other_signs_too(text: str) -> None:
    """Keycaps, other marks between the numbers, numbers as words."""
    assert understand(text) == Place(card=3, slot=1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("card three slot five no way", "no way"),
        ("Karte drei auf Platz fünf, nie im Leben!", "nie im Leben!"),
        ("Card three into slot five: 1842", "1842"),
    ],
)
def test_words_may_follow_numbers_as_words(text: str, words: str) -> None:
    """Where card and slot are named, nothing else can be meant."""
    assert understand(text) == Place(card=3, slot=5, says=words)


def test_keycaps_within_words_stay() -> None:
    """They are what somebody says."""
    assert understand("3 1 I was 1️⃣ of them") == Place(card=3, slot=1, says="I was 1️⃣ of them")


@pytest.mark.parametrize(
    "text",
    [
        *("dobut", "Zeifel", "doubts!", "I don’t believe you", "Ich glaube dir nicht.", "Zweifle ich"),
        *("Ich bezweifle das.", "Das bezweifle ich!"),
    ],
)
def test_what_is_nearly_a_doubt_is_asked_about(text: str) -> None:
    """It is never carried out on a guess."""
    evening = a_begun_game()
    evening.says(ann, "1 1")

    assert evening.says(ben, text)[0].startswith("Doubt the chain?")
    assert evening.game.round == 1


@pytest.mark.parametrize(
    "text",
    [
        "about",
        "double",
        "Teufel",
        "I believe you",
        "no doubt",
        "Im Zweifel",
        "one",
        "three card trick",
        "card one slot machine",
        "12:30 it was",
    ],
)
def test_other_words_are_neither(text: str) -> None:
    """They may be like a move, and are none."""
    assert isinstance(understand(text), Unclear)


@pytest.mark.parametrize("words", ["drei eins", "card one slot two no way", "dobut", "I don’t believe you"])
def test_at_a_preview_they_are_words_for_the_card(words: str) -> None:
    """Whatever is written there is said with it."""
    evening = a_begun_game()
    evening.says(ann, "1")
    evening.says(ann, "1")

    assert f"You will say: “{words}”" in evening.says(ann, words)[0]
