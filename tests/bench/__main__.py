"""`python -m tests.bench`: all that is measured, as a table and in tests/bench/last.json."""

import argparse
import asyncio
import json
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tests.bench import answers, cost, many, memory, messages, start, turns
from tests.bench.server import a_server
from tests.bench.shelf import PLACE, decks_in_full, library

LAST = Path(__file__).parent / "last.json"
CORES = 2  # parts that are only counted run on so many at once


@dataclass(frozen=True)
class Sizes:
    """How much of everything is measured."""

    turns: int = 1000
    tables: int = 50
    processes: tuple[int, ...] = (1, 2, 4)
    whole_games: int = 100
    answering: int = 200
    seconds: int = 75
    kept: int = 10
    many: int = 10_000
    overdue: int = 500
    down_for: int = 10
    starts: int = 3


SMALL = Sizes(
    turns=20, tables=2, whole_games=2, answering=2, seconds=1, kept=1, many=20, overdue=2, down_for=3, starts=1
)
SOME_SERIES = ("food", "inventions", "nature")


def machine() -> dict[str, object]:
    """What it was measured on."""
    with a_server() as (redis, _):
        info = redis.info("server")
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    server = f"{info.get('server_name', 'redis')} {info.get('valkey_version', info['redis_version'])}"
    return {
        "cores": os.cpu_count(),
        "memory GiB": round(memory),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "server": server,
        "redis-py": version("redis"),
    }


def kept_turns(sizes: Sizes) -> Iterator[tuple[str, Any]]:
    """Item 1: turns kept per second, beside the floor."""
    for how in ("always", "everysec"):
        for tables in (1, sizes.tables):
            with a_server(how) as (redis, url):
                yield f"turns, {how}, {tables} games", turns.measured(redis, url, library(), tables, sizes.turns)


def several(sizes: Sizes) -> Iterator[tuple[str, Any]]:
    """Item 2: several processes on one server, at the same tables."""
    for processes in sizes.processes:
        with a_server() as (redis, url), ProcessPoolExecutor(processes) as pool:
            tables, each = turns.shared(redis, library()), max(1, sizes.turns // 4)
            works = [pool.submit(turns.beside_others, url, number, tables, each) for number in range(processes)]
            yield f"{processes} processes", turns.together(redis, tables, [work.result() for work in works])


def told(sizes: Sizes) -> Iterator[tuple[str, Any]]:
    """Item 3: messages per turn."""
    with ProcessPoolExecutor(CORES) as pool:
        parts = list(pool.map(_some_games, range(1, 1 + CORES), [sizes.whole_games // CORES] * CORES))
    yield "messages", messages.told(parts)


def _some_games(seed: int, games: int) -> messages.Counted:
    with a_server("everysec") as (redis, _):
        return asyncio.run(messages.counted(redis, library(), games, seed))


def answered(sizes: Sizes) -> Iterator[tuple[str, Any]]:
    """Item 4: time to answer."""
    with a_server() as (redis, url):
        measured = answers.measured(redis, url, library(), sizes.answering, sizes.seconds)
        yield "answers", asyncio.run(measured)


def profile(sizes: Sizes) -> Iterator[tuple[str, Any]]:
    """Item 5: the dearest lines of a turn."""
    with a_server("everysec") as (redis, _):
        yield "profile", cost.profiled(redis, library(), sizes.turns // 2)


def remembered(sizes: Sizes) -> Iterator[tuple[str, Any]]:
    """Item 6, first part: memory of a game."""
    with a_server("everysec") as (redis, _):
        yield "memory", memory.measured(redis, library(), sizes.kept)


def started(sizes: Sizes) -> Iterator[tuple[str, Any]]:
    """Item 7: start."""
    yield (
        "import ms",
        {module: start.imported(module, sizes.starts) for module in ("pbm.wiring", "pbm.cli", "workers.bot")},
    )
    place = os.environ.get(PLACE)
    yield "decks", {**start.all_decks(Path(place) if place else None), f"a deck of {start.CARDS} ms": start.one_deck()}
    yield "pbm run to first answer", asyncio.run(start.first_answers(sizes.starts))


def grown(sizes: Sizes) -> Iterator[tuple[str, Any]]:
    """Items 6 and 8: many open games, and everything killed with them."""
    with tempfile.TemporaryDirectory(prefix="pbm-") as folder:
        measured = many.measured(Path(folder), library(), sizes.many, sizes.turns // 4, sizes.overdue, sizes.down_for)
        yield from asyncio.run(measured).items()


ALL = {one.__name__: one for one in (kept_turns, several, told, answered, profile, remembered, started, grown)}


def shown(name: str, found: Any) -> str:
    """Some lines of the table."""
    if isinstance(found, dict):
        names = (name, *[""] * len(found))
        return "\n".join(f"{one:26} {key:34} {value}" for one, (key, value) in zip(names, found.items(), strict=False))
    if isinstance(found, list):
        return "\n".join(shown(name if at == 0 else "", one) for at, one in enumerate(found))
    return f"{name:26} {'':34} {found}"


def part(name: str) -> str:
    """The name of a part; argparse tells of any other."""
    if name not in ALL:
        raise argparse.ArgumentTypeError(f"{name} is no part; there are {', '.join(ALL)}")
    return name


def main(arguments: list[str]) -> None:
    """Measure what is named, or all of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    # Not `choices`: with nargs="*" Python 3.11 refuses the empty list.
    parser.add_argument(
        "what", nargs="*", type=part, metavar="PART", help=f"of {', '.join(ALL)}; all of it, unless named"
    )
    parser.add_argument("--small", action="store_true", help="only to see that it runs; its figures tell nothing")
    parser.add_argument("--into", type=Path, default=LAST, help="where the figures are written as JSON")
    chosen = parser.parse_args(arguments)
    sizes = SMALL if chosen.small else Sizes()
    figures: dict[str, Any] = {}

    def note(heading: str, found: Any) -> None:
        figures[heading] = found
        print(shown(heading, found), flush=True)  # noqa: T201  the table

    with decks_in_full(SOME_SERIES) if chosen.small else decks_in_full() as stand_ins:
        note("machine", {**machine(), "series that are stand-ins": stand_ins})
        for name in chosen.what or ALL:
            began = time.monotonic()
            for heading, found in ALL[name](sizes):
                note(heading, found)
            note(f"{name} took s", round(time.monotonic() - began))
    chosen.into.write_text(json.dumps(figures, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
