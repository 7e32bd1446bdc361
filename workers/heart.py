"""The heart of a process: every few seconds it leaves word that it lives."""

import asyncio
import contextlib
import logging
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from redis.exceptions import RedisError

from pbm.store.hearts import RedisHearts
from workers.trouble import TAKES_WRITING_AGAIN

BEATS_EVERY = timedelta(seconds=5)

log = logging.getLogger(__name__)


class Heart:
    """The heart of one process; whoever works asks it to beat, so that one that hangs is silent."""

    def __init__(
        self,
        name: str,
        hearts: RedisHearts,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        while_: Callable[[], bool] = lambda: True,
    ) -> None:
        """It beats only `while_` the process can do its work."""
        self._name = name
        self._hearts = hearts
        self._now = now
        self._while = while_
        self._next: datetime | None = None
        self._stopped = False
        self._lock = threading.Lock()  # an event loop beats in a thread, which may be late

    def beat(self) -> None:
        """Beat, unless it did a moment ago."""
        now = self._now()
        if not self._while():
            return
        if self._next is not None and self._next - BEATS_EVERY <= now < self._next:
            return
        with self._lock, contextlib.suppress(RedisError):  # the work itself says that Redis is away
            if not self._stopped:
                self._hearts.beat(self._name, now)
                self._next = now + BEATS_EVERY
                log.info(TAKES_WRITING_AGAIN)  # it was written; the log tells it where it has told otherwise

    def stop(self) -> None:
        """Beat no more, and leave word that this was meant to be."""
        with self._lock, contextlib.suppress(RedisError):
            self._stopped = True
            self._hearts.stop(self._name)


@asynccontextmanager
async def beating(heart: Heart, begun: asyncio.Event | None = None) -> AsyncIterator[None]:
    """The heart of an event loop, for the time of the `with`; where that ends by an error, no word is left of it.

    It beats from when the work has `begun`.
    """

    async def beat() -> None:
        if begun is not None:
            await begun.wait()
        while True:
            await asyncio.to_thread(heart.beat)
            await asyncio.sleep(BEATS_EVERY.total_seconds())

    task = asyncio.create_task(beat())
    try:
        yield
    finally:
        task.cancel()
    await asyncio.to_thread(heart.stop)
