"""What the page's tests begin with: a sandbox, a bot that echoes, and a browser that looks at them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest_asyncio
from playwright.async_api import Browser, Page

from tests.sandbox.house import House, a_house
from tests.sandbox.page.echo import EchoBot
from tests.sandbox.page.visit import Visit


@pytest_asyncio.fixture(loop_scope="session")
async def house() -> AsyncIterator[House]:
    """A fresh sandbox without flood limits."""
    async with a_house() as house:
        yield house


@pytest_asyncio.fixture(loop_scope="session")
async def bot(house: House) -> AsyncIterator[EchoBot]:
    """The echo bot, at work."""
    bot = EchoBot(house)
    task = asyncio.create_task(bot.run())
    yield bot
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


@pytest_asyncio.fixture(loop_scope="session")
async def page(chromium: Browser, house: House, bot: EchoBot) -> AsyncIterator[Page]:
    """A wide page in London that asks nobody but the sandbox and breaks nowhere."""
    async for page in opened(chromium, house, "en-GB"):
        yield page


@pytest_asyncio.fixture(loop_scope="session")
async def german_page(chromium: Browser, house: House, bot: EchoBot) -> AsyncIterator[Page]:
    """The same page for somebody whose browser speaks German."""
    async for page in opened(chromium, house, "de-DE"):
        yield page


async def opened(chromium: Browser, house: House, locale: str) -> AsyncIterator[Page]:
    context = await chromium.new_context(
        viewport={"width": 1280, "height": 800}, locale=locale, timezone_id="Europe/London"
    )
    page = await context.new_page()
    asked: list[str] = []
    broken: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.set_default_timeout(10_000)
    await page.goto(house.url)
    yield page
    await context.close()
    assert not broken
    assert [url for url in asked if not url.startswith((house.url, "data:"))] == []


@pytest_asyncio.fixture(loop_scope="session")
async def visit(page: Page, house: House, bot: EchoBot) -> Visit:
    """Ann, Ben and Carla in a group that has just been made; the page is Ann's."""
    await page.locator("[data-action=start-playing]").click()
    await page.locator("[data-pane=group] [data-suggestion]").first.wait_for()
    people = {person["first_name"]: int(person["id"]) for person in await house.ask("GET", "/people")}
    chats = await house.ask("GET", f"/chats?person={people['Ann']}")
    group = next(int(chat["id"]) for chat in chats if chat["type"] == "group")
    return Visit(page, people, group)
