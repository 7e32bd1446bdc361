"""Messages: what the bot writes, changes, deletes, pins and answers."""

from __future__ import annotations

from typing import Any

from pbm.sandbox import entities, keyboards, refusals, rooms
from pbm.sandbox.chats import Chat, Json, Message
from pbm.sandbox.parameters import Parameters
from pbm.sandbox.refusals import Refused
from pbm.sandbox.sandbox import Sandbox

DELETABLE_FOR = 48 * 3600
"""Seconds, https://core.telegram.org/bots/api#deletemessage."""
REACTIONS = frozenset(
    "👍👎❤🔥🥰👏😁🤔🤯😱🤬😢🎉🤩🤮💩🙏👌🕊🤡🥱🥴😍🐳🌚🌭💯🤣⚡🍌🏆💔🤨😐🍓🍾💋🖕😈😴😭🤓👻👀🎃🙈😇😨🤝✍🤗🫡🎅🎄☃💅🤪🗿🆒💘🙉🦄😘💊🙊😎👾😡"
)
"""Single-sign reactions of https://core.telegram.org/bots/api#reactiontypeemoji."""


def send_message(sandbox: Sandbox, parameters: Parameters) -> Json:
    """A new message of the bot; counts against the flood limits."""
    text, keyboard = _given_text(parameters), keyboards.read(parameters)
    chat = rooms.writable(sandbox, parameters)
    kept, marked = _content(sandbox, text, parameters)
    reply_to = _reply(chat, parameters)
    topic = _topic(chat, parameters)
    keyboards.check(keyboard)
    sandbox.limits.take(chat)
    message = sandbox.post(
        chat,
        sandbox.bot.id,
        kept,
        entities=marked,
        markup=keyboard,
        reply_to=reply_to,
        topic=topic,
        silent=parameters.flag("disable_notification"),
        link_preview=_link_preview(parameters),
    )
    return sandbox.shapes.message(message)


def edit_message_text(sandbox: Sandbox, parameters: Parameters) -> Json:
    """Another text in a message of the bot, at any age; without a keyboard its buttons go."""
    text, keyboard = _given_text(parameters), keyboards.read(parameters)
    chat, message = _own(sandbox, parameters)
    kept, marked = _content(sandbox, text, parameters)
    preview = _link_preview(parameters)
    return _edited(sandbox, chat, message, text=kept, entities=marked, markup=keyboard, link_preview=preview)


def edit_message_reply_markup(sandbox: Sandbox, parameters: Parameters) -> Json:
    """Other buttons below a message of the bot, or none."""
    keyboard = keyboards.read(parameters)
    chat, message = _own(sandbox, parameters)
    return _edited(sandbox, chat, message, markup=keyboard)


def delete_message(sandbox: Sandbox, parameters: Parameters) -> bool:
    """The message goes: within 48 hours, or at any age where the bot is an admin of a supergroup."""
    chat, message = _found(sandbox, parameters, refusals.DELETE_NOT_FOUND)
    may_delete = chat.bot == "administrator" and chat.bot_rights.get("can_delete_messages", True)
    if message.sender != sandbox.bot.id and chat.is_group and not may_delete:
        raise Refused(refusals.DELETE_NO_RIGHT)
    if sandbox.clock - message.date > DELETABLE_FOR and not (chat.is_supergroup and may_delete):
        raise Refused(refusals.DELETE_TOO_OLD)
    sandbox.remove(message)
    return True


def answer_callback_query(sandbox: Sandbox, parameters: Parameters) -> bool:
    """The answer to a press, once and in time."""
    alert = parameters.flag("show_alert")
    query_id, text, url = (parameters.text(name) for name in ("callback_query_id", "text", "url"))
    sandbox.presses.answer(query_id, text, alert, url)
    return True


def pin_chat_message(sandbox: Sandbox, parameters: Parameters) -> bool:
    """The message is pinned; a group gets a service message about it."""
    chat, message = _found(sandbox, parameters, refusals.PIN_NOT_FOUND)
    _may_pin(chat)
    if message.id not in chat.pinned:
        chat.pinned.append(message.id)
        sandbox.tell(chat, "pin", message_id=message.id, silent=parameters.flag("disable_notification"))
        if chat.is_group:
            sandbox.post(chat, sandbox.bot.id, kind="service", service={"pinned_message": message.id}, silent=True)
    return True


def unpin_chat_message(sandbox: Sandbox, parameters: Parameters) -> bool:
    """That message is not pinned any more, without an id the one pinned last."""
    chat = rooms.writable(sandbox, parameters)
    _may_pin(chat)
    pinned = parameters.number("message_id") or next(reversed(chat.pinned), 0)
    if pinned not in chat.pinned:
        raise Refused(refusals.UNPIN_NOT_FOUND)
    chat.pinned.remove(pinned)
    sandbox.tell(chat, "pin", message_id=pinned)
    return True


def set_message_reaction(sandbox: Sandbox, parameters: Parameters) -> bool:
    """At most one reaction of the bot; an empty list takes it back."""
    _, message = _found(sandbox, parameters, refusals.REACT_NOT_FOUND)
    reactions = parameters.value("reaction") or []
    for reaction in reactions:
        emoji = str(reaction.get("emoji", "")).removesuffix("\ufe0f")
        if reaction.get("type") != "emoji" or emoji not in REACTIONS:
            raise Refused(refusals.REACTION)
    if len(reactions) > 1:
        raise Refused(refusals.REACTION)
    sandbox.change(message, reactions=tuple(reactions))
    return True


def _given_text(parameters: Parameters) -> str:
    text = parameters.text("text")
    if not text:
        raise Refused(refusals.TEXT_EMPTY)
    if parameters.text("parse_mode"):
        raise Refused(refusals.PARSE_MODE)
    return text


def _content(sandbox: Sandbox, text: str, parameters: Parameters) -> tuple[str, tuple[Json, ...]]:
    def met(user_id: int) -> Json | None:
        known = user_id == sandbox.bot.id or sandbox.world.met_by_bot(user_id)
        return sandbox.shapes.user(user_id) if known else None

    return entities.checked(text, parameters.value("entities"), met)


def _link_preview(parameters: Parameters) -> Json | None:
    options = parameters.value("link_preview_options")
    if isinstance(options, dict):
        return options
    return {"is_disabled": True} if parameters.flag("disable_web_page_preview") else None


def _reply(chat: Chat, parameters: Parameters) -> int | None:
    reply = parameters.value("reply_parameters")
    if reply is None and (old_style := parameters.number("reply_to_message_id")):
        reply = {"message_id": old_style}
        reply["allow_sending_without_reply"] = parameters.flag("allow_sending_without_reply")
    if reply is None:
        return None
    if not isinstance(reply, dict) or reply.get("message_id") is None:
        raise Refused(refusals.REPLY_FIELD)
    message_id = int(reply["message_id"])
    if message_id in chat.messages:
        return message_id
    if reply.get("allow_sending_without_reply"):
        return None
    raise Refused(refusals.REPLY_NOT_FOUND)


def _topic(chat: Chat, parameters: Parameters) -> int | None:
    thread = parameters.number("message_thread_id")
    if not thread:
        return None
    if chat.kind == "forum" and thread in chat.topics:
        return thread
    # The thread of a reply in an ordinary supergroup is no topic; sending into it works while its message is there.
    if chat.kind == "supergroup" and thread in chat.messages:
        return None
    raise Refused(refusals.THREAD_NOT_FOUND)


def _found(sandbox: Sandbox, parameters: Parameters, missing: refusals.Refusal) -> tuple[Chat, Message]:
    chat = rooms.writable(sandbox, parameters)
    message_id = parameters.number("message_id")
    if not message_id:
        raise Refused(refusals.MESSAGE_ID_MISSING)
    message = chat.messages.get(message_id)
    if message is None:
        raise Refused(missing)
    return chat, message


def _own(sandbox: Sandbox, parameters: Parameters) -> tuple[Chat, Message]:
    chat, message = _found(sandbox, parameters, refusals.EDIT_NOT_FOUND)
    if message.sender != sandbox.bot.id or message.service is not None:
        raise Refused(refusals.EDIT_NOT_OWN)
    return chat, message


def _edited(sandbox: Sandbox, chat: Chat, message: Message, **content: Any) -> Json:
    keyboards.check(content["markup"])
    compared = [name for name in ("text", "entities", "markup") if name in content]
    if all(getattr(message, name) == content[name] for name in compared):
        raise Refused(refusals.NOT_MODIFIED)
    sandbox.limits.take(chat)
    return sandbox.shapes.message(sandbox.change(message, edited=sandbox.clock, **content))


def _may_pin(chat: Chat) -> None:
    if chat.is_group and not (chat.bot == "administrator" and chat.bot_rights.get("can_pin_messages", True)):
        raise Refused(refusals.PIN_NO_RIGHT)
