"""The post: one delivers, the next one takes over, and it ends in peace."""

import asyncio
import os
import signal
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from redis import Redis

from pbm.service.deliver import nobody_asks
from pbm.service.ports import Commit, Fate, Letter, Sent
from pbm.store import keys
from pbm.store.connect import Patience
from pbm.store.games import RedisStore
from pbm.store.lease import LEASE_LASTS, Lease
from pbm.store.outbox import RedisOutbox
from tests.store.making import GROUP, NOON, a_message, head, keep
from workers import post as post_office
from workers.post import post, serve


class Carrier:
    """A sender that keeps what it was given, once its gate is open."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.gate, self.asked, self.has_told = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.gate.set()

    async def send(self, letter: Letter) -> Fate:
        """It arrives."""
        self.asked.set()
        await self.gate.wait()
        self.told.append(letter.message.text.text)
        self.has_told.set()
        return Sent(message=len(self.told))


class WatchedLease(Lease):
    """A lease that tells when it was asked for."""

    def __init__(self, redis: Redis, lasts: timedelta) -> None:
        super().__init__(redis, keys.POST, lasts)
        self.taken, self.refused = threading.Event(), threading.Event()

    def take(self) -> bool:
        """As ever."""
        taken = super().take()
        (self.taken if taken else self.refused).set()
        return taken


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A post that has no lease asks for it often."""
    monkeypatch.setattr(post_office, "LOOKS_EVERY", 0.02)


@asynccontextmanager
async def a_post(redis: Redis, carrier: Carrier, lasts: timedelta = LEASE_LASTS) -> AsyncIterator[WatchedLease]:
    stop, lease = asyncio.Event(), WatchedLease(redis, lasts)
    running = asyncio.create_task(post(RedisOutbox(redis), carrier, lease, stop, lambda: NOON))
    try:
        async with asyncio.timeout(8):
            yield lease
    finally:
        stop.set()
        await running


async def told_by_both(one: Carrier, other: Carrier, count: int) -> None:
    while len(one.told) + len(other.told) < count:  # noqa: ASYNC110  # there are two to wait for
        await asyncio.sleep(0.01)


async def test_only_one_post_delivers(redis: Redis) -> None:
    """Twenty messages come once each, in order, though two posts are there."""
    one, other = Carrier(), Carrier()
    async with a_post(redis, one), a_post(redis, other):
        keep(RedisStore(redis), "r1", Commit(messages=tuple(a_message(str(number)) for number in range(20))))
        await told_by_both(one, other, 20)

    assert sorted([one.told, other.told]) == [[], [str(number) for number in range(20)]]


async def test_the_next_post_takes_over_from_a_dead_one(redis: Redis) -> None:
    """The dead one renews its lease no more, and when that has run out the mail goes on."""
    assert Lease(redis, keys.POST).take()
    assert 0 < redis.pttl(keys.POST) <= LEASE_LASTS.total_seconds() * 1000
    keep(RedisStore(redis), "r1", Commit(messages=(a_message("One."),)))
    carrier = Carrier()

    async with a_post(redis, carrier) as lease:
        await asyncio.to_thread(lease.refused.wait)
        assert carrier.told == []
        redis.pexpire(keys.POST, 1)
        await carrier.has_told.wait()


async def test_a_post_that_lost_its_lease_stops_delivering(redis: Redis, caplog: pytest.LogCaptureFixture) -> None:
    """It was asleep for too long, and another works now."""
    carrier = Carrier()
    async with a_post(redis, carrier, timedelta(seconds=0.3)) as lease:
        await asyncio.to_thread(lease.taken.wait)
        lease.refused.clear()
        while not redis.set(keys.POST, "another's", xx=True):  # noqa: ASYNC110  # it may have run out
            await asyncio.sleep(0.01)
        await asyncio.to_thread(lease.refused.wait)
        keep(RedisStore(redis), "r1", Commit(messages=(a_message("One."),)))
        await asyncio.sleep(0.1)

    assert carrier.told == []
    assert redis.get(keys.POST) == "another's"
    assert "another post has taken over" in caplog.messages


async def test_a_post_whose_lease_ran_out_takes_it_again(redis: Redis, caplog: pytest.LogCaptureFixture) -> None:
    """Redis hung, or forgot all: there is no other post, and none is spoken of."""
    carrier = Carrier()
    async with a_post(redis, carrier, timedelta(seconds=0.3)) as lease:
        await asyncio.to_thread(lease.taken.wait)
        lease.taken.clear()
        redis.delete(keys.POST)
        await asyncio.to_thread(lease.taken.wait)
        keep(RedisStore(redis), "r1", Commit(messages=(a_message("One."),)))
        await carrier.has_told.wait()

    assert "the right to deliver ran out while Redis did not answer; it is taken again" in caplog.messages
    assert "another post has taken over" not in caplog.messages


async def test_a_post_keeps_its_lease_while_it_works(redis: Redis) -> None:
    """It renews it, so nobody takes over from the living."""
    async with a_post(redis, Carrier(), timedelta(seconds=1.5)) as lease:
        await asyncio.to_thread(lease.taken.wait)
        redis.pexpire(keys.POST, 1200)
        while redis.pttl(keys.POST) <= 1200:  # noqa: ASYNC110  # a time to live rings no bell
            await asyncio.sleep(0.01)


async def test_a_post_outlives_a_server_whose_memory_is_full(real_redis: Redis) -> None:
    """It cannot even take its lease; as soon as something can be written again, the mail goes on."""
    keep(RedisStore(real_redis), "r1", Commit(messages=(a_message("One."),)))
    carrier = Carrier()
    real_redis.config_set("maxmemory", 1)
    try:
        async with a_post(real_redis, carrier):
            await asyncio.sleep(0.2)
            assert carrier.told == []
            real_redis.config_set("maxmemory", 0)
            await carrier.has_told.wait()
    finally:
        real_redis.config_set("maxmemory", 0)

    assert carrier.told == ["One."]


async def test_a_post_outlives_memory_that_fills_up_while_it_delivers(real_redis: Redis) -> None:
    """What is due cannot be put right then; it leaves its lease to whoever can work, and takes it again."""
    carrier = Carrier()
    try:
        async with a_post(real_redis, carrier) as lease:
            await asyncio.to_thread(lease.taken.wait)
            # An urgent line that says otherwise than LINES: `due` puts that right, which is a write.
            with real_redis.pipeline() as pipe:
                pipe.zadd(keys.LINES, {GROUP: NOON.timestamp()})
                pipe.zadd(keys.hasty("board"), {GROUP: NOON.timestamp() - 1})
                pipe.config_set("maxmemory", 1)
                pipe.execute()
            while real_redis.exists(keys.POST):  # noqa: ASYNC110  # a lease that is given back rings no bell
                await asyncio.sleep(0.01)
            real_redis.config_set("maxmemory", 0)
            keep(RedisStore(real_redis), "r1", Commit(messages=(a_message("One."),)))
            await carrier.has_told.wait()
    finally:
        real_redis.config_set("maxmemory", 0)

    assert carrier.told == ["One."]


async def test_a_signal_ends_the_post_when_the_letter_under_way_is_delivered(redis: Redis) -> None:
    """It is settled and does not come twice, and the lease is free at once."""
    carrier = Carrier()
    carrier.gate.clear()
    keep(RedisStore(redis), "r1", Commit(messages=(a_message("One."), a_message("Two."))))
    running = asyncio.create_task(serve(RedisOutbox(redis), carrier, Lease(redis, keys.POST), nobody_asks, Patience()))

    async with asyncio.timeout(5):
        await carrier.asked.wait()
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.sleep(0.05)
        carrier.gate.set()
        await running

    assert carrier.told == ["One."]
    assert head(RedisOutbox(redis)).message.text.text == "Two."
    assert not redis.exists(keys.POST)
