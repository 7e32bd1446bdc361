"""What can be wished for. A command says who wishes it, and which turn they mean where it can come late."""

from datetime import datetime, timedelta
from typing import Literal

from pbm.rules.game import Correction, Settings
from pbm.rules.habits import Habits
from pbm.rules.values import CardId, SeatId, Value


class OpenTable(Value):
    """Open a table; the seat is its owner (RULES 3.1). Only a game that does not exist yet can take it."""

    game: str  # its id to be
    seat: SeatId
    name: str
    settings: Settings = Settings()


class Join(Value):
    """Take a seat: before the start the last one, later as RULES 9.6 says, also after having left."""

    seat: SeatId
    name: str
    computer: bool = False


class Leave(Value):
    """Give up the seat (RULES 9.3)."""

    seat: SeatId


class ChangeSettings(Value):
    """Replace the settings; the owner's, until the start."""

    seat: SeatId
    settings: Settings


class Begin(Value):
    """Deal and begin with these cards, all those of the chosen series (RULES 3); the owner's."""

    seat: SeatId
    cards: tuple[CardId, ...]
    decks: str


class PlaceCard(Value):
    """Place a card into a slot, counted from 1 at the top after the corrections (RULES 4); no `turn`: this one."""

    seat: SeatId
    card: CardId
    slot: int
    corrections: tuple[Correction, ...] = ()
    says: str = ""
    turn: int | None = None


class TakeBack(Value):
    """Take the card just placed back (RULES 4.5)."""

    seat: SeatId
    turn: int | None = None  # the turn that began when the card was placed


class Doubt(Value):
    """Doubt the chain as it was received (RULES 4.4, 5)."""

    seat: SeatId
    says: str = ""
    turn: int | None = None


class ExpireTurn(Value):
    """Pass a turn whose time is up (RULES 9.1); `turn` none is the present one, due or not, as a record tells it."""

    turn: int | None = None


class Pause(Value):
    """Stop the clock and keep what is left of the turn; the owner's, or by the votes of more than half."""

    seat: SeatId


class Resume(Value):
    """Go on: after a pause of RULES 9.5 anybody's, else the owner's, or by the votes of more than half."""

    seat: SeatId


class EndGame(Value):
    """End the game for everybody, nobody wins; the owner's, a chat admin's, and after days without a move anybody's."""

    seat: SeatId
    admin: bool = False


class ClearTable(Value):
    """Clear a table that nobody has begun for days."""


class SetHabits(Value):
    """Live by these habits from now on; the deadline of one's own turn is never shortened by it."""

    seat: SeatId
    habits: Habits


class GoAway(Value):
    """Have one's turns passed from the one after the running one, up to a moment; again: up to another moment."""

    seat: SeatId
    until: datetime


class ComeBack(Value):
    """Be back from an absence; `resumes`: and end a pause of RULES 9.5 (a record tells the two apart)."""

    seat: SeatId
    resumes: bool = True


class EndAbsences(Value):
    """End the absences whose time is over, and a pause of RULES 9.5 with them."""


class ChangeTime(Value):
    """Change the time per turn in a running game; the owner's. The turn that runs gets the longer of old and new."""

    seat: SeatId
    turn_lasts: timedelta


class ExtendTurn(Value):
    """Have some more hours for one's own turn, once a turn."""

    seat: SeatId
    turn: int | None = None


class Kick(Value):
    """Take somebody out of the game; the owner's, or by the votes of more than half of the others."""

    seat: SeatId
    whom: SeatId


class Keep(Value):
    """Take back one's vote to take somebody out of the game."""

    seat: SeatId
    whom: SeatId


class TakeOver(Value):
    """Take the place of somebody who left, was retired or kicked within a day, with as many fresh cards."""

    seat: SeatId
    name: str
    of: SeatId


class StartClock(Value):
    """The prompt of that turn was delivered at that moment: its time starts then."""

    turn: int
    at: datetime


class PromptLost(Value):
    """The prompt of that turn cannot be delivered: the turn gets twice the time, once."""

    turn: int


class Reached(Value):
    """A player whose prompt was lost can be reached again: if on turn, they have the full time again."""

    seat: SeatId


class ExcuseOutage(Value):
    """Nobody could play between these moments: the running deadline moves by that, the same outage counting once."""

    since: datetime
    until: datetime


Command = (
    OpenTable
    | Join
    | Leave
    | ChangeSettings
    | Begin
    | PlaceCard
    | TakeBack
    | Doubt
    | ExpireTurn
    | Pause
    | Resume
    | EndGame
    | ClearTable
    | SetHabits
    | GoAway
    | ComeBack
    | EndAbsences
    | ChangeTime
    | ExtendTurn
    | Kick
    | Keep
    | TakeOver
    | StartClock
    | PromptLost
    | Reached
    | ExcuseOutage
)
Ending = Literal["went out", "last one left", "ended by hand", "nobody left", "never begun"]
