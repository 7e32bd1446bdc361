"""When the sandbox is away for a while."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from pbm.sandbox.server import create_app, running

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_the_page_comes_back_by_itself_when_the_sandbox_does(chromium: Browser, tmp_path: Path) -> None:
    """A thin line says that it is away; afterwards all is as before, and a line kept from being sent can be sent."""
    state = tmp_path / "state.json"
    context = await chromium.new_context(locale="en-GB")
    page = await context.new_page()
    field = page.locator("[data-pane=group] [data-compose] textarea")
    said = page.locator("[data-pane=group] [data-text]")
    async with running(create_app(limits=None, state_file=state)) as address:
        await page.goto(address.url)
        await page.locator("[data-action=start-playing]").click()
        await field.fill("before")
        await field.press("Enter")
        await expect(said).to_have_text(["before"])
    await expect(page.locator("#offline")).to_have_text("reconnecting…")
    await field.fill("meanwhile")
    await field.press("Enter")
    await expect(page.locator("[data-toast]")).to_contain_text("Nothing was sent")
    await expect(field).to_have_value("meanwhile")

    async with running(create_app(limits=None, state_file=state), port=int(address.url.rpartition(":")[2])):
        await expect(page.locator("#offline")).to_be_hidden()
        await expect(said).to_have_text(["before"])
        await field.press("Enter")
        await expect(said).to_have_text(["before", "meanwhile"])
    await context.close()


async def test_a_sandbox_that_begins_anew_is_met_with_the_start_screen(chromium: Browser) -> None:
    """Where nobody is known any more, the page asks who is playing."""
    context = await chromium.new_context(locale="en-GB")
    page = await context.new_page()
    async with running(create_app(limits=None)) as address:
        await page.goto(address.url)
        await page.locator("[data-action=start-playing]").click()
        await expect(page.locator("[data-pane=group]")).to_be_visible()

    async with running(create_app(limits=None), port=int(address.url.rpartition(":")[2])):
        await expect(page.locator("[data-start]")).to_be_visible()
    await context.close()
