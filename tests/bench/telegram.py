"""A Telegram for the bench: the sandbox on a port of this machine, each call noted, and as slow as the real one."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from aiohttp import web

from pbm.sandbox import acts
from pbm.sandbox.chats import Chat, Person
from pbm.sandbox.sandbox import Sandbox
from pbm.sandbox.server import TOKEN, create_app, running
from tests.sandbox.calls import Call, call_of

TELEGRAM_TAKES = 0.05  # seconds for a call


@dataclass
class Telegram:
    """The sandbox and the calls that it has had."""

    url: str
    sandbox: Sandbox
    _looked: int = 0

    def person(self, name: str) -> Person:
        """Somebody who has pressed Start long ago."""
        person = self.sandbox.world.add_person(name, started=True)
        self.sandbox.world.private(person)
        return person

    def group(self, members: list[Person]) -> Chat:
        """A group of these people with the bot in it."""
        chat = self.sandbox.world.add_group("supergroup", "Bench", {one.id: "member" for one in members})
        chat.bot = "member"
        return chat

    def says(self, person: int, text: str) -> float:
        """Somebody writes in private; gives when."""
        return self.writes(self.sandbox.world.chats[person], person, text)

    def writes(self, chat: Chat, person: int, text: str) -> float:
        """Somebody writes in a chat; gives when."""
        acts.say(self.sandbox, chat, self.sandbox.world.people[person], text)
        return time.time()

    def calls(self) -> list[Call]:
        """What the bot has asked for since this was asked last."""
        found = []
        for call in reversed(self.sandbox.calls.kept):
            if call["id"] <= self._looked:
                break
            if call["method"] != "getUpdates":
                found.append(call_of(call))
        self._looked = self.sandbox.calls.last_id
        return found[::-1]

    async def until(self, came: Callable[[Call], bool], seconds: float = 60) -> Call:
        """The first call of that kind from now on."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if found := next(filter(came, self.calls()), None):
                return found
            await asyncio.sleep(0.005)
        raise TimeoutError("the bot did not call")

    def environment(self, redis: str) -> dict[str, str]:
        """What the processes of the bot are told."""
        return {
            **os.environ,
            "PBM_REDIS_URL": redis,
            "PBM_TELEGRAM_TOKEN": TOKEN,
            "PBM_TELEGRAM_API_URL": self.url,
            "PBM_WEBHOOK_URL": "",
            "PBM_LOG_LEVEL": "ERROR",
            "PBM_REQUESTS_A_MINUTE": "0",
        }


@asynccontextmanager
async def a_telegram(takes: float = 0, limits: float | None = None) -> AsyncIterator[Telegram]:
    """A Telegram for the time of the `with`; `limits` multiplies its flood limits, None lifts them."""

    @web.middleware
    async def slowly(
        request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        if request.path.startswith("/bot") and not request.path.endswith("/getUpdates"):
            await asyncio.sleep(takes / 2)  # on the way there ...
            answer = await handler(request)
            await asyncio.sleep(takes / 2)  # ... and back
            return answer
        return await handler(request)

    app = create_app(limits=limits)
    app.middlewares.append(slowly)
    async with running(app) as address:
        yield Telegram(address.url, address.sandbox)


@contextmanager
def processes(environment: dict[str, str], *names: str) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Processes of the bot; those that live at the end are killed outright, as by a host that is in a hurry."""
    started = [subprocess.Popen([sys.executable, "-m", "workers", name], env=environment) for name in names]
    try:
        yield started
    finally:
        for one in started:
            one.kill()
            one.wait()
