"""A tap on all that a process keeps, and on the calls whose answers it misses; read when the run is over."""

import contextlib
import json
import time
from collections.abc import Iterable
from typing import Any

from redis.exceptions import RedisError

from pbm.store.transactions import Command

LETTERS = "faults:letters"  # a list: every message that was ever kept, in the order of the commits, written with them
REQUESTS = "faults:requests"  # a list: every request that was ever kept
LOST = "faults:lost"  # a list: every call of the post about a chat whose answer was lost, and when
TURNS = "faults:turns"  # a number: moves made in all games, and turns that ran out


def set_up() -> None:
    """Each commit also says so in lists of ours, in the same step: all or nothing."""
    from telegram.error import NetworkError, TimedOut

    from pbm import wiring
    from pbm.service.handle import Handler
    from pbm.store import games, outbox
    from pbm.telegram.send import TelegramSender

    handle, put, keep, attempt = Handler.handle, outbox.put, games.RedisStore._keep, TelegramSender._try
    at_work: dict[str, Any] = {}

    def handled(self: Handler, request: Any) -> None:
        at_work["request"] = request
        handle(self, request)

    def put_out(request: str, messages: Iterable[Any]) -> list[Command]:
        messages = tuple(messages)
        noted: list[Command] = []
        for number, one in enumerate(messages):
            facts = one.model_dump(mode="json", include={"to", "way", "name", "game", "press"})
            said = {"id": f"{request}#{number}", "text": one.text.text, **facts}
            noted.append(("RPUSH", LETTERS, json.dumps(said)))
        return noted + put(request, messages)

    def kept(self: games.RedisStore, request: str, named: Any, before: Any, commit: Any) -> list[Command]:
        writes = keep(self, request, named, before, commit)
        asked = at_work.get("request")
        what = asked.what.model_dump(mode="json", include={"text", "does", "press"}) if asked else {}
        writes.append(("RPUSH", REQUESTS, json.dumps({"id": request, "who": asked.who if asked else "", **what})))
        moves = sum(one.kind in ("card placed", "turn passed") or _is_doubt(one) for one in commit.events)
        return [*writes, ("INCRBY", TURNS, moves)] if moves else writes

    async def tried(self: TelegramSender, letter: Any) -> Any:
        try:
            return await attempt(self, letter)
        except NetworkError as error:
            # The library has no type for it: an answer that says 502 is a NetworkError as well.
            if isinstance(error, TimedOut) or error.message.startswith("httpx."):
                with contextlib.suppress(RedisError):
                    wiring.redis().rpush(LOST, json.dumps({"at": time.time(), "to": letter.message.to}))
            raise

    TelegramSender._try = tried  # type: ignore[method-assign]  # the same, and noted
    Handler.handle = handled  # type: ignore[method-assign]  # the same, and noted
    outbox.put = put_out
    games.RedisStore._keep = kept  # type: ignore[method-assign]  # the same, and noted


def _is_doubt(event: Any) -> bool:
    return event.kind == "chain turned over" and event.doubter is not None
