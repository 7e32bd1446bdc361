"""A game and the chat around it: who the players are, and what one of them is in the middle of."""

from datetime import datetime
from typing import Literal

from pbm.rules.game import Correction, Game
from pbm.rules.habits import Habits
from pbm.rules.values import CardId, Value
from pbm.views.messages import Address, Language


class Person(Value):
    """Somebody who writes to the bot, wherever they sit."""

    address: Address
    name: str  # cleaned, as it is shown
    language: Language = "en"
    language_chosen: bool = False  # by /language; else it follows the client
    reachable: bool = False  # has a private chat that the bot can write to
    habits: Habits = Habits()  # for all their tables; each of their seats has them too
    ahead: bool = False  # wants a word when the player before them begins a turn


Step = Literal["hand", "slot", "preview", "which", "where", "doubt", "asked"]


class Draft(Value):
    """What the player on turn has chosen so far; nothing of it counts before the card is placed."""

    turn: int
    step: Step = "hand"  # what they are asked: a card, its slot, whether it is right; which card to move, and where to
    corrections: tuple[Correction, ...] = ()
    card: CardId | None = None  # of the hand
    slot: int | None = None
    says: str = ""
    moving: CardId | None = None  # a card of the chain that is taken out and not put back yet
    page: int = 0  # of the buttons, where they are more than fit


class Nudge(Value):
    """Somebody has nudged whoever was on turn."""

    turn: int
    at: datetime


class Table(Value):
    """The whole of what is kept of a game beside its log."""

    game: Game
    chat: Address
    title: str
    language: Language
    people: tuple[Person, ...] = ()  # everybody who has ever sat here, computers too
    draft: Draft | None = None
    nudge: Nudge | None = None  # the last one
    closed: datetime | None = None  # since when the bot cannot write to the chat, and the game waits
    let_in: datetime | None = None  # when it could again, the last time
    out_of_reach: tuple[Address, ...] = ()  # players who cannot be written to, of whom the group was told

    def person(self, address: Address) -> Person | None:
        """Somebody who sits or sat here."""
        return next((person for person in self.people if person.address == address), None)

    def language_of(self, address: Address) -> Language:
        """The language of a player, or the table's for anybody else."""
        person = self.person(address)
        return person.language if person else self.language
