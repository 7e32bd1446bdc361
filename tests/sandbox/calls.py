"""The sandbox's log of what the bot asked of Telegram, as those read it who measure and judge."""

from dataclasses import dataclass
from typing import Any

SHOWING = frozenset({"sendMessage", "editMessageText", "editMessageReplyMarkup"})
"""The methods after which a chat looks otherwise."""


@dataclass(frozen=True)
class Call:
    """What the bot asked for, when (unix time), and what became of it."""

    at: float
    method: str
    chat: int  # 0 where it was about none
    text: str
    ok: bool
    error: int = 0  # 0 where there was none
    message: int = 0  # its id, 0 where there is none
    fault: str = ""  # what went wrong on purpose and left no answer
    why: str = ""


def call_of(noted: dict[str, Any]) -> Call:
    """One entry of the log."""
    asked, answer = noted["parameters"], noted.get("result")
    shown = answer.get("message_id", 0) if isinstance(answer, dict) else asked.get("message_id", 0)
    return Call(
        at=noted["time"],
        method=noted["method"],
        chat=int(asked.get("chat_id", 0)),
        text=str(asked.get("text", "")).strip(),  # so Telegram shows it
        ok=bool(noted.get("ok")),
        error=int(noted.get("error_code", 0)),
        message=int(shown),
        fault=noted.get("fault", ""),
        why=noted.get("description", ""),
    )
