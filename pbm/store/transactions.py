"""All or nothing: one step in Redis that begins again when somebody else was faster."""

import hashlib
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from redis import Redis
from redis.client import Pipeline
from redis.exceptions import NoScriptError, WatchError

T = TypeVar("T")
Command = tuple[str | int | float, ...]  # a word of the server's and what belongs to it

AT_MOST = 1000  # tries; far more than any crowd needs, so that a mistake of ours cannot spin for ever
LONGEST_REST = 0.02  # seconds between two tries


class Script:
    """Something in Lua that the server does in one step."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._name = hashlib.sha1(text.encode()).hexdigest()  # under which the server knows it

    def run(self, redis: Redis, names: Sequence[str], words: Sequence[str | int | float]) -> object:
        """Do it with these in KEYS and those in ARGV; gives what it gives."""
        try:
            return redis.evalsha(self._name, len(names), *names, *words)
        except NoScriptError:
            return redis.eval(self._text, len(names), *names, *words)


# In KEYS a set and then what was read; in ARGV what is not to be in the set, for each of the others whether it was
# there and what it held, then for each command how many words it has, and the words. Comparing and writing are one step
# for everybody else, and one for the log on disk.
_KEEP = Script("""
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 then return 0 end
for place = 2, #KEYS do
    local there, held = ARGV[2 * place - 2] == '1', ARGV[2 * place - 1]
    local holds = redis.call('GET', KEYS[place])
    if there ~= (holds ~= false) or (there and holds ~= held) then return 0 end
end
local at = 2 * #KEYS
while at <= #ARGV do
    local last = at + tonumber(ARGV[at])
    redis.call(unpack(ARGV, at + 1, last))
    at = last + 1
end
return 1
""")


class Crowded(Exception):
    """A step lost against others again and again; the world or the code is broken."""


def watch(pipe: Pipeline, *names: str) -> None:
    """From here on, the step runs anew if one of these keys is changed by another before its end."""
    pipe.watch(*names)  # type: ignore[no-untyped-call]  # redis-py left its type out


def anew(step: Callable[[], T]) -> T:
    """Run a step, and again whenever somebody else was faster, which it tells by a WatchError; gives what it gives."""
    for attempt in range(AT_MOST):
        try:
            return step()
        except WatchError:
            time.sleep(min(attempt / 1000, LONGEST_REST))
    raise Crowded(f"no way through in {AT_MOST} tries")


def keep(redis: Redis, once: tuple[str, str], read: Mapping[str, str | None], writes: Iterable[Command]) -> None:
    """Carry out the writes, all at once, if each key still holds what was read there.

    If one does not, or if a set holds already what must be in it only `once`, nothing is carried out, and WatchError is
    raised. It is one way to the server and back. When the connection breaks before the answer is there, it is tried
    again: the set tells whether the first time counted.
    """
    there, name = once
    words: list[str | int | float] = [name]
    for held in read.values():
        words += ("0", "") if held is None else ("1", held)
    for command in writes:
        words += (len(command), *command)
    if not _KEEP.run(redis, (there, *read), words):
        raise WatchError("somebody else was faster")


def atomically(redis: Redis, step: Callable[[Pipeline], T]) -> T:
    """Run a step that watches what it reads and then, after `multi()`, says what to write; gives what it gives.

    It runs anew whenever something watched was changed by another, so it may do nothing else. A step that writes
    nothing changes nothing. When the connection breaks before the answer to EXEC is there, the step runs anew too:
    what it reads must tell it whether the first time counted.
    """

    def once() -> T:
        with redis.pipeline() as pipe:
            given = step(pipe)
            if pipe.command_stack:
                pipe.execute()
            return given

    return anew(once)
