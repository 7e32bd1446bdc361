"""The desk of a process: what it has taken up and not yet done with, told in a file that outlives it.

On the bot's lie the updates that it has received and not confirmed, on the post's the letters of their answers that it
has taken from a line and not settled. Only a kill that finds something on the desk tests more than a start.
"""

import functools
import os
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

WIDTH = 8  # digits
FROM_A_PERSON = "tg:"  # how the ids of updates, and of all that follows from them, begin


class Desk:
    """Written by the process itself, at each change."""

    def __init__(self, file: Path) -> None:
        self._file = os.open(file, os.O_WRONLY | os.O_CREAT)
        self._lock = threading.Lock()
        self._received = 0  # updates of the last poll
        self._brought = 0  # updates that a webhook waits for
        self._lines: set[str] = set()  # those of the letters
        self._write()

    def polls(self) -> None:
        """What was received before is confirmed by this."""
        self._change(received=0)

    def received(self, updates: int) -> None:
        """So many came with the poll."""
        self._change(received=updates)

    def brought(self, more: int) -> None:
        """One more was brought to the webhook; or, with -1, it is answered."""
        self._change(more=more)

    def taken(self, line: str) -> None:
        """The first letter of a line is in hand."""
        self._change(take=line)

    def settled(self, line: str) -> None:
        """It is no more."""
        self._change(settle=line)

    def _change(self, received: int | None = None, more: int = 0, take: str = "", settle: str = "") -> None:
        with self._lock:
            self._received = self._received if received is None else received
            self._brought += more
            self._lines |= {take} if take else set()
            self._lines.discard(settle)
            self._write()

    def _write(self) -> None:
        lie = self._received + self._brought + len(self._lines)
        os.pwrite(self._file, f"{lie:{WIDTH}}".encode(), 0)


def lie_on(file: Path) -> int:
    """How much lies on the desk; nothing where none was ever set up."""
    return int(file.read_text() or 0) if file.exists() else 0


def set_up(desk: Desk) -> None:
    """Have everything noted that comes to it and goes; in a process that was just made."""
    _updates(desk)
    _letters(desk)


def _updates(desk: Desk) -> None:
    from pbm.telegram import polling
    from pbm.telegram.receive import Receiver

    ask: Callable[..., Coroutine[Any, Any, list[Any]]] = polling._waiting
    take = Receiver.take

    async def asking(*words: Any) -> list[Any]:
        desk.polls()
        updates = await ask(*words)
        desk.received(len(updates))
        return updates

    @functools.wraps(take)
    async def taking(self: Receiver, update: Any) -> None:
        desk.brought(1)
        try:
            await take(self, update)
        finally:
            desk.brought(-1)

    polling._waiting = asking  # type: ignore[assignment]  # the same, and noted
    Receiver.take = taking  # type: ignore[method-assign]  # the same, and noted


def _letters(desk: Desk) -> None:
    from pbm.service.ports import Fate, Letter
    from pbm.store.outbox import RedisOutbox

    head, settle = RedisOutbox.head, RedisOutbox.settle

    def heads(self: RedisOutbox, line: str) -> Letter | None:
        letter = head(self, line)
        if letter is not None and letter.id.startswith(FROM_A_PERSON):
            desk.taken(line)
        return letter

    def settles(self: RedisOutbox, line: str, letter: Letter, fate: Fate, now: Any) -> None:
        settle(self, line, letter, fate, now)
        desk.settled(line)

    RedisOutbox.head = heads  # type: ignore[method-assign]  # the same, and noted
    RedisOutbox.settle = settles  # type: ignore[method-assign]  # the same, and noted
