"""A bot at work: the embedded server, the real processes on it, and the sandbox with Telegram's limits before them."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from redis import Redis
from rq.executions import WORKER_EXECUTIONS_KEY_TEMPLATE

from pbm.sandbox.sandbox import Sandbox
from pbm.sandbox.server import TOKEN, Address, create_app, running
from pbm.store.connect import connect
from workers.lifeline import dies_with_launcher
from workers.server import Server

LOOKS_EVERY = 0.002  # seconds, whether a worker is in the middle of a job
FINDS_A_JOB_WITHIN = 20.0  # seconds
BEGINS_WITHIN = 20.0  # seconds; a sandbox that cannot begin says why in its thread's traceback


class House:
    """What runs, by the names of the processes."""

    def __init__(self, redis: Redis, raw: Redis, sandbox: Sandbox, environment: dict[str, str], log: Path) -> None:
        """`raw` gives bytes, as RQ keeps them; what the processes say goes to the log."""
        self.redis, self.raw, self.sandbox = redis, raw, sandbox
        self._environment, self._log = environment, log
        self._names: dict[int, str] = {}  # of workers, as RQ calls them, by their process
        self._running: defaultdict[str, list[subprocess.Popen[bytes]]] = defaultdict(list)

    def start(self, name: str) -> None:
        """Start one more process of that name."""
        with self._log.open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "workers", name],
                env={**os.environ, **self._environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                preexec_fn=dies_with_launcher(signal.SIGKILL),
            )
        self._running[name].append(process)

    def stop(self) -> None:
        """End all processes."""
        processes = [one for of_a_name in self._running.values() for one in of_a_name]
        for process in processes:
            process.kill()
        for process in processes:
            process.wait()

    def lives(self) -> bool:
        """Whether nothing has ended by itself."""
        return all(one.poll() is None for of_a_name in self._running.values() for one in of_a_name)

    def kill_in_a_job(self) -> bool:
        """Kill the worker that has worked longest, in the middle of a job, and start another; no, if it has none."""
        worker = self._running["worker"].pop(0)
        until = time.monotonic() + FINDS_A_JOB_WITHIN
        found = False
        while not found and time.monotonic() < until:
            time.sleep(LOOKS_EVERY)
            worker.send_signal(signal.SIGSTOP)
            found = self._has_a_job(worker.pid)
            if not found:
                worker.send_signal(signal.SIGCONT)
        worker.kill()
        worker.wait()
        self.start("worker")
        return found

    def flush(self) -> None:
        """Take everything away that RQ keeps; workers go on under the names that they had."""
        self._learn_names()
        for key in self.raw.scan_iter("rq:*", count=1000):
            self.raw.delete(key)

    def _has_a_job(self, pid: int) -> bool:
        self._learn_names()
        name = self._names.get(pid)
        return name is not None and bool(self.raw.scard(WORKER_EXECUTIONS_KEY_TEMPLATE.format(name)))

    def _learn_names(self) -> None:
        for key in map(os.fsdecode, self.raw.smembers("rq:workers")):
            if (kept := self.raw.hget(key, "pid")) is not None:
                self._names[int(kept)] = key.removeprefix("rq:worker:")


@contextmanager
def open_house(folder: Path) -> Iterator[House]:
    """A house in a folder of its own, for a `with`; nothing runs yet but the server and the sandbox."""
    with ExitStack() as stack:
        address = stack.enter_context(_sandbox())
        server = stack.enter_context(Server(folder / "data"))
        environment = {
            "PBM_REDIS_URL": server.url,
            "PBM_TELEGRAM_TOKEN": TOKEN,
            "PBM_TELEGRAM_API_URL": address.url,
            "PBM_LOG_LEVEL": "WARNING",
        }
        redis = stack.enter_context(connect(server.url))
        raw = stack.enter_context(connect(server.url, decode=False))
        house = House(redis, raw, address.sandbox, environment, folder / "log")
        stack.callback(house.stop)
        yield house


@contextmanager
def _sandbox() -> Iterator[Address]:
    """A sandbox with Telegram's limits, in a thread."""
    ready: list[Address] = []
    begun, over = threading.Event(), asyncio.Event()
    loop = asyncio.new_event_loop()

    async def live() -> None:
        async with running(create_app()) as address:
            ready.append(address)
            begun.set()
            await over.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(live()), daemon=True)
    thread.start()
    assert begun.wait(BEGINS_WITHIN), "the sandbox does not begin"
    try:
        yield ready[0]
    finally:
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(over.set)
        thread.join()
        loop.close()
