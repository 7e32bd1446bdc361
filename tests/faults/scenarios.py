"""The scenarios: what is broken, while many games are being played."""

import asyncio
import contextlib
import os
import random
import shutil
import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.faults.breaking import clocks, crowds, kills, server, telegram
from tests.faults.breaking.moments import Breaking
from tests.faults.figures import Figures
from tests.faults.inside import look_from_inside
from tests.faults.outside import look_from_outside
from tests.faults.players import Table
from tests.faults.sabotage import KINDS
from tests.faults.world import ALONE, Setting, a_world


async def play(name: str, seed: int, setting: Setting, breaks: Breaking) -> Figures:
    """Play in a new world while it is broken; then let it come to rest, and look."""
    figures, began = Figures(name, seed), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="pbm-") as folder:
        async with a_world(Path(folder) / "w", seed, setting) as world, world.stack:
            for process in setting.processes:
                world.start(process)
            following = asyncio.create_task(world.town.follow())
            watching = asyncio.create_task(world.watch())
            chance = random.Random(seed)
            living = []
            for number in range(setting.tables):
                own = random.Random(chance.random())
                computer = number % 3 == 2
                kind = setting.kind(number)
                table = await Table.of(world.town, number, setting.seats, own, computer, kind, setting.strangers)
                world.tables.append(table)
                living.append(asyncio.create_task(table.live()))
            try:
                await breaks(world)
                figures.games_stuck = len(stuck := await world.stuck_games())
                for game in stuck:
                    figures.complain(f"game {game} is stuck")
                world.town.closing = True
                await asyncio.gather(*living)
                if not await world.come_to_rest():
                    figures.complain("it does not come to rest")
            finally:
                for task in (following, watching, *living):
                    task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.gather(following, watching, *living)
            await look_from_outside(world, look_from_inside(world, figures), figures)
            if keep := os.environ.get("FAULTS_LOGS"):
                Path(keep).mkdir(parents=True, exist_ok=True)  # noqa: ASYNC240  nothing else runs any more
                shutil.copy(world.folder / "log", Path(keep) / f"{name.replace(' ', '-')}.log")
    figures.seconds = round(time.monotonic() - began)
    return figures


@dataclass(frozen=True)
class Scenario:
    """A name, a setting, and what is broken."""

    name: str
    setting: Setting
    breaks: Breaking

    def run(self, seed: int) -> Figures:
        """Play it."""
        return asyncio.run(play(self.name, seed, self.setting, self.breaks))


SPRING = datetime(2027, 3, 28, 1, tzinfo=UTC)  # the hour that is left out in Europe
BEFORE = timedelta(minutes=1)  # of that, for the tables to begin


def small() -> tuple[Scenario, ...]:
    """All of it, in about five minutes."""
    return (
        Scenario("processes killed", Setting(tables=8), kills.killing(24, 200, 1.0, 30, under_way=15)),
        Scenario("Redis broken", Setting(tables=6, processes=()), server.broken(12, 5, 1, 120, 30)),
        Scenario("Telegram broken", Setting(tables=6, groups=1, forums=1, strangers=True), telegram.broken(1, 150, 30)),
        Scenario("clocks moved", Setting(tables=5), clocks.moved(120, 30)),
        Scenario("the hour changed", Setting(tables=3, begins=SPRING - BEFORE), clocks.daylight(SPRING)),
        Scenario("crowds", Setting(tables=6, processes=()), crowds.crowd(8, 120, 30)),
    )


def full() -> tuple[Scenario, ...]:
    """All of it at length; `more` follows until there were ten thousand turns."""
    return (
        Scenario("Redis broken", Setting(tables=20, processes=()), server.broken(60, 62, 3, 1200, 240)),
        Scenario(
            "Telegram broken", Setting(tables=20, groups=3, forums=3, strangers=True), telegram.broken(3, 1200, 240)
        ),
        Scenario("clocks moved", Setting(tables=20), clocks.moved(900, 200)),
        Scenario("the hour changed", Setting(tables=6, begins=SPRING - BEFORE), clocks.daylight(SPRING)),
        Scenario("crowds", Setting(tables=24, processes=()), crowds.crowd(40, 1500, 300)),
        Scenario("processes killed", Setting(tables=30), kills.killing(200, 3000, 0.7, 300, under_way=150)),
    )


def more() -> Scenario:
    """Kills, less often."""
    return Scenario("more killed", Setting(tables=30), kills.killing(20, 2500, 8.0, 300))


def sabotaged() -> tuple[Scenario, ...]:
    """The builds that have to be caught."""
    receiving, sending = (("bot",),), (("post",), ALONE)
    return tuple(
        Scenario(
            f"sabotage: {kind}",
            Setting(tables=6, sabotage=kind),
            kills.killing(16, 0, 0.4, 0, sending if kind == "takes before it sends" else receiving),
        )
        for kind in KINDS
    )
