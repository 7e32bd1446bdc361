"""Games whose turn is about to run out, put straight into the store; their people sit in the sandbox."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from random import Random

from redis import Redis

from pbm.rules.cards import Library
from pbm.rules.commands import Begin, Command, Join, OpenTable
from pbm.rules.events import Event
from pbm.rules.game import TURN_LASTS, Game
from pbm.rules.play import Played, play
from pbm.sandbox.sandbox import Sandbox
from pbm.service.alarms import alarms_of
from pbm.service.ports import Commit
from pbm.service.voice import look_name
from pbm.store import keys
from pbm.store.games import RedisStore
from pbm.store.outbox import Shown
from pbm.views.table import Person, Table

NAMES = ("Ann", "Ben", "Carla")
BUTTONS = {"inline_keyboard": [[{"text": "1", "callback_data": "1"}]]}


@dataclass(frozen=True)
class Deadline:
    """A turn that nobody takes: Ann's, and Ben is next. People and group are ids of Telegram."""

    game: str
    due: datetime
    group: int
    ann: int
    ben: int


class Maker:
    """Makes games on a store and in a sandbox that nobody uses yet."""

    def __init__(self, redis: Redis, sandbox: Sandbox, library: Library) -> None:
        self._redis, self._store = redis, RedisStore(redis)
        self._sandbox, self._library = sandbox, library
        self._random, self._numbers = Random(1), count(1)
        adults = {one.id for one in library.series if one.adults}
        self._cards = tuple(card.id for card in library.cards.values() if card.series not in adults)
        self._store.keep_decks(library)

    def makes(self, dues: Iterable[datetime]) -> tuple[Deadline, ...]:
        """A game for each of these moments; Ann has been reminded twice, and her prompt stands in her chat."""
        return tuple(self._make(f"game{next(self._numbers)}", due) for due in dues)

    def _make(self, id: str, due: datetime) -> Deadline:
        world, bot = self._sandbox.world, self._sandbox.bot.id
        people = [world.add_person(name, started=True).id for name in NAMES]
        group = world.add_group("supergroup", id, dict.fromkeys(people, "member"))
        group.bot = "member"
        game, events = self._begun(id, [f"tg:{person}" for person in people], due)
        table = Table(
            game=game,
            chat=f"tg:{group.id}",
            title=id,
            language="en",
            people=tuple(
                Person(address=f"tg:{person}", name=name, reachable=True)
                for person, name in zip(people, NAMES, strict=True)
            ),
        )
        *reminders, last = alarms_of(table)
        assert (last.kind, last.at) == ("due", due)
        self._store.transact(
            f"made:{id}",
            None,
            table.chat,
            lambda _: Commit(
                table=table, events=events, alarms_off=tuple(reminders), alarms_on=(last,), people=table.people
            ),
        )
        ann = world.private(world.people[people[0]])
        prompt = self._sandbox.post(ann, bot, "Ann, it is your turn.", markup=BUTTONS)
        shown = Shown(message=prompt.id, buttons=True).model_dump_json()
        self._redis.hset(keys.shown(f"tg:{ann.id}"), look_name(id), shown)
        return Deadline(id, due, group.id, people[0], people[1])

    def _begun(self, id: str, seats: list[str], due: datetime) -> tuple[Game, tuple[Event, ...]]:
        ann, *others = seats
        wishes: tuple[Command, ...] = (
            OpenTable(game=id, seat=ann, name=NAMES[0]),
            *(Join(seat=seat, name=name) for seat, name in zip(others, NAMES[1:], strict=True)),
            Begin(seat=ann, cards=self._cards, decks=self._library.version),
        )
        game, events = None, tuple[Event, ...]()
        for wish in wishes:
            played = play(game, wish, due - TURN_LASTS, self._shuffled, {})
            assert isinstance(played, Played), played
            game, events = played.game, (*events, *played.events)
        assert game is not None
        return game, events

    def _shuffled(self, cards: Sequence[str]) -> tuple[str, ...]:
        return tuple(self._random.sample(list(cards), len(cards)))
