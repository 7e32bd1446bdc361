"""Turns kept per second, beside the floor: the same bytes by a bare loop over the client."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from statistics import median

from redis import Redis

from pbm.rules.cards import Library
from pbm.rules.events import CardPlaced, ChainTurnedOver, Event
from pbm.service.ports import Commit, Known
from pbm.store import games, transactions
from pbm.store.connect import connect
from pbm.store.games import RedisStore
from pbm.store.transactions import Command
from pbm.views.messages import Address
from tests.bench.playing import Hall, milliseconds, percentile
from tests.bench.shelf import library

BLOCK = 20  # turns, then the same writes by the floor, in turn: what disturbs one disturbs the other
OTHERS, OURS = "flo:", "pbm:"  # the floor writes elsewhere, under names as long
SHARED_TABLES = 20  # at which several processes play
COMES_AGAIN = 5  # one update in so many is repeated, as Telegram does when it has heard no answer


@dataclass
class Writes:
    """What the commits of a block have written: the keys they read, and the commands."""

    kept: list[tuple[Mapping[str, str | None], tuple[Command, ...]]] = field(default_factory=list)

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note what the store keeps meanwhile."""
        keep = transactions.keep

        def noting(
            redis: Redis, once: tuple[str, str], read: Mapping[str, str | None], writes: Iterable[Command]
        ) -> None:
            writes = tuple(writes)
            self.kept.append((dict(read), writes))
            keep(redis, once, read, writes)

        vars(games)["keep"] = noting
        try:
            yield
        finally:
            vars(games)["keep"] = keep


def floor(redis: Redis, read: Mapping[str, str | None], commands: Iterable[Command]) -> float:
    """One read, one WATCH, and MULTI of those writes; gives how long it took."""
    names = [name.replace(OURS, OTHERS, 1) for name in read]
    writes = [(word, str(name).replace(OURS, OTHERS, 1), *rest) for word, name, *rest in commands]
    began = time.perf_counter()
    redis.mget(names)
    with redis.pipeline() as pipe:
        pipe.watch(*names)  # type: ignore[no-untyped-call]  # redis-py left its type out
        pipe.multi()
        for write in writes:
            pipe.execute_command(*write)  # type: ignore[no-untyped-call]  # redis-py left its type out
        pipe.execute()
    return time.perf_counter() - began


def measured(redis: Redis, url: str, cards: Library, tables: int, turns: int) -> dict[str, float]:
    """So many turns, at so many tables in turn, each block beside the floor, which has a plain client of its own."""
    hall = Hall(redis, cards, seed=tables)
    open_games = [hall.opens(1000 + number) for number in range(tables)]
    ours: list[float] = []
    bare: list[float] = []
    shares: list[float] = []
    at = 0
    with Redis.from_url(url, decode_responses=True) as plain:
        while len(ours) < turns:
            writes = Writes()
            block: list[float] = []
            while len(block) < BLOCK:
                request = hall.next_move(open_games[at % tables])
                if request is None:
                    open_games[at % tables] = hall.opens(2000 + len(ours) + len(block))
                    continue
                at += 1
                with writes.noted():
                    began = time.perf_counter()
                    hall.handler.handle(request)
                    block.append(time.perf_counter() - began)
            beside = [floor(plain, *one) for one in writes.kept]
            ours += block
            bare += beside
            shares.append(sum(beside) / sum(block))
    return {
        "turns a second": round(len(ours) / sum(ours), 1),
        "floor a second": round(len(bare) / sum(bare), 1),
        "share of the floor": round(median(shares), 3),
        "p50 ms": milliseconds(percentile(ours, 50)),
        "p99 ms": milliseconds(percentile(ours, 99)),
        "floor p50 ms": milliseconds(percentile(bare, 50)),
        "floor p99 ms": milliseconds(percentile(bare, 99)),
        "p99 to floor's p99": round(percentile(ours, 99) / percentile(bare, 99), 2),
    }


class Counting(RedisStore):
    """Counts the moves that were kept."""

    def __init__(self, redis: Redis) -> None:
        super().__init__(redis)
        self.counted = Counter[str]()

    def transact(
        self, request: str, game: str | None, chat: Address | None, work: Callable[[Known], Commit | None]
    ) -> Commit | None:
        """As the store does, and counted by what it says that it has kept."""
        commit = super().transact(request, game, chat, work)
        if commit is not None and commit.table is not None:
            self.counted[commit.table.game.id] += sum(map(_is_move, commit.events))
        return commit


def _is_move(event: Event) -> bool:
    return isinstance(event, CardPlaced) or (isinstance(event, ChainTurnedOver) and bool(event.doubter))


def shared(redis: Redis, cards: Library) -> list[str]:
    """Tables at which several processes will play at once."""
    hall = Hall(redis, cards, name="shared")
    return [hall.opens(5000 + number) for number in range(SHARED_TABLES)]


def beside_others(url: str, process: int, tables: list[str], turns: int) -> tuple[float, Counter[str]]:
    """One of several processes at the same tables; how long it took to keep so many turns, and how many at each table.

    Somebody else may move first; then a move is refused, and does not count. Some updates come a second time.
    """
    with connect(url) as redis:
        hall = Hall(redis, library(), seed=process, name=f"p{process}")
        store = Counting(redis)
        handler = hall.handled_by(store)
        chance, on = Random(process), list(tables)
        began = time.perf_counter()
        while store.counted.total() < turns:
            game = chance.choice(on)
            request = hall.next_move(game)
            if request is None:  # somebody has won there
                on.remove(game)
                continue
            handler.handle(request)
            if chance.randrange(COMES_AGAIN) == 0:
                handler.handle(request)
        return time.perf_counter() - began, store.counted


def together(redis: Redis, tables: list[str], done: list[tuple[float, Counter[str]]]) -> dict[str, object]:
    """What several processes did at once; every turn is in its game's log exactly once."""
    counted = sum((moves for _, moves in done), Counter[str]())
    store = RedisStore(redis)
    logged = Counter({game: sum(map(_is_move, store.events(game))) for game in tables})
    wrong = sum(abs(counted[game] - logged[game]) for game in tables)
    rate = counted.total() / max(took for took, _ in done)
    return {"turns": counted.total(), "turns a second": round(rate, 1), "lost or doubled": wrong}
