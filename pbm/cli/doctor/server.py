"""Redis: whether it takes and keeps what it confirms, has room, is quick, and has the right time."""

import time
from collections.abc import Iterator, Mapping
from statistics import median
from typing import Any

from redis import Redis
from redis.exceptions import OutOfMemoryError, ReadOnlyError, RedisError, ResponseError

from pbm import wiring
from pbm.cli.doctor.finding import Finding, bad, good, note
from pbm.store.connect import refusal, why

ABOUT = "redis"
OLDEST = (6, 2)  # older ones lack commands that we use
PINGS = 20
SLOW = 0.02  # seconds for one question, of which every move asks some
FULL = 0.9  # of maxmemory
CLOCKS_DIFFER = 2.0  # seconds


def findings(redis: Redis) -> Iterator[Finding]:
    """What can be said about the server itself."""
    try:
        info: Mapping[str, Any] = redis.info("all")
    except RedisError as error:
        yield bad(ABOUT, f"It does not tell about itself: {why(error)}.", "Whether it keeps anything cannot be seen.")
        return
    yield _version(info, redis)
    yield _keeps(info, redis)
    refused = refusal(redis)
    yield from _takes(info, refused)
    yield _room(info, is_full=isinstance(refused, OutOfMemoryError))
    yield _clock(redis)


def _version(info: Mapping[str, Any], redis: Redis) -> Finding:
    name = "Valkey" if "valkey_version" in info else "Redis"
    version = str(info.get("valkey_version") or info.get("redis_version", "0"))
    numbers = tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
    takes = median(_ping(redis) for _ in range(PINGS))
    said = f"{name} {version} answers in {takes * 1000:.1f} ms."
    if name == "Redis" and numbers < OLDEST:
        return bad(ABOUT, said, "It lacks commands that the game needs.", "Update it to 6.2 or later, or use Valkey.")
    if takes > SLOW:
        return bad(ABOUT, said, "Every move waits for it.", "Run it nearer to the bot.")
    return good(ABOUT, said)


def _keeps(info: Mapping[str, Any], redis: Redis) -> Finding:
    if not info.get("aof_enabled"):
        what = "It does not keep what it has confirmed (appendonly no)."
        return bad(ABOUT, what, "When it stops, moves or whole games are lost.", "Set appendonly yes.")
    if info.get("aof_last_write_status", "ok") != "ok":
        return bad(ABOUT, "It cannot write to its disk.", "Nobody can move.", "Look whether the disk is full.")
    try:
        syncs = redis.config_get("appendfsync").get("appendfsync")
    except ResponseError:  # a host may forbid the question
        syncs = None
    if syncs != "always":
        how = f"appendfsync {syncs}" if syncs else "appendfsync is not shown"
        return note(ABOUT, f"It keeps all ({how}).", "A power cut may cost the last second.", "Set appendfsync always.")
    return good(ABOUT, "Every write is on disk before it is confirmed.")


def _takes(info: Mapping[str, Any], refused: ResponseError | None) -> Iterator[Finding]:
    if info.get("role") == "slave" or isinstance(refused, ReadOnlyError):
        what = f"It only repeats another server, {info.get('master_host')} port {info.get('master_port')}."
        yield bad(ABOUT, what, "Nobody can move.", "Set PBM_REDIS_URL to that one, or tell this one: REPLICAOF NO ONE.")
    elif refused is not None and not isinstance(refused, OutOfMemoryError):
        yield bad(ABOUT, f"It takes no writing: {why(refused)}.", "Nobody can move.")


def _room(info: Mapping[str, Any], is_full: bool) -> Finding:
    policy, most, used = info.get("maxmemory_policy"), int(info.get("maxmemory", 0)), int(info.get("used_memory", 0))
    if policy != "noeviction":
        cost = "When memory is short it throws games away."
        return bad(ABOUT, f"maxmemory-policy is {policy}.", cost, "Set maxmemory-policy noeviction.")
    if is_full or (most and used > FULL * most):
        what = f"{used * 100 // most} % of its memory is full." if most else "Its memory is full."
        cost = "Nobody can move." if is_full else "Soon nobody can move."
        return bad(ABOUT, what, cost, "Raise maxmemory, or lower PBM_KEEP_FINISHED.")
    return good(ABOUT, f"It throws nothing away, and holds {used / 1e6:.0f} MB.")


def _clock(redis: Redis) -> Finding:
    before = wiring.now().timestamp()
    seconds, micros = redis.time()
    between = (before + wiring.now().timestamp()) / 2
    apart = abs(seconds + micros / 1e6 - between)
    if apart > CLOCKS_DIFFER:
        what = f"Its clock and this machine's are {apart:.0f} s apart."
        return bad(ABOUT, what, "One is wrong, and deadlines with it.", "Let both machines keep time by NTP.")
    return good(ABOUT, f"Its clock agrees within {max(apart, 0.1):.1f} s.")


def _ping(redis: Redis) -> float:
    began = time.perf_counter()
    redis.ping()
    return time.perf_counter() - began
