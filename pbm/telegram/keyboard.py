"""Buttons and the links behind them."""

from collections.abc import Iterable

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from pbm.telegram.addresses import SUPERGROUP, place
from pbm.views.messages import Choice

PRIVATE = "private:"


def keyboard(choices: Iterable[Iterable[Choice]], bot: str) -> InlineKeyboardMarkup | None:
    """The buttons below a message of the bot with that username; None without any.

    A button that would lead to a basic group is left out: no link leads there.
    """
    rows = ([button for choice in row if (button := _button(choice, bot)) is not None] for row in choices)
    shown = [row for row in rows if row]
    return InlineKeyboardMarkup(shown) if shown else None


def link(opens: str, bot: str) -> str | None:
    """Where a choice leads, as an address of the web; None when no link leads there."""
    if opens == "add":
        return f"https://t.me/{bot}?startgroup=true"
    if opens.startswith(PRIVATE):
        return f"https://t.me/{bot}?start={opens.removeprefix(PRIVATE)}"
    there = place(opens)
    if there is None:
        return None
    if there.chat > 0:
        return f"https://t.me/{bot}"  # the private chat
    # Links name a supergroup by the number behind the -100, and need a message: 1 is there in every one.
    return f"https://t.me/c/{SUPERGROUP - there.chat}/{there.thread or 1}" if there.is_supergroup else None


def _button(choice: Choice, bot: str) -> InlineKeyboardButton | None:
    if choice.does:
        return InlineKeyboardButton(choice.label, callback_data=choice.does)
    url = link(choice.opens, bot)
    return InlineKeyboardButton(choice.label, url=url) if url else None
