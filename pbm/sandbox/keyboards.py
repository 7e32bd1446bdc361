"""Keyboards: the inline buttons under a message, and what Telegram refuses about them."""

from __future__ import annotations

import json
from typing import Any

from pbm.sandbox import refusals
from pbm.sandbox.chats import Json
from pbm.sandbox.entities import is_address
from pbm.sandbox.parameters import Parameters
from pbm.sandbox.refusals import Refused

DATA_LIMIT = 64
"""Bytes, https://core.telegram.org/bots/api#inlinekeyboardbutton."""
BUTTONS = 100
BUTTONS_IN_A_ROW = 8
STYLES = frozenset({"danger", "success", "primary"})
OTHER_PURPOSES = ("copy_text", "switch_inline_query", "switch_inline_query_current_chat", "web_app", "login_url")


def read(parameters: Parameters) -> Json | None:
    """The inline keyboard of a call, None if it brings none; keyboards of other kinds are taken and not shown."""
    given = parameters.given.get("reply_markup")
    if given in (None, ""):
        return None
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except ValueError:
            raise Refused(refusals.MARKUP_NO_JSON) from None
    if not isinstance(given, dict):
        raise Refused(refusals.MARKUP_NO_OBJECT)
    rows = given.get("inline_keyboard")
    if rows is None:
        return None
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise Refused(refusals.KEYBOARD_NO_ROWS)
    keyboard = [[_button(button) for button in row] for row in rows if row]
    return {"inline_keyboard": keyboard} if keyboard else None


def check(keyboard: Json | None) -> None:
    """Refuses what Telegram finds only once the chat is known: sizes and addresses."""
    rows = keyboard["inline_keyboard"] if keyboard is not None else []
    if sum(map(len, rows)) > BUTTONS or any(len(row) > BUTTONS_IN_A_ROW for row in rows):
        raise Refused(refusals.KEYBOARD_TOO_LONG)
    for button in (button for row in rows for button in row):
        if "url" in button and not is_address(button["url"]):
            raise Refused(refusals.BUTTON_URL, url=button["url"])
        if len(button.get("callback_data", "").encode()) > DATA_LIMIT:
            raise Refused(refusals.BUTTON_DATA)


def _button(given: Any) -> Json:
    if not isinstance(given, dict) or not given.get("text"):
        raise Refused(refusals.BUTTON_WITHOUT_TEXT)
    button: Json = {"text": str(given["text"])}
    if given.get("style") is not None:
        if given["style"] not in STYLES:
            raise Refused(refusals.BUTTON_STYLE)
        button["style"] = given["style"]
    for purpose in ("url", "callback_data"):
        if given.get(purpose):
            return button | {purpose: str(given[purpose])}
    for purpose in OTHER_PURPOSES:
        if given.get(purpose) is not None:
            return button | {purpose: given[purpose]}
    raise Refused(refusals.BUTTON_DOES_NOTHING)
