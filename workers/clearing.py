"""Clearing up: games that are over shrink to what is kept of them, and go when they have been over for long enough."""

import logging
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

from pbm.store.shelf import RedisShelf

CLEARS_AGAIN = timedelta(hours=1)

log = logging.getLogger(__name__)


class Clearing:
    """Looks through all games, a few at a time, so that nobody waits for it."""

    def __init__(self, shelf: RedisShelf, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._shelf = shelf
        self._now = now
        self._going_on: Iterator[int] = iter(())
        self._begins_at = now()

    def tick(self) -> None:
        """Look at some more games, or at none if all were looked at within the hour."""
        now = self._now()
        gone = next(self._going_on, None)
        if gone:
            log.info("games over for too long, and gone: %d", gone)
        elif gone is None and not self._begins_at - CLEARS_AGAIN <= now < self._begins_at:
            self._begins_at = now + CLEARS_AGAIN
            self._going_on = self._shelf.clear_in_slices(now)
