"""The town: what its people write, press and read over the people's API, and a note of all of it for afterwards."""

import asyncio
import contextlib
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from tests.sandbox.calls import SHOWING, Call, call_of

Json = Any

BOT = "AnnoDominiBot"
LOOKS_EVERY = 0.25  # seconds between two looks at what the bot has done
READS_BACK = 12  # messages: an older one that was changed does not call anybody to anything
TAKES_AT_MOST = 25.0  # seconds for a call; a press waits for its answer for fifteen


@dataclass(frozen=True)
class Line:
    """Something that somebody wrote, and that Telegram has taken."""

    person: int
    chat: int
    text: str


@dataclass
class Press:
    """A button that somebody pressed, and whether an answer has come."""

    person: int
    does: str
    answered: bool = False


@dataclass
class Town:
    """One sandbox with everybody in it."""

    url: str
    client: aiohttp.ClientSession
    lines: list[Line] = field(default_factory=list)
    presses: list[Press] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    changed: defaultdict[int, asyncio.Event] = field(default_factory=lambda: defaultdict(asyncio.Event))
    done: asyncio.Event = field(default_factory=asyncio.Event)  # somebody has just written or pressed
    closing: bool = False  # nobody begins anything any more
    moved: dict[int, int] = field(default_factory=dict)  # groups that became supergroups, and which
    deaf: set[int] = field(default_factory=set)  # groups that the bot was thrown out of
    nobody_idles: bool = False
    still: bool = False  # nobody does anything for a while
    token: int = 0
    _last_call: int = 0

    async def ask(self, verb: str, path: str, **body: Json) -> Json:
        """A call of the people's API; raises aiohttp.ClientResponseError where a person could not have done it."""
        async with self.client.request(verb, self.url + path, json=body or None) as answer:
            answer.raise_for_status()
            return await answer.json()

    async def person(self, name: str, starts: bool = True) -> int:
        """Somebody new, who has pressed Start, or never has."""
        made = await self.ask("POST", "/people", first_name=name, language_code="en")
        if starts:
            await self.follow_link(made["id"], f"https://t.me/{BOT}?start=hello")
        return int(made["id"])

    async def follow_link(self, person: int, url: str) -> None:
        """Follow a link of t.me; one to the bot presses Start."""
        await self.ask("POST", "/links", person=person, url=url)

    async def group(self, title: str, members: list[int], kind: str = "supergroup") -> int:
        """A group of these people with the bot in it."""
        body: Json = {"title": title, "type": kind, "members": members, "creator": members[0]}
        return int((await self.ask("POST", "/chats", **body))["id"])

    async def new_topic(self, forum: int) -> int:
        """A topic in a forum."""
        return int((await self.ask("POST", f"/chats/{forum}/topics", name="Games"))["topic"])

    async def write(self, person: int, chat: int, text: str, topic: int | None = None) -> bool:
        """Write a line; whether Telegram took it, and the bot may hear it."""
        if chat in self.deaf:
            return False
        try:
            await self.ask("POST", f"/chats/{chat}/messages", person=person, text=text, topic=topic)
        except aiohttp.ClientResponseError:
            return False  # the person has blocked the bot, or left
        self.lines.append(Line(person, chat, text))
        self.done.set()
        return True

    async def press(self, person: int, chat: int, message: Json, row: int, column: int) -> Json:
        """Press a button that is there, and wait for the answer."""
        does = message["reply_markup"]["inline_keyboard"][row][column].get("callback_data", "")
        # What the person sees may have changed a moment ago: a client sends what it shows.
        body: Json = {"person": person, "chat": chat, "message_id": message["message_id"], "data": does}
        pressed = Press(person, does)
        self.presses.append(pressed)
        self.done.set()
        try:
            answer = await self.ask("POST", "/press", **body)
        except aiohttp.ClientResponseError:
            self.presses.remove(pressed)
            return {"answered": False}  # the button is gone meanwhile
        pressed.answered = answer["answered"]
        return answer

    async def read(self, person: int, chat: int, known: dict[int, Json]) -> None:
        """What stands in a chat now, into what was known of it."""
        after = min(sorted(known)[-READS_BACK:], default=1) - 1  # ids run through all private chats: they have gaps
        for message in await self.ask("GET", f"/chats/{chat}/messages?person={person}&after={after}"):
            known[message["message_id"]] = message
        for old in sorted(known)[: -2 * READS_BACK]:
            del known[old]

    async def new(self, chat: int, seconds: float) -> None:
        """Come back when the bot has changed something in a chat, or after that long."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.changed[chat].wait(), seconds)
        self.changed[chat].clear()

    async def follow(self) -> None:
        """Follow what the bot does, until cancelled."""
        while True:
            await self.catch_up()
            await asyncio.sleep(LOOKS_EVERY)

    async def catch_up(self) -> None:
        """Note what the bot has done since the last look, and wake those who wait for it."""
        for call in await self.ask("GET", f"/calls?since={self._last_call}"):
            assert call["id"] == self._last_call + 1 or self._last_call == 0, "calls were missed"
            self._last_call = call["id"]
            if call["method"] not in SHOWING:
                continue
            self.calls.append(noted := call_of(call))
            if noted.ok:
                self.changed[noted.chat].set()

    def next_token(self) -> str:
        """Words that nobody has said before."""
        self.token += 1
        return f"word{self.token}x"


def buttons(message: Json) -> list[tuple[int, int, list[str]]]:
    """The buttons of a message that do something: row, column, and what it carries in parts."""
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    return [
        (row, column, button["callback_data"].split(":"))
        for row, found in enumerate(rows)
        for column, button in enumerate(found)
        if "callback_data" in button
    ]


def button(message: Json, verb: str, *more: object) -> tuple[int, int] | None:
    """Where the button stands that does this, if there is one."""
    wanted = [verb, *map(str, more)]
    return next(((row, column) for row, column, parts in buttons(message) if parts[2:] == wanted), None)


def link(message: Json, start: str) -> str | None:
    """The address behind a button that presses Start with a word that begins so, if there is one."""
    rows = message.get("reply_markup", {}).get("inline_keyboard", [])
    urls = (one["url"] for row in rows for one in row if "url" in one)
    return next((url for url in urls if f"?start={start}" in url), None)
