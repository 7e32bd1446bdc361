"""The pace of writing: never more into one group than Telegram takes, and nobody else waits for that."""

import pytest
from telegram.error import RetryAfter

from pbm.sandbox.limits import GROUP
from pbm.telegram.pace import GROUPS_REMEMBERED, MINUTE, Pace

PESTERED = -100


class Clock:
    """A clock that is set."""

    def __init__(self) -> None:
        self.at = 0.0


@pytest.fixture
def clock() -> Clock:
    """Noon, so to say."""
    return Clock()


@pytest.fixture
def pace(clock: Clock) -> Pace:
    """Telegram's for one group, and for all together none that a test could wait for."""
    return Pace(a_second=10_000, at_once=1000, group_a_minute=GROUP.count, now=lambda: clock.at)


async def written(pace: Pace, chat: int | None) -> bool:
    """Whether something that is about that chat is sent."""

    async def call() -> bool:
        return True

    try:
        return bool(await pace.process_request(call, (), {}, "sendMessage", {"chat_id": chat} if chat else {}, None))
    except RetryAfter:
        return False


async def test_no_minute_brings_a_group_more_than_twenty(pace: Pace, clock: Clock) -> None:
    """However often somebody makes the bot write there, in whatever rhythm."""
    sent = []
    for tick in range(3000):
        clock.at = tick / 10
        if await written(pace, PESTERED):
            sent.append(clock.at)

    assert max(sum(begin <= at < begin + GROUP.seconds for at in sent) for begin in sent) == GROUP.count
    assert len(sent) >= GROUP.count * 4  # and what may be sent is


async def test_nobody_else_waits_for_a_group_that_has_had_enough(pace: Pace) -> None:
    """Other groups, people, and answers that are about no chat go on."""
    while await written(pace, PESTERED):
        pass

    assert [await written(pace, chat) for chat in (-200, 7, None)] == [True] * 3


async def test_groups_are_not_remembered_without_end(pace: Pace, clock: Clock) -> None:
    """Those of the last minute are."""
    for group in range(1, 3 * GROUPS_REMEMBERED):
        clock.at += MINUTE / GROUPS_REMEMBERED
        assert await written(pace, -group)

    assert len(pace._written) <= GROUPS_REMEMBERED
