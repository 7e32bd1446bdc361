"""The hearts: when each process was last seen alive."""

from datetime import timedelta

from redis import Redis

from pbm.store import keys
from pbm.store.hearts import RedisHearts
from tests.store.making import NOON


def test_the_last_beat_of_each_process_is_known(redis: Redis) -> None:
    """Of one that never beat, none; the moments come back as they were, to the microsecond."""
    hearts, later = RedisHearts(redis), NOON + timedelta(seconds=7, microseconds=123456)
    hearts.beat("bot", NOON)
    hearts.beat("post", NOON)
    hearts.beat("bot", later)

    assert hearts.last_beats() == {"bot": later, "post": NOON}


def test_a_process_that_stopped_is_known_until_it_beats_again(redis: Redis) -> None:
    """Its last beat stays, for the outage that begins there is given back to the games."""
    hearts = RedisHearts(redis)
    hearts.stop("post")  # it never beat
    hearts.beat("bot", NOON)
    hearts.beat("clock", NOON)
    hearts.stop("bot")

    assert hearts.stopped() == {"bot"}
    assert hearts.last_beats() == {"bot": NOON, "clock": NOON}

    hearts.beat("bot", NOON + timedelta(seconds=1))
    assert hearts.stopped() == set()


def test_another_program_is_known_for_a_minute(redis: Redis) -> None:
    """Then it is gone, for it would have been met again."""
    hearts = RedisHearts(redis)
    assert hearts.contested() is None

    hearts.contest(NOON)

    assert hearts.contested() == NOON
    assert redis.ttl(keys.CONTESTED) == 60


def test_a_beat_tells_of_the_one_before(redis: Redis) -> None:
    """Whoever ends a silence sees how long it was."""
    hearts = RedisHearts(redis)

    assert hearts.beat("clock", NOON) is None
    assert hearts.beat("clock", NOON + timedelta(hours=2)) == NOON
