"""How each refusal of the table is brought about, over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from tests.sandbox.house import BUTTON, House, Json

Case = Callable[[House], Awaitable[tuple[Json, Json]]]
CASES: dict[str, Case] = {}


def case(name: str) -> Callable[[Case], Case]:
    """The function brings about the refusal of this name: it gives the answer and the facts its words contain."""

    def add(function: Case) -> Case:
        CASES[name] = function
        return function

    return add


def sending(name: str, facts: Json | None = None, **parameters: Any) -> None:
    """A refusal that sendMessage in a private chat brings about by its parameters alone."""

    async def send(house: House) -> tuple[Json, Json]:
        ann = await house.started()
        given: Json = {"chat_id": ann, "text": "Hello"} | parameters
        return await house.bot("sendMessage", **given), facts or {}

    CASES[name] = send


def entity(kind: str = "bold", offset: int = 0, length: int = 1, **more: Any) -> list[Json]:
    return [{"type": kind, "offset": offset, "length": length, **more}]


def keyboard(*rows: list[Json]) -> Json:
    return {"inline_keyboard": list(rows)}


sending("CHAT_ID_EMPTY", chat_id="")
sending("CHAT_NOT_FOUND", chat_id=12345)
sending("TEXT_EMPTY", text="")
sending("TEXT_BLANK", text=" \n ")
# 2,049 signs of two UTF-16 units each: too long by the units, not by the signs.
sending("TEXT_TOO_LONG", text="🙂" * 2049)
sending("PARSE_MODE", parse_mode="INVALID")
sending("ENTITY_TYPE", entities=entity("shout"))
sending("ENTITY_FIELD", {"field": "unix_time"}, entities=entity("date_time"))
sending("ENTITY_OFFSET", {"offset": -1}, entities=entity(offset=-1))
sending("ENTITY_BEGINS_LATE", {"offset": 100}, entities=entity(offset=100))
sending("ENTITY_ENDS_LATE", {"offset": 0, "end": 6}, entities=entity(length=6))
sending("ENTITY_SPLITS", {"byte": 0}, text="🙂x", entities=entity(offset=1))
sending("ENTITY_URL", {"url": "not-a-url"}, entities=entity("text_link", url="not-a-url"))
sending("USER_NOT_FOUND", entities=entity("text_mention", user={"id": 77}))
sending("MARKUP_NO_JSON", reply_markup="{no")
sending("MARKUP_NO_OBJECT", reply_markup=[1])
sending("KEYBOARD_NO_ROWS", reply_markup={"inline_keyboard": [1]})
sending("KEYBOARD_TOO_LONG", reply_markup=keyboard(*[[{"text": "x", "callback_data": "x"}]] * 101))
sending("BUTTON_WITHOUT_TEXT", reply_markup=keyboard([{"callback_data": "x"}]))
sending("BUTTON_DOES_NOTHING", reply_markup=keyboard([{"text": "x"}]))
sending("BUTTON_DATA", reply_markup=keyboard([{"text": "x", "callback_data": "ü" * 33}]))
sending("BUTTON_URL", {"url": "not-a-url"}, reply_markup=keyboard([{"text": "x", "url": "not-a-url"}]))
sending("BUTTON_STYLE", reply_markup=keyboard([{"text": "x", "callback_data": "x", "style": "loud"}]))
sending("REPLY_FIELD", reply_parameters={"quote": "x"})
sending("REPLY_NOT_FOUND", reply_parameters={"message_id": 999})


@case("UNAUTHORIZED")
async def _(house: House) -> tuple[Json, Json]:
    return await house.bot("getMe", token="1:wrong"), {}


@case("NOT_FOUND")
async def _(house: House) -> tuple[Json, Json]:
    return await house.bot("sendTelepathy"), {}


@case("OTHER_POLLER")
async def _(house: House) -> tuple[Json, Json]:
    first = asyncio.create_task(house.bot("getUpdates", timeout=5))
    await asyncio.sleep(0.05)
    await house.bot("getUpdates")
    return await first, {}


@case("WEBHOOK_IS_SET")
async def _(house: House) -> tuple[Json, Json]:
    await house.result("setWebhook", url="http://127.0.0.1:9/")
    return await house.bot("getUpdates"), {}


@case("SET_WEBHOOK_CAME")
async def _(house: House) -> tuple[Json, Json]:
    poll = asyncio.create_task(house.bot("getUpdates", timeout=5))
    await asyncio.sleep(0.05)
    await house.result("setWebhook", url="http://127.0.0.1:9/")
    return await poll, {}


@case("TOO_MANY_REQUESTS")
async def _(house: House) -> tuple[Json, Json]:
    house.sandbox.limits.factor = 1
    ann = await house.started()
    for _ in range(5):
        await house.send(ann)
    answer = await house.bot("sendMessage", chat_id=ann, text="Hello")
    assert answer["parameters"] == {"retry_after": 5}
    return answer, {"retry_after": 5}


@case("CANT_INITIATE")
async def _(house: House) -> tuple[Json, Json]:
    ann = await house.person()
    await house.group(ann)
    return await house.bot("sendMessage", chat_id=ann, text="Hello"), {}


@case("BLOCKED")
async def _(house: House) -> tuple[Json, Json]:
    ann = await house.started()
    await house.ask("POST", f"/people/{ann}/block", blocked=True)
    return await house.bot("sendMessage", chat_id=ann, text="Hello"), {}


@case("DEACTIVATED")
async def _(house: House) -> tuple[Json, Json]:
    ann = await house.started()
    await house.ask("POST", f"/people/{ann}/deactivate")
    return await house.bot("sendMessage", chat_id=ann, text="Hello"), {}


@case("TO_A_BOT")
async def _(house: House) -> tuple[Json, Json]:
    other = await house.person("Robbie", is_bot=True)
    await house.group(other)
    return await house.bot("sendMessage", chat_id=other, text="Hello"), {}


async def _removed(house: House, kind: str, status: str) -> tuple[Json, Json]:
    chat = await house.group(await house.person(), kind=kind)
    await house.set_bot(chat, status)
    return await house.bot("sendMessage", chat_id=chat, text="Hello"), {}


@case("KICKED_FROM_GROUP")
async def _(house: House) -> tuple[Json, Json]:
    return await _removed(house, "group", "kicked")


@case("KICKED_FROM_SUPERGROUP")
async def _(house: House) -> tuple[Json, Json]:
    return await _removed(house, "supergroup", "kicked")


@case("DELETED_GROUP")
async def _(house: House) -> tuple[Json, Json]:
    group = await house.group(await house.started())
    await house.ask("DELETE", f"/chats/{group}")
    return await house.bot("sendMessage", chat_id=group, text="Hello"), {}


@case("LEFT_GROUP")
async def _(house: House) -> tuple[Json, Json]:
    return await _removed(house, "group", "left")


@case("LEFT_SUPERGROUP")
async def _(house: House) -> tuple[Json, Json]:
    return await _removed(house, "supergroup", "left")


@case("NO_RIGHT_TO_WRITE")
async def _(house: House) -> tuple[Json, Json]:
    return await _removed(house, "supergroup", "restricted")


@case("UPGRADED")
async def _(house: House) -> tuple[Json, Json]:
    old = await house.group(await house.person(), kind="group")
    new = (await house.ask("POST", f"/chats/{old}/upgrade"))["id"]
    answer = await house.bot("sendMessage", chat_id=old, text="Hello")
    assert answer["parameters"] == {"migrate_to_chat_id": new}
    return answer, {}


@case("THREAD_NOT_FOUND")
async def _(house: House) -> tuple[Json, Json]:
    """The General topic's id 1 is the one a bot is most tempted to send back."""
    forum = await house.group(await house.person(), kind="forum")
    return await house.bot("sendMessage", chat_id=forum, text="Hello", message_thread_id=1), {}


@case("MESSAGE_ID_MISSING")
async def _(house: House) -> tuple[Json, Json]:
    return await house.bot("editMessageText", chat_id=await house.started(), text="Hello"), {}


@case("EDIT_NOT_FOUND")
async def _(house: House) -> tuple[Json, Json]:
    return await house.bot("editMessageText", chat_id=await house.started(), message_id=999, text="Hello"), {}


@case("EDIT_NOT_OWN")
async def _(house: House) -> tuple[Json, Json]:
    ann = await house.started()
    theirs = await house.say(ann, ann, "mine")
    return await house.bot("editMessageText", chat_id=ann, message_id=theirs, text="Hello"), {}


@case("NOT_MODIFIED")
async def _(house: House) -> tuple[Json, Json]:
    ann = await house.started()
    message = await house.send(ann, "Same", reply_markup=BUTTON)
    again: Json = {"chat_id": ann, "message_id": message, "text": "Same ", "reply_markup": BUTTON}
    return await house.bot("editMessageText", **again), {}


@case("DELETE_NOT_FOUND")
async def _(house: House) -> tuple[Json, Json]:
    return await house.bot("deleteMessage", chat_id=await house.started(), message_id=999), {}


@case("DELETE_TOO_OLD")
async def _(house: House) -> tuple[Json, Json]:
    ann = await house.started()
    message = await house.send(ann)
    house.clock.pass_by(48 * 3600 + 1)
    return await house.bot("deleteMessage", chat_id=ann, message_id=message), {}


@case("DELETE_NO_RIGHT")
async def _(house: House) -> tuple[Json, Json]:
    ann = await house.person()
    chat = await house.group(ann)
    return await house.bot("deleteMessage", chat_id=chat, message_id=await house.say(ann, chat, "mine")), {}


@case("QUERY_TOO_OLD")
async def _(house: House) -> tuple[Json, Json]:
    ann = await house.started()
    _, query = await house.pressed(ann, ann, await house.send(ann, reply_markup=BUTTON))
    house.clock.pass_by(15.1)
    return await house.bot("answerCallbackQuery", callback_query_id=query), {}


@case("ANSWER_TOO_LONG")
async def _(house: House) -> tuple[Json, Json]:
    ann = await house.started()
    _, query = await house.pressed(ann, ann, await house.send(ann, reply_markup=BUTTON))
    return await house.bot("answerCallbackQuery", callback_query_id=query, text="x" * 201), {}


@case("ANSWER_URL")
async def _(house: House) -> tuple[Json, Json]:
    ann = await house.started()
    _, query = await house.pressed(ann, ann, await house.send(ann, reply_markup=BUTTON))
    return await house.bot("answerCallbackQuery", callback_query_id=query, url="https://example.org/"), {}


@case("PIN_NO_RIGHT")
async def _(house: House) -> tuple[Json, Json]:
    chat = await house.group(await house.person())
    return await house.bot("pinChatMessage", chat_id=chat, message_id=await house.send(chat)), {}


@case("PIN_NOT_FOUND")
async def _(house: House) -> tuple[Json, Json]:
    return await house.bot("pinChatMessage", chat_id=await house.started(), message_id=999), {}


@case("UNPIN_NOT_FOUND")
async def _(house: House) -> tuple[Json, Json]:
    return await house.bot("unpinChatMessage", chat_id=await house.started()), {}


@case("REACT_NOT_FOUND")
async def _(house: House) -> tuple[Json, Json]:
    return await house.bot("setMessageReaction", chat_id=await house.started(), message_id=999), {}


@case("REACTION")
async def _(house: House) -> tuple[Json, Json]:
    ann = await house.started()
    reaction = [{"type": "emoji", "emoji": "🫖"}]
    return await house.bot("setMessageReaction", chat_id=ann, message_id=await house.send(ann), reaction=reaction), {}


@case("MEMBER_NOT_FOUND")
async def _(house: House) -> tuple[Json, Json]:
    chat = await house.group(await house.person())
    return await house.bot("getChatMember", chat_id=chat, user_id=777), {}


@case("USER_ID")
async def _(house: House) -> tuple[Json, Json]:
    return await house.bot("getChatMember", chat_id=await house.group(await house.person())), {}


@case("NO_ADMINS")
async def _(house: House) -> tuple[Json, Json]:
    return await house.bot("getChatAdministrators", chat_id=await house.started()), {}


@case("CANT_LEAVE")
async def _(house: House) -> tuple[Json, Json]:
    return await house.bot("leaveChat", chat_id=await house.started()), {}


@case("WRONG_ACTION")
async def _(house: House) -> tuple[Json, Json]:
    return await house.bot("sendChatAction", chat_id=await house.started(), action="dancing"), {}


async def _commands(house: House, *commands: Json, **more: Any) -> tuple[Json, Json]:
    return await house.bot("setMyCommands", commands=list(commands), **more), {}


@case("COMMAND")
async def _(house: House) -> tuple[Json, Json]:
    return await _commands(house, {"command": "New-Game", "description": "x"})


@case("COMMAND_DESCRIPTION")
async def _(house: House) -> tuple[Json, Json]:
    return await _commands(house, {"command": "help", "description": "x" * 257})


@case("TOO_MANY_COMMANDS")
async def _(house: House) -> tuple[Json, Json]:
    return await _commands(house, *[{"command": f"c{number}", "description": "x"} for number in range(101)])


@case("COMMAND_SCOPE")
async def _(house: House) -> tuple[Json, Json]:
    return await _commands(house, scope={"type": "everywhere"})


@case("LANGUAGE_CODE")
async def _(house: House) -> tuple[Json, Json]:
    return await _commands(house, language_code="deutsch")


@case("DESCRIPTION_TOO_LONG")
async def _(house: House) -> tuple[Json, Json]:
    return await house.bot("setMyShortDescription", short_description="x" * 121), {}


@case("WEBHOOK_URL")
async def _(house: House) -> tuple[Json, Json]:
    return await house.bot("setWebhook", url="http://example.org/hook"), {}


@case("SECRET_TOO_LONG")
async def _(house: House) -> tuple[Json, Json]:
    return await house.bot("setWebhook", url="https://example.org/hook", secret_token="x" * 257), {}


@case("SECRET_CHARACTERS")
async def _(house: House) -> tuple[Json, Json]:
    return await house.bot("setWebhook", url="https://example.org/hook", secret_token="a b"), {}


@case("INTERNAL")
async def _(house: House) -> tuple[Json, Json]:
    await house.ask("POST", "/faults", method="getMe", kind="500")
    return await house.bot("getMe"), {}


@case("BAD_GATEWAY")
async def _(house: House) -> tuple[Json, Json]:
    await house.ask("POST", "/faults", method="getMe", kind="502")
    return await house.bot("getMe"), {}
