"""A backup while everybody plays is one moment of it; put back where nothing is, the games go on."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from redis import Redis

from pbm.store import keys, snapshot
from pbm.store.connect import connect
from pbm.store.hearts import RedisHearts
from pbm.store.snapshot import Entry, NotEmpty, put_back, take
from tests.store.making import NOON
from tests.store.playing import Group, wrong_with
from workers.server import Server

SNAPSHOTS = 8


@pytest.fixture
def elsewhere(server: Server) -> Iterator[Redis]:
    """Another Redis, which is empty."""
    with connect(f"{server.url}?db=1") as redis:
        redis.flushdb()
        yield redis
        redis.flushdb()


def test_a_snapshot_is_one_moment_whoever_writes_meanwhile(real_redis: Redis, elsewhere: Redis, server: Server) -> None:
    """Four groups play and a post sends; in each snapshot every promise holds, and the last one is played on."""
    over, failures, moves = threading.Event(), [], []

    def plays(number: int) -> None:
        with connect(server.url) as redis:
            group = Group(redis, number)
            try:
                while not over.is_set():
                    group.moves()
                    moves.append(number)
                    if number == 1:
                        group.posts()
            except BaseException as error:
                failures.append(error)
                raise

    crowd = [threading.Thread(target=plays, args=(number,)) for number in (1, 2, 3, 4)]
    for one in crowd:
        one.start()
    taken = []
    try:
        for _ in range(SNAPSHOTS):
            before = len(moves)
            while len(moves) < before + 10 and not failures:
                over.wait(0.002)
            taken.append(take(real_redis))
    finally:
        over.set()
        for one in crowd:
            one.join()

    assert failures == []
    assert len({len(entries) for entries in taken}) > SNAPSHOTS // 2  # they really did play meanwhile
    for entries in taken:
        elsewhere.flushdb()
        put_back(elsewhere, entries)
        assert wrong_with(elsewhere) == []
        assert _without_expiry(take(elsewhere)) == _without_expiry(entries)
    group = Group(elsewhere, 2)
    group._requests = group._games = 10_000
    for _ in range(30):
        group.moves()
    assert wrong_with(elsewhere) == []


def test_what_goes_by_itself_still_does(real_redis: Redis, elsewhere: Redis) -> None:
    """At the same moment as before; what would have gone meanwhile is not put back."""
    real_redis.set(keys.said("r1"), "", ex=1000)
    real_redis.set(keys.person("tg:1"), "{}")
    soon = Entry("said:r0", "string", "", datetime.now(UTC) - timedelta(seconds=1))

    put_back(elsewhere, (*take(real_redis), soon))

    assert 990 < elsewhere.ttl(keys.said("r1")) <= 1000
    assert elsewhere.ttl(keys.person("tg:1")) == -1
    assert not elsewhere.exists(keys.said("r0"))


def test_what_is_of_the_moment_is_not_taken(real_redis: Redis) -> None:
    """Neither the bell nor who holds the post's lease; other people's keys are not ours."""
    real_redis.rpush(keys.BELL, "")
    real_redis.set(keys.POST, "me")
    real_redis.set("rq:workers", "x")
    RedisHearts(real_redis).beat("bot", NOON)

    assert [entry.key for entry in take(real_redis)] == ["heart:bot"]


def test_nothing_is_put_where_something_is(real_redis: Redis, elsewhere: Redis) -> None:
    """Not one key of it, and what is there stays as it is."""
    Group(real_redis, 1).moves()
    Group(elsewhere, 2).moves()
    before = take(elsewhere)

    with pytest.raises(NotEmpty, match="holds games or players already"):
        put_back(elsewhere, take(real_redis))

    assert _without_expiry(take(elsewhere)) == _without_expiry(before)
    assert list(elsewhere.scan_iter(f"{snapshot.STAGING}*")) == []


def test_a_bot_that_waits_for_its_first_word_is_no_hindrance(real_redis: Redis, elsewhere: Redis) -> None:
    """Its heart beats and its post holds the lease; they are no games."""
    Group(real_redis, 1).moves()
    RedisHearts(elsewhere).beat("bot", NOON)
    elsewhere.set(keys.POST, "me")

    put_back(elsewhere, take(real_redis))

    assert elsewhere.get(keys.POST) == "me"
    assert wrong_with(elsewhere) == []


def test_who_breaks_off_leaves_nothing_half(
    real_redis: Redis, elsewhere: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault in the middle: nothing is there, and the next try works."""
    Group(real_redis, 1).moves()
    entries = take(real_redis)
    monkeypatch.setattr(snapshot, "AT_ONCE", 5)

    def broken() -> Iterator[Entry]:
        yield from entries[: len(entries) // 2]
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        put_back(elsewhere, broken())
    assert elsewhere.dbsize() == 0

    put_back(elsewhere, entries)
    assert wrong_with(elsewhere) == []


def _without_expiry(entries: tuple[Entry, ...]) -> list[Entry]:
    """Read twice, a time to live may differ by a millisecond."""
    return [entry._replace(expires=None) for entry in entries]
