"""The way to Redis: through an outage, and with a clear word when there is nobody."""

import asyncio
import logging
import os
import signal
import socket
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import AuthenticationError, ConnectionError, DataError, RedisError, TimeoutError

from pbm.store import connect as connecting
from pbm.store.connect import ANSWERS_AGAIN, AWAY, Patience, RedisAway, connect, without_password
from workers.server import Server


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for a server that is not there."""
    monkeypatch.setattr(connecting, "LASTS_AT_FIRST", 0.2)


def test_a_server_that_is_there_answers(server: Server) -> None:
    """With text, or with bytes for RQ."""
    with connect(server.url) as text, connect(server.url, decode=False) as raw:
        text.set("card", "moon")
        assert (text.get("card"), raw.get("card")) == ("moon", b"moon")


def test_a_server_that_is_not_there_is_named(tmp_path: Path) -> None:
    """The operator reads which one cannot be reached, without its password."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    with pytest.raises(RedisAway) as away:
        connect(f"redis://:secret@127.0.0.1:{port}/0")
    assert str(away.value) == f"Redis at redis://***@127.0.0.1:{port}/0 cannot be reached: Connection refused."
    with pytest.raises(RedisAway, match="cannot be reached"):
        connect(f"unix://{tmp_path}/nobody.sock")


@pytest.fixture
def doomed() -> Iterator[Server]:
    """A server that may be killed or stopped; the folder's name is short, for a socket has to fit."""
    with tempfile.TemporaryDirectory(prefix="pbm-") as folder, Server(Path(folder)) as running:
        yield running


async def test_a_server_that_hangs_is_told_of_and_waited_for_as_long_as_one_that_is_away(
    doomed: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Each try takes its time, and it is the time that counts; that it answers again is said once it does."""
    monkeypatch.setattr(connecting, "SAYS_SO_AFTER", 0.1)
    caplog.set_level(logging.INFO)
    patience = Patience(lasts=1.0)
    with Redis.from_url(doomed.url, socket_timeout=0.2, retry=patience, retry_on_error=list(AWAY)) as redis:
        redis.ping()
        assert doomed.pid
        os.kill(doomed.pid, signal.SIGSTOP)
        try:
            for _ in range(2):  # the second begins with a way that the system opens
                async with asyncio.timeout(15):
                    with pytest.raises(TimeoutError):
                        await asyncio.to_thread(redis.get, "card")
            assert "Redis does not answer: Timeout reading from socket" in caplog.messages
            assert ANSWERS_AGAIN not in caplog.messages
        finally:
            os.kill(doomed.pid, signal.SIGCONT)
        for _ in range(2):
            assert redis.ping()

    assert caplog.messages.count(ANSWERS_AGAIN) == 1


def test_a_command_waits_hardly_for_a_server_that_hangs(doomed: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody sits before it: a few tries, and none is as long as those of a process."""
    monkeypatch.setattr(connecting, "ANSWERS_AT_FIRST", 0.1)
    assert doomed.pid
    os.kill(doomed.pid, signal.SIGSTOP)
    began = time.monotonic()
    try:
        with pytest.raises(RedisAway, match="cannot be reached: Timeout"):
            connect(doomed.url)
    finally:
        os.kill(doomed.pid, signal.SIGCONT)

    assert time.monotonic() - began < 5  # the first try of a process alone


def test_a_refused_password_is_not_tried_again() -> None:
    """It would be refused for as long as there is patience, while nobody says why all waits."""
    tried = 0

    def asks() -> None:
        nonlocal tried
        tried += 1
        raise AuthenticationError("WRONGPASS")

    with pytest.raises(AuthenticationError):
        Patience().call_with_retry(asks, lambda error: None)

    assert tried == 1


async def test_a_process_that_is_to_end_waits_no_longer_for_a_server_that_died(doomed: Server) -> None:
    """It was in the middle of half a minute of tries; whatever it asks from then on fails at once."""
    patience = Patience()
    with connect(doomed.url, patience=patience) as redis:
        assert doomed.pid
        os.kill(doomed.pid, signal.SIGKILL)
        asking = asyncio.create_task(asyncio.to_thread(redis.get, "card"))
        await asyncio.sleep(0.5)
        assert not asking.done()

        patience.end()
        async with asyncio.timeout(15):
            with pytest.raises(RedisError):
                await asking

        with pytest.raises(ConnectionError, match="this process is to end"):  # our own word: nothing was tried
            redis.get("card")


async def test_a_process_that_is_to_end_finishes_with_a_server_that_is_started_again(
    doomed: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was under way is kept: the server was away for a moment only."""
    monkeypatch.setattr(connecting, "LAST_TRIES_WITHIN", 10.0)
    patience = Patience()
    with connect(doomed.url, patience=patience) as redis:
        doomed.stop()
        keeping = asyncio.create_task(asyncio.to_thread(redis.set, "card", "moon"))
        await asyncio.sleep(0.2)
        patience.end()
        await asyncio.to_thread(doomed.start)

        assert await keeping
        assert redis.get("card") == "moon"


def test_a_wrong_password_is_named(server: Server, real_redis: Redis) -> None:
    """It is no use to wait for another answer."""
    with pytest.raises(RedisAway, match="name or password"):
        connect(server.url.replace("unix://", "unix://ann:wrong@"))


def test_a_password_that_is_missing_is_named(doomed: Server) -> None:
    """With the form of the address that has one, which then works."""
    with connect(doomed.url) as redis:
        redis.config_set("requirepass", "sun@noon")

        with pytest.raises(
            RedisAway, match=r"sock wants a password: set PBM_REDIS_URL to unix:///…\?password=PASSWORD."
        ):
            connect(doomed.url)
        assert connect(f"{doomed.url}?password=sun%40noon").ping()


def test_a_database_that_is_not_there_is_named(server: Server) -> None:
    """The server itself was reached."""
    with pytest.raises(RedisAway, match=r"answers, but refuses: it has no database of that number"):
        connect(f"{server.url}?db=99")


def test_what_is_no_address_is_named() -> None:
    """A forgotten scheme, say."""
    with pytest.raises(RedisAway, match="no address of a Redis"):
        connect("localhost:6379")


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://localhost:6379/0", "redis://localhost:6379/0"),
        ("rediss://ann:secret@example.org:6379/0", "rediss://***@example.org:6379/0"),
        ("redis://example.org/0?password=secret", "redis://example.org/0"),
        ("unix:///var/lib/pbm/redis.sock", "unix:///var/lib/pbm/redis.sock"),
        ("unix:///var/lib/p@bm/redis.sock?password=secret", "unix:///var/lib/p@bm/redis.sock"),
        ("redis://ann:sec/ret@example.org/0", "redis://***"),
        ("redis://:sec?ret@example.org/0", "redis://***"),
        ("redis://:s@cret one&two#3@example.org:6379/0", "redis://***"),
    ],
)
def test_a_password_is_not_shown(url: str, shown: str) -> None:
    """In no part of the address where one can stand."""
    assert without_password(url) == shown


def test_a_command_is_sent_in_one_piece(server: Server) -> None:
    """Whatever it is made of arrives as it would by the library's own packing, however long it is."""
    words = ["line", "Zürich, “late”", b"\x00\r\n", 7, 0.1, "x" * 20_000]
    with connect(server.url) as ours, Redis.from_url(server.url, decode_responses=True) as theirs:
        for client, key in ((ours, "ours"), (theirs, "theirs")):
            client.rpush(key, *words)
        assert ours.lrange("ours", 0, -1) == theirs.lrange("theirs", 0, -1)
        assert ours.config_get("appendonly") == theirs.config_get("appendonly")  # a name of two words
        assert len(ours.connection_pool.get_connection().pack_command("RPUSH", "line", *words)) == 1

        for wrong in (None, True, ["a list"]):
            with pytest.raises(DataError):
                ours.set("card", wrong)
