"""The way to Redis: a client that lives through an outage, and says plainly when there is nobody."""

from urllib.parse import urlsplit

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
    except ValueError as error:
        raise RedisAway(f"{without_password(url)} is no address of a Redis: {error}.") from error
    except RedisError as error:
        raise RedisAway(f"Redis at {without_password(url)} cannot be reached: {error}.") from error


def without_password(url: str) -> str:
    """The address as it may be shown and logged."""
    parts = urlsplit(url)
    if "@" not in parts.netloc:
        return parts._replace(query="").geturl()
    return parts._replace(netloc="***@" + parts.netloc.rpartition("@")[2], query="").geturl()


def _client(url: str, decode: bool, tries: int) -> Redis:
    retry = Retry(ExponentialWithJitterBackoff(base=0.1, cap=1), tries)
    return Redis.from_url(url, decode_responses=decode, retry=retry, retry_on_error=list(AWAY))
