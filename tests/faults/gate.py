"""The gate before two bots on webhooks: each gets every other update, some come twice, some late and out of order."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import aiohttp
from aiohttp import web

TWICE, LATE = 0.1, 0.05  # how many of the updates
LATER = 3.0  # seconds, at most
TRIES = 100


class Gate:
    """Hands updates on to whichever bot answers."""

    def __init__(self, bots: Sequence[str], chance: random.Random, client: aiohttp.ClientSession) -> None:
        self._bots = list(bots)
        self._chance = chance
        self._client = client
        self._late: set[asyncio.Task[None]] = set()
        self.twice = 0
        self.late = 0

    async def take(self, request: web.Request) -> web.Response:
        """One update; what is kept back is answered at once, and brought later all the same."""
        body, headers = await request.read(), dict(request.headers)
        if self._chance.random() < LATE:
            self.late += 1
            task = asyncio.create_task(self._later(body, headers))
            self._late.add(task)
            task.add_done_callback(self._late.discard)
            return web.Response()
        self._bots.reverse()
        if self._chance.random() < TWICE:
            self.twice += 1
            both = await asyncio.gather(*(self._bring(bot, body, headers) for bot in self._bots))
            return web.Response(status=200 if 200 in both else 502)
        for bot in self._bots:
            if await self._bring(bot, body, headers) == 200:
                return web.Response()
        return web.Response(status=502)

    async def empty(self) -> None:
        """Come back when nothing is kept back any more."""
        await asyncio.gather(*self._late)

    async def _later(self, body: bytes, headers: dict[str, str]) -> None:
        await asyncio.sleep(LATER * self._chance.random())
        for _ in range(TRIES):
            for bot in self._bots:
                if await self._bring(bot, body, headers) == 200:
                    return
            await asyncio.sleep(0.2)

    async def _bring(self, bot: str, body: bytes, headers: dict[str, str]) -> int:
        try:
            async with self._client.post(bot, data=body, headers=headers) as answer:
                return answer.status
        except (aiohttp.ClientError, TimeoutError):
            return 502


@asynccontextmanager
async def a_gate(port: int, bots: Sequence[str], chance: random.Random) -> AsyncIterator[Gate]:
    """A gate at that port, for the time of the `with`."""
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=30)) as client:
        gate = Gate(bots, chance, client)
        app = web.Application()
        app.router.add_post("/", gate.take)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", port).start()
        try:
            yield gate
        finally:
            with contextlib.suppress(asyncio.CancelledError):
                await runner.cleanup()
