"""Shapes: people, chats, messages and members as the Bot API writes them in JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pbm.sandbox.chats import GROUP_ANONYMOUS_BOT, Chat, Json, Message, Person, World

ADMIN_RIGHTS = (
    "can_manage_chat", "can_delete_messages", "can_manage_video_chats", "can_restrict_members", "can_promote_members",
    "can_change_info", "can_invite_users", "can_post_stories", "can_edit_stories", "can_delete_stories",
    "can_pin_messages", "can_send_welcome_messages",
)  # fmt: skip
PERMISSIONS = (
    "can_send_messages", "can_send_audios", "can_send_documents", "can_send_photos", "can_send_videos",
    "can_send_video_notes", "can_send_voice_notes", "can_send_polls", "can_send_other_messages",
    "can_add_web_page_previews", "can_react_to_messages", "can_edit_tag", "can_change_info", "can_invite_users",
    "can_pin_messages", "can_manage_topics",
)  # fmt: skip
GIVEN_TO_A_BOT = frozenset(
    {"can_manage_chat", "can_delete_messages", "can_restrict_members", "can_invite_users", "can_pin_messages"}
)
"""What a bot may do when it is made an administrator without further words."""


@dataclass(frozen=True)
class Bot:
    """The one bot of a sandbox; with `privacy` it hears in groups only what is meant for it."""

    id: int
    token: str
    username: str
    first_name: str
    privacy: bool = True

    def shape(self) -> Json:
        """The bot as a User."""
        return {"id": self.id, "is_bot": True, "first_name": self.first_name, "username": self.username}


@dataclass(frozen=True)
class Shapes:
    """Writes a world's things as JSON, always with the profiles of now."""

    world: World
    bot: Bot

    def user(self, user_id: int) -> Json:
        """A person, the bot, or the account of all anonymous admins, as a User."""
        if user_id == self.bot.id:
            return self.bot.shape()
        if user_id == GROUP_ANONYMOUS_BOT:
            return {"id": user_id, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
        return self.person(self.world.people[user_id])

    def person(self, person: Person) -> Json:
        """A person as a User."""
        shape: Json = {"id": person.id, "is_bot": person.is_bot, "first_name": person.first_name}
        if person.last_name:
            shape["last_name"] = person.last_name
        if person.username:
            shape["username"] = person.username
        if not person.is_bot:
            shape["language_code"] = person.language_code
        return shape

    def chat(self, chat: Chat) -> Json:
        """A Chat as messages carry it, without its details."""
        if chat.kind == "private":
            shape = self.person(self.world.people[chat.id])
            kept = {name: shape[name] for name in ("id", "first_name", "last_name", "username") if name in shape}
            return kept | {"type": "private"}
        if chat.kind == "group":
            return {"id": chat.id, "title": chat.title, "type": "group", "all_members_are_administrators": False}
        forum = {"is_forum": True} if chat.kind == "forum" else {}
        return {"id": chat.id, "title": chat.title, "type": "supergroup"} | forum

    def message(self, message: Message, with_reply: bool = True) -> Json:
        """A Message, with the one it replies to where that is still there and wanted."""
        chat = self.world.chats[message.chat]
        shape: Json = {
            "message_id": message.id,
            "from": self.user(GROUP_ANONYMOUS_BOT if message.anonymous else message.sender),
            "chat": self.chat(chat),
            "date": message.date,
        }
        if message.anonymous:
            shape["sender_chat"] = self.chat(chat)
            shape["author_signature"] = "admin"
        thread = self._thread(chat, message)
        if thread is not None:
            shape["message_thread_id"] = thread
        if message.topic is not None:
            shape["is_topic_message"] = True
        replied = chat.messages.get(message.reply_to) if message.reply_to is not None else None
        if replied is not None and with_reply:
            shape["reply_to_message"] = self.message(replied, with_reply=False)
        if message.edited is not None:
            shape["edit_date"] = message.edited
        if message.service is not None:
            return shape | self._service(chat, message.service)
        return shape | self._content(message)

    def _thread(self, chat: Chat, message: Message) -> int | None:
        if message.topic is not None or chat.kind != "supergroup" or message.reply_to is None:
            return message.topic
        # In an ordinary supergroup a reply carries the id of the first message of its thread, and no is_topic_message.
        first = message.reply_to
        while (before := chat.messages.get(first)) is not None and before.reply_to is not None:
            first = before.reply_to
        return first

    def _service(self, chat: Chat, service: Json) -> Json:
        shape: Json = {}
        for name, value in service.items():
            match name:
                case "new_chat_members":
                    shape[name] = [self.user(user) for user in value]
                case "left_chat_member":
                    shape[name] = self.user(value)
                case "pinned_message":
                    if value in chat.messages:
                        shape[name] = self.message(chat.messages[value], with_reply=False)
                    else:
                        shape[name] = {"chat": self.chat(chat), "message_id": value, "date": 0}
                case _:
                    shape[name] = value
        return shape

    def _content(self, message: Message) -> Json:
        shape: Json = {}
        file = {"file_id": f"file-{message.chat}-{message.id}", "file_unique_id": f"unique-{message.chat}-{message.id}"}
        match message.kind:
            case "photo":
                shape["photo"] = [{**file, "width": 640, "height": 480, "file_size": 48_000}]
            case "voice":
                shape["voice"] = {**file, "duration": 3, "mime_type": "audio/ogg", "file_size": 9_000}
            case "sticker":
                look = {"type": "regular", "width": 512, "height": 512, "is_animated": False, "is_video": False}
                shape["sticker"] = {**file, **look, "emoji": "🙂"}
            case _:
                pass
        if message.text:
            words = ("text", "entities") if message.kind == "text" else ("caption", "caption_entities")
            shape[words[0]] = message.text
            if message.entities:
                shape[words[1]] = list(message.entities)
        if message.link_preview is not None:
            shape["link_preview_options"] = message.link_preview
        if message.markup is not None:
            shape["reply_markup"] = message.markup
        return shape

    def member(self, chat: Chat, user_id: int) -> Json:
        """A ChatMember; somebody who was never in the chat is shown as `left`."""
        is_bot = user_id == self.bot.id
        status = (chat.bot if is_bot else chat.members.get(user_id)) or "left"
        shape: Json = {"user": self.user(user_id), "status": status}
        rights = chat.bot_rights if is_bot else {}
        match status:
            case "creator":
                return shape | {"is_anonymous": False}
            case "administrator":
                given: dict[str, Any] = {name: name in GIVEN_TO_A_BOT for name in ADMIN_RIGHTS}
                if chat.kind == "forum":
                    given["can_manage_topics"] = False
                return shape | {"can_be_edited": False, "is_anonymous": False} | given | rights
            case "restricted":
                allowed: dict[str, Any] = dict.fromkeys(PERMISSIONS, False)
                return shape | {"is_member": True, "until_date": 0} | allowed | rights
            case "kicked":
                return shape | {"until_date": 0}
            case _:
                return shape
