"""What an operator does: list, export, back up, restore, ask whether all is well; with and without a bot that runs."""

import asyncio
import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import typer
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry
from typer.testing import CliRunner

from pbm import wiring
from pbm.cli import app
from pbm.cli.doctor.server import findings
from pbm.cli.kept import told_in_one_line
from pbm.rules.game import STATE_VERSION
from pbm.rules.record import Position, replay
from pbm.sandbox.server import TOKEN
from pbm.store import keys
from pbm.store.connect import connect
from pbm.store.hearts import PROCESSES, RedisHearts
from pbm.store.outbox import RedisOutbox
from pbm.store.packed import unpacked
from tests.cli.test_run import PBM, WITHIN, decks, environment, in_thread, running
from tests.ports import free_port
from tests.sandbox.house import House
from tests.store.playing import Group, wrong_with
from workers.disk import MB, Room
from workers.server import Server, way_to

PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 24, 1, 2  # from Linux' <sys/prctl.h>, <linux/capability.h>

Pbm = Callable[..., tuple[int, list[str]]]


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder to work in."""
    return tmp_path_factory.mktemp("op")


@pytest.fixture
def pbm(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pbm]:
    """The command, in a folder of its own and with these settings of ours: its status and its lines."""
    monkeypatch.chdir(folder)
    for name in os.environ:
        if name.startswith("PBM_"):
            monkeypatch.delenv(name)

    def run(*arguments: str, **settings: str) -> tuple[int, list[str]]:
        wiring.settings.cache_clear()
        wiring.library.cache_clear()
        given = {"decks": str(decks()), "data": "d"} | settings
        env = {f"PBM_{name.upper()}": value for name, value in given.items()}
        answer = CliRunner().invoke(app, arguments, env=env)
        assert answer.exception is None or isinstance(answer.exception, SystemExit), answer.exception
        return answer.exit_code, answer.output.splitlines()

    yield run
    wiring.settings.cache_clear()
    wiring.library.cache_clear()


def a_group_that_played(redis: Redis) -> Group:
    """One game to its end, and another that is on."""
    group = Group(redis, 1)
    while group._games < 2:
        group.moves()
    return group


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


# The doctor


def verdicts(lines: list[str]) -> dict[str, str]:
    """The first verdict about each thing that is not good."""
    found: dict[str, str] = {}
    for line in lines:
        verdict, _, about = line.partition("  ")
        if verdict.strip() != "good":
            found.setdefault(about.split(":")[0].strip(), line)
    return found


def alive(redis: Redis) -> None:
    """All four processes beat just now."""
    for name in PROCESSES:
        RedisHearts(redis).beat(name, wiring.now())


def test_the_doctor_finds_nothing_wrong_where_nothing_is(pbm: Pbm, server: Server, real_redis: Redis) -> None:
    """All but Telegram, which a bot without a token cannot ask; every finding is one line, in JSON too."""
    group = a_group_that_played(real_redis)
    while group.outbox.due(wiring.now(), 1):
        group.posts()
    alive(real_redis)

    status, lines = pbm("doctor", redis_url=server.url)
    assert list(verdicts(lines)) == ["telegram"]
    assert status == 1
    assert "good  games: 1 on, 0 paused, 0 open to join, 1 over." in lines
    _, lines = pbm("doctor", "--json", redis_url=server.url)
    assert {json.loads(line)["verdict"] for line in lines} == {"good", "bad"}


def test_the_doctor_sees_a_redis_that_forgets(pbm: Pbm, server: Server, real_redis: Redis) -> None:
    """No log of writes, and keys thrown away when memory is short."""
    alive(real_redis)
    try:
        real_redis.config_set("appendonly", "no", "maxmemory-policy", "allkeys-lru", "maxmemory", "500mb")
        _, lines = pbm("doctor", redis_url=server.url)
    finally:
        real_redis.config_set("appendonly", "yes", "maxmemory-policy", "noeviction", "maxmemory", "0")

    assert [line for line in lines if line.startswith("bad") and "redis" in line] == [
        "bad   redis: It does not keep what it has confirmed (appendonly no)."
        " When it stops, moves or whole games are lost. Set appendonly yes.",
        "bad   redis: maxmemory-policy is allkeys-lru."
        " When memory is short it throws games away. Set maxmemory-policy noeviction.",
    ]


@pytest.fixture
def doomed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of one test, which may spoil it."""
    with Server(tmp_path_factory.mktemp("r")) as server:
        yield server


def cannot_save(redis: Redis, folder: Path) -> None:
    """Its last dump failed, and it is set to take no writing then."""
    (folder / "dump.rdb").mkdir()
    redis.config_set("save", "3600 1000")
    redis.bgsave()
    for _ in range(100):
        if redis.info("persistence")["rdb_last_bgsave_status"] == "err":
            return
        time.sleep(0.05)
    raise AssertionError("it could save")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (
            lambda redis, folder: redis.replicaof("127.0.0.1", free_port()),
            "redis: It only repeats another server, 127.0.0.1 port ",
        ),
        (
            cannot_save,
            "refuses: it cannot save to its disk, and takes no writing till then: look",
        ),
        (
            lambda redis, folder: redis.config_set("maxmemory", redis.info("memory")["used_memory"] // 4),
            "% of its memory is full. Nobody can move. Raise maxmemory",
        ),
        (
            lambda redis, folder: redis.execute_command("ACL", "SETUSER", "default", "-set"),
            "redis: It takes no writing: ",
        ),
    ],
    ids=["replica", "dump", "memory", "rights"],
)
def test_the_doctor_sees_a_redis_that_takes_no_writing(
    pbm: Pbm, doomed: Server, spoil: Callable[[Redis, Path], None], said: str
) -> None:
    """Whatever the reason: nobody can move, and one line says what to do."""
    with connect(doomed.url) as redis:
        alive(redis)
        before = set(redis.keys())
        _, lines = pbm("doctor", redis_url=doomed.url)
        assert "redis" not in verdicts(lines)
        spoil(redis, doomed.folder)

        status, lines = pbm("doctor", redis_url=doomed.url)
        assert status == 1
        (line,) = [line for line in lines if line.startswith("bad   redis: ")]
        assert said in line
        assert set(redis.keys()) == before


def test_the_doctor_sees_who_is_dead_and_what_piles_up(pbm: Pbm, server: Server, real_redis: Redis) -> None:
    """A silent post, letters and alarms that wait, a game that should have moved on, a group that heard nothing."""
    group = Group(real_redis, 1)
    group.moves()
    alive(real_redis)
    now, game = wiring.now(), group.game
    assert game is not None
    RedisHearts(real_redis).beat("post", now - timedelta(hours=3))
    kept = unpacked(str(real_redis.get(keys.game(game.id))))
    late = json.loads(kept)
    late["game"]["due"] = (now - timedelta(minutes=30)).isoformat()
    late["game"]["turn_began"] = (now - timedelta(hours=24, minutes=30)).isoformat()
    real_redis.set(keys.game(game.id), json.dumps(late))
    real_redis.zadd(keys.ALARMS, {f"{game.id}:{game.turn}:due": (now - timedelta(minutes=30)).timestamp()})
    letters = [json.loads(one) for one in real_redis.lrange(keys.line(group.chat), 0, -1)]
    letters[0]["message"]["made"] = (now - timedelta(minutes=10)).isoformat()
    real_redis.lset(keys.line(group.chat), 0, json.dumps(letters[0]))
    lost = {"at": now.isoformat(), "to": group.chat, "name": "", "game": game.id, "why": "Not enough rights"}
    real_redis.set(keys.UNDELIVERED, 4)
    real_redis.lpush(keys.UNDELIVERED_LAST, json.dumps(lost))

    status, lines = pbm("doctor", redis_url=server.url)
    found = verdicts(lines)
    post = [line for line in lines if line.startswith("bad   post")]
    assert status == 1
    assert post[0].startswith("bad   post: It has been silent for 3 h. Nobody is answered. Start it")
    assert "the oldest for 10 min. Players wait for it." in post[1]
    assert f"The alarm “due” of game {game.id} is overdue by 30 min." in found["clock"]
    assert found["messages"].startswith("bad   messages: 4 messages could never be delivered, lately: ")
    assert "Not enough rights" in found["messages"]
    assert "Its turn ran out at " in found[f"game {game.id} (Group 1)"]


def test_the_doctor_knows_who_was_stopped_and_who_is_quiet(pbm: Pbm, server: Server, real_redis: Redis) -> None:
    """A process that was stopped a moment ago is not alive, and one that missed four beats may not be."""
    alive(real_redis)
    hearts = RedisHearts(real_redis)
    hearts.stop("clock")
    hearts.beat("post", wiring.now() - timedelta(seconds=30))

    _, lines = pbm("doctor", redis_url=server.url)
    assert any(line.startswith("bad   clock: It was stopped ") for line in lines), lines
    assert any(line.startswith("note  post: It has been silent for 3") for line in lines), lines
    assert "good  processes: bot, worker: alive." in lines
    for name in PROCESSES:
        hearts.stop(name)
    _, lines = pbm("doctor", redis_url=server.url)
    assert verdicts(lines)["processes"].startswith("bad   processes: None has been alive for ")


def test_the_doctor_says_why_a_game_is_stuck(pbm: Pbm, server: Server, real_redis: Redis) -> None:
    """Its decks are gone, it has no alarm, nobody can be reached, a later version kept it, it cannot be read."""
    group, other = Group(real_redis, 1), Group(real_redis, 2)
    group.moves()
    other.moves()
    game = other.game
    assert game is not None
    real_redis.delete(keys.ALARMS, keys.decks(game.decks))
    for person in other.people:
        kept = json.loads(str(real_redis.get(keys.person(person))))
        real_redis.set(keys.person(person), json.dumps(kept | {"reachable": False}))
    real_redis.set(keys.game("g8"), f'{{"game":{{"id":"g8","version":{STATE_VERSION + 1}}}}}')
    real_redis.set(keys.game("g9"), f'{{"game":{{"id":"g9","version":{STATE_VERSION}}}}}')

    _, lines = pbm("doctor", redis_url=server.url)
    said = "\n".join(line for line in lines if "game" in line)
    assert "game game2-1 (Group 2): Its decks" in said
    assert "game game2-1 (Group 2): It has no alarm for: " in said
    assert "game game2-1 (Group 2): 3 players, and none can be written to." in said
    assert "game game1-1 (Group 1): 3 players" not in said
    assert "game g8 was kept by a later version" in said
    assert "bad   game g9: It cannot be read (" in said


def test_the_doctor_sees_that_the_disk_is_nearly_full(
    pbm: Pbm, folder: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of the embedded server, before it ends; a Redis elsewhere has another one."""
    (folder / "d").mkdir()
    monkeypatch.setattr("shutil.disk_usage", lambda place: Room(15 * MB, 80 * MB))
    _, lines = pbm("doctor")
    assert lines[0] == (
        "bad   disk: 15 of 80 MB free at d/run. When it is full the server ends, and nobody can move. Make room."
    )
    _, lines = pbm("doctor", redis_url=server.url)
    assert "disk" not in verdicts(lines)

    monkeypatch.undo()
    monkeypatch.chdir(folder)
    _, lines = pbm("doctor")
    assert lines[0].startswith("good  disk: ")


def test_the_doctor_asks_nobody_where_the_settings_are_wrong(pbm: Pbm) -> None:
    """One line, which says what would be right."""
    status, (line,) = pbm("doctor", turn_lasts="1h")

    assert status == 1
    assert line == "bad   settings: PBM_TURN_LASTS is not right: set it to seconds, 8 to 604800 (a week), like 60."


async def test_the_doctor_asks_telegram(pbm: Pbm, server: Server, real_redis: Redis, house: House) -> None:
    """A webhook in the way of polling, and groups where the bot is missing or may not write."""
    alive(real_redis)
    ann = await house.person()
    groups = {await house.group(ann): "member", await house.group(ann, bot=""): "", await house.group(ann): "left"}
    for number, (chat, bot) in enumerate(groups.items()):
        group = Group(real_redis, number + 1)
        group.chat = f"tg:{chat}"
        group.moves()
        if bot == "left":
            await house.set_bot(chat, "left")
    asking = {"redis_url": server.url, "telegram_token": TOKEN, "telegram_api_url": house.url}
    _, lines = await in_thread(pbm, "doctor", **asking)
    member, missing, left = groups
    assert "good  telegram: The token is that of @SandboxBot." in lines
    assert any(line.startswith("good  updates: They come by polling; ") for line in lines)
    assert not any(f"group {member}" in line for line in lines)
    assert all(any(line.startswith(f"bad   group {chat}") for line in lines) for chat in (missing, left)), lines

    await house.result("setWebhook", url="http://127.0.0.1:9/other")
    _, lines = await in_thread(pbm, "doctor", **asking)
    assert verdicts(lines)["updates"].startswith("bad   updates: Telegram brings updates to http://127.0.0.1:9/other")
    hook = {"webhook_url": "https://example.org/ours", "webhook_secret": "s3cret"}
    _, lines = await in_thread(pbm, "doctor", **asking, **hook)
    assert "not to PBM_WEBHOOK_URL (https://example.org/ours)" in verdicts(lines)["updates"]


async def test_the_doctor_sees_another_program_with_the_same_token(pbm: Pbm, folder: Path, house: House) -> None:
    """Telegram gives each of the two a part of what is written, and the bot is told that it is not alone."""
    settings = {"telegram_token": TOKEN, "telegram_api_url": house.url, "data": "d"}

    async def receives() -> None:
        while True:
            await house.bot("getUpdates", timeout=1)

    with running(folder, "run", **settings) as run:
        assert await in_thread(run.until_it_says, "is at work")
        _, lines = await in_thread(pbm, "doctor", **settings)
        assert "bot" not in verdicts(lines)

        other = asyncio.create_task(receives())
        assert await in_thread(run.until_it_says, "another program receives this bot's updates")
        other.cancel()
        status, lines = await in_thread(pbm, "doctor", **settings)

    assert status == 1
    assert verdicts(lines)["bot"].startswith("bad   bot: Another program receives its updates, last ")


async def test_the_doctor_says_that_a_token_is_wrong(pbm: Pbm, server: Server, real_redis: Redis, house: House) -> None:
    """And does not repeat it."""
    token = "123:wrong"
    _, lines = await in_thread(pbm, "doctor", redis_url=server.url, telegram_token=token, telegram_api_url=house.url)

    assert "PBM_TELEGRAM_TOKEN is wrong" in verdicts(lines)["telegram"]
    assert not any(token in line for line in lines)


def test_the_doctor_says_that_redis_is_away(pbm: Pbm, monkeypatch: pytest.MonkeyPatch) -> None:
    """And looks at the rest."""
    monkeypatch.setattr("pbm.store.connect.LASTS_AT_FIRST", 0.2)
    _, lines = pbm("doctor", redis_url="unix:///nowhere/redis.sock")

    assert "cannot be reached" in verdicts(lines)["redis"]
    assert any("decks" in line for line in lines)


def test_what_redis_complains_of_ends_with_one_full_stop(capsys: pytest.CaptureFixture[str]) -> None:
    """Its own sentence has one already."""
    nobody = Redis(port=free_port(), retry=Retry(NoBackoff(), 0))

    with pytest.raises(typer.Exit), told_in_one_line():
        nobody.ping()
    (found,) = findings(nobody)

    for said in (capsys.readouterr().err, found.what):
        assert said.strip().endswith("Connection refused.")


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
