"""Any play at all keeps the promises, and meets everything there is."""

from datetime import timedelta
from functools import cache
from random import Random
from typing import get_args

import pytest
from hypothesis import HealthCheck, settings

from pbm.rules.clock import CLEARED_AFTER
from pbm.rules.commands import ClearTable, Ending, ExpireTurn, Join, OpenTable
from pbm.rules.events import Event, GameEnded, PlayerLeft
from pbm.rules.game import Game, Status
from pbm.rules.refusals import Refusal
from tests.any_play import DEAL_OF_FEW, PEOPLE, AnyPlay, Table, foolish_wish, wise_wish

GAMES = 350
WISHES_A_GAME = 100
EVENT_KINDS: tuple[type[object], ...] = get_args(get_args(Event)[0])
REFUSALS: tuple[type[object], ...] = get_args(Refusal)

TestAnyPlay = AnyPlay.TestCase
TestAnyPlay.settings = settings(
    max_examples=80,
    stateful_step_count=30,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@cache
def tables() -> tuple[Table, ...]:
    """Games played by chance, the same ones each time."""
    return tuple(_played(Random(seed)) for seed in range(GAMES))


def _played(random: Random) -> Table:
    table = Table()
    folly, idling = random.choice((0.05, 0.2, 0.5)), random.choice((0.02, 0.1, 0.4))
    game = _opened(table, random)
    for _ in range(WISHES_A_GAME):
        if game.due is not None and random.random() < idling:
            table.now = max(table.now, game.due)
            table.wish(ExpireTurn(turn=game.turn), random)
        elif game.status is Status.OPEN and random.random() < 0.01:
            table.now += CLEARED_AFTER
            table.wish(ClearTable(), random)
        elif random.random() < folly:
            table.wish(foolish_wish(game, random, table.now), random)
        else:
            table.wish(wise_wish(game, random, table.now), random)
        table.now += timedelta(hours=random.randrange(0, 3)) if random.random() < 0.98 else timedelta(days=8)
        if game.status is Status.OVER:
            break  # one wish after the end was refused, and all the others would be
        game = table.game or game
    return table


def _opened(table: Table, random: Random) -> Game:
    table.wish(OpenTable(game="g1", seat=PEOPLE[0], name="Ann", settings=DEAL_OF_FEW), random)
    crowd = PEOPLE[1:] if random.random() < 0.1 else ()
    for seat in crowd:
        table.wish(Join(seat=seat, name="Ben"), random)
    assert table.game is not None
    return table.game


@pytest.mark.parametrize("kind", EVENT_KINDS, ids=lambda kind: kind.__name__)
def test_every_event_happens(kind: type[object]) -> None:
    """In enough games each kind of event is met, so the promises were checked after it."""
    assert any(isinstance(event, kind) for table in tables() for event in table.events)


@pytest.mark.parametrize("kind", REFUSALS, ids=lambda kind: kind.__name__)
def test_every_refusal_is_met(kind: type[object]) -> None:
    """In enough games each no is heard."""
    assert any(isinstance(no, kind) for table in tables() for no in table.refusals)


@pytest.mark.parametrize("how", get_args(Ending))
def test_games_end_in_every_way(how: str) -> None:
    """Somebody wins, the last one is left, somebody ends it, nobody is left, nobody begins it."""
    ends = [event for table in tables() for event in table.events if isinstance(event, GameEnded)]

    assert how in {event.how for event in ends}


def test_people_are_kicked_by_one_and_by_several() -> None:
    """The owner decides alone; else a vote stands until another makes it enough."""
    gone = [event for table in tables() for event in table.events if isinstance(event, PlayerLeft)]

    assert {1, 2} <= {len(event.kicked_by) for event in gone}


def test_every_game_can_be_written_down_and_played_again() -> None:
    """RULES 10: replayed, the record of each ends in the same position."""
    for table in tables():
        table.record_replays_to_the_same_position()
