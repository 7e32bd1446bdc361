"""Being several people on one page, on screens of any width."""

import re

import pytest
from playwright.async_api import Browser, expect

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


async def test_two_of_the_same_name_are_told_apart(visit: Visit, house: House) -> None:
    """In the list, on a phone's row and among the members; whoever has a username is told by it."""
    for name in ("second", "third"):
        visit.people[name] = int(await house.person("Ann", started=True))
    await house.person("Ann", username="annie")
    await expect(visit.page.locator(".list").first).to_contain_text("@annie")
    await expect(visit.person("third")).to_contain_text("(3)")
    await expect(visit.person("Ann")).to_have_accessible_name("Be Ann")
    await expect(visit.person("second")).to_have_accessible_name("Be Ann (2)")

    await visit.pane().locator("[data-action=members]").click()
    members = await visit.page.locator("[data-dialog=members] label span").all_inner_texts()
    assert members == ["Ann", "Ben", "Carla", "Ann (2)", "Ann (3)", "Ann @annie"]
    await visit.page.keyboard.press("Escape")
    await visit.page.set_viewport_size({"width": 375, "height": 740})
    await expect(visit.page.locator(f'.row-of-people [data-person="{visit.people["third"]}"]')).to_contain_text("(3)")


async def test_of_many_members_with_long_names_every_box_is_whole_and_the_buttons_are_there(
    visit: Visit, house: House
) -> None:
    """Wide and on a phone: the list scrolls, and OK stays on the screen."""
    for at in range(14):
        await house.person(f"Maximiliane-Wilhelmine Ferdinanda Theodora von Hohenfels {at}", started=True)
    await expect(visit.page.locator(".list .person")).to_have_count(17)
    for width, height in ((1280, 800), (375, 667)):
        await visit.page.set_viewport_size({"width": width, "height": height})
        await visit.pane().locator("[data-action=members]").click()
        dialog = visit.page.locator("[data-dialog=members]")
        boxes = await dialog.locator("input").evaluate_all("all => all.map(each => each.offsetWidth)")
        assert set(boxes) == {20}
        box = await dialog.bounding_box()
        assert box
        assert 8 <= box["y"] <= height - 8 - box["height"]
        await expect(dialog.get_by_role("button", name="OK")).to_be_in_viewport(ratio=1)
        await dialog.get_by_role("button", name="OK").click()


async def test_a_count_on_a_phone_covers_no_letter_and_is_not_cut(visit: Visit, house: House) -> None:
    """It stands beside the name, inside the row."""
    await visit.page.set_viewport_size({"width": 375, "height": 740})
    await house.say(visit.people["Ben"], visit.people["Ben"], "/start quiet")
    await house.send(visit.people["Ben"], "It is your turn.")
    badge = await visit.person("Ben").locator("[data-unread]").bounding_box()
    seal = await visit.person("Ben").locator(".seal").bounding_box()
    row = await visit.page.locator(".row-of-people").bounding_box()

    assert badge
    assert seal
    assert row
    assert badge["x"] >= seal["x"] + seal["width"]
    assert row["y"] <= badge["y"] <= row["y"] + row["height"] - badge["height"]


async def test_a_page_opened_for_the_first_time_counts_what_comes_from_then_on(
    visit: Visit, house: House, chromium: Browser
) -> None:
    """What lay there before is not unread; a message that comes now is."""
    await house.say(visit.people["Ben"], visit.people["Ben"], "/start quiet")
    await house.send(visit.people["Ben"], "It is your turn.")
    context = await chromium.new_context(locale="en-GB")
    page = await context.new_page()
    await page.goto(house.url)
    ben = page.locator(f'[data-person="{visit.people["Ben"]}"]:visible')
    await expect(ben).to_be_visible()
    await expect(ben.locator("[data-unread]")).to_have_count(0)
    await house.send(visit.people["Ben"], "It is your turn again.")

    await expect(ben.locator("[data-unread]")).to_have_attribute("data-unread", "1")
    await context.close()
