"""The budget: how much of a minute each person has had of the bot, the same for all bots on one Redis."""

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta

from redis import Redis

from pbm.service.ports import Commit, Known
from pbm.store import keys
from pbm.store.games import RedisStore
from pbm.views.messages import Address

MINUTE = timedelta(minutes=1)
KEPT = 2 * MINUTE  # by the clock of Redis, which may differ from ours


class CountingStore(RedisStore):
    """The port `Store` for one bot, which counts the commits that post messages."""

    spoken = 0

    def transact(
        self, request: str, game: str | None, chat: Address | None, work: Callable[[Known], Commit | None]
    ) -> Commit | None:
        """Keep it, and count it if it posts something; of what is edited, only the newest form is sent anyway."""
        commit = super().transact(request, game, chat, work)
        if commit is not None and any(message.way == "say" for message in commit.messages):
            self.spoken += 1
        return commit


class RedisBudget:
    """The port `Budget`; a minute is one of the clock, and what was spent in it is forgotten soon after."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def alias(self, who: str) -> str:
        """A name for them that tells nobody who they are."""
        return hashlib.sha256(who.encode()).hexdigest()[:16]

    def spent(self, who: str, now: datetime) -> int:
        """What they have spent in this minute."""
        return sum(int(cost) for cost in self._redis.hvals(self._key(who, now)))

    def spend(self, who: str, request: str, cost: int, now: datetime) -> None:
        """They spend that on a request; the same request again costs nothing more."""
        key = self._key(who, now)
        with self._redis.pipeline() as pipe:
            pipe.hset(key, request, str(cost))
            pipe.expire(key, KEPT)
            pipe.execute()

    def _key(self, who: str, now: datetime) -> str:
        return keys.spent(self.alias(who), int(now.timestamp() // MINUTE.total_seconds()))
