"""The commands that are offered while somebody types."""

from telegram import Bot

from pbm.service.understand import spelled
from pbm.telegram.menu import IN_GROUPS, IN_PRIVATE, described, offer_commands
from pbm.views.messages import Language
from pbm.views.say import catalogue
from tests.sandbox.house import House


async def test_everybody_is_offered_the_commands_of_the_place_in_their_language(house: House, bot: Bot) -> None:
    """Ann in English, Bruno in German, Chloé, whose language the bot does not speak, in English."""
    people = {code: await house.person("Somebody", code) for code in ("en", "de", "fr")}
    group = await house.group(*people.values())
    await offer_commands(bot)

    for code, person in people.items():
        language: Language = "de" if code == "de" else "en"
        words = catalogue(language)
        for chat, names in ((group, IN_GROUPS), (person, IN_PRIVATE)):
            offered = await house.ask("GET", f"/commands?person={person}&chat={chat}")
            assert offered == [
                {"command": spelled(name, language), "description": words[described(name, names)]} for name in names
            ]


async def test_the_menu_says_what_hand_does_where_it_is_written(house: House, bot: Bot) -> None:
    """In a group it says where the cards are, in private it shows them."""
    ann = await house.person("Ann", "de")
    group = await house.group(ann)
    await offer_commands(bot)

    said = {}
    for chat in (group, ann):
        for one in await house.ask("GET", f"/commands?person={ann}&chat={chat}"):
            if one["command"] == "hand":
                said[chat] = one["description"]
    assert said == {group: "wo deine Karten sind", ann: "deine Karten, dein Zug"}


async def test_doubt_is_not_offered(house: House, bot: Bot) -> None:
    """One tap on it would send it."""
    assert "doubt" not in IN_GROUPS + IN_PRIVATE


async def test_a_bot_without_its_menu_works_all_the_same(house: House, bot: Bot) -> None:
    """Telegram is busy at the start; the bot goes on."""
    await house.ask("POST", "/faults", method="setMyCommands", kind="429")

    await offer_commands(bot)
