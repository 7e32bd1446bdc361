"""Habits and absences: how a player lives, and when their turns are passed at once."""

from datetime import timedelta

from pbm.rules import clock
from pbm.rules.commands import ComeBack, GoAway, SetHabits
from pbm.rules.deadline import moves
from pbm.rules.events import HabitsSet, WentAway
from pbm.rules.evolve import away_used
from pbm.rules.game import Game, Status
from pbm.rules.habits import QUIET_AT_MOST, Habits, zone
from pbm.rules.refusals import (
    AwayTooLong,
    BadHabits,
    MomentPassed,
    NotAtTable,
    NotAway,
    NotBegun,
    NothingChanges,
    Refusal,
)
from pbm.rules.turns import Course
from pbm.rules.values import SeatId


def set_habits(game: Game, command: SetHabits, course: Course) -> Refusal | None:
    """Live otherwise from now on; the deadline of one's own running turn may move away by it, never nearer."""
    seat = game.seat(command.seat)
    if seat is None:
        return NotAtTable()
    if no := _bad_habits(command.habits):
        return no
    if command.habits == seat.habits:
        return NothingChanges()
    course.then(HabitsSet(seat=seat.id, habits=command.habits, at=course.now))
    if game.due is not None and game.on_turn == seat.id:
        moves(course, "habits", clock.given(game), clock.time_per_turn(game))
    return None


def _bad_habits(habits: Habits) -> BadHabits | None:
    if habits.zone is not None and zone(habits.zone) is None:
        return BadHabits(field="zone")
    quiet = habits.quiet
    if quiet is not None and not timedelta() < quiet.lasts <= QUIET_AT_MOST:
        return BadHabits(field="quiet")
    return None


def go_away(game: Game, command: GoAway, course: Course) -> Refusal | None:
    """Be away up to a moment, as long as the days last; whoever is away already may choose another moment."""
    if game.status is Status.OPEN:
        return NotBegun()
    seat = game.seat(command.seat)
    if seat is None:
        return NotAtTable()
    if command.until <= course.now:
        return MomentPassed()
    left = max(timedelta(days=game.settings.away_days) - away_used(seat, course.now), timedelta())
    if command.until - course.now > left:
        return AwayTooLong(left=left, days=game.settings.away_days, until=seat.away_until)
    course.then(WentAway(seat=seat.id, at=course.now, until=command.until))
    return None


def come_back(game: Game, command: ComeBack, course: Course) -> Refusal | None:
    """Be back, and end a pause of RULES 9.5 by it."""
    seat = game.seat(command.seat)
    if seat is None:
        return NotAtTable()
    if seat.away_until is None:
        return NotAway()
    course.ends_absences(of=seat.id)
    if command.resumes:
        _goes_on(game, seat.id, course)
    return None


def end_absences(game: Game, course: Course) -> Refusal | None:
    """End those whose time is over, and a pause of RULES 9.5 by it."""
    back = course.ends_absences()
    if not back:
        return NothingChanges()
    _goes_on(game, back[0], course)
    return None


def _goes_on(game: Game, seat: SeatId, course: Course) -> None:
    if game.status is Status.PAUSED and not game.paused_by:
        course.resumes(seat)
