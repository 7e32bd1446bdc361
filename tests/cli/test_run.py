"""`pbm run` and `pbm play` as an operator starts them: real processes, a real server, a real sandbox."""

import asyncio
import signal
import socket
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from pbm.decks import load
from pbm.sandbox.server import TOKEN
from pbm.store.connect import connect
from tests.cli.running import CHECKOUT, PBM, WITHIN, complaint, decks, environment, in_thread, is_gone, running
from tests.ports import free_port
from tests.sandbox.house import House
from workers.server import Server


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
        cwd=folder, env=environment(turn_last="60", moon="full", token="1:a"),
        capture_output=True, text=True, timeout=WITHIN,
    )  # fmt: skip

    *named, last = ended.stderr.splitlines()
    assert named == [
        "PBM_LOGLEVEL is no setting; is PBM_LOG_LEVEL meant?",
        "PBM_MOON is no setting.",
        "PBM_TOKEN is no setting; is PBM_TELEGRAM_TOKEN meant?",
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
    settings = {"telegram_api_url": house.url, "webhook_url": "http://far/pbm", "webhook_secret": "s3cret"}
    with running(folder, "run", telegram_token=TOKEN, data="d", webhook_port=str(free_port()), **settings) as command:
        assert await in_thread(command.process.wait, WITHIN) == 1

    assert "Telegram does not take PBM_WEBHOOK_URL" in command.said
    assert "is at work" not in command.said


async def test_a_bot_whose_redis_takes_no_writing_says_that_it_is_not_at_work_yet(folder: Path, house: House) -> None:
    """It waits, and somebody at the keyboard would too; once there is room again it is at work."""
    with Server(folder / "r") as server, connect(server.url) as redis:
        redis.config_set("maxmemory", 1)
        telegram = {"telegram_token": TOKEN, "telegram_api_url": house.url}
        with running(folder, "run", **telegram, data="d", redis_url=server.url) as command:
            said = await in_thread(command.until_it_says, "is not at work yet")
            assert said.startswith("@SandboxBot is not at work yet: Redis takes no writing (")
            redis.config_set("maxmemory", 0)
            await in_thread(command.until_it_says, "@SandboxBot is at work")

    assert command.said.count("not at work yet") == 1


async def test_a_bot_that_is_called_says_that_it_is_at_work(folder: Path, house: House) -> None:
    """As soon as Telegram has the address."""
    port = str(free_port())
    settings = {"webhook_url": f"http://127.0.0.1:{port}/pbm", "webhook_secret": "s3cret", "webhook_port": port}
    with running(folder, "run", telegram_token=TOKEN, telegram_api_url=house.url, data="d", **settings) as command:
        assert await in_thread(command.until_it_says, "@SandboxBot is at work")
        assert house.sandbox.updates.queue.webhook_url.endswith("/pbm")


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


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "python -m workers sandbox PORT FILE: "),
        (("abc", "people.json"), "python -m workers sandbox PORT FILE: "),
        (("70000", "people.json"), "python -m workers sandbox PORT FILE: "),
        (("taken", "people.json"), "The sandbox cannot listen at port "),
        (("free", "."), "{folder} cannot be read: Is a directory."),
        (("free", "notes.txt"), "{folder}/notes.txt holds no people of a sandbox: name another file."),
    ],
)
def test_a_sandbox_that_cannot_begin_says_so(folder: Path, arguments: tuple[str, ...], said: str) -> None:
    """The command that README names, mistyped or run twice: one line, no traceback."""
    (folder / "notes.txt").write_text("milk")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ports = {"taken": str(taken.getsockname()[1]), "free": str(free_port())}
        ended = subprocess.run(
            [sys.executable, "-m", "workers", "sandbox", *(ports.get(one, one) for one in arguments)],
            cwd=folder, env=environment(), capture_output=True, text=True, timeout=WITHIN,
        )  # fmt: skip

    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (1, "", 1), ended
    assert ended.stderr.startswith(said.format(folder=folder))


async def messages(page: aiohttp.ClientSession, person: int) -> list[dict[str, Any]]:
    """A private chat, as its person sees it."""
    shown: list[dict[str, Any]] = await (await page.get(f"/chats/{person}/messages?person={person}")).json()
    return shown


async def sleep() -> None:
    await asyncio.sleep(0.05)
