"""One delivery, from start to end: the lines that are due, their heads, sent, and what became of each kept."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from pbm.service.closed import LOOKS_AGAIN, WAITS
from pbm.service.ports import Closed, Fate, Later, Letter, Moot, Never, Outbox, Sender, Sent, Unreadable
from pbm.service.requests import Delivered, LetIn, Request, ShutOut, Undelivered

LINES_AT_ONCE = 20  # as many chats are written to at the same time; Telegram takes thirty messages a second
ANSWERS_LAST = timedelta(seconds=10)  # Telegram takes no later ones: a press is answered within about 15 seconds
LOOKS_EVERY = timedelta(seconds=0.5)  # for a line that had to wait and is due again
RESTS_AFTER_FAILURE = timedelta(seconds=30)  # of a line that we could not handle
FINISHES_WITHIN = timedelta(seconds=8)  # a host kills after ten

LATE = timedelta(seconds=2)  # a prompt that took no longer moves no deadline

News = Callable[[Request], None]

log = logging.getLogger(__name__)


def nobody_asks(request: Request) -> None:
    """What becomes of prompts concerns nobody."""


async def deliver(
    outbox: Outbox,
    sender: Sender,
    now: Callable[[], datetime],
    stop: asyncio.Event,
    at_once: int = LINES_AT_ONCE,
    news: News = nobody_asks,
) -> None:
    """Deliver what is kept until `stop` is set; the letters that are under way then are finished first.

    Of each line one letter at a time is under way, so it arrives in order; a line that fails holds up no other.
    `news` hears what became of prompts, for the time of a turn starts when it was called.
    """
    under_way: dict[str, asyncio.Task[None]] = {}
    stopped = asyncio.create_task(stop.wait())
    bell = asyncio.create_task(asyncio.to_thread(outbox.wait, LOOKS_EVERY))
    try:
        while not stop.is_set():
            for line in await asyncio.to_thread(outbox.due, now(), at_once + len(under_way)):
                if line not in under_way and len(under_way) < at_once:
                    under_way[line] = asyncio.create_task(_bring_next(line, outbox, sender, now, stop, news))
            await asyncio.wait({bell, stopped, *under_way.values()}, return_when=asyncio.FIRST_COMPLETED)
            if bell.done():
                bell.result()
                bell = asyncio.create_task(asyncio.to_thread(outbox.wait, LOOKS_EVERY))
            under_way = {line: task for line, task in under_way.items() if not task.done()}
    finally:
        stopped.cancel()
        ended, late = await asyncio.wait({bell, *under_way.values()}, timeout=FINISHES_WITHIN.total_seconds())
        if bell in ended:
            # Looked at, else asyncio logs it too: delivery has failed of the same, or is over and waits for no bell.
            bell.exception()
        for task in late:
            task.cancel()


async def deliver_head(
    line: str, outbox: Outbox, sender: Sender, now: Callable[[], datetime], news: News = nobody_asks
) -> None:
    """Bring the first letter of a line to where it goes, if it is needed, tell the news of a prompt, and settle it."""
    letter = await asyncio.to_thread(outbox.head, line)
    if letter is None:
        return
    began = now()
    came = Moot() if is_moot(letter, began) else await sender.send(letter)
    fate = closed_to(letter, came, began) if isinstance(came, Closed) else came
    try:
        if told := news_of(letter, came, began, now()):
            # Before it is settled: whatever dies in between, it is told at the next try, and counts once.
            with contextlib.suppress(Unreadable):  # the alarms tell of it
                await asyncio.to_thread(news, told)
    finally:  # a letter that has arrived must not come again and again because its game does not take the news
        await asyncio.to_thread(outbox.settle, line, letter, fate, now())


def closed_to(letter: Letter, came: Closed, began: datetime) -> Fate:
    """What a game says to its group waits until it can be said there; an answer to somebody does not."""
    message = letter.message
    waits = message.game and message.reply_to is None and began - message.made < WAITS
    return Later(after=LOOKS_AGAIN, began=began) if waits else Never(why=came.why)


def news_of(letter: Letter, fate: Fate | Closed, began: datetime, now: datetime) -> Request | None:
    """What a game is to hear of a letter: its prompt came late, or never can; its group is closed, or open again.

    The try `began` a moment ago: the group may have been opened since.
    """
    message = letter.message
    if message.game and isinstance(fate, Closed):
        shut = ShutOut(game=message.game, chat=message.to, at=began)
        return Request(id=f"shut:{letter.id}:{now.timestamp():.0f}", what=shut)
    late = isinstance(fate, Sent) and now - message.made > LATE
    if message.game and late and message.way == "say" and not message.prompts:
        return Request(id=f"let in:{letter.id}", what=LetIn(game=message.game, chat=message.to))
    if not message.prompts:
        return None
    if isinstance(fate, Sent) and now - message.made > LATE:
        delivered = Delivered(game=message.game, turn=message.turn, at=now)
        return Request(id=f"delivered:{message.game}:{message.turn}", what=delivered)
    if isinstance(fate, Never) and fate.unreachable:
        undelivered = Undelivered(game=message.game, turn=message.turn)
        return Request(id=f"undelivered:{message.game}:{message.turn}", what=undelivered)
    return None


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
    line: str, outbox: Outbox, sender: Sender, now: Callable[[], datetime], stop: asyncio.Event, news: News
) -> None:
    try:
        await deliver_head(line, outbox, sender, now, news)
    except Exception:  # whatever is wrong with this line, the others go on; with Redis away, all of it ends
        log.exception("line %s cannot be delivered now", line)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), RESTS_AFTER_FAILURE.total_seconds())
