"""The server: one address for the Bot API, for the people's API and for the page."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from aiohttp import web

from pbm.sandbox.botapi import BotApi
from pbm.sandbox.people import People, errors
from pbm.sandbox.sandbox import Sandbox
from pbm.sandbox.shapes import Bot
from pbm.sandbox.state import NotKept

PAGE = Path(__file__).parent / "page"
TOKEN = "4200000:AAbot-of-the-sandbox-opens-nothing"
"""What the sandbox's bot is addressed by; it is no secret, for it opens nothing else."""
BOT = Bot(id=4_200_000, token=TOKEN, username="SandboxBot", first_name="Sandbox bot")

SANDBOX = web.AppKey("sandbox", Sandbox)


@dataclass(frozen=True)
class Address:
    """Where a running sandbox is reached: `url` for pages and people, `bot_url` as the base URL of a bot library."""

    url: str
    sandbox: Sandbox

    @property
    def bot_url(self) -> str:
        """The base URL of a bot library; the token follows it."""
        return f"{self.url}/bot"


def create_app(
    bot: Bot = BOT,
    now: Callable[[], float] = time.time,
    limits: float | None = 1.0,
    state_file: Path | None = None,
    webhook_retry: float = 1.0,
) -> web.Application:
    """The sandbox as a web application.

    `limits` multiplies Telegram's flood limits, None lifts them; `state_file` keeps the world over restarts;
    `webhook_retry` is how many seconds after a failure a webhook is first tried again.
    """
    sandbox = Sandbox(bot, now, limits, state_file, webhook_retry)

    @web.middleware
    async def keep(
        request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        try:
            try:
                return await handler(request)
            finally:
                sandbox.keep()
        except NotKept as reason:
            return web.json_response({"error": str(reason)}, status=507)

    async def index(request: web.Request) -> web.FileResponse:
        return web.FileResponse(PAGE / "index.html")

    async def fresh(request: web.Request, response: web.StreamResponse) -> None:
        # A browser asks again each time: after an upgrade no old part of the page meets a new one.
        if request.path == "/" or request.path.startswith("/page/"):
            response.headers["Cache-Control"] = "no-cache"

    async def webhook(app: web.Application) -> AsyncIterator[None]:
        def taken() -> None:
            sandbox.changed = True
            with suppress(NotKept):  # whoever runs the sandbox hears of it
                sandbox.keep()

        task = asyncio.create_task(sandbox.updates.deliver(taken))
        yield
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    app = web.Application(middlewares=[keep, errors])
    app[SANDBOX] = sandbox
    app.add_routes([*BotApi(sandbox).routes(), *People(sandbox).routes(), web.get("/", index)])
    if PAGE.is_dir():
        app.router.add_static("/page", PAGE)
    app.on_response_prepare.append(fresh)
    app.cleanup_ctx.append(webhook)
    return app


@asynccontextmanager
async def running(app: web.Application, host: str = "127.0.0.1", port: int = 0) -> AsyncIterator[Address]:
    """The application on a port of this machine, a free one unless it is named, until the block ends."""
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5, handler_cancellation=True)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        await site.start()
        name = f"[{host}]" if ":" in host else host
        yield Address(f"http://{name}:{runner.addresses[0][1]}", app[SANDBOX])
    finally:
        await runner.cleanup()


async def serve(
    host: str,
    port: int,
    state_file: Path | None = None,
    bot: Bot = BOT,
    limits: float | None = 1.0,
    ready: Callable[[str], None] | None = None,
) -> None:
    """Runs a sandbox until cancelled; `ready` is told its address once it can be reached.

    Raises NotKept where its world cannot be kept any more.
    """
    async with running(create_app(bot=bot, limits=limits, state_file=state_file), host, port) as address:
        if ready is not None:
            ready(address.url)
        while True:
            await address.sandbox.unkept.wait()
            address.sandbox.unkept.clear()
            address.sandbox.keep()  # there may be room by now
