"""Evenings on which people are away: reminders, turns that run out, a break, leaving, coming back, coming late."""

import pytest

from pbm.views.messages import Language
from tests.evenings.conftest import Opens


@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_game_goes_on_without_those_who_are_away(evening: Opens, language: Language) -> None:
    """Nobody waits for ever, nobody pays for being away, and everybody may come back."""
    async with evening("absence", language) as tonight:
        words = tonight.words
        ann, ben, carla = await tonight.begun("Ann", "Ben", "Carla")
        dora = await tonight.person("Dora", started=False)

        await tonight.hours(12)
        await ann.presses("Show my turn")
        await tonight.hours(9)
        await tonight.hours(3)
        await ben.writes("1 1")
        await carla.writes("1 2")
        await tonight.hours(24)
        await ann.says("/players")
        await ann.says("/join")

        tonight.transcript.note("a break")
        await tonight.hours(24)
        await tonight.hours(24)
        await tonight.hours(24)
        await ann.says("/players")
        await ann.says("/chain")
        await ann.writes("/games")
        await ben.writes("/games")
        await ben.writes(words("hand", "hand"))
        await carla.writes("1 1")
        await carla.writes(words("hand", "hand"))
        await ann.says("/resume")
        await ben.says("/resume")
        await tonight.hours(72)
        await ben.presses("Go on")

        tonight.transcript.note("coming and going")
        await dora.says("/join")
        await dora.presses("Open private chat")
        await dora.writes(words("hand", "hand"))
        await carla.says("/leave")
        await carla.says(words("/leave yes", "/leave ja"))
        await carla.writes("1 1")
        await carla.says("/join")
        await ben.writes("/leave")
        await ben.presses("Leave")
        await ben.presses("My hand")
        await dora.says(words("/leave yes", "/leave ja"))
        await carla.says(words("/leave yes", "/leave ja"))


@pytest.mark.parametrize("language", ["en", "de"])
async def test_who_placed_last_may_be_gone(evening: Opens, language: Language) -> None:
    """Then nobody pays for a wrong chain; and the last one at the table wins."""
    async with evening("leaving", language) as tonight:
        words = tonight.words
        ann, ben, carla = await tonight.begun("Ann", "Ben", "Carla")

        await ann.writes("3 1")
        await ann.says(words("/leave yes", "/leave ja"))
        await ben.writes(words("Doubt is a fine thing.", "Zweifel ist etwas Schönes."))
        await ben.presses("Turn them over")
        await ben.says("/end")
        await carla.says("/end")
        await carla.says(words("/leave yes", "/leave ja"))


@pytest.mark.parametrize("language", ["en", "de"])
async def test_a_second_card_is_laid_for_a_last_card(evening: Opens, language: Language) -> None:
    """Who begins the round lets the turn run out, and the next player holds a single card."""
    async with evening("single_card", language) as tonight:
        words = tonight.words
        ann, ben, carla = await tonight.begun("Ann", "Ben", "Carla", settings=("cards 3",))

        await ann.writes("1 1")
        await carla.writes("1 1")
        await ben.writes("1 1")
        await ann.writes("1 1")
        await carla.writes("1 1")
        await ben.writes(words("doubt: never!", "zweifel: niemals!"))
        await tonight.hours(24)
        await ann.says("/players")
        await ann.writes("1")
        await ann.writes(words("yes", "ja"))
        await ann.writes("2")
        await ann.writes(words("My last one.", "Meine letzte."))
        await ann.writes(words("yes", "ja"))


@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_bot_is_away_from_the_group(evening: Opens, language: Language) -> None:
    """Removed, let in again, silenced, and moved along with its group."""
    async with evening("bot_away", language) as tonight:
        ann, ben = await tonight.begun("Ann", "Ben")
        await tonight.bot("left")
        await tonight.bot("member")
        await tonight.bot("restricted")
        await tonight.bot("member")
        await ann.says("/end yes")
        await ann.says(f"/newgame{tonight.me}")
        await tonight.bot("left")
        await tonight.bot("member")
        await ben.says("/join")
        await ben.says("/leave")
        await ann.says("/leave")


@pytest.mark.parametrize("language", ["en", "de"])
async def test_somebody_cannot_be_reached(evening: Opens, language: Language) -> None:
    """The group hears it once, and who comes back finds the turn with the full time."""
    async with evening("unreachable", language) as tonight:
        ann, ben, carla = await tonight.begun("Ann", "Ben", "Carla")
        await ben.blocks()
        tonight.refused_on_purpose = 1
        await ann.writes("1 1")
        await tonight.hours(3)
        await carla.says("/players")
        await ben.presses("Open private chat")
        await ben.writes("1 1")


@pytest.mark.parametrize("language", ["en", "de"])
async def test_somebody_sits_at_two_tables(evening: Opens, language: Language) -> None:
    """A line that could be meant for either is asked about; a reply says which."""
    async with evening("two_tables", language) as tonight:
        words = tonight.words
        ann, ben = await tonight.begun("Ann", "Ben")
        first = await ann.newest()
        tonight.title = words("Office", "Büro")
        await tonight.gathers(ann, ben)
        await ann.says(f"/newgame{tonight.me}")
        await ben.says("/join")
        await ann.says(words("/settings series villages", "/settings serien dörfer"))
        await ann.says(words("/settings cards 4", "/settings karten 4"))
        await ann.says("/begin")
        await tonight.forget()
        await ann.writes("/games")
        await ann.writes("3 1")
        await ann.presses(words("Office", "Büro"))
        await ben.writes("2 1")
        await ann.writes("3 1", reply_to=first)
        await ann.presses(words("Card 1", "Karte 1"))
        await ann.writes(words("undo", "zurück"))
        await ann.writes(words("Office", "Büro"))
        await ben.writes(words("doubt", "zweifel"))
        await ann.writes(words("players", "spieler"))
        await ann.writes(words("no", "nein"))
        await ann.writes(words("players", "spieler"))
        await ann.presses(words("Sunday Table", "Sonntagsrunde"))
        await ben.writes("1 1")
        await ben.writes(words("undo", "zurück"))
        await ben.writes(words("Sun 1 1", "Sonn 1 1"))
        await ann.writes("/leave")
        await ann.presses(words("Office", "Büro"))
        await ann.presses("Stay")
        await ann.writes(words("/leave Office", "/leave Büro"))
        await ann.writes(words("no", "nein"))
        await ann.writes(words("/leave Office", "/leave Büro"))
        await ann.writes(words("yes", "ja"))
