"""Ten thousand open games: what a turn costs among them, the memory, the deadlines, a start, and everything killed."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median

from pydantic import TypeAdapter
from redis import Redis

from pbm.rules.cards import Library
from pbm.rules.events import Event
from pbm.service.alarms import alarms_of
from pbm.service.ports import Commit, Known
from pbm.store import keys, tables
from pbm.store.alarms import RedisAlarms
from pbm.store.connect import connect
from pbm.store.games import RedisStore
from pbm.views.table import Table
from tests.bench.playing import PLAYERS, Hall, milliseconds, now
from tests.bench.server import a_server
from tests.bench.telegram import Telegram, a_telegram
from workers.server import Server, way_to

FEW = 10
OVERDUE = 500  # games whose turn runs out while nothing runs
BLOCK = 10  # turns among few, then among many, and the other way round
MODEL_TURNS = 40
PATIENCE = 180  # seconds

_EVENTS: TypeAdapter[tuple[Event, ...]] = TypeAdapter(tuple[Event, ...])


class Copies:
    """A game that was played for a while, to be written down again and again under other names."""

    def __init__(self, redis: Redis, library: Library) -> None:
        hall = Hall(redis, library, name="model", longest_chain=12)
        game = hall.opens(7)
        for _ in range(MODEL_TURNS):
            request = hall.next_move(game)
            assert request is not None
            hall.handler.handle(request)
        self._game = game
        self._table = hall.table(game).model_dump_json()
        self._events = _EVENTS.dump_json(hall.store.events(game)).decode()

    def fill(
        self, store: RedisStore, numbers: range, telegram: Telegram | None = None, due: datetime | None = None
    ) -> None:
        """Keep so many of them by the store's own door, with people, log and alarms.

        Their chats are in that Telegram, or nowhere; their turn runs out at `due`, or tomorrow.
        """
        for number in numbers:
            named = {f'"{self._game}"': f'"many{number:05}"', **_chats(number, telegram)}
            table = Table.model_validate_json(_renamed(self._table, named))
            if due is not None:
                table = table.model_copy(update={"game": table.game.model_copy(update={"due": due})})
            events = _EVENTS.validate_json(_renamed(self._events, named))
            commit = Commit(table=table, events=events, alarms_on=alarms_of(table), people=table.people)

            def work(known: Known, commit: Commit = commit) -> Commit:
                return commit

            store.transact(f"fill:{number}", None, None, work)


def _chats(number: int, telegram: Telegram | None) -> dict[str, str]:
    """The addresses of the model, and those of a copy."""
    people, group = [f"9{number:05}{place}" for place in range(1, PLAYERS + 1)], f"-9{number:05}"
    if telegram is not None:
        players = [telegram.person(f"Player {place}") for place in range(1, PLAYERS + 1)]
        people, group = [str(one.id) for one in players], str(telegram.group(players).id)
    seats = {f'"tg:7{place}"': f'"tg:{who}"' for place, who in enumerate(people, 1)}
    return {'"tg:-7"': f'"tg:{group}"', **seats}


def _renamed(text: str, named: Mapping[str, str]) -> str:
    return re.sub("|".join(map(re.escape, named)), lambda found: named[found[0]], text)


def growth(redis: Redis, library: Library, turns: int) -> dict[str, float]:
    """What a turn costs on this server, and on another one with few games, by turns."""
    with a_server("everysec") as (small, _):
        Copies(small, library).fill(RedisStore(small), range(FEW))
        halls = {"few": Hall(small, library, name="few"), "many": Hall(redis, library, name="many")}
        games = {name: hall.opens(50) for name, hall in halls.items()}
        blocks: dict[str, list[float]] = {name: [] for name in halls}
        while (done := len(blocks["many"])) * BLOCK < turns:
            for name, hall in sorted(halls.items(), reverse=bool(done % 2)):
                took = 0.0
                for _ in range(BLOCK):
                    while (request := hall.next_move(games[name])) is None:
                        games[name] = hall.opens(51 + done)
                    began = time.perf_counter()
                    hall.handler.handle(request)
                    took += time.perf_counter() - began
                blocks[name].append(took / BLOCK)
    few, many = median(blocks["few"]), median(blocks["many"])
    return {
        f"turn among {FEW} games ms": milliseconds(few),
        "turn among many ms": milliseconds(many),
        "times": round(median(b / a for a, b in zip(blocks["few"], blocks["many"], strict=True)), 2),
    }


def wound(redis: Redis) -> dict[str, float]:
    """How long the set of deadlines takes to be built anew, from nothing and when nothing is missing."""
    alarms = RedisAlarms(redis, alarms_of)
    redis.delete(keys.ALARMS)
    began = time.perf_counter()
    count = alarms.wind(now())
    anew = time.perf_counter() - began
    began = time.perf_counter()
    alarms.wind(now())
    again = time.perf_counter() - began
    return {"alarms": count, "built anew ms": milliseconds(anew), "looked through ms": milliseconds(again)}


async def started_and_killed(data: Path, copies: Copies, games: int, overdue: int, down_for: int) -> dict[str, object]:
    """`pbm run` with that many games: until it answers, what it takes, and after all of it was killed at once.

    Meanwhile the turns of some more games run out, `down_for` seconds after they were made.
    """
    async with a_telegram() as telegram:
        ann = telegram.person("Ann").id
        environment = {**telegram.environment(""), "PBM_DATA": str(data)}
        began = time.time()
        with pbm_run(environment) as run:
            start = await _answers(telegram, ann) - began
            with way_to(data / "run") as url, connect(url) as redis:
                memory = _memory(run.pid)
                server = redis.info("memory")
                late = range(games, games + overdue)
                copies.fill(RedisStore(redis), late, telegram, now() + timedelta(seconds=down_for))
            for pid in (run.pid, *_under(run.pid)):
                os.kill(pid, signal.SIGKILL)
        await asyncio.sleep(down_for)
        began = time.time()
        with pbm_run(environment):
            answer = await _answers(telegram, ann) - began
            with way_to(data / "run") as url, connect(url) as redis:
                passed = await _nothing_overdue(redis, late) - began
    return {
        "games": games,
        "server MiB": round(server["used_memory"] / 2**20, 1),
        "its process MiB": round(server["used_memory_rss"] / 2**20, 1),
        "processes MiB": memory,
        "start to first answer ms": milliseconds(start),
        "killed, to first answer ms": milliseconds(answer),
        f"killed, until {overdue} overdue turns are passed ms": milliseconds(passed),
    }


async def _answers(telegram: Telegram, ann: int) -> float:
    telegram.calls()
    telegram.says(ann, "/help")
    return (await telegram.until(lambda call: call.chat == ann, PATIENCE)).at


@contextmanager
def pbm_run(environment: Mapping[str, str]) -> Iterator["subprocess.Popen[bytes]"]:
    """`pbm run`, for the time of the `with`; it may have been killed before its end."""
    line = "import sys; from pbm.cli import main; sys.argv = ['pbm', 'run']; main()"
    run = subprocess.Popen([sys.executable, "-c", line], env=environment, stdout=subprocess.DEVNULL)
    try:
        yield run
    finally:
        run.terminate()
        run.wait()


def _under(launcher: int) -> list[int]:
    """The processes that a process has started."""
    children = Path(f"/proc/{launcher}/task/{launcher}/children").read_text()
    return [int(pid) for pid in children.split()]


def _memory(launcher: int) -> dict[str, float]:
    """MiB of the launcher and its processes; what several of them share is counted once, in equal parts."""
    found = {}
    for pid in (launcher, *_under(launcher)):
        name = Path(f"/proc/{pid}/comm").read_text().strip() if pid != launcher else "pbm run"
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        pss = next(line for line in rollup.splitlines() if line.startswith("Pss:"))
        found[name] = round(int(pss.split()[1]) / 1024, 1)
    return found


async def _nothing_overdue(redis: Redis, numbers: range) -> float:
    """When no game's turn has run out any more."""
    until = time.monotonic() + PATIENCE
    waiting = [f"many{number:05}" for number in numbers]
    while waiting and time.monotonic() < until:
        texts = redis.mget([keys.game(game) for game in waiting])
        stand = [(game, tables.read(str(text)).game) for game, text in zip(waiting, texts, strict=True) if text]
        waiting = [game for game, one in stand if one.due is not None and one.due < now()]
        await asyncio.sleep(0.1)
    assert not waiting, f"{len(waiting)} games are overdue still"
    return time.time()


async def measured(
    data: Path, library: Library, games: int, turns: int, overdue: int, down_for: int
) -> dict[str, dict[str, object]]:
    """All of it, on one server with that many open games."""
    with Server(data / "run") as server, connect(server.url) as redis:
        redis.config_set("appendfsync", "everysec")
        copies = Copies(redis, library)
        copies.fill(RedisStore(redis), range(games))
        found: dict[str, dict[str, object]] = {"growth": {"games": games, **growth(redis, library, turns)}}
        found["deadlines"] = {"games": games, **wound(redis)}
        for key in redis.scan_iter("pbm:line*", count=1000):
            redis.delete(key)  # the chats that were played in are nowhere
    found["many"] = await started_and_killed(data, copies, games, overdue, down_for)
    return found
