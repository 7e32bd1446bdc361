"""The way to Redis: a client that lives through an outage, and says plainly when there is nobody."""

import re

from redis import Redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.exceptions import AuthenticationError, BusyLoadingError, ConnectionError, RedisError, TimeoutError
from redis.retry import Retry

TRIES = 60  # with waits of up to a second: half a minute of outage is lived through
FIRST_TRIES = 8  # about two seconds: at the start somebody waits for an answer
AWAY = (ConnectionError, TimeoutError, BusyLoadingError)


class RedisAway(Exception):
    """Redis cannot be reached; the text is a sentence for the operator."""


def connect(url: str, *, decode: bool = True) -> Redis:
    """A client for `unix://`, `redis://` or `rediss://`; raises RedisAway when nobody answers within seconds.

    It gives text; RQ wants bytes, so without `decode`.
    """
    try:
        with _client(url, decode, FIRST_TRIES) as first:
            first.ping()
        return _client(url, decode, TRIES)
    except AuthenticationError as error:
        raise RedisAway(f"Redis at {without_password(url)} wants another name or password: {error}.") from error
    except ValueError:  # its text may hold part of a password
        shown = without_password(url)
        raise RedisAway(f"{shown} is no address of a Redis: that begins with redis://, rediss:// or unix://.") from None
    except RedisError as error:
        raise RedisAway(f"Redis at {without_password(url)} cannot be reached: {error}.") from error


def without_password(url: str) -> str:
    """The address as it may be shown and logged."""
    return re.sub("//[^/]*@", "//***@", url.partition("?")[0], count=1)


def _client(url: str, decode: bool, tries: int) -> Redis:
    retry = Retry(ExponentialWithJitterBackoff(base=0.1, cap=1), tries)
    return Redis.from_url(url, decode_responses=decode, retry=retry, retry_on_error=list(AWAY))
