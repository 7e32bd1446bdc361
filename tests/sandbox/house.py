"""A sandbox for a test: running on a free port, with a clock that only the test moves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp

from pbm.sandbox.sandbox import Sandbox
from pbm.sandbox.server import BOT, TOKEN, create_app, running

Json = dict[str, Any]
NOON = 1_790_000_000.0


@dataclass
class Clock:
    """The time, in unix seconds."""

    time: float = NOON

    def __call__(self) -> float:
        return self.time

    def pass_by(self, seconds: float) -> None:
        self.time += seconds


class House:
    """Speaks to a sandbox over HTTP, as its page and as a bot would."""

    def __init__(self, url: str, bot_url: str, sandbox: Sandbox, client: aiohttp.ClientSession, clock: Clock) -> None:
        self.url = url
        self.bot_url = bot_url
        self.sandbox = sandbox
        self.client = client
        self.clock = clock
        self.pressing: list[asyncio.Task[Json]] = []

    async def bot(self, method: str, token: str = TOKEN, **parameters: Any) -> Json:
        """The whole answer of a Bot API call."""
        async with self.client.post(f"/bot{token}/{method}", json=parameters) as answer:
            body: Json = await answer.json()
            assert answer.status == body.get("error_code", 200)
            return body

    async def result(self, method: str, **parameters: Any) -> Any:
        """What a Bot API call that has to work gives."""
        answer = await self.bot(method, **parameters)
        assert answer["ok"], answer
        return answer["result"]

    async def ask(self, verb: str, path: str, expect: int = 200, **body: Any) -> Any:
        """A call of the people's API that has to end with this status."""
        async with self.client.request(verb, path, json=body or None) as answer:
            assert answer.status == expect, await answer.text()
            return await answer.json()

    async def person(self, first_name: str = "Ann", language_code: str = "en", **more: Any) -> int:
        made = await self.ask("POST", "/people", first_name=first_name, language_code=language_code, **more)
        return int(made["id"])

    async def group(self, *members: int, kind: str = "supergroup", bot: str = "member") -> int:
        """A chat of these people, the first of them its creator, with the bot in this status."""
        body: Json = {"title": "Evening", "type": kind, "members": list(members), "creator": members[0], "bot": False}
        chat = int((await self.ask("POST", "/chats", **body))["id"])
        if bot:
            await self.set_bot(chat, bot)
        return chat

    async def set_bot(self, chat: int, bot: str, **more: Any) -> None:
        async with self.client.post(f"/chats/{chat}/bot", json={"status": bot, **more}) as answer:
            assert answer.status == 200, await answer.text()

    async def started(self, first_name: str = "Ann", language_code: str = "en") -> int:
        """A person who pressed Start."""
        person = await self.person(first_name, language_code)
        await self.say(person, person, "/start")
        return person

    async def say(self, person: int, chat: int, text: str, **more: Any) -> int:
        message = await self.ask("POST", f"/chats/{chat}/messages", person=person, text=text, **more)
        return int(message["message_id"])

    async def sees(self, person: int, chat: int) -> list[Json]:
        shown: list[Json] = await self.ask("GET", f"/chats/{chat}/messages?person={person}")
        return shown

    async def send(self, chat: int, text: str = "Hello", **more: Any) -> int:
        """A message from the bot; gives its id."""
        return int((await self.result("sendMessage", chat_id=chat, text=text, **more))["message_id"])

    async def updates(self, **parameters: Any) -> list[Json]:
        """The updates that wait; they are confirmed."""
        waiting: list[Json] = await self.result("getUpdates", **parameters)
        if waiting:
            await self.result("getUpdates", offset=waiting[-1]["update_id"] + 1)
        return waiting

    async def pressed(self, person: int, chat: int, message: int, **more: Any) -> tuple[asyncio.Task[Json], str]:
        """A press under way, and the query id that the bot got for it."""
        await self.updates()
        body = {"person": person, "chat": chat, "message_id": message, **({"button": [0, 0]} | more)}
        press = asyncio.create_task(self.ask("POST", "/press", **body))
        self.pressing.append(press)
        waiting = await self.updates(timeout=5)
        return press, str(waiting[-1]["callback_query"]["id"])


@asynccontextmanager
async def a_house(
    limits: float | None = None, state_file: Path | None = None, privacy: bool = True, clock: Clock | None = None
) -> AsyncIterator[House]:
    """A running sandbox, without flood limits unless the test is about them."""
    clock = clock or Clock()
    bot = BOT if privacy else type(BOT)(BOT.id, BOT.token, BOT.username, BOT.first_name, privacy=False)
    app = create_app(bot=bot, now=clock, limits=limits, state_file=state_file, webhook_retry=0.05)
    async with running(app) as address, aiohttp.ClientSession(address.url) as client:
        house = House(address.url, address.bot_url, address.sandbox, client, clock)
        yield house
        for press in house.pressing:
            press.cancel()


BUTTON = {"inline_keyboard": [[{"text": "Join", "callback_data": "join:1"}]]}
