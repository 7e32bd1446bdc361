"""The judge: first the noes, then what happens. The moment and the shuffle come in by the door."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple, assert_never

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
from pbm.rules.dates import Span
from pbm.rules.events import (
    CardPlaced,
    CardTakenBack,
    Event,
    GameBegun,
    GameResumed,
    PlayerJoined,
    SettingsChanged,
    TableOpened,
)
from pbm.rules.game import (
    FEWEST_CARDS_DEALT,
    FEWEST_PLAYERS,
    LARGEST_STACK,
    LATEST_RETIRED,
    LONGEST_TURN,
    MOST_CARDS_DEALT,
    MOST_PLAYERS,
    SHORT_RULES,
    SOONEST_RETIRED,
    SPARE_CARDS,
    WORDS_AT_MOST,
    Game,
    Rules,
    Settings,
    Status,
)
from pbm.rules.refusals import (
    AlreadyAtTable,
    AlreadyBegun,
    BadSettings,
    CardNotInHand,
    GameIsOver,
    NoSuchCorrection,
    NoSuchSlot,
    NotAtTable,
    NotBegun,
    NothingToDoubt,
    NothingToTakeBack,
    NotPaused,
    NotTheOwner,
    NotYourTurn,
    OwnChain,
    Refusal,
    TableClosed,
    TableFull,
    TooFewCards,
    TooFewCardsToJoin,
    TooFewPlayers,
    TooLateToTakeBack,
    TurnIsOver,
    TurnNotDue,
    WordsTooLong,
)
from pbm.rules.turns import Course, Shuffle, cards_left, next_seat
from pbm.rules.values import CardId, SeatId

CARDS_MORE_FOR_COMING_BACK = 2  # RULES 9.6


class Played(NamedTuple):
    """A wish that came true: the game after it, and what happened."""

    game: Game
    events: tuple[Event, ...]


def decide(
    game: Game | None, command: Command, now: datetime, shuffle: Shuffle, dates: Mapping[CardId, Span]
) -> tuple[Event, ...] | Refusal:
    """What happens because of the wish, in order and never nothing, or why it cannot be.

    `shuffle` gives the cards it gets in another order, top first. `dates` knows every card of the game.
    """
    played = play(game, command, now, shuffle, dates)
    return played.events if isinstance(played, Played) else played


def play(
    game: Game | None, command: Command, now: datetime, shuffle: Shuffle, dates: Mapping[CardId, Span]
) -> Played | Refusal:
    """The same as `decide`, and the game after it."""
    course = Course(game, now, shuffle, dates)
    no = _judged(game, command, now, course)
    return Played(course.game, course.events) if no is None else no


def _judged(game: Game | None, command: Command, now: datetime, course: Course) -> Refusal | None:
    if isinstance(command, OpenTable):
        return _open(game, command, course)
    if game is None:
        return NotBegun()
    if game.status is Status.OVER:
        return GameIsOver()
    match command:
        case Join():
            return _join(game, command, course)
        case Leave(seat=seat):
            if not game.seat(seat):
                return NotAtTable()
            course.leaves(seat)
        case ChangeSettings(seat=seat, settings=settings):
            if no := _not_before_the_start(game, seat) or _bad_settings(settings):
                return no
            course.then(SettingsChanged(settings=settings))
        case Begin():
            return _begin(game, command, now, course)
        case PlaceCard():
            return _place(game, command, now, course)
        case TakeBack():
            return _take_back(game, command, course)
        case Doubt():
            return _doubt(game, command, course)
        case ExpireTurn():
            return _expire(game, command, now, course)
        case Resume(seat=seat):
            if not game.seat(seat):
                return NotAtTable()
            if game.status is not Status.PAUSED or game.on_turn is None:
                return NotPaused()
            course.then(GameResumed(seat=seat))
            course.begins_turn(game.on_turn)
        case EndGame(seat=seat, admin=admin):
            if seat != game.owner and not admin:
                return NotTheOwner(owner=game.owner)
            course.ends_by_hand(seat)
        case _:
            assert_never(command)
    return None


def _open(game: Game | None, command: OpenTable, course: Course) -> Refusal | None:
    if game is not None:
        return AlreadyBegun()
    if no := _bad_settings(command.settings):
        return no
    course.then(TableOpened(game=command.game, seat=command.seat, name=command.name, settings=command.settings))
    return None


def _join(game: Game, command: Join, course: Course) -> Refusal | None:
    if game.seat(command.seat):
        return AlreadyAtTable()
    if len(game.seats) >= MOST_PLAYERS:
        return TableFull()
    if game.status is Status.OPEN:
        course.then(PlayerJoined(seat=command.seat, name=command.name))
        return None
    if game.settings.closed:
        return TableClosed()
    cards = max(len(one.hand) for one in game.seats)
    gone = next((one for one in game.gone if one.id == command.seat), None)
    if gone is not None:
        cards = max(cards, gone.held) + CARDS_MORE_FOR_COMING_BACK
    if cards_left(game) - cards < SPARE_CARDS:
        return TooFewCardsToJoin()
    course.then(PlayerJoined(seat=command.seat, name=command.name, cards=course.off_the_stack(cards)))
    return None


def _begin(game: Game, command: Begin, now: datetime, course: Course) -> Refusal | None:
    if no := _not_before_the_start(game, command.seat):
        return no
    if len(game.seats) < FEWEST_PLAYERS:
        return TooFewPlayers()
    deal, smaller = game.settings.rules.deal, dict(game.settings.smaller_hands)
    sizes = [min(deal, smaller.get(one.id, deal)) for one in game.seats]
    needed = sum(sizes) + SPARE_CARDS
    if len(command.cards) < needed:
        return TooFewCards(players=len(game.seats), needed=needed, there=len(command.cards))
    stack = course.shuffled(command.cards)[:LARGEST_STACK]
    hands: list[tuple[SeatId, tuple[CardId, ...]]] = []
    for one, size in zip(game.seats, sizes, strict=True):
        hands.append((one.id, stack[:size]))
        stack = stack[size:]
    course.then(GameBegun(decks=command.decks, hands=tuple(hands), stack=stack, at=now))
    course.begins_round(game.owner)
    return None


def _place(game: Game, command: PlaceCard, now: datetime, course: Course) -> Refusal | None:
    if no := _not_on_turn(game, command.seat, command.turn) or _too_long(command.says):
        return no
    places = len(game.chain)
    for correction in command.corrections:
        if correction.card not in game.chain or not 1 <= correction.to <= places:
            return NoSuchCorrection(card=correction.card, to=correction.to, places=places)
    if command.card not in game.hand_of(command.seat):
        return CardNotInHand(card=command.card)
    if not 1 <= command.slot <= places + 1:
        return NoSuchSlot(slot=command.slot, slots=places + 1)
    course.then(
        CardPlaced(
            seat=command.seat,
            card=command.card,
            slot=command.slot,
            corrections=command.corrections,
            says=command.says,
            at=now,
        )
    )
    if not course.game.hand_of(command.seat):
        course.goes_out(command.seat)
        return None
    course.reverses(command.seat)
    course.begins_turn(next_seat(course.game, command.seat))
    return None


def _take_back(game: Game, command: TakeBack, course: Course) -> Refusal | None:
    if game.status is Status.OPEN:
        return NotBegun()
    if not game.seat(command.seat):
        return NotAtTable()
    if command.turn not in (None, game.turn):
        return TurnIsOver()
    if game.last_placer != command.seat:
        return NothingToTakeBack()
    if game.before is None:
        return TooLateToTakeBack()
    hand = game.hand_of(command.seat)
    card = next(card for card in game.before.hand if card not in hand)
    course.then(CardTakenBack(seat=command.seat, card=card))
    course.begins_turn(command.seat, game.before.time_left)
    return None


def _doubt(game: Game, command: Doubt, course: Course) -> Refusal | None:
    if no := _not_on_turn(game, command.seat, command.turn) or _too_long(command.says):
        return no
    if game.last_placer is None:
        return NothingToDoubt()
    if game.last_placer == command.seat:
        return OwnChain()
    course.is_doubted(command.seat, command.says)
    return None


def _expire(game: Game, command: ExpireTurn, now: datetime, course: Course) -> Refusal | None:
    if game.on_turn is None:
        return NotBegun()
    if command.turn not in (None, game.turn):
        return TurnIsOver()
    if game.due is None or (command.turn is not None and now < game.due):
        return TurnNotDue(due=game.due)
    course.runs_out(game.on_turn)
    return None


def _not_on_turn(game: Game, seat: SeatId, turn: int | None) -> Refusal | None:
    if game.on_turn is None:
        return NotBegun()
    if not game.seat(seat):
        return NotAtTable()
    if turn not in (None, game.turn):
        return TurnIsOver()
    return None if seat == game.on_turn else NotYourTurn(on_turn=game.on_turn)


def _not_before_the_start(game: Game, seat: SeatId) -> Refusal | None:
    if game.status is not Status.OPEN:
        return AlreadyBegun()
    return None if seat == game.owner else NotTheOwner(owner=game.owner)


def _too_long(says: str) -> Refusal | None:
    return WordsTooLong(length=len(says)) if len(says) > WORDS_AT_MOST else None


def _bad_settings(settings: Settings) -> BadSettings | None:
    rules, second = settings.rules, timedelta(seconds=1)
    bounds = [
        ("deal", rules.deal, FEWEST_CARDS_DEALT, MOST_CARDS_DEALT),
        ("doubter_draws", rules.doubter_draws, SHORT_RULES["doubter_draws"], Rules().doubter_draws),
        ("placer_draws", rules.placer_draws, Rules().placer_draws, SHORT_RULES["placer_draws"]),
        ("retire_after", rules.retire_after or SOONEST_RETIRED, SOONEST_RETIRED, LATEST_RETIRED),
        ("turn_lasts", -(settings.turn_lasts // -second), 1, LONGEST_TURN // second),  # rounded up to whole seconds
    ]
    bounds += [("smaller_hands", cards, FEWEST_CARDS_DEALT, MOST_CARDS_DEALT) for _, cards in settings.smaller_hands]
    for field, value, least, most in bounds:
        if not least <= value <= most:
            return BadSettings(field=field, least=least, most=most)
    return None
