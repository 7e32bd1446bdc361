"""The world that is broken: a server, a small Telegram, every process of the bot, and tables that play."""

import asyncio
import contextlib
import os
import random
import shutil
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from unittest import mock

import aiohttp
from redis import Redis

from pbm.decks import folder as decks_folder
from pbm.rules.game import Status
from pbm.sandbox.server import TOKEN
from pbm.store import keys, tables
from pbm.store.connect import connect
from pbm.store.lease import vacate
from tests.faults import desk
from tests.faults.launch import CLOCK, DESK, SABOTAGE
from tests.faults.nursery import Child, Nursery
from tests.faults.players import Table
from tests.faults.tap import TURNS
from tests.faults.town import TAKES_AT_MOST, Town
from tests.ports import free_port
from workers.server import Server

SERIES = "inventions.yaml"  # one series is read sooner than all
TURN_LASTS = 20  # seconds
CAUGHT_WITHIN = 10.0  # seconds
GLANCES_EVERY = 0.03  # seconds, at most
RESTS = 0.3  # seconds until a host has started again what was killed
QUIET_WITHIN = 240.0
MOVES_WITHIN = 180.0  # every game has moved within that, once nothing is broken any more; a busy machine takes its time
ALONE = ("bot", "post", "clock", "worker")


@dataclass(frozen=True)
class Setting:
    """How big a world is, and what is special about it."""

    tables: int
    seats: int = 3
    processes: tuple[str, ...] = ALONE
    groups: int = 0  # tables in groups that are no supergroups yet
    forums: int = 0  # those after them, each in a topic of a forum
    strangers: bool = False  # at each table sits one who has never pressed Start
    sabotage: str = ""
    turn_lasts: int = TURN_LASTS
    begins: datetime | None = None  # by the machine's clock; none: now

    def kind(self, table: int) -> str:
        """What kind of chat that table has: groups come first, then forums."""
        if table < self.groups:
            return "group"
        return "forum" if table < self.groups + self.forums else "supergroup"


@dataclass
class World:
    """What a scenario breaks."""

    setting: Setting
    folder: Path
    chance: random.Random
    server: Server
    nursery: Nursery
    town: Town
    redis: Redis
    sandbox_port: int
    tables: list[Table] = field(default_factory=list)
    children: dict[str, Child] = field(default_factory=dict)
    environments: dict[str, dict[str, str]] = field(default_factory=dict)
    broken: list[tuple[float, str]] = field(default_factory=list)  # what was done to it, and when
    kills: int = 0  # one, however many processes died at that instant
    under_way: int = 0  # of the kills: an update or a message of its answer was in the hands of one that was killed
    floods: int = 0  # times that Telegram was told to say "too fast"
    way: str = ""  # to Redis, if it is not the direct one
    complaints: list[str] = field(default_factory=list)
    stack: AsyncExitStack = field(default_factory=AsyncExitStack)  # what has to stand until the end
    empties: list[Callable[[], Awaitable[None]]] = field(default_factory=list)  # to be waited for before the end
    ended: list[str] = field(default_factory=list)  # processes that ended though nobody killed them
    expected_down: set[str] = field(default_factory=set)

    def note(self, what: str) -> None:
        """Something is broken now."""
        self.broken.append((time.time(), what))

    def start(self, name: str) -> None:
        """Start a process of the bot; `bot 2` is a second bot."""
        environment = {
            "PBM_REDIS_URL": self.way or self.server.url,
            "PBM_TELEGRAM_TOKEN": TOKEN,
            "PBM_TELEGRAM_API_URL": f"http://127.0.0.1:{self.sandbox_port}",
            "PBM_TURN_LASTS": str(self.setting.turn_lasts),
            "PBM_LOG_LEVEL": "WARNING",
            "PBM_REQUESTS_A_MINUTE": "0",
            CLOCK: str(self.folder / "clock"),
            DESK: str(self._desk(name)),
            SABOTAGE: self.setting.sabotage,
            **self.environments.get(name, {}),
        }
        self.children[name] = self.nursery.start(name.split()[0], environment)

    def kill(self, *names: str, counts: bool = True) -> None:
        """Kill processes outright; where it counts, also whether one of them had something in hand at that instant."""
        self._stand_still(names)
        busy = self.is_under_way(names)
        for name in names:
            self.children.pop(name).kill()
            self._desk(name).unlink(missing_ok=True)  # its successor begins with nothing on it
            self.note(f"{name.split()[0]} killed")
        self.kills += counts
        self.under_way += counts and busy

    def is_under_way(self, names: Iterable[str]) -> bool:
        """Whether one of these has received an update and not confirmed it, or a letter of its answer is in its hands.

        The clock and the worker have neither: what they do is to ring.
        """
        return any(desk.lie_on(self._desk(name)) for name in names)

    def _desk(self, name: str) -> Path:
        return self.folder / f"{name}.desk"

    def _stand_still(self, names: Iterable[str]) -> None:
        for name in names:
            self.children[name].stopped()

    async def catch(self, *names: str) -> None:
        """Stop them at random instants, and let them go on, until something is under way or it takes too long."""
        end = time.monotonic() + CAUGHT_WITHIN
        while True:
            await asyncio.sleep(GLANCES_EVERY * self.chance.random())
            self._stand_still(names)
            if self.is_under_way(names) or time.monotonic() > end:
                return
            for name in names:
                self.children[name].signal(signal.SIGCONT)

    async def kill_and_start(self, *names: str, aims: bool = False, vacates: bool = False) -> None:
        """Kill processes, and start them again as a host does; `aims`: while something is under way."""
        self.expected_down |= set(names)
        if aims:
            await self.catch(*names)
        self.kill(*names)
        await asyncio.sleep(RESTS * self.chance.random())
        if vacates:
            vacate(self.redis, keys.POST)  # as `pbm run` does, which starts all of them
        for name in names:
            self.start(name)
        self.expected_down -= set(names)

    def restart_server(self) -> None:
        """Kill the server, and start it again on what it has on disk."""
        assert self.server.pid is not None
        os.kill(self.server.pid, signal.SIGKILL)
        self.note("redis killed")
        self.server.stop()
        self.server.start()

    def move_clock(self, seconds: float) -> None:
        """From now on the machine's clock is that far off."""
        beside = self.folder / "clock.new"
        beside.write_text(str(seconds))
        beside.replace(self.folder / "clock")

    async def watch(self) -> None:
        """Start again what ends by itself, as a host does, and note it."""
        while True:
            await asyncio.sleep(0.5)
            for name, child in list(self.children.items()):
                if not child.lives() and name not in self.expected_down:
                    self.ended.append(name.split()[0])
                    self.note(f"{name.split()[0]} ended")
                    self.start(name)

    async def fault(self, method: str, kind: str, **more: object) -> None:
        """The sandbox answers the next calls like this."""
        self.floods += kind == "429" and method != "getUpdates"
        self.note(f"telegram {kind}")
        await self.town.ask("POST", "/faults", method=method, kind=kind, **more)

    def turns(self) -> int:
        """How many moves all games have seen: placed, doubted, passed."""
        return int(self.redis.get(TURNS) or 0)

    async def until(self, seconds: float, happens: Callable[[], bool]) -> bool:
        """Wait until it happens; no, if it does not in time."""
        end = time.monotonic() + seconds
        while not happens():
            if time.monotonic() > end:
                return False
            await asyncio.sleep(0.25)
        return True

    def where_games_stand(self) -> dict[str, int]:
        """The turn of every game that is being played."""
        found = {}
        for game in self.redis.smembers(keys.OPEN_GAMES):
            kept = self.redis.get(keys.game(str(game)))
            if kept is not None and (state := tables.read(str(kept)).game).status is Status.PLAYING:
                found[str(game)] = state.turn
        return found

    async def stuck_games(self) -> list[str]:
        """The games that do not go on though nothing is broken any more."""
        before = self.where_games_stand()

        def all_moved() -> bool:
            now = self.where_games_stand()
            return not any(now.get(game) == turn for game, turn in before.items())

        await self.until(MOVES_WITHIN, all_moved)
        now = self.where_games_stand()
        return [f"{game} in turn {turn}" for game, turn in before.items() if now.get(game) == turn]

    async def pending(self) -> int:
        """How many updates wait for the bot."""
        url = f"{self.town.url}/bot{TOKEN}/getWebhookInfo"
        async with self.town.client.post(url, json={}) as answer:
            return int((await answer.json())["result"]["pending_update_count"])

    async def come_to_rest(self) -> bool:
        """Wait until nothing is under way any more."""
        for name in [name for name in self.children if name.startswith(("clock", "worker"))]:
            self.stop(name)  # else the games go on by themselves
        for empty in self.empties:
            await empty()
        end = time.monotonic() + QUIET_WITHIN
        calm = 0
        while calm < 3:
            if time.monotonic() > end:
                return False
            await asyncio.sleep(0.3)
            calm = calm + 1 if not self.redis.zcard(keys.LINES) and not await self.pending() else 0
        for name in list(self.children):
            self.stop(name)
        await self.town.catch_up()
        return True

    def stop(self, name: str) -> None:
        """End a process that is not needed any more."""
        self.expected_down.add(name)
        self.children.pop(name).kill()


@asynccontextmanager
async def a_world(folder: Path, seed: int, setting: Setting) -> AsyncIterator[World]:
    """A world with its tables at play; on the way out everything in it is ended."""
    decks = folder / "decks"
    decks.mkdir(parents=True)
    shutil.copy(decks_folder() / SERIES, decks)
    off = (setting.begins - datetime.now(UTC)).total_seconds() if setting.begins else 0.0
    (folder / "clock").write_text(str(off))
    port = free_port()
    chance = random.Random(seed)
    timeout = aiohttp.ClientTimeout(total=TAKES_AT_MOST)
    connector = aiohttp.TCPConnector(limit=0)
    told = {"PBM_DECKS": str(decks)}
    with mock.patch.dict(os.environ, told), Server(folder) as server, Nursery(told, folder / "log") as nursery:
        async with aiohttp.ClientSession(timeout=timeout, connector=connector) as client:
            town = Town(f"http://127.0.0.1:{port}", client)
            with connect(server.url) as redis:
                world = World(setting, folder, chance, server, nursery, town, redis, port)
                sandbox = nursery.start("sandbox", {"PBM_LOG_LEVEL": "WARNING"}, str(port))
                try:
                    yield await _begun(world)
                finally:
                    for child in (*world.children.values(), sandbox):
                        child.signal(signal.SIGCONT)
                        child.signal(signal.SIGKILL)
                    for child in (*world.children.values(), sandbox):
                        child.wait()


async def _begun(world: World) -> World:
    end = time.monotonic() + 30
    while True:
        with contextlib.suppress(aiohttp.ClientError):
            await world.town.ask("GET", "/bot")
            break
        assert time.monotonic() < end, (world.folder / "log").read_text()
        await asyncio.sleep(0.1)
    return world
