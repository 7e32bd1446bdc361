"""The set of deadlines: kept with the state, found again when lost."""

from datetime import datetime, timedelta

import pytest
from redis import Redis

from pbm.rules.clock import Alarm
from pbm.rules.game import Status
from pbm.service.ports import Commit
from pbm.store import keys
from pbm.store.alarms import SLICE, RedisAlarms
from pbm.store.games import RedisStore
from pbm.views.table import Table
from tests.store.making import NOON, a_table, alarms_of, keep

FOREVER = NOON + timedelta(days=99)
HALF, EIGHTH, DUE = alarms_of(a_table())


@pytest.fixture
def alarms(redis: Redis) -> RedisAlarms:
    """The alarms of all games, so of none."""
    return RedisAlarms(redis, alarms_of)


def standing(alarms: RedisAlarms, now: datetime = FOREVER) -> list[tuple[str, int, str]]:
    return [(game, alarm.turn, alarm.kind) for game, alarm in alarms.due(now, 1000)]


def begin(store: RedisStore, game: str = "g1") -> None:
    table = a_table(game, chat=f"tg:-{game}")
    keep(store, f"begins {game}", Commit(table=table, alarms_on=alarms_of(table)))


def test_an_alarm_is_due_when_its_time_has_come(store: RedisStore, alarms: RedisAlarms) -> None:
    """Not a second before, and then with its game, its turn and its moment."""
    begin(store)

    assert alarms.due(NOON + timedelta(hours=12, seconds=-1), 9) == ()
    assert alarms.due(NOON + timedelta(hours=12), 9) == (("g1", HALF),)
    assert alarms.due(FOREVER, 2) == (("g1", HALF), ("g1", EIGHTH))


def test_the_next_turn_takes_the_alarms_of_the_last_one_away(store: RedisStore, alarms: RedisAlarms) -> None:
    """Only what the game waits for stands in the set."""
    begin(store)
    after = a_table(turn=2, chat="tg:-g1", began=NOON + timedelta(hours=1))
    keep(store, "r2", Commit(table=after, alarms_off=alarms_of(a_table()), alarms_on=alarms_of(after)))

    assert standing(alarms) == [("g1", 2, "half"), ("g1", 2, "eighth"), ("g1", 2, "due")]


def test_every_lost_alarm_is_found_again(store: RedisStore, alarms: RedisAlarms, redis: Redis) -> None:
    """The set is gone altogether; the games of many slices bring it back, moment for moment."""
    many = SLICE * 2 + 7
    for number in range(many):
        begin(store, f"g{number}")
    before = alarms.due(FOREVER, many * 3)
    redis.delete(keys.ALARMS)

    assert alarms.wind(NOON) == many * 3
    assert alarms.due(FOREVER, many * 3) == before


def test_an_alarm_at_a_wrong_moment_is_put_right(store: RedisStore, alarms: RedisAlarms, redis: Redis) -> None:
    """The game's own deadline is the truth."""
    begin(store)
    redis.zadd(keys.ALARMS, {"g1:1:due": 0})
    alarms.wind(NOON)

    assert alarms.due(DUE.at, 9)[-1] == ("g1", DUE)


def test_a_reminder_that_was_given_is_not_wound_again(store: RedisStore, alarms: RedisAlarms) -> None:
    """The turn goes on without it, and nobody is reminded twice."""
    begin(store)
    keep(store, "r2", Commit(table=a_table(chat="tg:-g1"), alarms_off=(HALF,)))
    alarms.wind(NOON)

    assert standing(alarms) == [("g1", 1, "eighth"), ("g1", 1, "due")]


def test_a_reminder_that_is_set_anew_in_the_same_turn_counts_again(store: RedisStore, alarms: RedisAlarms) -> None:
    """An alarm that was taken off and put on again is found again when lost."""
    begin(store)
    keep(store, "r2", Commit(table=a_table(chat="tg:-g1"), alarms_off=(HALF,)))
    keep(store, "r3", Commit(table=a_table(chat="tg:-g1"), alarms_on=(HALF,)))
    alarms.wind(NOON)

    assert ("g1", 1, "half") in standing(alarms)


def test_games_that_are_over_have_no_alarms(store: RedisStore, alarms: RedisAlarms, redis: Redis) -> None:
    """They are not even looked at."""
    begin(store)
    keep(store, "r2", Commit(table=a_table(chat="tg:-g1", status=Status.OVER), alarms_off=alarms_of(a_table())))

    assert alarms.wind(NOON) == 0
    assert standing(alarms) == []
    assert redis.smembers(keys.OPEN_GAMES) == set()
    assert not redis.exists(keys.rung("g1"))


@pytest.mark.parametrize("bad", ["abroken", '{"game":{"id":"g1","version":99}}'], ids=["broken", "later"])
def test_a_table_that_cannot_be_read_costs_no_other_its_alarms(
    store: RedisStore, alarms: RedisAlarms, redis: Redis, caplog: pytest.LogCaptureFixture, bad: str
) -> None:
    """One line of the log says so, however often the others are found again."""
    begin(store, "g1")
    begin(store, "g2")
    redis.set(keys.game("g1"), bad)
    redis.delete(keys.ALARMS)

    assert [alarms.wind(NOON), alarms.wind(NOON)] == [3, 3]
    assert {game for game, _, _ in standing(alarms)} == {"g2"}
    assert ["game g1" in record.getMessage() for record in caplog.records] == [True]


def test_a_computer_whose_turn_began_before_the_clock_was_set_back_is_wound_to_move(
    store: RedisStore, redis: Redis
) -> None:
    """At the next winding, not when the clock is where it was; its deadline stays."""
    table = a_table()
    computers = table.model_copy(update={"game": table.game.model_copy(update={"on_turn": "pc:ada"})})
    alarms = RedisAlarms(redis, lambda table: (Alarm("computer", 1, NOON + timedelta(seconds=3)), DUE))
    keep(store, "r1", Commit(table=computers, alarms_on=alarms._alarms_of(computers)))
    earlier = NOON - timedelta(hours=1)
    alarms.wind(NOON)
    assert standing(alarms, earlier) == []

    alarms.wind(earlier)

    assert standing(alarms, earlier) == [("g1", 1, "computer")]
    assert alarms.due(DUE.at, 9)[-1] == ("g1", DUE)


@pytest.mark.parametrize(
    "late",
    [("gone", 1, "due"), ("g1", 0, "due"), ("g1", 1, "unheard of")],
    ids=["game gone", "turn gone", "kind unknown"],
)
def test_an_alarm_that_no_game_wants_is_laid_by(
    store: RedisStore, alarms: RedisAlarms, redis: Redis, late: tuple[str, int, str]
) -> None:
    """It would ring for ever otherwise."""
    begin(store)
    redis.zadd(keys.ALARMS, {":".join(map(str, late)): 0})
    assert late in standing(alarms)

    alarms.lay_by(*late)

    assert standing(alarms) == [("g1", 1, "half"), ("g1", 1, "eighth"), ("g1", 1, "due")]


def test_an_alarm_that_its_game_still_wants_stays(store: RedisStore, alarms: RedisAlarms) -> None:
    """It rang early, or its work failed: it rings again."""
    begin(store)

    alarms.lay_by("g1", 1, "due")

    assert ("g1", 1, "due") in standing(alarms)


def test_winding_while_a_turn_ends_does_not_bring_the_old_turn_back(store: RedisStore, redis: Redis) -> None:
    """The game moves on between looking and mending; the mended set is the new turn's."""
    begin(store)
    redis.delete(keys.ALARMS)
    seen = []

    def meanwhile(table: Table) -> tuple[Alarm, ...]:
        seen.append(table.game.turn)
        if len(seen) == 1:
            after = a_table(turn=2, chat="tg:-g1")
            keep(store, "r2", Commit(table=after, alarms_off=alarms_of(a_table()), alarms_on=alarms_of(after)))
        return alarms_of(table)

    alarms = RedisAlarms(redis, meanwhile)
    alarms.wind(NOON)

    assert seen == [1, 2]
    assert standing(alarms) == [("g1", 2, "half"), ("g1", 2, "eighth"), ("g1", 2, "due")]
