"""Updates: what waits for the bot, handed out by long polling or brought to its webhook."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from pbm.sandbox import refusals
from pbm.sandbox.chats import Json
from pbm.sandbox.refusals import Refused

log = logging.getLogger(__name__)

KEPT_FOR = 24 * 3600
"""Seconds an update waits for the bot, https://core.telegram.org/bots/api#getting-updates."""
LONGEST_POLL = 50
"""Seconds; longer time-outs are cut."""
NOT_BY_DEFAULT = frozenset({"chat_member", "message_reaction", "message_reaction_count"})


@dataclass
class Waiting:
    """One update, with the unix time it came at and the chat or person whose updates go to a webhook in order."""

    update: Json
    since: float
    line: int

    @property
    def id(self) -> int:
        """What the bot confirms it by."""
        return int(self.update["update_id"])


@dataclass
class Queue:
    """What the state file keeps of the updates."""

    last_id: int = 100_000
    waiting: list[Waiting] = field(default_factory=list)
    allowed: list[str] | None = None
    webhook_url: str = ""
    webhook_secret: str = ""
    max_connections: int = 40


class Updates:
    """The queue, and whoever takes from it: at most one poller, or the webhook."""

    def __init__(self, queue: Queue, now: Callable[[], float], retry_after: float = 1.0) -> None:
        self.queue = queue
        self._now = now
        self._retry_after = retry_after
        self._poller: asyncio.Future[None] | None = None
        self._came = asyncio.Event()
        self._last_error: Json = {}

    def push(self, kind: str, content: Json, line: int) -> None:
        """Puts an update at the end of the queue unless the bot did not ask for its kind."""
        allowed = self.queue.allowed
        if kind in NOT_BY_DEFAULT if not allowed else kind not in allowed:
            return
        self.queue.last_id += 1
        self.queue.waiting.append(Waiting({"update_id": self.queue.last_id, kind: content}, self._now(), line))
        self._came.set()
        if self._poller is not None and not self._poller.done():
            self._poller.set_result(None)

    async def poll(self, offset: int, limit: int, patience: float, allowed: list[str] | None) -> list[Json]:
        """getUpdates: confirms everything before `offset`, gives what waits, or waits `patience` seconds for it."""
        if self.queue.webhook_url:
            raise Refused(refusals.WEBHOOK_IS_SET)
        self._end_poll(Refused(refusals.OTHER_POLLER))
        if allowed is not None:
            self.queue.allowed = allowed
        self._confirm(offset)
        if not self.queue.waiting and patience > 0:
            self._poller = poller = asyncio.get_running_loop().create_future()
            try:
                done, _ = await asyncio.wait([poller], timeout=min(patience, LONGEST_POLL))
            finally:
                if self._poller is poller:
                    self._poller = None
            if done:
                poller.result()
        return [waiting.update for waiting in self.queue.waiting[: min(max(limit, 1), 100)]]

    def _confirm(self, offset: int) -> None:
        oldest = self._now() - KEPT_FOR
        waiting = [update for update in self.queue.waiting if update.since > oldest]
        if offset < 0:
            waiting = waiting[offset:]
        elif offset > 0:
            waiting = [update for update in waiting if update.id >= offset]
        self.queue.waiting = waiting

    def _end_poll(self, reason: Refused) -> None:
        if self._poller is not None and not self._poller.done():
            self._poller.set_exception(reason)

    def set_webhook(self, url: str, secret: str, max_connections: int, allowed: list[str] | None, drop: bool) -> None:
        """Brings updates to this address from now on; an empty one goes back to polling."""
        if url:
            self._end_poll(Refused(refusals.SET_WEBHOOK_CAME))
        self.queue.webhook_url, self.queue.webhook_secret = url, secret
        self.queue.max_connections = min(max(max_connections, 1), 100)
        if allowed is not None:
            self.queue.allowed = allowed
        if drop:
            self.queue.waiting = []
        self._last_error = {}
        self._came.set()

    def info(self) -> Json:
        """getWebhookInfo."""
        queue = self.queue
        info: Json = {"url": queue.webhook_url, "has_custom_certificate": False}
        info["pending_update_count"] = len(queue.waiting)
        if queue.webhook_url:
            info["max_connections"] = queue.max_connections
            info |= self._last_error
        if queue.allowed:
            info["allowed_updates"] = queue.allowed
        return info

    async def deliver(self, keep: Callable[[], None]) -> None:
        """Brings updates to the webhook until cancelled: those of one chat in order, several chats at once.

        An update counts as taken on any answer of 2xx; everything else is tried again, a little later each time.
        """
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=60)) as client,
            asyncio.TaskGroup() as group,
        ):
            under_way: dict[int, asyncio.Task[None]] = {}
            while True:
                self._came.clear()
                for line, task in list(under_way.items()):
                    if task.done():
                        del under_way[line]
                if self.queue.webhook_url:
                    keep()
                    for waiting in self.queue.waiting:
                        if waiting.line not in under_way and len(under_way) < self.queue.max_connections:
                            under_way[waiting.line] = group.create_task(self._bring(client, waiting))
                await self._came.wait()

    async def _bring(self, client: aiohttp.ClientSession, waiting: Waiting) -> None:
        attempt = 0
        while waiting in self.queue.waiting and (url := self.queue.webhook_url):
            secret = self.queue.webhook_secret
            headers = {"X-Telegram-Bot-Api-Secret-Token": secret} if secret else {}
            try:
                async with client.post(url, json=waiting.update, headers=headers) as answer:
                    if 200 <= answer.status < 300:
                        if waiting in self.queue.waiting:
                            self.queue.waiting.remove(waiting)
                        break
                    problem = f"Wrong response from the webhook: {answer.status} {answer.reason}"
            except (aiohttp.ClientError, TimeoutError) as error:
                log.info("webhook not reached: %s", error)
                problem = "Connection refused" if isinstance(error, aiohttp.ClientConnectorError) else "Read timeout"
            self._last_error = {"last_error_date": int(self._now()), "last_error_message": problem}
            await asyncio.sleep(self._retry_after * min(2**attempt, 60))
            attempt += 1
        # Sets the loop going: this chat's next update may be brought now.
        asyncio.get_running_loop().call_soon(self._came.set)


def kinds(value: Any) -> list[str] | None:
    """The `allowed_updates` of a request: None keeps what was set, an empty list is the default."""
    return [str(kind) for kind in value] if isinstance(value, list) else None
