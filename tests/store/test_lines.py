"""The lines of the outbox: which are due, and which of them goes first."""

from datetime import datetime, timedelta

import pytest
from redis import Redis

from pbm.service.ports import Commit, Later, Sent
from pbm.store import keys
from pbm.store.games import RedisStore
from pbm.store.outbox import LONGEST_REST, RedisOutbox
from pbm.views.messages import Address, Message
from tests.store.making import ANN, BEN, GROUP, NOON, a_message, head, keep, put, settle, text_of_head

SECOND = timedelta(seconds=1)


def test_the_longest_waiting_line_is_the_first(store: RedisStore, outbox: RedisOutbox) -> None:
    """A line of many messages does not hold the others up."""
    put(store, "r1", a_message("One."), a_message("Two."))
    put(store, "r2", a_message("Yours.", to=BEN, made=NOON + timedelta(seconds=1)))
    put(store, "r3", a_message("Mine.", to=ANN, made=NOON + timedelta(minutes=1)))
    later = NOON + timedelta(seconds=2)
    assert outbox.due(later, 9) == (GROUP, BEN)
    assert outbox.due(later, 1) == (GROUP,)

    outbox.settle(GROUP, head(outbox), Sent(message=1), later)

    assert outbox.due(later, 9) == (BEN, GROUP)


def test_no_line_waits_because_the_clock_was_set_back(store: RedisStore, outbox: RedisOutbox) -> None:
    """What was kept an hour ahead of the clock, or told to wait there, is due at the next look but one."""
    put(store, "r1", a_message("Soon."), a_message("Then.", to=BEN))
    outbox.settle(BEN, head(outbox, BEN), Later(after=timedelta(minutes=10)), NOON)
    earlier = NOON - timedelta(hours=1)

    outbox.due(earlier, 9)

    assert set(outbox.due(earlier, 9)) == {BEN, GROUP}


def a_prompt(to: Address, made: datetime = NOON) -> Message:
    """A call to somebody's turn."""
    return a_message("Your turn.", to=to, made=made).model_copy(update={"prompts": True})


def test_prompts_go_first_then_boards_then_notes(store: RedisStore, outbox: RedisOutbox) -> None:
    """Though the notes wait longest; an answer to a press goes before all."""
    put(store, "r1", a_message("A word.", to="tg:3"))
    put(store, "r2", a_message("The board.", name="board", made=NOON + SECOND))
    put(store, "r3", a_prompt(ANN, NOON + 2 * SECOND), a_prompt(BEN, NOON + 3 * SECOND))
    put(store, "r4", a_message("Pressed.", way="answer", press="p", made=NOON + 4 * SECOND))

    assert outbox.due(NOON + 4 * SECOND, 9) == ("answer:p", ANN, BEN, GROUP, "tg:3")
    assert outbox.due(NOON + 4 * SECOND, 3) == ("answer:p", ANN, BEN)


def test_what_stands_before_a_prompt_goes_with_it_and_in_its_order(store: RedisStore, outbox: RedisOutbox) -> None:
    """Ann has a word and then a prompt in her line; what is said behind the prompt is a word like any other."""
    put(store, "r1", a_message("A word.", to=BEN))
    put(store, "r2", a_message("A word.", to=ANN, made=NOON + SECOND), a_prompt(ANN, NOON + SECOND))
    put(store, "r3", a_message("Another.", to=ANN, made=NOON + SECOND))
    told, later = [], NOON + SECOND

    while outbox.due(later, 9):
        line = outbox.due(later, 9)[0]
        told.append((line, text_of_head(outbox, line)))
        outbox.settle(line, head(outbox, line), Sent(message=len(told)), later)

    assert told == [(ANN, "A word."), (ANN, "Your turn."), (BEN, "A word."), (ANN, "Another.")]


def test_no_line_starves(store: RedisStore, outbox: RedisOutbox) -> None:
    """A word that has waited ten minutes longer than a prompt, and more, goes before it."""
    put(store, "r1", a_message("A word."))
    put(store, "r2", a_prompt(ANN, NOON + timedelta(minutes=9)))
    put(store, "r3", a_prompt(BEN, NOON + timedelta(minutes=11)))

    assert outbox.due(NOON + timedelta(minutes=11), 9) == (ANN, GROUP, BEN)


def test_a_prompt_does_not_end_the_wait_of_its_line(store: RedisStore, outbox: RedisOutbox, redis: Redis) -> None:
    """Telegram said when to come again; and then it is a prompt that waits."""
    put(store, "r1", a_message("A word.", to=ANN))
    put(store, "r2", a_message("A word."))
    settle(outbox, Later(after=30 * SECOND), ANN)
    put(store, "r3", a_prompt(ANN, NOON + SECOND))

    assert outbox.due(NOON + 29 * SECOND, 9) == (GROUP,)
    assert redis.zscore(keys.hasty("prompt"), ANN) == redis.zscore(keys.LINES, ANN)
    assert outbox.due(NOON + 30 * SECOND, 9) == (ANN, GROUP)


def test_lines_are_found_whatever_became_of_their_urgency(store: RedisStore, outbox: RedisOutbox, redis: Redis) -> None:
    """An earlier version kept none; and a line that is said to be urgent and is not there is forgotten."""
    put(store, "r1", a_prompt(ANN))
    redis.delete(keys.hasty("prompt"))
    redis.zadd(keys.hasty("board"), {BEN: 0})

    assert outbox.due(NOON, 9) == (ANN,)
    assert redis.zscore(keys.hasty("board"), BEN) is None


def test_later_holds_the_whole_line(store: RedisStore, outbox: RedisOutbox) -> None:
    """Until then the line is not due, and what is put into it does not change that."""
    put(store, "r1", a_message("One."))
    settle(outbox, Later(after=timedelta(seconds=30)))
    put(store, "r2", a_message("Two."))

    assert outbox.due(NOON + timedelta(seconds=29), 9) == ()
    assert outbox.due(NOON + timedelta(seconds=30), 9) == (GROUP,)
    assert text_of_head(outbox) == "One."


@pytest.mark.parametrize("back", [timedelta(minutes=1), timedelta(hours=1)])
def test_no_line_waits_for_a_clock_that_was_set_back(redis: Redis, store: RedisStore, back: timedelta) -> None:
    """What was kept before that seems to be due later; a minute back is seen by who was looking, an hour by anybody."""
    looking, new = RedisOutbox(redis), RedisOutbox(redis)
    keep(store, "r1", Commit(messages=(a_message("Hello."),)))
    assert looking.due(NOON - timedelta(minutes=2), 9) == ()
    assert looking.due(NOON, 9) == (GROUP,)
    earlier = NOON - back
    seen_by = looking if back < LONGEST_REST else new

    seen_by.due(earlier, 9)

    assert seen_by.due(earlier, 9) == (GROUP,)
