"""What tests of several rooms stand on: a real server for the session, and a Redis that is empty for each test."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import fakeredis
import pytest
from redis import Redis

from pbm.store import games, tables
from pbm.store.connect import connect
from pbm.views.table import Table
from workers.server import Server


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The embedded server in a folder of its own; the folder's name is short, for a socket has to fit."""
    with tempfile.TemporaryDirectory(prefix="pbm-") as folder, Server(Path(folder)) as running:
        yield running


@pytest.fixture
def real_redis(server: Server) -> Iterator[Redis]:
    """A client of the real server, which is empty."""
    with connect(server.url) as redis:
        redis.flushall()
        yield redis


@pytest.fixture(params=["fake", "real"])
def redis(request: pytest.FixtureRequest) -> Iterator[Redis]:
    """A Redis that is empty: once a fake in memory, once the real server."""
    if request.param == "real":
        yield request.getfixturevalue("real_redis")
    else:
        with fakeredis.FakeRedis(server=fakeredis.FakeServer(), decode_responses=True) as fake:
            yield fake


@pytest.fixture(autouse=True)
def nothing_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that is kept reads again as the same one; and what a test looks at is what was kept."""

    def compares(text: str, table: Table) -> None:
        assert tables.read(text) == table

    monkeypatch.setattr(games, "_known", {})
    monkeypatch.setattr(games, "_knows", compares)
