"""What follows from what happened: who is next, what opens a round, who draws, when it is over."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby

from pbm.rules import clock
from pbm.rules.commands import Ending
from pbm.rules.dates import Span, conflicts
from pbm.rules.events import (
    CameBack,
    CardsDrawn,
    ChainTurnedOver,
    DirectionReversed,
    Event,
    GameEnded,
    GamePaused,
    GameResumed,
    OpenerAdded,
    OwnerChanged,
    PlayerLeft,
    RoundBegun,
    StackMade,
    TurnBegan,
    TurnPassed,
)
from pbm.rules.evolve import evolve
from pbm.rules.game import Favour, Game, Seat, Status
from pbm.rules.values import CardId, SeatId

Shuffle = Callable[[Sequence[CardId]], tuple[CardId, ...]]

HAND_THAT_REVERSES = 2  # RULES 6.1
HAND_THAT_OPENS_WITH_TWO = 1  # RULES 5.4
KEPT_TO_OPEN = 1  # RULES 8.2


class Course:
    """The course one wish takes: the events so far, and the game as they leave it."""

    def __init__(self, game: Game | None, now: datetime, shuffle: Shuffle, dates: Mapping[CardId, Span]) -> None:
        """Start from this game at this moment."""
        self._game = game
        self.now = now
        self._shuffle = shuffle
        self._dates = dates
        self.events: tuple[Event, ...] = ()

    @property
    def game(self) -> Game:
        """The game after the events so far; there is one from the first event on."""
        if self._game is None:
            raise ValueError("nobody has opened this table")
        return self._game

    def then(self, *events: Event) -> None:
        """Let these happen, one after the other."""
        for event in events:
            self._game = evolve(self._game, event)
            self.events = (*self.events, event)

    def begins_turn(self, seat: SeatId) -> None:
        """It is that player's turn, or that of the next one who is not away; while paused, with no deadline."""
        if self.game.status is Status.PLAYING and self.game.sitting(seat).away_until is not None:
            self._is_passed(seat)
            return
        lasts = self.game.settings.turn_lasts
        self._begins(TurnBegan(seat=seat, turn=self.game.turn + 1, at=self.now, due=None), lasts, lasts)

    def goes_on(
        self, seat: SeatId, time_left: timedelta | None, lasts: timedelta | None, favours: tuple[Favour, ...]
    ) -> None:
        """A turn of that player goes on under a new number, with the time that was left; none: in a pause."""
        lasts = self.game.settings.turn_lasts if lasts is None else lasts
        # The prompt is a new one; what was asked for once is had.
        had = tuple(one for one in favours if one != "clock started")
        turn = self.game.turn + 1
        began = TurnBegan(seat=seat, turn=turn, at=self.now, due=None, given=time_left, lasts=lasts, favours=had)
        self._begins(began, time_left or timedelta(), lasts)

    def _begins(self, began: TurnBegan, time: timedelta, lasts: timedelta) -> None:
        if self.game.status is not Status.PAUSED:  # RULES 9.5
            due = clock.calendar(self.game, began.seat, lasts).ends(self.now, time)
            began = began.model_copy(update={"due": due})
        self.then(began)

    def passes_on(self, seat: SeatId) -> None:
        """The turn goes to that player, with a second opener where RULES 5.4 wants one."""
        game = self.game
        if len(game.chain) == 1 and len(game.hand_of(seat)) == HAND_THAT_OPENS_WITH_TWO and cards_left(game) > 0:
            self.then(OpenerAdded(card=self.off_the_stack(1)[0]))
        self.begins_turn(seat)

    def ends_absences(self, *, of: SeatId | None = None) -> tuple[SeatId, ...]:
        """Whoever said they would be back by now is back, and that player is, even sooner; gives who is."""
        back: tuple[SeatId, ...] = ()
        for one in self.game.seats:
            if one.away_until is not None and (one.id == of or one.away_until <= self.now):
                self.then(CameBack(seat=one.id, at=min(one.away_until, self.now)))
                back = (*back, one.id)
        return back

    def resumes(self, seat: SeatId, by: tuple[SeatId, ...] = ()) -> None:
        """A pause ends: what was kept of the turn is given back, or it begins with the whole time."""
        paused = self.game
        self.then(GameResumed(seat=seat, by=by))
        if paused.on_turn is None:
            return
        if paused.time_left is None:
            self.begins_turn(paused.on_turn)
        else:
            self.goes_on(paused.on_turn, paused.time_left, paused.lasts, paused.favours)

    def reverses(self, seat: SeatId) -> None:
        """The direction reverses if that player's placing is the first to leave exactly two cards (RULES 6.1)."""
        if not self.game.reversed and len(self.game.hand_of(seat)) == HAND_THAT_REVERSES:
            self.then(DirectionReversed(seat=seat))

    def runs_out(self, seat: SeatId) -> None:
        """The turn passes: into a pause after a whole lap (RULES 9.5), else with a retirement when it is time (9.2)."""
        following = next_seat(self.game, seat)
        self.then(TurnPassed(seat=seat))
        retire_after = self.game.settings.rules.retire_after
        if self._everyone_is_idle():
            self.then(GamePaused())
        elif retire_after and self.game.sitting(seat).missed >= retire_after:
            self.leaves(seat, retired=True)
            return
        self.passes_on(following)

    def _is_passed(self, seat: SeatId) -> None:
        """The turn of somebody who is away passes at once; that counts for RULES 9.5, not for 9.2."""
        following = next_seat(self.game, seat)
        self.then(TurnPassed(seat=seat, absent=True))
        if self._everyone_is_idle():
            self.then(GamePaused())
        self.passes_on(following)

    def leaves(self, seat: SeatId, *, retired: bool = False, kicked_by: tuple[SeatId, ...] = ()) -> None:
        """The hand goes to the used cards, the table to somebody else, and play passes on (RULES 9.3, 9.4)."""
        before = self.game
        hand = before.hand_of(seat)
        self.then(PlayerLeft(seat=seat, cards=hand, retired=retired, kicked_by=kicked_by, at=self.now))
        if not self.game.seats:
            self._ends("nobody left", winner=None, ranking=())
            return
        if before.status is not Status.OPEN and len(self.game.seats) == 1:
            winner = self.game.seats[0].id
            self._ends("last one left", winner=winner, ranking=((winner,),))
            return
        if seat == before.owner:
            people = (one.id for one in self.game.seats if not one.computer)
            self.then(OwnerChanged(seat=next(people, self.game.seats[0].id)))
        if before.status is Status.PLAYING and self._everyone_is_idle():
            self.then(GamePaused())
        if seat == before.on_turn:
            self.passes_on(next_seat(before, seat))

    def _everyone_is_idle(self) -> bool:
        return all(one.id in self.game.idle for one in self.game.seats)

    def begins_round(self, seat: SeatId) -> None:
        """A fresh card opens the chain, or two if that player holds exactly one (RULES 3.4, 5.3, 5.4)."""
        openers = 2 if len(self.game.hand_of(seat)) == HAND_THAT_OPENS_WITH_TWO else 1
        self.then(RoundBegun(seat=seat, cards=self.off_the_stack(min(openers, cards_left(self.game)))))
        self.begins_turn(seat)

    def is_doubted(self, doubter: SeatId, says: str) -> None:
        """The chain is turned over, one of the two draws, and the doubter begins a round (RULES 5)."""
        rules = self.game.settings.rules
        correct = self._chain_is_correct()
        placer = self.game.last_placer
        if correct:
            payer, to_draw = doubter, rules.doubter_draws
        elif placer is not None and self.game.seat(placer):
            payer, to_draw = placer, rules.placer_draws
        else:
            payer, to_draw = None, 0  # RULES 9.3: they have left
        self.then(
            ChainTurnedOver(
                doubter=doubter,
                says=says,
                chain=self.game.chain,
                dates=self._chain_dates(),
                correct=correct,
                payer=payer,
                to_draw=to_draw,
                at=self.now,
            )
        )
        if payer is not None:
            self._draws(payer, to_draw)
        self.begins_round(doubter)

    def goes_out(self, seat: SeatId) -> None:
        """The chain is turned over at once: a victory, or a penalty and the next player's round (RULES 7.1, 7.2)."""
        correct = self._chain_is_correct()
        to_draw = 0 if correct else self.game.settings.rules.placer_draws
        self.then(
            ChainTurnedOver(
                doubter=None,
                went_out=seat,
                chain=self.game.chain,
                dates=self._chain_dates(),
                correct=correct,
                payer=None if correct else seat,
                to_draw=to_draw,
                at=self.now,
            )
        )
        if correct:
            self._ends("went out", winner=seat, ranking=ranking(self.game, seat))
            return
        self._draws(seat, to_draw)
        self.begins_round(next_seat(self.game, seat))

    def _chain_dates(self) -> tuple[Span, ...]:
        return tuple(self._dates[card] for card in self.game.chain)

    def _chain_is_correct(self) -> bool:
        return not conflicts(self._chain_dates())

    def shuffled(self, cards: Sequence[CardId]) -> tuple[CardId, ...]:
        """These cards in an order that nobody knows, top first."""
        return self._shuffle(cards)

    def off_the_stack(self, cards: int) -> tuple[CardId, ...]:
        """That many cards from the top, for an event that takes them; stack and used cards together must have them."""
        if cards > len(self.game.stack):  # RULES 8.1
            self.then(StackMade(stack=self.shuffled(self.game.used)))
        return self.game.stack[:cards]

    def _draws(self, seat: SeatId, cards: int) -> None:
        there = max(cards_left(self.game) - KEPT_TO_OPEN, 0)
        self.then(CardsDrawn(seat=seat, cards=self.off_the_stack(min(cards, there))))

    def is_cleared(self) -> None:
        """The table that nobody began is cleared."""
        self._ends("never begun", winner=None, ranking=())

    def ends_by_hand(self, seat: SeatId) -> None:
        """Somebody ends the game for everybody, and nobody wins."""
        self._ends("ended by hand", winner=None, ranking=(), by=seat)

    def _ends(
        self, how: Ending, winner: SeatId | None, ranking: tuple[tuple[SeatId, ...], ...], by: SeatId | None = None
    ) -> None:
        self.then(GameEnded(how=how, by=by, winner=winner, ranking=ranking, at=self.now))


def next_seat(game: Game, seat: SeatId) -> SeatId:
    """Whose turn comes after that player's, in the direction of play."""
    order = [one.id for one in game.seats]
    return order[(order.index(seat) + game.direction) % len(order)]


def cards_left(game: Game) -> int:
    """How many cards are in the stack and the used cards together."""
    return len(game.stack) + len(game.used)


def ranking(game: Game, winner: SeatId) -> tuple[tuple[SeatId, ...], ...]:
    """The winner, then the others by the cards they hold, equal players in seating order (RULES 7.3)."""
    others = sorted((one for one in game.seats if one.id != winner), key=_cards_held)
    return ((winner,), *(tuple(one.id for one in equal) for _, equal in groupby(others, key=_cards_held)))


def _cards_held(seat: Seat) -> int:
    return len(seat.hand)
