"""The processes that one command starts and watches: if one ends, all do, and none outlives the command."""

import gc
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Protocol

from pbm import wiring
from pbm.cli.printing import tell
from workers import process
from workers.__main__ import PROCESSES
from workers.lifeline import dies_with_launcher
from workers.server import OTHERS_NOTHING

ENDS_WITHIN = 12.0  # seconds; the post finishes what is under way in eight
LOOKS_EVERY = 0.1  # seconds
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

# A process is a fork of the command: code and decks are loaded once, not once in each. Elsewhere, what the system's own
# libraries have begun in the command is not to be gone on with in a fork, and each process loads its own.
_MADE_BY = multiprocessing.get_context("fork") if sys.platform == "linux" else multiprocessing.get_context("spawn")


class Died(Exception):
    """A process ended that should have gone on; the text is one line for the operator."""


class Running(Protocol):
    """What is watched: a process of the command, or its server."""

    @property
    def exitcode(self) -> int | None:
        """How it ended; None while it runs."""


class Needed(Running, Protocol):
    """What can say more than how it ended."""

    def why_ended(self) -> str:
        """What the operator has to know about it; empty where no more is known."""


class Processes:
    """The processes of a command, by name; Ctrl-C and SIGTERM are asked about here, and reach none of them."""

    def __init__(self) -> None:
        self._to_stop = False  # an event has a lock, which whoever waits may hold when a signal comes
        self._running: dict[str, BaseProcess] = {}
        self._besides: dict[str, Needed] = {}
        for number in STOPPING:
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup
                signal.signal(number, self._asked)

    def _asked(self, number: int, frame: FrameType | None) -> None:
        self._to_stop = True

    @property
    def to_stop(self) -> bool:
        """Whether somebody asked for the end."""
        return self._to_stop

    def start(self, name: str, environment: Mapping[str, str], *arguments: str) -> None:
        """Start one of the `workers`, as `python -m workers NAME ARGUMENTS...` does."""
        gc.freeze()  # what is there already stays where it is, so that it stays shared
        dies = dies_with_launcher(signal.SIGKILL)
        begun = _MADE_BY.Process(target=_work, args=(name, dict(environment), arguments, dies))
        before = signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING)  # else one could be asked here, and not hear it
        begun.start()
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        self._running[name] = begun

    def need(self, name: str, running: Needed) -> None:
        """Watch something too that was started, and will be stopped, by somebody else."""
        self._besides[name] = running

    def watch(self, seconds: float | None = None) -> None:
        """Come back when somebody asks for the end, or after that long; raises Died when one has ended."""
        until = None if seconds is None else time.monotonic() + seconds
        while not self.to_stop and (until is None or time.monotonic() < until):
            # What the processes need comes first: where it is gone they may end too, and would be told as the cause.
            for name, needed in self._besides.items():
                if (status := needed.exitcode) is not None:
                    raise Died(f"{_told(name, status)} {needed.why_ended()}".strip())
            for name, running in self._running.items():
                if (status := running.exitcode) is not None:
                    raise Died(_told(name, status))
            time.sleep(LOOKS_EVERY)

    def stop(self, names: Iterable[str]) -> None:
        """Stop these, all at one moment; who does not end in time is killed, and the operator hears of it."""
        ending = {name: running for name in names if (running := self._running.pop(name, None)) is not None}
        for running in ending.values():
            running.terminate()
        until = time.monotonic() + ENDS_WITHIN
        hanging = []
        for name, running in ending.items():
            running.join(max(0.0, until - time.monotonic()))
            if running.exitcode is None:
                running.kill()
                running.join()
                hanging.append(name)
        for name in hanging:  # at last, for the terminal may be gone
            tell(killed(name), as_error=True)


def killed(name: str) -> str:
    """What the operator hears of one that did not end when it was asked to."""
    return f"The {name} did not end in time and was killed."


def _told(name: str, status: int) -> str:
    how = f"by {signal.Signals(-status).name}" if status < 0 else f"with status {status}"
    return f"The {name} has ended ({how}); everything else was stopped too."


def _work(
    name: str, environment: Mapping[str, str], arguments: tuple[str, ...], dies: Callable[[], None] | None
) -> None:
    """What a process of the command does, from its first moment on."""
    os.setsid()  # a Ctrl-C ends them in our order, not all at one moment
    os.umask(OTHERS_NOTHING)
    if dies:
        dies()
    for number in STOPPING:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.environ.update(environment)
    wiring.settings.cache_clear()  # they are those of the command; the decks may stay
    sys.argv = ["workers", name, *arguments]
    sys.exit(process.run(name, PROCESSES[name]))
