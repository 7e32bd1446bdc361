"""What has happened. Folding the events gives the game."""

from datetime import datetime, timedelta
from typing import Annotated, Literal

from pydantic import Field

from pbm.rules.commands import Ending
from pbm.rules.dates import Span
from pbm.rules.game import Correction, Favour, Settings, Wish
from pbm.rules.habits import Habits
from pbm.rules.values import CardId, SeatId, Value

WhyMoved = Literal["more time", "prompt lost", "habits", "time per turn"]


class TableOpened(Value):
    """Somebody opened a table and sits at it first."""

    kind: Literal["table opened"] = "table opened"
    game: str
    seat: SeatId
    name: str
    settings: Settings
    at: datetime | None = None


class SettingsChanged(Value):
    """The owner chose otherwise."""

    kind: Literal["settings changed"] = "settings changed"
    settings: Settings


class PlayerJoined(Value):
    """Somebody took the last seat; before the start without cards, later with a hand (RULES 9.6)."""

    kind: Literal["player joined"] = "player joined"
    seat: SeatId
    name: str
    cards: tuple[CardId, ...] = ()
    computer: bool = False


class PlayerLeft(Value):
    """Somebody left, was retired (RULES 9.2) or kicked; their hand is among the used cards."""

    kind: Literal["player left"] = "player left"
    seat: SeatId
    cards: tuple[CardId, ...]
    retired: bool = False
    kicked_by: tuple[SeatId, ...] = ()  # who wished it, the deciding one last
    at: datetime | None = None


class SeatTakenOver(Value):
    """Somebody new sits in the place of one who left, with fresh cards."""

    kind: Literal["seat taken over"] = "seat taken over"
    seat: SeatId
    name: str
    of: SeatId
    cards: tuple[CardId, ...]


class OwnerChanged(Value):
    """The owner left, and somebody else looks after the table now."""

    kind: Literal["owner changed"] = "owner changed"
    seat: SeatId


class GameBegun(Value):
    """The hands are dealt, in seating order from here on, and the stack lies ready, top first."""

    kind: Literal["game begun"] = "game begun"
    decks: str
    hands: tuple[tuple[SeatId, tuple[CardId, ...]], ...]
    stack: tuple[CardId, ...]
    at: datetime


class StackMade(Value):
    """The used cards were shuffled and lie below what is left of the stack, top first (RULES 8.1)."""

    kind: Literal["stack made"] = "stack made"
    stack: tuple[CardId, ...]


class RoundBegun(Value):
    """The old chain is with the used cards; this many new ones from the stack open the next (RULES 3.4, 5.3, 5.4)."""

    kind: Literal["round begun"] = "round begun"
    seat: SeatId
    cards: tuple[CardId, ...]


class OpenerAdded(Value):
    """A second card was laid below the only one, for whoever is next holds one card (RULES 5.4)."""

    kind: Literal["opener added"] = "opener added"
    card: CardId


class TurnBegan(Value):
    """It is somebody's turn, until it is due."""

    kind: Literal["turn began"] = "turn began"
    seat: SeatId
    turn: int
    at: datetime
    due: datetime | None
    given: timedelta | None = None  # the time that counts; none: the time per turn
    lasts: timedelta | None = None  # the time per turn that held when the turn first began; none: that of the settings
    favours: tuple[Favour, ...] = ()  # had already, where a turn goes on


class ClockStarted(Value):
    """The time of the turn starts at that moment; `again`: the full time, for one who can be reached again."""

    kind: Literal["clock started"] = "clock started"
    turn: int
    at: datetime
    due: datetime
    again: bool = False


class DeadlineMoved(Value):
    """The running turn ends later, or reminds otherwise; `given` is the time that counts which it has in all now."""

    kind: Literal["deadline moved"] = "deadline moved"
    seat: SeatId
    turn: int
    why: WhyMoved
    at: datetime
    due: datetime
    given: timedelta
    lasts: timedelta


class OutageExcused(Value):
    """Nobody could play up to `until`: the running turn ends later by the time that would have counted."""

    kind: Literal["outage excused"] = "outage excused"
    until: datetime
    at: datetime
    due: datetime
    lost: timedelta


class TimeChanged(Value):
    """The owner changed the time per turn."""

    kind: Literal["time changed"] = "time changed"
    turn_lasts: timedelta


class HabitsSet(Value):
    """A player lives by these habits now; for themselves alone."""

    kind: Literal["habits set"] = "habits set"
    seat: SeatId
    habits: Habits
    at: datetime


class WentAway(Value):
    """A player is away: from the next turn on theirs are passed, until they are back."""

    kind: Literal["went away"] = "went away"
    seat: SeatId
    at: datetime
    until: datetime


class CameBack(Value):
    """A player is back, sooner than they said or because the time was over."""

    kind: Literal["came back"] = "came back"
    seat: SeatId
    at: datetime


class Voted(Value):
    """Somebody wishes something that takes more votes: how many there are, and how many it takes."""

    kind: Literal["voted"] = "voted"
    seat: SeatId
    wish: Wish
    whom: SeatId | None = None
    votes: int
    needed: int


class VoteTakenBack(Value):
    """Somebody no longer wishes that a player be taken out: how many votes are left, and how many it takes."""

    kind: Literal["vote taken back"] = "vote taken back"
    seat: SeatId
    whom: SeatId
    votes: int
    needed: int


class CardPlaced(Value):
    """A card lies in the chain, the corrections before it carried out (RULES 4.2)."""

    kind: Literal["card placed"] = "card placed"
    seat: SeatId
    card: CardId
    slot: int
    corrections: tuple[Correction, ...] = ()
    says: str = ""
    at: datetime


class DirectionReversed(Value):
    """Play goes the other way round from here on (RULES 6.1)."""

    kind: Literal["direction reversed"] = "direction reversed"
    seat: SeatId


class CardTakenBack(Value):
    """The card just placed is in the hand again; all is as before it (RULES 4.5). A TurnBegan follows."""

    kind: Literal["card taken back"] = "card taken back"
    seat: SeatId
    card: CardId


class ChainTurnedOver(Value):
    """Every card of the chain was turned over, top first (RULES 5.1, 7.1)."""

    kind: Literal["chain turned over"] = "chain turned over"
    doubter: SeatId | None  # none: somebody went out
    went_out: SeatId | None = None
    says: str = ""
    chain: tuple[CardId, ...]
    dates: tuple[Span, ...]
    correct: bool
    payer: SeatId | None  # who draws; none: they have left, or nobody has to
    to_draw: int  # before RULES 8.2 is looked at
    at: datetime | None = None


class CardsDrawn(Value):
    """Somebody drew; fewer than they should have where cards ran short (RULES 8.2)."""

    kind: Literal["cards drawn"] = "cards drawn"
    seat: SeatId
    cards: tuple[CardId, ...]


class TurnPassed(Value):
    """A turn ran out of time (RULES 9.1), or was passed at once for an announced absence."""

    kind: Literal["turn passed"] = "turn passed"
    seat: SeatId
    absent: bool = False


class GamePaused(Value):
    """Once around without a move (RULES 9.5), or somebody wished it: what is left of the turn is kept."""

    kind: Literal["game paused"] = "game paused"
    by: tuple[SeatId, ...] = ()  # who wished it, the deciding one last; none: RULES 9.5
    time_left: timedelta | None = None  # that counts


class GameResumed(Value):
    """The clock runs again."""

    kind: Literal["game resumed"] = "game resumed"
    seat: SeatId
    by: tuple[SeatId, ...] = ()  # where it took votes: who wished it, `seat` last


class GameEnded(Value):
    """The game is over (RULES 7, 9.4)."""

    kind: Literal["game ended"] = "game ended"
    how: Ending
    by: SeatId | None = None  # who ended it by hand
    winner: SeatId | None
    ranking: tuple[tuple[SeatId, ...], ...]
    at: datetime


Event = Annotated[
    TableOpened
    | SettingsChanged
    | PlayerJoined
    | PlayerLeft
    | SeatTakenOver
    | OwnerChanged
    | GameBegun
    | StackMade
    | RoundBegun
    | OpenerAdded
    | TurnBegan
    | ClockStarted
    | DeadlineMoved
    | OutageExcused
    | TimeChanged
    | HabitsSet
    | WentAway
    | CameBack
    | Voted
    | VoteTakenBack
    | CardPlaced
    | DirectionReversed
    | CardTakenBack
    | ChainTurnedOver
    | CardsDrawn
    | TurnPassed
    | GamePaused
    | GameResumed
    | GameEnded,
    Field(discriminator="kind"),
]
