"""Long polling: asks Telegram for updates, and confirms each by asking for those after it."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from math import inf
from typing import Any, TypeVar

from telegram import Bot, Update
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from pbm.telegram.errors import WrongToken
from pbm.telegram.parse import ALLOWED_UPDATES, read
from pbm.telegram.receive import Receiver, Stopped

POLL_LASTS = 25  # seconds; some networks cut connections that are silent for longer
FIRST_WAIT = 0.5  # seconds
LONGEST_WAIT = 30.0  # seconds
SAID_AGAIN = 300.0  # seconds; a line that was read and forgotten helps nobody who is not heard today
OTHER_IS_GONE_AFTER = 60.0  # seconds without a conflict; two programs on one token have answers in turn
ASKS_AGAIN = (1.0, 2.0, 4.0)  # seconds before each time, whether it is sure that it does not know the token

T = TypeVar("T")

log = logging.getLogger(__name__)


async def _nobody_asks() -> None:
    pass


async def poll(
    bot: Bot,
    receiver: Receiver,
    stop: asyncio.Event,
    lasts: int = POLL_LASTS,
    answered: Callable[[], None] = lambda: None,
    contested: Callable[[], Awaitable[None]] = _nobody_asks,
) -> None:
    """Receive until `stop` is set; raises WrongToken when Telegram does not know the bot, and stays with that.

    `lasts` is how many seconds Telegram may keep a question waiting for news; `answered` hears each time it answers,
    and `contested` each time it refuses them because another program receives them.
    """
    offset: int | None = None
    failures = 0
    said: type[TelegramError] | None = None  # in the log, and not over yet
    said_at = contested_at = -inf
    has_webhook = True  # perhaps, from an earlier run
    while not stop.is_set():
        try:
            if has_webhook:
                await bot.delete_webhook()
                has_webhook = False
            updates = await _unless(stop, _waiting(bot, offset, lasts))
        except TelegramError as error:
            if isinstance(error, InvalidToken) and await _is_unknown(bot, stop):
                raise WrongToken from error
            kind = Conflict if isinstance(error, Conflict) else TelegramError
            if kind is Conflict:
                contested_at = time.monotonic()
                await contested()
            if kind is not said or time.monotonic() - said_at > SAID_AGAIN:
                log.warning("%s", _told(error))
                said, said_at = kind, time.monotonic()
            await _unless(stop, asyncio.sleep(_wait(error, failures)))
            failures += 1
            continue
        answered()
        failures = 0
        if said and time.monotonic() - contested_at > OTHER_IS_GONE_AFTER:
            log.info("Telegram answers again")
            said = None
        for id, update in updates or ():
            try:
                if update is not None:
                    await receiver.take(update)
            except Stopped:
                return
            offset = id + 1
            if stop.is_set():
                return


async def _waiting(bot: Bot, offset: int | None, lasts: int) -> list[tuple[int, Update | None]]:
    """The updates that wait, by id; None for one that the library cannot read. No updates at all: a TelegramError."""
    try:
        updates = await bot.get_updates(offset, timeout=lasts, allowed_updates=ALLOWED_UPDATES)
        return [(update.update_id, update) for update in updates]
    except TelegramError:
        raise
    except Exception:  # the library reads all or nothing; from here on they are read one at a time
        try:
            # Telegram's names have no case. By its own one, the library advises its own method, which has just failed.
            raw = await bot.do_api_request("GetUpdates", {"offset": offset, "limit": 1})
            return [(int(one["update_id"]), read(one, bot)) for one in raw]
        except (LookupError, TypeError, ValueError) as error:  # something on the way has answered in Telegram's place
            raise TelegramError("there are no updates in what it sent") from error


async def _is_unknown(bot: Bot, stop: asyncio.Event) -> bool:
    """Whether Telegram, asked who the bot is, says again and again that it does not know: a mistake ends no bot."""
    for wait in ASKS_AGAIN:
        await _unless(stop, asyncio.sleep(wait))
        try:
            if not stop.is_set():
                await _unless(stop, bot.get_me())
            return False
        except InvalidToken:
            continue
        except TelegramError:
            return False
    return True


async def _unless(stop: asyncio.Event, work: Coroutine[Any, Any, T]) -> T | None:
    """What the work gives; None, and the work is broken off, when `stop` is set before."""
    working, stopped = asyncio.create_task(work), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({working, stopped}, return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() else None
    finally:
        stopped.cancel()
        working.cancel()


def _told(error: TelegramError) -> str:
    if isinstance(error, Conflict):
        return "another program receives this bot's updates: stop that one; trying again"
    return f"Telegram does not answer: {error.message}; trying again"


def _wait(error: TelegramError, failures: int) -> float:
    if isinstance(error, RetryAfter):
        after = error.retry_after
        return after.total_seconds() if isinstance(after, timedelta) else float(after)
    return min(FIRST_WAIT * 2.0 ** min(failures, 10), LONGEST_WAIT)
