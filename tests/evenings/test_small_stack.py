"""Evenings with hardly any cards, and with very many long ones."""

import pytest

from pbm.rules.cards import Card, Library, Series
from pbm.rules.dates import Span
from pbm.views.messages import Language, units
from tests.evenings.conftest import Opens


@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_stack_runs_short(evening: Opens, language: Language) -> None:
    """Twelve cards for two: the used cards come back, and not all that should be drawn can be."""
    async with evening("small_stack", language) as tonight:
        doubt = tonight.words("doubt", "zweifel")
        ann, ben = await tonight.begun("Ann", "Ben", settings=("series beasts", "cards 3"))

        await ann.writes("1 1")
        await ben.writes(doubt)
        await ben.writes("1 1")
        await ann.writes(doubt)
        await ann.writes("1 1")
        await ben.writes(doubt)


WORDS = (
    "abbot", "baker", "canon", "drummer", "envoy", "falconer", "gardener", "herald", "innkeeper", "juggler",
    "knight", "locksmith", "miller", "notary", "organist", "painter", "quarryman", "rider", "sexton", "tailor",
    "usher", "vintner", "weaver", "yeoman", "zoologist", "apothecary", "brewer", "cooper", "dyer", "engraver",
    "fiddler", "glazier", "hatter", "ironmonger", "joiner", "kennelman", "lamplighter", "mason", "needlemaker",
    "ostler", "printer", "quilter", "ropemaker", "saddler", "tinker",
)  # fmt: skip


def long_cards() -> Library:
    """As many cards as it takes, each of exactly 160 characters in both languages, in the order of their dates."""
    head = {"about_en": "Long.", "about_de": "Lang.", "colour": "#112233", "sign": "+"}
    series = Series(id="villages", code="vil", en="Villages", de="Dörfer", **head)
    cards = []
    for at, word in enumerate(WORDS):
        year = 1200 + 10 * at
        en = f"The {word} of a town by the river is asked to walk backwards through the market"
        de = f"Der Mann ({word}) aus der Stadt am Fluss soll rückwärts über den ganzen Marktplatz gehen"
        fronts = [f"{text} {'and back ' * 20}"[:159].rstrip().ljust(159, "!") + "." for text in (en, de)]
        notes = ("He did." * 28)[:200], ("Und er tat es. " * 14)[:199] + "."
        card = Card(
            id=f"vil-{at + 1:03}", series="villages", date=Span(first=year, last=year), en=fronts[0], de=fronts[1],
            note_en=notes[0], note_de=notes[1], sources=("invented",),
        )  # fmt: skip
        cards.append(card)
    return Library.of([series], cards)


@pytest.mark.parametrize("language", ["en", "de"])
async def test_a_chain_of_thirty_long_cards(evening: Opens, language: Language) -> None:
    """Every message fits, none is cut inside a card, and the parts say which they are."""
    async with evening("long_chain", language, library=long_cards()) as tonight:
        words = tonight.words
        ann, ben = await tonight.begun("Ann", "Ben", settings=("cards 15",))
        tonight.writes = False
        for _ in range(14):
            await ann.writes("1 1")
            await ben.writes("1 2")
        await tonight.forget()
        await ann.writes("1")
        await ann.writes("3")
        await ann.presses("Another slot")
        await ann.presses("Slot 20")
        await ann.presses("Another card")
        await ann.presses("Move a card")
        await ann.presses("No. 28")
        await ann.presses("Slot 2")
        await ann.says("/chain")
        await ann.writes(words("doubt", "zweifel"))
        for chat in (tonight.group, ann.id, ben.id):
            reader = ann if chat == tonight.group else next(one for one in (ann, ben) if one.id == chat)
            for message in await tonight.house.sees(reader.id, chat):
                assert units(message["text"]) <= 4096
