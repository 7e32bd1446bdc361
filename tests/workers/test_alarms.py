"""The workers: a job of the queue reaches the game, with a real worker on a real server."""

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import ModuleType

import pytest
from redis import Redis

from pbm.rules.clock import Alarm
from pbm.rules.game import STATE_VERSION
from pbm.service.ports import Commit, Known
from pbm.service.requests import Rang, Request
from pbm.store import keys
from pbm.store.alarms import RedisAlarms
from pbm.store.connect import connect
from pbm.store.games import RedisStore
from pbm.store.hearts import RedisHearts
from pbm.store.packed import unpacked
from tests.store.making import a_table, alarms_of, keep
from workers.alarms import work
from workers.clock import RINGS_AGAIN, Clock, alarm_queue
from workers.server import Server

HALF, EIGHTH, DUE = alarms_of(a_table())


class House:
    """A clock, a worker and a game whose handler does what the test says."""

    def __init__(self, redis: Redis, raw: Redis) -> None:
        self.store, self.alarms, self.redis, self.raw = RedisStore(redis), RedisAlarms(redis, alarms_of), redis, raw
        self.heard: list[Request] = []
        self.does: Callable[[Known], Commit | None] = lambda known: None
        table = a_table()
        keep(self.store, "r1", Commit(table=table, alarms_on=alarms_of(table)))

    def handle(self, request: Request) -> None:
        """Hear a request, and do what the test says."""
        self.heard.append(request)
        assert isinstance(request.what, Rang)
        self.store.transact(request.id, request.what.game, None, self.does)

    def rings(self, alarm: Alarm, later: int = 0) -> None:
        """The clock rings, and a worker works until nothing is left to do."""
        Clock(self.alarms, alarm_queue(self.raw), lambda: alarm.at + later * RINGS_AGAIN).tick()
        work(self.raw, burst=True)

    def standing(self) -> list[str]:
        """The kinds of alarms in the set."""
        return [alarm.kind for _, alarm in self.alarms.due(DUE.at, 9)]


@pytest.fixture
def house(real_redis: Redis, server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """The house, wired together as `pbm.wiring` does with the real one."""
    with connect(server.url, decode=False) as raw:
        house = House(real_redis, raw)
        wiring = ModuleType("pbm.wiring")
        wiring.handler = lambda: house.handle  # type: ignore[attr-defined]  # one of the test
        wiring.alarms = lambda: house.alarms  # type: ignore[attr-defined]  # one of the test
        wiring.hearts = lambda: RedisHearts(real_redis)  # type: ignore[attr-defined]  # one of the test
        monkeypatch.setitem(sys.modules, "pbm.wiring", wiring)
        monkeypatch.setattr("pbm.wiring", wiring, raising=False)
        yield house


def test_a_ring_reaches_the_game(house: House) -> None:
    """With its turn and its kind, under an id that is the same whenever the same ring comes."""
    house.rings(HALF)

    assert house.heard == [Request(id="alarm:g1:1:half:1", what=Rang(game="g1", turn=1, kind="half"))]


def test_a_handled_alarm_is_gone_by_the_commit(house: House) -> None:
    """It does not ring again, and RQ keeps nothing of it."""
    house.does = lambda known: Commit(table=known.table, alarms_off=(HALF,))
    house.rings(HALF)

    assert house.standing() == ["eighth", "due"]
    assert list(house.raw.scan_iter("rq:job:*")) == []


def test_a_ring_whose_work_failed_comes_again(house: House) -> None:
    """The alarm stands, and the next attempt counts."""

    def fails(known: Known) -> Commit:
        raise ZeroDivisionError

    house.does = fails
    house.rings(HALF)
    assert "half" in house.standing()

    house.does = lambda known: Commit(table=known.table, alarms_off=(HALF,))
    house.rings(HALF, later=1)

    assert [request.id for request in house.heard] == ["alarm:g1:1:half:1", "alarm:g1:1:half:2"]
    assert house.standing() == ["eighth", "due"]


def test_an_alarm_that_fails_does_not_stop_those_in_the_same_job(house: House) -> None:
    """The half fails, the eighth is handled; the half stands, and rings again by itself."""

    def fails_once(known: Known) -> Commit:
        if len(house.heard) == 1:
            raise ZeroDivisionError
        return Commit(table=known.table, alarms_off=(EIGHTH,))

    house.does = fails_once
    house.rings(EIGHTH)

    assert [request.what for request in house.heard] == [
        Rang(game="g1", turn=1, kind="half"),
        Rang(game="g1", turn=1, kind="eighth"),
    ]
    assert house.standing() == ["half", "due"]


def test_an_alarm_of_a_game_of_a_later_version_rings_once(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """One line says so, the game stays as it is, and the alarm is found again from it by that version."""
    kept = unpacked(str(house.redis.get(keys.game("g1")))).replace(
        f'"version":{STATE_VERSION}', f'"version":{STATE_VERSION + 1}'
    )
    house.redis.set(keys.game("g1"), kept)

    house.rings(HALF)
    house.alarms.wind(HALF.at)
    house.rings(HALF, later=1)

    (record,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert "game g1 was kept by a later version" in record.getMessage()
    assert "half" not in house.standing()
    assert house.redis.get(keys.game("g1")) == kept


def test_an_alarm_of_an_old_turn_is_laid_by(house: House) -> None:
    """The game has nothing to do with it, so the ring takes it from the set."""
    keep(house.store, "r2", Commit(table=a_table(turn=2)))
    house.rings(HALF)

    assert house.standing() == ["eighth", "due"]


def test_a_job_that_runs_twice_counts_once(house: House) -> None:
    """RQ may give one job to two workers."""
    counted = []

    def counts(known: Known) -> Commit:
        counted.append(known)
        return Commit(table=known.table)

    house.does = counts
    house.rings(HALF)
    house.rings(HALF)

    assert (len(house.heard), len(counted)) == (2, 1)


def test_a_ring_during_an_outage_waits_for_the_next(house: House) -> None:
    """Nobody loses a turn while the bot is away; the alarm stands, and rings again when the outage is excused."""
    hearts = RedisHearts(house.redis)
    hearts.outage_since(DUE.at)
    house.rings(DUE)
    assert house.heard == []
    assert "due" in house.standing()

    hearts.outage_over(DUE.at)
    house.rings(DUE, later=1)

    assert "alarm:g1:1:due:2" in [request.id for request in house.heard]


def test_a_worker_outlives_a_server_whose_memory_is_full(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """For two seconds nothing can be written; the alarm that is due meanwhile rings afterwards, by the same worker."""
    Clock(house.alarms, alarm_queue(house.raw), lambda: DUE.at).tick()
    house.redis.config_set("maxmemory", 1)

    def free_and_stop() -> None:
        time.sleep(2)
        house.redis.config_set("maxmemory", 0)
        for _ in range(100):
            if house.heard:
                break
            time.sleep(0.1)
        os.kill(os.getpid(), signal.SIGTERM)

    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    helper = threading.Thread(target=free_and_stop)
    helper.start()
    try:
        work(house.raw)
    finally:
        helper.join()
        house.redis.config_set("maxmemory", 0)
        signal.signal(signal.SIGTERM, before)

    assert house.heard
    assert "the alarms wait" in caplog.text


def test_a_worker_ends_in_peace_though_it_failed_in_the_middle_of_a_job(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """SIGTERM comes while it rests after a job that failed: it ends, and begins no other worker."""
    Clock(house.alarms, alarm_queue(house.raw), lambda: DUE.at).tick()
    ended, asked_again = threading.Event(), threading.Event()

    def fills(known: Known) -> None:
        house.redis.config_set("maxmemory", 1)

    def stop() -> None:
        for _ in range(100):
            if "the alarms wait" in caplog.text:
                break
            time.sleep(0.1)
        os.kill(os.getpid(), signal.SIGTERM)
        if not ended.wait(15):
            asked_again.set()
            os.kill(os.getpid(), signal.SIGTERM)  # else the test would never end

    house.does = fills
    before = signal.getsignal(signal.SIGTERM)
    helper = threading.Thread(target=stop)
    helper.start()
    try:
        work(house.raw)
    finally:
        ended.set()
        helper.join()
        house.redis.config_set("maxmemory", 0)
        signal.signal(signal.SIGTERM, before)

    assert house.heard
    assert not asked_again.is_set()


def test_a_worker_ends_in_peace_while_the_memory_is_full(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """SIGTERM comes while it rests before it tries again; no thread stays."""
    threads = threading.active_count()

    def fill_and_stop() -> None:
        house.redis.config_set("maxmemory", 1)
        for _ in range(100):
            if "the alarms wait" in caplog.text:
                break
            time.sleep(0.1)
        os.kill(os.getpid(), signal.SIGTERM)

    def begin() -> None:
        if not helper.ident:
            helper.start()

    before = signal.getsignal(signal.SIGTERM)
    helper = threading.Thread(target=fill_and_stop)
    try:
        work(house.raw, beat=begin)
    finally:
        helper.join()
        house.redis.config_set("maxmemory", 0)
        signal.signal(signal.SIGTERM, before)

    assert "the alarms wait" in caplog.text
    for _ in range(100):  # a thread that the signal found ending needs a moment
        if threading.active_count() == threads:
            break
        time.sleep(0.05)
    assert threading.active_count() == threads
