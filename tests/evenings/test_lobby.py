"""Evenings at an open table: every setting by text and by buttons, who may sit down and who may not."""

import pytest

from pbm.rules.cards import Card, Library, Series
from pbm.rules.dates import Span
from pbm.views.messages import Language
from tests.evenings.conftest import Opens


@pytest.mark.parametrize("language", ["en", "de"])
async def test_every_setting_can_be_written(evening: Opens, language: Language) -> None:
    """And what cannot be is answered with what can."""
    async with evening("settings_written", language) as tonight:
        words = tonight.words
        ann, _ = await tonight.met("Ann", "Ben")
        await ann.says("/newgame")
        await tonight.forget()
        english = (
            "", "cards 5", "cards 99", "cards many", "time 12h", "time 13h", "series beasts", "series dragons",
            "series", "series the wild mix", "series cell", "series villages beests cell", "series all",
            "short", "full", "retire 3", "retire never", "retire 9", "closed", "open", "small Ann 3", "small Zoe 3",
            "small Ann 5", "colour red", "language de", "sprache englisch",
        )  # fmt: skip
        german = (
            "", "karten 5", "karten 99", "karten viele", "zeit 12 Stunden", "zeit 13h", "serien tiere",
            "serien drachen", "serien", "serien Wilder Mix", "serien kell", "serien Dörfer Tihre kell",
            "serien alle", "kurz", "voll", "ausscheiden 3", "ausscheiden nie", "ausscheiden 9",
            "geschlossen", "offen", "klein Ann 3", "klein Zoe 3", "klein Ann 5", "farbe rot", "sprache en",
            "language deutsch",
        )  # fmt: skip
        for choice in english if language == "en" else german:
            await ann.says(f"/settings {choice}".strip())
        await ann.says(words("/end yes", "/beenden ja"))


@pytest.mark.parametrize("language", ["en", "de"])
async def test_every_setting_can_be_pressed(evening: Opens, language: Language) -> None:
    """The menu stays open until it is done."""
    async with evening("settings_pressed", language) as tonight:
        words = tonight.words
        ann, ben = await tonight.met("Ann", "Ben")
        await ann.presses("Open a table")
        await ben.presses("Join")
        await tonight.forget()
        await ann.presses("Settings")
        carla = await tonight.person("Carla")
        await carla.presses("Join")
        await ann.presses("9 cards")
        await ann.presses("6")
        await ann.presses("24 hours")
        await ann.presses("48 hours")
        await ann.presses("Short rules")
        await ann.presses("Full rules")
        await ann.presses("Short rules")
        await ann.presses("Smaller hand")
        await ann.presses("Ben")
        await ann.presses("4")
        await ann.presses(words("Retiring: 2 turns", "Ausscheiden: 2 Züge"))
        await ann.presses("Never")
        await ann.presses(words("Retiring: Never", "Ausscheiden: Nie"))
        await ann.presses("3")
        await ann.presses("Late joining: yes")
        await ann.presses("Series")
        await ann.presses(words("Beasts", "Tiere"))
        await ann.presses(words("Cellars (18+)", "Keller (ab 18)"))
        await ann.presses(words("Beasts: in", "Tiere: dabei"))
        await ann.presses("Wild Mix")
        await ann.presses("Done")
        await ann.presses(words("Deutsch", "English"))
        await ann.presses(words("English", "Deutsch"))
        await ann.presses("Done")
        await ann.says("/begin")
        dora = await tonight.person("Dora")
        await dora.says("/join")
        await ben.says("/rules")


NAMES = {
    "abbeys": "Abteien", "bells": "Glocken", "clocks": "Uhren", "dukes": "Herzöge", "eels": "Aale",
    "feasts": "Feste", "geese": "Gänse", "hats": "Hüte", "inns": "Gasthöfe", "jesters": "Narren",
    "kings": "Könige", "locks": "Schlösser", "mills": "Mühlen",
}  # fmt: skip


def many_series() -> Library:
    """A series of two cards for each of the names."""
    head = {"about_en": "Invented.", "about_de": "Erfunden.", "colour": "#112233", "sign": "+"}
    series = [Series(id=id, code=id[:3], en=id.capitalize(), de=de, **head) for id, de in NAMES.items()]
    cards = [
        Card(
            id=f"{one.code}-00{n}", series=one.id, date=Span(first=1500 + n, last=1500 + n),
            en=f"{one.en} are counted for the {n}. time.", de=f"{one.de} werden zum {n}. Mal gezählt.",
            note_en="All of them.", note_de="Alle.", sources=("invented",),
        )
        for one in series for n in (1, 2)
    ]  # fmt: skip
    return Library.of(series, cards)


@pytest.mark.parametrize("language", ["en", "de"])
async def test_many_series_are_turned_over_page_by_page(evening: Opens, language: Language) -> None:
    """Whoever picks one stays on its page; what is picked stands above the question on every page."""
    async with evening("many_series", language, library=many_series()) as tonight:
        words = tonight.words
        (ann,) = await tonight.met("Ann")
        await ann.says("/newgame")
        await tonight.forget()
        await ann.presses("Settings")
        await ann.presses("Series")
        await ann.presses(words("Bells", "Aale"))
        await ann.presses("Next page")
        await ann.presses(words("Mills", "Uhren"))
        await ann.presses("Previous page")
        await ann.presses("Done")


@pytest.mark.parametrize("language", ["en", "de"])
async def test_ten_can_play_and_no_more(evening: Opens, language: Language) -> None:
    """From seven on fewer cards are offered; too few in the series is said; the eleventh hears why not."""
    async with evening("ten_players", language) as tonight:
        words = tonight.words
        names = ("Ann", "Ben", "Carla", "Deniz", "Eva", "Finn", "Gita", "Hugo", "Ida", "Jan", "Kim")
        people = await tonight.met(*names)
        ann, ben, kim = people[0], people[1], people[-1]
        await ann.says("/newgame")
        for one in people[1:6]:
            await one.says("/join")
        await tonight.forget()
        await people[6].presses("Join")
        await ann.presses("Take 7 cards")
        await ann.says("/begin")
        for one in people[7:10]:
            await one.presses("Join")
        await kim.presses("Join")
        await kim.says("/join")
        await kim.says("/players")
        await ann.says(words("/settings series beasts", "/settings serien beasts"))
        await ann.says("/begin")
        await ann.says(words("/settings series all", "/settings serien alle"))
        for one in people[3:10]:
            await one.says("/leave")
        await kim.follows("https://t.me/SandboxBot?start=join-game1")
        await kim.follows("https://t.me/SandboxBot?start=join-game7")
        await ann.says(words("/settings series villages", "/settings serien dörfer"))
        await ann.says(words("/settings small Kim 3", "/settings klein Kim 3"))
        await ann.says("/begin")
        await people[3].says("/join")
        await ben.says(words("/leave yes", "/leave ja"))
        await people[3].says("/join")
        await ann.says(words("/end yes", "/end ja"))
        await kim.follows("https://t.me/SandboxBot?start=join-game1")


@pytest.mark.parametrize("language", ["en", "de"])
async def test_one_person_plays_with_two_computers(evening: Opens, language: Language) -> None:
    """To the end: the computers think, talk, doubt and are told about like anybody."""
    async with evening("computers", language) as tonight:
        (ann,) = await tonight.met("Ann")
        await ann.says("/newgame")
        await ann.says("/computer")
        await ann.presses("Settings")
        await ann.presses("Add a computer")
        await ann.says("/settings cards 3")
        await ann.says("/begin")
        for _ in range(30):
            await tonight.computers()
            if not await tonight.is_on_turn(ann):
                break
            await ann.writes("1 1")
        assert not await tonight.is_on_turn(ann)
        await ann.sees("Play again")
