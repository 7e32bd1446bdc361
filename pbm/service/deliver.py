"""One delivery, from start to end: the lines that are due, their heads, sent, and what became of each kept."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from pbm.service.ports import Letter, Moot, Outbox, Sender

LINES_AT_ONCE = 20  # as many chats are written to at the same time; Telegram takes thirty messages a second
ANSWERS_LAST = timedelta(seconds=10)  # Telegram takes no later ones: a press is answered within about 15 seconds
LOOKS_EVERY = timedelta(seconds=0.5)  # for a line that had to wait and is due again
RESTS_AFTER_FAILURE = timedelta(seconds=30)  # of a line that we could not handle
FINISHES_WITHIN = timedelta(seconds=8)  # a host kills after ten

log = logging.getLogger(__name__)


async def deliver(
    outbox: Outbox, sender: Sender, now: Callable[[], datetime], stop: asyncio.Event, at_once: int = LINES_AT_ONCE
) -> None:
    """Deliver what is kept until `stop` is set; the letters that are under way then are finished first.

    Of each line one letter at a time is under way, so it arrives in order; a line that fails holds up no other.
    """
    under_way: dict[str, asyncio.Task[None]] = {}
    stopped = asyncio.create_task(stop.wait())
    bell = asyncio.create_task(asyncio.to_thread(outbox.wait, LOOKS_EVERY))
    try:
        while not stop.is_set():
            for line in await asyncio.to_thread(outbox.due, now(), at_once + len(under_way)):
                if line not in under_way and len(under_way) < at_once:
                    under_way[line] = asyncio.create_task(_bring_next(line, outbox, sender, now, stop))
            await asyncio.wait({bell, stopped, *under_way.values()}, return_when=asyncio.FIRST_COMPLETED)
            if bell.done():
                bell.result()
                bell = asyncio.create_task(asyncio.to_thread(outbox.wait, LOOKS_EVERY))
            under_way = {line: task for line, task in under_way.items() if not task.done()}
    finally:
        stopped.cancel()
        _, late = await asyncio.wait({bell, *under_way.values()}, timeout=FINISHES_WITHIN.total_seconds())
        for task in late:
            task.cancel()


async def deliver_head(line: str, outbox: Outbox, sender: Sender, now: Callable[[], datetime]) -> None:
    """Bring the first letter of a line to where it goes, if it is needed, and settle it."""
    letter = await asyncio.to_thread(outbox.head, line)
    if letter is None:
        return
    fate = Moot() if is_moot(letter, now()) else await sender.send(letter)
    await asyncio.to_thread(outbox.settle, line, letter, fate, now())


def is_moot(letter: Letter, now: datetime) -> bool:
    """Whether nobody needs it any more: a late answer, a change of nothing, no buttons to strip."""
    match letter.message.way:
        case "answer":
            return now - letter.message.made > ANSWERS_LAST
        case "edit":
            return letter.edits is None
        case "strip":
            return letter.edits is None or not letter.has_buttons
        case "say" | "show":
            return False


async def _bring_next(
    line: str, outbox: Outbox, sender: Sender, now: Callable[[], datetime], stop: asyncio.Event
) -> None:
    try:
        await deliver_head(line, outbox, sender, now)
    except Exception:  # whatever is wrong with this line, the others go on; with Redis away, they fail too and end it
        log.exception("line %s cannot be delivered now", line)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), RESTS_AFTER_FAILURE.total_seconds())
