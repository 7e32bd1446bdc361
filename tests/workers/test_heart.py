"""The heart of a process: it beats every few seconds, and only while the process works."""

import asyncio
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import count

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from pbm.store.connect import connect
from pbm.store.hearts import RedisHearts
from tests.store.making import NOON
from workers.alarms import work
from workers.heart import BEATS_EVERY, Heart, beating
from workers.server import Server


class Hearts(RedisHearts):
    """Counts the beats on their way to Redis."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis)
        self.beats: list[datetime] = []

    def beat(self, name: str, now: datetime) -> datetime | None:
        """Beat, and count it."""
        self.beats.append(now)
        return super().beat(name, now)


@pytest.fixture
def hearts(real_redis: Redis) -> Hearts:
    """No process has ever lived."""
    return Hearts(real_redis)


def test_a_heart_that_is_asked_too_often_beats_every_few_seconds(hearts: Hearts) -> None:
    """A clock ticks each second, and Redis writes each beat to the disk; a clock set back silences nobody."""
    moments = [NOON + timedelta(seconds=n) for n in (0, 1, 4, 5, 9, 12)] + [NOON - timedelta(hours=1)]
    coming = iter(moments)
    heart = Heart("clock", hearts, lambda: next(coming))
    for _ in moments:
        heart.beat()

    assert [(at - NOON).total_seconds() for at in hearts.beats] == [0, 5, 12, -3600]


async def test_an_event_loop_beats_while_it_turns(hearts: Hearts, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, again, and not any more when the work is done."""
    monkeypatch.setattr("workers.heart.BEATS_EVERY", timedelta(milliseconds=10))
    async with beating(Heart("bot", hearts)):
        while len(hearts.beats) < 3:  # noqa: ASYNC110  it beats in another thread
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.05)
    count = len(hearts.beats)
    await asyncio.sleep(0.05)

    assert len(hearts.beats) == count
    assert set(hearts.last_beats()) == {"bot"}


async def test_a_heart_that_waits_for_the_work_beats_once_it_has_begun(hearts: Hearts) -> None:
    """A webhook that Telegram does not take yet is no sign of life."""
    begun = asyncio.Event()
    async with beating(Heart("bot", hearts), begun):
        await asyncio.sleep(0.05)
        assert not hearts.beats
        begun.set()
        while not hearts.beats:  # noqa: ASYNC110  it beats in another thread
            await asyncio.sleep(0.01)


async def test_a_loop_that_ends_as_asked_leaves_word_of_it(hearts: Hearts) -> None:
    """Not one that ends by an error; and a beat that comes late, from its thread, takes nothing back."""
    hours = count()
    bot, post = (Heart(name, hearts, lambda: NOON + timedelta(hours=next(hours))) for name in ("bot", "post"))
    async with beating(bot):
        bot.beat()
    with suppress(RuntimeError):
        async with beating(post):
            post.beat()
            raise RuntimeError

    bot.beat()
    assert hearts.stopped() == {"bot"}


def test_a_heart_bears_that_redis_is_away(hearts: Hearts) -> None:
    """The work says that itself; the heart beats again when Redis is there."""
    with Redis(unix_socket_path="/nowhere", retry=Retry(NoBackoff(), 0)) as nowhere:
        Heart("post", RedisHearts(nowhere)).beat()

    Heart("post", hearts).beat()
    assert set(hearts.last_beats()) == {"post"}


def test_a_worker_beats_while_it_looks_for_jobs(hearts: Hearts, server: Server) -> None:
    """Not from a thread beside it, which would beat though it hangs."""
    with connect(server.url, decode=False) as raw:
        work(raw, burst=True, beat=Heart("worker", hearts).beat)

    assert set(hearts.last_beats()) == {"worker"}
    assert timedelta(seconds=10) > BEATS_EVERY
