"""The noes: values, each with what a kind sentence about it needs to know."""

from datetime import datetime, timedelta
from typing import Literal

from pbm.rules.values import CardId, SeatId, Value


class NotYourTurn(Value):
    """Somebody else is on turn."""

    on_turn: SeatId


class TurnIsOver(Value):
    """Meant was an earlier turn."""


class TurnNotDue(Value):
    """An alarm rang early, or the deadline has moved."""

    due: datetime | None


class CardNotInHand(Value):
    """That card is not theirs to place."""

    card: CardId


class NoSuchSlot(Value):
    """The chain has slots 1 to `slots` (RULES 2.3)."""

    slot: int
    slots: int


class NoSuchCorrection(Value):
    """That card is not in the chain, or that place is not among its `places` (RULES 4.2)."""

    card: CardId
    to: int
    places: int


class WordsTooLong(Value):
    """More was said than fits on a board."""

    length: int


class NothingToDoubt(Value):
    """Nobody has placed a card in this round (RULES 4.4)."""


class OwnChain(Value):
    """Whoever placed last cannot doubt it (RULES 4.4)."""


class NothingToTakeBack(Value):
    """They did not place the last card, or nothing was placed (RULES 4.5)."""


class TooLateToTakeBack(Value):
    """Something else has happened since (RULES 4.5)."""


class NotAtTable(Value):
    """They do not sit here."""


class AlreadyAtTable(Value):
    """They sit here already."""


class TableFull(Value):
    """Ten sit here (RULES 3.1, 9.6)."""


class TableClosed(Value):
    """The owner wants nobody to join late (RULES 9.6)."""


class TooFewCardsToJoin(Value):
    """Too few cards are left to deal a hand (RULES 9.6)."""


class TooFewPlayers(Value):
    """It takes two (RULES 3.1)."""


class TooFewCards(Value):
    """The chosen series have too few cards to begin (RULES 3.3)."""

    players: int
    needed: int
    there: int


class NotTheOwner(Value):
    """The owner decides that."""

    owner: SeatId


class BadSettings(Value):
    """A setting lies outside what RULES 3.2 and 9.2 allow; names the field, and its bounds."""

    field: str
    least: int
    most: int


class NotBegun(Value):
    """The game has not begun yet."""


class AlreadyBegun(Value):
    """The game has begun."""


class NotPaused(Value):
    """There is no pause to end."""


class GameIsPaused(Value):
    """Nothing is played while a pause by hand lasts, and it cannot begin twice; `by` none: the pause of RULES 9.5."""

    by: tuple[SeatId, ...]


class GameIsOver(Value):
    """The game is over."""


class NothingChanges(Value):
    """It is so already."""


class BadHabits(Value):
    """There is no such zone, or the quiet hours are none or more than QUIET_AT_MOST."""

    field: Literal["zone", "quiet"]


class MomentPassed(Value):
    """The moment up to which they want to be away is not ahead."""


class AwayTooLong(Value):
    """More than is left of the days they have in this game; an absence that is on stays, up to `until`."""

    left: timedelta
    days: int
    until: datetime | None = None


class NotAway(Value):
    """They are not away."""


class AlreadyVoted(Value):
    """They wished for that already, and it takes more votes."""

    votes: int
    needed: int


class NotVoted(Value):
    """They have no vote there that they could take back."""

    whom: SeatId


class AlreadyExtended(Value):
    """More time is to be had once a turn."""


class NotInGame(Value):
    """Whom they mean is not in the game."""

    whom: SeatId


class OwnSeat(Value):
    """Nobody kicks themselves: whoever wants to go leaves."""


class SeatNotFree(Value):
    """Nobody of that name left within the last day, or the place is taken."""

    of: SeatId


class HasPlayedHere(Value):
    """Whoever was in this game comes back by joining (RULES 9.6)."""


class StillMoving(Value):
    """The owner and chat admins can end the game; everybody else from that moment on, if nobody moves until then."""

    owner: SeatId
    ends_from: datetime


class NotTimeYet(Value):
    """The table may wait until that moment."""

    until: datetime


Refusal = (
    NotYourTurn
    | TurnIsOver
    | TurnNotDue
    | CardNotInHand
    | NoSuchSlot
    | NoSuchCorrection
    | WordsTooLong
    | NothingToDoubt
    | OwnChain
    | NothingToTakeBack
    | TooLateToTakeBack
    | NotAtTable
    | AlreadyAtTable
    | TableFull
    | TableClosed
    | TooFewCardsToJoin
    | TooFewPlayers
    | TooFewCards
    | NotTheOwner
    | BadSettings
    | NotBegun
    | AlreadyBegun
    | NotPaused
    | GameIsPaused
    | GameIsOver
    | NothingChanges
    | BadHabits
    | MomentPassed
    | AwayTooLong
    | NotAway
    | AlreadyVoted
    | NotVoted
    | AlreadyExtended
    | NotInGame
    | OwnSeat
    | SeatNotFree
    | HasPlayedHere
    | StillMoving
    | NotTimeYet
)
