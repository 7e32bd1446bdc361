"""What RQ's workers do: ring an alarm, so that its game looks at the clock."""

import contextlib
import logging
import time
from collections.abc import Callable
from typing import Any

from redis import Redis
from redis.client import Pipeline
from redis.exceptions import RedisError
from rq import SimpleWorker
from rq.exceptions import StopRequested
from rq.timeouts import BaseTimeoutException

from pbm.service.ports import Unreadable
from pbm.service.requests import Rang, Request
from pbm.store.connect import Patience
from workers.clock import alarm_queue
from workers.heart import BEATS_EVERY
from workers.outages import stands

MAINTENANCE = 10  # seconds between two looks for what dead workers left behind
RESTS_AFTER_FAILURE = 1  # seconds
WORKER_LASTS = 30  # seconds; a worker that is silent for longer is dead

log = logging.getLogger(__name__)


def ring_all(*rings: tuple[str, int, str, int]) -> None:
    """Ring one alarm after the other, each as `ring` does; one that fails does not stop the others."""
    failed: Exception | None = None
    for game, turn, kind, attempt in rings:
        try:
            ring(game, turn, kind, attempt)
        except (RedisError, BaseTimeoutException):
            raise  # the others would do no better
        except Exception as error:
            log.exception("alarm %s of turn %d of game %s failed", kind, turn, game)
            failed = error
    if failed:
        raise failed  # RQ keeps it for an hour


def ring(game: str, turn: int, kind: str, attempt: int) -> None:
    """Tell a game that an alarm of a turn rang; it may be early, late or a second time, the game looks for itself.

    An alarm that its game has no use for any more is laid by; one whose work failed stands, and rings again. One of a
    game that cannot be read is laid by too: a version that can finds it again from the game.
    """
    from pbm import wiring  # RQ calls this by name; what it needs is built at the first ring of a process

    if kind != "computer" and stands(wiring.hearts()):
        return  # nobody may lose a turn by it; the clock rings again when it is over
    request = Request(id=f"alarm:{game}:{turn}:{kind}:{attempt}", what=Rang(game=game, turn=turn, kind=kind))
    with contextlib.suppress(Unreadable):  # laying it by tells the log
        wiring.handler()(request)
    wiring.alarms().lay_by(game, turn, kind)


class _Worker(SimpleWorker):
    """RQ's worker, which leaves word with us too."""

    beat: Callable[[], object]
    asked_to_stop: Callable[[], None]

    def request_stop(self, signum: Any, frame: Any) -> None:
        """SIGTERM or SIGINT came."""
        self.asked_to_stop()
        with contextlib.suppress(RedisError):  # in the middle of a job, RQ notes it there
            super().request_stop(signum, frame)  # type: ignore[no-untyped-call]  # RQ left its types out

    @property
    def dequeue_timeout(self) -> int:
        """How many seconds it waits for a job before it beats."""
        return int(BEATS_EVERY.total_seconds())

    def unsubscribe(self) -> None:
        """Hear no commands of RQ any more."""
        if self.pubsub_thread:
            # First; else it may already wait, for a minute, for something new to listen to.
            self.pubsub_thread.stop()
        super().unsubscribe()  # type: ignore[no-untyped-call]  # RQ left its types out

    def heartbeat(self, timeout: int | None = None, pipeline: Pipeline | None = None) -> None:
        super().heartbeat(timeout, pipeline)
        self.beat()


def work(
    redis: Redis, burst: bool = False, beat: Callable[[], object] = lambda: None, patience: Patience | None = None
) -> None:
    """Ring what is in the queue until SIGTERM or SIGINT, or with `burst` until it is empty; the client gives bytes.

    `beat` is called every few seconds while it does not hang; `patience` is what the clients have with Redis.
    """
    to_stop = False

    def asked() -> None:
        nonlocal to_stop
        to_stop = True
        if patience:
            patience.end()

    with contextlib.suppress(StopRequested):  # RQ's handler raises it wherever we are, in a rest too
        while not to_stop:
            _work(redis, burst, beat, asked)
            if burst or to_stop:
                return
            # RQ's worker ends where Redis does not write: its memory is full, say. The alarms stand, and wait as well.
            time.sleep(RESTS_AFTER_FAILURE)


def _work(redis: Redis, burst: bool, beat: Callable[[], object], asked: Callable[[], None]) -> None:
    """One worker, to its end."""
    queue = alarm_queue(redis)
    worker = _Worker(
        [queue],
        connection=redis,
        serializer=queue.serializer,
        maintenance_interval=MAINTENANCE,
        worker_ttl=WORKER_LASTS,
        log_job_description=False,
    )
    worker.beat, worker.asked_to_stop = beat, asked
    try:
        worker.work(burst=burst, logging_level="WARNING")  # by itself it sets INFO, and tells each ring
    except RedisError as error:  # it cannot even say that it ends
        log.warning("the alarms wait: %s", error)
        with contextlib.suppress(RedisError):
            # RQ did not get as far as this; without it a thread stays at each outage.
            worker.unsubscribe()
