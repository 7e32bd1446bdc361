"""The bot's own outages are never counted against a player."""

from datetime import UTC, datetime, timedelta

import pytest
from redis import Redis

from pbm.service.ports import KeptByLaterCode
from pbm.service.requests import Outage, Request
from pbm.store.hearts import SILENT, RedisHearts
from workers.outages import Outages, stands

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def everybody_beats(hearts: RedisHearts, now: datetime) -> None:
    for name in ("bot", "post", "clock", "worker"):
        hearts.beat(name, now)


def outages(hearts: RedisHearts, handled: list[Request]) -> Outages:
    return Outages(hearts, lambda: ("g1", "g2"), handled.append)


def test_while_everything_lives_alarms_may_ring(redis: Redis) -> None:
    """Hearts that beat a moment ago are no outage, and neither are those that never did."""
    handled: list[Request] = []
    watch = outages(RedisHearts(redis), handled)

    assert watch.over(NOON)
    everybody_beats(RedisHearts(redis), NOON)
    assert watch.over(NOON + SILENT)
    assert handled == []


def test_no_alarm_rings_while_the_bot_is_away(redis: Redis) -> None:
    """The post has been silent for more than a minute: nothing rings, in the clock or in a worker."""
    hearts = RedisHearts(redis)
    everybody_beats(hearts, NOON)
    hearts.beat("bot", NOON + HOUR)
    hearts.beat("clock", NOON + HOUR)

    assert not outages(hearts, []).over(NOON + HOUR)
    assert stands(hearts)


@pytest.mark.parametrize("why", [KeptByLaterCode("g1", "state version 9"), LookupError("a fault of ours")])
def test_a_game_that_fails_keeps_no_other_from_its_time(redis: Redis, why: Exception) -> None:
    """The first of the open games was kept by a later version, or is broken; the second has its hour back."""
    hearts, handled = RedisHearts(redis), list[Request]()

    def handle(request: Request) -> None:
        if isinstance(request.what, Outage) and request.what.game == "g1":
            raise why
        handled.append(request)

    everybody_beats(hearts, NOON)
    watch = Outages(hearts, lambda: ("g1", "g2"), handle)
    assert not watch.over(NOON + HOUR)
    everybody_beats(hearts, NOON + HOUR)

    assert watch.over(NOON + HOUR)
    assert [request.what for request in handled] == [Outage(game="g2", since=NOON, until=NOON + HOUR)]


def test_every_open_game_is_given_the_time_once_it_is_over(redis: Redis) -> None:
    """From the last beat of the one that was away to the moment at which all live again; and it is over then."""
    hearts = RedisHearts(redis)
    handled: list[Request] = []
    everybody_beats(hearts, NOON)
    assert not outages(hearts, handled).over(NOON + HOUR)  # all were away, the clock that looks too

    everybody_beats(hearts, NOON + HOUR)
    assert outages(hearts, handled).over(NOON + HOUR)

    assert [request.what for request in handled] == [
        Outage(game=game, since=NOON, until=NOON + HOUR) for game in ("g1", "g2")
    ]
    assert not stands(hearts)


def test_an_outage_that_ends_twice_is_the_same_request(redis: Redis) -> None:
    """A clock that dies while it excuses an outage does it again, under the same ids."""
    hearts = RedisHearts(redis)
    first: list[Request] = []
    second: list[Request] = []
    hearts.outage_since(NOON)
    everybody_beats(hearts, NOON + HOUR)
    assert outages(hearts, first).over(NOON + HOUR)

    hearts.outage_since(NOON)
    assert outages(hearts, second).over(NOON + HOUR)

    assert [request.id for request in first] == [request.id for request in second]


def test_of_several_silences_the_longest_counts(redis: Redis) -> None:
    """The bot went first and the post later: the outage began with the bot."""
    hearts = RedisHearts(redis)
    everybody_beats(hearts, NOON)
    hearts.beat("post", NOON + HOUR)
    hearts.beat("clock", NOON + 2 * HOUR)
    watch = outages(hearts, [])
    assert not watch.over(NOON + 2 * HOUR)

    assert hearts.outage() == NOON
