"""Everything started in order, watched, and stopped in order."""

import asyncio
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from redis.exceptions import RedisError

from pbm import wiring
from pbm.cli.printing import tell
from pbm.cli.processes import Died, Processes, killed
from pbm.settings import SettingsError, without_effect
from pbm.store import keys
from pbm.store.connect import connect, refusal, why
from pbm.store.hearts import PROCESSES, RedisHearts
from pbm.store.lease import vacate
from pbm.telegram.bots import awake
from workers.disk import full
from workers.process import FOR_THE_OPERATOR
from workers.server import Server, ServerError

HOST = "127.0.0.1"
BEFORE = datetime.min.replace(tzinfo=UTC)  # any beat
LOOKS_EVERY = 0.1  # seconds
TAKES_LONG = timedelta(seconds=5)
STARTS_WITHIN = 200  # looks for the sandbox


def run() -> str | None:
    """Run the bot on Telegram until somebody stops it; gives what the operator has to put right, in one line."""
    return _complaint(_run)


def play(ports: Sequence[int], data: Path | None) -> str | None:
    """The same in the sandbox, at the first of the ports that is free (0: any)."""
    return _complaint(lambda: _play(ports, data))


def _complaint(work: Callable[[], None]) -> str | None:
    try:
        wiring.settings()
        for line in without_effect(wiring.settings()):
            tell(line, as_error=True)
        work()
    except (*FOR_THE_OPERATOR, Died) as error:
        return str(error)
    return None


def _run() -> None:
    settings = wiring.settings()
    wiring.library()
    processes = Processes()
    username = asyncio.run(_username())
    with ExitStack() as stack:
        if settings.redis_url:
            connect(settings.redis_url).close()
            url = settings.redis_url
        else:
            server = stack.enter_context(_serving(settings.data / "run"))
            processes.need("server", server)
            url = server.url
        stack.callback(processes.stop, PROCESSES)
        began = wiring.now()
        for name in PROCESSES:
            processes.start(name, {"PBM_REDIS_URL": url})
        _wait_for_bot(username, url, began, processes)
        if not processes.to_stop:
            tell(f"@{username} is at work. Ctrl-C stops it.")
        processes.watch()


def _play(ports: Sequence[int], data: Path | None) -> None:
    from pbm.sandbox.server import TOKEN  # a quarter of a second to load, and on Telegram nobody needs it

    folder = (data or wiring.settings().data / "play").expanduser()
    wiring.library()
    processes = Processes()
    listening = _free(ports)
    page = f"http://{HOST}:{listening}"
    with ExitStack() as stack:
        server = stack.enter_context(_serving(folder))
        processes.need("server", server)
        stack.callback(processes.stop, ("sandbox",))
        processes.start("sandbox", {}, str(listening), str(folder.absolute() / "sandbox.json"))
        _wait_for(listening, processes)
        stack.callback(processes.stop, PROCESSES)
        sandbox = {
            "PBM_REDIS_URL": server.url,
            "PBM_TELEGRAM_TOKEN": TOKEN,
            "PBM_TELEGRAM_API_URL": page,
            "PBM_WEBHOOK_URL": "",
            "PBM_REQUESTS_A_MINUTE": "0",  # nobody can flood a chat at home
        }
        for name in PROCESSES:
            processes.start(name, sandbox)
        if not processes.to_stop:
            tell(f"Play at {page} in a browser. Ctrl-C stops it; the games are kept in {folder}.")
        processes.watch()


@contextmanager
def _serving(folder: Path) -> Iterator[Server]:
    if disk_is_full := full(folder):  # it might start, and end at the first move
        raise ServerError(disk_is_full)
    server = Server(folder)
    try:
        with server:
            with server.needed(), connect(server.url) as redis:
                vacate(redis, keys.POST)  # a post of ours that still held it has died with the server before this one
            yield server
    finally:
        if server.killed:
            tell(killed("server"), as_error=True)


async def _username() -> str:
    async with awake(wiring.bot(), wiring.settings().telegram_api_url) as me:
        return me.username or ""


def _wait_for_bot(username: str, url: str, began: datetime, processes: Processes) -> None:
    """Until it receives, which its heart tells: Telegram may not take its webhook, and then it ends."""
    is_told = False
    with connect(url) as redis:
        hearts = RedisHearts(redis)
        while not processes.to_stop:
            with suppress(RedisError):  # the processes wait for it, and where it is ours it is watched
                if hearts.last_beats().get("bot", BEFORE) >= began:
                    return
                if not is_told and wiring.now() - began > TAKES_LONG and (refused := refusal(redis)):
                    is_told = True
                    tell(f"@{username} is not at work yet: Redis takes no writing ({why(refused)}).", as_error=True)
            processes.watch(LOOKS_EVERY)


def _free(ports: Sequence[int]) -> int:
    for wanted in ports:
        with socket.socket() as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the sandbox will: one just left is free
            try:
                trial.bind((HOST, wanted))
            except OSError:
                continue
            found: int = trial.getsockname()[1]
            return found
    raise SettingsError(f"Port {ports[0]} is in use: choose another one with --port.")


def _wait_for(port: int, processes: Processes) -> None:
    for _ in range(STARTS_WITHIN):
        with socket.socket() as trial:
            if processes.to_stop or trial.connect_ex((HOST, port)) == 0:
                return
        processes.watch(LOOKS_EVERY)
    raise Died("The sandbox does not start.")
