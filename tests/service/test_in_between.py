"""The hand, looked up in the middle of choosing."""

import pytest

from tests.service.evening import Evening, a_begun_game, ann


@pytest.mark.parametrize(
    ("language", "hand", "yes", "asked"),
    [
        ("en", "hand", "yes", ["or undo to choose another card.", "undo to choose again."]),
        ("de", "Hand", "ja", ["wählst du eine andere Karte.", "wählst du neu."]),
    ],
)
def test_a_hand_looked_up_in_the_middle_keeps_what_is_chosen(
    language: str, hand: str, yes: str, asked: list[str]
) -> None:
    """All cards are shown, and what is asked stays open; its buttons stay where they are."""
    evening = a_begun_game(evening=Evening(language=language))
    for question in asked:
        evening.says(ann, "1")
        look = evening.newest(ann)
        (shown,) = evening.says(ann, hand)
        assert "\n4. " in shown
        assert shown.endswith(question)
        assert look.labels
    evening.says(ann, yes)

    assert evening.game.last_placer == ann
