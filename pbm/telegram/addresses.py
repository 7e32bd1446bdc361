"""Addresses of this transport: `tg:ID` a person or a chat, `tg:ID/THREAD` a topic."""

import re
from typing import NamedTuple

from pbm.views.messages import Address

SUPERGROUP = -1_000_000_000_000  # ids at and below this are those of supergroups


class Place(NamedTuple):
    """A chat as the Bot API names it."""

    chat: int
    thread: int | None = None

    @property
    def is_group(self) -> bool:
        """Whether it is no private chat."""
        return self.chat < 0

    @property
    def is_supergroup(self) -> bool:
        """Whether links can lead there."""
        return self.chat <= SUPERGROUP


def address(chat: int, thread: int | None = None) -> Address:
    """The address of a person, a chat or a topic of one."""
    return f"tg:{chat}" if thread is None else f"tg:{chat}/{thread}"


def place(to: Address) -> Place | None:
    """The place that an address names; None for one of another transport."""
    found = re.fullmatch(r"tg:(-?\d+)(?:/(\d+))?", to)
    return Place(int(found[1]), int(found[2]) if found[2] else None) if found else None
