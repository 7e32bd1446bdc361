"""Trouble with Redis in the log: one line that says what is wrong and what would be right, and rarely again."""

import logging
import time
from collections.abc import Callable
from math import inf

from redis.exceptions import AuthenticationError, OutOfMemoryError, ReadOnlyError, RedisError

from pbm.store.connect import AWAY, why

SAID_AGAIN = 300.0  # seconds
IS_OVER_AFTER = 60.0  # seconds in which nothing more of it came; the post tries each line again after thirty

WAITS = "Until then all waits, and nothing is lost."


class OnceInAWhile(logging.Filter):
    """Makes of all lines about one trouble the first, as a sentence without a traceback; others pass as they are."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._said: dict[type[RedisError], float] = {}
        self._came: dict[type[RedisError], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is to be written; it may have been changed."""
        error = _error_in(record)
        sentence = error and _sentence(error)
        if error is None or sentence is None:
            return True
        now, kind = self._now(), type(error)
        goes_on = now - self._came.get(kind, -inf) < IS_OVER_AFTER
        self._came[kind] = now
        # No lock holds other threads off here: one may have come in between the two lines that note the moment.
        if goes_on and now - self._said.get(kind, -inf) < SAID_AGAIN:
            return False
        self._said[kind] = now
        record.msg, record.args = f"{sentence} {WAITS}", ()
        record.exc_info = record.exc_text = None
        return True


def _error_in(record: logging.LogRecord) -> RedisError | None:
    """Redis' error that a line is about: its traceback, or what it names."""
    told = record.args if isinstance(record.args, tuple) else ()
    caught = record.exc_info[1] if record.exc_info else None
    return next((one for one in (caught, *told) if isinstance(one, RedisError)), None)


def _sentence(error: RedisError) -> str | None:
    """What the operator has to know; None for an error that may be our own fault, and wants its traceback."""
    if isinstance(error, OutOfMemoryError):
        return "Redis' memory is full: raise its maxmemory, or lower PBM_KEEP_FINISHED."
    if isinstance(error, ReadOnlyError):
        return "Redis takes no writing: PBM_REDIS_URL has to name one that does."
    if "MISCONF" in str(error):
        return "Redis cannot write to its disk: look whether that is full."
    if isinstance(error, AWAY) and not isinstance(error, AuthenticationError):
        return f"Redis is away ({why(error)}): look whether it runs, and can be reached."
    return None
