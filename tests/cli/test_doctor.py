"""What `pbm doctor` finds where all is well, and where something is not."""

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import typer
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from pbm import wiring
from pbm.cli.doctor.server import findings
from pbm.cli.kept import told_in_one_line
from pbm.rules.game import STATE_VERSION
from pbm.sandbox.server import TOKEN
from pbm.store import keys
from pbm.store.connect import connect
from pbm.store.hearts import PROCESSES, RedisHearts
from pbm.store.packed import unpacked
from tests.cli.conftest import Pbm
from tests.cli.running import in_thread, running
from tests.cli.test_decks import TEA
from tests.ports import free_port
from tests.sandbox.house import House
from tests.store.playing import Group, a_group_that_played
from workers.disk import MB, Room
from workers.server import Server


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
        if (in_the_way := server.folder / "dump.rdb").is_dir():
            in_the_way.rmdir()  # one that cannot save does not end before it is killed


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


def test_the_doctor_sees_that_the_decks_are_too_small_to_play(
    pbm: Pbm, folder: Path, server: Server, real_redis: Redis
) -> None:
    """A deck that is begun has no fault, and nobody could be dealt a hand of it."""
    (folder / "tea.yaml").write_text(TEA, encoding="utf-8")

    _, lines = pbm("doctor", redis_url=server.url, decks=str(folder))

    assert verdicts(lines)["decks"].startswith("bad   decks: 1 series, 1 card. The smallest table needs ")


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
