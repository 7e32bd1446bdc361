"""Messages on the page: how they come, look and are answered."""

import re

import pytest
from playwright.async_api import Locator, expect

from tests.sandbox.house import House
from tests.sandbox.page.echo import QUOTE
from tests.sandbox.page.visit import Visit

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def height(what: Locator) -> float:
    """Of an element as it is laid out, in pixels."""
    box = await what.bounding_box()
    assert box is not None
    return box["height"]


async def test_a_line_written_appears_and_is_answered(visit: Visit) -> None:
    """Enter sends, Shift and Enter begins a new line; the bot's answer comes without a reload, marked as silent."""
    await visit.page.locator("[data-suggestion=help]").click()
    await expect(visit.said("Heard: /help")).to_be_visible()
    await visit.said("Heard: /help").locator("[data-action=reply]").click()
    await visit.field().press_sequentially("one")
    await visit.field().press("Shift+Enter")
    await visit.field().press_sequentially("two")
    await visit.field().press("Enter")

    await expect(visit.said("Heard: one\ntwo")).to_be_visible()
    await expect(visit.said("Heard: one")).to_contain_text("silent")
    await expect(visit.field()).to_have_value("")


async def test_entities_mark_exactly_their_part_of_the_text(visit: Visit) -> None:
    """Offsets count UTF-16 units, so a whale before them shifts nothing."""
    board = await visit.board()

    await expect(board.locator("[data-entity=bold]")).to_have_text("board")
    await expect(board.locator("[data-entity=text_mention]")).to_have_text("Ann")
    await expect(board.locator("[data-entity=code]")).to_have_text("3 1")
    await expect(board.locator("[data-entity=expandable_blockquote] .fold-text")).to_have_text(QUOTE)


PLACES = """(text, words) => words.map((word) => {
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const at = walker.currentNode.data.indexOf(word);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(walker.currentNode, at);
    range.setEnd(walker.currentNode, at + word.length);
    return range.getBoundingClientRect().left;
  }
})"""
"""Where each of these words begins in a text as it is laid out, in pixels from the left."""


async def test_a_name_in_hebrew_turns_no_sentence_around(visit: Visit, house: House) -> None:
    """A German line goes from left to right, its full stop last, though its first word, kept apart, does not."""
    name = "\u2068עברית\u2069"
    quote = f"Wer?\n{name} zweifelt!"
    text = f"{name} ist da.\n{quote}"
    marks = [{"type": "blockquote", "offset": len(text) - len(quote), "length": len(quote)}]
    await visit.page.set_viewport_size({"width": 360, "height": 640})
    await house.send(visit.group, text, entities=marks)
    there = visit.said("ist da.").locator("[data-text]")

    of_line = await there.evaluate(PLACES, ["עברית", "ist", "."])
    assert of_line == sorted(of_line)
    of_quote = await there.locator("blockquote").evaluate(PLACES, ["עברית", "zweifelt", "!"])
    assert of_quote == sorted(of_quote)


async def test_a_line_in_hebrew_goes_from_right_to_left(visit: Visit) -> None:
    """Whoever writes in Hebrew reads it as it is written: the full stop stands at the left."""
    await visit.write("שלום לכם.")
    there = visit.said("שלום").first.locator("[data-text]")

    of_line = await there.evaluate(PLACES, [".", "לכם", "שלום"])
    assert of_line == sorted(of_line)


async def test_a_moment_is_shown_in_the_zone_of_the_browser(visit: Visit) -> None:
    """What the bot calls 14:13 UTC is 15:13 in a London summer."""
    board = await visit.board()

    await expect(board.locator("[data-entity=date_time]")).to_have_text("Tue 15:13")


async def test_a_folded_quote_shows_three_lines_until_it_is_opened(visit: Visit) -> None:
    """The quote of ten lines grows by a tap, stays so when the message changes elsewhere, and folds again."""
    board = await visit.board()
    text = board.locator(".fold-text")
    unfold = board.locator("[data-action=unfold]")
    folded = await height(text)
    await expect(unfold).to_have_attribute("aria-expanded", "false")

    await unfold.click()
    await expect(unfold).to_have_attribute("aria-expanded", "true")
    opened = await height(text)
    assert opened == pytest.approx(folded * 10 / 3, rel=0.05)

    await unfold.click()
    assert await height(text) == pytest.approx(folded)


async def test_a_reply_shows_what_it_answers_and_leads_there(visit: Visit) -> None:
    """Ben answers Ann's line; his message quotes it, and a tap on the quote finds it."""
    await visit.write("I was there, believe me")
    await visit.become("Ben")
    await visit.said("I was there").locator("[data-action=reply]").click()
    await expect(visit.pane().locator("[data-reply-bar]")).to_contain_text("Reply to Ann")
    await visit.write("Never")

    quote = visit.said("Never").locator("[data-reply-to]")
    await expect(quote).to_contain_text("I was there, believe me")
    await expect(visit.pane().locator("[data-reply-bar]")).to_be_hidden()
    await quote.click()
    await expect(visit.said("I was there")).to_be_focused()


async def test_escape_gives_a_reply_up(visit: Visit) -> None:
    """The bar goes away, and what is sent then answers nothing."""
    await visit.write("Something")
    await visit.said("Something").locator("[data-action=reply]").click()
    await visit.field().press("Escape")
    await expect(visit.pane().locator("[data-reply-bar]")).to_be_hidden()
    await visit.write("Else")

    await expect(visit.said("Else")).to_be_visible()
    await expect(visit.said("Else").locator("[data-reply-to]")).to_have_count(0)


async def test_a_pinned_message_stands_on_top_of_its_chat(visit: Visit, house: House) -> None:
    """The board that the bot pins is marked, told of, and reached by the bar."""
    board = await visit.board()
    number = int(await board.get_attribute("data-message") or 0)
    await house.set_bot(visit.group, "administrator")
    await house.result("pinChatMessage", chat_id=visit.group, message_id=number)
    await expect(board).to_contain_text("pinned")
    await expect(visit.pane().locator("[data-service]").last).to_contain_text("pinned “A 🐋 board for Ann")

    await visit.pane().get_by_role("button", name=re.compile("^Pinned")).click()
    await expect(board).to_be_focused()


async def test_a_message_taken_back_disappears(visit: Visit, house: House) -> None:
    """What the bot deletes goes away on the page."""
    board = await visit.board()
    number = int(await board.get_attribute("data-message") or 0)
    await house.result("deleteMessage", chat_id=visit.group, message_id=number)

    await expect(board).to_have_count(0)


async def test_markup_in_a_name_or_a_text_is_only_text(visit: Visit) -> None:
    """Somebody writes HTML, and everybody reads it as written."""
    await visit.write("<img src=x onerror=alert(1)> & <b>so on</b>")

    await expect(visit.said("<b>so on</b>")).to_be_visible()
    await expect(visit.pane().locator("[data-text] img")).to_have_count(0)
