"""What the tests of the store begin with."""

import pytest
from redis import Redis

from pbm.store.games import RedisStore
from pbm.store.outbox import RedisOutbox


@pytest.fixture
def store(redis: Redis) -> RedisStore:
    """A store without any game."""
    return RedisStore(redis)


@pytest.fixture
def outbox(redis: Redis) -> RedisOutbox:
    """An outbox without any message."""
    return RedisOutbox(redis)
