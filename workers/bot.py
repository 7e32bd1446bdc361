"""The bot: takes what comes in, and keeps what follows from it."""

import asyncio
import contextlib
import time

from redis.exceptions import RedisError

from pbm import wiring
from pbm.telegram.admins import TelegramAdmins
from pbm.telegram.bots import awake
from pbm.telegram.menu import offer_commands
from pbm.telegram.polling import POLL_LASTS, poll
from pbm.telegram.receive import Receiver
from pbm.telegram.webhook import serve_webhook
from workers.heart import Heart, beating
from workers.stopping import asked_to_stop

POLL_TAKES = 10  # seconds, for the way there and back and what the updates need


class Telegram:
    """Whether Telegram answers: while it does not, the bot is as good as away, and its heart is silent."""

    def __init__(self, answers: bool) -> None:
        self._always = answers
        self._last = time.monotonic()

    def answered(self) -> None:
        """It has just answered."""
        self._last = time.monotonic()

    def answers(self) -> bool:
        """Whether it answered a moment ago, that is within one long poll and a bit."""
        return self._always or time.monotonic() - self._last < POLL_LASTS + POLL_TAKES


async def receive() -> None:
    """Receive until SIGTERM or SIGINT, by webhook where one is set, else by long polling."""
    stop = asked_to_stop(wiring.patience())
    bot, hook = wiring.bot(), wiring.hook()
    telegram = Telegram(answers=hook is not None)  # by webhook, it is Telegram that calls
    heart = Heart("bot", wiring.hearts(), while_=telegram.answers)
    begun = asyncio.Event()
    async with awake(bot, wiring.settings().telegram_api_url) as me, beating(heart, begun):
        handler = await asyncio.to_thread(wiring.paced_handler, TelegramAdmins(bot, asyncio.get_running_loop()))
        receiver = Receiver(handler, wiring.is_outage, me, stop)
        await offer_commands(bot)
        if hook is not None:
            await serve_webhook(bot, receiver, stop, hook, begun.set)
        else:
            begun.set()
            await poll(bot, receiver, stop, answered=telegram.answered, contested=_contested)


async def _contested() -> None:
    with contextlib.suppress(RedisError):  # the log tells it too
        await asyncio.to_thread(wiring.hearts().contest, wiring.now())
