"""The invented cards of the worked examples, and the table at which they lie."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from pbm.rules.cards import Card, Library, Series
from pbm.rules.dates import Span, read
from pbm.rules.game import Game, Seat, Settings, Status
from pbm.rules.values import CardId, SeatId
from pbm.views.messages import Address, Choice, Language, Text
from pbm.views.prompt import Rows
from pbm.views.scene import Scene, scene
from pbm.views.table import Draft, Person, Table

NOW = datetime(2026, 11, 30, 18, 40, tzinfo=UTC)  # a Monday
ann, ben, carla, deniz = "tg:1", "tg:2", "tg:3", "tg:4"
NAMES = {ann: "Ann", ben: "Ben", carla: "Carla", deniz: "Deniz"}
TITLE = {"en": "Sunday Table", "de": "Sonntagsrunde"}

WRITTEN = {
    "monks": (
        "1286",
        "Two monks are told to share one pair of spectacles.",
        "Zwei Mönche müssen sich eine Brille teilen.",
        "The abbot kept a list of whose day it was.",
        "Der Abt führte Buch, wer wann dran war.",
    ),
    "baker": (
        "1489",
        "A Bernese baker is fined for selling bread by candlelight.",
        "Ein Berner Bäcker muss Strafe zahlen, weil er bei Kerzenlicht Brot verkauft.",
        "Candles were taxed; the baker had not paid.",
        "Auf Kerzen lag eine Steuer, und die war nicht bezahlt.",
    ),
    "tram": (
        "1901",
        "A Lisbon tram loses a race against a goat.",
        "Eine Lissabonner Straßenbahn verliert ein Rennen gegen eine Ziege.",
        "The goat was hungry.",
        "Die Ziege hatte Hunger.",
    ),
    "whale": (
        "1702",
        "In Bergen a whale is taxed as real estate.",
        "Im norwegischen Bergen wird ein Wal als Immobilie besteuert.",
        "By length.",
        "Nach Länge.",
    ),
    "watchman": (
        "1620",
        "A town council forbids its night watchman to sing.",
        "Ein Stadtrat verbietet dem Nachtwächter das Singen.",
        "He whistled.",
        "Also pfiff er.",
    ),
    "parrot": (
        "1521",
        "An emperor has his soup tasted by a parrot.",
        "Ein Kaiser lässt seine Suppe von einem Papagei vorkosten.",
        "The parrot outlived him.",
        "Der Papagei hat ihn überlebt.",
    ),
    "duel": (
        "c. 1485",
        "A duel is called off because of hail.",
        "Ein Duell fällt wegen Hagels aus.",
        "Both had forgotten their hats.",
        "Beide hatten den Hut vergessen.",
    ),
}


def dated(text: str) -> Span:
    """A date that can be read."""
    date = read(text, 2026)
    assert isinstance(date, Span)
    return date


def a_card(id: CardId, date: str, en: str, de: str, note_en: str = "A note.", note_de: str = "Eine Notiz.") -> Card:
    """A card of that id."""
    return Card(
        id=id, series="s", date=dated(date), en=en, de=de, note_en=note_en, note_de=note_de, sources=("https://e.org",)
    )


def a_library(cards: Sequence[Card] = ()) -> Library:
    """The invented cards, and those besides."""
    series = Series(id="s", code="s", en="All", de="Alles", about_en=".", about_de=".", colour="#fff", sign="◆")
    return Library.of([series], [*(a_card(id, *sides) for id, sides in WRITTEN.items()), *cards])


LIBRARY = a_library()


def a_table(
    language: Language = "en",
    *,
    hands: Mapping[SeatId, Sequence[CardId]] | None = None,
    draft: Draft | None = None,
    names: Mapping[SeatId, str] | None = None,
    settings: Settings | None = None,
    **facts: Any,
) -> Table:
    """Ann is on turn in round 2; Ben placed the baker last and said something, Carla comes after."""
    hands = {ann: ("whale", "watchman", "parrot"), ben: ("duel",) * 7, carla: ("duel",) * 9} if hands is None else hands
    called = {**NAMES, **(names or {})}
    seats = tuple(Seat(id=seat, name=called.get(seat, seat), hand=tuple(hand)) for seat, hand in hands.items())
    settings = settings or Settings()
    said = {"en": "Dead certain.", "de": "Todsicher."}[language]
    begun: dict[str, Any] = {
        "status": Status.PLAYING,
        "chain": ("monks", "baker", "tram"),
        "round": 2,
        "turn": 12,
        "on_turn": ann,
        "turn_began": NOW,
        "due": NOW + settings.turn_lasts,
        "begun": NOW - timedelta(days=9),
        "last_placer": ben,
        "last_card": "baker",
        "last_says": said,
    }
    game = Game(id="g1", owner=seats[0].id, seats=seats, settings=settings, **{**begun, **facts})
    people = tuple(Person(address=one.id, name=one.name, language=language) for one in seats)
    return Table(game=game, chat="tg:-100", title=TITLE[language], language=language, people=people, draft=draft)


def seen_by(table: Table, viewer: Address | None, library: Library = LIBRARY) -> Scene:
    """That viewer's side of the table, now."""
    return scene(table, viewer, library, NOW)


def read_out(text: Text | Sequence[Text]) -> str:
    """The words alone, without the marks that close off names; of several messages one below the other."""
    texts = [text] if isinstance(text, Text) else text
    return "\n=====\n".join(one.text for one in texts).replace("\u2068", "").replace("\u2069", "")


def labels(rows: Rows) -> str:
    """The buttons as the page writes them."""
    return " // ".join(" ".join(f"[{choice.label}]" for choice in row) for row in rows)


def choices_of(rows: Rows) -> list[Choice]:
    """All buttons in a row."""
    return [choice for row in rows for choice in row]
