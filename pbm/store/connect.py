"""The way to Redis: a client that lives through an outage, and says plainly when there is nobody."""

import re
import time
from collections.abc import Callable
from typing import Any, Self, TypeVar

from redis import Redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.exceptions import AuthenticationError, BusyLoadingError, ConnectionError, DataError, RedisError, TimeoutError
from redis.retry import Retry

TRIES = 60  # with waits of up to a second: half a minute of outage is lived through
FIRST_TRIES = 8  # about two seconds: at the start somebody waits for an answer
LAST_TRIES_WITHIN = 1.0  # seconds, once the process is to end: a server that is started again is back by then
AWAY = (ConnectionError, TimeoutError, BusyLoadingError)

T = TypeVar("T")


class RedisAway(Exception):
    """Redis cannot be reached; the text is a sentence for the operator."""


class Patience(Retry):
    """How long the clients of a process go on trying while nobody answers; `end` leaves them hardly any."""

    def __init__(self, tries: int = TRIES) -> None:
        super().__init__(ExponentialWithJitterBackoff(base=0.1, cap=1), tries)
        self._ends_at: float | None = None
        self._is_over = False

    def end(self) -> None:
        """The process is to end: what goes wrong after the next second goes wrong for good."""
        self._ends_at = time.monotonic() + LAST_TRIES_WITHIN

    def call_with_retry(
        self,
        do: Callable[[], T],
        fail: Callable[..., Any],
        is_retryable: Callable[[Exception], bool] | None = None,
        with_failure_count: bool = False,
    ) -> T:
        """What `do` gives, as soon as it does; its error, when there is no patience left."""

        def fail_and_judge(error: Exception, failures: int) -> None:
            fail(error, failures) if with_failure_count else fail(error)  # it also closes the connection
            if self._ends_at is not None and time.monotonic() > self._ends_at:
                self._is_over = True
                raise error

        if self._is_over:  # a server that hangs would be waited for five seconds at each command
            raise ConnectionError("nobody answers, and this process is to end")
        return super().call_with_retry(do, fail_and_judge, is_retryable, with_failure_count=True)

    def __deepcopy__(self, known: dict[int, Any]) -> Self:
        # Each connection makes a copy of what it is given; all of them are to hear of the end.
        return self


def connect(url: str, *, decode: bool = True, patience: Patience | None = None) -> Redis:
    """A client for `unix://`, `redis://` or `rediss://`; raises RedisAway when nobody answers within seconds.

    It gives text; RQ wants bytes, so without `decode`.
    """
    try:
        with _client(url, decode, Patience(FIRST_TRIES)) as first:
            first.ping()
        return _client(url, decode, patience or Patience())
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


def _client(url: str, decode: bool, patience: Patience) -> Redis:
    return Redis.from_url(
        url, decode_responses=decode, retry=patience, retry_on_error=list(AWAY), command_packer=_InOnePiece()
    )


class _InOnePiece:
    """Packs a command for the server. The library's own packer cuts that of a turn, a hundred words and ten thousand
    bytes, into four pieces that are sent one by one, and takes three times as long.
    """

    def pack(self, name: str | bytes, *words: str | bytes | int | float) -> list[bytes]:
        """The command as it is sent; a name of two words is two words."""
        all_words = (name.encode() if isinstance(name, str) else name).split()
        all_words += [word.encode() if type(word) is str else _encoded(word) for word in words]
        return [b"*%d\r\n" % len(all_words) + b"".join([b"$%d\r\n%b\r\n" % (len(word), word) for word in all_words])]


def _encoded(word: str | bytes | int | float) -> bytes:
    if type(word) is int or type(word) is float:
        return repr(word).encode()
    if isinstance(word, bytes):
        return word
    if isinstance(word, str):  # of a kind of its own
        return word.encode()
    raise DataError(f"Redis takes no {type(word).__name__}")
