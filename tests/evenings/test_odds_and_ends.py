"""Evenings of what is rare: four corrections at once, equal players, a last minute, a name of nothing, forty slots."""

import pytest

from pbm.views.messages import Language
from tests.evenings.conftest import Opens


@pytest.mark.parametrize("language", ["en", "de"])
async def test_a_game_that_is_right_to_its_end(evening: Opens, language: Language) -> None:
    """Corrections are told up to three; a doubt drops them; who is equal stands together."""
    async with evening("right_to_the_end", language) as tonight:
        words = tonight.words
        ann, ben, carla = await tonight.begun("Ann", "Ben", "Carla", settings=("cards 3",))
        await ann.writes("1 1")
        await carla.writes("2 1")
        for move in ("3 1", "3 1", "3 1", "3 1", "2 3", "1 2"):
            await ben.writes(f"fix {move}" if language == "en" else f"schieb {move}")
        await ben.presses("Doubt")
        await ben.presses("Back")
        await ben.writes("1 3")
        await ben.presses("Take it back")
        await ben.writes("1 3")
        await ann.writes("1 2")
        for _ in range(5):
            await carla.writes("fix 5 1" if language == "en" else "schieb 5 1")
        await carla.writes("1 6")
        await ben.writes("2 1")
        await ann.writes(words("1 4 At last.", "1 4 Endlich."))
        await ben.says(words("/chain", "/kette"))
        await ben.writes(words("hand", "Hand"))


@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_last_minute_of_a_turn(evening: Opens, language: Language) -> None:
    """Who has an hour is offered one more; what is left is told in minutes, then in seconds; the other one leaves."""
    async with evening("last_minute", language) as tonight:
        ann, ben = await tonight.begun("Ann", "Ben", settings=("cards 4", "time 1h"))
        await tonight.hours(40 / 60)
        await ann.presses("1 hour more")
        for minutes in (1.0, 78.0, 0.5, 0.5 - 1 / 60):
            await tonight.hours(minutes / 60)
            await ben.says("/players")
        await ann.says(tonight.words("/leave yes", "/leave ja"))


@pytest.mark.parametrize("language", ["en", "de"])
async def test_people_without_a_name_and_computers_without_people(evening: Opens, language: Language) -> None:
    """A name of nothing becomes a number; a table that only computers are left at is cleared."""
    async with evening("nobody", language) as tonight:
        (ann,) = await tonight.met("Ann")
        nobody = await tonight.person("\u2060")
        nobody.name = "Somebody"
        await tonight.forget()
        await ann.says("/newgame")
        await nobody.says("/join")
        await ann.says("/computer")
        await ann.says("/computer")
        await ann.says("/settings cards 3")
        await ann.says("/begin")
        await nobody.says("/leave")
        await nobody.presses("Leave")
        await ann.says(tonight.words("/leave yes", "/leave ja"))


@pytest.mark.parametrize("language", ["en", "de"])
async def test_more_slots_than_fit_below_a_message(evening: Opens, language: Language) -> None:
    """They stand on pages; the chain goes ahead, and the board folds it."""
    async with evening("forty_slots", language) as tonight:
        ann, ben, carla = await tonight.begun("Ann", "Ben", "Carla", settings=("series all", "cards 14"))
        tonight.writes = False
        for at in range(13):
            order = (ann, ben, carla) if at < 11 else (ann, carla, ben)
            for one in order:
                await one.writes("1 1")
        await tonight.forget()
        await ann.presses("Card 1")
        await ann.presses("Next page")
        await ann.presses("Previous page")
        await ann.presses("Next page")
        await ann.presses("Slot 41")
        await ann.presses("Place it")
