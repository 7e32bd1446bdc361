"""Going out, winning, ranking (RULES 7), and moves after the end."""

from typing import Any

import pytest

from pbm.rules.commands import Command, EndGame, Join, Leave, Resume, TakeBack
from pbm.rules.events import CardsDrawn, ChainTurnedOver, GameEnded, RoundBegun, TurnBegan
from pbm.rules.game import SHORT_RULES, Game, Rules, Status
from pbm.rules.refusals import GameIsOver
from tests.builders import (
    DATES,
    FULL_RULES,
    NOON,
    a_game,
    after,
    ann,
    ben,
    cards,
    carla,
    deniz,
    doubts,
    only,
    places,
    played,
    refused,
    time_is_up,
)


def ann_has_one_card(rules: Rules = FULL_RULES, **facts: Any) -> Game:
    hands = {ann: cards(1000), ben: cards(1100, 1110, 1120), carla: cards(1200, 1210)}
    return a_game(hands, rules=rules, **facts)


def test_whoever_places_the_last_card_goes_out_and_the_chain_is_turned_over_at_once() -> None:
    """RULES 7.1: Ben need not doubt, and nobody waits for him."""
    events = played(ann_has_one_card(), places(ann, "1000", 2)).events

    assert only(ChainTurnedOver, events) == ChainTurnedOver(
        doubter=None,
        went_out=ann,
        chain=cards(1500, 1000),
        dates=(DATES["1500"], DATES["1000"]),
        correct=False,
        payer=ann,
        to_draw=2,
        at=NOON,
    )


def test_going_out_in_a_correct_chain_wins_and_nobody_draws() -> None:
    """RULES 7.2: Ann has won, no card is drawn, no turn begins."""
    placed = played(ann_has_one_card(), places(ann, "1000", 1))

    assert (placed.game.status, placed.game.winner, placed.game.on_turn) == (Status.OVER, ann, None)
    assert not [one for one in placed.events if isinstance(one, CardsDrawn | TurnBegan)]


def test_going_out_in_a_wrong_chain_costs_two_cards_and_the_next_player_begins() -> None:
    """RULES 7.2: Ann draws two, Ben opens a new round, and nothing else is paid."""
    placed = played(ann_has_one_card(), places(ann, "1000", 2))

    assert only(CardsDrawn, placed.events) == CardsDrawn(seat=ann, cards=cards(1901, 1902))
    assert only(RoundBegun, placed.events) == RoundBegun(seat=ben, cards=cards(1903))
    assert (placed.game.on_turn, placed.game.round) == (ben, 2)


def test_going_out_wrong_costs_three_under_the_short_rules() -> None:
    """RULES 7.2: three instead of two."""
    game = after(ann_has_one_card(rules=Rules(**SHORT_RULES)), places(ann, "1000", 2))

    assert len(game.hand_of(ann)) == 3


def test_the_next_player_in_the_direction_of_play_begins_after_a_wrong_chain() -> None:
    """RULES 7.2: backwards that is Carla."""
    game = after(ann_has_one_card(direction=-1, reversed=True), places(ann, "1000", 2))

    assert game.on_turn == carla


def test_the_others_are_ranked_by_the_cards_they_hold() -> None:
    """RULES 7.3: fewest first, and equal is equal, in seating order."""
    hands = {ben: cards(1100, 1110), ann: cards(1000), deniz: cards(1300, 1310), carla: cards(1200)}
    game = after(a_game(hands, on_turn=ann), places(ann, "1000", 1))

    assert game.ranking == ((ann,), (carla,), (ben, deniz))


def test_the_last_chain_stays_on_the_table() -> None:
    """RULES 7.3: it does not go to the used cards."""
    game = after(ann_has_one_card(), places(ann, "1000", 1))

    assert (game.chain, game.used) == (cards(1000, 1500), ())


def test_a_game_ended_by_hand_has_no_winner() -> None:
    """The owner ends it, and the ranking stays empty."""
    ended = played(a_game(), EndGame(seat=ann))

    assert ended.events == (GameEnded(how="ended by hand", by=ann, winner=None, ranking=(), at=NOON),)


@pytest.mark.parametrize(
    "wish",
    [
        places(ben, "1100", 1),
        doubts(ben),
        time_is_up,
        TakeBack(seat=ann),
        Leave(seat=ben),
        Join(seat=deniz, name="Deniz"),
        Resume(seat=ben),
        EndGame(seat=ann),
    ],
)
def test_nothing_happens_after_the_end(wish: Command) -> None:
    """Whatever is wished for then, the game is over."""
    assert refused(after(ann_has_one_card(), places(ann, "1000", 1)), wish) == GameIsOver()
