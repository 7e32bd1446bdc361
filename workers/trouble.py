"""Trouble with Redis in the log: one line that says what is wrong and what would be right, and rarely again."""

import logging
import time
from collections.abc import Callable
from math import inf

from redis.exceptions import AuthenticationError, OutOfMemoryError, ReadOnlyError, RedisError

from pbm.store.connect import ANSWERS_AGAIN, AWAY, why

SAID_AGAIN = 300.0  # seconds
IS_OVER_AFTER = 60.0  # seconds in which nothing more of it came; the post tries each line again after thirty

WAITS = "Until then all waits, and nothing is lost."
FULL_SAYS = "Redis' memory is full: raise its maxmemory, or lower PBM_KEEP_FINISHED."
READ_ONLY_SAYS = "Redis takes no writing: PBM_REDIS_URL has to name one that does."
DISK_SAYS = "Redis cannot write to its disk: look whether that is full."
AWAY_SAYS = "Redis is away ({why}): look whether it runs, and can be reached."
REFUSED_SAYS = "Redis refuses the password: set PBM_REDIS_URL anew, and start again."
TAKES_WRITING_AGAIN = "Redis takes writing again."
ENDS = {  # what is said at the end of each
    ANSWERS_AGAIN: (AWAY_SAYS, REFUSED_SAYS),
    TAKES_WRITING_AGAIN: (FULL_SAYS, READ_ONLY_SAYS, DISK_SAYS),
}


class OnceInAWhile(logging.Filter):
    """Makes of all lines about one trouble the first, as a sentence without a traceback; others pass as they are."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._said: dict[str, float] = {}
        self._came: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is to be written; it may have been changed."""
        now = self._now()
        if ended := ENDS.get(str(record.msg)):
            # A memory that is all but full takes one thing and refuses the next: only a while without it is its end.
            lasts = IS_OVER_AFTER if record.msg == TAKES_WRITING_AGAIN else 0
            over = [trouble for trouble in ended if now - self._came.get(trouble, now) >= lasts]
            # None of two threads may disturb the other here: a trouble that goes on comes again.
            said = [self._said.pop(trouble, None) for trouble in over]
            return any(at is not None for at in said)
        error = _error_in(record)
        trouble = _trouble(error) if error else None
        if error is None or trouble is None:
            return True
        goes_on = now - self._came.get(trouble, -inf) < IS_OVER_AFTER
        self._came[trouble] = now
        # No lock holds other threads off here: one may have come in between the two lines that note the moment.
        if goes_on and now - self._said.get(trouble, -inf) < SAID_AGAIN:
            return False
        self._said[trouble] = now
        record.msg, record.args = f"{trouble.format(why=why(error))} {WAITS}", ()
        record.exc_info = record.exc_text = None
        return True


def _error_in(record: logging.LogRecord) -> RedisError | None:
    """Redis' error that a line is about: its traceback, or what it names."""
    told = record.args if isinstance(record.args, tuple) else ()
    caught = record.exc_info[1] if record.exc_info else None
    return next((one for one in (caught, *told) if isinstance(one, RedisError)), None)


def _trouble(error: RedisError) -> str | None:
    """What the operator has to know; None for an error that may be our own fault, and wants its traceback."""
    if isinstance(error, OutOfMemoryError):
        return FULL_SAYS
    # Who waits for something to come is told otherwise than who writes that it only repeats another server by now.
    if isinstance(error, ReadOnlyError) or "UNBLOCKED" in str(error):
        return READ_ONLY_SAYS
    if "MISCONF" in str(error):
        return DISK_SAYS
    if isinstance(error, AuthenticationError):
        return REFUSED_SAYS
    if isinstance(error, AWAY):
        return AWAY_SAYS
    return None
