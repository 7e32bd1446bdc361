"""The lease: one holder at a time, whatever dies."""

from redis import Redis

from pbm.store import keys
from pbm.store.lease import Lease, vacate


def test_what_is_held_is_nobody_elses_until_it_is_given_back(redis: Redis) -> None:
    """The second one waits; the first one renews it meanwhile, and not any more afterwards."""
    first, second = Lease(redis, keys.POST), Lease(redis, keys.POST)
    assert first.take()
    assert not second.take()
    assert first.renew()

    first.give_back()
    assert second.take()
    assert not first.renew()


def test_what_a_dead_one_held_can_be_taken_at_once(redis: Redis) -> None:
    """It need not run out; and should the dead one live after all, it learns that it holds it no more."""
    dead, next_one = Lease(redis, keys.POST), Lease(redis, keys.POST)
    dead.take()

    vacate(redis, keys.POST)
    assert next_one.take()
    assert not dead.renew()
