"""What an operator does: list, export, back up, restore; with and without a bot that runs."""

import ctypes
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from pbm.rules.game import STATE_VERSION
from pbm.rules.record import Position, replay
from pbm.sandbox.server import TOKEN
from pbm.store import keys
from pbm.store.connect import connect
from pbm.store.hearts import PROCESSES, RedisHearts
from pbm.store.outbox import RedisOutbox
from tests.cli.conftest import Pbm
from tests.cli.running import PBM, WITHIN, environment, in_thread, running
from tests.sandbox.house import House
from tests.store.playing import Group, a_group_that_played, wrong_with
from workers.server import Server, way_to

PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 24, 1, 2  # from Linux' <sys/prctl.h>, <linux/capability.h>


def folder_with_games(folder: Path) -> None:
    """What `pbm run` left in its folder when it was stopped."""
    with Server(folder / "d" / "run") as server, connect(server.url) as redis:
        a_group_that_played(redis)


def test_games_are_listed_those_that_are_on_first(pbm: Pbm, server: Server, real_redis: Redis) -> None:
    """With what an operator needs to find one, and nothing that anybody at the table may not know."""
    group = a_group_that_played(real_redis)
    game = group.game
    assert game is not None
    assert game.on_turn is not None
    assert game.due is not None

    status, lines = pbm("games", redis_url=server.url)
    assert (status, len(lines)) == (0, 2)
    on_turn = game.name_of(game.on_turn)
    assert lines[0] == (
        f"game1-2  Group 1, playing, 3 players, turn {game.turn}: {on_turn}, until {game.due:%Y-%m-%d %H:%M} UTC"
    )
    assert lines[1].startswith("game1-1  Group 1, over, 3 players")

    _, lines = pbm("games", "--json", redis_url=server.url)
    first = json.loads(lines[0])
    assert (first["id"], first["chat"], first["on_turn"]) == ("game1-2", group.chat, on_turn)
    assert all(card not in line for line in lines for card in (*game.stack, *game.hand_of(game.on_turn)))


def test_a_game_that_cannot_be_read_is_listed_as_such(pbm: Pbm, server: Server, real_redis: Redis) -> None:
    """It is there, and more is not known of it."""
    real_redis.set(keys.game("g9"), f'{{"game":{{"id":"g9","version":{STATE_VERSION + 1}}}}}')

    assert pbm("games", redis_url=server.url) == (0, ["g9  cannot be read: pbm doctor says why"])
    assert json.loads(pbm("games", "--json", redis_url=server.url)[1][0])["id"] == "g9"
    status, lines = pbm("export", "g9", redis_url=server.url)
    assert (status, lines[0][:43]) == (1, "Game g9 was kept by a later version of this")


def test_an_exported_game_is_played_to_the_same_position(pbm: Pbm, server: Server, real_redis: Redis) -> None:
    """The record on standard output is one that pbm replay plays."""
    group = a_group_that_played(real_redis)
    status, lines = pbm("export", "game1-1", redis_url=server.url)
    position = replay("\n".join(lines).encode(), 2026)

    assert status == 0
    assert isinstance(position, Position)
    table = group.store.table("game1-1")
    assert table is not None
    assert (position.game.chain, position.game.stack) == (table.game.chain, table.game.stack)
    names = {seat.id: seat.name for seat in table.game.seats}
    assert position.facts()["winner"] == (names[table.game.winner] if table.game.winner else None)


def test_a_game_that_is_on_is_not_exported(pbm: Pbm, server: Server, real_redis: Redis) -> None:
    """Its record would tell hands and dates; and what is not there, or never began, has none."""
    group = a_group_that_played(real_redis)
    table = group.store.table("game1-1")
    assert table is not None
    never = table.model_copy(update={"game": table.game.model_copy(update={"id": "-g3", "begun": None})})
    real_redis.set(keys.game("-g3"), never.model_dump_json())

    for game, said in (
        ("game1-2", "Game game1-2 is not over, and its record tells every hand and date: export it afterwards."),
        ("g7", "There is no game g7: pbm games lists those there are."),
        ("-g3", "Game -g3 never began, so it has no record."),
    ):
        assert pbm("export", game, redis_url=server.url) == (1, [said])


def test_a_backup_is_put_back_where_nothing_is(pbm: Pbm, folder: Path) -> None:
    """With nothing running: the server of each folder runs for the moment, and every promise holds afterwards."""
    folder_with_games(folder)
    status, (said,) = pbm("backup", "games.gz")
    assert (status, said.partition(".")[2][:2]) == (0, "gz")
    assert "holds 2 games (1 not over) and 3 players." in said

    status, (said,) = pbm("restore", "games.gz", data="elsewhere")
    assert status == 0
    assert said.endswith("2 games (1 not over) and 3 players.")
    with Server(folder / "elsewhere" / "run") as server, connect(server.url) as redis:
        assert wrong_with(redis) == []
        group = Group(redis, 1)
        group._requests = group._games = 1000
        group.moves()


def test_nothing_is_overwritten(pbm: Pbm, folder: Path) -> None:
    """Neither a file by a backup nor games by a restore."""
    folder_with_games(folder)
    pbm("backup", "games.gz")

    assert pbm("backup", "games.gz")[0] == 1
    status, lines = pbm("restore", "games.gz")
    assert (status, len(lines)) == (1, 1)
    assert lines[0].startswith("This Redis holds games or players already")


def test_a_file_that_is_no_backup_starts_nothing(pbm: Pbm, folder: Path) -> None:
    """One line, and no folder of a server is made for it."""
    (folder / "games.gz").write_text("Hello")

    status, lines = pbm("restore", "games.gz")
    assert (status, len(lines)) == (1, 1)
    assert not (folder / "d").exists()


@pytest.mark.parametrize("arguments", [("games",), ("backup", "games.gz"), ("export", "g1")])
def test_where_no_games_are_kept_it_is_said(pbm: Pbm, folder: Path, arguments: tuple[str, ...]) -> None:
    """No empty server is started, and the line says where was looked."""
    said = "No games are kept in d/run: set PBM_DATA as for pbm run, or name the folder with --data."

    assert pbm(*arguments) == (1, [said])
    assert list(folder.iterdir()) == []


def test_a_folder_whose_folders_hold_the_games_is_not_the_end_of_the_search(pbm: Pbm, folder: Path) -> None:
    """Who names PBM_DATA itself with --data is told which of the folders in it is meant."""
    folder_with_games(folder)

    assert pbm("games", "--data", "d") == (1, ["No games are kept in d: name the folder with --data as d/run."])
    assert pbm("games", "--data", "d/run")[0] == 0


def without_rights() -> None:
    """What a process does to be let in nowhere but by the modes of files, should it be root's."""
    libc = ctypes.CDLL(None)
    for right in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
        libc.prctl(PR_CAPBSET_DROP, right)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux' root can lay down its rights")
@pytest.mark.parametrize("shut", ["d/run", ".env", "decks"])
@pytest.mark.parametrize("arguments", [("games",), ("backup", "games.gz"), ("doctor",)])
def test_who_may_not_read_what_is_needed_is_told_so(folder: Path, shut: str, arguments: tuple[str, ...]) -> None:
    """In one line, not in a page of code: games, settings or decks of somebody else."""
    (folder / "d" / "run" / "appendonlydir").mkdir(parents=True)
    (folder / "decks" / "inner").mkdir(parents=True)
    (folder / ".env").write_text("PBM_DATA=d\n")
    (folder / shut).chmod(0)
    settings = {"decks": str(folder / "decks" / "inner")} if shut == "decks" else {}
    ended = subprocess.run(
        [*PBM, *arguments], cwd=folder, env=environment(**settings), capture_output=True, text=True, timeout=WITHIN,
        preexec_fn=without_rights,
    )  # fmt: skip
    (folder / shut).chmod(0o700)

    said = ended.stdout + ended.stderr
    expected = {
        "d/run": "d/run cannot be read (Permission denied): do this as the user who runs the bot.",
        ".env": f"{folder / '.env'} cannot be read: Permission denied.",
        "decks": "PBM_DECKS is not right: set it to a folder of decks that is there.",
    }
    assert (ended.returncode, "Traceback" in said) == (1, False), said
    assert sum(expected[shut] in line for line in said.splitlines()) == 1, said


def have_all_beaten(data: Path) -> bool:
    """Whether each process has begun its work: the bot may be heard before the others are there."""
    with way_to(data) as url, connect(url) as redis:
        return RedisHearts(redis).last_beats().keys() == set(PROCESSES)


async def test_while_the_bot_runs_its_games_are_saved_and_all_is_well(folder: Path, house: House) -> None:
    """Real processes: the doctor finds nothing bad, and a backup needs nobody to stop."""
    settings: dict[str, Any] = {"telegram_token": TOKEN, "telegram_api_url": house.url, "data": "d"}

    def command(*arguments: str) -> tuple[int, str]:
        ended = subprocess.run(
            [*PBM, *arguments], cwd=folder, env=environment(**settings), capture_output=True, text=True, timeout=WITHIN
        )
        return ended.returncode, ended.stdout + ended.stderr

    ann = await house.person()
    group = await house.group(ann)
    with running(folder, "run", **settings) as run:
        assert await in_thread(run.until_it_says, "is at work")
        await house.say(ann, ann, "/start")
        await house.say(ann, group, "/newgame@SandboxBot")
        seen = house.sandbox.world.chats[group].messages
        await in_thread(run.until, lambda: any(one.markup and "Ann" in one.text for one in list(seen.values())))
        await in_thread(run.until, lambda: have_all_beaten(folder / "d" / "run"))

        with way_to(folder / "d" / "run") as url, connect(url) as redis:
            await in_thread(run.until, lambda: set(RedisHearts(redis).last_beats()) == set(PROCESSES))
        status, said = await in_thread(command, "doctor")
        assert (status, "bot, post, clock, worker: alive" in said) == (0, True), said
        status, said = await in_thread(command, "backup", "games.gz")
        assert (status, "holds 1 game (1 not over) and 1 player." in said) == (0, True), said
        assert await in_thread(run.end, signal.SIGTERM) == 0
    with Server(folder / "d" / "run") as server, connect(server.url) as redis:
        assert RedisOutbox(redis).waiting() == (0, None)
        assert RedisHearts(redis).stopped() == set(PROCESSES)
    status, said = await in_thread(command, "doctor")
    assert status == 1
    assert "bad   processes: pbm run does not run. Nobody is heard or answered. Start it." in said
    assert "alive" not in said
