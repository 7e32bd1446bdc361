"""Entities: what is marked in a text, counted in UTF-16 units as Telegram counts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from pbm.sandbox import refusals
from pbm.sandbox.chats import Json
from pbm.sandbox.refusals import Refused

TEXT_LIMIT = 4096
"""UTF-16 units in one message, https://core.telegram.org/bots/api#sendmessage."""

TYPES = frozenset(
    {
        "mention", "hashtag", "cashtag", "bot_command", "url", "email", "phone_number", "bold", "italic", "underline",
        "strikethrough", "spoiler", "blockquote", "expandable_blockquote", "code", "pre", "text_link", "text_mention",
        "custom_emoji", "date_time",
    }
)  # fmt: skip
NEEDS = {"text_link": "url", "text_mention": "user", "custom_emoji": "custom_emoji_id", "date_time": "unix_time"}
FOUND_BY_TELEGRAM = frozenset({"mention", "hashtag", "cashtag", "bot_command", "url", "email", "phone_number"})
"""Types that Telegram finds for itself; a bot that sends them sends nothing new."""

PATTERNS = (
    ("url", re.compile(r"https?://[^\s<>()]+[^\s<>().,!?:;]")),
    ("bot_command", re.compile(r"(?<![\w/@])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/@])")),
    ("mention", re.compile(r"(?<![\w@/])@[A-Za-z][A-Za-z0-9_]{4,31}\b")),
    ("hashtag", re.compile(r"(?<![\w#&])#\w*[^\W\d]\w*")),
)
BLANKS = " \t\r\n\u200b\u00a0"


def units(text: str) -> int:
    """How many UTF-16 units the text has."""
    return len(text.encode("utf-16-le")) // 2


def found(text: str, taken: Iterable[Json] = ()) -> tuple[Json, ...]:
    """What Telegram marks by itself (commands, mentions, addresses, hashtags) where nothing in `taken` overlaps."""
    result: list[Json] = []
    spans = [(entity["offset"], entity["offset"] + entity["length"]) for entity in taken]
    for kind, pattern in PATTERNS:
        for match in pattern.finditer(text):
            start = units(text[: match.start()])
            end = start + units(match.group())
            if all(end <= first or last <= start for first, last in spans):
                spans.append((start, end))
                result.append({"type": kind, "offset": start, "length": end - start})
    return tuple(sorted(result, key=lambda entity: int(entity["offset"])))


def checked(text: str, entities: Any, user_of: Callable[[int], Json | None]) -> tuple[str, tuple[Json, ...]]:
    """The text as Telegram keeps it (trimmed) with its entities, or a refusal; `user_of` knows whom the bot has met."""
    read = [_read(entity, user_of) for entity in entities or ()]
    size = units(text)
    for entity in read:
        _placed(entity, text, size)
    starts = [entity["offset"] for entity in read if entity["length"] > 0]
    lead = len(text) - len(text.lstrip(BLANKS))
    cut = min([units(text[:lead]), *starts])
    kept = text.encode("utf-16-le")[cut * 2 :].decode("utf-16-le").rstrip(BLANKS)
    if not kept:
        raise Refused(refusals.TEXT_BLANK)
    size = units(kept)
    if size > TEXT_LIMIT:
        raise Refused(refusals.TEXT_TOO_LONG)
    placed = []
    for entity in read:
        offset = entity["offset"] - cut
        length = min(entity["length"], size - offset)
        if length > 0 and entity["type"] not in FOUND_BY_TELEGRAM:
            placed.append(entity | {"offset": offset, "length": length})
    everything = [
        *placed,
        *found(kept, (entity for entity in placed if entity["type"] in {"code", "pre", "text_link"})),
    ]
    return kept, tuple(sorted(everything, key=lambda entity: (int(entity["offset"]), -int(entity["length"]))))


def _read(entity: Any, user_of: Callable[[int], Json | None]) -> Json:
    for name in ("type", "offset", "length"):
        if not isinstance(entity, dict) or name not in entity:
            raise Refused(refusals.ENTITY_FIELD, field=name)
    kind = entity["type"]
    if kind not in TYPES:
        raise Refused(refusals.ENTITY_TYPE)
    needed = NEEDS.get(kind)
    if needed is not None and entity.get(needed) is None:
        raise Refused(refusals.ENTITY_FIELD, field=needed)
    kept = {"type": kind, "offset": int(entity["offset"]), "length": int(entity["length"])}
    for name in ("url", "language", "custom_emoji_id", "unix_time", "date_time_format"):
        if entity.get(name) is not None:
            kept[name] = entity[name]
    if kind == "text_link" and not is_address(entity["url"]):
        raise Refused(refusals.ENTITY_URL, url=entity["url"])
    if kind == "text_mention":
        user = user_of(int(entity["user"].get("id", 0)))
        if user is None:
            raise Refused(refusals.USER_NOT_FOUND)
        kept["user"] = user
    return kept


def _placed(entity: Json, text: str, size: int) -> None:
    offset, length = entity["offset"], entity["length"]
    if offset < 0 or length < 0:
        raise Refused(refusals.ENTITY_OFFSET, offset=offset)
    if length == 0:
        return
    if offset >= size:
        raise Refused(refusals.ENTITY_BEGINS_LATE, offset=offset)
    if offset + length > size:
        raise Refused(refusals.ENTITY_ENDS_LATE, offset=offset, end=offset + length)
    encoded = text.encode("utf-16-le")
    for place in (offset, offset + length):
        if place < size and 0xDC00 <= int.from_bytes(encoded[place * 2 : place * 2 + 2], "little") <= 0xDFFF:
            before = encoded[: place * 2 - 2].decode("utf-16-le")
            raise Refused(refusals.ENTITY_SPLITS, byte=len(before.encode()))


def is_address(url: Any) -> bool:
    """Whether Telegram takes this for a link: http, https or tg, or a host with a dot."""
    if not isinstance(url, str) or any(blank in url for blank in " \t\n"):
        return False
    if re.match(r"tg://\w+", url):
        return True
    return re.fullmatch(r"(?:https?://)?[^/?#@:\s]+\.[^/?#:\s]+(?::\d+)?(?:[/?#]\S*)?", url) is not None or (
        re.fullmatch(r"https?://(?:localhost|\d+\.\d+\.\d+\.\d+)(?::\d+)?(?:[/?#]\S*)?", url) is not None
    )
