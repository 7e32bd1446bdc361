"""`pbm play` as a process with all that it starts: begun, killed outright, begun again, and stopped."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.ports import free_port

STARTS_WITHIN = 60.0  # seconds; two busy cores take some
ENDS_WITHIN = 30.0


class Running:
    """`pbm play` on a folder and a port of its own; `environment` is what it is told beside the present one."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._environment = {**os.environ, **environment}
        self._launcher: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, and come back when it says where the page is."""
        with (self.folder / "log").open("a") as log:
            said = len(self.log())
            self._launcher = subprocess.Popen(
                [sys.executable, "-m", "pbm.cli", "play", "--port", str(self.port), "--data", str(self.folder)],
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                text=True,
                start_new_session=True,
            )
        until = time.monotonic() + STARTS_WITHIN
        while "Play at" not in self.log()[said:]:
            assert self._launcher.poll() is None, self.log()
            assert time.monotonic() < until, self.log()
            time.sleep(0.02)

    def kill(self, order: random.Random) -> int:
        """Kill every process outright, the launcher and the server among them; gives how many there were."""
        assert self._launcher is not None
        pids = [self._launcher.pid, *_children(self._launcher.pid)]
        order.shuffle(pids)
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        self._launcher.wait()
        until = time.monotonic() + ENDS_WITHIN
        while any(_lives(pid) for pid in pids):
            assert time.monotonic() < until
            time.sleep(0.005)
        return len(pids)

    def stop(self) -> int:
        """Ask for the end as Ctrl-C does; gives the exit status."""
        assert self._launcher is not None
        if self._launcher.poll() is None:
            self._launcher.send_signal(signal.SIGINT)
        try:
            return self._launcher.wait(ENDS_WITHIN)
        except subprocess.TimeoutExpired:
            self.kill(random.Random(0))
            raise

    def log(self) -> str:
        """All that it has said."""
        return (self.folder / "log").read_text()


@contextmanager
def a_play(**environment: str) -> Iterator[Running]:
    """`pbm play` in a new folder with a short name, for a socket has to fit; it is stopped in any case."""
    with tempfile.TemporaryDirectory(prefix="pbm-") as folder:
        running = Running(Path(folder), environment)
        try:
            running.start()
            yield running
        except BaseException:
            sys.stderr.write(running.log())  # pytest shows it with the failure
            raise
        finally:
            status = running.stop()
        assert status == 0, running.log()
        assert not re.search(r"Traceback|ERROR", running.log()), running.log()


def dates_of_cards() -> dict[str, str]:
    """The date on the back of each card by its English front, as `pbm decks cards` tells them."""
    told = subprocess.run(
        [sys.executable, "-m", "pbm.cli", "decks", "cards", "--json"], capture_output=True, text=True, check=True
    )
    cards = [json.loads(line) for line in told.stdout.splitlines()]
    return {card["en"]: card["date"] for card in cards}


def _children(parent: int) -> list[int]:
    stats = (one / "stat" for one in Path("/proc").iterdir() if one.name.isdigit())
    found = []
    for stat in stats:
        try:
            _, _, after = stat.read_text().rpartition(")")
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has just ended
        if int(after.split()[1]) == parent:
            found.append(int(stat.parent.name))
    return found


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
