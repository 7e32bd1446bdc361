"""What is understood in private without a slash, and with a please."""

import pytest

from tests.service.evening import Evening, a_begun_game, ann, ben, carla
from tests.service.office import office
from tests.service.said import plain


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("away 3d", "You are away until"),
        ("Away until Monday.", "You are away until"),
        ("weg bis Montag", "You are away until"),
        ("back", "You are not away."),
        ("nudge", "Ann has a friendly word"),
        ("anstupsen", "Ann has a friendly word"),
        ("leave", "Leave the game at Sunday Table, Ben?"),
        ("Leave.", "Leave the game at Sunday Table, Ben?"),
        ("Aufhören!", "Leave the game at Sunday Table, Ben?"),
        ("“Back.”", "You are not away."),
        ("hand please", "Sunday Table: your hand (4)"),
        ("Spieler, bitte!", "Sunday Table, round 1"),
    ],
)
def test_a_command_needs_no_slash_in_private(line: str, answer: str) -> None:
    """Ben is not on turn, and nothing else can be meant."""
    evening = a_begun_game()

    assert plain(evening.says(ben, line))[0].startswith(answer)


@pytest.mark.parametrize("line", ["more time please", "Mehr Zeit, bitte!", "bitte mehr Zeit"])
def test_more_time_may_be_asked_for_with_a_please(line: str) -> None:
    """It is ten to one that people say it so."""
    evening = a_begun_game()
    due = evening.game.due
    evening.says(ann, line)

    assert evening.game.due != due


@pytest.mark.parametrize(("language", "yes"), [("en", "yes please"), ("de", "Ja, bitte.")])
def test_a_yes_may_be_polite(language: str, yes: str) -> None:
    """It answers a question, and places the card of a preview."""
    evening = a_begun_game(evening=Evening(language=language))
    evening.says(ann, "1")
    evening.says(ann, "1")
    evening.says(ann, yes)
    assert evening.game.last_placer == ann
    evening.says(ben, "/leave")
    evening.says(ben, yes)

    assert evening.game.seat(ben) is None


@pytest.mark.parametrize("words", ["away with him", "nudge", "da", "please please me"])
def test_at_a_preview_such_words_are_said_with_the_card(words: str) -> None:
    """They may be a bluff."""
    evening = a_begun_game()
    evening.says(ann, "1")
    evening.says(ann, "1")

    assert f"You will say: “{words}”" in evening.says(ann, words)[0]


def test_a_table_may_be_called_like_such_a_word() -> None:
    """Ben plays at a table called Away, and is not away."""
    evening = a_begun_game()
    office(evening, ben, carla, title="Away")
    assert "Placed: " in evening.says(ben, "Away 3 1")[0]

    assert "your hand (3)" in evening.says(ben, "Away")[0]
