"""The command as an operator runs it: a process of its own, with settings and a folder of its own."""

import asyncio
import atexit
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).parents[2]
PBM = (sys.executable, "-c", "from pbm.cli import main; main()")
WITHIN = 60.0  # seconds; two cores may be busy with other tests


def environment(**settings: str) -> dict[str, str]:
    """This one, with these settings of ours and no others; the decks are a few, which is faster."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PBM_")}
    settings.setdefault("decks", str(decks()))
    return kept | {"PYTHONPATH": str(CHECKOUT)} | {f"PBM_{name.upper()}": value for name, value in settings.items()}


@cache
def decks() -> Path:
    """A folder with one deck."""
    folder = Path(tempfile.mkdtemp(prefix="pbm-decks-"))
    atexit.register(shutil.rmtree, folder)
    shutil.copy(CHECKOUT / "decks" / "food.yaml", folder)
    return folder


def complaint(folder: Path, *arguments: str, **settings: str) -> str:
    """What the command says; it must end with status 1 and one line."""
    ended = subprocess.run(
        [*PBM, *arguments], cwd=folder, env=environment(**settings), capture_output=True, text=True, timeout=WITHIN
    )
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (1, "", 1), ended
    return ended.stderr.strip()


class Command:
    """A command that runs."""

    def __init__(self, folder: Path, *arguments: str, pbm: Sequence[str] = PBM, **settings: str) -> None:
        self.log = folder / "log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [*pbm, *arguments], cwd=folder, env=environment(**settings), stdout=log, stderr=subprocess.STDOUT
            )

    @property
    def said(self) -> str:
        return self.log.read_text()

    def until_it_says(self, words: str) -> str:
        """The line with those words, once it is there."""
        self.until(lambda: words in self.said or self.process.poll() is not None)
        assert words in self.said, self.said
        return next(line for line in self.said.splitlines() if words in line)

    def until(self, true: Callable[[], bool]) -> None:
        """Wait for something that it shall bring about; if that does not come, its log is shown."""
        until = time.monotonic() + WITHIN
        while not true():
            assert time.monotonic() < until, self.said
            time.sleep(0.05)

    def children(self) -> dict[str, int]:
        """Its processes, by what they are, once all have begun: until then a fork is called as the command is."""
        found: dict[int, str] = {}

        def all_have_begun() -> bool:
            nonlocal found
            own = str(self.process.pid)
            ps = subprocess.run(["ps", "-o", "pid=,comm=", "-p", own, "--ppid", own], capture_output=True, text=True)
            listed = (line.split(maxsplit=1) for line in ps.stdout.splitlines())
            found = {int(pid): name for pid, name in listed}
            return found.pop(self.process.pid) not in found.values()

        self.until(all_have_begun)
        return {name.removeprefix("pbm ") if name.startswith("pbm ") else "server": pid for pid, name in found.items()}

    def end(self, by: signal.Signals) -> int:
        self.process.send_signal(by)
        return self.process.wait(WITHIN)


@contextmanager
def running(folder: Path, *arguments: str, pbm: Sequence[str] = PBM, **settings: str) -> Iterator[Command]:
    """A command that is ended with the block, at the latest."""
    command = Command(folder, *arguments, pbm=pbm, **settings)
    try:
        yield command
    finally:
        if command.process.poll() is None:
            command.end(signal.SIGTERM)


def state(pid: int) -> str:
    """Its letter in /proc; empty where there is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return ""


def is_gone(pid: int) -> bool:
    return state(pid) in ("", "Z")  # Z: dead, and not yet fetched by whoever inherited it


async def in_thread(work: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """What it gives, while the sandbox of this test goes on."""
    return await asyncio.to_thread(work, *arguments, **named)
