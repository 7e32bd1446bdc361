"""What can be wished for. A command says who wishes it, and which turn they mean where it can come late."""

from typing import Literal

from pbm.rules.game import Correction, Settings
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


class Resume(Value):
    """Go on after a pause (RULES 9.5)."""

    seat: SeatId


class EndGame(Value):
    """End the game for everybody, nobody wins; the owner's, or a chat admin's."""

    seat: SeatId
    admin: bool = False


Command = (
    OpenTable | Join | Leave | ChangeSettings | Begin | PlaceCard | TakeBack | Doubt | ExpireTurn | Resume | EndGame
)
Ending = Literal["went out", "last one left", "ended by hand", "nobody left"]
