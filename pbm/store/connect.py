"""The way to Redis: a client that lives through an outage, and says plainly when there is nobody."""

import re

from redis import Redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.exceptions import AuthenticationError, BusyLoadingError, ConnectionError, DataError, RedisError, TimeoutError
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
        raise RedisAway(f"Redis at {without_password(url)} wants another name or password: {why(error)}.") from error
    except ValueError:  # its text may hold part of a password
        shown = without_password(url)
        raise RedisAway(f"{shown} is no address of a Redis: that begins with redis://, rediss:// or unix://.") from None
    except RedisError as error:
        raise RedisAway(f"Redis at {without_password(url)} cannot be reached: {why(error)}.") from error


def why(error: RedisError) -> str:
    """What is wrong, without its full stop, to stand within a sentence of ours."""
    return str(error).rstrip(".")


def without_password(url: str) -> str:
    """The address as it may be shown and logged."""
    return re.sub("//[^/]*@", "//***@", url.partition("?")[0], count=1)


def _client(url: str, decode: bool, tries: int) -> Redis:
    retry = Retry(ExponentialWithJitterBackoff(base=0.1, cap=1), tries)
    return Redis.from_url(
        url, decode_responses=decode, retry=retry, retry_on_error=list(AWAY), command_packer=_InOnePiece()
    )


class _InOnePiece:
    """Packs a command for the server. The library's own packer cuts that of a turn, a hundred words and ten thousand
    bytes, into four pieces that are sent one by one, and takes three times as long.
    """

    def pack(self, name: str | bytes, *words: str | bytes | int | float) -> list[bytes]:
        """The command as it is sent; a name of two words is two words."""
        all_words = [*(name.encode() if isinstance(name, str) else name).split(), *map(_encoded, words)]
        pieces = [b"*%d\r\n" % len(all_words)]
        for word in all_words:
            pieces += (b"$%d\r\n" % len(word), word, b"\r\n")
        return [b"".join(pieces)]


def _encoded(word: str | bytes | int | float) -> bytes:
    if isinstance(word, str):
        return word.encode()
    if isinstance(word, bytes):
        return word
    if isinstance(word, bool) or not isinstance(word, int | float):
        raise DataError(f"Redis takes no {type(word).__name__}")
    return repr(word).encode()
