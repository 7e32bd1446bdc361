"""The first visit."""

import pytest
from playwright.async_api import Page, Route, expect

from tests.sandbox.house import House
from tests.sandbox.page.visit import Visit

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_one_button_makes_three_people_and_a_group(visit: Visit, house: House) -> None:
    """Whoever opens the page for the first time is in a group as Ann after one press."""
    assert list(visit.people) == ["Ann", "Ben", "Carla"]
    await expect(visit.person("Ann")).to_have_attribute("aria-pressed", "true")
    await expect(visit.pane().get_by_role("heading")).to_have_text("Sunday Table")
    await expect(visit.page.locator("[data-unread]")).to_have_count(0)
    chats = await house.ask("GET", f"/chats?person={visit.people['Carla']}")
    assert [chat["bot"] for chat in chats if chat["id"] == visit.group] == ["member"]


async def test_what_comes_while_the_page_opens_is_shown(page: Page, house: House) -> None:
    """The bot writes after the chat was read and before the page hears of news."""
    service = page.locator("[data-service]").first

    async def late(route: Route) -> None:
        await service.wait_for()
        ann = (await house.ask("GET", "/people"))[0]["id"]
        chats = await house.ask("GET", f"/chats?person={ann}")
        await house.send(next(chat["id"] for chat in chats if chat["type"] == "group"), "Just in time.")
        await route.continue_()

    await page.route("**/events*", late, times=1)
    await page.get_by_role("button", name="Start playing").click()

    await expect(page.locator("[data-pane=group] [data-text]", has_text="Just in time.")).to_be_visible()


async def test_names_and_languages_can_be_chosen_first(page: Page, house: House) -> None:
    """The first person is called Zoë and speaks German, and the sandbox knows it."""
    newcomer = page.locator("[data-newcomer='1']")
    await newcomer.locator("input").fill("Zoë")
    await newcomer.locator("select").select_option("de")
    await page.get_by_role("button", name="Start playing").click()
    await expect(page.locator("[data-pane=group]")).to_be_visible()

    people = await house.ask("GET", "/people")
    told = [(person["first_name"], person["language_code"]) for person in people]
    assert told == [("Zoë", "de"), ("Ben", "en"), ("Carla", "en")]


async def test_an_empty_chat_offers_the_first_commands_of_the_menu(visit: Visit) -> None:
    """The hint names what the bot's menu begins with, and a tap on it writes it."""
    await expect(visit.pane()).to_contain_text("To begin, write /board")
    await visit.page.locator("[data-suggestion=bread]").click()

    await expect(visit.said("Heard: /bread")).to_be_visible()
    await expect(visit.page.locator("[data-suggestion=bread]")).to_be_hidden()


async def test_the_page_speaks_the_language_of_its_browser(german_page: Page) -> None:
    """A German browser is greeted in German, and its people start out as German speakers."""
    await expect(german_page.get_by_role("button", name="Losspielen")).to_be_visible()
    await expect(german_page.locator("[data-newcomer='2'] select")).to_have_value("de")
    assert await german_page.locator("html").get_attribute("lang") == "de"
    await german_page.get_by_role("button", name="Losspielen").click()
    await expect(german_page.get_by_role("heading", name="Sonntagsrunde")).to_be_visible()


async def test_somebody_added_later_joins_the_group_that_is_open(visit: Visit, house: House) -> None:
    """Deniz is added and is told of as having joined."""
    await visit.page.locator("[data-action=add-person]").click()
    await visit.page.locator("[data-dialog=person] [name=name]").fill("Deniz")
    await visit.page.locator("[data-dialog=person]").get_by_role("button", name="Add").click()

    await expect(visit.pane().locator("[data-service]").last).to_have_text("Deniz joined the group")
    people = {person["first_name"]: person["id"] for person in await house.ask("GET", "/people")}
    chats = await house.ask("GET", f"/chats?person={people['Deniz']}")
    assert visit.group in [chat["id"] for chat in chats]


async def test_a_second_group_can_be_opened(visit: Visit) -> None:
    """Ann opens a group, is in it, and goes back to the first one by the list of chats."""
    await visit.page.locator("[data-action=new-group]").click()
    dialog = visit.page.locator("[data-dialog=group]")
    await dialog.locator("[name=title]").fill("Office")
    await dialog.locator("[name=kind]").select_option("supergroup")
    await dialog.get_by_role("button", name="Create").click()

    await expect(visit.pane().get_by_role("heading")).to_have_text("Office")
    await visit.page.locator(f'[data-chat="{visit.group}"]').click()
    await expect(visit.pane().get_by_role("heading")).to_have_text("Sunday Table")
