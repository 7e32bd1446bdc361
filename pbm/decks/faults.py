"""What is wrong in a deck, where, and what would be right."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing to mend: lines count from 1; `card` is its id, or `series` for the head, `file` for the whole."""

    file: str
    line: int
    card: str
    what: str
    instead: str

    def __str__(self) -> str:
        """Tell it in one line, in the manner that editors can follow to the place."""
        return f"{self.file}:{self.line}: {self.card}: {self.what}; {self.instead}"


class DeckFault(Exception):
    """A game cannot be played with these decks; the text lists every fault."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))
