"""Acts: what people do in their chats, and what the bot hears of it."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from pbm.sandbox.chats import ADMINS, PRESENT, Chat, Json, Message, Person
from pbm.sandbox.entities import TEXT_LIMIT, checked, found, units
from pbm.sandbox.presses import ANSWER_WITHIN
from pbm.sandbox.sandbox import Sandbox

KINDS = frozenset({"text", "photo", "voice", "sticker"})
BOT_STATUSES = frozenset({"member", "administrator", "left", "kicked", "restricted"})


class Impossible(Exception):
    """Something no client would let a person do; the sentence says why."""


def new_group(sandbox: Sandbox, kind: str, title: str, members: list[int], creator: int, bot: bool) -> Chat:
    """A new chat with these people; with `bot` the creator adds the bot at once."""
    if kind not in {"group", "supergroup", "forum"}:
        raise Impossible("the type of a chat is group, supergroup or forum")
    for member in [creator, *members]:
        _person(sandbox, member)
    statuses = dict.fromkeys(members, "member") | {creator: "creator"}
    chat = sandbox.world.add_group(kind, title, statuses)
    sandbox.tell(chat, "chat")
    sandbox.post(
        chat, creator, kind="service", service={f"{'' if kind == 'group' else 'super'}group_chat_created": True}
    )
    if bot:
        set_bot(sandbox, chat, "member", creator)
    return chat


def set_bot(
    sandbox: Sandbox, chat: Chat, status: str, by: int | None = None, rights: dict[str, bool] | None = None
) -> None:
    """Somebody (an admin, if nobody is named) adds, removes, promotes or restricts the bot."""
    if not chat.is_group or status not in BOT_STATUSES:
        raise Impossible("in a group the bot is member, administrator, left, kicked or restricted")
    if status == "restricted" and not chat.is_supergroup:
        raise Impossible("only a supergroup can restrict a member")
    who = by if by is not None else next((p for p, s in chat.members.items() if s in ADMINS), sandbox.bot.id)
    before = sandbox.shapes.member(chat, sandbox.bot.id)
    was_here = chat.bot in PRESENT
    if was_here and status not in PRESENT:
        sandbox.post(chat, who, kind="service", service={"left_chat_member": sandbox.bot.id})
    chat.bot = status
    chat.bot_rights = dict(rights or {})
    membership(sandbox, chat, who, before)
    if not was_here and status in PRESENT:
        sandbox.post(chat, who, kind="service", service={"new_chat_members": [sandbox.bot.id]})
    sandbox.tell(chat, "chat")


def membership(sandbox: Sandbox, chat: Chat, by: int, before: Json) -> None:
    """Tells the bot that its own place in a chat has changed."""
    after = sandbox.shapes.member(chat, sandbox.bot.id)
    if before != after:
        change = {"chat": sandbox.shapes.chat(chat), "from": sandbox.shapes.user(by), "date": sandbox.clock}
        change |= {"old_chat_member": before, "new_chat_member": after}
        sandbox.updates.push("my_chat_member", change, chat.id)
        sandbox.changed = True


def join(sandbox: Sandbox, chat: Chat, person: Person, status: str = "member") -> None:
    """The person comes into the group, or gets another status in it."""
    if not chat.is_group or status not in PRESENT:
        raise Impossible("people join groups, as member, administrator, creator or restricted")
    was_here = chat.has(person.id)
    chat.members[person.id] = status
    if not was_here:
        sandbox.post(chat, person.id, kind="service", service={"new_chat_members": [person.id]})
    sandbox.tell(chat, "chat")


def leave(sandbox: Sandbox, chat: Chat, person: Person) -> None:
    """The person leaves the group."""
    if not chat.is_group or not chat.has(person.id):
        raise Impossible("the person is not in this group")
    sandbox.post(chat, person.id, kind="service", service={"left_chat_member": person.id})
    watching = sandbox.watching(chat)
    chat.members[person.id] = "left"
    sandbox.changed = True
    sandbox.events.tell(watching, {"type": "chat", "chat": chat.id})


def delete_group(sandbox: Sandbox, chat: Chat) -> None:
    """The group is deleted for everybody; the bot is told nothing, and learns it when it writes there."""
    if not chat.is_group:
        raise Impossible("only a group can be deleted")
    watching = sandbox.watching(chat)
    chat.members = dict.fromkeys(chat.members, "left")
    chat.bot = "deleted"
    sandbox.changed = True
    sandbox.events.tell(watching, {"type": "chat", "chat": chat.id})


def upgrade(sandbox: Sandbox, chat: Chat) -> Chat:
    """The group becomes a supergroup: a new chat with a new id, told by a service message in either."""
    if chat.kind != "group" or chat.migrated_to is not None:
        raise Impossible("only a basic group can be upgraded, once")
    owner = next(iter(chat.members), sandbox.bot.id)
    new = sandbox.world.add_group("supergroup", chat.title, chat.members)
    new.bot, new.bot_rights, new.last_bot = chat.bot, dict(chat.bot_rights), chat.last_bot
    sandbox.post(chat, owner, kind="service", service={"migrate_to_chat_id": new.id})
    chat.migrated_to = new.id
    sandbox.tell(chat, "chat", migrated_to=new.id)
    sandbox.post(new, owner, kind="service", service={"migrate_from_chat_id": chat.id})
    sandbox.tell(new, "chat")
    return new


def new_topic(sandbox: Sandbox, chat: Chat, name: str, by: int) -> int:
    """A new topic in a forum; gives its thread's id."""
    if chat.kind != "forum":
        raise Impossible("only a forum has topics")
    service = {"forum_topic_created": {"name": name, "icon_color": 7322096}}
    topic = chat.last_message_id + 1
    sandbox.post(chat, by, kind="service", service=service, topic=topic)
    chat.topics[topic] = name
    sandbox.tell(chat, "chat")
    return topic


def delete_topic(sandbox: Sandbox, chat: Chat, topic: int) -> None:
    """A topic is deleted with all that stood in it; the bot is told nothing, and learns it when it writes there."""
    if topic not in chat.topics:
        raise Impossible("there is no such topic")
    del chat.topics[topic]
    for message in [one for one in chat.messages.values() if one.topic == topic]:
        sandbox.remove(message)
    sandbox.tell(chat, "chat")


def say(
    sandbox: Sandbox,
    chat: Chat,
    person: Person,
    text: str,
    reply_to: int | None = None,
    topic: int | None = None,
    kind: str = "text",
    anonymous: bool = False,
    mentions: tuple[Json, ...] = (),
) -> Message:
    """The person writes into the chat; in private, `/start` opens the chat and undoes a block.

    `mentions` are the text_mention entities that a client makes when a member without a username is picked.
    """
    if kind not in KINDS:
        raise Impossible("a message is text, photo, voice or sticker")
    if kind == "text" and not text.strip():
        raise Impossible("an empty message cannot be sent")
    if units(text) > TEXT_LIMIT:
        raise Impossible("a client splits a text this long")
    if person.deactivated:
        raise Impossible("this account is deactivated")
    if chat.is_group:
        _may_write(chat, person, topic, anonymous)
    else:
        _starts(sandbox, person, text)
    if reply_to is not None and reply_to not in chat.messages:
        raise Impossible("the message to reply to is gone")
    if text.strip():
        text, marked = checked(text, mentions, lambda user: _user(sandbox, user))
    else:
        text, marked = "", ()
    content: dict[str, Any] = {"entities": marked, "reply_to": reply_to, "kind": kind}
    return sandbox.post(chat, person.id, text, topic=topic, anonymous=anonymous, **content)


def _may_write(chat: Chat, person: Person, topic: int | None, anonymous: bool) -> None:
    if chat.migrated_to is not None or not chat.has(person.id) or chat.members[person.id] == "restricted":
        raise Impossible("the person cannot write here")
    if topic is not None and topic not in chat.topics:
        raise Impossible("there is no such topic")
    if anonymous and not (chat.is_supergroup and chat.members[person.id] in ADMINS):
        raise Impossible("only an admin of a supergroup writes anonymously")


def _starts(sandbox: Sandbox, person: Person, text: str) -> None:
    if re.match(r"/start\b", text):
        if person.blocked:
            block(sandbox, person, False)
        sandbox.profile(sandbox.world.people[person.id], started=True)
    elif not person.started:
        raise Impossible("a private chat with a bot begins with Start")
    elif person.blocked:
        raise Impossible("the person has blocked the bot")


def edit(sandbox: Sandbox, chat: Chat, person: Person, message_id: int, text: str) -> Message:
    """The person changes an own message; the bot hears of it where it would have heard the message."""
    message = chat.messages.get(message_id)
    if message is None or message.sender != person.id or message.service is not None or not text.strip():
        raise Impossible("only an own message can be changed, and not into nothing")
    text = text.strip()
    changed = sandbox.change(message, text=text, entities=found(text), edited=sandbox.clock)
    if sandbox.hears(chat, changed):
        sandbox.updates.push("edited_message", sandbox.shapes.message(changed), chat.id)
    return changed


def delete(sandbox: Sandbox, chat: Chat, person: Person, message_id: int) -> None:
    """The person deletes a message, as its author, an admin or in private; Telegram tells bots nothing of it."""
    message = chat.messages.get(message_id)
    may = message is not None and (
        not chat.is_group or message.sender == person.id or chat.members.get(person.id) in ADMINS
    )
    if message is None or not may:
        raise Impossible("this message is not the person's to delete")
    sandbox.remove(message)


def block(sandbox: Sandbox, person: Person, blocked: bool) -> None:
    """The person blocks the bot or lets it in again."""
    if person.blocked == blocked:
        return
    sandbox.profile(person, blocked=blocked)
    if not person.started:
        return
    chat = sandbox.world.private(person)
    before = sandbox.shapes.member(chat, sandbox.bot.id)
    chat.bot = "kicked" if blocked else "member"
    membership(sandbox, chat, person.id, before)
    sandbox.tell(chat, "chat")


async def press(
    sandbox: Sandbox, chat: Chat, person: Person, message_id: int, button: tuple[int, int] | None, data: str | None
) -> Json:
    """The person presses a button and waits for the bot's answer, up to 15 s; an address is given back at once.

    `data` instead of `button` forges a press with that callback data, as a changed client could.
    """
    if chat.is_group and not chat.has(person.id):
        raise Impossible("the person is not in this chat")
    message = chat.messages.get(message_id)
    if data is None:
        pressed = _button(message, button)
        if "url" in pressed:
            return {"answered": True, "url": pressed["url"]}
        data = str(pressed.get("callback_data", ""))
    query_id, future = sandbox.presses.open()
    if message is not None:
        shown = sandbox.shapes.message(message)
    else:
        shown = {"chat": sandbox.shapes.chat(chat), "message_id": message_id, "date": 0}
    query = {"id": query_id, "from": sandbox.shapes.person(person), "message": shown, "data": data}
    query["chat_instance"] = str(abs(chat.id) * 7919)
    sandbox.updates.push("callback_query", query, person.id)
    sandbox.changed = True
    sandbox.keep()
    try:
        return await asyncio.wait_for(future, ANSWER_WITHIN)
    except TimeoutError:
        return {"answered": False}


def _button(message: Message | None, button: tuple[int, int] | None) -> Json:
    if message is None or message.markup is None or button is None:
        raise Impossible("there is no such button")
    rows, (row, column) = message.markup["inline_keyboard"], button
    if not (0 <= row < len(rows) and 0 <= column < len(rows[row])):
        raise Impossible("there is no such button")
    pressed: Json = rows[row][column]
    return pressed


def follow(sandbox: Sandbox, person: Person, url: str) -> Json:
    """The person follows a t.me link: a start link opens the private chat and presses Start, others its chat."""
    start = re.fullmatch(r"(?:https?://)?t\.me/(\w+)(?:\?start=([A-Za-z0-9_-]{1,64}))?", url, re.IGNORECASE)
    if start is not None and start[1].lower() == sandbox.bot.username.lower():
        chat = sandbox.world.private(person)
        if start[2] is not None:
            say(sandbox, chat, person, f"/start {start[2]}")
        return {"chat": chat.id}
    inside = re.fullmatch(r"(?:https?://)?t\.me/c/(\d+)(?:/(\d+))?(?:/(\d+))?", url)
    if inside is not None:
        chat_id = int(f"-100{inside[1]}")
        if chat_id in sandbox.world.chats and sandbox.world.chats[chat_id].has(person.id):
            message = inside[3] or inside[2]
            return {"chat": chat_id} | ({"message_id": int(message)} if message else {})
    raise Impossible("this link leads nowhere here")


def _user(sandbox: Sandbox, user_id: int) -> Json | None:
    return sandbox.shapes.user(user_id) if user_id in sandbox.world.people else None


def _person(sandbox: Sandbox, person_id: int) -> Person:
    if person_id not in sandbox.world.people:
        raise Impossible(f"there is no person {person_id}")
    return sandbox.world.people[person_id]
