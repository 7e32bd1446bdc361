"""The pace of writing: as fast as Telegram takes it, and nothing that it would refuse as too fast."""

import time
from collections import deque
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any

from aiolimiter import AsyncLimiter
from telegram.error import RetryAfter
from telegram.ext import BaseRateLimiter

MINUTE = 61.0  # seconds, of which one is for what was longer on its way than what came after it
GROUPS_REMEMBERED = 500


class Pace(BaseRateLimiter[int]):
    """Holds up what comes too fast for all chats together, for a moment, as many `at_once` as may bunch up.

    What would be too much for one group within a minute is not sent: RetryAfter is raised, as after Telegram's refusal,
    and nobody else waits. What is about no chat, such as the answer to a press, is never held up.
    """

    def __init__(
        self, a_second: float, at_once: int, group_a_minute: int, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._all = AsyncLimiter(at_once, at_once / a_second)
        self._group_a_minute = group_a_minute
        self._now = now
        self._written: dict[int, deque[float]] = {}  # when, within the last minute, by group

    async def initialize(self) -> None:
        """Nothing is needed."""

    async def shutdown(self) -> None:
        """Nothing is left."""

    async def process_request(
        self,
        callback: Callable[..., Coroutine[Any, Any, Any]],
        args: Any,
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],
        rate_limit_args: int | None,
    ) -> Any:
        """Call Telegram when it may be called, or raise RetryAfter."""
        if (chat := data.get("chat_id")) is None:
            return await callback(*args, **kwargs)
        async with self._all:
            if int(chat) < 0:
                self._counts(int(chat))
            return await callback(*args, **kwargs)

    def _counts(self, group: int) -> None:
        now = self._now()
        if group not in self._written and len(self._written) >= GROUPS_REMEMBERED:
            self._written = {one: at for one, at in self._written.items() if at[-1] > now - MINUTE}
        written = self._written.setdefault(group, deque())
        while written and written[0] <= now - MINUTE:
            written.popleft()
        if len(written) >= self._group_a_minute:
            raise RetryAfter(timedelta(seconds=written[0] + MINUTE - now))
        written.append(now)
