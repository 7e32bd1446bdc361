"""A line that is changed after it was heard."""

import pytest

from pbm.service.requests import Edited
from tests.service.evening import Evening, a_begun_game, ann, unchanged
from tests.service.said import told


@pytest.mark.parametrize(
    ("language", "answer"),
    [
        (
            "en",
            "I hear new messages only, not changes to old ones. "
            "What is placed stays as it is; if nothing is, please write it again.",
        ),
        (
            "de",
            "Ich lese nur neue Nachrichten, keine geänderten. "
            "Was liegt, bleibt liegen; liegt noch nichts, schreib es bitte noch einmal.",
        ),
    ],
)
def test_a_changed_line_is_answered_and_plays_nothing(language: str, answer: str) -> None:
    """Ann wrote a slot that is not there, and mends the line instead of writing another."""
    evening = a_begun_game(evening=Evening(language=language))
    evening.says(ann, "1 9")
    before = unchanged(evening)
    evening.asks(ann, Edited(), ann)

    assert told(evening, ann) == [answer]
    assert unchanged(evening) == before
