"""The server of the bench: the embedded one, on a folder of its own."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redis import Redis

from pbm.store.connect import connect
from workers.server import Server


@contextmanager
def a_server(appendfsync: str = "always") -> Iterator[tuple[Redis, str]]:
    """The embedded server on a folder of its own, empty."""
    with (
        tempfile.TemporaryDirectory(prefix="pbm-") as folder,
        Server(Path(folder)) as server,
        connect(server.url) as redis,
    ):
        redis.config_set("appendfsync", appendfsync)
        yield redis, server.url
