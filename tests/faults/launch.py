"""What is done to a process of the bot before it begins: a tap on its outbox, a clock that can be moved, sabotage.

None of it is in the product: the rig starts the very same `workers`, with these few names bound to something else.
"""

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.faults import desk, sabotage, tap

PACE = 10.0  # times Telegram's limits: a run ends in minutes
CLOCK, DESK, SABOTAGE = "FAULTS_CLOCK", "FAULTS_DESK", "FAULTS_SABOTAGE"


def prepare(environment: Mapping[str, str]) -> None:
    """Bind the names; in a process that was just made, before its work begins."""
    _quicken()
    tap.set_up()
    if clock := environment.get(CLOCK):
        _move_clock(Path(clock))
    if kind := environment.get(SABOTAGE):
        sabotage.KINDS[kind]()
    if file := environment.get(DESK):
        desk.set_up(desk.Desk(Path(file)))


def main(name: str, arguments: Iterable[str]) -> int:
    """The work of one process under the rig; gives the status to exit with."""
    from workers import __main__ as workers
    from workers import process

    prepare(os.environ)
    sys.argv = ["workers", name, *arguments]
    work: dict[str, Callable[[], None]] = {**workers.PROCESSES, "sandbox": _sandbox}
    return process.run(name, work[name])


def _sandbox() -> None:
    """A small Telegram that lets the bot write ten times as fast, with its world in memory: it is never killed."""
    import asyncio

    from pbm.sandbox.server import BOT, serve

    bot = replace(BOT, username="AnnoDominiBot", first_name="Anno Domini")
    asyncio.run(serve("127.0.0.1", int(sys.argv[2]), None, bot, limits=PACE))


def _quicken() -> None:
    """The post's own pace, ten times as fast as well."""
    from pbm.telegram import bots

    library: Any = bots
    library.A_SECOND *= PACE
    library.GROUP_A_MINUTE *= PACE


def _move_clock(file: Path) -> None:
    """The machine's clock is as many seconds off as the file says: every process of the machine reads the same file.

    A variable in the product, for tests alone, would be a way to break a bot that runs; libfaketime is not everywhere,
    and moves what the libraries measure their time-outs with. So the one function that tells the time is replaced in
    each module that asks for it.
    """
    import pbm.wiring
    import workers.clearing
    import workers.clock
    import workers.heart
    import workers.post

    class Moved:
        """What those modules know as `datetime`."""

        @staticmethod
        def now(zone: tzinfo | None = None) -> datetime:
            return datetime.now(zone) + timedelta(seconds=float(file.read_text() or 0))

        fromtimestamp = datetime.fromtimestamp

    modules: tuple[ModuleType, ...] = (pbm.wiring, workers.clearing, workers.clock, workers.heart, workers.post)
    for module in modules:
        module.datetime = Moved  # type: ignore[attr-defined]  # each has imported it
