"""A doubt, and the round after it (RULES 5)."""

from pbm.rules.commands import Doubt, Leave
from pbm.rules.events import CardsDrawn, ChainTurnedOver, OpenerAdded, RoundBegun, TurnBegan
from pbm.rules.game import SHORT_RULES, TURN_LASTS, Rules
from tests.builders import DATES, NOON, a_game, after, ann, ben, cards, carla, doubts, only, places, played, time_is_up


def test_every_card_is_turned_over_from_top_to_bottom() -> None:
    """RULES 5.1: the chain with its dates, in its order."""
    game = after(a_game(), places(ann, "1000", 1))

    turned = only(ChainTurnedOver, played(game, Doubt(seat=ben, says="Never!")).events)

    assert turned == ChainTurnedOver(
        doubter=ben,
        says="Never!",
        chain=cards(1000, 1500),
        dates=(DATES["1000"], DATES["1500"]),
        correct=True,
        payer=ben,
        to_draw=4,
        at=NOON,
    )


def test_the_chain_goes_to_the_used_cards() -> None:
    """RULES 5.2: all of it, after those that lie there."""
    game = after(a_game(used=cards(1)), places(ann, "1000", 1), doubts(ben))

    assert game.used == cards(1, 1000, 1500)


def test_a_doubter_who_was_wrong_draws_four() -> None:
    """RULES 5.3: the chain is correct, so Ben draws from the top, and begins a round with the next card."""
    events = played(after(a_game(), places(ann, "1000", 1)), doubts(ben)).events

    assert events[1:] == (
        CardsDrawn(seat=ben, cards=cards(1901, 1902, 1903, 1904)),
        RoundBegun(seat=ben, cards=cards(1905)),
        TurnBegan(seat=ben, turn=3, at=NOON, due=NOON + TURN_LASTS),
    )


def test_the_last_one_who_placed_draws_two_whoever_was_wrong() -> None:
    """RULES 5.3: Ann's card is wrong, Ben placed last, Carla doubts and begins."""
    game = after(a_game(), places(ann, "1000", 2), places(ben, "1100", 3), doubts(carla))

    assert game.hand_of(ben) == cards(1110, 1120, 1130, 1901, 1902)
    assert (game.on_turn, game.round, game.wrong_chains) == (carla, 2, 1)


def test_under_the_short_rules_the_doubter_draws_two_and_the_other_three() -> None:
    """RULES 5.3: 2 for a doubt that was wrong, 3 for a chain that was."""
    game = a_game(rules=Rules(**SHORT_RULES))

    right = after(game, places(ann, "1000", 1), doubts(ben))
    wrong = after(game, places(ann, "1000", 2), doubts(ben))

    assert (len(right.hand_of(ann)), len(right.hand_of(ben))) == (3, 6)
    assert (len(wrong.hand_of(ann)), len(wrong.hand_of(ben))) == (6, 4)


def test_a_doubt_leaves_the_direction_as_it_is() -> None:
    """RULES 5.3: play goes backwards before and after it."""
    game = after(a_game(direction=-1, reversed=True), places(ann, "1000", 1), doubts(carla), time_is_up)

    assert (game.direction, game.on_turn) == (-1, ben)


def test_a_doubter_counts_as_having_moved() -> None:
    """RULES 9.2: Ben's missed turn is forgotten when he doubts."""
    game = after(a_game(missed={ben: 1}), places(ann, "1000", 1), doubts(ben))

    assert game.sitting(ben).missed == 0


def test_two_cards_open_a_round_for_a_player_with_one_card() -> None:
    """RULES 5.4: Ben doubts rightly with one card in hand and gets two to put in order."""
    game = a_game({ann: cards(1000, 1010), ben: cards(1100), carla: cards(1200, 1210)}, reversed=True)

    game = after(game, places(ann, "1000", 2), doubts(ben))

    assert game.chain == cards(1903, 1904)  # Ann drew two
    assert game.stack[0] == "1905"


def test_a_doubter_with_one_card_who_draws_four_gets_one_opener() -> None:
    """RULES 5.4: five cards are in hand when the round begins."""
    game = a_game({ann: cards(1000, 1010), ben: cards(1100), carla: cards(1200, 1210)}, reversed=True)

    game = after(game, places(ann, "1000", 1), doubts(ben))

    assert (game.chain, len(game.hand_of(ben))) == (cards(1905), 5)


def test_a_second_opener_is_laid_when_the_turn_passes_to_a_player_with_one_card() -> None:
    """RULES 5.4: Ann's time runs out before anything is placed; Ben holds one card and gets a second opener below."""
    game = a_game({ann: cards(1000, 1010), ben: cards(1100), carla: cards(1200, 1210)})

    events = played(game, time_is_up).events

    assert only(OpenerAdded, events).card == "1901"
    assert after(game, time_is_up).chain == cards(1500, 1901)


def test_a_second_opener_is_laid_when_somebody_leaves_too() -> None:
    """RULES 5.4: Ann leaves instead."""
    game = a_game({ann: cards(1000, 1010), ben: cards(1100), carla: cards(1200, 1210)})

    assert after(game, Leave(seat=ann)).chain == cards(1500, 1901)


def test_no_third_opener_is_laid() -> None:
    """RULES 5.4: two lie there already, and Carla holds one card as well."""
    game = a_game({ann: cards(1000, 1010), ben: cards(1100), carla: cards(1200)})

    assert after(game, time_is_up, time_is_up).chain == cards(1500, 1901)


def test_no_second_opener_is_laid_once_somebody_has_placed() -> None:
    """RULES 5.4: Ann placed before, then left; a chain of two that was played into stays as it is."""
    game = a_game({ann: cards(1000, 1010, 1020, 1030), ben: cards(1100, 1110), carla: cards(1200)})

    game = after(game, places(ann, "1000", 1), time_is_up)

    assert (game.on_turn, game.chain) == (carla, cards(1000, 1500))
