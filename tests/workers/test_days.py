"""Days between turns on the real path: the clock makes jobs of alarms, a worker rings them, the post brings words."""

import sys
from collections.abc import Iterator
from datetime import timedelta
from types import ModuleType

import pytest
from redis import Redis

from pbm.service.alarms import alarms_of
from pbm.service.ports import Letter
from pbm.store import keys
from pbm.store.alarms import RedisAlarms
from pbm.store.connect import connect
from pbm.store.games import RedisStore
from pbm.store.hearts import RedisHearts
from pbm.store.outbox import RedisOutbox
from tests.service.evening import GROUP, Evening, a_begun_game, a_table, ann, ben, carla
from tests.service.office import office
from tests.service.said import heard, plain
from workers.alarms import work
from workers.clock import Clock, alarm_queue
from workers.server import Server

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class House:
    """A table on a real server, with a clock and a worker that live as long as the test wants them to."""

    def __init__(self, redis: Redis, raw: Redis) -> None:
        self.evening, self.redis, self.raw = Evening(), redis, raw
        self.evening.redis = redis  # type: ignore[assignment]  # for the one in memory
        self.evening.store, self.evening.outbox = RedisStore(redis), RedisOutbox(redis)
        self.evening.alarms = RedisAlarms(redis, alarms_of)
        self.evening.restarts()
        self.clock = self.a_clock()

    def a_clock(self) -> Clock:
        """A clock that has just started."""
        return Clock(self.evening.alarms, alarm_queue(self.raw), lambda: self.evening.now)

    def lives(self, time: timedelta) -> list[Letter]:
        """Time passes half an hour at a time; each time the clock ticks, a worker works, the post brings."""
        letters, until = list[Letter](), self.evening.now + time
        while self.evening.now < until:
            self.evening.now += HOUR / 2
            self.clock.tick()
            if alarm_queue(self.raw).job_ids:
                work(self.raw, burst=True)
            letters += self.evening.brings()
        return letters


@pytest.fixture
def house(real_redis: Redis, server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """The house, wired together as `pbm.wiring` does with the real one."""
    with connect(server.url, decode=False) as raw:
        house = House(real_redis, raw)
        wiring = ModuleType("pbm.wiring")
        wiring.handler = lambda: house.evening.handler.handle  # type: ignore[attr-defined]  # one of the test
        wiring.alarms = lambda: house.evening.alarms  # type: ignore[attr-defined]  # one of the test
        wiring.hearts = lambda: RedisHearts(real_redis)  # type: ignore[attr-defined]  # one of the test
        monkeypatch.setitem(sys.modules, "pbm.wiring", wiring)
        monkeypatch.setattr("pbm.wiring", wiring, raising=False)
        yield house


def test_a_turn_is_reminded_of_twice_and_runs_out_once(house: House) -> None:
    """And the next one is called; nothing comes a second time."""
    a_begun_game(evening=house.evening)
    letters = house.lives(25 * HOUR)

    said = heard(letters, ann)
    assert [one.partition(":")[0] for one in said] == ["Sunday Table is waiting for your card", "Sunday Table"]
    assert [one for one in heard(letters, GROUP) if "time is up" in one] == heard(letters, GROUP)
    assert len(heard(letters, GROUP)) == 1
    assert house.evening.game.on_turn == ben


def test_no_reminder_is_lost_with_the_jobs_nor_comes_twice_with_the_alarms(house: House) -> None:
    """Each half hour everything of RQ goes, and the set of deadlines with it; a new clock finds it again."""
    a_begun_game(evening=house.evening)
    letters = list[Letter]()
    for _ in range(52):
        letters += house.lives(HOUR / 2)
        for key in house.raw.scan_iter("rq:*"):
            house.raw.delete(key)
        house.redis.delete(keys.ALARMS)
        house.clock = house.a_clock()
        house.evening.alarms.wind(house.evening.now)

    assert len(heard(letters, ann)) == 2
    assert len(heard(letters, GROUP)) == 1


def test_two_turns_of_one_person_are_one_reminder_each_time(house: House) -> None:
    """Half of the time, an eighth before the end."""
    a_begun_game(evening=house.evening)
    office(house.evening, ann, ben)
    letters = house.lives(22 * HOUR)

    assert [one.splitlines()[0] for one in heard(letters, ann)] == ["Your turn at 2 tables:"] * 2


def test_nobody_hears_a_reminder_at_night_though_the_worker_comes_late(house: House) -> None:
    """The worker was away until one in the morning in Berlin; at eight the reminder comes, once."""
    a_begun_game(evening=house.evening)
    house.evening.says(ann, "/timezone Berlin")
    house.evening.now += 36 * HOUR
    night = house.lives(6 * HOUR)
    morning = house.lives(3 * HOUR)

    assert heard(night, ann) == []
    assert len(heard(morning, ann)) == 1


def test_who_is_away_is_back_by_the_clock(house: House) -> None:
    """The turn passes by Ben meanwhile, and the group is told of both."""
    a_begun_game(evening=house.evening)
    house.evening.in_group(ben, "/away 2d")
    letters = house.lives(25 * HOUR)
    assert house.evening.game.on_turn == carla
    letters = house.lives(24 * HOUR)

    assert "Ben is back." in "\n".join(plain(heard(letters, GROUP)))
    assert house.evening.game.sitting(ben).away_until is None


def test_a_table_that_nobody_begins_goes_after_a_word(house: House) -> None:
    """By the same way: the alarm of the word, a day later that of the end."""
    a_table(ann, ben, evening=house.evening)
    house.evening.now += 6 * DAY - HOUR
    letters = house.lives(2 * HOUR)
    assert len(heard(letters, GROUP)) == 1
    house.evening.now += DAY - 3 * HOUR
    house.lives(3 * HOUR)

    assert house.evening.is_over()
