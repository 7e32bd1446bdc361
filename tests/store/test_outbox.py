"""The outbox: no message lost, none out of its order, and what became of each is kept."""

import threading
from datetime import timedelta

from redis import Redis

from pbm.rules.game import STATE_VERSION
from pbm.service.ports import Commit, Elsewhere, Moot, Never, Saying, Sent
from pbm.store import keys
from pbm.store.games import RedisStore
from pbm.store.outbox import REASONS_KEPT, SAYINGS_KEPT, RedisOutbox
from pbm.views.messages import Entity
from pbm.views.table import Person
from tests.store.making import ANN, GROUP, NOON, a_message, a_table, head, keep, put, settle, text_of_head

NEW = "tg:-1001"


def test_a_line_is_delivered_in_the_order_of_making(store: RedisStore, outbox: RedisOutbox) -> None:
    """Whatever was kept first is at the head until it is settled."""
    put(store, "r1", a_message("One."), a_message("Two."))
    put(store, "r2", a_message("Three."))
    told = []

    while outbox.due(NOON, 9):
        told.append(text_of_head(outbox))
        settle(outbox, Sent(message=len(told)))

    assert told == ["One.", "Two.", "Three."]
    assert outbox.head(GROUP) is None


def test_of_several_shows_only_the_newest_is_delivered(store: RedisStore, outbox: RedisOutbox) -> None:
    """A lobby that changed three times is shown once, after what was said before it."""
    put(
        store,
        "r1",
        a_message("Ann.", way="show", name="lobby"),
        a_message("Ann and Ben.", way="show", name="lobby"),
        a_message("Hello."),
        a_message("Your look.", way="show", name="look"),
        a_message("Ann, Ben and Carla.", way="show", name="lobby"),
    )
    told = []

    while outbox.due(NOON, 9):
        told.append(text_of_head(outbox))
        settle(outbox, Sent(message=len(told)))

    assert told == ["Hello.", "Your look.", "Ann, Ben and Carla."]


def test_a_show_knows_the_message_that_it_edits(store: RedisStore, outbox: RedisOutbox) -> None:
    """The first is posted; the second edits what the first became."""
    put(store, "r1", a_message("Ann.", way="show", name="lobby", buttons=True))
    assert head(outbox).edits is None
    settle(outbox, Sent(message=71))

    put(store, "r2", a_message("Ann and Ben.", way="show", name="lobby"))
    letter = head(outbox)

    assert (letter.edits, letter.has_buttons) == (71, True)
    assert store.shown(GROUP, "lobby") == 71


def test_a_message_that_was_edited_keeps_its_id(store: RedisStore, outbox: RedisOutbox) -> None:
    """An edit that gives no id of its own leaves the id, and the buttons are those of the edit."""
    put(store, "r1", a_message("Which card?", name="turn", buttons=True))
    settle(outbox, Sent(message=71))
    put(store, "r2", a_message("Card 4.", way="edit", name="turn"))
    settle(outbox, Sent())

    put(store, "r3", a_message(way="strip", name="turn"))
    letter = head(outbox)

    assert (letter.edits, letter.has_buttons) == (71, False)


def test_a_stripped_message_has_no_buttons(store: RedisStore, outbox: RedisOutbox) -> None:
    """Stripping it again is not needed."""
    put(store, "r1", a_message("Which card?", name="turn", buttons=True), a_message(way="strip", name="turn"))
    settle(outbox, Sent(message=71))
    assert head(outbox).has_buttons
    settle(outbox, Sent())

    put(store, "r2", a_message(way="strip", name="turn"))

    assert not head(outbox).has_buttons
    assert store.shown(GROUP, "turn") == 71


def test_a_reply_finds_what_a_message_was_about(store: RedisStore, outbox: RedisOutbox, redis: Redis) -> None:
    """Game and turn of a message are kept for a month; of one without a game nothing is."""
    put(store, "r1", a_message("The board.", name="board"), a_message("Hello.", game=""))
    settle(outbox, Sent(message=71))
    settle(outbox, Sent(message=72))

    assert store.saying(GROUP, 71) == Saying(game="g1", turn=1)
    assert store.saying(GROUP, 72) is None
    assert store.saying(ANN, 71) is None
    assert 0 < redis.ttl(keys.said(GROUP)) <= timedelta(days=30).total_seconds()


def test_the_last_game_of_a_chat_is_that_of_its_newest_message(store: RedisStore, outbox: RedisOutbox) -> None:
    """Words that belong to no game leave it as it is; a chat without a game has none."""
    put(store, "r1", a_message("The board."), a_message("The next lobby.", game="g2"), a_message("Hello.", game=""))
    for number in (71, 72, 73):
        settle(outbox, Sent(message=number))

    assert store.last_in(GROUP) == "g2"
    assert store.last_in(ANN) is None


def test_a_reply_to_a_very_old_message_is_late(store: RedisStore, outbox: RedisOutbox) -> None:
    """Only the newest messages of a chat are remembered; what is older is of no game, and of no turn of now."""
    put(store, "r1", *(a_message(f"Board {number}.") for number in range(SAYINGS_KEPT + 1)))
    for number in range(SAYINGS_KEPT + 1):
        settle(outbox, Sent(message=71 + number))

    assert store.saying(GROUP, 71) == Saying(game="", turn=0)
    assert store.saying(GROUP, 72) == Saying(game="g1", turn=1)
    assert store.saying(GROUP, 71 + SAYINGS_KEPT + 1) is None  # not the bot's


def test_a_message_that_is_changed_again_and_again_is_remembered_once(
    store: RedisStore, outbox: RedisOutbox, redis: Redis
) -> None:
    """Choosing a card edits one message many times, and pushes no other out of memory."""
    put(store, "r1", a_message("The board."), a_message("Which card?", way="show", name="look"))
    settle(outbox, Sent(message=71))
    settle(outbox, Sent(message=72))
    for number in range(SAYINGS_KEPT):
        put(store, f"s{number}", a_message(f"Which slot? {number}", way="show", name="look"))
        settle(outbox, Sent())

    assert redis.llen(keys.said(GROUP)) == 2
    assert store.saying(GROUP, 71) == Saying(game="g1", turn=1)


def test_what_can_never_be_delivered_makes_room(store: RedisStore, outbox: RedisOutbox) -> None:
    """That message alone goes, and the operator can read why."""
    put(store, "r1", a_message("One.", name="board"), a_message("Two."))
    settle(outbox, Never(why="message is too long"))

    count, last = outbox.undelivered()

    assert text_of_head(outbox) == "Two."
    assert (count, [(one.to, one.name, one.why) for one in last]) == (1, [(GROUP, "board", "message is too long")])


def test_the_list_of_what_was_never_delivered_does_not_grow(store: RedisStore, outbox: RedisOutbox) -> None:
    """All are counted, the newest are kept."""
    put(store, "r1", *(a_message(str(number)) for number in range(REASONS_KEPT + 5)))
    for number in range(REASONS_KEPT + 5):
        settle(outbox, Never(why=f"reason {number}"))

    count, last = outbox.undelivered()

    assert (count, len(last), last[0].why) == (REASONS_KEPT + 5, REASONS_KEPT, f"reason {REASONS_KEPT + 4}")


def test_who_cannot_be_written_to_is_known(store: RedisStore, outbox: RedisOutbox) -> None:
    """A person who blocked the bot is not reachable from then on."""
    keep(store, "r1", Commit(people=(Person(address=ANN, name="Ann", reachable=True),)))
    put(store, "r2", a_message(to=ANN))

    settle(outbox, Never(why="bot was blocked by the user", unreachable=True), ANN)

    assert not store.people((ANN,))[ANN].reachable


def test_an_edit_that_failed_for_ever_is_posted_anew_the_next_time(store: RedisStore, outbox: RedisOutbox) -> None:
    """A message that cannot be edited any more is not the newest of its name."""
    put(store, "r1", a_message("Ann.", way="show", name="lobby"), a_message("Both.", way="show", name="other"))
    settle(outbox, Sent(message=71))
    put(store, "r2", a_message("Ben.", way="show", name="lobby"))
    settle(outbox, Sent(message=72))
    settle(outbox, Never(why="message can't be edited"))

    assert store.shown(GROUP, "lobby") is None
    assert store.shown(GROUP, "other") == 72


def test_what_is_moot_leaves_no_trace(store: RedisStore, outbox: RedisOutbox) -> None:
    """It is gone from the line, and is neither shown nor undelivered."""
    put(store, "r1", a_message("x", way="edit", name="turn"), a_message("Two."))
    settle(outbox, Moot())

    assert text_of_head(outbox) == "Two."
    assert store.shown(GROUP, "turn") is None
    assert outbox.undelivered() == (0, ())


def test_a_line_moves_to_the_new_address_in_order(store: RedisStore, outbox: RedisOutbox) -> None:
    """The group became a supergroup: nothing is lost, and what waits there already comes after."""
    keep(store, "r1", Commit(table=a_table(), messages=(a_message("One.", way="show", name="lobby"),)))
    settle(outbox, Sent(message=71))
    put(store, "r2", a_message("Two."), a_message("Three.", way="show", name="lobby"))
    put(store, "r3", a_message("Four.", to=NEW))

    settle(outbox, Elsewhere(to=NEW))

    assert outbox.due(NOON, 9) == (NEW,)
    told = []
    while (letter := outbox.head(NEW)) is not None:
        assert (letter.message.to, letter.edits) == (NEW, None)
        told.append(letter.message.text.text)
        settle(outbox, Sent(message=len(told)), NEW)
    assert told == ["Two.", "Three.", "Four."]
    assert outbox.head(GROUP) is None


def test_a_game_moves_with_its_chat(store: RedisStore, outbox: RedisOutbox) -> None:
    """The table and the binding have the new address; moving again, late, changes nothing."""
    keep(store, "r1", Commit(table=a_table(), messages=(a_message("One."),)))
    settle(outbox, Elsewhere(to=NEW))
    put(store, "r2", a_message("A straggler."))
    settle(outbox, Elsewhere(to=NEW))

    table = store.table("g1")

    assert table is not None
    assert table.chat == NEW
    assert (store.game_in(GROUP), store.game_in(NEW)) == (None, "g1")


def test_a_line_moves_even_where_its_game_is_of_a_later_version(
    store: RedisStore, outbox: RedisOutbox, redis: Redis
) -> None:
    """The message goes on, the binding too; the game stays as it is, for that version to move."""
    keep(store, "r1", Commit(table=a_table(), messages=(a_message("One."),)))
    later = a_table().model_dump_json().replace(f'"version":{STATE_VERSION}', f'"version":{STATE_VERSION + 1}')
    redis.set(keys.game("g1"), later)

    settle(outbox, Elsewhere(to=NEW))

    assert text_of_head(outbox, NEW) == "One."
    assert store.game_in(NEW) == "g1"
    assert redis.get(keys.game("g1")) == later


def test_a_second_post_settles_nothing_twice(store: RedisStore, outbox: RedisOutbox) -> None:
    """Two messages with the same words are two: who comes too late takes the second from nobody."""
    put(store, "r1", a_message("Same."), a_message("Same."))
    letter = head(outbox)
    outbox.settle(GROUP, letter, Sent(message=1), NOON)
    outbox.settle(GROUP, letter, Sent(message=2), NOON)

    assert text_of_head(outbox) == "Same."


def test_a_line_that_is_filled_while_it_is_settled_loses_nothing(store: RedisStore, outbox: RedisOutbox) -> None:
    """One thread fills, another empties; every message comes out once and in order."""
    told: list[str] = []
    filled = threading.Event()

    def empties() -> None:
        while outbox.due(NOON, 1) or not filled.is_set():
            letter = outbox.head(GROUP)
            if letter is not None:
                told.append(letter.message.text.text)
                outbox.settle(GROUP, letter, Sent(message=1), NOON)

    post = threading.Thread(target=empties)
    post.start()
    for number in range(150):
        put(store, f"r{number}", a_message(str(number)))
    filled.set()
    post.join()

    assert told == [str(number) for number in range(150)]


def test_the_post_wakes_when_something_is_kept(store: RedisStore, outbox: RedisOutbox) -> None:
    """It need not look again and again: it comes back long before its time is up."""
    awake = threading.Event()

    def waits() -> None:
        outbox.wait(timedelta(seconds=4))
        awake.set()

    post = threading.Thread(target=waits)
    post.start()
    put(store, "r1", a_message())

    assert awake.wait(3)
    post.join()


def test_the_bell_does_not_pile_up(store: RedisStore, redis: Redis) -> None:
    """Ten messages that nobody waited for ring once."""
    for number in range(10):
        put(store, f"r{number}", a_message())

    assert redis.llen(keys.BELL) == 1


def test_a_message_kept_before_marks_were_written_shortly_is_delivered(redis: Redis, outbox: RedisOutbox) -> None:
    """Its marks are the same."""
    marks = (
        '[{"mark":"bold","offset":0,"length":4},{"mark":"date_time","offset":5,"length":2,"far":true,"moment":"%s"}]'
    )
    text = f'{{"text":"Noon 12","entities":{marks % NOON.isoformat()}}}'
    redis.rpush(keys.line(ANN), f'{{"id":"r1#0","message":{{"to":"{ANN}","text":{text},"made":"{NOON.isoformat()}"}}}}')

    marked = head(outbox, ANN).message.text
    assert marked.entities == (Entity("bold", 0, 4), Entity("date_time", 5, 2, moment=NOON, far=True))
