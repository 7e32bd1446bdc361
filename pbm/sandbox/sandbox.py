"""The sandbox: one small Telegram, with its world, its one bot, and what is on its way between them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pbm.sandbox import state
from pbm.sandbox.chats import PRESENT, Chat, Json, Message, Person
from pbm.sandbox.events import Events
from pbm.sandbox.faults import Faults
from pbm.sandbox.limits import Limits
from pbm.sandbox.presses import Presses
from pbm.sandbox.shapes import Bot, Shapes
from pbm.sandbox.updates import Updates

CALLS_KEPT = 20_000
MESSAGES_KEPT = 2_000
"""In each chat; the oldest go, so that the state file stays quick to write (20 ms at this size, at every change)."""


@dataclass
class Calls:
    """The log of Bot API calls, for tests and for the curious."""

    last_id: int = 0
    kept: deque[Json] = field(default_factory=lambda: deque(maxlen=CALLS_KEPT))

    def note(self, call: Json) -> None:
        """Keeps a call under the next id; the oldest one may go."""
        self.last_id += 1
        self.kept.append({"id": self.last_id} | call)


class Sandbox:
    """Everything there is; the modules beside this one carry out what people and the bot do with it."""

    def __init__(
        self,
        bot: Bot,
        now: Callable[[], float],
        limits: float | None = 1.0,
        state_file: Path | None = None,
        webhook_retry: float = 1.0,
    ) -> None:
        kept = state.read(state_file)
        self.bot = bot
        self.now = now
        self.world = kept.world
        self.menus = kept.menus
        self.updates = Updates(kept.queue, now, webhook_retry)
        self.shapes = Shapes(self.world, bot)
        self.presses = Presses(now, bot.username)
        self.limits = Limits(now, limits)
        self.faults = Faults()
        self.events = Events()
        self.calls = Calls()
        self.changed = False
        self.unkept = asyncio.Event()
        self._kept = kept
        self._state_file = state_file

    @property
    def clock(self) -> int:
        """The time in whole seconds, as messages are dated."""
        return int(self.now())

    def keep(self) -> None:
        """Writes the state file if anything has changed since; every answer waits for it.

        Where it cannot be written it raises NotKept, and sets `unkept` for whoever runs the sandbox.
        """
        if self.changed and self._state_file is not None:
            try:
                state.write(self._state_file, self._kept)
            except state.NotKept:
                self.unkept.set()
                raise
        self.changed = False

    def watching(self, chat: Chat) -> tuple[int, ...]:
        """The people who see the chat."""
        return chat.present() if chat.is_group else (chat.id,)

    def tell(self, chat: Chat, kind: str, **facts: Any) -> None:
        """Notes a change and tells it to those who see the chat."""
        self.changed = True
        self.events.tell(self.watching(chat), {"type": kind, "chat": chat.id, **facts})

    def post(self, chat: Chat, sender: int, text: str = "", **content: Any) -> Message:
        """A new message in the chat; the bot gets an update if it may hear it."""
        message_id = self.world.next_message_id(chat)
        message = Message(id=message_id, chat=chat.id, sender=sender, date=self.clock, text=text, **content)
        chat.messages[message.id] = message
        if len(chat.messages) > MESSAGES_KEPT:
            self.forget_oldest(chat)
        if message.service is None and (sender == self.bot.id or self.person_is_bot(sender)):
            chat.last_bot = sender
        if sender in chat.members:
            chat.read[sender] = message.id
        self.tell(chat, "message", message_id=message.id)
        if self.hears(chat, message):
            self.updates.push("message", self.shapes.message(message), chat.id)
        return message

    def change(self, message: Message, **content: Any) -> Message:
        """The message, changed in place; nobody but its watchers is told."""
        changed = replace(message, **content)
        chat = self.world.chats[message.chat]
        chat.messages[message.id] = changed
        self.tell(chat, "edit", message_id=message.id)
        return changed

    def forget_oldest(self, chat: Chat) -> None:
        """The oldest message that is not pinned goes, and nobody is told."""
        oldest = next(message for message in chat.messages if message not in chat.pinned)
        del chat.messages[oldest]

    def remove(self, message: Message) -> None:
        """The message goes, and those who see the chat are told."""
        chat = self.world.chats[message.chat]
        del chat.messages[message.id]
        if message.id in chat.pinned:
            chat.pinned.remove(message.id)
        self.tell(chat, "delete", message_id=message.id)

    def profile(self, person: Person, **changes: Any) -> Person:
        """The person with a changed profile."""
        self.changed = True
        self.world.people[person.id] = replace(person, **changes)
        return self.world.people[person.id]

    def person_is_bot(self, person: int) -> bool:
        """Whether that account is a bot of somebody else."""
        return person in self.world.people and self.world.people[person].is_bot

    def hears(self, chat: Chat, message: Message) -> bool:
        """Whether the bot gets the message: https://core.telegram.org/bots/features#privacy-mode."""
        if not chat.is_group:
            return message.sender != self.bot.id and message.service is None
        if chat.bot not in PRESENT or (self.person_is_bot(message.sender) and message.service is None):
            return False
        if message.service is not None:
            return True
        if message.sender == self.bot.id:
            return False
        if chat.bot == "administrator" or not self.bot.privacy:
            return True
        replied = chat.messages.get(message.reply_to or 0)
        if replied is not None and replied.sender == self.bot.id:
            return True
        command = next((entity for entity in message.entities if entity["type"] == "bot_command"), None)
        if command is None or command["offset"] != 0:
            return False
        _, at, addressee = message.text[: command["length"]].partition("@")
        return addressee.lower() == self.bot.username.lower() if at else chat.last_bot == self.bot.id
