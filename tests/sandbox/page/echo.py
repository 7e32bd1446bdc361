"""A tiny bot for the page's tests: it says back what it hears, over HTTP as any bot would."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.sandbox.house import House, Json

COMMANDS = (
    {"command": "board", "description": "show the board"},
    {"command": "bread", "description": "show some bread"},
    {"command": "help", "description": "show help"},
)
MORNING = 1_790_000_000 + 24 * 3600
QUOTE = "\n".join(f"Line {number} of the quote 🐋" for number in range(1, 11))
BOARD = f"A 🐋 board for Ann\n{QUOTE}\nDue Tue 14:13 UTC, or write 3 1."


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def marked(part: str, kind: str, **more: Any) -> Json:
    """An entity over a part of the board, counted in UTF-16 units."""
    return {"type": kind, "offset": units(BOARD[: BOARD.index(part)]), "length": units(part), **more}


def buttons(username: str) -> Json:
    row = [{"text": name, "callback_data": name.lower()} for name in ("Hello", "Alert", "Slow", "Edit")]
    door = [{"text": "Door", "callback_data": "door"}, {"text": "Link", "url": f"https://t.me/{username}?start=link"}]
    return {"inline_keyboard": [row, door]}


class EchoBot:
    """Answers everything that comes; `slow` is set to let the bot answer a press of [Slow]."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.slow = asyncio.Event()

    async def run(self) -> None:
        """Polls until it is cancelled."""
        await self.house.result("setMyCommands", commands=list(COMMANDS))
        me = await self.house.result("getMe")
        after = 0
        async with asyncio.TaskGroup() as answers:
            while True:
                for update in await self.house.result("getUpdates", offset=after, timeout=5):
                    after = update["update_id"] + 1
                    answers.create_task(self.answer(update, me["username"]))

    async def answer(self, update: Json, username: str) -> None:
        if "callback_query" in update:
            await self.answer_press(update["callback_query"], username)
        elif "text" in (message := update.get("message", {})):
            chat = message["chat"]["id"]
            if message["text"].startswith("/board"):
                await self.show_board(chat, message["from"], username)
            else:
                reply = {"reply_parameters": {"message_id": message["message_id"]}}
                await self.house.send(chat, f"Heard: {message['text']}", disable_notification=True, **reply)

    async def show_board(self, chat: int, ann: Json, username: str) -> None:
        entities = [
            marked("board", "bold"),
            marked("Ann", "text_mention", user=ann),
            marked(QUOTE, "expandable_blockquote"),
            marked("Tue 14:13 UTC", "date_time", unix_time=MORNING, date_time_format="wt"),
            marked("3 1", "code"),
        ]
        await self.house.send(chat, BOARD, entities=entities, reply_markup=buttons(username))

    async def answer_press(self, query: Json, username: str) -> None:
        answer: Json = {"callback_query_id": query["id"]}
        match query["data"]:
            case "hello":
                answer |= {"text": f"Hello, {query['from']['first_name']}."}
            case "alert":
                answer |= {"text": "The sea is rough.", "show_alert": True}
            case "slow":
                await self.slow.wait()
            case "edit":
                where = {"chat_id": query["message"]["chat"]["id"], "message_id": query["message"]["message_id"]}
                await self.house.result("editMessageText", text="Another board", **where)
            case "door":
                answer |= {"url": f"https://t.me/{username}?start=door"}
        await self.house.result("answerCallbackQuery", **answer)
