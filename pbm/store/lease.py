"""A lease: of several processes that could do the same, one does."""

import contextlib
from datetime import timedelta

from redis import Redis
from redis.exceptions import LockError

LEASE_LASTS = timedelta(seconds=10)  # after a death, the next one takes over that much later at most


class Lease:
    """The right to work under a key; whoever holds it renews it well within the time it lasts."""

    def __init__(self, redis: Redis, key: str, lasts: timedelta = LEASE_LASTS) -> None:
        self.lasts = lasts
        self._lock = redis.lock(key, timeout=lasts.total_seconds(), thread_local=False)

    def take(self) -> bool:
        """Take it if nobody holds it."""
        return bool(self._lock.acquire(blocking=False))

    def renew(self) -> bool:
        """Hold it for its whole time again; no, if it has run out."""
        try:
            return bool(self._lock.reacquire())
        except LockError:
            return False

    def is_anothers(self) -> bool:
        """Whether somebody else holds it by now."""
        return bool(self._lock.locked() and not self._lock.owned())

    def give_back(self) -> None:
        """Let the next one have it at once."""
        with contextlib.suppress(LockError):  # it had run out, and may be another's
            self._lock.release()


def vacate(redis: Redis, key: str) -> None:
    """Whoever holds it is known to be dead: the next one need not wait until it has run out."""
    redis.delete(key)
