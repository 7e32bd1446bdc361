"""Limits: how fast a bot may write, https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from pbm.sandbox import refusals
from pbm.sandbox.chats import Chat
from pbm.sandbox.refusals import Refused


@dataclass(frozen=True)
class Limit:
    """At most `count` within any `seconds`."""

    count: int
    seconds: float


OVERALL = Limit(30, 1)
GROUP = Limit(20, 60)
PRIVATE = Limit(5, 5)
"""About one a second to one person, a short burst allowed."""


@dataclass
class Limits:
    """Counts what the bot writes; `factor` allows that many times as much, None allows everything."""

    now: Callable[[], float]
    factor: float | None = 1.0
    _written: dict[int | None, deque[float]] = field(default_factory=dict)

    def take(self, chat: Chat) -> None:
        """Counts one message to the chat, or refuses it and says when to come again."""
        if self.factor is None:
            return
        now = self.now()
        windows = ((None, OVERALL), (chat.id, GROUP if chat.is_group else PRIVATE))
        wait = max(self._wait(key, limit, self.factor, now) for key, limit in windows)
        if wait > 0:
            seconds = math.ceil(wait)
            raise Refused(refusals.TOO_MANY_REQUESTS, {"retry_after": seconds}, retry_after=seconds)
        for key, _ in windows:
            self._written[key].append(now)

    def _wait(self, key: int | None, limit: Limit, factor: float, now: float) -> float:
        written = self._written.setdefault(key, deque())
        while written and written[0] <= now - limit.seconds:
            written.popleft()
        if len(written) < limit.count * factor:
            return 0
        return written[0] + limit.seconds - now
