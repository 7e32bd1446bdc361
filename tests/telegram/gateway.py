"""A gateway on the way to Telegram, as some networks have one."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from tests.sandbox.house import House


@asynccontextmanager
async def a_gateway(
    house: House, says: bytes, times: int, status: int = 200, to: str = "getUpdates"
) -> AsyncIterator[str]:
    """Something on the way to Telegram that answers itself when it is asked `to` do something, so many times."""
    left = times

    async def pass_on(request: web.Request) -> web.Response:
        nonlocal left
        if request.path.endswith(f"/{to}") and left:
            left -= 1
            return web.Response(body=says, status=status, content_type="application/json")
        kind = {"Content-Type": request.headers.get("Content-Type", "application/json")}
        async with house.client.post(request.path, data=await request.read() or b"{}", headers=kind) as answer:
            return web.Response(body=await answer.read(), status=answer.status, content_type="application/json")

    app = web.Application()
    app.router.add_post("/{path:.*}", pass_on)
    runner = web.AppRunner(app, access_log=None, handler_cancellation=True)  # or its end waits for a long poll
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()
