"""Chats: the people of this small Telegram, the chats they share and what was said in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

GROUP_ANONYMOUS_BOT = 1087968824
"""The one account that stands for every anonymous admin, in every group of the real Telegram too."""

PRESENT = frozenset({"creator", "administrator", "member", "restricted"})
ADMINS = frozenset({"creator", "administrator"})

FIRST_PERSON = 5_000_001
FIRST_GROUP = -4_000_001
FIRST_SUPERGROUP = -1_002_000_000_001


@dataclass(frozen=True)
class Person:
    """Somebody with an account; `started` once a private chat with the bot exists."""

    id: int
    first_name: str
    last_name: str = ""
    username: str = ""
    language_code: str = "en"
    is_bot: bool = False
    started: bool = False
    blocked: bool = False
    deactivated: bool = False


@dataclass(frozen=True)
class Message:
    """One message; `sender` is a person's or the bot's id, `topic` a thread's id in a forum, dates are unix times."""

    id: int
    chat: int
    sender: int
    date: int
    text: str = ""
    entities: tuple[Json, ...] = ()
    markup: Json | None = None
    reply_to: int | None = None
    topic: int | None = None
    kind: str = "text"
    service: Json | None = None
    edited: int | None = None
    silent: bool = False
    anonymous: bool = False
    link_preview: Json | None = None
    reactions: tuple[Json, ...] = ()


@dataclass
class Chat:
    """A chat of kind private, group, supergroup or forum; `bot` is the bot's status, empty if it was never here."""

    id: int
    kind: str
    title: str = ""
    members: dict[int, str] = field(default_factory=dict)
    bot: str = ""
    bot_rights: dict[str, bool] = field(default_factory=dict)
    topics: dict[int, str] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    pinned: list[int] = field(default_factory=list)
    read: dict[int, int] = field(default_factory=dict)
    migrated_to: int | None = None
    last_bot: int | None = None
    last_message_id: int = 0

    @property
    def is_group(self) -> bool:
        """Whether it is no private chat."""
        return self.kind != "private"

    @property
    def is_supergroup(self) -> bool:
        """Whether it is a supergroup, a forum included."""
        return self.kind in {"supergroup", "forum"}

    def has(self, person: int) -> bool:
        """Whether the person is in the chat now."""
        return self.members.get(person) in PRESENT

    def present(self) -> tuple[int, ...]:
        """The people who are in the chat now."""
        return tuple(person for person, status in self.members.items() if status in PRESENT)


@dataclass
class World:
    """All people and chats: the one thing here that changes, and what the state file keeps."""

    people: dict[int, Person] = field(default_factory=dict)
    chats: dict[int, Chat] = field(default_factory=dict)
    last_message_id: int = 0

    def add_person(self, first_name: str, **profile: Any) -> Person:
        """A new account with the next free id."""
        person = Person(id=FIRST_PERSON + len(self.people), first_name=first_name, **profile)
        self.people[person.id] = person
        return person

    def add_group(self, kind: str, title: str, members: dict[int, str]) -> Chat:
        """A new group, supergroup or forum with the next free id of its kind."""
        if kind == "group":
            chat_id = FIRST_GROUP - sum(chat.kind == "group" for chat in self.chats.values())
        else:
            chat_id = FIRST_SUPERGROUP - sum(chat.is_supergroup for chat in self.chats.values())
        chat = Chat(id=chat_id, kind=kind, title=title, members=dict(members))
        self.chats[chat.id] = chat
        return chat

    def private(self, person: Person) -> Chat:
        """The private chat of a person with the bot, made when it is first needed."""
        if person.id not in self.chats:
            self.chats[person.id] = Chat(id=person.id, kind="private", members={person.id: "member"}, bot="member")
        return self.chats[person.id]

    def next_message_id(self, chat: Chat) -> int:
        """Supergroups count for themselves; all other chats of an account share one count, as with Telegram."""
        if chat.is_supergroup:
            chat.last_message_id += 1
            return chat.last_message_id
        self.last_message_id += 1
        return self.last_message_id

    def chats_of(self, person: int) -> tuple[Chat, ...]:
        """The chats a person sees: the groups they are in, save those upgraded away, and the private one once begun."""
        started = self.people[person].started
        seen = (chat for chat in self.chats.values() if chat.has(person) and chat.migrated_to is None)
        return tuple(chat for chat in seen if chat.is_group or started)

    def met_by_bot(self, person: int) -> bool:
        """Whether the bot can know the person: from a private chat or from a group both were in."""
        started = person in self.people and self.people[person].started
        return started or any(person in chat.members and chat.bot and chat.is_group for chat in self.chats.values())
