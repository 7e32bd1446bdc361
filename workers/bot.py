"""The bot: takes what comes in, and keeps what follows from it."""

import asyncio
import signal

from pbm import wiring
from pbm.telegram.admins import TelegramAdmins
from pbm.telegram.bots import awake
from pbm.telegram.menu import offer_commands
from pbm.telegram.polling import poll
from pbm.telegram.receive import Receiver
from pbm.telegram.webhook import serve_webhook
from workers.heart import Heart, beating


async def receive() -> None:
    """Receive until SIGTERM or SIGINT, by webhook where one is set, else by long polling."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    bot, hook = wiring.bot(), wiring.hook()
    async with awake(bot, wiring.settings().telegram_api_url) as me, beating(Heart("bot", wiring.hearts())):
        handler = await asyncio.to_thread(wiring.handler_with, TelegramAdmins(bot, loop))
        receiver = Receiver(handler, wiring.is_outage, me, stop)
        await offer_commands(bot)
        if hook is not None:
            await serve_webhook(bot, receiver, stop, hook)
        else:
            await poll(bot, receiver, stop)
