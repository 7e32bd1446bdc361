"""The log of calls reads as what it was: who was written to, what, and what became of it."""

from tests.sandbox.calls import Call, call_of
from tests.sandbox.house import NOON, House


async def test_each_call_reads_with_what_became_of_it(house: House) -> None:
    """One that is about no chat, one that is taken, one that changes it, and one that is refused."""
    ann = await house.started()
    me = await house.bot("getMe")
    sent = await house.send(ann, " Hello ")
    await house.result("editMessageText", chat_id=ann, message_id=sent, text="Hello, Ann")
    refused = await house.bot("sendMessage", chat_id=4711, text="Hello?")

    assert me["ok"]
    assert [call_of(call) for call in house.sandbox.calls.kept] == [
        Call(NOON, "getMe", 0, "", ok=True),
        Call(NOON, "sendMessage", ann, "Hello", ok=True, message=sent),
        Call(NOON, "editMessageText", ann, "Hello, Ann", ok=True, message=sent),
        Call(NOON, "sendMessage", 4711, "Hello?", ok=False, error=400, why=refused["description"]),
    ]
