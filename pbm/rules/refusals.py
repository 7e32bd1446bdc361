"""The noes: values, each with what a kind sentence about it needs to know."""

from datetime import datetime

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


class GameIsOver(Value):
    """The game is over."""


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
    | GameIsOver
)
