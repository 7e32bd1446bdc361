"""The clock: turns the alarms that are due into jobs, and finds lost ones again from the games."""

import contextlib
import logging
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue
from rq.exceptions import DuplicateJobError
from rq.serializers import JSONSerializer

from pbm.rules.clock import Alarm
from pbm.store.alarms import RedisAlarms

QUEUE = "alarms"
JOB = "workers.alarms.ring"
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


class Clock:
    """One clock; a second one beside it is harmless, for jobs are named by what they ring."""

    def __init__(
        self, alarms: RedisAlarms, queue: Queue, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._alarms = alarms
        self._queue = queue
        self._now = now
        self._rung: dict[tuple[str, Alarm], int] = {}  # the last attempt for each alarm that stood at the last tick
        self._winding: Iterator[int] = iter(())
        self._winds_at = now()

    def run(
        self,
        stop: threading.Event,
        *besides: Callable[[], object],
        may_ring: Callable[[datetime], bool] = lambda now: True,
    ) -> None:
        """Tick until `stop` is set, while alarms `may_ring`; and do these things besides, each as often."""
        self._alarms.wind()
        while not stop.is_set():
            try:
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
        self._rung = {(game, alarm): self._ring(game, alarm, now, waiting) for game, alarm in due}
        self._wind_some(now)

    def _ring(self, game: str, alarm: Alarm, now: datetime, waiting: frozenset[str]) -> int:
        """Ring it unless it was rung a moment ago, or that ring waits in the queue still; gives the last attempt.

        With no worker there the queue would grow by one every 15 s.
        """
        last = self._rung.get((game, alarm))
        attempt = 1 + (now - alarm.at) // RINGS_AGAIN  # from the time alone: it needs no memory, and never goes back
        if last is not None and (attempt <= last or job_id(game, alarm, last) in waiting):
            return last
        with contextlib.suppress(DuplicateJobError):  # another clock was faster
            self._queue.enqueue_call(
                JOB,
                args=(game, alarm.turn, alarm.kind, attempt),
                job_id=job_id(game, alarm, attempt),
                unique=True,
                timeout=JOB_TAKES_AT_MOST,
                result_ttl=0,
                failure_ttl=FAILURES_KEPT,
            )
        return attempt

    def _wind_some(self, now: datetime) -> None:
        if next(self._winding, None) is None and now >= self._winds_at:
            self._winds_at = now + WINDS_AGAIN
            self._winding = self._alarms.wind_in_slices()


def job_id(game: str, alarm: Alarm, attempt: int) -> str:
    """The name of a ring."""
    return f"{game}-{alarm.turn}-{alarm.kind}-{attempt}"
