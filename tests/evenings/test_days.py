"""Evenings that last for days: where people live, when they are away, what they decide together, who is waited for."""

import asyncio
from datetime import timedelta

import pytest

from pbm.store.games import RedisStore
from pbm.store.hearts import RedisHearts
from pbm.views.messages import Language
from tests.evenings.conftest import Opens
from workers.outages import NEEDED, Outages

LANGUAGES = pytest.mark.parametrize("language", ["en", "de"])


@LANGUAGES
async def test_people_say_how_they_live(evening: Opens, language: Language) -> None:
    """Zones, quiet hours, reminders, a word ahead; more time, a nudge; another time per turn."""
    async with evening("habits", language) as tonight:
        words = tonight.words
        ann, ben, carla = await tonight.begun("Ann", "Ben", "Carla")

        await carla.menu(carla.id)
        await carla.menu(tonight.group)
        await carla.says("/timezone Berlin")
        await carla.writes("/timezone")
        await carla.writes(words("/quiet 23-7", "/ruhe 23-7"))
        await carla.writes(words("/timezone Xanadu", "/zeitzone Xanadu"))
        await carla.writes(words("/timezone +5:30", "/zeitzone +5:30"))
        await carla.writes(words("/timezone Munchn", "/zeitzone Munchn"))
        await carla.writes(words("/timezone China", "/zeitzone China"))
        await carla.presses("Shanghai")
        await carla.writes(words("/timezone Berlin", "/zeitzone Berlin"))
        await carla.writes("/quiet")
        await carla.writes(words("/quiet 0-20", "/ruhe 0-20"))
        await carla.writes(words("/quiet 25-8", "/ruhe 25-8"))
        await carla.writes(words("/quiet off", "/ruhe aus"))
        await carla.writes(words("/quiet 22-8", "/ruhe 22-8"))
        await carla.writes("/reminders off")
        await carla.writes(words("/reminders on", "/erinnerungen an"))
        await carla.writes("/ahead on")
        await carla.writes(words("/ahead off", "/vorschau aus"))
        await carla.writes(words("/ahead on", "/vorschau an"))
        await ann.writes(words("/timezone Lisbon", "/zeitzone Lissabon"))

        tonight.transcript.note(words("Ben is waited for", "Auf Ben wird gewartet"))
        await ann.writes("1 1")
        await tonight.hours(12)
        await ben.presses("12 hours more")
        await ben.writes(words("more time", "mehr Zeit"))
        await carla.says("/nudge")
        await carla.says("/nudge")
        await ben.says("/nudge")
        await ben.writes("1 1")
        await tonight.hours(14)
        await ann.says(words("/nudge", "/anstupsen"))
        await ann.says(words("/settings time 24h", "/settings zeit 24h"))
        await ann.says(words("/settings time 48h", "/settings zeit 48h"))
        await ann.says(words("/settings time 12h", "/settings zeit 12h"))
        await carla.writes(words("hand", "hand"))
        await carla.writes(words("12h", "12h"))


@LANGUAGES
async def test_people_go_away_and_come_back(evening: Opens, language: Language) -> None:
    """In private for all games, in the group for one; nobody waits for them, and they come back by themselves."""
    async with evening("away", language) as tonight:
        words = tonight.words
        ann, ben, carla = await tonight.begun("Ann", "Ben", "Carla")
        dora = await tonight.person("Dora")

        await dora.writes(words("/away 2d", "/weg 2d"))
        await ben.writes("/away")
        await ben.presses("3 days")
        await ann.writes("1 1")
        await ann.says("/players")
        await ben.writes("/back")
        await ben.says(words("/back", "/da"))
        await ben.says("/away")
        await carla.presses("7 days")
        await ben.presses("1 day", tonight.group)
        await carla.writes(words("/away soon", "/weg bald"))
        await carla.writes(words("/away until Thursday", "/weg bis Donnerstag"))
        await carla.writes(words("/away", "/weg"))
        await carla.writes(words("/away 400d", "/weg 400d"))
        await ann.says("/away 2020-01-01")
        await ann.writes(words("/away 15d", "/weg 15d"))
        await tonight.hours(60)


@LANGUAGES
async def test_people_decide_together(evening: Opens, language: Language) -> None:
    """A pause and its end, playing on without somebody, a place that somebody else takes."""
    async with evening("together", language) as tonight:
        words = tonight.words
        long = "Emil-Maximilian von Hohenlohe"
        ann, ben, carla, emil = await tonight.begun("Ann", "Ben", "Carla", long)
        dora = await tonight.person("Dora", started=False)
        frida = await tonight.person("Frida")

        await ben.says("/pause")
        await ben.says("/pause")
        await carla.presses("I agree")
        await ann.says("/players")
        await emil.presses("I agree")
        await ann.says("/players")
        await ann.says("/help")
        await ann.writes("1 1")
        await ben.writes(words("hand", "hand"))
        await ben.says(words("/resume", "/weiter"))
        await ann.says("/players")
        await ben.writes("/resume")
        await carla.writes("/resume")
        await emil.says(words("/leave yes", "/leave ja"))
        await ann.presses("Go on")

        tonight.transcript.note(words("without Ann", "ohne Ann"))
        await ben.says("/kick")
        await ben.says(words("/kick Zed", "/rauswerfen Zed"))
        await ben.says(words("/kick Ben", "/rauswerfen Ben"))
        await ben.says("/kick Ann")
        await carla.says(words("/kick Ann no", "/rauswerfen Ann nein"))
        await ben.says(words("/kick Ann no", "/rauswerfen Ann nein"))
        await ben.says(words("/kick Ann", "/rauswerfen Ann"))
        await ann.says("/players")
        agree = await carla.sees("I agree")
        await carla.presses(agree)
        await ben.presses("Play without Ann")
        await carla.presses("Play without Ann")
        await carla.presses(agree)

        tonight.transcript.note(words("places that are free", "frei gewordene Plätze"))
        await ann.says(words(f"/takeover {long}", f"/uebernehmen {long}"))
        await dora.says("/takeover")
        await dora.says("/takeover Ann")
        await dora.presses("Open private chat")
        await frida.says(words("/takeover Emil-Maximilian von Hoh…", "/uebernehmen Emil-Maximilian von Hoh…"))
        await ann.says("/takeover Frida")
        await ann.says(words("/takeover Ann", "/uebernehmen Ann"))

        tonight.transcript.note(words("two called Ben", "zwei Bens"))
        other = await tonight.person("Ben")
        await other.says("/join")
        await ben.says(words("/kick Ben", "/rauswerfen Ben"))
        await ben.says(words("/kick Ben (2)", "/rauswerfen Ben (2)"))
        await carla.says(words("/kick Ben (2)", "/rauswerfen Ben (2)"))
        await frida.says(words("/kick Ben (2)", "/rauswerfen Ben (2)"))
        await frida.says(words("/kick Ben (2) no", "/rauswerfen Ben (2) nein"))


@LANGUAGES
async def test_several_turns_wait_for_one_person(evening: Opens, language: Language) -> None:
    """One message about all of them, with a button each."""
    async with evening("several_turns", language) as tonight:
        words = tonight.words
        ann, ben = await tonight.begun("Ann", "Ben")
        tonight.title = words("Office", "Büro")
        await tonight.gathers(ann, ben)
        await ann.says(f"/newgame{tonight.me}")
        await ben.says("/join")
        await ann.says("/settings series villages")
        await ann.says("/settings cards 4")
        await ann.says("/begin")
        await tonight.forget()

        await tonight.hours(12)
        await ann.presses(words("Office", "Büro"))
        await tonight.hours(12)
        await ben.writes(
            "1 1", reply_to=await ben.newest(holds=words("Sunday Table: your turn", "Sonntagsrunde: Du bist"))
        )
        await ben.writes("1 1")
        await tonight.hours(21)
        await ann.presses("I am away")
        await ann.presses("1 day")
        await ann.writes(words("/back", "/da"))


@LANGUAGES
async def test_a_table_that_nobody_begins_is_cleared(evening: Opens, language: Language) -> None:
    """After a word, a day before; what else can be chosen for days between turns."""
    async with evening("unbegun", language) as tonight:
        words = tonight.words
        ann, ben = await tonight.met("Ann", "Ben")

        await ann.says("/newgame")
        await ben.says("/join")
        await ann.says(words("/settings weekends maybe", "/settings wochenende vielleicht"))
        await ann.says(words("/settings away 99", "/settings abwesend 99"))
        await ann.says("/settings")
        await ann.presses("Weekends: normal")
        await ann.presses("Days away: 14")
        await ann.presses("7 days")
        await ann.presses("Done")
        await ben.says("/end")
        await ann.says(words("/end", "/beenden"))
        await ann.presses("Keep it")
        await ann.says(words("/computer 2", "/computer 2"))
        await ann.says("/kick Ben")
        await tonight.hours(6 * 24)
        await tonight.hours(24)


@LANGUAGES
async def test_a_game_in_which_nobody_moves_is_ended_by_anybody(evening: Opens, language: Language) -> None:
    """Not before a week has passed; no days away at this table, and nobody to nudge."""
    async with evening("a_week", language) as tonight:
        words = tonight.words
        ann, ben = await tonight.begun("Ann", "Ben", settings=("cards 4", "away 0"))

        await ben.says(words("/away 2d", "/weg 2d"))
        await ben.blocks()
        tonight.refused_on_purpose = 1
        await ann.writes("1 1")
        await ann.says("/nudge")
        await ben.blocks(False)
        await ben.writes(words("hand", "hand"))
        await ben.says("/end")
        await tonight.hours(7 * 24)
        await ben.says("/end")
        await ben.presses("End it")


@LANGUAGES
async def test_days_away_are_used_up(evening: Opens, language: Language) -> None:
    """There was one of them; and the owner thinks again about playing on without somebody."""
    async with evening("used_up", language) as tonight:
        words = tonight.words
        ann, ben, _ = await tonight.begun("Ann", "Ben", "Berta", settings=("cards 4", "away 1"))

        await ben.says(words("/away 1d", "/weg 1d"))
        await tonight.hours(24)
        await ben.says(words("/away 1d", "/weg 1d"))
        await ann.says("/kick Berta")
        await ann.presses("Berta stays")
        await ann.says(words("/kick B", "/rauswerfen B"))
        await ann.says("/kick Berta")
        await ann.says(words("/kick Berta no", "/rauswerfen Berta nein"))


@LANGUAGES
async def test_of_two_players_one_goes(evening: Opens, language: Language) -> None:
    """Two turns of Ann run out; in another game Ben plays on without her: both are over, and nobody is asked back."""
    async with evening("of_two", language) as tonight:
        words = tonight.words
        ann, ben = await tonight.begun("Ann", "Ben")

        await tonight.hours(24)
        await ben.writes("1 1")
        await tonight.hours(24)

        await ann.says("/newgame")
        await ben.says("/join")
        await ann.says("/settings series villages")
        await ann.says("/begin")
        await ann.says("/leave")
        await ann.says(words("/leave no", "/gehen nein"))
        await ben.says(words("/kick Ann yes", "/kick Ann ja"))

        await ann.says("/newgame")
        await ben.says("/join")
        await ann.writes(words("/leave", "/gehen"))
        await ben.writes(words("/leave", "/gehen"))


@LANGUAGES
async def test_the_bot_itself_was_away(evening: Opens, language: Language) -> None:
    """For three hours no process of it lived: whoever is on turn has them back, and is told so."""
    async with evening("outage", language) as tonight:
        await tonight.begun("Ann", "Ben")
        hearts = RedisHearts(tonight.redis)
        outages = Outages(hearts, RedisStore(tonight.redis).open_games, tonight.handler.handle)
        for at in (tonight.now(), tonight.now() + timedelta(hours=3)):
            tonight.house.clock.time = at.timestamp()
            await asyncio.to_thread(outages.over, at)
            for name in NEEDED:
                hearts.beat(name, at)
        assert await asyncio.to_thread(outages.over, tonight.now())
        await tonight.wrote("The bot is back after three hours")
        await tonight.hours(24)


@LANGUAGES
async def test_a_computer_needs_no_nudge(evening: Opens, language: Language) -> None:
    """It moves in a moment anyhow; and its owner may send it away."""
    async with evening("computer_nudged", language) as tonight:
        words = tonight.words
        (ann,) = await tonight.met("Ann")
        await ann.says("/newgame")
        await ann.says("/computer")
        await ann.says("/settings series villages")
        await ann.says("/begin")
        await ann.writes("1 1")
        await tonight.forget()

        await ann.says("/nudge")
        await ann.says("/kick Ada")
        await ann.says(words("/kick Ada (computer) yes", "/kick Ada (Computer) ja"))
