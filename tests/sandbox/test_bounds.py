"""What lies just within a limit is taken: the sandbox is not stricter than Telegram either."""

from __future__ import annotations

from pbm.sandbox.sandbox import MESSAGES_KEPT
from tests.sandbox.house import BUTTON, House, Json


def a_row(*data: str) -> list[dict[str, str]]:
    return [{"text": "x", "callback_data": each} for each in data]


async def test_a_keyboard_of_100_buttons_with_64_bytes_each_is_taken(house: House) -> None:
    """Eight in a row, a hundred in all, umlauts counting two bytes."""
    ann = await house.started()
    rows = [a_row(*["ü" * 32] * 8) for _ in range(12)] + [a_row(*["x" * 64] * 4)]

    await house.send(ann, reply_markup={"inline_keyboard": rows})
    rows[0].append(rows[0][0])
    rows[1].pop()
    assert not (await house.bot("sendMessage", chat_id=ann, text="x", reply_markup={"inline_keyboard": rows}))["ok"]


async def test_an_answer_of_200_characters_after_15_seconds_is_taken(house: House) -> None:
    """Both limits are themselves allowed."""
    ann = await house.started()
    press, query = await house.pressed(ann, ann, await house.send(ann, reply_markup=BUTTON))
    house.clock.pass_by(15)
    await house.result("answerCallbackQuery", callback_query_id=query, text="x" * 200)

    assert (await press)["text"] == "x" * 200


async def test_a_message_can_be_deleted_for_48_hours_and_edited_for_ever(house: House) -> None:
    """The two days are up to the second; a bot's own message can be changed years later."""
    ann = await house.started()
    deleted, edited = await house.send(ann), await house.send(ann)
    house.clock.pass_by(48 * 3600)
    assert await house.result("deleteMessage", chat_id=ann, message_id=deleted)
    house.clock.pass_by(365 * 24 * 3600)

    assert await house.result("editMessageText", chat_id=ann, message_id=edited, text="late")


async def test_an_edit_that_changes_only_the_buttons_or_only_the_marks_is_a_change(house: House) -> None:
    """Telegram compares text, marks and buttons together."""
    ann = await house.started()
    message = await house.send(ann, "Same", reply_markup=BUTTON)
    bold = [{"type": "bold", "offset": 0, "length": 4}]
    here: Json = {"chat_id": ann, "message_id": message}

    await house.result("editMessageText", **here, text="Same", entities=bold, reply_markup=BUTTON)
    await house.result("editMessageText", **here, text="Same", entities=bold)
    assert not (await house.bot("editMessageReplyMarkup", **here))["ok"]
    await house.result("editMessageReplyMarkup", **here, reply_markup=BUTTON)


async def test_an_administrator_deletes_what_others_wrote(house: House) -> None:
    """With the right to delete, and in private chats always."""
    ann = await house.started()
    chat = await house.group(ann, bot="administrator")
    for where in (chat, ann):
        assert await house.result("deleteMessage", chat_id=where, message_id=await house.say(ann, where, "mine"))
    await house.set_bot(chat, "administrator", rights={"can_delete_messages": False, "can_pin_messages": False})
    line = await house.say(ann, chat, "mine")

    assert not (await house.bot("deleteMessage", chat_id=chat, message_id=line))["ok"]
    assert not (await house.bot("pinChatMessage", chat_id=chat, message_id=line))["ok"]


async def test_a_chat_forgets_its_oldest_messages_but_no_pinned_one(house: House) -> None:
    """The world stays small enough to be written at every change."""
    ann = await house.started()
    pinned, oldest = await house.send(ann, "Pinned"), await house.send(ann, "Oldest")
    await house.result("pinChatMessage", chat_id=ann, message_id=pinned)
    chat = house.sandbox.world.chats[ann]
    for _ in range(MESSAGES_KEPT):
        house.sandbox.post(chat, ann, "chatter")

    assert len(chat.messages) == MESSAGES_KEPT
    assert pinned in chat.messages
    assert oldest not in chat.messages
