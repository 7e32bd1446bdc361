"""Inline buttons and links on the page."""

import re

import pytest
from playwright.async_api import expect

from tests.sandbox.page.echo import EchoBot
from tests.sandbox.page.visit import Visit

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_press_is_answered_by_a_passing_note(visit: Visit) -> None:
    """The bot greets whoever pressed, and the note is read out as a status."""
    await visit.board()
    await visit.button("Hello").click()

    await expect(visit.page.get_by_role("status").locator("[data-toast]")).to_have_text("Hello, Ann.")


async def test_an_alert_waits_until_it_has_been_read(visit: Visit) -> None:
    """The alert goes away with OK and not before."""
    await visit.board()
    await visit.button("Alert").click()
    alert = visit.page.locator("[data-alert]")
    await expect(alert).to_contain_text("The sea is rough.")

    await alert.get_by_role("button", name="OK").click()
    await expect(alert).to_have_count(0)


async def test_a_button_shows_that_it_waits_for_the_bot(visit: Visit, bot: EchoBot) -> None:
    """While the bot takes its time the button is busy, and afterwards it is not."""
    await visit.board()
    slow = visit.button("Slow")
    await slow.click()
    await expect(slow).to_have_attribute("aria-busy", "true")

    bot.slow.set()
    await expect(slow).not_to_have_attribute("aria-busy", "true")


async def test_an_edit_replaces_the_text_and_takes_the_buttons_away(visit: Visit) -> None:
    """The edited message says so and has no buttons left."""
    board = await visit.board()
    number = await board.get_attribute("data-message")
    await visit.button("Edit").click()

    edited = visit.pane().locator(f'[data-message="{number}"]')
    await expect(edited.locator("[data-text]")).to_have_text("Another board")
    await expect(edited).to_contain_text("edited")
    await expect(edited.locator("[data-button]")).to_have_count(0)


@pytest.mark.parametrize(("button", "payload"), [("Door", "door"), ("Link", "link")])
async def test_a_deep_link_opens_the_private_chat(visit: Visit, button: str, payload: str) -> None:
    """By an answer's address and by a link button alike, /start arrives with its payload, and one can write there."""
    await visit.board()
    await expect(visit.pane("private").locator("[data-action=start]")).to_be_visible()
    await visit.button(button).click()

    await expect(visit.said(f"Heard: /start {payload}", "private")).to_be_visible()
    await expect(visit.field("private")).to_be_focused()
    await visit.write("hello", "private")
    await expect(visit.said("Heard: hello", "private")).to_be_visible()


async def test_start_opens_a_private_chat_and_blocking_closes_it(visit: Visit) -> None:
    """Before Start nothing can be written; blocked, neither; let in again, it goes on."""
    await expect(visit.field("private")).to_be_hidden()
    await visit.pane("private").locator("[data-action=start]").click()
    await expect(visit.said("Heard: /start", "private")).to_be_visible()

    block = visit.pane("private").locator("[data-action=block]")
    await block.click()
    await expect(visit.field("private")).to_be_hidden()
    await expect(block).to_have_text("Unblock the bot")
    await block.click()
    await expect(visit.field("private")).to_be_visible()


async def test_commands_are_offered_while_one_types(visit: Visit) -> None:
    """A slash opens the menu, letters narrow it, arrows choose, Tab completes and Enter sends."""
    field, offered = visit.field(), visit.pane().locator("[data-command]")
    await field.press_sequentially("/")
    await expect(offered).to_have_count(3)
    await field.press_sequentially("b")
    await expect(offered).to_have_text([re.compile("^/board"), re.compile("^/bread")])

    await field.press("ArrowDown")
    await expect(offered.nth(1)).to_have_attribute("aria-selected", "true")
    await field.press("Tab")
    await expect(field).to_have_value("/bread ")
    await field.fill("/he")
    await expect(offered).to_have_count(1)
    await field.press("Enter")
    await expect(visit.said("Heard: /help")).to_be_visible()
