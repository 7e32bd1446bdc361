"""Three builds that break a promise, each in one place; a rig that does not catch them proves nothing."""

import secrets
import time
from collections.abc import Callable, Mapping
from typing import Any

from pbm.store.transactions import Command

SLOW_DISK = 0.03  # seconds between the speaking and the saving


def speaks_before_it_saves() -> None:
    """The messages are put out first, and the game is saved after them."""
    from pbm.store import games, outbox

    keep = games.RedisStore._keep

    def speak(self: games.RedisStore, request: str, named: Any, before: Any, commit: Any) -> list[Command]:
        with self._redis.pipeline() as first:
            first.multi()
            for command in outbox.put(request, commit.messages):
                first.execute_command(*command)  # type: ignore[no-untyped-call]  # redis-py left its type out
            first.execute()
        time.sleep(SLOW_DISK)
        return keep(self, request, named, before, commit.model_copy(update={"messages": ()}))

    games.RedisStore._keep = speak  # type: ignore[method-assign]  # this is what breaks


def forgets_the_request() -> None:
    """A request that was kept is not known when it comes again."""
    from pbm.store import keys

    keys.request = lambda request: (f"{keys.PREFIX}requests:{secrets.token_hex(4)}", request)


def takes_before_it_sends() -> None:
    """A message is taken from the outbox, and then sent."""
    from pbm.service.ports import Letter, Sent
    from pbm.store.outbox import RedisOutbox

    head = RedisOutbox.head

    def taken(self: RedisOutbox, line: str) -> Letter | None:
        letter = head(self, line)
        if letter is not None:
            self.settle(line, letter, Sent(), _now())
        return letter

    RedisOutbox.head = taken  # type: ignore[method-assign]  # this is what breaks


def _now() -> Any:
    from datetime import UTC, datetime

    return datetime.now(UTC)


KINDS: Mapping[str, Callable[[], None]] = {
    "speaks before it saves": speaks_before_it_saves,
    "forgets the request id": forgets_the_request,
    "takes before it sends": takes_before_it_sends,
}
