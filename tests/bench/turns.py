"""Turns kept per second, beside the floor: the same bytes by a bare loop over the client."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from redis import Redis
from redis.client import Pipeline

from pbm.rules.cards import Library
from pbm.rules.events import CardPlaced, ChainTurnedOver
from pbm.store import games, transactions
from pbm.store.connect import connect
from pbm.store.games import RedisStore
from tests.bench.playing import Hall, library, milliseconds, percentile

BLOCK = 20  # turns, then the same writes by the floor, in turn: what disturbs one disturbs the other
OTHERS, OURS = "flo:", "pbm:"  # the floor writes elsewhere, under names as long


@dataclass
class Writes:
    """What the commits of a block have written: the keys they read, and the commands."""

    kept: list[tuple[Mapping[str, str | None], list[tuple[Any, ...]]]] = field(default_factory=list)

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note what the store keeps meanwhile."""
        keep = transactions.keep

        def noting(redis: Redis, once: tuple[str, str], read: Mapping[str, str | None], pipe: Pipeline) -> None:
            self.kept.append((dict(read), [command for command, _ in pipe.command_stack]))
            keep(redis, once, read, pipe)

        vars(games)["keep"] = noting
        try:
            yield
        finally:
            vars(games)["keep"] = keep


def floor(redis: Redis, read: Mapping[str, str | None], commands: list[tuple[Any, ...]]) -> float:
    """One read, one WATCH, and MULTI of those writes; gives how long it took."""
    names = [name.replace(OURS, OTHERS, 1) for name in read]
    writes = [(word, name.replace(OURS, OTHERS, 1), *rest) for word, name, *rest in commands]
    began = time.perf_counter()
    redis.mget(names)
    with redis.pipeline() as pipe:
        pipe.watch(*names)  # type: ignore[no-untyped-call]  # redis-py left its type out
        pipe.multi()
        for write in writes:
            pipe.execute_command(*write)  # type: ignore[no-untyped-call]
        pipe.execute()
    return time.perf_counter() - began


def measured(redis: Redis, cards: Library, tables: int, turns: int) -> dict[str, float]:
    """So many turns, at so many tables in turn, each block beside the floor."""
    hall = Hall(redis, cards, seed=tables)
    open_games = [hall.opens(1000 + number) for number in range(tables)]
    ours: list[float] = []
    bare: list[float] = []
    shares: list[float] = []
    at = 0
    while len(ours) < turns:
        writes = Writes()
        block: list[float] = []
        while len(block) < BLOCK:
            game = open_games[at % tables]
            request = hall.next_move(game)
            if request is None:
                open_games[at % tables] = hall.opens(2000 + len(ours) + len(block))
                continue
            at += 1
            with writes.noted():
                began = time.perf_counter()
                hall.handler.handle(request)
                block.append(time.perf_counter() - began)
        beside = [floor(redis, *one) for one in writes.kept]
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


def alone(url: str, process: int, turns: int) -> tuple[float, dict[str, int]]:
    """One of several processes, at a table of its own: how long so many turns took, and how many each game counted."""
    with connect(url) as redis:
        hall = Hall(redis, library(), seed=process, name=f"p{process}")
        played: dict[str, int] = {}
        game, number = hall.opens(100 + process), 0
        began = time.perf_counter()
        for _ in range(turns):
            while (request := hall.next_move(game)) is None:
                number += 1
                game = hall.opens(100 + process + 10 * number)
            hall.handler.handle(request)
            played[game] = played.get(game, 0) + 1
        return time.perf_counter() - began, played


def together(redis: Redis, done: list[tuple[float, dict[str, int]]]) -> dict[str, object]:
    """What several processes did at once; every turn is in its game's log exactly once."""
    store = RedisStore(redis)
    wrong = 0
    for _, played in done:
        for game, turns in played.items():
            moves = [one for one in store.events(game) if isinstance(one, CardPlaced | ChainTurnedOver)]
            doubts = [one for one in moves if isinstance(one, ChainTurnedOver) and one.doubter]
            wrong += abs(sum(isinstance(one, CardPlaced) for one in moves) + len(doubts) - turns)
    turns = sum(sum(played.values()) for _, played in done)
    return {"turns": turns, "turns a second": round(turns / max(took for took, _ in done), 1), "lost or doubled": wrong}
