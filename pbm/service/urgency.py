"""What is brought first where not all that waits can be brought at once: Telegram takes thirty messages a second."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Literal

from pbm.service.voice import BOARD
from pbm.views.messages import Message

Urgency = Literal["awaited", "prompt", "board", "note"]

PATIENCE: Mapping[Urgency, timedelta] = {
    "awaited": timedelta(),
    "prompt": timedelta(minutes=5),
    "board": timedelta(minutes=10),
    "note": timedelta(minutes=15),
}
"""What waits is brought in the order of the moment from which it waits and this: the more urgent overtakes, but never
anything that has waited for so much longer. So nothing starves."""


def urgency(message: Message) -> Urgency:
    """Whether somebody looks at their screen for it, it calls a player to their turn, tells what happened, or none."""
    if message.way in ("answer", "show") or message.reply_to is not None:
        return "awaited"
    if message.prompts:
        return "prompt"
    return "board" if message.rings or message.name == BOARD else "note"
