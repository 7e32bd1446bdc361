"""Everything that is kept, at one moment; and put back where nothing is."""

import secrets
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Literal, NamedTuple, cast

from redis import Redis
from redis.client import Pipeline

from pbm.store import keys

Kind = Literal["string", "list", "set", "hash", "zset"]
Value = str | list[str] | dict[str, str] | dict[str, float]

PASSING = frozenset({keys.BELL, keys.POST})  # of the moment: nothing to keep
STAGING = "pbm-restoring-"  # not under our prefix: nobody looks there
AT_ONCE = 500  # keys written in one go

# One script, so that nobody writes while it reads: a hundred thousand keys keep everybody waiting for under a second.
_TAKE = """
local clock, taken = redis.call('TIME'), {}
for _, key in ipairs(redis.call('KEYS', ARGV[1])) do
    local kind, value = redis.call('TYPE', key).ok, nil
    if kind == 'string' then value = redis.call('GET', key)
    elseif kind == 'list' then value = redis.call('LRANGE', key, 0, -1)
    elseif kind == 'set' then value = redis.call('SMEMBERS', key)
    elseif kind == 'hash' then value = redis.call('HGETALL', key)
    elseif kind == 'zset' then value = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
    end
    taken[#taken + 1] = {key, kind, redis.call('PTTL', key), value}
end
return {clock[1], clock[2], taken}
"""

# All of it appears at one moment, and only where nothing of ours is.
_PUT_BACK = """
local prefix, heart, staging, lasting = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
for _, key in ipairs(redis.call('KEYS', prefix .. '*')) do
    local passing = string.sub(key, 1, #heart) == heart
    for place = 5, #ARGV do passing = passing or key == ARGV[place] end
    if not passing then return 'holds something' end
end
local staged = redis.call('KEYS', staging .. '*')
if #staged < lasting then return 'lost something' end
for _, key in ipairs(staged) do
    redis.call('RENAME', key, prefix .. string.sub(key, #staging + 1))
end
return 'done'
"""


class Entry(NamedTuple):
    """What lies under a key, which is named without our prefix, and when it goes by itself."""

    key: str
    kind: Kind
    value: Value
    expires: datetime | None = None


class NotEmpty(Exception):
    """There is something already; the text is one line for the operator."""


def take(redis: Redis) -> tuple[Entry, ...]:
    """All that is kept, as it is at one moment, whoever writes meanwhile."""
    seconds, micros, taken = cast(
        tuple[str, str, list[tuple[str, Kind, int, object]]], redis.eval(_TAKE, 0, f"{keys.PREFIX}*")
    )
    now = int(seconds) + int(micros) / 1e6
    entries = (
        Entry(
            key=key.removeprefix(keys.PREFIX),
            kind=kind,
            value=_value(kind, value),
            expires=None if left < 0 else datetime.fromtimestamp(now + left / 1000, UTC),
        )
        for key, kind, left, value in taken
        if key not in PASSING
    )
    return tuple(sorted(entries, key=lambda entry: entry.key))


def put_back(redis: Redis, entries: Iterable[Entry]) -> None:
    """Put it all where nothing is kept, at one moment, or nothing of it: raises NotEmpty where something is.

    What would have gone by itself meanwhile is left out.
    """
    staging = f"{STAGING}{secrets.token_hex(8)}:"
    coming = iter(entries)
    lasting = 0
    try:
        while some := tuple(islice(coming, AT_ONCE)):
            lasting += sum(entry.expires is None for entry in some)
            with redis.pipeline(transaction=False) as pipe:
                for entry in some:
                    _write(pipe, staging + entry.key, entry)
                pipe.execute()
        arguments = (keys.PREFIX, keys.heart(""), staging, str(lasting), *PASSING)
        answer = redis.eval(_PUT_BACK, 0, *arguments)
    finally:
        for key in tuple(redis.scan_iter(f"{staging}*", count=AT_ONCE)):
            redis.delete(key)
    if answer != "done":
        raise NotEmpty("This Redis holds games or players already, and a restore overwrites nothing: use an empty one.")


def _value(kind: Kind, value: object) -> Value:
    match kind:
        case "string":
            return str(value)
        case "list":
            return cast(list[str], value)
        case "set":
            return sorted(cast(list[str], value))
        case "hash":
            flat = cast(list[str], value)
            return dict(zip(flat[::2], flat[1::2], strict=True))
        case "zset":
            flat = cast(list[str], value)
            return {member: float(score) for member, score in zip(flat[::2], flat[1::2], strict=True)}
    raise ValueError(f"nothing of ours is a {kind}")


def _write(pipe: Pipeline, key: str, entry: Entry) -> None:
    match entry.kind, entry.value:
        case "string", str(text):
            pipe.set(key, text)
        case "list", list(items):
            pipe.rpush(key, *items)
        case "set", list(items):
            pipe.sadd(key, *items)
        case "hash", dict(fields):
            pipe.hset(key, mapping=cast(Any, fields))
        case "zset", dict(scores):
            pipe.zadd(key, cast(Mapping[str, float], scores))
        case kind, value:
            raise ValueError(f"{entry.key}: {type(value).__name__} is no {kind}")
    if entry.expires is not None:
        pipe.pexpireat(key, entry.expires)
