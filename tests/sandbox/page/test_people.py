"""Being several people on one page, on screens of any width."""

import re

import pytest
from playwright.async_api import expect

from tests.sandbox.house import House
from tests.sandbox.page.visit import Visit

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_everybody_keeps_what_they_have_begun_to_write(visit: Visit) -> None:
    """Ann and Ben each find their own draft again, in either chat."""
    await visit.field().fill("a thought of Ann's")
    await visit.become("Ben")
    await expect(visit.field()).to_have_value("")
    await visit.field().fill("Ben thinks too")
    await visit.become("Ann")
    await expect(visit.field()).to_have_value("a thought of Ann's")
    await visit.become("Ben")
    await expect(visit.field()).to_have_value("Ben thinks too")


async def test_a_private_chat_is_seen_by_its_person_only(visit: Visit) -> None:
    """What the bot tells Ann in private is not there when one is Ben."""
    await visit.pane("private").locator("[data-action=start]").click()
    await expect(visit.said("Heard: /start", "private")).to_be_visible()
    await visit.become("Ben")

    await expect(visit.pane("private")).to_contain_text("Only Ben sees this")
    await expect(visit.pane("private").locator("[data-message]")).to_have_count(0)


async def test_others_see_how_much_is_unread_and_that_it_rang(visit: Visit, house: House) -> None:
    """Ben has one unread message that rang; reading it takes the mark away."""
    await house.say(visit.people["Ben"], visit.people["Ben"], "/start quiet")
    await visit.become("Ben")
    await expect(visit.said("Heard: /start quiet", "private")).to_be_visible()
    await visit.become("Ann")
    await expect(visit.person("Ben").locator("[data-unread]")).to_have_count(0)
    await house.send(visit.people["Ben"], "It is your turn.")

    mark = visit.person("Ben").locator("[data-unread]")
    await expect(mark).to_have_attribute("data-unread", "1")
    await expect(visit.person("Ben")).to_have_accessible_name("Be Ben, 1 unread, rings")
    await visit.become("Ben")
    await expect(visit.said("It is your turn.", "private")).to_contain_text("rings")
    await expect(visit.person("Ben").locator("[data-unread]")).to_have_count(0)


async def test_who_leaves_a_group_no_longer_sees_it(visit: Visit) -> None:
    """Ben is taken out of the group by its list of members; for him no group is open."""
    await visit.pane().locator("[data-action=members]").click()
    dialog = visit.page.locator("[data-dialog=members]")
    await dialog.get_by_label("Ben").uncheck()
    await dialog.get_by_role("button", name="OK").click()
    await expect(visit.pane().locator("[data-service]").last).to_have_text("Ben left the group")

    await visit.become("Ben")
    await expect(visit.pane().locator("[data-message]")).to_have_count(0)
    await expect(visit.field()).to_be_hidden()


async def test_a_phone_shows_one_chat_at_a_time(visit: Visit) -> None:
    """At 360 pixels nothing sticks out sideways, tabs change the chat, and people are switched on top."""
    await visit.board()
    await visit.page.set_viewport_size({"width": 360, "height": 740})
    await expect(visit.pane("group")).to_be_visible()
    await expect(visit.pane("private")).to_be_hidden()
    for tab in ("private", "group"):
        await visit.page.locator(f"[data-tab={tab}]").click()
        await expect(visit.pane(tab)).to_be_visible()
        sticking_out = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert await visit.page.evaluate(sticking_out) == 0
        wider = "each => each.scrollWidth - each.clientWidth"
        assert await visit.pane(tab).locator("[role=log]").evaluate(wider) == 0

    await visit.become("Carla")
    await expect(visit.person("Carla")).to_have_attribute("aria-pressed", "true")
    await visit.page.locator("[data-action=menu]").click()
    await expect(visit.page.locator("[data-action=add-person]")).to_be_visible()


async def test_a_long_name_fits_the_line_to_write_in(visit: Visit, house: House) -> None:
    """Wide or on a phone, the words where one will write need no second line, which would not be seen."""
    name = "Maximiliane-Wilhelmine Ferdinanda Theodora von Hohenfels"
    visit.people[name] = int(await house.person(name, started=True))
    await house.ask("POST", f"/chats/{visit.group}/members", person=visit.people[name])
    await visit.become(name)
    for width in (1280, 360):
        await visit.page.set_viewport_size({"width": width, "height": 740})
        await expect(visit.field()).to_have_attribute("placeholder", re.compile(name))
        assert await visit.field().evaluate("each => each.scrollHeight - each.clientHeight") == 0


async def test_a_deep_link_on_a_phone_changes_to_the_private_tab(visit: Visit) -> None:
    """The press leads where the bot wants to talk."""
    await visit.board()
    await visit.page.set_viewport_size({"width": 360, "height": 740})
    await visit.button("Door").click()

    await expect(visit.page.locator("[data-tab=private]")).to_have_attribute("aria-pressed", "true")
    await expect(visit.said("Heard: /start door", "private")).to_be_visible()


async def test_unread_messages_of_the_other_tab_are_counted_on_it(visit: Visit, house: House) -> None:
    """On a phone a private message shows on its tab while one looks at the group."""
    await visit.pane("private").locator("[data-action=start]").click()
    await expect(visit.said("Heard: /start", "private")).to_be_visible()
    await visit.page.set_viewport_size({"width": 360, "height": 740})
    await visit.page.locator("[data-tab=group]").click()
    await house.send(visit.people["Ann"], "Psst.")

    await expect(visit.page.locator("[data-tab=private] [data-unread]")).to_have_attribute("data-unread", "1")
    await visit.page.locator("[data-tab=private]").click()
    await expect(visit.page.locator("[data-tab=private] [data-unread]")).to_have_count(0)
