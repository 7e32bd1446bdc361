"""Requests at one moment: whoever comes too late works again on what is there, and nothing counts twice."""

import threading

import pytest
from redis import Redis

from pbm.rules.events import GamePaused
from pbm.rules.game import Status
from pbm.service.ports import Commit, Known
from pbm.store import keys
from pbm.store.games import RedisStore
from pbm.store.outbox import RedisOutbox
from pbm.views.table import Person
from tests.store.making import GROUP, a_message, a_table, keep, one_turn_on, text_of_head, turn


def test_the_work_runs_again_when_somebody_was_faster(store: RedisStore) -> None:
    """What the faster one did is not overwritten."""
    keep(store, "r1", Commit(table=a_table(turn=1)))
    seen = []

    def slow(known: Known) -> Commit:
        assert known.table is not None
        seen.append(known.table.game.turn)
        if len(seen) == 1:
            store.transact("faster", "g1", None, one_turn_on)
        return one_turn_on(known)

    store.transact("slower", "g1", None, slow)

    assert seen == [1, 2]
    assert turn(store) == 3


def test_two_tables_at_once_in_one_chat_are_one(store: RedisStore) -> None:
    """Who opens a table while another is opened sees the other's."""
    seen = []

    def opens(known: Known) -> Commit | None:
        seen.append(known.in_chat)
        if len(seen) == 1:
            keep(store, "faster", Commit(table=a_table("g2")))
        return Commit(table=a_table("g1")) if known.in_chat is None else None

    assert store.transact("slower", None, GROUP, opens) is None
    assert seen == [None, "g2"]
    assert store.game_in(GROUP) == "g2"
    assert store.table("g1") is None


def test_many_at_once_all_count(store: RedisStore) -> None:
    """Four threads with ten requests each, every one of them sent twice, end forty turns."""
    keep(store, "r0", Commit(table=a_table(turn=0)))

    def plays(player: int) -> None:
        for move in range(10):
            for _ in range(2):
                store.transact(f"{player}-{move}", "g1", None, one_turn_on)

    crowd = [threading.Thread(target=plays, args=(player,)) for player in (1, 2, 3, 4)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()

    assert turn(store) == 40


def test_the_same_request_twice_at_one_moment_counts_once(store: RedisStore) -> None:
    """Four threads bring the same ten requests; ten turns end."""
    keep(store, "r0", Commit(table=a_table(turn=0)))

    def plays() -> None:
        for move in range(10):
            store.transact(f"same-{move}", "g1", None, one_turn_on)

    crowd = [threading.Thread(target=plays) for _ in range(4)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()

    assert turn(store) == 10


def test_a_table_that_ends_while_another_opens_leaves_the_chat_to_it(store: RedisStore) -> None:
    """What the chat held is compared again when the end is kept."""
    keep(store, "r1", Commit(table=a_table("g1")))
    seen = []

    def ends(known: Known) -> Commit:
        seen.append(known.in_chat)
        if len(seen) == 1:
            keep(store, "faster", Commit(table=a_table("g1", turn=2, chat="tg:-200")))
            keep(store, "fastest", Commit(table=a_table("g2")))
        assert known.table is not None
        game = known.table.game.model_copy(update={"status": Status.OVER})
        return Commit(table=known.table.model_copy(update={"game": game}))

    store.transact("slower", "g1", None, ends)

    assert len(seen) == 2
    assert (store.game_in(GROUP), store.game_in("tg:-200")) == ("g2", None)


def test_what_lost_a_race_leaves_nothing_behind(store: RedisStore, redis: Redis) -> None:
    """Of a try that came too late no message, event, alarm or person is kept: only those of the one that counted."""
    keep(store, "r1", Commit(table=a_table()))
    tries = []

    def slow(known: Known) -> Commit:
        tries.append(known)
        if len(tries) == 1:
            store.transact("faster", "g1", None, one_turn_on)
        number = len(tries)
        speaks = Commit(messages=(a_message(f"Try {number}."),), people=(Person(address=f"tg:{number}", name="x"),))
        return speaks.model_copy(update={"table": one_turn_on(known).table, "events": (GamePaused(),)})

    store.transact("slower", "g1", None, slow)

    assert store.events("g1") == (GamePaused(),)
    assert set(store.people(("tg:1", "tg:2"))) == {"tg:2"}
    assert redis.llen(keys.line(GROUP)) == 1
    assert text_of_head(RedisOutbox(redis)) == "Try 2."


def test_the_request_itself_may_be_the_faster_one(store: RedisStore) -> None:
    """The same request is kept elsewhere while its work is done here: it counts once."""
    keep(store, "r1", Commit(table=a_table(turn=1)))

    def slow(known: Known) -> Commit:
        store.transact("same", "g1", None, one_turn_on)
        return one_turn_on(known)

    assert store.transact("same", "g1", None, slow) is None
    assert turn(store) == 2


def test_a_game_that_appears_meanwhile_is_not_overwritten(store: RedisStore) -> None:
    """An id that another request took while this one worked is taken."""

    def opens(known: Known) -> Commit:
        if store.table("g1") is None:
            keep(store, "faster", Commit(table=a_table("g1", turn=7)))
        return Commit(table=a_table("g1", turn=1))

    with pytest.raises(ValueError, match="did not name"):
        store.transact("slower", None, None, opens)
    assert turn(store) == 7


def test_what_was_seen_a_moment_ago_is_not_trusted(store: RedisStore, redis: Redis) -> None:
    """Somebody else moved since the table was looked at: the work runs on what is there, even where it does nothing."""
    keep(store, "r1", Commit(table=a_table(turn=1)))
    assert turn(store) == 1
    RedisStore(redis).transact("elsewhere", "g1", None, one_turn_on)
    seen = []

    def once_more(known: Known) -> Commit | None:
        assert known.table is not None
        seen.append(known.table.game.turn)
        return one_turn_on(known) if known.table.game.turn == 2 else None

    store.transact("r2", "g1", None, once_more)

    assert seen == [1, 2]
    assert turn(store) == 3
