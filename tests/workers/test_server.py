"""The embedded server: it keeps what it confirmed, alone on its folder, and leaves nobody behind."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from urllib.parse import unquote

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from pbm.rules.game import Status
from pbm.service.ports import Commit, Known
from pbm.store import keys
from pbm.store.connect import Patience, connect
from pbm.store.games import RedisStore
from pbm.store.outbox import RedisOutbox
from tests.store.making import GROUP, a_message, a_table, keep
from tests.workers.disks import FULL_DISK, onto_a_full_disk
from workers import server as servers
from workers.server import Server, ServerError, serving


def gone(pid: int) -> bool:
    """Whether that process has ended, within five seconds."""
    for _ in range(500):
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.01)
    return False


def ended(server: Server) -> int | None:
    """How its process ended, within five seconds: a thread of its may outlast the moment at which it is gone."""
    for _ in range(500):
        if (status := server.exitcode) is not None:
            return status
        time.sleep(0.01)
    return None


def test_it_keeps_its_data_in_the_folder(tmp_path: Path) -> None:
    """Also when the folder's name has a blank, and is not there yet."""
    folder = tmp_path / "our games"
    with Server(folder) as server, Redis.from_url(server.url) as redis:
        redis.set("card", "moon")
    with Server(folder) as server, Redis.from_url(server.url) as redis:
        assert redis.get("card") == b"moon"


def test_it_confirms_only_what_is_on_disk(server: Server, real_redis: Redis) -> None:
    """Every write is flushed, nothing is ever thrown out, and nobody else on the machine gets in."""
    settings = real_redis.config_get("append*", "maxmemory-policy", "save", "port")

    assert (settings["appendonly"], settings["appendfsync"]) == ("yes", "always")
    assert (settings["maxmemory-policy"], settings["save"], settings["port"]) == ("noeviction", "", "0")
    assert (server.folder / servers.SOCKET).stat().st_mode & 0o777 == 0o700


def test_a_second_server_on_a_folder_is_refused(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of them would write into one file, and lose games."""
    monkeypatch.setattr(servers, "UNLOCKS_WITHIN", 0.1)

    with pytest.raises(ServerError, match="in use by another server"):
        Server(server.folder).start()


def test_the_lock_of_a_killed_server_is_no_hindrance(tmp_path: Path) -> None:
    """Neither the lock nor the socket it left behind."""
    with Server(tmp_path) as killed:
        assert killed.pid is not None
        os.kill(killed.pid, signal.SIGKILL)
    with Server(tmp_path) as server, Redis.from_url(server.url) as redis:
        assert redis.ping()


def test_the_folder_of_a_killed_server_is_taken_until_it_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its clients may still try; they shall not find another one's server there."""
    monkeypatch.setattr(servers, "UNLOCKS_WITHIN", 0.1)
    with Server(tmp_path) as killed:
        assert killed.pid is not None
        assert killed.exitcode is None
        os.kill(killed.pid, signal.SIGKILL)
        assert ended(killed) == -signal.SIGKILL
        with pytest.raises(ServerError, match="in use by another server"):
            Server(tmp_path).start()


def test_nobody_else_on_the_machine_reads_what_is_kept(tmp_path: Path) -> None:
    """Every hand is in it; what stood open is shut, and the folder that somebody named stays as it is."""
    (tmp_path / "old" / servers.WRITES).mkdir(mode=0o755, parents=True)
    for folder, mode in ((tmp_path / "old", 0o755), (tmp_path / "new", 0o700)):
        with Server(folder) as server, Redis.from_url(server.url) as redis:
            redis.set("card", "moon")
            readable = {path.name for path in folder.iterdir() if path.stat().st_mode & 0o077}
        assert folder.stat().st_mode & 0o777 == mode
        assert readable == set()


def test_a_folder_with_a_long_name_is_as_good_as_any(tmp_path: Path) -> None:
    """A socket's address has no room for it: a short way leads there, and is gone when the server is."""
    folder = tmp_path / ("x" * 100) / ("ü" * 50)
    with Server(folder) as server, Redis.from_url(server.url) as redis:
        short = Path(unquote(server.url.removeprefix("unix://"))).parents[1]
        assert redis.set("card", "moon")
        assert short.stat().st_mode & 0o777 == 0o700
    assert not short.exists()
    with serving(folder) as url, Redis.from_url(url) as redis:
        assert redis.get("card") == b"moon"


def test_a_way_that_cannot_be_made_short_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where even the folder for short ways has a long name, the operator is told, not left with a riddle."""
    (tmp_path / ("t" * 100)).mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / ("t" * 100)))

    with pytest.raises(ServerError, match="too long"):
        Server(tmp_path / ("x" * 100)).start()


def test_a_server_that_runs_serves_whoever_asks_for_its_folder(tmp_path: Path) -> None:
    """No second one is started, and the first one goes on."""
    with Server(tmp_path) as server:
        with serving(tmp_path) as url, Redis.from_url(url) as redis:
            assert redis.info("server")["process_id"] == server.pid
        with Redis.from_url(server.url) as redis:
            assert redis.ping()


def test_where_no_server_runs_one_runs_for_the_moment(tmp_path: Path) -> None:
    """It keeps its data as any other, and the folder is free afterwards."""
    with serving(tmp_path) as url, Redis.from_url(url) as redis:
        redis.set("card", "moon")
        pid = redis.info("server")["process_id"]
    assert gone(pid)
    with Server(tmp_path) as server, Redis.from_url(server.url) as redis:
        assert redis.get("card") == b"moon"


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    """A file where the folder should be."""
    (tmp_path / "file").write_text("")

    with pytest.raises(ServerError, match="cannot be used"):
        Server(tmp_path / "file").start()


def test_a_server_that_does_not_start_says_why(tmp_path: Path) -> None:
    """Its own last words are in the sentence."""
    (tmp_path / "appendonlydir").write_text("not a folder")

    with pytest.raises(ServerError, match=r"does not start: .*appendonlydir"):
        Server(tmp_path).start()


def test_a_server_that_finds_no_room_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever its own last words are: on a full disk it may have had none."""
    (tmp_path / "appendonlydir").write_text("not a folder")
    monkeypatch.setattr("shutil.disk_usage", lambda folder: FULL_DISK)

    with pytest.raises(ServerError) as error:
        Server(tmp_path).start()
    assert str(error.value) == f"The disk of {tmp_path} is full (0 of 6 MB free): make room, then start again."


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a file that is always full")
def test_why_a_server_ended_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own last words, not those of an earlier one; of one that was killed nothing; a full disk before all else."""
    with Server(tmp_path) as killed:
        assert killed.pid is not None
        os.kill(killed.pid, signal.SIGKILL)
        ended(killed)
        assert killed.why_ended() == ""
    onto_a_full_disk(tmp_path)
    with Server(tmp_path) as server:
        with pytest.raises(ServerError, match=r"has ended.*No space left"), server.needed():
            Redis.from_url(server.url, retry=Retry(NoBackoff(), 0)).set("card", "moon")
        assert server.exitcode == 1
        assert server.why_ended() == (
            f"Its last words in {tmp_path / servers.LOG}: Error writing to the AOF file: No space left on device"
            " · Can't recover from AOF write error when the AOF fsync policy is 'always'. Exiting..."
        )
        monkeypatch.setattr("shutil.disk_usage", lambda folder: FULL_DISK)
        assert server.why_ended().startswith(f"The disk of {tmp_path} is full")


def test_what_a_server_said_before_it_ended_is_there_after_the_next_start(tmp_path: Path) -> None:
    """Its log is gone on with, and begun anew when it is long; the old one stays beside it."""
    log, old = tmp_path / servers.LOG, tmp_path / servers.OLD_LOG
    log.write_text("Short write\n")
    with Server(tmp_path):
        assert log.read_text().startswith("Short write\n")
        assert "Ready to accept" in log.read_text()
    log.write_text("x" * (servers.LOG_LASTS + 1))
    with Server(tmp_path):
        assert "x" * 10 not in log.read_text()
    assert len(old.read_text()) == servers.LOG_LASTS + 1


def test_it_stops_when_its_clients_are_gone(tmp_path: Path) -> None:
    """A Ctrl-C reaches all processes at once; those with something left to write can do it."""
    server = Server(tmp_path)
    server.start()
    client = Redis.from_url(server.url)
    client.ping()
    stopping = threading.Thread(target=server.stop)
    stopping.start()
    time.sleep(0.1)

    assert client.set("last", "words")

    client.close()
    stopping.join(servers.CLIENTS_LEAVE_WITHIN - 1)
    assert not stopping.is_alive()
    with Server(tmp_path) as again, Redis.from_url(again.url) as redis:
        assert redis.get("last") == b"words"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child that its parent died")
def test_it_dies_with_whoever_started_it(tmp_path: Path) -> None:
    """A killed launcher leaves no orphan, and the folder is free."""
    script = (
        "import pathlib, sys, time; from workers.server import Server\n"
        "server = Server(pathlib.Path(sys.argv[1])); server.start(); print(server.pid, flush=True); time.sleep(60)"
    )
    launcher = subprocess.Popen([sys.executable, "-c", script, str(tmp_path)], stdout=subprocess.PIPE)
    assert launcher.stdout is not None
    pid = int(launcher.stdout.readline())
    launcher.kill()
    launcher.communicate()

    assert gone(pid)
    with Server(tmp_path):
        pass


def test_a_power_cut_between_commits_loses_nothing_confirmed(tmp_path: Path) -> None:
    """The server is killed again and again while turns are played: each counts once, each has its message."""
    server = Server(tmp_path)
    server.start()
    client = connect(server.url, patience=Patience())
    store = RedisStore(client)
    keep(store, "r0", Commit(table=a_table(turn=0)))
    over = threading.Event()

    def one_turn_on(known: Known) -> Commit:
        assert known.table is not None
        game = known.table.game
        after = known.table.model_copy(update={"game": game.model_copy(update={"turn": game.turn + 1})})
        return Commit(table=after, messages=(a_message(f"Turn {game.turn + 1}."),))

    confirmed: list[str] = []

    def plays() -> None:
        while not over.is_set():
            request = f"move-{len(confirmed)}"
            store.transact(request, "g1", None, one_turn_on)
            confirmed.append(request)

    player = threading.Thread(target=plays)
    player.start()
    for _ in range(4):
        before = len(confirmed)
        while len(confirmed) < before + 10:
            time.sleep(0.001)
        assert server.pid is not None
        os.kill(server.pid, signal.SIGKILL)
        server.stop()
        server = Server(tmp_path)
        server.start()
    over.set()
    player.join()

    table = store.table("g1")
    assert table is not None
    assert table.game.turn == len(confirmed)
    assert table.game.status is Status.PLAYING
    letter = RedisOutbox(client).head(GROUP)
    assert letter is not None
    assert letter.message.text.text == "Turn 1."
    assert client.llen(keys.line(GROUP)) == len(confirmed)
    client.close()
    server.stop()
