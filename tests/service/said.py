"""What was said at an evening, as somebody reads it."""

from pbm.service.ports import Letter
from tests.service.evening import GROUP, Evening


def plain(texts: list[str]) -> list[str]:
    """Without the marks that close off names."""
    return [text.replace("\u2068", "").replace("\u2069", "") for text in texts]


def heard(letters: list[Letter], who: str) -> list[str]:
    """What was newly said to somebody."""
    said = [one.message.text.text for one in letters if one.message.to == who and one.message.way == "say"]
    return plain(said)


def told(evening: Evening, chat: str) -> list[str]:
    """What the last request said in a chat."""
    return heard(evening.brought, chat)


def lobby(evening: Evening) -> str:
    """The text of the lobby as it stands."""
    found = [one.text for one in evening.chats[GROUP] if "opens a table" in one.text or "lädt zu" in one.text]
    return plain(found)[-1]
