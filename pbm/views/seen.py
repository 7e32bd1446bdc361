"""What one viewer may know of a game and of an event: handed out, never held back."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import assert_never

from pbm.rules import clock
from pbm.rules.events import (
    CameBack,
    CardPlaced,
    CardsDrawn,
    CardTakenBack,
    ChainTurnedOver,
    ClockStarted,
    DeadlineMoved,
    DirectionReversed,
    Event,
    GameBegun,
    GameEnded,
    GamePaused,
    GameResumed,
    HabitsSet,
    OpenerAdded,
    OutageExcused,
    OwnerChanged,
    PlayerJoined,
    PlayerLeft,
    RoundBegun,
    SeatTakenOver,
    SettingsChanged,
    StackMade,
    TableOpened,
    TimeChanged,
    TurnBegan,
    TurnPassed,
    Voted,
    VoteTakenBack,
    WentAway,
)
from pbm.rules.game import Game, Settings, Status, Vote
from pbm.rules.habits import Habits
from pbm.rules.values import CardId, SeatId, Value


@dataclass(frozen=True, slots=True)
class SeenSeat:
    """A player as everybody sees them: how many cards, not which."""

    id: SeatId
    name: str
    cards: int
    away_until: datetime | None = None
    computer: bool = False


@dataclass(frozen=True, slots=True)
class Seen:
    """A game as one viewer sees it; without a viewer, as the group does. No stack, no used cards, no other hand."""

    game: str
    viewer: SeatId | None
    status: Status
    owner: SeatId
    settings: Settings
    seats: tuple[SeenSeat, ...]
    gone: tuple[SeenSeat, ...]
    hand: tuple[CardId, ...]
    missed: int  # turns in a row that ran out for the viewer
    chain: tuple[CardId, ...]
    round: int
    direction: int
    reversed: bool
    turn: int
    on_turn: SeatId | None
    due: datetime | None
    more_time: timedelta | None  # what can still be had more for the turn
    last_placer: SeatId | None
    last_card: CardId | None
    last_says: str
    passed: bool  # whether a turn has run out since anybody placed or doubted
    placed: int
    begun: datetime | None
    paused_by: tuple[SeatId, ...] = ()  # none: RULES 9.5
    votes: tuple[Vote, ...] = ()

    def seat(self, seat: SeatId) -> SeenSeat:
        """Somebody who is or was at this table."""
        return next(one for one in (*self.seats, *self.gone) if one.id == seat)

    def sits(self, seat: SeatId) -> bool:
        """Whether somebody is in the game now."""
        return any(one.id == seat for one in self.seats)

    def knows(self, seat: SeatId) -> bool:
        """Whether somebody is or was at this table."""
        return any(one.id == seat for one in (*self.seats, *self.gone))

    @property
    def my_turn(self) -> bool:
        """Whether the viewer is on turn."""
        return self.viewer is not None and self.on_turn == self.viewer


def seen(game: Game, viewer: SeatId | None) -> Seen:
    """What the viewer may know of the game."""
    mine = game.seat(viewer) if viewer else None
    return Seen(
        game=game.id,
        viewer=viewer,
        status=game.status,
        owner=game.owner,
        settings=game.settings,
        seats=tuple(
            SeenSeat(id=one.id, name=one.name, cards=len(one.hand), away_until=one.away_until, computer=one.computer)
            for one in game.seats
        ),
        gone=tuple(SeenSeat(id=one.id, name=one.name, cards=one.held) for one in game.gone),
        hand=mine.hand if mine else (),
        missed=mine.missed if mine else 0,
        chain=game.chain,
        round=game.round,
        direction=game.direction,
        reversed=game.reversed,
        turn=game.turn,
        on_turn=game.on_turn,
        due=game.due,
        more_time=None if "more time" in game.favours else clock.more_time(clock.time_per_turn(game)),
        last_placer=game.last_placer,
        last_card=game.last_card,
        last_says=game.last_says,
        passed=bool(game.idle),
        placed=game.placed,
        begun=game.begun,
        paused_by=game.paused_by,
        votes=game.votes,
    )


class Drawn(Value):
    """Somebody drew: how many, not which."""

    seat: SeatId
    cards: int


class Dealt(Value):
    """The hands are dealt: how many to whom, not which."""

    hands: tuple[tuple[SeatId, int], ...]


class Shuffled(Value):
    """The used cards are the stack again; in what order, nobody knows."""


SeenEvent = Event | Drawn | Dealt | Shuffled


def seen_by(event: Event, viewer: SeatId | None) -> SeenEvent:
    """What the viewer may know of an event. Nobody sees an event until this function says so."""
    match event:
        case TableOpened() | SettingsChanged() | OwnerChanged():
            return event
        case PlayerJoined(seat=seat):
            return event if viewer == seat else Drawn(seat=seat, cards=len(event.cards))
        case PlayerLeft(seat=seat):
            # The hand went to the used cards face down: the others see how many.
            return event if viewer == seat else event.model_copy(update={"cards": ()})
        case GameBegun(hands=hands):
            return Dealt(hands=tuple((seat, len(cards)) for seat, cards in hands))
        case StackMade():
            return Shuffled()
        case CardsDrawn(seat=seat):
            return event if viewer == seat else Drawn(seat=seat, cards=len(event.cards))
        case RoundBegun() | OpenerAdded() | CardPlaced() | CardTakenBack():
            return event  # the whole table sees these cards lie
        case ChainTurnedOver():
            return event  # its dates are everybody's now
        case TurnBegan() | DirectionReversed() | TurnPassed() | GamePaused() | GameResumed() | GameEnded():
            return event
        case SeatTakenOver(seat=seat):
            return event if viewer == seat else Drawn(seat=seat, cards=len(event.cards))
        case ClockStarted() | DeadlineMoved() | OutageExcused() | TimeChanged() | WentAway() | CameBack():
            return event
        case Voted() | VoteTakenBack():
            return event
        case HabitsSet(seat=seat):
            # Where somebody lives and when they sleep is theirs to tell.
            return event if viewer == seat else event.model_copy(update={"habits": Habits()})
        case _:
            assert_never(event)
