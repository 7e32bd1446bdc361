"""An evening at a table: the real handler on a Redis in memory, and a post that brings what lies in the outbox.

The post is no kinder than Telegram: whatever it brings must fit there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

import fakeredis

from pbm.rules.cards import Card, Library, Series
from pbm.rules.dates import Span
from pbm.rules.game import Game, Status
from pbm.rules.values import CardId
from pbm.service.alarms import alarms_of
from pbm.service.deliver import is_moot
from pbm.service.desk import Desk
from pbm.service.handle import Handler
from pbm.service.ports import Fate, Letter, Moot, Sent
from pbm.service.requests import Pressed, Rang, Request, Said, What
from pbm.store.alarms import RedisAlarms
from pbm.store.games import RedisStore
from pbm.store.outbox import RedisOutbox
from pbm.views.lobby import SERIES_LABEL_AT_MOST
from pbm.views.messages import TEXT_AT_MOST, Address, Choice, Message, units
from pbm.views.prompt import LABEL_AT_MOST, Rows
from pbm.views.table import Table

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
ann, ben, carla, deniz = "tg:1", "tg:2", "tg:3", "tg:4"
NAMES = {ann: "Ann", ben: "Ben", carla: "Carla", deniz: "Deniz"}
GROUP = "tg:-100"
ANSWER_AT_MOST = 200  # characters of an answer to a press


def year_of(number: int) -> int:
    """The year of the card of that number: four digits that stand nowhere else."""
    return 1001 + 13 * number


def a_card(number: int, series: str = "things") -> Card:
    """A card whose front tells nothing, and whose back cannot be mistaken."""
    year = year_of(number)
    return Card(
        id=f"c{number:02}",
        series=series,
        date=Span(year, year),
        en=f"Something of kind {number:02} happens.",
        de=f"Etwas von der Art {number:02} passiert.",
        note_en=f"Secret {number:02}.",
        note_de=f"Geheim {number:02}.",
        sources=("https://example.org",),
    )


def a_series(id: str, en: str, de: str, adults: bool = False) -> Series:
    """A series with a name in both languages."""
    return Series(
        id=id, code=id[:3], en=en, de=de, about_en="A.", about_de="A.", colour="#fff", sign="◆", adults=adults
    )


LIBRARY = Library.of(
    [
        a_series("things", "Things", "Dinge"),
        a_series("food", "Food & Drink", "Essen & Trinken"),
        a_series("wine", "Wine, Beer and Spirits", "Wein, Bier und Schnaps", adults=True),
    ],
    [a_card(n, "things" if n < 50 else "food" if n < 70 else "wine") for n in range(76)],
)


def seen_of(label: str) -> str:
    """A label without the marks that close off a name in it."""
    return label.replace("\u2068", "").replace("\u2069", "")


@dataclass
class Posted:
    """A message as it stands in a chat now."""

    id: int
    text: str
    choices: Rows
    rang: bool
    message: Message

    @property
    def labels(self) -> list[list[str]]:
        """The buttons as they stand."""
        return [[choice.label for choice in row] for row in self.choices]


class NoAdmins:
    """Only those named are admins."""

    def __init__(self, *admins: Address) -> None:
        self.admins = admins

    def is_admin(self, chat: Address, person: Address) -> bool:
        """Whether that person is one."""
        return person in self.admins


@dataclass
class Evening:
    """Everything around one group, and what everybody sees."""

    library: Library = LIBRARY
    seed: int = 1
    language: str = "en"
    turn_lasts: timedelta = timedelta(hours=24)
    title: str = "Sunday Table"
    admins: NoAdmins = field(default_factory=NoAdmins)
    now: datetime = NOON
    chats: dict[Address, list[Posted]] = field(default_factory=dict)
    brought: list[Letter] = field(default_factory=list)  # by the last request
    everything: list[Letter] = field(default_factory=list)
    requests: int = 0
    names: dict[Address, str] = field(default_factory=lambda: dict(NAMES))

    def __post_init__(self) -> None:
        """A Redis that is empty."""
        self.redis = fakeredis.FakeRedis(server=fakeredis.FakeServer(), decode_responses=True)
        self.store, self.outbox = RedisStore(self.redis), RedisOutbox(self.redis)
        self.alarms = RedisAlarms(self.redis, alarms_of)
        self._games = self._message = 0
        self.restarts()

    def restarts(self) -> None:
        """A new process takes over: it knows only what is kept."""
        random = Random(self.seed)

        def shuffle(cards: Sequence[CardId]) -> tuple[CardId, ...]:
            return tuple(random.sample(list(cards), len(cards)))

        def new_id() -> str:
            self._games += 1
            return f"game{self._games}"

        desk = Desk(self.store, self.library, lambda: self.now, shuffle, new_id)
        self.handler = Handler(desk, self.admins, self.turn_lasts)

    # What people do

    def asks(self, who: Address, what: What, chat: Address, id: str = "") -> list[Letter]:
        """One request, and everything that is brought because of it."""
        self.requests += 1
        request = Request(
            id=id or f"update:{self.requests}",
            who=who,
            name=self.names.get(who, who),
            language=self.language,
            chat=chat,
            private=chat == who,
            title=self.title,
            what=what,
        )
        self.handler.handle(request)
        return self.brings()

    def says(
        self, who: Address, text: str, chat: Address = "", reply_to: Posted | int | None = None, id: str = ""
    ) -> list[str]:
        """Somebody writes, into their private chat unless said otherwise; gives what they read there after it."""
        where = chat or who
        self._message += 1
        about = reply_to.id if isinstance(reply_to, Posted) else reply_to
        letters = self.asks(who, Said(text=text, message=self._message, reply_to=about), where, id)
        return [one.message.text.text for one in letters if one.message.to == where and one.message.way == "say"]

    def in_group(self, who: Address, text: str, reply_to: Posted | None = None) -> list[str]:
        """Somebody writes into the group."""
        return self.says(who, text, GROUP, reply_to)

    def presses(self, who: Address, label: str, chat: Address = "", on: Posted | None = None) -> str:
        """Somebody presses the newest button with that label in their private chat; gives the answer's text."""
        where = chat or who
        posted, choice = self.button(where, label, on)
        return self.presses_data(who, choice.does, posted.id, where)

    def presses_in_group(self, who: Address, label: str) -> str:
        """Somebody presses a button in the group."""
        return self.presses(who, label, GROUP)

    def presses_data(self, who: Address, does: str, message: int, chat: Address = "", id: str = "") -> str:
        """Somebody presses a button that does that; gives the answer's text, and there must be one answer."""
        letters = self.asks(who, Pressed(does=does, message=message, press=f"press{self.requests}"), chat or who, id)
        answers = [one.message for one in letters if one.message.way == "answer"]
        assert len(answers) == 1, f"{len(answers)} answers to one press"
        return answers[0].text.text or answers[0].opens

    def rings(self, kind: str, turn: int | None = None, id: str = "", of: str = "") -> list[Letter]:
        """An alarm of the game rings; of the newest, or of another."""
        table = self.store.table(of) if of else self.table
        assert table is not None
        game = table.game
        what = Rang(game=game.id, turn=game.turn if turn is None else turn, kind=kind)
        self.requests += 1
        self.handler.handle(Request(id=id or f"rang:{self.requests}", what=what))
        return self.brings()

    def time_passes(self, time: timedelta) -> list[Letter]:
        """Time passes, and every alarm on the way rings in its moment."""
        until, letters = self.now + time, []
        for _ in range(1000):
            due = [(alarm.at, game, alarm) for game, alarm in self.alarms.due(until, 100)]
            if not due:
                break
            at, game, alarm = min(due)
            self.now = max(self.now, at)
            self.requests += 1
            rang = Rang(game=game, turn=alarm.turn, kind=alarm.kind)
            self.handler.handle(Request(id=f"alarm:{self.requests}", what=rang))
            self.alarms.lay_by(game, alarm.turn, alarm.kind)
            letters += self.brings()
        self.now = until
        return letters

    # What they see

    @property
    def table(self) -> Table:
        """The newest table."""
        tables = (self.store.table(f"game{number}") for number in range(self._games, 0, -1))
        return next(table for table in tables if table is not None)

    @property
    def game(self) -> Game:
        """The newest game."""
        return self.table.game

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.status is Status.OVER

    def newest(self, chat: Address) -> Posted:
        """The newest message of a chat."""
        return self.chats[chat][-1]

    def button(self, chat: Address, label: str, on: Posted | None = None) -> tuple[Posted, Choice]:
        """The newest button with that label."""
        for posted in [on] if on else reversed(self.chats.get(chat, [])):
            for row in posted.choices:
                for choice in row:
                    if seen_of(choice.label) == label:
                        return posted, choice
        raise AssertionError(f"no button {label!r} in {chat}: {[one.labels for one in self.chats.get(chat, [])]}")

    def texts(self, chat: Address) -> list[str]:
        """Everything that stands in a chat."""
        return [one.text for one in self.chats.get(chat, [])]

    # The post

    def brings(self) -> list[Letter]:
        """Bring everything that waits; gives what was brought, without what nobody needs any more."""
        self.brought = []
        while lines := self.outbox.due(self.now, 50):
            for line in lines:
                letter = self.outbox.head(line)
                if letter is not None:
                    fate = Moot() if is_moot(letter, self.now) else self._brought(letter)
                    self.outbox.settle(line, letter, fate, self.now)
        return self.brought

    def _brought(self, letter: Letter) -> Fate:
        message = letter.message
        fits_telegram(message)
        self.brought.append(letter)
        self.everything.append(letter)
        chat = self.chats.setdefault(message.to, [])
        if message.way == "answer":
            return Sent()
        if letter.edits is not None and message.way != "say":
            posted = next(one for one in chat if one.id == letter.edits)
            posted.choices = message.choices
            if message.way != "strip":
                posted.text, posted.message = message.text.text, message
            return Sent()
        self._message += 1
        chat.append(Posted(self._message, message.text.text, message.choices, message.rings, message))
        return Sent(message=self._message)


def fits_telegram(message: Message) -> None:
    """Telegram would take this message."""
    text, way = message.text.text, message.way
    assert not message.to.startswith("pc:")
    if way == "answer":
        assert len(text) <= ANSWER_AT_MOST, text
        return
    if way == "strip":
        return
    assert 0 < units(text) <= TEXT_AT_MOST, text
    for mark in message.text.entities:
        marked = text.encode("utf-16-le")[2 * mark.offset : 2 * (mark.offset + mark.length)].decode("utf-16-le")
        assert marked.strip() == marked != "", (mark, marked)
        assert mark.offset + mark.length <= units(text)
    for row in message.choices:
        for choice in row:
            names_one = ":set:series:" in choice.does or ":kick:" in choice.does
            most = SERIES_LABEL_AT_MOST if names_one else LABEL_AT_MOST[len(row)]
            assert len(seen_of(choice.label)) <= most, (choice.label, len(row))
            assert bool(choice.does) is not bool(choice.opens)
            assert len(choice.does.encode()) <= 64, choice.does


def a_table(*people: Address, evening: Evening | None = None, settings: Sequence[str] = ("cards 4",)) -> Evening:
    """Ann opens a table, the others join, each after having said hello in private."""
    evening = evening or Evening()
    for who in people or (ann, ben, carla):
        evening.says(who, "/start")
    evening.in_group(ann, "/newgame")
    for who in (people or (ann, ben, carla))[1:]:
        evening.in_group(who, "/join")
    for choice in settings:
        evening.in_group(ann, f"/settings {choice}")
    return evening


def a_begun_game(
    *people: Address, evening: Evening | None = None, settings: Sequence[str] = ("cards 4", "series things")
) -> Evening:
    """The same, and Ann has begun."""
    evening = a_table(*people, evening=evening, settings=settings)
    evening.in_group(ann, "/begin")
    return evening


def right_slot(evening: Evening, card: CardId) -> int:
    """Where that card belongs in a chain that is right."""
    return 1 + sum(one < card for one in evening.game.chain)


def places_right(evening: Evening, who: Address, card: int = 1, says: str = "") -> None:
    """That player places that card of their hand where it belongs."""
    slot = right_slot(evening, evening.game.hand_of(who)[card - 1])
    evening.says(who, f"{card} {slot} {says}".strip())


def places_wrong(evening: Evening, who: Address, card: int = 1) -> None:
    """That player places that card of their hand where it does not belong."""
    wrong = 1 if right_slot(evening, evening.game.hand_of(who)[card - 1]) > 1 else len(evening.game.chain) + 1
    evening.says(who, f"{card} {wrong}")


def unchanged(evening: Evening) -> tuple[object, ...]:
    """What must not change when nothing is played."""
    game = evening.game
    return game.turn, game.chain, [seat.hand for seat in game.seats], game.on_turn
