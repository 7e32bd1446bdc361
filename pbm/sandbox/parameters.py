"""Parameters: what a Bot API call brings along, whether by query, form, multipart or JSON."""

from __future__ import annotations

import json
from typing import Any

from aiohttp import web

from pbm.sandbox.chats import Json


class Parameters:
    """The parameters of one call; forms bring everything as text, JSON brings values, and both mean the same."""

    def __init__(self, given: Json) -> None:
        self.given = given

    def text(self, name: str) -> str:
        """The parameter as text, empty if it is missing."""
        value = self.given.get(name)
        return "" if value is None else str(value)

    def number(self, name: str, default: int = 0) -> int:
        """The parameter as a whole number; what is none counts as the default, as with Telegram."""
        try:
            return int(self.text(name))
        except ValueError:
            return default

    def flag(self, name: str) -> bool:
        """The parameter as yes or no; no if it is missing."""
        return self.text(name).lower() in {"true", "1", "yes"}

    def value(self, name: str) -> Any:
        """The parameter as a JSON value; None if it is missing or no JSON."""
        value = self.given.get(name)
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value)
        except ValueError:
            return None

    def chat_id(self) -> int | None:
        """The chat the call names, or None if it names none by number."""
        try:
            return int(self.text("chat_id"))
        except ValueError:
            return None


async def read(request: web.Request) -> Parameters:
    """The parameters of a request, those in the address too; files are left out, for no method here takes one."""
    given: Json = dict(request.query)
    if request.method == "POST":
        if request.content_type == "application/json":
            try:
                body = await request.json()
            except ValueError:
                body = None
            given |= body if isinstance(body, dict) else {}
        else:
            given |= {name: value for name, value in (await request.post()).items() if isinstance(value, str)}
    return Parameters(given)
