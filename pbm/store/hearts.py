"""The hearts: when each process was last seen alive."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from redis import Redis

from pbm.store import keys

PROCESSES = ("bot", "post", "clock", "worker")  # all that belong to a bot
SILENT = timedelta(seconds=60)  # for so long, and a process counts as dead; another program as gone


class RedisHearts:
    """What the processes leave behind while they live; of several of one name, the last that beat counts."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def beat(self, name: str, now: datetime) -> datetime | None:
        """A process lives; gives when it beat before that, so that a gap is seen by whoever ends it."""
        return _moment(self._redis.set(keys.heart(name), str(now.timestamp()), get=True))

    def stop(self, name: str) -> None:
        """A process stops as it was asked to; its last beat is kept, for its outage is counted from there."""
        last = self._redis.get(keys.heart(name))
        if last is not None:
            self._redis.set(keys.stopped(name), last)

    def stopped(self) -> frozenset[str]:
        """The processes that have stopped as they were asked to, and have not beaten since."""
        beats = self._redis.mget([keys.heart(name) for name in PROCESSES])
        ends = self._redis.mget([keys.stopped(name) for name in PROCESSES])
        return frozenset(name for name, beat, end in zip(PROCESSES, beats, ends, strict=True) if end and end == beat)

    def contest(self, now: datetime) -> None:
        """Another program receives the bot's updates."""
        self._redis.set(keys.CONTESTED, str(now.timestamp()), ex=SILENT)

    def contested(self) -> datetime | None:
        """When another program last received them; None where none has for a minute."""
        return _moment(self._redis.get(keys.CONTESTED))

    def outage_since(self, at: datetime) -> None:
        """The bot has been away since then; of an outage that is known already, the earlier moment stays."""
        self._redis.set(keys.OUTAGE, str(at.timestamp()), nx=True)

    def outage(self) -> datetime | None:
        """Since when the bot has been away, until the games have been given that time."""
        return _moment(self._redis.get(keys.OUTAGE))

    def outage_over(self, since: datetime) -> None:
        """The games have been given the time of the outage that began then."""
        if self.outage() == since:
            self._redis.delete(keys.OUTAGE)

    def last_beats(self) -> Mapping[str, datetime]:
        """When each process beat last; one that never did is missing."""
        kept = self._redis.mget([keys.heart(name) for name in PROCESSES])
        moments = zip(PROCESSES, map(_moment, kept), strict=True)
        return {name: at for name, at in moments if at is not None}


def _moment(kept: object) -> datetime | None:
    return None if kept is None else datetime.fromtimestamp(float(str(kept)), UTC)
