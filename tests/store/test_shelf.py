"""The shelf: games that are over stay for as long as the operator says, and go without a trace."""

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from redis import Redis

from pbm.rules.events import GamePaused
from pbm.rules.game import STATE_VERSION, Status
from pbm.service.ports import Commit
from pbm.store import keys
from pbm.store.games import RedisStore
from pbm.store.outbox import SAYINGS_LAST
from pbm.store.packed import unpacked
from pbm.store.shelf import RedisShelf
from tests.service.evening import Evening, a_begun_game, places_right
from tests.store.making import NOON, a_table, keep
from workers.clearing import CLEARS_AGAIN, Clearing

A_YEAR = timedelta(days=365)
SECOND = timedelta(seconds=1)


@pytest.fixture
def shelf(real_redis: Redis) -> RedisShelf:
    """An empty shelf of a real server, which keeps games for a year."""
    return RedisShelf(real_redis, A_YEAR)


def over(game: str, redis: Redis, ended: datetime = NOON) -> None:
    """A game that ended then, put into its place."""
    store, chat = RedisStore(redis), f"tg:-{game[1:]}00"
    keep(store, f"{game}-1", Commit(table=a_table(game, chat=chat)))
    table = a_table(game, chat=chat, status=Status.OVER)
    ending = table.model_copy(update={"game": table.game.model_copy(update={"ended": ended})})
    keep(store, f"{game}-2", Commit(table=ending))


def traces(redis: Redis, game: str) -> list[str]:
    """The keys that name a game, or whose content does."""
    reads: dict[str, Callable[[str], object]] = {
        "string": redis.get,
        "list": lambda key: redis.lrange(key, 0, -1),
        "set": redis.smembers,
        "hash": redis.hgetall,
        "zset": lambda key: redis.zrange(key, 0, -1),
    }
    found = map(str, redis.scan_iter())
    return [key for key in found if game in key or game in str(reads[str(redis.type(key))](key))]


def a_played_game(redis: Redis) -> Evening:
    """A whole evening, to its end, on a real server."""
    evening = Evening()
    evening.redis = redis  # type: ignore[assignment]  # a real one in place of the fake
    evening.store, evening.outbox = RedisStore(redis), type(evening.outbox)(redis)
    evening.alarms = type(evening.alarms)(redis, evening.alarms._alarms_of)
    evening.restarts()
    a_begun_game(evening=evening)
    while evening.game.status is not Status.OVER:
        assert evening.game.on_turn
        places_right(evening, evening.game.on_turn)
    return evening


def test_a_game_stays_until_its_time_is_over(shelf: RedisShelf, real_redis: Redis) -> None:
    """Not a second less, and no other game goes with it."""
    over("g1", real_redis)
    over("g2", real_redis, NOON + SECOND)
    assert shelf.clear(NOON + A_YEAR - SECOND) == 0
    assert sorted(shelf.games()) == ["g1", "g2"]

    assert shelf.clear(NOON + A_YEAR) == 1
    assert list(shelf.games()) == ["g2"]


def test_a_game_that_is_not_over_stays_for_ever(shelf: RedisShelf, real_redis: Redis) -> None:
    """However long it is paused, or its turn lasts."""
    keep(RedisStore(real_redis), "r1", Commit(table=a_table("g1", status=Status.PAUSED)))

    assert shelf.clear(NOON + 10 * A_YEAR) == 0
    assert list(shelf.games()) == ["g1"]


def test_a_whole_game_goes_without_a_trace(shelf: RedisShelf, real_redis: Redis) -> None:
    """Table, log, alarms, bindings, seats, looks; what its messages were about is forgotten within a month anyway."""
    evening = a_played_game(real_redis)
    assert keys.log("game1") in traces(real_redis, "game1")
    assert shelf.clear(evening.now + A_YEAR) == 1

    left = traces(real_redis, "game1")
    assert {key.split(":")[1] for key in left} <= {"said", "request"}
    assert all(0 < real_redis.ttl(key) <= SAYINGS_LAST.total_seconds() for key in left)


def test_a_game_of_a_later_version_stays(shelf: RedisShelf, real_redis: Redis) -> None:
    """Who does not understand a game does not throw it away."""
    over("g1", real_redis)
    kept = unpacked(str(real_redis.get(keys.game("g1"))))
    later = kept.replace(f'"version":{STATE_VERSION}', f'"version":{STATE_VERSION + 1}')
    real_redis.set(keys.game("g1"), later)

    assert shelf.clear(NOON + 2 * A_YEAR) == 0
    assert real_redis.get(keys.game("g1")) == later


def test_clearing_looks_at_a_few_games_with_each_tick(shelf: RedisShelf, real_redis: Redis) -> None:
    """However many there are, alarms do not wait for it; within the hour it does not begin again."""
    over("g0", real_redis)
    ended = unpacked(str(real_redis.get(keys.game("g0"))))
    real_redis.mset({keys.game(f"g{number}"): ended.replace("g0", f"g{number}") for number in range(1, 300)})
    moment = [NOON + A_YEAR]
    clearing = Clearing(shelf, lambda: moment[0])
    ticks, left = 0, [300]
    while left[-1]:
        clearing.tick()
        left.append(len(list(shelf.games())))
        ticks += 1
    assert max(before - after for before, after in pairwise(left)) < 200

    over("g999", real_redis)
    for _ in range(ticks):
        clearing.tick()
    assert list(shelf.games()) == ["g999"]
    moment[0] += CLEARS_AGAIN
    for _ in range(ticks):
        clearing.tick()
    assert list(shelf.games()) == []

    over("g998", real_redis, ended=NOON - CLEARS_AGAIN)
    moment[0] -= CLEARS_AGAIN + SECOND  # the clock was set back: nobody waits until it is where it was
    for _ in range(ticks):
        clearing.tick()
    assert list(shelf.games()) == []


def test_a_game_that_is_over_shrinks_to_its_record_and_its_ranking(shelf: RedisShelf, real_redis: Redis) -> None:
    """The record reads as before, in less room; looking again changes nothing."""
    evening = a_played_game(real_redis)
    game, before = evening.game, evening.store.events(evening.game.id)
    names = (keys.game(game.id), keys.log(game.id))
    sizes = [sum(real_redis.memory_usage(name) or 0 for name in names)]
    for _ in range(2):
        shelf.clear(NOON)
        sizes.append(sum(real_redis.memory_usage(name) or 0 for name in names))

    after = RedisStore(real_redis).table(game.id)
    assert after is not None
    assert RedisStore(real_redis).events(game.id) == before
    assert (after.game.ranking, after.game.winner, after.game.ended) == (game.ranking, game.winner, game.ended)
    assert [seat.name for seat in after.game.seats] == [seat.name for seat in game.seats]
    assert (after.game.stack, after.game.used, after.game.chain) == ((), (), ())
    assert sizes[0] > sizes[1] == sizes[2]


def test_a_game_that_goes_on_is_left_as_it_is(shelf: RedisShelf, real_redis: Redis) -> None:
    """Its cards are on the table, and its log grows."""
    keep(RedisStore(real_redis), "r1", Commit(table=a_table("g1", chat="tg:-900"), events=(GamePaused(),)))
    keep(RedisStore(real_redis), "r2", Commit(table=a_table("g1", chat="tg:-900"), events=(GamePaused(),)))
    before = real_redis.get(keys.game("g1")), real_redis.lrange(keys.log("g1"), 0, -1)

    shelf.clear(NOON)

    assert (real_redis.get(keys.game("g1")), real_redis.lrange(keys.log("g1"), 0, -1)) == before
