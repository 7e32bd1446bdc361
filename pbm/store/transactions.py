"""All or nothing: one step in Redis that begins again when somebody else was faster."""

import time
from collections.abc import Callable
from typing import TypeVar

from redis import Redis
from redis.client import Pipeline
from redis.exceptions import WatchError

T = TypeVar("T")

AT_MOST = 1000  # tries; far more than any crowd needs, so that a mistake of ours cannot spin for ever
LONGEST_REST = 0.02  # seconds between two tries


class Crowded(Exception):
    """A step lost against others again and again; the world or the code is broken."""


def watch(pipe: Pipeline, *names: str) -> None:
    """From here on, the step runs anew if one of these keys is changed by another before its end."""
    pipe.watch(*names)  # type: ignore[no-untyped-call]  # redis-py left its type out


def atomically(redis: Redis, step: Callable[[Pipeline], T]) -> T:
    """Run a step that watches what it reads and then, after `multi()`, says what to write; gives what it gives.

    It runs anew whenever something watched was changed by another, so it may do nothing else. A step that writes
    nothing changes nothing. When the connection breaks before the answer to EXEC is there, the step runs anew too:
    what it reads must tell it whether the first time counted.
    """
    for attempt in range(AT_MOST):
        with redis.pipeline() as pipe:
            try:
                given = step(pipe)
                if pipe.command_stack:
                    pipe.execute()
                return given
            except WatchError:
                time.sleep(min(attempt / 1000, LONGEST_REST))
    raise Crowded(f"no way through in {AT_MOST} tries")
