"""What goes wrong on request."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from tests.sandbox.house import House


async def test_a_fault_hits_as_often_as_asked_then_all_is_well(house: House) -> None:
    """Twice 429 with the seconds asked for, then the message goes through."""
    ann = await house.started()
    await house.ask("POST", "/faults", method="sendMessage", kind="429", times=2, retry_after=7)

    for _ in range(2):
        answer = await house.bot("sendMessage", chat_id=ann, text="Hello")
        assert answer["parameters"] == {"retry_after": 7}
        assert answer["description"] == "Too Many Requests: retry after 7"
    assert (await house.bot("sendMessage", chat_id=ann, text="Hello"))["ok"]


async def test_a_fault_can_be_for_one_chat_only(house: House) -> None:
    """Ann's messages are refused, Ben's arrive."""
    ann, ben = await house.started("Ann"), await house.started("Ben")
    await house.ask("POST", "/faults", method="sendMessage", kind="403", chat=ann)

    assert (await house.bot("sendMessage", chat_id=ben, text="Hello"))["ok"]
    answer = await house.bot("sendMessage", chat_id=ann, text="Hello")
    assert answer["description"] == "Forbidden: bot was blocked by the user"


@pytest.mark.parametrize(("kind", "arrived"), [("drop_before", 0), ("drop_after", 1)])
async def test_a_dropped_connection_leaves_the_message_sent_or_not(house: House, kind: str, arrived: int) -> None:
    """The bot cannot tell the two apart; the chat can."""
    ann = await house.started()
    await house.ask("POST", "/faults", method="sendMessage", kind=kind)

    with pytest.raises(aiohttp.ClientConnectionError):
        await house.bot("sendMessage", chat_id=ann, text="Hello")
    assert [message["text"] for message in await house.sees(ann, ann)].count("Hello") == arrived


@pytest.mark.parametrize(("kind", "arrived"), [("hang", 0), ("hang_after", 1)])
async def test_a_hanging_call_is_never_answered(house: House, kind: str, arrived: int) -> None:
    """The bot has to give up by itself."""
    ann = await house.started()
    await house.ask("POST", "/faults", method="sendMessage", kind=kind)

    with pytest.raises(TimeoutError):
        await asyncio.wait_for(house.bot("sendMessage", chat_id=ann, text="Hello"), 0.2)
    assert [message["text"] for message in await house.sees(ann, ann)].count("Hello") == arrived


async def test_a_group_can_be_upgraded_under_the_bots_hands(house: House) -> None:
    """The error names the new chat before any update does, and writing there works."""
    old = await house.group(await house.person(), kind="group")
    await house.ask("POST", "/faults", method="sendMessage", kind="migrated", chat=old)

    answer = await house.bot("sendMessage", chat_id=old, text="Hello")
    assert answer["description"] == "Bad Request: group chat was upgraded to a supergroup chat"
    assert await house.send(answer["parameters"]["migrate_to_chat_id"])


async def test_faults_can_be_called_off(house: House) -> None:
    """DELETE /faults forgets what was asked for."""
    await house.ask("POST", "/faults", method="*", kind="500", times=99)
    assert (await house.bot("getMe"))["description"] == "Internal Server Error"
    await house.ask("DELETE", "/faults")

    assert (await house.bot("getMe"))["ok"]
