"""What tests of several rooms stand on: a real server for the session; an empty Redis and a fresh sandbox for each."""

import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import fakeredis
import pytest
from redis import Redis

from pbm.store import games, tables
from pbm.store.connect import connect
from pbm.views.table import Table
from tests.sandbox.house import House, a_house
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


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """A fresh sandbox without flood limits."""
    async with a_house() as house:
        yield house


@pytest.fixture(autouse=True)
def nothing_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that is kept reads again as the same one; and what a test looks at is what was kept."""

    def compares(text: str, table: Table) -> None:
        assert tables.read(text) == table

    monkeypatch.setattr(games, "_known", {})
    monkeypatch.setattr(games, "_knows", compares)
