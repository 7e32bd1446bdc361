"""Evenings on which people look things up: in the group, in private, in every situation."""

import pytest

from pbm.views.messages import Language
from tests.evenings.conftest import Opens


@pytest.mark.parametrize("language", ["en", "de"])
async def test_everything_can_be_looked_up(evening: Opens, language: Language) -> None:
    """Commands with a slash, words without, and the menu that a client offers."""
    async with evening("lookups", language) as tonight:
        words = tonight.words
        ann, ben = await tonight.met("Ann", "Ben")
        zoe = await tonight.person("Zoe", started=False)
        await tonight.forget()
        await ann.menu(tonight.group)
        await ann.menu(ann.id)
        await zoe.writes("/start")
        await zoe.presses("Rules")
        await zoe.presses("Add to a group")

        tonight.transcript.note("without a table")
        for line in ("/help", "/start", "/rules", "/players", "/hand", "/language", "/games"):
            await ann.says(line)
        for line in ("/help", "/rules", "/games", "/language"):
            await ann.writes(line)

        tonight.transcript.note("at an open table")
        await ann.says("/newgame")
        await ben.says("/join")
        for line in ("/help", "/players", "/rules", "/hand", "/language"):
            await ann.says(line)
        for line in (words("help", "Hilfe"), "/games", words("players", "Spieler"), words("hand", "Hand"), "/start"):
            await ben.writes(line)
        await ann.writes(words("hand", "Hand"))
        await ann.writes(words("players", "Spieler"))
        await ann.says(words("/settings series villages", "/settings serien dörfer"))
        await ann.says(words("/settings cards 4", "/settings karten 4"))
        await ann.says("/begin")

        tonight.transcript.note("in a game")
        await ann.writes("2 1")
        for line in ("/help", "/players", "/chain", "/rules", "/hand", "/games", "/start"):
            await ben.says(line)
        await ben.presses("My hand")
        help_, hand, chain = words("help", "Hilfe"), words("hand", "Hand"), words("chain", "Kette")
        for line in (help_, hand, chain, words("players", "Spieler"), words("rules", "Regeln"), "/games"):
            await ben.writes(line)
        await ben.presses("Sunday Table" if language == "en" else "Sonntagsrunde")
        for line in (help_, hand, chain, "/games", "/players", "/rules", "/newgame"):
            await ann.writes(line)
        await ben.writes("2 1")
        await ann.writes("2 3")
        await ann.says("/players")


async def test_a_group_of_two_languages(evening: Opens) -> None:
    """The table speaks its owner's language until it is changed, and each private chat its person's."""
    async with evening("two_languages", "en") as tonight:
        ann = await tonight.person("Ann", "en")
        ben = await tonight.person("Ben", "de")
        carla = await tonight.person("Carla", "fr")
        await tonight.gathers(ann, ben, carla)
        await tonight.forget()
        await ben.presses("Deutsch")
        await ben.presses("Open a table")
        await ann.presses("Join")
        await carla.says("/join")
        await ben.says("/settings serien villages")
        await ben.says("/settings karten 3")
        await ben.says("/begin")
        await ben.writes("1 1 Todsicher.")
        await ann.writes("/language")
        await ann.presses("Deutsch")
        await ann.writes("hand")
        await ben.writes("/language")
        await ben.presses("English", ben.id)
        await ben.writes("hand")
        await ben.says("/language")
        await ben.presses("English", tonight.group)
        await carla.writes("1 1 Sure as rain.")
        await ann.writes("zweifel")
