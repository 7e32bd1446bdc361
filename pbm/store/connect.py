"""The way to Redis: a client that lives through an outage, and says plainly when there is nobody."""

import logging
import re
import socket
import time
from collections.abc import Callable
from typing import Any, Self, TypeVar

from redis import Redis
from redis.backoff import ExponentialWithJitterBackoff
from redis.exceptions import (
    AuthenticationError,
    BusyLoadingError,
    ConnectionError,
    DataError,
    RedisError,
    ResponseError,
    TimeoutError,
)
from redis.retry import Retry

from pbm.store import keys

LASTS = 30.0  # seconds of outage that a process lives through, from its first try in vain
SAYS_SO_AFTER = 5.0  # seconds; where a server hangs, its first try alone takes as long
LASTS_AT_FIRST = 2.0  # seconds: somebody at the keyboard waits for an answer ...
ANSWERS_AT_FIRST = 2.0  # ... also from a server that hangs, so each try takes no longer
LAST_TRIES_WITHIN = 1.0  # seconds, once the process is to end: a server that is started again is back by then
AWAY = (ConnectionError, TimeoutError, BusyLoadingError)

NOBODY_ASKED = ("HELLO must be called", "Authentication required")  # what it says to whoever gives no password
ANSWERS_AGAIN = "Redis answers again."

T = TypeVar("T")

log = logging.getLogger(__name__)


class RedisAway(Exception):
    """Redis cannot be reached; the text is a sentence for the operator."""


class Patience(Retry):
    """How long the clients of a process go on trying while nobody answers, and that the log hears of it.

    `end` leaves them hardly any.
    """

    def __init__(self, lasts: float = LASTS) -> None:
        """It `lasts` that many seconds from the first try in vain, however long each try takes."""
        super().__init__(ExponentialWithJitterBackoff(base=0.1, cap=1), retries=-1)
        self._lasts = lasts
        self._is_away = False
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
        first: float | None = None

        def fail_and_judge(error: Exception, failures: int) -> None:
            nonlocal first
            fail(error, failures) if with_failure_count else fail(error)  # it also closes the connection
            now = time.monotonic()
            first = now if first is None else first
            if self._ends_at is not None and now > self._ends_at:
                self._is_over = True
                raise error
            # A password that is refused is so the next time too.
            if now - first > self._lasts or isinstance(error, AuthenticationError):
                self._is_away = True
                raise error
            if now - first > SAYS_SO_AFTER:
                self._is_away = True
                log.warning("Redis does not answer: %s", error)

        if self._is_over:  # a server that hangs would be waited for five seconds at each command
            raise ConnectionError("nobody answers, and this process is to end")
        answer = super().call_with_retry(do, fail_and_judge, is_retryable, with_failure_count=True)
        # A way that is open is no answer: the system opens it to a server that hangs.
        if self._is_away and answer is not None and not isinstance(answer, socket.socket):
            self._is_away = False
            log.info(ANSWERS_AGAIN)
        return answer

    def __deepcopy__(self, known: dict[int, Any]) -> Self:
        # Each connection makes a copy of what it is given; all of them are to hear of the end.
        return self


def connect(url: str, *, decode: bool = True, patience: Patience | None = None) -> Redis:
    """A client for `unix://`, `redis://` or `rediss://`; raises RedisAway when nobody answers within seconds.

    It gives text; RQ wants bytes, so without `decode`. Without a `patience` it has as little as commands need.
    """
    try:
        within = {"socket_timeout": ANSWERS_AT_FIRST, "socket_connect_timeout": ANSWERS_AT_FIRST}
        with _client(url, decode, Patience(LASTS_AT_FIRST), **within) as first:
            first.ping()
        return _client(url, decode, patience or Patience(LASTS_AT_FIRST))
    except AuthenticationError as error:
        raise RedisAway(f"Redis at {without_password(url)} {_how_to_be_let_in(url, error)}") from error
    except ResponseError as error:
        raise RedisAway(f"Redis at {without_password(url)} answers, but refuses: {_refusal(error)}.") from error
    except ValueError:  # its text may hold part of a password
        shown = without_password(url)
        raise RedisAway(f"{shown} is no address of a Redis: that begins with redis://, rediss:// or unix://.") from None
    except RedisError as error:
        raise RedisAway(f"Redis at {without_password(url)} cannot be reached: {why(error)}.") from error


def refusal(redis: Redis) -> ResponseError | None:
    """What it says to a write, if it takes none; nothing is changed, for the key is never there."""
    try:
        redis.set(keys.NEVER, "", xx=True)
    except ResponseError as error:
        return error
    return None


def why(error: RedisError) -> str:
    """What is wrong, without its full stop, to stand within a sentence of ours."""
    said = str(error).rstrip(".")
    # The library repeats whom it tried to reach, as it understood the address.
    return said.rpartition(". ")[2] if re.match(r"Error \S+ connecting to ", said) else said


def without_password(url: str) -> str:
    """The address as it may be shown and logged."""
    scheme, _, rest = url.partition("://")
    machine, *more = re.split("[/?#]", rest, maxsplit=1)
    if machine and "@" in "".join(more):  # a password with one of those marks in it, and who knows where it ends
        return f"{scheme}://***"
    return re.sub("//[^/]*@", "//***@", url.partition("?")[0], count=1)


def _how_to_be_let_in(url: str, error: AuthenticationError) -> str:
    if not any(words in str(error) for words in NOBODY_ASKED):
        return f"wants another name or password: {why(error)}."
    right = "unix:///…?password=PASSWORD" if url.startswith("unix:") else "redis://:PASSWORD@…"
    return f"wants a password: set PBM_REDIS_URL to {right}."


def _refusal(error: ResponseError) -> str:
    if "DB index" in str(error):
        return "it has no database of that number; 0 is always there"
    if "MISCONF" in str(error):  # it refuses even a PING then
        return "it cannot save to its disk, and takes no writing till then: look whether that is full"
    return why(error)


def _client(url: str, decode: bool, patience: Patience, **more: float) -> Redis:
    return Redis.from_url(
        url, decode_responses=decode, retry=patience, retry_on_error=list(AWAY), command_packer=_InOnePiece(), **more
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
