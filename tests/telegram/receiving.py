"""What receives the updates in tests: a service that notes what it was asked, a bot that polls or is called."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from telegram import Bot

from pbm.service.requests import Request, Said
from pbm.telegram.polling import poll
from pbm.telegram.receive import Receiver
from pbm.telegram.webhook import Hook, serve_webhook
from tests.ports import free_port
from tests.sandbox.house import House


class Away(Exception):
    """The store of these tests is away."""


class Service:
    """Notes what it was asked, after whatever `before` does to it."""

    def __init__(self, before: Callable[[str], None] = lambda text: None) -> None:
        self.before = before
        self.kept: list[str] = []
        self.sorry: list[str] = []
        self.tries = 0

    def handle(self, request: Request) -> None:
        assert isinstance(request.what, Said)
        self.tries += 1
        self.before(request.what.text)
        self.kept.append(request.what.text)

    def apologise(self, request: Request, why: Exception) -> None:
        assert isinstance(request.what, Said)
        self.sorry.append(request.what.text)


def receiver(service: Service, bot: Bot, stop: asyncio.Event) -> Receiver:
    """It waits with an update while the store of the service is Away."""
    return Receiver(service, lambda error: isinstance(error, Away), bot.bot, stop)


@asynccontextmanager
async def polling(service: Service, bot: Bot) -> AsyncIterator[asyncio.Event]:
    """A bot that polls until the block ends; its event stops it before."""
    stop = asyncio.Event()
    task = asyncio.create_task(poll(bot, receiver(service, bot, stop), stop, lasts=5))
    try:
        yield stop
    finally:
        stop.set()
        await asyncio.wait_for(task, 5)


@asynccontextmanager
async def hooked(service: Service, bot: Bot, secret: str = "s3cret") -> AsyncIterator[Hook]:
    """A bot that is called until the block ends."""
    stop = asyncio.Event()
    hook = Hook(f"http://127.0.0.1:{(port := free_port())}/telegram", secret, "127.0.0.1", port)
    task = asyncio.create_task(serve_webhook(bot, receiver(service, bot, stop), stop, hook))
    try:
        yield hook
    finally:
        stop.set()
        await asyncio.wait_for(task, 10)


async def until(true: Callable[[], bool]) -> None:
    """Wait for what the bot or the sandbox shall bring about."""
    async with asyncio.timeout(10):
        while not true():  # noqa: ASYNC110  what is waited for happens in another thread, or in the sandbox
            await asyncio.sleep(0.01)


def waiting(house: House) -> int:
    """How many updates Telegram still keeps for the bot."""
    return len(house.sandbox.updates.queue.waiting)
