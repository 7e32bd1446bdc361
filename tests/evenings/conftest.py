"""Opens the evenings: each on the real server, which is empty."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial

import pytest
from redis import Redis

from tests.evenings.evening import Evening
from tests.evenings.rig import an_evening
from tests.evenings.transcript import Transcript
from workers.server import Server

Opens = Callable[..., AbstractAsyncContextManager[Evening]]


@pytest.fixture
def evening(real_redis: Redis, server: Server, monkeypatch: pytest.MonkeyPatch) -> Opens:
    """Opens an evening of a name, in a language."""
    return partial(an_evening, redis=real_redis, url=server.url, monkeypatch=monkeypatch)


@pytest.fixture
def unwritten(monkeypatch: pytest.MonkeyPatch) -> None:
    """The evenings of a file are looked at by their tests, and kept nowhere."""
    monkeypatch.setattr(Transcript, "check", lambda self: None)
