"""Introductions: the bot says who it is, which commands it offers, and in which words it presents itself."""

from __future__ import annotations

from collections.abc import Callable

from pbm.sandbox import menus, refusals
from pbm.sandbox.chats import Json
from pbm.sandbox.parameters import Parameters
from pbm.sandbox.refusals import Refused
from pbm.sandbox.sandbox import Sandbox

WORDS = {"description": 512, "short_description": 120, "name": 64}
"""What a bot can say of itself, and how many characters that may have."""


def get_me(sandbox: Sandbox, parameters: Parameters) -> Json:
    """The bot as it knows itself."""
    cannot = (
        "supports_guest_queries", "supports_inline_queries", "can_connect_to_business", "has_main_web_app",
        "has_topics_enabled", "allows_users_to_create_topics", "can_manage_bots",
    )  # fmt: skip
    can = {"can_join_groups": True, "can_read_all_group_messages": not sandbox.bot.privacy}
    return sandbox.bot.shape() | can | dict.fromkeys(cannot, False)


def set_my_commands(sandbox: Sandbox, parameters: Parameters) -> bool:
    """The menu for a scope and a language."""
    key = menus.scope_key(parameters.value("scope"), parameters.text("language_code"))
    sandbox.menus.set(key, parameters.value("commands"))
    sandbox.changed = True
    return True


def get_my_commands(sandbox: Sandbox, parameters: Parameters) -> list[Json]:
    """The menu of exactly that scope and language."""
    key = menus.scope_key(parameters.value("scope"), parameters.text("language_code"))
    return sandbox.menus.commands.get(key, [])


def delete_my_commands(sandbox: Sandbox, parameters: Parameters) -> bool:
    """No menu for that scope and language any more."""
    key = menus.scope_key(parameters.value("scope"), parameters.text("language_code"))
    sandbox.menus.commands.pop(key, None)
    sandbox.changed = True
    return True


def words_setter(name: str) -> Callable[[Sandbox, Parameters], bool]:
    """The method that sets the bot's description, short description or name for a language."""

    def set_words(sandbox: Sandbox, parameters: Parameters) -> bool:
        words = parameters.text(name)
        if len(words) > WORDS[name]:
            raise Refused(refusals.DESCRIPTION_TOO_LONG)
        sandbox.menus.words[f"{name} {parameters.text('language_code')}"] = words
        sandbox.changed = True
        return True

    return set_words


def words_getter(name: str) -> Callable[[Sandbox, Parameters], Json]:
    """The method that tells them."""

    def get_words(sandbox: Sandbox, parameters: Parameters) -> Json:
        kept = sandbox.menus.words
        default = sandbox.bot.first_name if name == "name" else ""
        return {name: kept.get(f"{name} {parameters.text('language_code')}") or kept.get(f"{name} ", default)}

    return get_words
