"""How fast a bot may write."""

import pytest

from pbm.sandbox.chats import Chat
from pbm.sandbox.limits import Limits
from pbm.sandbox.refusals import Refused
from tests.sandbox.house import BUTTON, Clock, a_house

ANN = Chat(id=5, kind="private")
GROUP = Chat(id=-5, kind="group")


def wait(limits: Limits, chat: Chat) -> int:
    """How many seconds the bot is told to wait before it writes to the chat; 0 if it may."""
    try:
        limits.take(chat)
    except Refused as refused:
        return (refused.parameters or {})["retry_after"]
    return 0


def test_a_group_takes_twenty_messages_a_minute() -> None:
    """The twenty-first has to wait until the first is a minute old."""
    clock = Clock()
    limits = Limits(clock)
    for _ in range(20):
        assert wait(limits, GROUP) == 0
        clock.pass_by(1)

    assert wait(limits, GROUP) == 40
    clock.pass_by(40)
    assert wait(limits, GROUP) == 0


def test_a_person_takes_a_short_burst_then_one_a_second() -> None:
    """Five at once go through; over a minute it is one a second."""
    clock = Clock()
    limits = Limits(clock)

    assert [wait(limits, ANN) for _ in range(6)] == [0, 0, 0, 0, 0, 5]
    for _ in range(60):
        clock.pass_by(1)
        wait(limits, ANN)
    assert len(limits._written[ANN.id]) <= 5


def test_all_chats_together_take_thirty_a_second() -> None:
    """Thirty people can be written to in one second, the thirty-first in the next."""
    clock = Clock()
    limits = Limits(clock)
    people = [Chat(id=number, kind="private") for number in range(1, 32)]

    assert [wait(limits, person) for person in people] == [0] * 30 + [1]
    clock.pass_by(1)
    assert wait(limits, people[-1]) == 0


@pytest.mark.parametrize(("factor", "sent"), [(1.0, 20), (10.0, 200), (None, 300)])
def test_limits_can_be_widened_or_lifted(factor: float | None, sent: int) -> None:
    """A factor of ten lets through ten times as much, none lets through everything."""
    clock = Clock()
    limits = Limits(clock, factor)
    taken = 0
    for _ in range(300):
        taken += wait(limits, GROUP) == 0
        clock.pass_by(0.05)

    assert taken == sent


async def test_edits_count_like_messages() -> None:
    """Whoever edits instead of writing runs into the same limit; what is refused for another reason costs nothing."""
    async with a_house(limits=1.0) as house:
        chat = await house.group(await house.person())
        board = await house.send(chat, "0")
        for _ in range(30):
            await house.bot("editMessageText", chat_id=chat, message_id=board, text="0")
        for number in range(1, 20):
            await house.result("editMessageText", chat_id=chat, message_id=board, text=f"{number}", reply_markup=BUTTON)
            house.clock.pass_by(0.1)

        answer = await house.bot("editMessageReplyMarkup", chat_id=chat, message_id=board)
        assert answer["error_code"] == 429
        house.clock.pass_by(answer["parameters"]["retry_after"])
        assert (await house.bot("editMessageReplyMarkup", chat_id=chat, message_id=board))["ok"]
