"""Any play at all, wise and foolish: a machine that wishes for things and checks the promises after each.

A room that shows a game inherits `AnyPlay` and looks at it after every wish that came true.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from pydantic import TypeAdapter

from pbm.rules.commands import (
    Begin,
    ChangeSettings,
    Command,
    Doubt,
    EndGame,
    ExpireTurn,
    Join,
    Leave,
    OpenTable,
    PlaceCard,
    Resume,
    TakeBack,
)
from pbm.rules.dates import Span, conflicts, read
from pbm.rules.events import Event, GameBegun, TurnBegan
from pbm.rules.evolve import corrected, evolve
from pbm.rules.game import SHORT_RULES, Correction, Game, Rules, Settings, Status
from pbm.rules.play import Played, play
from pbm.rules.record import Position, record_of, replay
from pbm.rules.refusals import Refusal
from pbm.rules.values import CardId, SeatId
from tests.any_time import takes_over, wish_about_others, wish_about_time
from tests.builders import NOON

THIS_YEAR = 2026
WRITTEN = ("1200", "c. 1210", "13th century", "1150–1250", "44 BC", "1st century BC", "1920s", "AD 79", "c. 3 BC")
PEOPLE: tuple[SeatId, ...] = tuple(f"tg:{number}" for number in range(1, 13))
NAMES = ("Ann", "Ben", "Ann", "Carla")  # some are alike
EVENT: TypeAdapter[Event] = TypeAdapter(Event)


def _date(number: int) -> Span:
    text = WRITTEN[number // 2 % len(WRITTEN)] if number % 2 else str(100 + 13 * number)
    date = read(text, THIS_YEAR)
    assert isinstance(date, Span)
    return date


DATES: Mapping[CardId, Span] = {f"c{number}": _date(number) for number in range(120)}
DEAL_OF_FEW = Settings(rules=Rules(deal=3, **SHORT_RULES))


class Table:
    """A game and everything that has happened in it; each wish is checked against the promises."""

    def __init__(self) -> None:
        """No table is open yet, and it is noon."""
        self.game: Game | None = None
        self.events: tuple[Event, ...] = ()
        self.refusals: list[Refusal] = []
        self.now = NOON
        self._folded: Game | None = None
        self._cards: list[CardId] = []

    def wish(self, command: Command, random: Random) -> tuple[Event, ...]:
        """Wish for something; give what happened, which is nothing where it was refused."""

        def shuffle(cards: Sequence[CardId]) -> tuple[CardId, ...]:
            return tuple(random.sample(list(cards), len(cards)))

        answer = play(self.game, command, self.now, shuffle, DATES)
        if not isinstance(answer, Played):
            self.refusals.append(answer)
            return ()
        self.game = answer.game
        self.events += answer.events
        self._events_give_the_state(answer.events)
        self._state_survives_json(answer.game)
        self._no_card_is_lost_or_doubled(answer.game)
        self._one_is_on_turn(answer.game)
        self._somebody_can_go_on(answer.game)
        return answer.events

    def _events_give_the_state(self, events: tuple[Event, ...]) -> None:
        assert events, "a wish came true, and nothing happened"
        for event in events:
            before = self._folded
            again = EVENT.validate_json(EVENT.dump_json(event))
            assert again == event
            self._folded = evolve(self._folded, again)
            if isinstance(event, GameBegun):
                self._cards = sorted([*event.stack, *(card for _, hand in event.hands for card in hand)])
            self._no_deadline_comes_nearer(before, self._folded)
            self._nobody_waits_for_whoever_is_away(event, self._folded)
        assert self._folded == self.game

    def _no_deadline_comes_nearer(self, before: Game | None, after: Game) -> None:
        if before is not None and before.due and after.due and before.turn == after.turn:
            assert after.due >= before.due

    def _nobody_waits_for_whoever_is_away(self, event: Event, after: Game) -> None:
        if isinstance(event, TurnBegan) and event.due is not None and event.given is None:
            assert after.sitting(event.seat).away_until is None

    def _state_survives_json(self, game: Game) -> None:
        assert Game.model_validate_json(game.model_dump_json()) == game

    def _no_card_is_lost_or_doubled(self, game: Game) -> None:
        held = [card for one in game.seats for card in one.hand]
        assert sorted([*held, *game.stack, *game.used, *game.chain]) == self._cards

    def _one_is_on_turn(self, game: Game) -> None:
        if game.status in (Status.PLAYING, Status.PAUSED):
            assert game.on_turn is not None
            assert game.hand_of(game.on_turn), "whoever is on turn has a card to place"
            assert game.chain, "and a chain to place it into"
        else:
            assert game.on_turn is None
        assert (game.due is not None) is (game.status is Status.PLAYING)

    def _somebody_can_go_on(self, game: Game) -> None:
        """After any deadline: somebody has a turn, or a pause that can be ended, or the game is over."""
        if game.due is None:
            return
        passed = play(game, ExpireTurn(turn=game.turn), game.due, tuple, DATES)
        assert isinstance(passed, Played)
        later = passed.game
        if later.status is Status.OVER:
            return
        seat = later.on_turn
        assert seat is not None
        assert seat != game.on_turn or later.status is Status.PAUSED
        wish = PlaceCard(seat=seat, turn=later.turn, card=later.hand_of(seat)[0], slot=1)
        assert isinstance(play(later, wish, game.due, tuple, DATES), Played)
        if later.status is Status.PAUSED:
            assert isinstance(play(later, Resume(seat=seat), game.due, tuple, DATES), Played)

    def record_replays_to_the_same_position(self) -> None:
        """The exported game, read again from its bytes, ends where this one stands."""
        game = self.game
        if game is None or game.begun is None:
            return
        record = record_of(self.events, DATES)
        again = replay(json.dumps(record).encode(), THIS_YEAR)
        assert isinstance(again, Position), again
        assert _as_it_lies(again.game) == _as_it_lies(game)


def _as_it_lies(game: Game) -> tuple[Any, ...]:
    """What a record can tell of a position, players by their seats."""
    order = [one.id for one in game.seats]

    def seated(seat: SeatId | None) -> int | None:
        return order.index(seat) if seat in order else None

    ranked = [[seated(seat) for seat in equal] for equal in game.ranking]
    hands = [(one.hand, one.missed) for one in game.seats]
    table = (game.chain, game.stack, game.used)
    return game.status, game.round, seated(game.on_turn), game.direction, table, hands, seated(game.winner), ranked


def wise_wish(game: Game, random: Random, now: datetime = NOON) -> Command:
    """Something that a person who wants to play might do now."""
    if game.status is Status.OPEN:
        return _wise_in_the_lobby(game, random)
    if game.status is Status.PAUSED and random.random() < 0.5:
        return Resume(seat=random.choice((game.owner, random.choice(game.seats).id)))
    if not game.seats:
        return Join(seat=PEOPLE[0], name="Ann")
    if random.random() < 0.12 or (game.favours and random.random() < 0.3):
        return wish_about_time(game, now, PEOPLE, random)
    if game.gone and random.random() < 0.1:
        return takes_over(game, random)
    if random.random() < (0.3 if any(vote.whom for vote in game.votes) else 0.05):
        return wish_about_others(game, PEOPLE, random)
    if game.before is not None and random.random() < 0.1:
        return TakeBack(seat=game.before.seat, turn=game.turn)
    if random.random() < 0.03:
        return Join(seat=random.choice(PEOPLE), name=random.choice(NAMES))
    seat = game.on_turn or PEOPLE[0]
    wrong = bool(conflicts([DATES[card] for card in game.chain]))
    own = game.last_placer == seat and random.random() < 0.3  # the others' turns have all run out
    if own or (wrong and game.last_placer not in (None, seat) and random.random() < 0.7):
        return Doubt(seat=seat, turn=game.turn, says=random.choice(("", "Never!")))
    return _wise_placing(game, seat, random)


def _wise_in_the_lobby(game: Game, random: Random) -> Command:
    if random.random() < 0.15:
        smaller = ((random.choice(PEOPLE), 3),) if random.random() < 0.5 else ()
        closed = random.random() < 0.3
        rules = random.choice((Rules(), Rules(deal=4, retire_after=3), Rules(deal=6, retire_after=0)))
        settings = Settings(rules=rules, closed=closed, smaller_hands=smaller)
        return ChangeSettings(seat=game.owner, settings=settings)
    if len(game.seats) < 2 or random.random() < 0.4:
        return Join(seat=random.choice(PEOPLE), name=random.choice(NAMES))
    enough = len(game.seats) * game.settings.rules.deal + random.choice((6, 8, 20))
    return Begin(seat=game.owner, cards=tuple(DATES)[:enough], decks="d1")


def _wise_placing(game: Game, seat: SeatId, random: Random) -> PlaceCard:
    """A card where it may well belong, the chain put in order before it now and then."""
    corrections: tuple[Correction, ...] = ()
    if random.random() < 0.3:
        in_order = sorted(game.chain, key=lambda card: (DATES[card].first, DATES[card].last))
        corrections = tuple(Correction(card=card, to=place) for place, card in enumerate(in_order, start=1))
    chain = corrected(game.chain, corrections)
    card = random.choice(game.hand_of(seat) or ("c0",))
    slots = [
        slot
        for slot in range(1, len(chain) + 2)
        if not conflicts([DATES[one] for one in (*chain[: slot - 1], card, *chain[slot - 1 :])])
    ]
    likely = slots if slots and random.random() < 0.6 else range(1, len(chain) + 2)
    slot = random.choice(likely)
    says = random.choice(("", "Dead certain."))
    return PlaceCard(seat=seat, turn=game.turn, card=card, slot=slot, corrections=corrections, says=says)


def foolish_wish(game: Game | None, random: Random, now: datetime = NOON) -> Command:
    """Anything that anybody might press or type at any time."""
    if game and game.status is Status.OPEN and random.random() < 0.2:
        some = tuple(DATES)[: random.choice((0, 10, 30))]
        return random.choice((Leave(seat=game.owner), Begin(seat=game.owner, cards=some, decks="d1")))
    if game and game.seats and random.random() < 0.3:
        about_time = random.random() < 0.5
        return wish_about_time(game, now, PEOPLE, random) if about_time else wish_about_others(game, PEOPLE, random)
    seat = random.choice([*PEOPLE, *(one.id for one in game.seats), game.owner, game.owner] if game else PEOPLE)
    turn = random.choice((None, game.turn, game.turn, game.turn - 1)) if game else None
    on_turn = game.on_turn if game and game.on_turn and random.random() < 0.7 else seat
    last_placer = game.last_placer if game and game.last_placer else seat
    cards = (*game.hand_of(on_turn), *game.chain, "c1") if game else ("c1",)
    return random.choice(
        (
            lambda: OpenTable(game="g1", seat=seat, name=random.choice(NAMES)),
            lambda: Join(seat=seat, name=random.choice(NAMES)),
            lambda: Leave(seat=seat),
            lambda: ChangeSettings(seat=seat, settings=Settings(rules=Rules(deal=random.choice((2, 3, 16))))),
            lambda: Begin(seat=seat, cards=tuple(DATES)[: random.choice((0, 20, 30))], decks="d1"),
            lambda: PlaceCard(
                seat=on_turn,
                turn=turn,
                card=random.choice(cards),
                slot=random.randrange(-1, 6),
                corrections=random.choice(((), (Correction(card=random.choice(cards), to=random.randrange(0, 4)),))),
                says=random.choice(("", "x" * 201)),
            ),
            lambda: TakeBack(seat=random.choice((on_turn, seat, last_placer)), turn=turn),
            lambda: Doubt(seat=on_turn, turn=turn, says=random.choice(("", "", "x" * 201))),
            lambda: ExpireTurn(turn=turn),
            lambda: Resume(seat=seat),
            lambda: _foolish_end(game, seat, random),
        )
    )()


def _foolish_end(game: Game | None, seat: SeatId, random: Random) -> EndGame:
    """Mostly somebody who may not, or every game would end by hand."""
    if game and seat == game.owner and random.random() < 0.8:
        seat = "tg:0"
    return EndGame(seat=seat, admin=random.random() < 0.02)


class AnyPlay(RuleBasedStateMachine):
    """People at a table, playing wisely and foolishly, while time passes."""

    def __init__(self) -> None:
        """Nobody sits there yet."""
        super().__init__()
        self.table = Table()

    def look(self, game: Game, events: tuple[Event, ...]) -> None:
        """Look at the game after a wish that came true, and at what happened; for rooms that show games."""

    @initialize(random=st.randoms(use_true_random=False))
    def somebody_opens_a_table(self, random: Random) -> None:
        """From the lobby on."""
        self._wish(OpenTable(game="g1", seat=PEOPLE[0], name="Ann", settings=DEAL_OF_FEW), random)

    @rule(random=st.randoms(use_true_random=False), times=st.integers(1, 6))
    def they_play_wisely(self, random: Random, times: int) -> None:
        """As people do who want to win."""
        for _ in range(times):
            if self.table.game is not None:
                self._wish(wise_wish(self.table.game, random, self.table.now), random)

    @rule(random=st.randoms(use_true_random=False), times=st.integers(1, 3))
    def they_play_foolishly(self, random: Random, times: int) -> None:
        """As people do who press any button."""
        for _ in range(times):
            self._wish(foolish_wish(self.table.game, random, self.table.now), random)

    @precondition(lambda self: self.table.game is not None and self.table.game.due is not None)
    @rule(random=st.randoms(use_true_random=False))
    def time_runs_out(self, random: Random) -> None:
        """The alarm of the present turn rings."""
        game = self.table.game
        assert game is not None
        assert game.due is not None
        self.table.now = max(self.table.now, game.due)
        self._wish(ExpireTurn(turn=game.turn), random)

    @rule(days=st.integers(1, 8))
    def days_go_by(self, days: int) -> None:
        """Nobody looks at the game, and no alarm rings."""
        self.table.now += timedelta(days=days)

    def _wish(self, command: Command, random: Random) -> None:
        self.table.now += timedelta(minutes=random.randrange(0, 90))
        events = self.table.wish(command, random)
        if events and self.table.game is not None:
            self.table.record_replays_to_the_same_position()
            self.look(self.table.game, events)
