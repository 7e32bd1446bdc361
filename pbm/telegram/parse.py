"""What an update means: a request for the service, or nothing that concerns the bot."""

import logging
from datetime import timedelta
from typing import Any

from telegram import (
    Bot,
    Chat,
    ChatMember,
    ChatMemberRestricted,
    ChatMemberUpdated,
    MaybeInaccessibleMessage,
    Message,
    MessageEntity,
    Update,
    User,
)
from telegram.constants import ChatMemberStatus, ChatType
from telegram.ext.filters import StatusUpdate

from pbm.service.requests import Blocked, Edited, Moved, Pressed, Removed, Request, Said, Unblocked, Welcomed, What
from pbm.telegram.addresses import address
from pbm.views.messages import Address

ALLOWED_UPDATES = ("message", "edited_message", "callback_query", "my_chat_member")
EDITED_SOON = timedelta(hours=1)  # an edit after that long is no answer to what the bot said

GROUPS = (ChatType.GROUP, ChatType.SUPERGROUP)
GONE = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)

log = logging.getLogger(__name__)


def read(written: dict[str, Any], bot: Bot) -> Update | None:
    """The update as the library sees it, or None, and a line in the log, if it cannot be read at all."""
    try:
        return Update.de_json(written, bot)
    except Exception:  # whatever is wrong with it: without it, nothing after it would ever come
        log.exception("update %s cannot be read", written.get("update_id"))
        return None


def parse(update: Update, bot: User) -> Request | None:
    """The request in an update, or None if it is not for the bot.

    In a group only commands for this bot, replies to its messages and presses are for it. Who writes there as a
    channel or as an anonymous admin has no address that could be seated: `who` is empty.
    """
    id = f"tg:{update.update_id}"
    if update.message is not None:
        return _message(id, update.message, bot)
    if update.edited_message is not None:
        return _edit(id, update.edited_message)
    query = update.callback_query
    if query is not None and query.message is not None and query.data is not None:
        pressed = Pressed(does=query.data, message=query.message.message_id, press=query.id)
        return _request(id, query.from_user, query.message.chat, _chat_of(query.message), pressed)
    if update.my_chat_member is not None:
        return _membership(id, update.my_chat_member)
    return None


def _message(id: str, message: Message, bot: User) -> Request | None:
    chat = message.chat
    if message.migrate_to_chat_id is not None:
        moved = Moved(to=address(message.migrate_to_chat_id))
        return _request(id, None, chat, address(chat.id), moved)
    if message.migrate_from_chat_id is not None:
        return _request(id, None, chat, address(message.migrate_from_chat_id), Moved(to=address(chat.id)))
    if chat.type not in (ChatType.PRIVATE, *GROUPS) or StatusUpdate.ALL.filter(Update(0, message=message)):
        return None
    if message.is_automatic_forward:
        return None  # a channel's post in the group that discusses it
    who = None if message.sender_chat is not None else message.from_user
    if who is not None and who.is_bot:
        return None
    said = Said(text=_text(message), message=message.message_id, reply_to=_reply_to(message))
    if chat.type in GROUPS and not _is_for(message, bot):
        return None
    return _request(id, who, chat, _chat_of(message), said)


def _edit(id: str, message: Message) -> Request | None:
    """A line in private that was changed soon after; what it says now is not looked at."""
    chat, when = message.chat, message.edit_date
    if chat.type != ChatType.PRIVATE or not _text(message) or when is None or when - message.date > EDITED_SOON:
        return None
    return _request(id, message.from_user, chat, address(chat.id), Edited())


def _is_for(message: Message, bot: User) -> bool:
    command = _command(message)
    if command is not None:
        _, at, addressee = command.partition("@")
        return not at or addressee.lower() == (bot.username or "").lower()
    replied = message.reply_to_message
    return replied is not None and replied.from_user is not None and replied.from_user.id == bot.id


def _command(message: Message) -> str | None:
    """The command that a message begins with."""
    for entity in message.entities:
        if entity.type == MessageEntity.BOT_COMMAND and entity.offset == 0:
            return message.parse_entity(entity)
    return None


def _text(message: Message) -> str:
    """The text, or what is written below a picture; a command in it does not say any more whose it is."""
    text, command = message.text or message.caption or "", _command(message)
    if command is None:
        return text
    name, _, _ = command.partition("@")
    return name + text[len(command) :]


def _reply_to(message: Message) -> int | None:
    replied = message.reply_to_message
    # In a forum whatever is no reply is one to the message that opened its topic.
    if replied is None or replied.chat.id != message.chat.id or replied.forum_topic_created is not None:
        return None
    return replied.message_id


def _membership(id: str, change: ChatMemberUpdated) -> Request | None:
    was, now = change.old_chat_member, change.new_chat_member
    what: What | None = None
    if change.chat.type == ChatType.PRIVATE:
        what = Blocked() if now.status in GONE else Unblocked()
    elif change.chat.type in GROUPS:
        if not _is_there(now):
            what = Removed() if _is_there(was) else None
        elif not _is_there(was) or _may_write(was) != _may_write(now):
            what = Welcomed(may_write=_may_write(now))
    return _request(id, change.from_user, change.chat, address(change.chat.id), what) if what else None


def _is_there(member: ChatMember) -> bool:
    return member.is_member if isinstance(member, ChatMemberRestricted) else member.status not in GONE


def _may_write(member: ChatMember) -> bool:
    return member.can_send_messages if isinstance(member, ChatMemberRestricted) else True


def _chat_of(message: MaybeInaccessibleMessage) -> Address:
    # A reply in an ordinary supergroup has a thread's id too; only with is_topic_message it is a topic's.
    is_topic = isinstance(message, Message) and message.is_topic_message and message.chat.type in GROUPS
    return address(message.chat.id, message.message_thread_id if is_topic and isinstance(message, Message) else None)


def _request(id: str, who: User | None, chat: Chat, where: Address, what: What) -> Request:
    return Request(
        id=id,
        who=address(who.id) if who else "",
        name=who.full_name if who else "",
        language=(who.language_code or "") if who else "",
        chat=where,
        private=chat.type == ChatType.PRIVATE,
        title=chat.title or "",
        what=what,
    )
