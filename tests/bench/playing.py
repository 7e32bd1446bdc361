"""Games that are played through the handler as fast as it can, by six people each who place cards and doubt."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from redis import Redis

from pbm.rules.cards import Library
from pbm.rules.game import Status
from pbm.rules.values import CardId
from pbm.service.desk import Desk
from pbm.service.handle import Handler
from pbm.service.ports import Store
from pbm.service.requests import Pressed, Request, Said
from pbm.store import keys, tables
from pbm.store.games import RedisStore
from pbm.views.messages import Address
from pbm.views.table import Table

PLAYERS = 6
LONGEST_CHAIN = 30  # cards; then somebody doubts


class Nobody:
    """No group has an admin."""

    def is_admin(self, chat: Address, person: Address) -> bool:
        return False


def now() -> datetime:
    """The moment."""
    return datetime.now(UTC)


@dataclass
class Hall:
    """A room full of tables; whoever plays there says only what moves the game on."""

    redis: Redis
    library: Library
    seed: int = 1
    longest_chain: int = LONGEST_CHAIN
    cards: int = 9
    name: str = ""  # tells it from another hall on the same server
    requests: Iterator[int] = field(default_factory=itertools.count)

    def __post_init__(self) -> None:
        """Let somebody stand at the door."""
        self.random = Random(self.seed)
        self.store = RedisStore(self.redis)
        self._games = itertools.count(1)
        self.handler = self.handled_by(self.store)

    def handled_by(self, store: Store) -> Handler:
        """What carries out requests, on that store."""
        desk = Desk(store, self.library, now, self._shuffled, lambda: f"{self.name}g{next(self._games)}")
        return Handler(desk, Nobody())

    def _shuffled(self, cards: Sequence[CardId]) -> tuple[CardId, ...]:
        return tuple(self.random.sample(list(cards), len(cards)))

    def asks(self, who: Address, text: str, chat: Address = "") -> Request:
        """A line of somebody, in private unless a chat is named."""
        return Request(
            id=f"tg:{self.name}{next(self.requests)}",
            who=who,
            name=f"Player {who[-1]}",
            language="en",
            chat=chat or who,
            private=not chat,
            title="The bench",
            what=Said(text=text, message=1),
        )

    def ends(self, game: str, chat: Address) -> Request:
        """The owner presses that it is to end."""
        stands = self.table(game).game
        press = Pressed(does=f"{game}:{stands.turn}:end", message=1, press="p")
        return self.asks(stands.owner, "", chat).model_copy(update={"what": press})

    def opens(self, number: int) -> str:
        """A table of six that has begun, with all series; gives its game. The number tells its people from others."""
        return self.opens_for(f"tg:-{number}", [f"tg:{number}{place}" for place in range(1, PLAYERS + 1)])

    def opens_for(self, chat: Address, people: Sequence[Address]) -> str:
        """A table of these people, which has begun."""
        for who in people:
            self.handler.handle(self.asks(who, "/start"))
        self.handler.handle(self.asks(people[0], "/newgame", chat))
        for who in people[1:]:
            self.handler.handle(self.asks(who, "/join", chat))
        self.handler.handle(self.asks(people[0], f"/settings cards {self.cards}", chat))
        chosen = " ".join(one.id for one in self.library.series)
        self.handler.handle(self.asks(people[0], f"/settings series {chosen}", chat))
        self.handler.handle(self.asks(people[0], "/begin", chat))
        game = self.store.game_in(chat)
        assert game is not None
        begun = self.table(game).game
        assert begun.status is Status.PLAYING
        assert len(begun.settings.series) == len(self.library.series)
        return game

    def table(self, game: str) -> Table:
        """How it stands there; looked up past the store, which would remember it."""
        return tables.read(str(self.redis.get(keys.game(game))))

    def next_move(self, game: str) -> Request | None:
        """What whoever is on turn says; None when the game is over."""
        stands = self.table(game).game
        if stands.status is not Status.PLAYING or stands.on_turn is None:
            return None
        held, chain = len(stands.hand_of(stands.on_turn)), len(stands.chain)
        can_doubt = stands.last_placer not in (None, stands.on_turn)
        if can_doubt and (chain >= self.longest_chain or held == 1):  # nobody is to win before the chain is long
            return self.asks(stands.on_turn, "doubt")
        card, slot = self.random.randint(1, held), self.random.randint(1, chain + 1)
        return self.asks(stands.on_turn, f"{card} {slot}")


def percentile(times: Sequence[float], share: float) -> float:
    """The time that so many of a hundred do not exceed."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share / 100))]


def milliseconds(time: float | timedelta) -> float:
    """Seconds in the unit of the tables."""
    seconds = time.total_seconds() if isinstance(time, timedelta) else time
    return round(seconds * 1000, 3)
