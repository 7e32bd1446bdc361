"""The server as a whole."""

from __future__ import annotations

import ast
import asyncio
from pathlib import Path

import aiohttp

import pbm.sandbox
from pbm.sandbox.server import BOT, serve
from tests.sandbox.house import House


async def test_serving_tells_its_address_and_ends_when_cancelled() -> None:
    """Whoever starts it learns where the page is; a cancelled server leaves its port."""
    told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    server = asyncio.create_task(serve("127.0.0.1", 0, ready=told.set_result))
    url = await asyncio.wait_for(told, 5)
    async with aiohttp.ClientSession(url) as client:
        async with client.get("/bot") as answer:
            assert (await answer.json())["username"] == BOT.username
        server.cancel()
        await asyncio.gather(server, return_exceptions=True)
        try:
            async with client.get("/bot"):
                raise AssertionError("the server still answers")
        except aiohttp.ClientConnectionError:
            pass


async def test_the_page_is_served_from_the_same_address(house: House) -> None:
    """A browser finds the page at the root, and its parts below /page."""
    async with house.client.get("/") as answer:
        assert answer.content_type == "text/html"
        assert "/page/" in await answer.text()


async def test_a_browser_asks_again_for_each_part_of_the_page(house: House) -> None:
    """After an upgrade no old part meets a new one; what is not the page is left alone."""
    async with house.client.get("/") as page, house.client.get("/page/page.js") as part:
        assert (page.headers["Cache-Control"], part.headers["Cache-Control"]) == ("no-cache", "no-cache")
    async with house.client.get("/bot") as other:
        assert "Cache-Control" not in other.headers


def test_the_sandbox_knows_nothing_of_the_game() -> None:
    """It plays Telegram's part and imports no other room of this package."""
    for file in Path(pbm.sandbox.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [each.name for each in node.names] if isinstance(node, ast.Import) else []
            rooms = [name for name in names if name.split(".")[0] in {"pbm", "workers", "decks"}]
            assert all(name.startswith("pbm.sandbox") for name in rooms), file
