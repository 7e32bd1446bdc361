"""The processes that one command starts and watches: if one ends, all do, and none outlives the command."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Mapping
from types import FrameType

from workers.lifeline import dies_with_launcher

ENDS_WITHIN = 12.0  # seconds; the post finishes what is under way in eight
LOOKS_EVERY = 0.1  # seconds
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Died(Exception):
    """A process ended that should have gone on; the text is one line for the operator."""


class Processes:
    """The processes of a command, by name; Ctrl-C and SIGTERM are asked about here, and reach none of them."""

    def __init__(self) -> None:
        self._stop = threading.Event()
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        for number in STOPPING:
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup
                signal.signal(number, self._asked)

    def _asked(self, number: int, frame: FrameType | None) -> None:
        self._stop.set()

    @property
    def to_stop(self) -> bool:
        """Whether somebody asked for the end."""
        return self._stop.is_set()

    def start(self, name: str, environment: Mapping[str, str], *arguments: str) -> None:
        """Start `python -m workers NAME ARGUMENTS...`."""
        self._running[name] = subprocess.Popen(
            [sys.executable, "-m", "workers", name, *arguments],
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            start_new_session=True,  # a Ctrl-C ends them in our order, not all at one moment
            preexec_fn=dies_with_launcher(signal.SIGKILL),
        )

    def watch(self, seconds: float | None = None) -> None:
        """Come back when somebody asks for the end, or after that long; raises Died when one has ended."""
        until = None if seconds is None else time.monotonic() + seconds
        while not self.to_stop and (until is None or time.monotonic() < until):
            for name, process in self._running.items():
                if (status := process.poll()) is not None:
                    raise Died(f"The {name} has ended ({_told(status)}); everything else was stopped too.")
            self._stop.wait(LOOKS_EVERY)

    def stop(self, names: Iterable[str]) -> None:
        """Stop these, all at one moment; who does not end in time is killed."""
        ending = [process for name in names if (process := self._running.pop(name, None)) is not None]
        for process in ending:
            process.terminate()
        until = time.monotonic() + ENDS_WITHIN
        for process in ending:
            try:
                process.wait(max(0.0, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _told(status: int) -> str:
    return f"by {signal.Signals(-status).name}" if status < 0 else f"with status {status}"
