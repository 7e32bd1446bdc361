"""When a turn is due, and when to remind."""

from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from pbm.rules.game import Game, Status

LAST_CALL = 8  # the last reminder comes when one part in eight of the turn is left


class Alarm(NamedTuple):
    """A moment of a turn to wake up at: half of its time gone, an eighth left, due; or a computer is to move."""

    kind: Literal["half", "eighth", "due", "computer"]
    turn: int
    at: datetime


def alarms(game: Game) -> tuple[Alarm, ...]:
    """The alarms of the present turn, soonest first; none while no deadline runs.

    A turn that goes on after a card was taken back has only those that still lie ahead of its new beginning.
    """
    if game.due is None or game.turn_began is None:
        return ()
    lasts = game.settings.turn_lasts
    reminders = (
        Alarm("half", game.turn, game.due - lasts / 2),
        Alarm("eighth", game.turn, game.due - lasts / LAST_CALL),
    )
    return (*(one for one in reminders if one.at > game.turn_began), Alarm("due", game.turn, game.due))


def time_left(game: Game, now: datetime) -> timedelta:
    """What is left of the turn, never less than nothing; in a pause the whole turn, for the clock stands."""
    if game.status is Status.PAUSED:
        return game.settings.turn_lasts
    return timedelta() if game.due is None else max(game.due - now, timedelta())
