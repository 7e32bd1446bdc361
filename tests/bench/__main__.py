"""`python -m tests.bench`: all that is measured, as a table and in tests/bench/last.json."""

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redis import Redis

from pbm.store.connect import connect
from tests.bench import answers, cost, memory, messages, recovery, start, turns
from tests.bench.playing import library
from workers.server import Server

LAST = Path(__file__).parent / "last.json"


@dataclass(frozen=True)
class Sizes:
    """How much of everything is measured."""

    turns: int = 1000
    tables: int = 50
    whole_games: int = 100
    answering: int = 200
    seconds: int = 40
    kept: int = 10
    many: int = 10_000


SMALL = Sizes(turns=20, tables=2, whole_games=1, answering=2, seconds=1, kept=1, many=20)


@contextmanager
def a_server(appendfsync: str = "always") -> Iterator[tuple[Redis, str]]:
    """The embedded server on a folder of its own, empty."""
    with (
        tempfile.TemporaryDirectory(prefix="pbm-") as folder,
        Server(Path(folder)) as server,
        connect(server.url) as redis,
    ):
        redis.config_set("appendfsync", appendfsync)
        yield redis, server.url


def kept_turns(sizes: Sizes) -> Iterator[tuple[str, Any]]:
    """Item 1: turns kept per second, beside the floor."""
    for how in ("always", "everysec"):
        for tables in (1, sizes.tables):
            with a_server(how) as (redis, _):
                yield f"turns, {how}, {tables} games", turns.measured(redis, library(), tables, sizes.turns)


def several(sizes: Sizes) -> Iterator[tuple[str, Any]]:
    """Item 2: several processes on one server."""
    for processes in (2, 4):
        with a_server() as (redis, url), ProcessPoolExecutor(processes) as pool:
            each = max(1, sizes.turns // 4)
            done = list(pool.map(turns.alone, [url] * processes, range(processes), [each] * processes))
            yield f"{processes} processes", turns.together(redis, done)


def told(sizes: Sizes) -> Iterator[tuple[str, Any]]:
    """Item 3: messages per turn."""
    with a_server("everysec") as (redis, _):
        yield "messages", asyncio.run(messages.measured(redis, library(), sizes.whole_games))


def answered(sizes: Sizes) -> Iterator[tuple[str, Any]]:
    """Item 4: time to answer."""
    with a_server() as (redis, url):
        measured = answers.measured(redis, url, library(), sizes.answering, sizes.seconds)
        yield "answers", asyncio.run(measured)


def profile(sizes: Sizes) -> Iterator[tuple[str, Any]]:
    """Item 5: the dearest lines of a turn."""
    with a_server() as (redis, _):
        yield "profile", cost.profiled(redis, library(), sizes.turns // 2)


def remembered(sizes: Sizes) -> Iterator[tuple[str, Any]]:
    """Item 6: memory and growth."""
    with a_server("everysec") as (redis, _):
        yield "memory", memory.measured(redis, library(), sizes.kept)
    with a_server("everysec") as (redis, _):
        few = recovery.turn_among(redis, library(), min(60, sizes.turns), "few")
        recovery.filled(redis, library(), sizes.many)
        many = recovery.turn_among(redis, library(), min(60, sizes.turns), "many")
        yield "growth", {"turn among few ms": few, f"turn among {sizes.many} ms": many, "times": round(many / few, 2)}
        yield "deadlines", recovery.wound(redis)


def started(sizes: Sizes) -> Iterator[tuple[str, Any]]:
    """Item 7: start."""
    yield "import ms", {module: start.imported(module) for module in ("pbm.wiring", "pbm.cli", "workers.bot")}
    yield "decks", {**start.all_decks(), f"a deck of {start.CARDS} ms": start.one_deck()}
    yield "first answer ms", asyncio.run(start.first_answer())


def recovered(sizes: Sizes) -> Iterator[tuple[str, Any]]:
    """Item 8: recovery."""
    with tempfile.TemporaryDirectory(prefix="pbm-") as folder:
        overdue = min(recovery.OVERDUE, sizes.many)
        yield "recovery", asyncio.run(recovery.measured(Path(folder), library(), sizes.many, overdue))


ALL = {one.__name__: one for one in (kept_turns, several, told, answered, profile, remembered, started, recovered)}


def shown(name: str, found: Any) -> str:
    """Some lines of the table."""
    if isinstance(found, dict):
        names = (name, *[""] * len(found))
        return "\n".join(f"{one:32} {key:28} {value}" for one, (key, value) in zip(names, found.items(), strict=False))
    if isinstance(found, list):
        return "\n".join(shown(name if at == 0 else "", one) for at, one in enumerate(found))
    return f"{name:32} {'':28} {found}"


def main(arguments: list[str]) -> None:
    """Measure what is named, or all of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("what", nargs="*", metavar="WHAT", help="all of it, unless named")
    parser.add_argument("--small", action="store_true", help="only to see that it runs; its figures tell nothing")
    parser.add_argument("--into", type=Path, default=LAST, help="where the figures are written as JSON")
    chosen = parser.parse_args(arguments)
    sizes = SMALL if chosen.small else Sizes()
    figures: dict[str, Any] = {}
    for name in chosen.what or ALL:
        for heading, found in ALL[name](sizes):
            figures[heading] = found
            print(shown(heading, found), flush=True)  # noqa: T201  the table
    chosen.into.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
