"""The game as it stands: who sits there, what lies where, whose turn it is."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Literal

from pbm.rules.habits import Habits
from pbm.rules.values import CardId, SeatId, Value

STATE_VERSION = 1  # raised with every change of shape that an older state must be lifted over
MOST_PLAYERS = 10  # RULES 3.1
FEWEST_PLAYERS = 2  # RULES 3.1
FEWEST_CARDS_DEALT, MOST_CARDS_DEALT = 3, 15  # RULES 3.2
SOONEST_RETIRED, LATEST_RETIRED = 2, 5  # RULES 9.2: turns in a row; 0 is never
LARGEST_STACK = 336  # RULES 3.3
SPARE_CARDS = 6  # RULES 3.3 and 9.6: what must be left beside the hands
WORDS_AT_MOST = 200  # characters said with a card
TURN_LASTS = timedelta(hours=24)  # unless the owner chose otherwise
LONGEST_TURN = timedelta(hours=72)  # the longest the owner may choose
AWAY_DAYS = 14  # of announced absence that a player has in one game, unless the owner chose otherwise
MOST_AWAY_DAYS = 60  # the most the owner may choose


class Status(StrEnum):
    """Where a game is in its life."""

    OPEN = "open"  # people are joining
    PLAYING = "playing"
    PAUSED = "paused"  # RULES 9.5, or by hand
    OVER = "over"


class Rules(Value):
    """What the owner may change about the rules: RULES 3.2, 5.3, 9.2; `retire_after` 0 is never."""

    deal: int = 9
    doubter_draws: int = 4
    placer_draws: int = 2
    retire_after: int = 2


SHORT_RULES = {"doubter_draws": 2, "placer_draws": 3}  # RULES 5.3


class Settings(Value):
    """The owner's choices, made until the game begins."""

    rules: Rules = Rules()
    series: tuple[str, ...] = ()  # ids; none is all of them, the Wild Mix
    smaller_hands: tuple[tuple[SeatId, int], ...] = ()  # RULES 3.2: a child, say
    turn_lasts: timedelta = TURN_LASTS
    closed: bool = False  # closed after the start: nobody joins late (RULES 9.6)
    weekends_off: bool = False  # no turn's time runs on Saturdays and Sundays, in the zone of whoever is on turn
    away_days: int = AWAY_DAYS  # 0 to MOST_AWAY_DAYS


class Correction(Value):
    """A card of the chain taken out and put back to stand at place `to`, counted from 1 at the top (RULES 4.2)."""

    card: CardId
    to: int


class Seat(Value):
    """A player in the game, with the hand in the order in which its cards came."""

    id: SeatId
    name: str
    hand: tuple[CardId, ...] = ()
    missed: int = 0  # turns in a row that ran out (RULES 9.2)
    habits: Habits = Habits()
    away_since: datetime | None = None  # set while they are away ...
    away_until: datetime | None = None  # ... and when they said they would be back
    away_used: timedelta = timedelta()  # of the days they have; without the absence that is on
    computer: bool = False  # nobody who votes


class Gone(Value):
    """Somebody who left, was retired or kicked, and may come back (RULES 9.6)."""

    id: SeatId
    name: str
    held: int  # cards in hand when leaving
    at: datetime | None = None  # when their place became free; none: it is not to be had
    replaced_by: SeatId | None = None  # who has taken it over
    habits: Habits = Habits()
    away_used: timedelta = timedelta()


Wish = Literal["pause", "resume", "kick"]


class Vote(Value):
    """What somebody wishes that takes more than half; `whom` is who is to be kicked."""

    seat: SeatId
    wish: Wish
    whom: SeatId | None = None


Reminder = Literal["half", "eighth"]  # when half of the time per turn is left, and an eighth
Favour = Literal["clock started", "more time", "prompt lost", "reached"]  # what moves a deadline once a turn


class Before(Value):
    """What a placing changed, so that it can be taken back (RULES 4.5)."""

    seat: SeatId
    hand: tuple[CardId, ...]
    missed: int
    chain: tuple[CardId, ...]
    direction: int
    reversed: bool
    last_placer: SeatId | None
    last_card: CardId | None
    last_says: str
    idle: tuple[SeatId, ...]
    time_left: timedelta | None  # that counted, of the turn in which the card was placed; none in a pause
    lasts: timedelta | None = None  # the time per turn that held for that turn
    favours: tuple[Favour, ...] = ()


class Game(Value):
    """One game from the opening of the table to its ranking; never changed, the next one is made."""

    version: int = STATE_VERSION
    id: str
    status: Status = Status.OPEN
    owner: SeatId
    settings: Settings = Settings()
    decks: str = ""  # version of the decks its cards are from
    seats: tuple[Seat, ...] = ()  # in order of play when the direction is 1
    gone: tuple[Gone, ...] = ()
    stack: tuple[CardId, ...] = ()  # top first
    used: tuple[CardId, ...] = ()
    chain: tuple[CardId, ...] = ()  # earliest, so they say, first
    round: int = 0  # from 1 once begun
    direction: int = 1  # or -1
    reversed: bool = False  # RULES 6.1 happens once
    turn: int = 0  # counts up only; a turn taken back gets a new number
    on_turn: SeatId | None = None
    turn_began: datetime | None = None
    due: datetime | None = None  # when the turn runs out; none while paused
    lasts: timedelta | None = None  # the time per turn that holds for this turn; none: that of the settings
    given: timedelta | None = None  # the time that counts which this turn has in all; none: the time per turn
    excused: timedelta = timedelta()  # of outages in this turn, beyond what is given
    excused_until: datetime | None = None  # outages up to here are made good
    reckoned: datetime | None = None  # when the deadline was moved last: reminders before that are past
    reminded: tuple[Reminder, ...] = ()  # these are past, though the habits of now would have them come again
    favours: tuple[Favour, ...] = ()  # had in this turn
    last_placer: SeatId | None = None  # in this round; may have left since
    last_card: CardId | None = None  # which they placed ...
    last_says: str = ""  # ... and what they said with it
    idle: tuple[SeatId, ...] = ()  # whose turn ran out since anybody last placed or doubted (RULES 9.5)
    before: Before | None = None  # set while the last placing can be taken back
    placed: int = 0  # cards placed in the whole game, for the last line of it
    wrong_chains: int = 0  # turned over so far: the first gets an explanation
    paused_by: tuple[SeatId, ...] = ()  # who wished the pause, the deciding one last; none in one of RULES 9.5
    time_left: timedelta | None = None  # kept in a pause by hand for whoever is on turn; none: the whole time
    votes: tuple[Vote, ...] = ()
    places: tuple[SeatId, ...] = ()  # everybody who sits or sat here, in seating order
    opened: datetime | None = None
    moved: datetime | None = None  # when somebody last placed or doubted
    begun: datetime | None = None
    ended: datetime | None = None
    winner: SeatId | None = None
    ranking: tuple[tuple[SeatId, ...], ...] = ()  # equal players in seating order, the winner alone in the first

    def seat(self, seat: SeatId) -> Seat | None:
        """The seat of that player, or none if they are not in the game now."""
        return next((one for one in self.seats if one.id == seat), None)

    def sitting(self, seat: SeatId) -> Seat:
        """The seat of a player who is known to be in the game."""
        return next(one for one in self.seats if one.id == seat)

    def hand_of(self, seat: SeatId) -> tuple[CardId, ...]:
        """The cards that player holds, in the order in which they came; none if they are not in the game now."""
        return next((one.hand for one in self.seats if one.id == seat), ())

    def name_of(self, seat: SeatId) -> str:
        """The name of somebody who is or was at this table."""
        people: tuple[Seat | Gone, ...] = (*self.seats, *self.gone)
        return next(one.name for one in people if one.id == seat)
