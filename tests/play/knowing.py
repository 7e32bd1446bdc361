"""Somebody who knows every date, and reads a prompt as a person does: which move is right, which is wrong."""

import os
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from itertools import pairwise, permutations

from pbm.rules.dates import Span, conflicts, read
from tests.play.running import dates_of_cards

_ISOLATES = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))
_SLOT = re.compile(r"Slot (\d+)(, earliest|, latest)?")
_CARD = re.compile(r"(\d+)\. (.+)")
_NAME = r"\w+(?: \(computer\))?"  # no more: in a card too somebody begins something, or wins
_NEXT = re.compile(rf"(?m)^(?:Round \d+\. )?({_NAME}) (?:is next|begins|is to play)[:.]")
_WINS = re.compile(rf"(?m)^{_NAME} wins\.$")
_MARKS = (" (new)", " (moved)")


def plain(text: str) -> str:
    """The words without the marks that close names off."""
    return text.translate(_ISOLATES)


@cache
def _spans(decks: str) -> dict[str, Span]:
    """The dates of the decks that are played with now, which the environment may name."""
    year = datetime.now(UTC).year
    found = {front: read(date, year) for front, date in dates_of_cards().items()}
    return {front: span for front, span in found.items() if isinstance(span, Span)}


def is_right(chain: tuple[str, ...]) -> bool:
    """Whether a chain of fronts is in order."""
    return not conflicts([_spans(os.environ.get("PBM_DECKS", ""))[front] for front in chain])


@dataclass(frozen=True)
class Prompt:
    """What a prompt shows: the fronts of the chain, earliest on top, and those of the hand."""

    chain: tuple[str, ...]
    hand: tuple[str, ...]

    def placed(self, card: int, slot: int) -> tuple[str, ...]:
        """The chain with that card of the hand in that slot, both counted from 1."""
        return (*self.chain[: slot - 1], self.hand[card - 1], *self.chain[slot - 1 :])

    def right(self) -> tuple[int, int]:
        """A card and a slot that leave a chain in order which is so now."""
        cards, slots = range(1, len(self.hand) + 1), range(1, len(self.chain) + 2)
        return next((card, slot) for card in cards for slot in slots if is_right(self.placed(card, slot)))

    def fixed(self, card: int, to: int) -> "Prompt":
        """The same after the card below slot `card` was moved to place `to`."""
        rest = [front for at, front in enumerate(self.chain, 1) if at != card]
        rest.insert(to - 1, self.chain[card - 1])
        return Prompt(tuple(rest), self.hand)

    def spoiling(self) -> tuple[int, int]:
        """A correction after which the chain is out of order, whatever is placed."""
        places = range(1, len(self.chain) + 1)
        return next((card, to) for card, to in permutations(places, 2) if not is_right(self.fixed(card, to).chain))


@dataclass(frozen=True)
class Board:
    """What a board of the group shows: who is to play, and the fronts of the chain, earliest on top."""

    next: str
    chain: tuple[str, ...]


def read_prompt(text: str) -> Prompt | None:
    """The prompt in a message of a private chat; None for any other message."""
    lines = plain(text).splitlines()
    if not {"The chain, earliest on top", "Your hand"} <= set(lines):
        return None
    hand = [found[2] for line in lines[lines.index("Your hand") :] if (found := _CARD.fullmatch(line))]
    return Prompt(_chain(lines), tuple(hand))


def read_board(text: str) -> Board | None:
    """The board in a message of the group; None for any other message."""
    found = _NEXT.search(plain(text))
    return Board(found[1], _chain(plain(text).splitlines())) if found else None


def is_over(text: str) -> bool:
    """Whether a message of the group tells who has won the game."""
    return _WINS.search(plain(text)) is not None


def _chain(lines: list[str]) -> tuple[str, ...]:
    slots = {}  # a long chain shows some of its slots twice
    for line, below in pairwise(lines):
        if (found := _SLOT.fullmatch(line)) and found[2] != ", latest":
            slots[int(found[1])] = _unmarked(below)
    return tuple(front for _, front in sorted(slots.items()))


def _unmarked(line: str) -> str:
    for mark in _MARKS:
        line = line.removesuffix(mark)
    return line
