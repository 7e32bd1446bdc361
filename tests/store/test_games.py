"""The store: all of a request is kept, or nothing of it."""

from datetime import timedelta

import pytest
from redis import Redis

from pbm.rules.cards import Card, Library, Series
from pbm.rules.events import GamePaused, GameResumed
from pbm.rules.game import STATE_VERSION, Status
from pbm.service.ports import Commit, KeptByLaterCode, Known, Unreadable
from pbm.store import games, keys, tables
from pbm.store.alarms import RedisAlarms
from pbm.store.games import RedisStore
from pbm.store.outbox import RedisOutbox
from pbm.views.table import Person, Table
from tests.store.making import (
    ANN,
    BEN,
    GROUP,
    NOON,
    a_message,
    a_table,
    alarms_of,
    keep,
    one_turn_on,
    text_of_head,
    turn,
)

KNOWS = games._knows  # other tests remember nothing


def test_a_commit_is_kept_whole(store: RedisStore, redis: Redis) -> None:
    """The game, its events, its messages, its alarms and the people are there together."""
    table, ann = a_table(), Person(address=ANN, name="Ann")
    keep(
        store,
        "r1",
        Commit(
            table=table,
            events=(GamePaused(), GameResumed(seat=ANN)),
            messages=(a_message("One."), a_message("Two.")),
            alarms_on=alarms_of(table),
            people=(ann,),
        ),
    )

    assert store.table("g1") == table
    assert store.events("g1") == (GamePaused(), GameResumed(seat=ANN))
    assert text_of_head(RedisOutbox(redis)) == "One."
    assert RedisAlarms(redis, alarms_of).due(NOON + timedelta(days=2), 9) == tuple(
        ("g1", alarm) for alarm in alarms_of(table)
    )
    assert store.people((ANN, BEN)) == {ANN: ann}


def test_the_log_of_a_game_grows_in_order(store: RedisStore) -> None:
    """A later commit's events stand behind the earlier ones."""
    keep(store, "r1", Commit(table=a_table(), events=(GamePaused(),)))
    keep(store, "r2", Commit(table=a_table(), events=(GameResumed(seat=BEN),)))

    assert store.events("g1") == (GamePaused(), GameResumed(seat=BEN))


def test_the_same_request_counts_once(store: RedisStore, redis: Redis) -> None:
    """A request that comes again does not even reach the work."""
    keep(store, "r1", Commit(table=a_table()))

    assert store.transact("r2", "g1", None, one_turn_on) is not None
    assert store.transact("r2", "g1", None, one_turn_on) is None
    assert turn(store) == 2
    assert 0 < redis.ttl(keys.request("r2")[0]) <= timedelta(days=3).total_seconds()


def test_a_work_that_gives_none_keeps_nothing(store: RedisStore) -> None:
    """Not even the request's id, so that it counts when it comes again."""
    keep(store, "r1", Commit(table=a_table()))

    assert store.transact("r2", "g1", None, lambda _: None) is None
    assert store.transact("r2", "g1", None, one_turn_on) is not None


def test_a_work_that_raises_keeps_nothing(store: RedisStore) -> None:
    """The failure rises, and the request may come again."""
    keep(store, "r1", Commit(table=a_table()))

    def broken(_: Known) -> Commit:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        store.transact("r2", "g1", None, broken)
    assert store.transact("r2", "g1", None, one_turn_on) is not None


def test_a_chat_holds_its_game_until_it_is_over(store: RedisStore) -> None:
    """The binding comes with the table and goes with its end."""
    keep(store, "r1", Commit(table=a_table()))
    assert store.game_in(GROUP) == "g1"

    keep(store, "r2", Commit(table=a_table(status=Status.OVER)))
    assert store.game_in(GROUP) is None


def test_an_old_game_that_ends_leaves_the_chat_to_the_new_one(store: RedisStore, redis: Redis) -> None:
    """A binding that points at another game stays."""
    keep(store, "r1", Commit(table=a_table("g1")))
    redis.set(keys.chat(GROUP), "g2")

    keep(store, "r2", Commit(table=a_table("g1", status=Status.OVER)))

    assert store.game_in(GROUP) == "g2"


def test_a_table_that_moves_takes_its_chat_along(store: RedisStore) -> None:
    """The new address holds the game, the old one none."""
    keep(store, "r1", Commit(table=a_table(chat=GROUP)))
    keep(store, "r2", Commit(table=a_table(chat="tg:-200")))

    assert (store.game_in(GROUP), store.game_in("tg:-200")) == (None, "g1")


def test_the_games_of_a_person_follow_the_seats(store: RedisStore) -> None:
    """Joining adds a game, leaving takes it away, a game that is over is nobody's."""
    keep(store, "r1", Commit(table=a_table("g1", seats=(ANN,))))
    keep(store, "r2", Commit(table=a_table("g2", seats=(ANN, BEN), chat="tg:-200")))
    keep(store, "r3", Commit(table=a_table("g1", seats=(ANN, BEN))))
    assert (store.games_of(ANN), store.games_of(BEN)) == (("g1", "g2"), ("g2", "g1"))

    keep(store, "r4", Commit(table=a_table("g1", seats=(BEN,))))
    assert (store.games_of(ANN), store.games_of(BEN)) == (("g2",), ("g2", "g1"))

    keep(store, "r5", Commit(table=a_table("g2", seats=(ANN, BEN), chat="tg:-200", status=Status.OVER)))
    assert (store.games_of(ANN), store.games_of(BEN)) == ((), ("g1",))


def test_a_request_cannot_overwrite_a_game_that_it_did_not_name(store: RedisStore) -> None:
    """An id given twice is a mistake of ours, and loud."""
    keep(store, "r1", Commit(table=a_table("g1", turn=7)))

    with pytest.raises(ValueError, match="did not name"):
        store.transact("r2", None, None, lambda _: Commit(table=a_table("g1", turn=1)))
    assert turn(store) == 7


def test_a_state_of_later_code_is_refused(store: RedisStore, redis: Redis) -> None:
    """It is neither read nor overwritten by code that does not know its version."""
    later = a_table().model_dump_json().replace(f'"version":{STATE_VERSION}', f'"version":{STATE_VERSION + 1}')
    redis.set(keys.game("g1"), later)

    with pytest.raises(KeptByLaterCode, match="g1"):
        store.transact("r1", "g1", None, one_turn_on)
    assert redis.get(keys.game("g1")) == later


def test_decks_are_kept_under_their_version(store: RedisStore) -> None:
    """They come back as they were, and no other version does."""
    series = Series(
        id="food", code="foo", en="Food", de="Essen", about_en="x", about_de="x", colour="#8a4b1f", sign="◆"
    )
    card = Card.model_validate(
        {
            "id": "foo-001",
            "series": "food",
            "date": "c. 1487",
            "en": "A fine.",
            "de": "Eine Buße.",
            "note_en": "By daylight.",
            "note_de": "Bei Tageslicht.",
            "sources": ("City council minutes, p. 12",),
        }
    )
    library = Library.of((series,), (card,))
    for _ in range(2):
        store.keep_decks(library)

        kept = store.decks(library.version)
        assert kept == library
        assert kept is not None
        assert kept.version == library.version
        assert store.decks("another") is None


def test_a_table_survives_being_written(store: RedisStore) -> None:
    """All fields, the empty ones too, come back as they were."""
    table = Table(game=a_table().game, chat=GROUP, title="Ann & Ben's „Spiel“", language="de")
    keep(store, "r1", Commit(table=table))

    assert store.table("g1") == table


def test_a_server_that_has_forgotten_its_scripts_is_told_them_again(store: RedisStore, redis: Redis) -> None:
    """As after a restart: the commit is kept all the same."""
    keep(store, "r1", Commit(table=a_table(turn=1)))
    redis.script_flush()

    assert store.transact("r2", "g1", None, one_turn_on) is not None
    assert turn(store) == 2


def test_a_chat_that_lost_its_game_has_it_again_with_the_next_move(store: RedisStore, redis: Redis) -> None:
    """A binding that is missing is mended, one that names another game is left alone."""
    keep(store, "r1", Commit(table=a_table(turn=1)))
    redis.delete(keys.chat(GROUP))
    store.transact("r2", "g1", None, one_turn_on)
    assert store.game_in(GROUP) == "g1"

    redis.set(keys.chat(GROUP), "g2")
    store.transact("r3", "g1", None, one_turn_on)
    assert store.game_in(GROUP) == "g2"


def test_the_tables_of_a_person_come_in_the_order_of_sitting_down(store: RedisStore, redis: Redis) -> None:
    """They are what `games_of` names; one that is lost is left out."""
    keep(store, "r1", Commit(table=a_table("g1", seats=(ANN,))))
    keep(store, "r2", Commit(table=a_table("g2", seats=(ANN, BEN), chat="tg:-200")))
    keep(store, "r3", Commit(table=a_table("g3", seats=(ANN,), chat="tg:-300")))
    redis.delete(keys.game("g2"))

    assert [table.game.id for table in store.tables_of(ANN)] == ["g1", "g3"]
    assert store.tables_of("tg:9") == ()


def test_updates_share_their_memory(store: RedisStore, redis: Redis) -> None:
    """Each update counts once; hundreds of them lie in one set, which goes by itself."""
    keep(store, "tg:1000", Commit(table=a_table(turn=0)))
    for _ in range(2):
        for number in range(1001, 1011):
            store.transact(f"tg:{number}", "g1", None, one_turn_on)

    assert turn(store) == 10
    assert len(redis.keys("pbm:requests:*")) == 1
    assert 0 < redis.ttl(keys.request("tg:1005")[0]) <= timedelta(days=3).total_seconds()


def test_a_table_that_cannot_be_read_hides_no_other(store: RedisStore, redis: Redis) -> None:
    """Whoever sits at another one plays on there; whoever does not is told why."""
    keep(store, "r1", Commit(table=a_table("g1", seats=(ANN, BEN))))
    keep(store, "r2", Commit(table=a_table("g2", seats=(ANN,), chat="tg:-200")))
    redis.set(keys.game("g1"), "a" + "broken")

    assert [table.game.id for table in store.tables_of(ANN)] == ["g2"]
    with pytest.raises(Unreadable):
        store.tables_of(BEN)


@pytest.mark.parametrize(
    "kept", ["", "a", "abroken!", "{", "[]", '{"game":{}}', '{"game":{"version":1,"id":"g1"}}', "7"]
)
def test_whatever_is_no_table_is_unreadable(store: RedisStore, redis: Redis, kept: str) -> None:
    """One kind of error for all who read, and what is kept stays as it is."""
    redis.set(keys.game("g1"), kept)

    with pytest.raises(Unreadable):
        store.transact("r1", "g1", None, one_turn_on)
    assert redis.get(keys.game("g1")) == kept


def test_what_a_process_has_kept_it_need_not_read_again(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    """It still looks whether another process has kept something else since, and it does not remember without end."""
    monkeypatch.setattr(games, "_knows", KNOWS)
    monkeypatch.setattr(games, "KNOWN_AT_MOST", 2)
    ours, theirs = RedisStore(redis), RedisStore(redis)
    keep(ours, "r1", Commit(table=a_table(turn=1)))
    with monkeypatch.context() as reading:
        reading.setattr(tables, "read", None)
        assert turn(ours) == 1

    redis.set(keys.game("g1"), tables.written(a_table(turn=7)))
    assert (turn(ours), turn(theirs)) == (7, 7)
    for number in range(2, 9):
        keep(ours, f"r{number}", Commit(table=a_table(f"g{number}", chat=f"tg:-{number}")))
    assert len(games._known) <= 2
