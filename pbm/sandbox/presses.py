"""Presses: inline buttons that were pressed and wait for the bot's answer."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from pbm.sandbox import refusals
from pbm.sandbox.chats import Json
from pbm.sandbox.refusals import Refused

ANSWER_WITHIN = 15
"""Seconds after which Telegram takes no answer to a press; seen by many bots, its documents give no number."""
ANSWER_LIMIT = 200
"""Characters in an answer, https://core.telegram.org/bots/api#answercallbackquery."""


@dataclass
class Presses:
    """Presses under way, by query id; an answer that comes late, twice or for nothing is refused."""

    now: Callable[[], float]
    bot_username: str
    _waiting: dict[str, tuple[float, asyncio.Future[Json]]] = field(default_factory=dict)

    def open(self) -> tuple[str, asyncio.Future[Json]]:
        """A new query id, and what the answer will be put into."""
        query_id = str(secrets.randbits(62))
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._waiting[query_id] = (self.now(), future)
        return query_id, future

    def answer(self, query_id: str, text: str, alert: bool, url: str) -> None:
        """Gives the presser the answer: a passing note, an alert, or a start link of this bot to follow."""
        pressed, future = self._waiting.get(query_id, (float("-inf"), None))
        if future is None or self.now() - pressed > ANSWER_WITHIN:
            self._waiting.pop(query_id, None)
            raise Refused(refusals.QUERY_TOO_OLD)
        if len(text) > ANSWER_LIMIT:
            raise Refused(refusals.ANSWER_TOO_LONG)
        start_link = rf"(?:https?://)?t\.me/{re.escape(self.bot_username)}\?start=[A-Za-z0-9_-]{{1,64}}"
        if url and not re.fullmatch(start_link, url, re.IGNORECASE):
            raise Refused(refusals.ANSWER_URL)
        del self._waiting[query_id]
        if not future.done():
            answer: Json = {"answered": True}
            if text:
                answer |= {"text": text, "alert": alert}
            if url:
                answer["url"] = url
            future.set_result(answer)
