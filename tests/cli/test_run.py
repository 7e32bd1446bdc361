"""`pbm run` and `pbm play` as an operator starts them: real processes, a real server, a real sandbox."""

import asyncio
import atexit
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from pbm import wiring
from pbm.cli import starting
from pbm.decks import load
from pbm.sandbox.server import TOKEN
from tests.ports import free_port
from tests.sandbox.house import House
from tests.workers.test_server import FULL_DISK, onto_a_full_disk
from workers.server import Server

CHECKOUT = Path(__file__).parents[2]
PBM = (sys.executable, "-c", "from pbm.cli import main; main()")
IMPATIENT = (
    sys.executable, "-c",
    "from pbm.cli import main, processes; from workers import server;"
    " processes.ENDS_WITHIN = server.ENDS_WITHIN = 1.0; main()",
)  # fmt: skip
WITHIN = 60.0  # seconds; two cores may be busy with other tests


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder to run in; its name is short, for a socket has to fit."""
    return tmp_path_factory.mktemp("run")


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


def test_run_without_a_token_says_so(folder: Path) -> None:
    """The first thing that everybody forgets."""
    assert complaint(folder, "run").startswith("PBM_TELEGRAM_TOKEN is missing: set it to the token as BotFather")


async def test_run_with_a_wrong_token_says_so(folder: Path, house: House) -> None:
    """Telegram does not know it; the token comes from .env and is not repeated."""
    (folder / ".env").write_text("PBM_TELEGRAM_TOKEN=1234:ABC\n")

    said = await in_thread(complaint, folder, "run", telegram_api_url=house.url)

    assert said.startswith("PBM_TELEGRAM_TOKEN is wrong: Telegram knows no bot with it.")
    assert "1234:ABC" not in said


def test_run_without_telegram_says_so(folder: Path) -> None:
    """No network, or a wrong address of a Bot API server."""
    api = f"http://127.0.0.1:{free_port()}"

    said = complaint(folder, "run", telegram_token=TOKEN, telegram_api_url=api)

    assert said.startswith(f"The Bot API at {api} cannot be reached: ")


async def test_run_without_its_redis_says_so(folder: Path, house: House) -> None:
    """Nobody listens at PBM_REDIS_URL."""
    url = f"redis://127.0.0.1:{free_port()}/0"

    said = await in_thread(complaint, folder, "run", telegram_token=TOKEN, telegram_api_url=house.url, redis_url=url)

    assert said.startswith(f"Redis at {url} cannot be reached: ")


def test_a_wrong_setting_says_what_would_be_right(folder: Path) -> None:
    """An hour is not a number of seconds."""
    assert complaint(folder, "play", turn_lasts="1h") == (
        "PBM_TURN_LASTS is not right: set it to seconds, 8 to 604800 (a week), like 60."
    )


def test_a_misspelt_setting_is_named(folder: Path) -> None:
    """In the environment or in .env: it would be without effect, and nobody would know why."""
    (folder / ".env").write_text("PBM_LOGLEVEL=DEBUG\nPBM_KEEP_FINISHED=30\nOTHER_TURN_LAST=1\n")
    ended = subprocess.run(
        [*PBM, "run"],
        cwd=folder, env=environment(turn_last="60", moon="full"), capture_output=True, text=True, timeout=WITHIN,
    )  # fmt: skip

    *named, last = ended.stderr.splitlines()
    assert named == [
        "PBM_LOGLEVEL is no setting; is PBM_LOG_LEVEL meant?",
        "PBM_MOON is no setting.",
        "PBM_TURN_LAST is no setting; is PBM_TURN_LASTS meant?",
    ]
    assert last.startswith("PBM_TELEGRAM_TOKEN is missing")


def test_the_command_tells_its_version(folder: Path) -> None:
    """Whoever asks for help is asked for it."""
    said = subprocess.run([*PBM, "--version"], cwd=folder, env=environment(), capture_output=True, text=True).stdout

    assert said == f"pbm {version('pbm')}\n"


def test_play_at_a_port_that_is_taken_says_so(folder: Path) -> None:
    """Whoever names a port gets that one or a word."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])

        assert complaint(folder, "play", "--port", port, "--data", "d") == (
            f"Port {port} is in use: choose another one with --port."
        )


async def test_run_answers_and_stops_on_sigterm(folder: Path, house: House) -> None:
    """A bot token, nothing else: the embedded server, an answer to Start, and an end that leaves nothing behind."""
    ann = await house.person()
    with running(folder, "run", telegram_token=TOKEN, telegram_api_url=house.url, data="d") as command:
        assert await in_thread(command.until_it_says, "@SandboxBot is at work")
        await house.say(ann, ann, "/start")
        await in_thread(command.until, lambda: len(house.sandbox.world.chats[ann].messages) == 2)
        children = command.children()
        assert sorted(children) == ["bot", "clock", "post", "server", "worker"]

        assert await in_thread(command.end, signal.SIGTERM) == 0

    assert all(is_gone(pid) for pid in children.values())
    assert (folder / "d" / "run" / "appendonlydir").is_dir()


async def test_the_log_tells_neither_the_token_nor_what_is_written_and_dealt(folder: Path, house: House) -> None:
    """Two people play a turn with real processes: who reads the log knows no card and no word of it."""
    settings = {"telegram_token": TOKEN, "telegram_api_url": house.url, "data": "d", "log_level": "info"}
    with running(folder, "run", **settings) as command:
        assert await in_thread(command.until_it_says, "@SandboxBot is at work")
        ann, ben = await house.started("Ann"), await house.started("Ben")
        group = await house.group(ann, ben)

        async def heard(words: str) -> None:
            seen = house.sandbox.world.chats[group].messages
            await in_thread(command.until, lambda: any(words in one.text for one in list(seen.values())))

        await house.say(ann, group, "/newgame@SandboxBot")
        await heard("Ann")
        await house.say(ben, group, "/join@SandboxBot")
        await heard("Ben")
        await house.say(ann, group, "/begin@SandboxBot")
        await heard("The chain")
        for person in (ann, ben):
            await house.say(person, person, "1 1 My aunt was there.")
        await heard("My aunt was there.")
        assert await in_thread(command.end, signal.SIGTERM) == 0

    assert "this post delivers" in command.said
    assert "worker: " not in command.said  # each ring would be told
    assert TOKEN not in command.said
    assert "aunt" not in command.said
    cards = load(decks(), this_year=2026).cards.values()
    assert not [card.id for card in cards if card.en in command.said]


async def test_a_bot_whose_webhook_is_not_taken_was_never_at_work(folder: Path, house: House) -> None:
    """Telegram calls no address without https; the bot ends, and nobody has read that it works."""
    settings = {"telegram_api_url": house.url, "webhook_url": "http://example.org/pbm", "webhook_secret": "s3cret"}
    with running(folder, "run", telegram_token=TOKEN, data="d", webhook_port=str(free_port()), **settings) as command:
        assert await in_thread(command.process.wait, WITHIN) == 1

    assert "Telegram does not take PBM_WEBHOOK_URL" in command.said
    assert "is at work" not in command.said


async def test_a_bot_that_is_called_says_that_it_is_at_work(folder: Path, house: House) -> None:
    """As soon as Telegram has the address."""
    port = str(free_port())
    settings = {"webhook_url": f"http://127.0.0.1:{port}/pbm", "webhook_secret": "s3cret", "webhook_port": port}
    with running(folder, "run", telegram_token=TOKEN, telegram_api_url=house.url, data="d", **settings) as command:
        assert await in_thread(command.until_it_says, "@SandboxBot is at work")
        assert house.sandbox.updates.queue.webhook_url.endswith("/pbm")


async def test_run_ends_with_its_server(folder: Path, house: House) -> None:
    """Else all the rest would wait for one that does not come back, while a second run could begin."""
    with running(folder, "run", telegram_token=TOKEN, telegram_api_url=house.url, data="d") as command:
        assert await in_thread(command.until_it_says, "@SandboxBot is at work")
        children = command.children()
        os.kill(children["server"], signal.SIGKILL)

        assert await in_thread(command.process.wait, WITHIN) == 1

    assert "The server has ended (by SIGKILL); everything else was stopped too." in command.said
    assert all(is_gone(pid) for pid in children.values())


async def test_run_stops_at_once_though_its_redis_is_away(folder: Path, house: House) -> None:
    """One of the operator's own, that died: nobody waits half a minute for it, and nobody has to be killed."""
    with (
        Server(folder / "r") as server,
        running(folder, "run", telegram_token=TOKEN, telegram_api_url=house.url, redis_url=server.url) as command,
    ):
        for words in ("@SandboxBot is at work", "this post delivers"):
            await in_thread(command.until_it_says, words)
        assert server.pid
        os.kill(server.pid, signal.SIGKILL)
        await asyncio.sleep(1)

        assert await in_thread(command.end, signal.SIGTERM) == 0

    assert "did not end in time" not in command.said
    assert "Traceback" not in command.said


@pytest.mark.parametrize("victim", ["post", "server"])
def test_a_process_that_does_not_end_is_killed_and_it_is_said(folder: Path, victim: str) -> None:
    """It hangs, so it cannot have finished what was under way."""
    with running(folder, "play", "--port", "0", "--data", "d", pbm=IMPATIENT) as command:
        command.until_it_says("in a browser")
        children = command.children()
        os.kill(children[victim], signal.SIGSTOP)
        command.until(lambda: state(children[victim]) == "T")

        assert command.end(signal.SIGTERM) == 0

    assert f"The {victim} did not end in time and was killed." in command.said.splitlines()
    assert all(is_gone(pid) for pid in children.values())


async def test_play_goes_on_where_it_was(folder: Path) -> None:
    """Ctrl-C and a new start: the same people, and the bot still knows them."""
    port = str(free_port())
    for started in (0, 1):
        with running(folder, "play", "--port", port, "--data", "d d") as command:
            said = await in_thread(command.until_it_says, "in a browser")
            assert f"Play at http://127.0.0.1:{port} in a browser." in said
            async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as page:
                assert "<html" in await (await page.get("/")).text()
                people = await (await page.get("/people")).json()
                assert len(people) == started
                if not people:
                    people = [await (await page.post("/people", json={"first_name": "Ann"})).json()]
                ann = people[0]["id"]
                before = len(await messages(page, ann))
                await page.post(f"/chats/{ann}/messages", json={"person": ann, "text": "/start"})
                while len(await messages(page, ann)) < before + 2:
                    await sleep()
            children = command.children()
            assert sorted(children) == ["bot", "clock", "post", "sandbox", "server", "worker"]

            assert await in_thread(command.end, signal.SIGINT) == 0

        assert all(is_gone(pid) for pid in children.values())


def test_a_data_folder_may_begin_at_home(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No shell opens the ~ of an .env: games and people go into the same folder all the same."""
    monkeypatch.setenv("HOME", str(folder))
    with running(folder, "play", "--port", "0", data="~/d") as command:
        said = command.until_it_says("in a browser")
        command.until((folder / "d" / "play" / "sandbox.json").is_file)
        assert (folder / "d" / "play" / "sandbox.json").stat().st_mode & 0o777 == 0o600

    assert f"are kept in {folder / 'd' / 'play'}." in said
    assert not (folder / "~").exists()


def test_when_the_launcher_is_killed_all_die_and_the_folder_is_free(folder: Path) -> None:
    """SIGKILL for the command alone; the next start on the same folder works at once."""
    with running(folder, "play", "--port", "0", "--data", "d") as command:
        command.until_it_says("in a browser")
        children = command.children()
        command.end(signal.SIGKILL)
        command.until(lambda: all(is_gone(pid) for pid in children.values()))

    with running(folder, "play", "--port", "0", "--data", "d") as command:
        command.until_it_says("in a browser")
        assert command.end(signal.SIGTERM) == 0


@pytest.mark.parametrize("victim", ["post", "sandbox", "server"])
def test_when_one_process_dies_the_others_are_stopped_and_it_is_said(folder: Path, victim: str) -> None:
    """A host starts the command again; half a game would be worse than none."""
    with running(folder, "play", "--port", "0", "--data", "d") as command:
        command.until_it_says("in a browser")
        children = command.children()
        os.kill(children[victim], signal.SIGKILL)

        assert command.process.wait(WITHIN) == 1

    assert f"The {victim} has ended (by SIGKILL); everything else was stopped too." in command.said
    assert all(is_gone(pid) for pid in children.values())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a file that is always full")
def test_a_disk_that_is_full_is_said(folder: Path) -> None:
    """The server ends where it cannot write; whoever runs it hears why, and not only that."""
    with Server(folder / "d"):
        pass
    onto_a_full_disk(folder / "d")

    with running(folder, "play", "--port", "0", "--data", "d") as command:
        assert command.process.wait(WITHIN) == 1

    last = command.said.splitlines()[-1]
    assert last.startswith("The server has ended (with status 1); everything else was stopped too. Its last words in")
    assert "No space left on device" in last


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a file that is always full")
def test_a_disk_that_has_no_room_for_the_people_is_said(folder: Path) -> None:
    """The sandbox has written less than the server, and is the first to find none: one line of it, no traceback."""
    people = folder / "d" / "sandbox.json"
    people.parent.mkdir()
    people.with_name("sandbox.json.new").symlink_to("/dev/full")

    with running(folder, "play", "--port", "0", "--data", "d") as command:
        assert command.process.wait(WITHIN) == 1

    assert f"{people} cannot be written: No space left on device." in command.said.splitlines()
    assert "The sandbox has ended (with status 1); everything else was stopped too." in command.said
    assert "Traceback" not in command.said


def test_on_a_disk_that_is_full_nothing_is_begun(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It could start, and would end at the first move."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr("shutil.disk_usage", lambda place: FULL_DISK)
    monkeypatch.setenv("PBM_DECKS", str(decks()))
    wiring.settings.cache_clear()

    assert starting.play((0,), folder / "d") == (
        f"The disk of {folder / 'd'} is full (0 of 6 MB free): make room, then start again."
    )
    assert not (folder / "d").exists()
    wiring.settings.cache_clear()


def test_two_commands_on_one_folder_are_one_too_many(folder: Path) -> None:
    """The second says so, and the first does not notice."""
    with running(folder, "play", "--port", "0", "--data", "d") as command:
        command.until_it_says("in a browser")

        assert "is in use by another server" in complaint(folder, "play", "--port", "0", "--data", "d")

        assert command.end(signal.SIGTERM) == 0


@pytest.mark.parametrize("name", ["bot", "post", "clock", "worker"])
def test_a_process_of_the_procfile_says_what_it_misses(folder: Path, name: str) -> None:
    """Each line of the Procfile by itself, with nothing set: one line and status 1."""
    assert f"{name}: python -m workers {name}" in (CHECKOUT / "Procfile").read_text().splitlines()

    ended = subprocess.run(
        [sys.executable, "-m", "workers", name],
        cwd=folder, env=environment(), capture_output=True, text=True, timeout=WITHIN,
    )  # fmt: skip

    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1
    assert ended.stderr.startswith(("PBM_TELEGRAM_TOKEN is missing", "PBM_REDIS_URL is missing"))


@pytest.mark.parametrize("name", ["bot", "post", "clock", "worker"])
def test_a_process_of_the_procfile_names_what_is_misspelt(folder: Path, name: str) -> None:
    """A host that starts them one by one has no other command that would."""
    ended = subprocess.run(
        [sys.executable, "-m", "workers", name],
        cwd=folder, env=environment(redis_ur="redis://host"), capture_output=True, text=True, timeout=WITHIN,
    )  # fmt: skip

    named, missing = ended.stderr.splitlines()
    assert named == "PBM_REDIS_UR is no setting; is PBM_REDIS_URL meant?"
    assert "is missing" in missing


async def messages(page: aiohttp.ClientSession, person: int) -> list[dict[str, Any]]:
    """A private chat, as its person sees it."""
    shown: list[dict[str, Any]] = await (await page.get(f"/chats/{person}/messages?person={person}")).json()
    return shown


async def sleep() -> None:
    await asyncio.sleep(0.05)


async def in_thread(work: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """What it gives, while the sandbox of this test goes on."""
    return await asyncio.to_thread(work, *arguments, **named)
