"""Somebody at the table: writes, presses, follows links, as a person in a client does."""

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.evenings.labels import label_in
from tests.evenings.transcript import Json, plain

if TYPE_CHECKING:
    from tests.evenings.evening import Evening


@dataclass(frozen=True)
class Button:
    """A button as it was seen once; it can be pressed even when the message has changed since."""

    chat: int
    message: int
    label: str
    place: tuple[int, int]
    data: str | None


class Player:
    """One person, in the sandbox's people's API alone."""

    def __init__(self, evening: "Evening", id: int, name: str, language: str) -> None:
        self.evening, self.id, self.name, self.language = evening, id, name, language

    @property
    def started(self) -> bool:
        """Whether the private chat with the bot is there."""
        return self.evening.house.sandbox.world.people[self.id].started

    # Writing

    async def says(self, text: str, reply_to: int | None = None, **more: Any) -> int:
        """A line in the group."""
        words = f"a {more['kind']}" if "kind" in more else text
        how = ", in reply to the bot" if reply_to is not None else ""
        return await self._sends(self.evening.group, text, f"{self.name} in the group{how}: {words}", reply_to, more)

    async def writes(self, text: str, reply_to: int | None = None, **more: Any) -> int:
        """A line in the private chat."""
        words = ": ".join([f"a {more['kind']}", *([text] if text else [])]) if "kind" in more else text
        how = ", in reply" if reply_to is not None else ""
        return await self._sends(self.id, text, f"{self.name} in private{how}: {words}", reply_to, more)

    async def edits(self, message: int, text: str) -> None:
        """A line in the private chat that was written before becomes another."""
        body: Json = {"person": self.id, "message_id": message, "text": text}
        await self.evening.house.ask("PATCH", f"/chats/{self.id}/messages", **body)
        await self.evening.wrote(f"{self.name} changes the line in private: {text}")

    async def _sends(self, chat: int, text: str, act: str, reply_to: int | None, more: Json) -> int:
        body = {"person": self.id, "text": text, **more} | ({"reply_to": reply_to} if reply_to is not None else {})
        message = await self.evening.house.ask("POST", f"/chats/{chat}/messages", **body)
        await self.evening.wrote(act)
        return int(message["message_id"])

    # Looking

    async def newest(self, chat: int | None = None, holds: str = "") -> int:
        """The id of the newest message of the bot, in private or in the chat named, that holds these words."""
        where = self.id if chat is None else chat
        shown = await self.evening.house.sees(self.id, where)
        own = [m for m in shown if m["from"]["id"] == self.evening.house.sandbox.bot.id and holds in plain(m["text"])]
        return int(own[-1]["message_id"])

    async def sees(self, label: str, chat: int | None = None) -> Button:
        """The newest button with that label, in private before the group; the label in English."""
        chats = [self.id, self.evening.group] if chat is None else [chat]
        if not self.started and self.id in chats:
            chats.remove(self.id)
        buttons = [button for where in chats if where for button in await self._buttons(where)]
        for wanted in (label, label_in("de", label)):
            found = next((button for button in buttons if button.label == wanted), None)
            if found:
                return found
        raise AssertionError(f"{self.name} sees no button {label}")

    async def _buttons(self, chat: int) -> list[Button]:
        """All buttons in a chat, those of the newest message first."""
        found = []
        for message in reversed(await self.evening.house.sees(self.id, chat)):
            rows = (message.get("reply_markup") or {}).get("inline_keyboard", [])
            for row, column in ((row, column) for row, buttons in enumerate(rows) for column in range(len(buttons))):
                button = rows[row][column]
                label, data = plain(button["text"]), button.get("callback_data")
                found.append(Button(chat, message["message_id"], label, (row, column), data))
        return found

    # Pressing

    async def presses(self, what: str | Button, chat: int | None = None) -> Json:
        """A button that is seen now, or one seen before; a link behind it is followed."""
        button = await self.sees(what, chat) if isinstance(what, str) else what
        how: Json = {"button": button.place} if isinstance(what, str) else {"data": button.data}
        where = "in private" if button.chat == self.id else "in the group"
        old = "" if isinstance(what, str) else "the old button "
        return await self._press(button.chat, button.message, how, f"{self.name} presses {old}[{button.label}] {where}")

    async def forges(self, data: str, message: int, chat: int | None = None) -> Json:
        """A press with data that no button has."""
        where = self.id if chat is None else chat
        return await self._press(where, message, {"data": data}, f"{self.name} forges a press: {data}")

    async def _press(self, chat: int, message: int, how: Json, act: str) -> Json:
        body = {"person": self.id, "chat": chat, "message_id": message, **how}
        answer: Json = await asyncio.wait_for(self.evening.house.ask("POST", "/press", **body), 10)
        assert answer["answered"], f"{act}: no answer came"
        if "url" in answer:
            return await self.follows(answer["url"], f"{act}, which opens {answer['url']}")
        await self.evening.wrote(act, answer)
        return answer

    async def follows(self, url: str, act: str = "") -> Json:
        """A link; the start link of the bot presses Start in the private chat."""
        if "startgroup" in url:  # the client asks which group; nothing comes to the bot
            await self.evening.wrote(act)
            return {}
        there: Json = await self.evening.house.ask("POST", "/links", person=self.id, url=url)
        await self.evening.wrote(act or f"{self.name} follows {url}")
        return there

    async def blocks(self, blocked: bool = True) -> None:
        """Shuts the bot out of the private chat, or lets it in again."""
        await self.evening.house.ask("POST", f"/people/{self.id}/block", blocked=blocked)
        await self.evening.wrote(f"{self.name} {'blocks the bot' if blocked else 'lets the bot in again'}")

    async def menu(self, chat: int) -> None:
        """Types a slash, and is offered the commands."""
        offered = await self.evening.house.ask("GET", f"/commands?person={self.id}&chat={chat}")
        lines = [f"/{one['command']}: {one['description']}" for one in offered]
        await self.evening.offered(f"{self.name} types / {'in private' if chat == self.id else 'in the group'}", lines)
