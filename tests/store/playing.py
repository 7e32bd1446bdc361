"""People who play on a real store, several groups at once, and what must hold of whatever they leave."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import reduce
from random import Random

from redis import Redis

from pbm.rules.evolve import evolve
from pbm.rules.game import Game, Status
from pbm.service.alarms import alarms_of
from pbm.service.desk import Desk
from pbm.service.handle import Handler
from pbm.service.ports import Sent
from pbm.service.requests import Request, Said
from pbm.store import keys
from pbm.store.alarms import RedisAlarms
from pbm.store.games import RedisStore
from pbm.store.outbox import RedisOutbox
from pbm.views.names import COMPUTER
from tests.service.evening import LIBRARY, NoAdmins


class Group:
    """A group of three and its games, one after the other."""

    def __init__(self, redis: Redis, number: int) -> None:
        self.store, self.outbox, self.redis = RedisStore(redis), RedisOutbox(redis), redis
        self.chat = f"tg:-{number}00"
        self.people = [f"tg:{number}{n}" for n in (1, 2, 3)]
        self._random = Random(number)
        self._number = number
        self._requests = self._games = 0
        desk = Desk(self.store, LIBRARY, lambda: datetime.now(UTC), self._shuffle, self._id)
        self.handler = Handler(desk, NoAdmins())

    def _shuffle(self, cards: Sequence[str]) -> tuple[str, ...]:
        return tuple(self._random.sample(list(cards), len(cards)))

    def _id(self) -> str:
        self._games += 1
        return f"game{self._number}-{self._games}"

    def says(self, who: str, text: str, chat: str = "") -> None:
        """One request, and nobody posts what is said because of it."""
        self._requests += 1
        where = chat or who
        self.handler.handle(
            Request(
                id=f"update:{self._number}-{self._requests}",
                who=who,
                name=f"P{who}",
                language="en",
                chat=where,
                private=where == who,
                title=f"Group {self._number}",
                what=Said(text=text, message=self._requests),
            )
        )

    def moves(self) -> None:
        """Whatever comes next: a new table, or a card, mostly placed well, or a doubt."""
        game = self.game
        if game is None:
            for person in self.people:
                self.says(person, "/start")
            self.says(self.people[0], "/newgame", self.chat)
            self.says(self.people[0], "/settings cards 3", self.chat)
            for person in self.people[1:]:
                self.says(person, "/join", self.chat)
            self.says(self.people[0], "/begin", self.chat)
        else:
            assert game.on_turn, f"{game.id} is {game.status}"
            hand = game.hand_of(game.on_turn)
            card = self._random.randrange(len(hand))
            slot = 1 + sum(one < hand[card] for one in game.chain)
            self.says(game.on_turn, "doubt" if self._random.random() < 0.2 else f"{card + 1} {slot} I was there.")

    @property
    def game(self) -> Game | None:
        """The game that is on in the group."""
        id = self.store.game_in(self.chat)
        table = self.store.table(id) if id else None
        return table.game if table else None

    def posts(self) -> None:
        """Bring a letter of each line that waits."""
        now = datetime.now(UTC)
        for line in self.outbox.due(now, 20):
            letter = self.outbox.head(line)
            if letter is not None:
                self.outbox.settle(line, letter, Sent(message=self._random.randrange(10**6)), now)


def a_group_that_played(redis: Redis) -> Group:
    """One game to its end, and another that is on."""
    group = Group(redis, 1)
    while group._games < 2:
        group.moves()
    return group


def wrong_with(redis: Redis) -> list[str]:
    """What does not hold of what is kept: each is a game that could not go on as it was, or a message lost."""
    store, alarms = RedisStore(redis), RedisAlarms(redis, alarms_of)
    wrong, still_open = [], set()
    for id in _games(redis):
        table = store.table(id)
        assert table is not None
        game, events = table.game, store.events(id)
        if not events or reduce(evolve, events[1:], evolve(None, events[0])) != game:
            wrong.append(f"{id}: its log gives another state")
        if game.decks and store.decks(game.decks) is None:
            wrong.append(f"{id}: its decks are gone")
        if game.status is Status.OVER:
            continue
        still_open.add(id)
        if store.game_in(table.chat) != id:
            wrong.append(f"{id}: its chat does not know it")
        if alarms.missing(id):
            wrong.append(f"{id}: it has no alarm")
        for seat in game.seats:
            if not seat.id.startswith(COMPUTER) and id not in store.games_of(seat.id):
                wrong.append(f"{id}: {seat.id} does not know it")
    if redis.smembers(keys.OPEN_GAMES) != still_open:
        wrong.append("other games are known to be open")
    for key in redis.scan_iter(keys.chat("*")):
        if redis.get(key) not in still_open:
            wrong.append(f"{key} points to no game that is on")
    for key in redis.scan_iter(keys.games_of("*")):
        if not set(redis.lrange(key, 0, -1)) <= still_open:
            wrong.append(f"{key} points to no game that is on")
    lines = {str(key).removeprefix(keys.line("")) for key in redis.scan_iter(keys.line("*"))}
    if not lines <= set(map(str, redis.zrange(keys.LINES, 0, -1))):
        wrong.append("a line is never looked at")
    return wrong


def _games(redis: Redis) -> list[str]:
    return [str(key).removeprefix(keys.game("")) for key in redis.scan_iter(keys.game("*"))]
