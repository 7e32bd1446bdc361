"""The direction of play and its one reversal (RULES 6)."""

from pbm.rules.events import DirectionReversed
from tests.builders import a_game, after, ann, ben, cards, carla, doubts, only, places, played, time_is_up

THREE_EACH = {ann: cards(1000, 1010, 1020), ben: cards(1100, 1110, 1120), carla: cards(1200, 1210, 1220)}


def test_the_first_to_place_down_to_two_cards_turns_play_round() -> None:
    """RULES 6.1: Ann places and holds two, so the next on turn is Carla, the neighbour on the other side."""
    placed = played(a_game(THREE_EACH), places(ann, "1000", 1))

    assert only(DirectionReversed, placed.events).seat == ann
    assert (placed.game.direction, placed.game.on_turn) == (-1, carla)


def test_play_turns_round_once_a_game() -> None:
    """RULES 6.1: Carla comes down to two as well, and nothing turns."""
    game = after(a_game(THREE_EACH), places(ann, "1000", 1), places(carla, "1200", 2))

    assert (game.direction, game.on_turn) == (-1, ben)


def test_exactly_two_cards_turn_play_round() -> None:
    """RULES 6.1: neither three nor one left does."""
    four = a_game({ann: cards(1000, 1010, 1020, 1030), ben: cards(1100, 1110)})
    two = a_game({ann: cards(1000, 1010), ben: cards(1100, 1110)})

    assert after(four, places(ann, "1000", 1)).direction == 1
    assert after(two, places(ann, "1000", 1)).direction == 1


def test_two_cards_from_a_penalty_turn_nothing_round() -> None:
    """RULES 6.1: Ann goes out wrong and draws two; only a placing counts."""
    game = after(a_game({ann: cards(1000), ben: cards(1100, 1110, 1120)}), places(ann, "1000", 2))

    assert (len(game.hand_of(ann)), game.direction, game.reversed) == (2, 1, False)


def test_two_cards_that_were_dealt_turn_nothing_round() -> None:
    """RULES 6.1: whoever holds two from the beginning has not placed down to them."""
    game = after(a_game({ann: cards(1000, 1010), ben: cards(1100, 1110), carla: cards(1200, 1210)}), time_is_up)

    assert (game.direction, game.on_turn) == (1, ben)


def test_play_goes_on_backwards_round_after_round() -> None:
    """RULES 6.1: after a doubt the order stays turned round."""
    game = after(a_game(THREE_EACH), places(ann, "1000", 1), doubts(carla), places(carla, "1200", 1))

    assert game.on_turn == ben
