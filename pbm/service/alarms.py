"""The alarms of a table: those of the turn, and for a computer on turn the moment at which it moves."""

from datetime import datetime, timedelta

from pbm.rules import clock
from pbm.rules.clock import Alarm
from pbm.rules.game import Status
from pbm.views.names import COMPUTER
from pbm.views.table import Table

THINKS = timedelta(seconds=3)  # at least: people should see that it takes a little time
THINKS_LONGER = timedelta(seconds=1)  # up to three times, so that it is not always the same
SHARE_OF_TURN = 24  # where turns last seconds, to try things out, three seconds shrink to one part in so many of a turn


def alarms_of(table: Table) -> tuple[Alarm, ...]:
    """All alarms of the table, from its state alone, so that lost ones are found again; none while it is closed."""
    game = table.game
    if table.closed is not None:
        return ()
    if not (game.on_turn or "").startswith(COMPUTER):
        return clock.alarms(game)
    if game.status is not Status.PLAYING or game.turn_began is None:
        return ()
    quicker = min(1.0, game.settings.turn_lasts / SHARE_OF_TURN / THINKS)
    moves = Alarm("computer", game.turn, game.turn_began + quicker * (THINKS + game.turn % 4 * THINKS_LONGER))
    return (moves, *(one for one in clock.alarms(game) if one.kind == "due"))


def rings_at(table: Table, alarm: Alarm, now: datetime) -> datetime:
    """When an alarm of the table is to ring, as things stand now.

    A turn cannot have begun later than now: if it seems so, the clock was set back, and a computer has thought enough.
    """
    began = table.game.turn_began
    return now if alarm.kind == "computer" and began is not None and began > now else alarm.at
