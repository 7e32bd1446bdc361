"""When a turn is due, and when to remind; whose time counts when."""

from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple, get_args

from pbm.rules.calendar import Calendar
from pbm.rules.game import Game, Reminder, Seat, Status
from pbm.rules.values import SeatId

LAST_CALL = 8  # the last reminder comes when one part in eight of the turn is left
SLEPT_THROUGH = timedelta(hours=12)  # from this time per turn on, the clock stands in quiet hours
CLEARED_AFTER = timedelta(days=7)  # a table that nobody begins
MORE_AT_MOST = timedelta(hours=12)  # of the clock, to be had once a turn
RINGS_WITHIN = timedelta(minutes=1)  # how late an alarm may ring: a reminder just before the night waits as well
WORD_BEFORE = timedelta(days=1)  # it is cleared


class Alarm(NamedTuple):
    """A moment to wake up at.

    Of a turn: half of its time gone, an eighth left, due; or a computer is to move. Of a game: an absence is over
    (`back`); of a table that nobody begins: a word about it (`unbegun`), and then it is cleared.
    """

    kind: Literal["half", "eighth", "due", "computer", "back", "unbegun", "clear"]
    turn: int
    at: datetime


def alarms(game: Game) -> tuple[Alarm, ...]:
    """The alarms of the game as it stands: those of the turn, soonest first, and the end of the next absence.

    While no deadline runs there are none of the turn. Reminders that lie before the turn's beginning, or before its
    deadline was moved last, are past; none lies in quiet hours, and none goes to somebody who wants none.
    """
    if game.status is Status.OPEN:
        return _of_the_table(game)
    return (*_of_the_turn(game), *_of_absences(game))


def _of_the_table(game: Game) -> tuple[Alarm, ...]:
    if game.opened is None:
        return ()
    clears = game.opened + CLEARED_AFTER
    return Alarm("unbegun", game.turn, clears - WORD_BEFORE), Alarm("clear", game.turn, clears)


def _of_the_turn(game: Game) -> tuple[Alarm, ...]:
    if game.due is None or game.turn_began is None or game.on_turn is None:
        return ()
    seat = game.sitting(game.on_turn)
    reminders = _reminders(game, seat, game.turn_began, game.due) if seat.habits.reminders else ()
    return (*reminders, Alarm("due", game.turn, game.due))


def _reminders(game: Game, seat: Seat, began: datetime, due: datetime) -> tuple[Alarm, ...]:
    lasts = time_per_turn(game)
    days = calendar(game, seat.id, lasts)
    awake = Calendar(seat.habits.place, seat.habits.night, game.settings.weekends_off)
    whole = days.counted(began, due)

    def reminder(kind: Reminder, left: timedelta) -> Alarm | None:
        at = awake.wakes(days.ends(began, whole - left))
        rung = awake.wakes(at + RINGS_WITHIN)
        at = at if rung == at + RINGS_WITHIN else rung
        past = at <= began if game.reckoned is None else at <= max(began, game.reckoned)
        past = past or kind in game.reminded
        return None if whole <= left or past or at >= due else Alarm(kind, game.turn, at)

    half, eighth = reminder("half", lasts / 2), reminder("eighth", lasts / LAST_CALL)
    if half and eighth and half.at >= eighth.at:
        half = None  # both wait for the same morning, and one is enough
    return tuple(one for one in (half, eighth) if one)


def past(game: Game, now: datetime) -> tuple[Reminder, ...]:
    """The reminders of the turn that are not to come any more at that moment."""
    if game.due is None or game.turn_began is None or game.on_turn is None:
        return ()
    to_come = _reminders(game, game.sitting(game.on_turn), game.turn_began, game.due)
    return tuple(kind for kind in get_args(Reminder) if not any(one.kind == kind and one.at > now for one in to_come))


def _of_absences(game: Game) -> tuple[Alarm, ...]:
    ends = [one.away_until for one in game.seats if one.away_until]
    return (Alarm("back", game.turn, min(ends)),) if ends and game.status is not Status.OVER else ()


def time_left(game: Game, now: datetime) -> timedelta:
    """What is left of the turn in time that counts, never less than nothing; in a pause what was kept of it."""
    if game.status is Status.PAUSED:
        return game.settings.turn_lasts if game.time_left is None else game.time_left
    if game.due is None or game.on_turn is None:
        return timedelta()
    return calendar(game, game.on_turn, time_per_turn(game)).counted(now, game.due)


def time_per_turn(game: Game) -> timedelta:
    """The time per turn that holds for the present turn; what it has been given beyond that is not in it."""
    return game.settings.turn_lasts if game.lasts is None else game.lasts


def more_time(lasts: timedelta) -> timedelta:
    """What can be had more where a turn lasts so long: as long again, but never more than half a day."""
    return min(lasts, MORE_AT_MOST)


def given(game: Game) -> timedelta:
    """The time that counts which the present turn has in all, without excused outages."""
    return time_per_turn(game) if game.given is None else game.given


def calendar(game: Game, seat: SeatId, lasts: timedelta) -> Calendar:
    """When the time of that player's turn counts, where a turn lasts so long."""
    habits = game.sitting(seat).habits
    night = habits.night if lasts >= SLEPT_THROUGH else None
    return Calendar(habits.place, night, game.settings.weekends_off)


def excused_after(game: Game, at: datetime) -> timedelta:
    """What of the excused outages still belongs to a turn whose time starts at that moment."""
    return game.excused if game.excused_until is not None and at < game.excused_until else timedelta()


def sleeps(seat: Seat, now: datetime) -> bool:
    """Whether it is quiet hours for that player, so that nobody nudges them."""
    return Calendar(seat.habits.place, seat.habits.night).wakes(now) > now.astimezone(UTC)
