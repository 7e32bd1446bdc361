"""Who is forgotten is gone from the disk too."""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from pbm.store import keys
from pbm.store.connect import connect
from pbm.store.games import RedisStore
from workers.server import WRITES, Server

ODD = "Zebulon"


@pytest.fixture
def own() -> Iterator[Server]:
    """A server of its own; the folder's name is short, for a socket has to fit."""
    with tempfile.TemporaryDirectory(prefix="pbm-") as folder, Server(Path(folder)) as running:
        yield running


def is_on_disk(server: Server) -> bool:
    """Whether the name stands in a log of writes."""
    try:
        return any(ODD.encode() in log.read_bytes() for log in (server.folder / WRITES).iterdir())
    except FileNotFoundError:  # one has just gone: it is being written anew
        return True


def test_the_log_of_writes_forgets_too(own: Server) -> None:
    """It is written anew at once, without what was said."""
    with connect(own.url) as redis:
        redis.set(keys.person("tg:777"), ODD)
        assert is_on_disk(own)

        RedisStore(redis).forget("tg:777", lambda: "gone:1")

    until = time.monotonic() + 30
    while is_on_disk(own):
        assert time.monotonic() < until, "it still stands there"
        time.sleep(0.05)


def test_a_redis_that_forbids_it_forgets_all_the_same(own: Server) -> None:
    """It is somebody else's, with rights for what the game needs alone."""
    with connect(own.url) as owner:
        owner.acl_setuser("ann", enabled=True, nopass=True, keys=["*"], commands=["+@all", "-bgrewriteaof"])
        owner.set(keys.person("tg:777"), ODD)

    with Redis.from_url(own.url, username="ann", password="any", decode_responses=True) as redis:
        RedisStore(redis).forget("tg:777", lambda: "gone:1")

        assert not redis.exists(keys.person("tg:777"))
