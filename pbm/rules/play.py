"""The judge: first the noes, then what happens. The moment and the shuffle come in by the door."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple, assert_never

from pbm.rules.absence import come_back, end_absences, go_away, set_habits
from pbm.rules.clock import CLEARED_AFTER
from pbm.rules.commands import (
    Begin,
    ChangeSettings,
    ChangeTime,
    ClearTable,
    ComeBack,
    Command,
    Doubt,
    EndAbsences,
    EndGame,
    ExcuseOutage,
    ExpireTurn,
    ExtendTurn,
    GoAway,
    Join,
    Keep,
    Kick,
    Leave,
    OpenTable,
    Pause,
    PlaceCard,
    PromptLost,
    Reached,
    Resume,
    SetHabits,
    StartClock,
    TakeBack,
    TakeOver,
)
from pbm.rules.dates import Span
from pbm.rules.deadline import change_time, excuse_outage, extend_turn, prompt_lost, reached, start_clock
from pbm.rules.events import CardPlaced, CardTakenBack, Event, GameBegun, SettingsChanged, TableOpened
from pbm.rules.game import (
    FEWEST_CARDS_DEALT,
    FEWEST_PLAYERS,
    LARGEST_STACK,
    LATEST_RETIRED,
    LONGEST_TURN,
    MOST_AWAY_DAYS,
    MOST_CARDS_DEALT,
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
    AlreadyBegun,
    BadSettings,
    CardNotInHand,
    GameIsOver,
    GameIsPaused,
    NoSuchCorrection,
    NoSuchSlot,
    NotAtTable,
    NotBegun,
    NothingToDoubt,
    NothingToTakeBack,
    NotTheOwner,
    NotTimeYet,
    NotYourTurn,
    OwnChain,
    Refusal,
    StillMoving,
    TooFewCards,
    TooFewPlayers,
    TooLateToTakeBack,
    TurnIsOver,
    TurnNotDue,
    WordsTooLong,
)
from pbm.rules.seats import join, take_over
from pbm.rules.turns import Course, Shuffle, next_seat
from pbm.rules.values import CardId, SeatId
from pbm.rules.votes import keep, kick, pause, resume

ENDED_BY_ANYBODY_AFTER = timedelta(days=7)  # in which nobody has placed or doubted


class Played(NamedTuple):
    """A wish that came true: the game after it, and what happened."""

    game: Game
    events: tuple[Event, ...]


def play(
    game: Game | None, command: Command, now: datetime, shuffle: Shuffle, dates: Mapping[CardId, Span]
) -> Played | Refusal:
    """What happens because of the wish, in order and never nothing, and the game after it; or why it cannot be.

    `shuffle` gives the cards it gets in another order, top first. `dates` knows every card of the game.
    """
    course = Course(game, now, shuffle, dates)
    no = _judged(game, command, now, course)
    return Played(course.game, course.events) if no is None else no


def _judged(game: Game | None, command: Command, now: datetime, course: Course) -> Refusal | None:
    if game is None:
        return _open(command, course) if isinstance(command, OpenTable) else NotBegun()
    if game.status is Status.OVER and not isinstance(command, OpenTable):
        return GameIsOver()
    if isinstance(command, ComeBack | EndAbsences):
        return _judged_in_game(game, command, now, course)
    back = course.ends_absences()  # an alarm may be late, and no turn is passed for an absence that is over
    no = _judged_in_game(course.game, command, now, course)
    after = course.game
    if back and after.status is game.status is Status.PAUSED and not after.paused_by and after.seat(back[0]):
        course.resumes(back[0])
    return no


def _judged_in_game(game: Game, command: Command, now: datetime, course: Course) -> Refusal | None:
    match command:
        case OpenTable():
            return AlreadyBegun()
        case Join():
            return join(game, command, course)
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
        case Pause():
            return pause(game, command, course)
        case Resume():
            return resume(game, command, course)
        case EndGame():
            return _end(game, command, now, course)
        case ClearTable():
            return _clear(game, now, course)
        case Kick():
            return kick(game, command, course)
        case Keep():
            return keep(game, command, course)
        case TakeOver():
            return take_over(game, command, course)
        case _:
            return _judged_about_time(game, command, course)
    return None


def _judged_about_time(
    game: Game,
    command: SetHabits
    | GoAway
    | ComeBack
    | EndAbsences
    | ChangeTime
    | ExtendTurn
    | StartClock
    | PromptLost
    | Reached
    | ExcuseOutage,
    course: Course,
) -> Refusal | None:
    match command:
        case SetHabits():
            return set_habits(game, command, course)
        case GoAway():
            return go_away(game, command, course)
        case ComeBack():
            return come_back(game, command, course)
        case EndAbsences():
            return end_absences(game, course)
        case ChangeTime(turn_lasts=turn_lasts):
            changed = game.settings.model_copy(update={"turn_lasts": turn_lasts})
            return _bad_settings(changed) or change_time(game, command, course)
        case ExtendTurn():
            return extend_turn(game, command, course)
        case StartClock():
            return start_clock(game, command, course)
        case PromptLost():
            return prompt_lost(game, command, course)
        case Reached():
            return reached(game, command, course)
        case ExcuseOutage():
            return excuse_outage(game, command, course)
        case _:
            assert_never(command)


def _open(command: OpenTable, course: Course) -> Refusal | None:
    if no := _bad_settings(command.settings):
        return no
    seat, name = command.seat, command.name
    course.then(TableOpened(game=command.game, seat=seat, name=name, settings=command.settings, at=course.now))
    return None


def _begin(game: Game, command: Begin, now: datetime, course: Course) -> Refusal | None:
    if no := _not_before_the_start(game, command.seat):
        return no
    if len(game.seats) < FEWEST_PLAYERS:
        return TooFewPlayers()
    deal, smaller = game.settings.rules.deal, dict(game.settings.smaller_hands)
    opens = [one.id for one in game.seats].index(game.owner)
    order = [one.id for one in (*game.seats[opens:], *game.seats[:opens])]  # RULES 3.1: the owner's place is the first
    sizes = [min(deal, smaller.get(seat, deal)) for seat in order]
    needed = sum(sizes) + SPARE_CARDS
    if len(command.cards) < needed:
        return TooFewCards(players=len(game.seats), needed=needed, there=len(command.cards))
    stack = course.shuffled(command.cards)[:LARGEST_STACK]
    hands: list[tuple[SeatId, tuple[CardId, ...]]] = []
    for seat, size in zip(order, sizes, strict=True):
        hands.append((seat, stack[:size]))
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
    _is_there(game, command.seat, course)
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
    course.goes_on(command.seat, game.before.time_left, game.before.lasts, game.before.favours)
    return None


def _doubt(game: Game, command: Doubt, course: Course) -> Refusal | None:
    if no := _not_on_turn(game, command.seat, command.turn) or _too_long(command.says):
        return no
    if game.last_placer is None:
        return NothingToDoubt()
    if game.last_placer == command.seat:
        return OwnChain()
    _is_there(game, command.seat, course)
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


def _is_there(game: Game, seat: SeatId, course: Course) -> None:
    """Whoever acts in a pause of RULES 9.5 is back from an absence; else the turn is the last before it."""
    if game.status is Status.PAUSED:
        course.ends_absences(of=seat)


def _end(game: Game, command: EndGame, now: datetime, course: Course) -> Refusal | None:
    if command.seat != game.owner and not command.admin:
        if not game.seat(command.seat) or game.moved is None:
            return NotTheOwner(owner=game.owner)
        ends_from = game.moved + ENDED_BY_ANYBODY_AFTER
        if now < ends_from:
            return StillMoving(owner=game.owner, ends_from=ends_from)
    course.ends_by_hand(command.seat)
    return None


def _clear(game: Game, now: datetime, course: Course) -> Refusal | None:
    if game.status is not Status.OPEN:
        return AlreadyBegun()
    clears = (game.opened or now) + CLEARED_AFTER
    if now < clears:
        return NotTimeYet(until=clears)
    course.is_cleared()
    return None


def _not_on_turn(game: Game, seat: SeatId, turn: int | None) -> Refusal | None:
    if game.on_turn is None:
        return NotBegun()
    if not game.seat(seat):
        return NotAtTable()
    if turn not in (None, game.turn):
        return TurnIsOver()
    if seat != game.on_turn:
        return NotYourTurn(on_turn=game.on_turn)
    return GameIsPaused(by=game.paused_by) if game.paused_by else None


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
        ("away_days", settings.away_days, 0, MOST_AWAY_DAYS),
        ("turn_lasts", -(settings.turn_lasts // -second), 1, LONGEST_TURN // second),  # rounded up to whole seconds
    ]
    bounds += [("smaller_hands", cards, FEWEST_CARDS_DEALT, MOST_CARDS_DEALT) for _, cards in settings.smaller_hands]
    for field, value, least, most in bounds:
        if not least <= value <= most:
            return BadSettings(field=field, least=least, most=most)
    return None
