"""How `pbm run` and `pbm play` end: all of it at once, whoever began, and it is said why."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from pbm.sandbox.server import TOKEN
from tests.cli.running import WITHIN, in_thread, is_gone, running, state
from tests.sandbox.house import House
from workers.server import Server

IMPATIENT = (
    sys.executable, "-c",
    "from pbm.cli import main, processes; from workers import server;"
    " processes.ENDS_WITHIN = server.ENDS_WITHIN = 1.0; main()",
)  # fmt: skip


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
