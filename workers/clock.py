"""The clock: turns the alarms that are due into jobs, and finds lost ones again from the games."""

import contextlib
import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue
from rq.exceptions import DuplicateJobError
from rq.serializers import JSONSerializer

from pbm.rules.clock import Alarm
from pbm.store.alarms import RedisAlarms

QUEUE = "alarms"
JOB = "workers.alarms.ring_all"
RINGS_AT_ONCE = 20  # alarms in one job: for each job RQ writes some twenty times to the disk, whatever is in it
TICK = 1.0  # seconds
RINGS_AGAIN = timedelta(seconds=15)  # an alarm that still stands then
WINDS_AGAIN = timedelta(minutes=1)
ALARMS_AT_ONCE = 1000
JOB_TAKES_AT_MOST = 60  # seconds
FAILURES_KEPT = 3600  # seconds; RQ would keep them for a year

log = logging.getLogger(__name__)


def alarm_queue(redis: Redis) -> Queue:
    """The one queue of all alarms, on a client that gives bytes."""
    return Queue(QUEUE, connection=redis, serializer=JSONSerializer)


class Rung(NamedTuple):
    """The last ring of an alarm, and the job it is in."""

    attempt: int
    job: str


class Clock:
    """One clock; a second one beside it is harmless, for jobs are named by what they ring."""

    def __init__(
        self, alarms: RedisAlarms, queue: Queue, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._alarms = alarms
        self._queue = queue
        self._now = now
        self._rung: dict[tuple[str, Alarm], Rung] = {}  # each alarm that stood at the last tick
        self._winding: Iterator[int] = iter(())
        self._winds_at = now()

    def run(
        self,
        stop: threading.Event,
        *besides: Callable[[], object],
        may_ring: Callable[[datetime], bool] = lambda now: True,
    ) -> None:
        """Tick until `stop` is set, while alarms `may_ring`; and do these things besides, each as often."""
        has_wound = False  # all games at once before the first ring; from then on `tick` looks through them in slices
        while not stop.is_set():
            try:
                if not has_wound:
                    self._alarms.wind(self._now())
                    has_wound = True
                if may_ring(self._now()):
                    self.tick()
                for work in besides:
                    work()
            except RedisError as error:  # away for long, or its memory is full: the alarms stand, and wait for that
                log.warning("the clock waits: %s", error)
            stop.wait(TICK)

    def tick(self) -> None:
        """Ring what is due; look through some of the games for alarms that were lost."""
        now = self._now()
        due = self._alarms.due(now, ALARMS_AT_ONCE)
        # One look for all: with thousands due, one each would keep the server busier than the rings.
        waiting = frozenset(self._queue.job_ids) if self._rung else frozenset()
        rung, rings = dict[tuple[str, Alarm], Rung](), list[tuple[str, Alarm, int]]()
        for game, alarm in due:
            last = self._rung.get((game, alarm))
            attempt = 1 + (now - alarm.at) // RINGS_AGAIN  # from the time alone: it needs no memory, never goes back
            if last is not None and (attempt <= last.attempt or last.job in waiting):
                rung[game, alarm] = last  # a moment ago; or it waits still, and the queue would grow every 15 s
            else:
                rings.append((game, alarm, attempt))
        for at in range(0, len(rings), RINGS_AT_ONCE):
            some = rings[at : at + RINGS_AT_ONCE]
            job = self._enqueue(some)
            rung.update({(game, alarm): Rung(attempt, job) for game, alarm, attempt in some})
        self._rung = rung
        self._wind_some(now)

    def _enqueue(self, rings: Sequence[tuple[str, Alarm, int]]) -> str:
        """Make one job of them; gives its name."""
        name = job_id(*rings[0]) + (f"-{len(rings)}" if len(rings) > 1 else "")
        with contextlib.suppress(DuplicateJobError):  # another clock was faster
            self._queue.enqueue_call(
                JOB,
                args=tuple((game, alarm.turn, alarm.kind, attempt) for game, alarm, attempt in rings),
                job_id=name,
                unique=True,
                timeout=JOB_TAKES_AT_MOST,
                result_ttl=0,
                failure_ttl=FAILURES_KEPT,
            )
        return name

    def _wind_some(self, now: datetime) -> None:
        # It was wound a minute before `_winds_at`: what lies before that comes after it where the clock was set back.
        if next(self._winding, None) is None and not self._winds_at - WINDS_AGAIN <= now < self._winds_at:
            self._winds_at = now + WINDS_AGAIN
            self._winding = self._alarms.wind_in_slices(now)


def job_id(game: str, alarm: Alarm, attempt: int) -> str:
    """The name of a ring."""
    return f"{game}-{alarm.turn}-{alarm.kind}-{attempt}"
