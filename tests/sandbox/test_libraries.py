"""The sandbox's answers, read by two libraries that know the real Telegram."""

from __future__ import annotations

import asyncio
import datetime
from typing import Any

import aiogram.types
import aiohttp
import pytest
import telegram
from aiogram.methods import GetMe
from telegram.error import BadRequest, ChatMigrated, Conflict, Forbidden, InvalidToken, RetryAfter
from telegram.request import HTTPXRequest

from pbm.sandbox.server import TOKEN
from tests.sandbox.house import BUTTON, House, Json

MOMENT = datetime.datetime(2026, 11, 30, 18, 40, tzinfo=datetime.UTC)


def a_bot(house: House, token: str = TOKEN) -> telegram.Bot:
    return telegram.Bot(token, base_url=house.bot_url, get_updates_request=HTTPXRequest(read_timeout=3))


async def an_evening(house: House) -> tuple[int, int, list[Json]]:
    """A forum in which everything happened that a bot can hear of; gives Ann, the chat and the updates."""
    ann, ben = await house.started("Ann"), await house.person("Ben", "de", last_name="Beck", username="ben_beck")
    chat = await house.group(ann, ben, kind="forum", bot="administrator")
    topic = (await house.ask("POST", f"/chats/{chat}/topics", name="Games"))["topic"]
    board = await house.send(chat, "Board", reply_markup=BUTTON, message_thread_id=topic)
    await house.say(ann, chat, "/join@SandboxBot @ben_beck https://example.org #fun", topic=topic, reply_to=board)
    mention = [{"type": "text_mention", "offset": 0, "length": 3, "user": {"id": ann}}]
    await house.say(ben, chat, "Ann!", entities=mention)
    line = await house.say(ann, ann, "4 2")
    await house.ask("PATCH", f"/chats/{ann}/messages", person=ann, message_id=line, text="4 3")
    for kind in ("photo", "voice", "sticker"):
        await house.say(ann, ann, "", kind=kind)
    await house.say(ann, chat, "As the group", anonymous=True)
    await house.result("pinChatMessage", chat_id=chat, message_id=board)
    await house.ask("DELETE", f"/chats/{chat}/members/{ben}")
    await house.ask("POST", f"/people/{ann}/block", blocked=True)
    await house.ask("POST", f"/people/{ann}/block", blocked=False)
    await house.set_bot(chat, "restricted")
    await house.set_bot(chat, "kicked")
    group = await house.group(ann, kind="group")
    await house.ask("POST", f"/chats/{group}/upgrade")
    for pressed in (board, 4711):
        press = asyncio.create_task(
            house.ask("POST", "/press", person=ann, chat=chat, message_id=pressed, data="join:1")
        )
        await asyncio.sleep(0.05)
        press.cancel()
    return ann, chat, await house.result("getUpdates")


async def test_two_libraries_read_every_update_alike(house: House) -> None:
    """python-telegram-bot and aiogram find the same in everything a bot can hear."""
    ann, chat, updates = await an_evening(house)
    kinds = {kind for update in updates for kind in update if kind != "update_id"}
    assert kinds == {"message", "edited_message", "callback_query", "my_chat_member"}

    for raw in updates:
        ours = telegram.Update.de_json(raw, None)
        theirs = aiogram.types.Update.model_validate(raw)
        assert ours.update_id == theirs.update_id
        assert theirs.event_type in kinds
        assert _known(ours) == []
        if raw.get("message"):
            assert ours.message is not None
            assert theirs.message is not None
            assert ours.message.text == theirs.message.text
            assert ours.message.chat_id == theirs.message.chat.id
            assert [entity.type for entity in ours.message.entities] == [
                entity.type for entity in theirs.message.entities or ()
            ]
    assert {ours.get("message", {}).get("chat", {}).get("id") for ours in updates} >= {ann, chat}


def _known(thing: Any) -> list[str]:
    """The fields that python-telegram-bot does not know, anywhere inside an update."""
    unknown: list[str] = []
    if isinstance(thing, telegram.TelegramObject):
        unknown += [f"{type(thing).__name__}.{name}" for name in thing.api_kwargs if name not in UNKNOWN_TO_ONE]
        for name in thing.__slots__:
            unknown += _known(getattr(thing, name, None))
    elif isinstance(thing, list | tuple):
        for part in thing:
            unknown += _known(part)
    return unknown


UNKNOWN_TO_ONE = {"all_members_are_administrators", "can_send_welcome_messages"}
"""Fields that aiogram takes and python-telegram-bot 22.8 leaves aside: one it has given up, one newer than itself."""


async def test_python_telegram_bot_works_with_the_sandbox_as_with_telegram(house: House) -> None:
    """The library that the bot is built on signs in, writes, edits, pins, asks and deletes."""
    ann = await house.started()
    chat = await house.group(ann, bot="administrator")
    async with a_bot(house) as bot:
        assert bot.username == "SandboxBot"
        entities = [
            telegram.MessageEntity("bold", 0, 3),
            telegram.MessageEntity("expandable_blockquote", 4, 5),
            telegram.MessageEntity("date_time", 10, 5, unix_time=MOMENT, date_time_format="wt"),
            telegram.MessageEntity("text_mention", 16, 3, user=telegram.User(ann, "Ann", is_bot=False)),
        ]
        buttons = telegram.InlineKeyboardMarkup(
            [
                [telegram.InlineKeyboardButton("Join", callback_data="join:1", style="primary")],
                [telegram.InlineKeyboardButton("My hand", url="https://t.me/SandboxBot?start=hand")],
            ]
        )
        options = telegram.LinkPreviewOptions(is_disabled=True)
        sent = await bot.send_message(
            chat, "One\ntwo 3\n18:40 Ann", entities=entities, reply_markup=buttons, link_preview_options=options
        )
        assert list(sent.entities) == entities
        assert sent.reply_markup == buttons
        edited = await bot.edit_message_text("Two", chat, sent.message_id)
        assert isinstance(edited, telegram.Message)
        assert edited.reply_markup is None
        assert edited.edit_date is not None
        assert isinstance(
            await bot.edit_message_reply_markup(chat, sent.message_id, reply_markup=buttons), telegram.Message
        )
        assert await bot.pin_chat_message(chat, sent.message_id, disable_notification=True)
        full = await bot.get_chat(chat)
        assert full.pinned_message is not None
        assert full.pinned_message.message_id == sent.message_id
        assert await bot.unpin_chat_message(chat, sent.message_id)
        assert (await bot.get_chat_member(chat, ann)).status == "creator"
        assert {one.user.id for one in await bot.get_chat_administrators(chat)} == {ann, bot.id}
        assert await bot.set_message_reaction(chat, sent.message_id, "👍")
        assert await bot.send_chat_action(chat, "typing")
        command = telegram.BotCommand("help", "Help")
        assert await bot.set_my_commands([command], telegram.BotCommandScopeAllPrivateChats(), "de")
        assert await bot.get_my_commands(telegram.BotCommandScopeAllPrivateChats(), "de") == (command,)
        assert await bot.set_my_short_description("A game", "en")
        assert (await bot.get_my_short_description("en")).short_description == "A game"
        assert (await bot.get_webhook_info()).url == ""
        assert await bot.delete_message(chat, sent.message_id)
        reply = telegram.ReplyParameters(sent.message_id, allow_sending_without_reply=True)
        assert (await bot.send_message(chat, "Gone", reply_parameters=reply)).reply_to_message is None
        assert await bot.leave_chat(chat)
        with pytest.raises(Forbidden, match="not a member of the supergroup"):
            await bot.send_message(chat, "Hello?")


@pytest.mark.filterwarnings("ignore::telegram.warnings.PTBDeprecationWarning")
async def test_python_telegram_bot_gets_the_errors_it_knows(house: House) -> None:
    """Each kind of refusal is the exception that the library raises for the real one."""
    ann, group = await house.started(), await house.group(await house.person("Ben"), kind="group")
    async with a_bot(house) as bot:
        await house.ask("POST", "/faults", method="sendMessage", kind="migrated", chat=group)
        with pytest.raises(ChatMigrated) as moved:
            await bot.send_message(group, "Hello")
        assert moved.value.new_chat_id < -1_000_000_000_000
        await house.ask("POST", "/faults", method="sendMessage", kind="429", retry_after=3)
        with pytest.raises(RetryAfter) as slow:
            await bot.send_message(ann, "Hello")
        assert slow.value.retry_after in {3, datetime.timedelta(seconds=3)}
        with pytest.raises(BadRequest, match="Message is too long"):
            await bot.send_message(ann, "x" * 4097)
        sent = await bot.send_message(ann, "Same")
        with pytest.raises(BadRequest, match="Message is not modified"):
            await bot.edit_message_text("Same", ann, sent.message_id)
        older = asyncio.create_task(bot.get_updates(offset=10**9, timeout=2))
        await asyncio.sleep(0.1)
        await house.bot("getUpdates")
        with pytest.raises(Conflict, match="terminated by other getUpdates"):
            await older
    with pytest.raises(InvalidToken):
        await a_bot(house, "1:wrong").initialize()


async def test_aiogram_reads_what_methods_give(house: House) -> None:
    """The second library's types take the answers of getMe, getChat, getChatMember and sendMessage."""
    ann = await house.started()
    chat = await house.group(ann, kind="forum", bot="administrator")
    sent = await house.result("sendMessage", chat_id=chat, text="Hello /help", reply_markup=BUTTON)

    message = aiogram.types.Message.model_validate(sent)
    assert message.reply_markup is not None
    assert message.reply_markup.inline_keyboard[0][0].callback_data == "join:1"
    assert GetMe.__returning__.model_validate(await house.result("getMe")).username == "SandboxBot"
    for where in (chat, ann):
        full = aiogram.types.ChatFullInfo.model_validate(await house.result("getChat", chat_id=where))
        assert full.id == where
    me = aiogram.types.ChatMemberAdministrator.model_validate(
        await house.result("getChatMember", chat_id=chat, user_id=house.sandbox.bot.id)
    )
    assert me.can_pin_messages
    assert aiogram.types.WebhookInfo.model_validate(await house.result("getWebhookInfo")).pending_update_count >= 0


@pytest.mark.parametrize("way", ["query", "form", "multipart"])
async def test_parameters_come_in_every_way_that_telegram_takes(house: House, way: str) -> None:
    """By address, form or multipart, with JSON inside where a parameter is no plain value."""
    ann = await house.started()
    markup = '{"inline_keyboard": [[{"text": "Join", "callback_data": "join:1"}]]}'
    given = {"chat_id": str(ann), "text": "Grüße", "disable_notification": "true", "reply_markup": markup}
    path = f"/bot{TOKEN}/SENDMESSAGE"
    if way == "query":
        answer = await house.client.get(path, params=given)
    elif way == "form":
        answer = await house.client.post(path, data=given)
    else:
        form = aiohttp.FormData(default_to_multipart=True)
        for name, value in given.items():
            form.add_field(name, value)
        answer = await house.client.post(path, data=form)

    assert (await answer.json())["result"]["text"] == "Grüße"
    shown = (await house.sees(ann, ann))[-1]
    assert shown["silent"]
    assert shown["reply_markup"]["inline_keyboard"][0][0]["text"] == "Join"
