"""Rooms: which chats the bot may look into and write to, and the methods that ask about them."""

from __future__ import annotations

from pbm.sandbox import acts, refusals
from pbm.sandbox.chats import ADMINS, Chat, Json
from pbm.sandbox.parameters import Parameters
from pbm.sandbox.refusals import Refused
from pbm.sandbox.sandbox import Sandbox

ACTIONS = frozenset(
    {
        "typing", "upload_photo", "record_video", "upload_video", "record_voice", "upload_voice", "upload_document",
        "choose_sticker", "find_location", "record_video_note", "upload_video_note",
    }
)  # fmt: skip


def seen(sandbox: Sandbox, parameters: Parameters) -> Chat:
    """The chat a call names, if the bot may know of it; else the refusal."""
    if not parameters.text("chat_id"):
        raise Refused(refusals.CHAT_ID_EMPTY)
    chat_id = parameters.chat_id()
    if chat_id is None:
        raise Refused(refusals.CHAT_NOT_FOUND)
    person = sandbox.world.people.get(chat_id)
    if person is not None and sandbox.world.met_by_bot(person.id):
        return sandbox.world.private(person)
    chat = sandbox.world.chats.get(chat_id)
    if chat is None or not chat.bot or not chat.is_group:
        raise Refused(refusals.CHAT_NOT_FOUND)
    if chat.migrated_to is not None:
        raise Refused(refusals.UPGRADED, {"migrate_to_chat_id": chat.migrated_to})
    if chat.bot == "kicked":
        raise Refused(refusals.KICKED_FROM_SUPERGROUP if chat.is_supergroup else refusals.KICKED_FROM_GROUP)
    if chat.bot == "deleted":
        raise Refused(refusals.DELETED_GROUP)
    if chat.bot == "left":
        raise Refused(refusals.LEFT_SUPERGROUP if chat.is_supergroup else refusals.LEFT_GROUP)
    return chat


def writable(sandbox: Sandbox, parameters: Parameters) -> Chat:
    """The chat a call names, if the bot may write there now; else the refusal."""
    chat = seen(sandbox, parameters)
    if chat.is_group:
        if chat.bot == "restricted" and not chat.bot_rights.get("can_send_messages"):
            raise Refused(refusals.NO_RIGHT_TO_WRITE)
        return chat
    person = sandbox.world.people[chat.id]
    if person.deactivated:
        raise Refused(refusals.DEACTIVATED)
    if person.is_bot:
        raise Refused(refusals.TO_A_BOT)
    if person.blocked:
        raise Refused(refusals.BLOCKED)
    if not person.started:
        raise Refused(refusals.CANT_INITIATE)
    return chat


def get_chat(sandbox: Sandbox, parameters: Parameters) -> Json:
    """A chat with its details, as far as the bot may know of it."""
    chat = seen(sandbox, parameters)
    shape = sandbox.shapes.chat(chat) | {"accent_color_id": 0, "max_reaction_count": 11}
    shape["accepted_gift_types"] = dict.fromkeys(
        ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels"), False
    )
    if chat.is_group:
        can = ("can_send_messages", "can_send_polls", "can_send_other_messages", "can_add_web_page_previews")
        shape["permissions"] = dict.fromkeys(can, True)
    if chat.pinned:
        shape["pinned_message"] = sandbox.shapes.message(chat.messages[chat.pinned[-1]], with_reply=False)
    return shape


def get_chat_member(sandbox: Sandbox, parameters: Parameters) -> Json:
    """The place of somebody in a chat; the bot must have met them."""
    chat = seen(sandbox, parameters)
    user_id = parameters.number("user_id")
    if user_id <= 0:
        raise Refused(refusals.USER_ID)
    if user_id != sandbox.bot.id and not sandbox.world.met_by_bot(user_id):
        raise Refused(refusals.MEMBER_NOT_FOUND)
    return sandbox.shapes.member(chat, user_id)


def get_chat_administrators(sandbox: Sandbox, parameters: Parameters) -> list[Json]:
    """The admins of a group, the bot too if it is one."""
    chat = seen(sandbox, parameters)
    if not chat.is_group:
        raise Refused(refusals.NO_ADMINS)
    admins = [person for person, status in chat.members.items() if status in ADMINS]
    if chat.bot in ADMINS:
        admins.append(sandbox.bot.id)
    return [sandbox.shapes.member(chat, admin) for admin in admins]


def get_chat_member_count(sandbox: Sandbox, parameters: Parameters) -> int:
    """How many are in a chat, the bot included."""
    return len(seen(sandbox, parameters).present()) + 1


def leave_chat(sandbox: Sandbox, parameters: Parameters) -> bool:
    """The bot leaves a group."""
    chat = seen(sandbox, parameters)
    if not chat.is_group:
        raise Refused(refusals.CANT_LEAVE)
    acts.set_bot(sandbox, chat, "left", sandbox.bot.id)
    return True


def send_chat_action(sandbox: Sandbox, parameters: Parameters) -> bool:
    """Those who see the chat are shown that the bot is about to write."""
    action = parameters.text("action")
    if action not in ACTIONS:
        raise Refused(refusals.WRONG_ACTION)
    chat = writable(sandbox, parameters)
    sandbox.events.tell(sandbox.watching(chat), {"type": "typing", "chat": chat.id})
    return True
