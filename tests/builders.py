"""Games and people for the tests: a builder says only what the test is about.

A card here is named for its year: the card "1500" is of 1500.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar

from pbm.rules.commands import Command, Doubt, ExpireTurn, PlaceCard
from pbm.rules.dates import Span
from pbm.rules.events import Event
from pbm.rules.game import Game, Rules, Seat, Settings, Status
from pbm.rules.play import Played, play
from pbm.rules.refusals import Refusal
from pbm.rules.turns import Shuffle
from pbm.rules.values import CardId, SeatId

E = TypeVar("E")

ann, ben, carla, deniz = "tg:1", "tg:2", "tg:3", "tg:4"
NAMES = {ann: "Ann", ben: "Ben", carla: "Carla", deniz: "Deniz"}
FULL_RULES, USUAL_SETTINGS = Rules(), Settings()
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


class _ByYear(dict[CardId, Span]):
    """The date of a card that is named for its year."""

    def __missing__(self, card: CardId) -> Span:
        return Span(int(card), int(card))


DATES: Mapping[CardId, Span] = _ByYear()


def cards(*years: int) -> tuple[CardId, ...]:
    """The cards of these years."""
    return tuple(str(year) for year in years)


def as_they_lie(pile: Sequence[CardId]) -> tuple[CardId, ...]:
    """A shuffle that changes nothing."""
    return tuple(pile)


def backwards(pile: Sequence[CardId]) -> tuple[CardId, ...]:
    """A shuffle that turns the pile upside down."""
    return tuple(reversed(pile))


def a_game(
    hands: Mapping[SeatId, Sequence[CardId]] | None = None,
    *,
    chain: Sequence[CardId] = ("1500",),
    stack: Sequence[CardId] = cards(*range(1901, 1921)),
    rules: Rules = FULL_RULES,
    **facts: Any,
) -> Game:
    """A game in its first round: Ann, Ben and Carla hold four cards each, nothing is placed, Ann is on turn."""
    four_each = {
        ann: cards(1000, 1010, 1020, 1030),
        ben: cards(1100, 1110, 1120, 1130),
        carla: cards(1200, 1210, 1220, 1230),
    }
    hands = four_each if hands is None else hands
    on_turn = facts.pop("on_turn", next(iter(hands)))
    missed: Mapping[SeatId, int] = facts.pop("missed", {})
    settings = facts.pop("settings", Settings(rules=rules))
    seats = tuple(
        Seat(id=seat, name=NAMES[seat], hand=tuple(hand), missed=missed.get(seat, 0)) for seat, hand in hands.items()
    )
    begun: dict[str, Any] = {
        "id": "g1",
        "owner": seats[0].id,
        "status": Status.PLAYING,
        "settings": settings,
        "decks": "d1",
        "seats": seats,
        "chain": tuple(chain),
        "stack": tuple(stack),
        "round": 1,
        "turn": 1,
        "on_turn": on_turn,
        "turn_began": NOON,
        "due": NOON + settings.turn_lasts,
        "begun": NOON,
    }
    return Game(**{**begun, **facts})


def a_lobby(*people: SeatId, settings: Settings = USUAL_SETTINGS) -> Game:
    """A table that is open: these people sit there, the first is its owner."""
    seats = tuple(Seat(id=seat, name=NAMES.get(seat, seat)) for seat in people)
    return Game(id="g1", owner=people[0], seats=seats, settings=settings)


def places(seat: SeatId, card: CardId, slot: int, **more: Any) -> PlaceCard:
    """That player places that card into that slot."""
    return PlaceCard(seat=seat, card=card, slot=slot, **more)


def doubts(seat: SeatId) -> Doubt:
    """That player doubts."""
    return Doubt(seat=seat)


time_is_up = ExpireTurn()


def played(game: Game | None, command: Command, now: datetime = NOON, shuffle: Shuffle = as_they_lie) -> Played:
    """The wish come true; it must not be refused."""
    answer = play(game, command, now, shuffle, DATES)
    assert isinstance(answer, Played), answer
    return answer


def after(game: Game | None, *commands: Command, now: datetime = NOON, shuffle: Shuffle = as_they_lie) -> Game:
    """The game after these wishes, none of which may be refused."""
    for command in commands:
        game = played(game, command, now, shuffle).game
    assert game is not None
    return game


def refused(game: Game | None, command: Command, now: datetime = NOON) -> Refusal:
    """The no to this wish; it must be one."""
    answer = play(game, command, now, as_they_lie, DATES)
    assert not isinstance(answer, Played), answer.events
    return answer


def only(kind: type[E], events: Sequence[Event]) -> E:
    """The one event of this kind."""
    (event,) = (one for one in events if isinstance(one, kind))
    return event
