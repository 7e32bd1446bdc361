"""What somebody may wish by a line: a move, an answer, a look, a command."""

from typing import Literal

from pbm.rules.values import Value


class Place(Value):
    """Card and slot, both counted from 1, and the words after them."""

    card: int
    slot: int
    says: str = ""


class Number(Value):
    """A number alone: a card, or what the open question asks for; `42` may be card 4 and slot 2."""

    n: int


class Fix(Value):
    """Card `card` of the chain, counted from 1 at the top, to place `to`; None where the numbers are missing."""

    card: int | None
    to: int | None


class Undo(Value):
    """Take back the last thing that can be taken back."""


class DoubtIt(Value):
    """Doubt; `sure` is false where a longer line only begins so."""

    says: str = ""
    sure: bool = True


class Yes(Value):
    """Yes to the open question or preview."""


class No(Value):
    """No to the open question; `sure` is false where it may as well be a word to the table."""

    sure: bool = True


class Several(Value):
    """More than one move in one message; `moves_first` if a card of the chain is to be moved before the others."""

    moves_first: bool = False


class LookUp(Value):
    """Something to be shown."""

    what: Literal["hand", "chain", "players", "games", "rules", "help", "language"]


class Slash(Value):
    """A command with its words."""

    name: str
    words: str = ""


class MoreTime(Value):
    """More time for the running turn."""


class Unclear(Value):
    """Anything else."""

    text: str


Wish = Place | Several | Number | Fix | Undo | DoubtIt | Yes | No | LookUp | Slash | MoreTime | Unclear
