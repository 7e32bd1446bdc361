"""What moves the deadline of the running turn: always away, never nearer."""

from datetime import datetime, timedelta

from pbm.rules import clock
from pbm.rules.commands import ChangeTime, ExcuseOutage, ExtendTurn, PromptLost, Reached, StartClock
from pbm.rules.events import ClockStarted, DeadlineMoved, OutageExcused, TimeChanged, WhyMoved
from pbm.rules.game import Game, Status
from pbm.rules.refusals import (
    AlreadyExtended,
    GameIsPaused,
    NotAtTable,
    NotBegun,
    NothingChanges,
    NotTheOwner,
    NotYourTurn,
    Refusal,
    TurnIsOver,
)
from pbm.rules.turns import Course


def change_time(game: Game, command: ChangeTime, course: Course) -> Refusal | None:
    """Another time per turn; the turn that runs gets what is more of it. The bounds are judged before."""
    if game.status is Status.OPEN:
        return NotBegun()
    if command.seat != game.owner:
        return NotTheOwner(owner=game.owner)
    if command.turn_lasts == game.settings.turn_lasts:
        return NothingChanges()
    lasts = clock.time_per_turn(game)
    course.then(TimeChanged(turn_lasts=command.turn_lasts))
    if command.turn_lasts > lasts:
        moves(course, "time per turn", clock.given(game) + command.turn_lasts - lasts, command.turn_lasts)
    return None


def extend_turn(game: Game, command: ExtendTurn, course: Course) -> Refusal | None:
    """More hours for one's own turn, once."""
    if game.on_turn is None:
        return NotBegun()
    if not game.seat(command.seat):
        return NotAtTable()
    if command.turn not in (None, game.turn):
        return TurnIsOver()
    if command.seat != game.on_turn:
        return NotYourTurn(on_turn=game.on_turn)
    if game.due is None:
        return GameIsPaused(by=game.paused_by)
    if "more time" in game.favours:
        return AlreadyExtended()
    _adds(course, "more time", clock.more_time(clock.time_per_turn(game)))
    return None


def start_clock(game: Game, command: StartClock, course: Course) -> Refusal | None:
    """The time of the turn starts when its prompt was delivered, once."""
    if command.turn != game.turn:
        return TurnIsOver()
    if game.due is None or game.turn_began is None or game.on_turn is None or "clock started" in game.favours:
        return NothingChanges()
    at = max(command.at, game.turn_began)
    time = clock.given(game) + clock.excused_after(game, at)
    due = clock.calendar(game, game.on_turn, clock.time_per_turn(game)).ends(at, time)
    course.then(ClockStarted(turn=game.turn, at=at, due=max(due, game.due)))
    return None


def prompt_lost(game: Game, command: PromptLost, course: Course) -> Refusal | None:
    """Twice the time for a turn whose prompt cannot be delivered, once."""
    if command.turn != game.turn:
        return TurnIsOver()
    if game.due is None or "prompt lost" in game.favours:
        return NothingChanges()
    _adds(course, "prompt lost", clock.given(game))
    return None


def reached(game: Game, command: Reached, course: Course) -> Refusal | None:
    """The full time again for whoever was out of reach in their turn, once."""
    if not game.seat(command.seat):
        return NotAtTable()
    lost = "prompt lost" in game.favours and "reached" not in game.favours
    if game.due is None or game.on_turn != command.seat or not lost:
        return NothingChanges()
    lasts = clock.time_per_turn(game)
    due = clock.calendar(game, command.seat, lasts).ends(course.now, lasts)
    course.then(ClockStarted(turn=game.turn, at=course.now, due=max(due, game.due), again=True))
    return None


def excuse_outage(game: Game, command: ExcuseOutage, course: Course) -> Refusal | None:
    """The running turn ends later by what the outage took of it; the same hours are excused once."""
    if game.due is None or game.turn_began is None or game.on_turn is None:
        return NothingChanges()
    since = max(command.since, game.turn_began, game.excused_until or game.turn_began)
    until = min(command.until, course.now)
    days = clock.calendar(game, game.on_turn, clock.time_per_turn(game))
    lost = days.counted(since, until)
    if not lost:
        return NothingChanges()
    course.then(OutageExcused(until=until, at=course.now, due=days.ends(game.due, lost), lost=lost))
    return None


def moves(course: Course, why: WhyMoved, given: timedelta, lasts: timedelta) -> None:
    """The running turn is reckoned anew from its beginning; where that gives less, nothing happens."""
    game = course.game
    if game.due is None or game.turn_began is None or game.on_turn is None:
        return
    due = clock.calendar(game, game.on_turn, lasts).ends(game.turn_began, given + game.excused)
    if due > game.due or lasts > clock.time_per_turn(game):
        course.then(_moved(course, why, max(due, game.due), given, lasts))


def _adds(course: Course, why: WhyMoved, more: timedelta) -> None:
    game = course.game
    if game.due is None or game.on_turn is None:
        return
    lasts = clock.time_per_turn(game)
    due = clock.calendar(game, game.on_turn, lasts).ends(game.due, more)
    course.then(_moved(course, why, due, clock.given(game) + more, lasts))


def _moved(course: Course, why: WhyMoved, due: datetime, given: timedelta, lasts: timedelta) -> DeadlineMoved:
    game = course.game
    return DeadlineMoved(
        seat=game.on_turn or "", turn=game.turn, why=why, at=course.now, due=due, given=given, lasts=lasts
    )
