"""The stack and the used cards (RULES 8)."""

from pbm.rules.commands import Join
from pbm.rules.events import CardsDrawn, OpenerAdded, StackMade
from tests.builders import (
    a_game,
    after,
    ann,
    backwards,
    ben,
    cards,
    carla,
    deniz,
    doubts,
    only,
    places,
    played,
    time_is_up,
)


def test_the_used_cards_become_the_stack_when_a_card_must_be_drawn_and_none_is_there() -> None:
    """RULES 8.1: Ben draws the last two of the stack, then two of the chain that was just turned over."""
    game = after(a_game(stack=cards(1901, 1902), used=cards(1)), places(ann, "1000", 1))

    doubted = played(game, doubts(ben), shuffle=backwards)

    assert only(StackMade, doubted.events).stack == cards(1500, 1000, 1)
    assert only(CardsDrawn, doubted.events).cards == cards(1901, 1902, 1500, 1000)
    assert (doubted.game.chain, doubted.game.stack, doubted.game.used) == (cards(1), (), ())


def test_the_used_cards_wait_until_a_card_is_needed() -> None:
    """RULES 8.1: four are drawn and four were there; the opener of the round is what asks for the shuffle."""
    game = after(a_game(stack=cards(1901, 1902, 1903, 1904)), places(ann, "1000", 1), doubts(ben), shuffle=backwards)

    assert game.hand_of(ben)[-4:] == cards(1901, 1902, 1903, 1904)
    assert (game.chain, game.stack) == (cards(1500), cards(1000))


def test_nothing_is_shuffled_while_the_stack_lasts() -> None:
    """RULES 8.1: with five cards there is no need."""
    game = after(a_game(stack=cards(1901, 1902, 1903, 1904, 1905)), places(ann, "1000", 1), doubts(ben))

    assert (game.chain, game.stack, game.used) == (cards(1905), (), cards(1000, 1500))


def test_a_penalty_stops_before_the_last_card() -> None:
    """RULES 8.2: three cards are left in all; Ben draws two of his four, and one opens the round."""
    game = after(a_game(stack=cards(1901)), places(ann, "1000", 1), doubts(ben))

    assert game.hand_of(ben)[4:] == cards(1901, 1000)
    assert game.chain == cards(1500)


def test_one_card_opens_where_there_is_no_second() -> None:
    """RULES 8.2: Ben should have two openers, and one is left after Ann's penalty."""
    hands = {ann: cards(1000, 1010), ben: cards(1100), carla: cards(1200, 1210)}

    doubted = played(after(a_game(hands, stack=cards(1901)), places(ann, "1000", 2)), doubts(ben))

    game = doubted.game
    assert only(StackMade, doubted.events).stack == cards(1500, 1000)
    assert game.hand_of(ann) == cards(1010, 1901, 1500)
    assert (game.chain, game.stack, game.used) == (cards(1000), (), ())


def test_no_second_opener_is_laid_where_there_is_none() -> None:
    """RULES 8.2: neither in the stack nor among the used cards."""
    hands = {ann: cards(1000, 1010), ben: cards(1100), carla: cards(1200, 1210)}

    passed = played(a_game(hands, stack=()), time_is_up)

    assert not [one for one in passed.events if isinstance(one, OpenerAdded)]
    assert (passed.game.on_turn, passed.game.chain) == (ben, cards(1500))


def test_whoever_joins_may_be_dealt_used_cards() -> None:
    """RULES 8.1 and 9.6: two in the stack, nine used, so Deniz gets some of both."""
    game = a_game(stack=cards(1901, 1902), used=cards(1, 2, 3, 4, 5, 6, 7, 8, 9))

    game = after(game, Join(seat=deniz, name="Deniz"), shuffle=backwards)

    assert game.hand_of(deniz) == cards(1901, 1902, 9, 8)
