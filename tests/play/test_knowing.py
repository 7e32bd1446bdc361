"""Somebody who knows every date knows a card from what is said about the game, too."""

from pbm.decks import load
from tests.play.knowing import is_over, read_board


def test_no_card_reads_like_the_end_of_a_game_or_like_a_turn() -> None:
    """Horses, teams and wives win something, wars and worlds begin; a board shows their cards, a line each."""
    fronts = [card.en for card in load(this_year=2026).cards.values()]

    assert any(front.endswith(" wins.") for front in fronts)
    assert not [front for front in fronts if is_over(front) or read_board(front)]


def test_the_end_and_the_turn_are_read() -> None:
    """Of people and of computers."""
    assert is_over("The chain is right.\n\nAnn wins.\n1. Ann")
    assert is_over("Blaise (computer) wins.")
    boards = [read_board(text) for text in ("Round 2. Ann begins:", "Blaise (computer) is next: 24 hours.")]
    assert [board.next for board in boards if board] == ["Ann", "Blaise (computer)"]
