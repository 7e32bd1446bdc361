"""Menus: the commands a bot offers, by scope and language, and the words by which it introduces itself."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from pbm.sandbox import refusals
from pbm.sandbox.chats import ADMINS, Chat, Json, Person
from pbm.sandbox.refusals import Refused

SCOPES = {
    "default": (),
    "all_private_chats": (),
    "all_group_chats": (),
    "all_chat_administrators": (),
    "chat": ("chat_id",),
    "chat_administrators": ("chat_id",),
    "chat_member": ("chat_id", "user_id"),
}


def scope_key(scope: Any, language: str) -> str:
    """One string for a scope and a language; an unknown scope or language is refused."""
    scope = scope or {"type": "default"}
    kind = scope.get("type") if isinstance(scope, dict) else None
    if kind not in SCOPES:
        raise Refused(refusals.COMMAND_SCOPE)
    if language and not re.fullmatch(r"[a-z]{2}", language):
        raise Refused(refusals.LANGUAGE_CODE)
    return " ".join([kind, *(str(scope.get(name, "")) for name in SCOPES[kind]), language])


@dataclass
class Menus:
    """Everything setMyCommands and its sisters have set."""

    commands: dict[str, list[Json]] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)

    def set(self, key: str, commands: Any) -> None:
        """Offers these commands; a name or a description that Telegram refuses is refused."""
        if not isinstance(commands, list):
            raise Refused(refusals.COMMAND)
        if len(commands) > 100:
            raise Refused(refusals.TOO_MANY_COMMANDS)
        offered = []
        for command in commands:
            name, description = str(command.get("command", "")).lstrip("/"), str(command.get("description", ""))
            if not re.fullmatch(r"[a-z0-9_]{1,32}", name):
                raise Refused(refusals.COMMAND)
            if not 1 <= len(description) <= 256:
                raise Refused(refusals.COMMAND_DESCRIPTION)
            offered.append({"command": name, "description": description})
        self.commands[key] = offered

    def seen_by(self, person: Person, chat: Chat) -> list[Json]:
        """The menu a person is offered in a chat: https://core.telegram.org/bots/api#determining-list-of-commands."""
        keys = [f"chat {chat.id}"]
        if chat.is_group:
            is_admin = chat.members.get(person.id) in ADMINS
            keys = [
                f"chat_member {chat.id} {person.id}",
                *([f"chat_administrators {chat.id}"] if is_admin else []),
                *keys,
                *(["all_chat_administrators"] if is_admin else []),
                "all_group_chats",
            ]
        else:
            keys.append("all_private_chats")
        for key in [*keys, "default"]:
            for language in (person.language_code[:2], ""):
                if offered := self.commands.get(f"{key} {language}"):
                    return offered
        return []
