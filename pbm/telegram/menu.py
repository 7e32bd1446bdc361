"""The commands that a client offers while somebody types."""

import logging

from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeDefault,
)
from telegram.error import TelegramError

from pbm.service.understand import spelled
from pbm.views.messages import Language
from pbm.views.say import catalogue

# Not /doubt: one tap on it would send it.
IN_GROUPS = (
    "newgame", "join", "begin", "chain", "players", "hand", "settings", "away", "back", "nudge", "pause", "resume",
    "leave", "end", "rules", "help",
)  # fmt: skip
IN_PRIVATE = (
    "games", "hand", "away", "back", "timezone", "quiet", "reminders", "ahead", "rules", "help", "language", "start",
)  # fmt: skip
IN_PRIVATE_ONLY = {"hand": "menu.hand_here"}  # what a group is told otherwise
MENUS: tuple[tuple[BotCommandScope, tuple[str, ...]], ...] = (
    (BotCommandScopeDefault(), IN_PRIVATE),
    (BotCommandScopeAllPrivateChats(), IN_PRIVATE),
    (BotCommandScopeAllGroupChats(), IN_GROUPS),
)
LANGUAGES: tuple[tuple[str, Language], ...] = (("", "en"), ("de", "de"))  # "" is for all languages without their own

log = logging.getLogger(__name__)


def described(name: str, names: tuple[str, ...]) -> str:
    """The key of what a command does, in the menu of those names."""
    there = IN_PRIVATE_ONLY if names is IN_PRIVATE else {}
    return there.get(name, f"menu.{name}")


async def offer_commands(bot: Bot) -> None:
    """Set the menus; without them the bot works just as well, so a failure is only logged."""
    try:
        for scope, names in MENUS:
            for code, language in LANGUAGES:
                words = catalogue(language)
                commands = [BotCommand(spelled(name, language), words[described(name, names)]) for name in names]
                await bot.set_my_commands(commands, scope=scope, language_code=code or None)
    except TelegramError as error:
        log.warning("the menu of commands could not be set: %s", error.message)
