"""A nursery of processes: what all of them load is loaded once, and each begins as a fork of that.

A kill costs a tenth of a second then instead of two, so a run can have hundreds. Nothing is shared but code and decks:
no connection, no thread, no setting. The nursery reads a line of JSON for each process, and answers with its number.
"""

import gc
import json
import os
import select
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from workers.lifeline import dies_with_launcher

ENDS_WITHIN = 15.0  # seconds


class Child:
    """A process of the nursery."""

    def __init__(self, name: str, pid: int) -> None:
        self.name = name
        self.pid = pid
        self._watch = os.pidfd_open(pid)

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal, unless it is gone."""
        try:
            signal.pidfd_send_signal(self._watch, number)
        except ProcessLookupError:
            return

    def lives(self) -> bool:
        """Whether it has not ended."""
        return not select.select([self._watch], [], [], 0)[0]

    def wait(self, seconds: float = ENDS_WITHIN) -> bool:
        """Wait for its end; no, if it does not come in time."""
        return bool(select.select([self._watch], [], [], seconds)[0])

    def stopped(self) -> None:
        """Stop it in the middle of whatever it does, and come back when it stands still."""
        self.signal(signal.SIGSTOP)
        until = time.monotonic() + ENDS_WITHIN
        while self.lives() and _state(self.pid) not in ("T", "Z", "") and time.monotonic() < until:
            time.sleep(0.0005)

    def kill(self) -> None:
        """Kill it outright."""
        self.signal(signal.SIGKILL)
        assert self.wait(), f"{self.name} survives SIGKILL"
        os.close(self._watch)


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return ""


class Nursery:
    """Where processes come from; those that live die with it."""

    def __init__(self, environment: Mapping[str, str], log: Path) -> None:
        self._log = log
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.nursery", str(log)],
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=dies_with_launcher(signal.SIGKILL),
        )
        self._answer()

    def __enter__(self) -> Self:
        """The nursery, open."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()

    def start(self, name: str, environment: Mapping[str, str], *arguments: str) -> Child:
        """Start one of the `workers` under the rig."""
        assert self._process.stdin is not None
        wish = {"name": name, "environment": dict(environment), "arguments": arguments}
        self._process.stdin.write(json.dumps(wish) + "\n")
        self._process.stdin.flush()
        return Child(name, int(self._answer()))

    def _answer(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, f"the nursery has ended: {self._log.read_text()[-2000:]}"
        return line.strip()


def main() -> None:
    """Load everything, then fork whatever is asked for until nobody asks any more."""
    import aiohttp.web
    import telegram.ext

    import pbm.sandbox.server
    import pbm.telegram.webhook
    import workers.__main__
    import workers.alarms
    import workers.bot
    import workers.clearing
    import workers.clock
    import workers.outages
    import workers.post
    from pbm import wiring
    from tests.faults import launch

    del aiohttp, telegram, pbm, workers  # they are loaded, which is all
    wiring.library()
    wiring.settings.cache_clear()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits here for those who end
    gc.collect()
    gc.freeze()
    log = Path(sys.argv[1])
    print("ready", flush=True)  # noqa: T201  the answer
    for line in sys.stdin:
        wish = json.loads(line)
        ask = dies_with_launcher(signal.SIGKILL)
        pid = os.fork()
        if pid:
            print(pid, flush=True)  # noqa: T201  the answer
            continue
        status = 1
        try:
            if ask is not None:
                ask()
            _begin_anew(log, wish["environment"])
            status = launch.main(wish["name"], wish["arguments"])
        except BaseException:
            traceback.print_exc()  # into the log: nothing above us would
            raise
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)


def _begin_anew(log: Path, environment: Mapping[str, str]) -> None:
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.environ.update(environment)
    out = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, here in ((0, nothing), (1, out), (2, out)):
        os.dup2(here, number)


if __name__ == "__main__":
    main()
