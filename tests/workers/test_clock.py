"""The clock: what is due becomes a job, again and again until it is done, and never a heap of them."""

import threading
import time
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from redis import Redis
from rq import Queue
from rq.job import Job

from pbm.service.ports import Commit
from pbm.store import keys
from pbm.store.alarms import RedisAlarms
from pbm.store.connect import connect
from pbm.store.games import RedisStore
from tests.store.making import a_table, alarms_of, keep
from workers.clock import RINGS_AGAIN, TICK, WINDS_AGAIN, Clock, alarm_queue
from workers.server import Server

HALF, EIGHTH, DUE = alarms_of(a_table())
SECOND = timedelta(seconds=1)


class Watch:
    """A moment that is set by hand."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def __call__(self) -> datetime:
        """What time it is."""
        return self.at


@pytest.fixture
def queue(server: Server, real_redis: Redis) -> Iterator[Queue]:
    """The queue of the workers, empty."""
    with connect(server.url, decode=False) as raw:
        yield alarm_queue(raw)


@pytest.fixture
def watch() -> Watch:
    """It is when half of the turn is gone."""
    return Watch(HALF.at)


@pytest.fixture
def clock(real_redis: Redis, queue: Queue, watch: Watch) -> Clock:
    """A clock over one game."""
    table = a_table()
    keep(RedisStore(real_redis), "r1", Commit(table=table, alarms_on=alarms_of(table)))
    return Clock(RedisAlarms(real_redis, alarms_of), queue, watch)


def test_what_is_due_becomes_a_job(clock: Clock, queue: Queue) -> None:
    """Once, however often the clock looks; its name says what rings."""
    clock.tick()
    clock.tick()

    assert queue.job_ids == ["g1-1-half-1"]
    job = Job.fetch("g1-1-half-1", connection=queue.connection, serializer=queue.serializer)
    assert (job.func_name, job.args) == ("workers.alarms.ring_all", [["g1", 1, "half", 1]])
    assert (job.result_ttl, job.failure_ttl, job.retries_left) == (0, 3600, None)


def test_many_alarms_share_a_job(clock: Clock, queue: Queue, real_redis: Redis, watch: Watch) -> None:
    """Twenty each; as long as theirs waits none is rung again, and when it is gone all of them are."""
    for number in range(2, 42):
        table = a_table(f"g{number}", chat=f"tg:-{number}")
        keep(RedisStore(real_redis), f"r{number}", Commit(table=table, alarms_on=alarms_of(table)))
    clock.tick()
    watch.at += RINGS_AGAIN
    clock.tick()
    first = queue.job_ids
    assert [len(Job.fetch(id, queue.connection, queue.serializer).args) for id in first] == [20, 20, 1]
    queue.delete(delete_jobs=True)
    clock.tick()

    assert [id.replace("half-1", "half-2") for id in first] == queue.job_ids


def test_what_is_not_due_does_not_ring(clock: Clock, queue: Queue, watch: Watch) -> None:
    """Not a second early."""
    watch.at = HALF.at - SECOND
    clock.tick()

    assert queue.job_ids == []


def test_an_alarm_that_still_stands_rings_again(clock: Clock, queue: Queue, watch: Watch) -> None:
    """The worker died with the first ring: fifteen seconds later comes the second."""
    clock.tick()
    queue.delete(delete_jobs=True)
    watch.at += RINGS_AGAIN - SECOND
    clock.tick()
    assert queue.job_ids == []

    watch.at += SECOND
    clock.tick()

    assert queue.job_ids == ["g1-1-half-2"]


def test_a_job_that_failed_does_not_stand_in_the_way(clock: Clock, queue: Queue, watch: Watch) -> None:
    """RQ keeps it for an hour; the next ring has another name."""
    clock.tick()
    queue.connection.lrem(queue.key, 0, "g1-1-half-1")
    watch.at += RINGS_AGAIN
    clock.tick()

    assert Job.exists("g1-1-half-1", queue.connection)
    assert queue.job_ids == ["g1-1-half-2"]


def test_without_a_worker_the_queue_does_not_grow(clock: Clock, queue: Queue, watch: Watch) -> None:
    """An hour without anybody to work leaves one job for one alarm."""
    for _ in range(240):
        clock.tick()
        watch.at += RINGS_AGAIN

    assert queue.job_ids == ["g1-1-half-1"]


def test_two_clocks_ring_once(clock: Clock, queue: Queue, real_redis: Redis, watch: Watch) -> None:
    """A second clock, or the same one started again, gives the same ring the same name."""
    clock.tick()
    Clock(RedisAlarms(real_redis, alarms_of), queue, watch).tick()

    assert queue.job_ids == ["g1-1-half-1"]


def test_an_alarm_that_was_lost_rings_within_a_minute(
    clock: Clock, queue: Queue, real_redis: Redis, watch: Watch
) -> None:
    """The set of deadlines is gone; the clock finds them again in the games."""
    watch.at = HALF.at - WINDS_AGAIN
    clock.tick()
    clock.tick()
    real_redis.delete(keys.ALARMS)
    watch.at = HALF.at
    for _ in range(3):
        clock.tick()

    assert queue.job_ids == ["g1-1-half-1"]


def test_a_clock_that_was_set_back_looks_through_the_games_at_once(
    clock: Clock, queue: Queue, real_redis: Redis, watch: Watch
) -> None:
    """Not an hour later: what rings differently now rings within seconds."""
    watch.at = HALF.at + timedelta(hours=1)
    for _ in range(3):
        clock.tick()
    queue.delete(delete_jobs=True)
    real_redis.delete(keys.ALARMS)
    watch.at = HALF.at
    for _ in range(3):
        clock.tick()

    assert queue.job_ids == ["g1-1-half-1"]


def test_a_deadline_that_moved_rings_at_its_new_time(
    clock: Clock, queue: Queue, real_redis: Redis, watch: Watch
) -> None:
    """The attempts of the old moment do not count for the new one."""
    real_redis.zadd(keys.ALARMS, {"g1:1:half": (HALF.at - 10 * RINGS_AGAIN).timestamp()})
    clock.tick()
    queue.delete(delete_jobs=True)
    real_redis.zadd(keys.ALARMS, {"g1:1:half": HALF.at.timestamp()})
    clock.tick()

    assert queue.job_ids == ["g1-1-half-1"]


@pytest.mark.parametrize("lost", [False, True])
def test_a_clock_outlives_a_server_whose_memory_is_full(
    clock: Clock, queue: Queue, real_redis: Redis, lost: bool
) -> None:
    """It rings as soon as something can be written again, without being started anew; alarms that were lost as well."""
    if lost:
        real_redis.delete(keys.ALARMS)
    stop = threading.Event()
    running = threading.Thread(target=clock.run, args=(stop,))
    real_redis.config_set("maxmemory", 1)
    try:
        running.start()
        time.sleep(2.5 * TICK)
        rung_while_full = len(queue)
        real_redis.config_set("maxmemory", 0)
        until = time.monotonic() + 10
        while not len(queue) and time.monotonic() < until:
            time.sleep(0.1)
    finally:
        real_redis.config_set("maxmemory", 0)
        stop.set()
        running.join()

    assert rung_while_full == 0
    assert len(queue) == 1
