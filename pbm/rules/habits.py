"""How a player lives: where, when they sleep, whether they want to be reminded."""

from datetime import UTC, time, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from pbm.rules.values import Value

QUIET_AT_MOST = timedelta(hours=12)  # longer quiet hours would leave the others waiting for days


class Quiet(Value):
    """Hours of the day in which nobody wants to hear from a game, by the clock on the wall; they may span midnight."""

    begins: time = time(22)
    ends: time = time(8)

    @property
    def lasts(self) -> timedelta:
        """How long they are on an ordinary day."""
        return (_since_midnight(self.ends) - _since_midnight(self.begins)) % timedelta(days=1)


class Habits(Value):
    """A player's zone, quiet hours and wish for reminders; without a zone there are no quiet hours."""

    zone: str | None = None  # its IANA name
    quiet: Quiet | None = Quiet()  # none: at any hour
    reminders: bool = True

    @property
    def place(self) -> tzinfo:
        """The zone they live by: UTC where none is set."""
        return zone(self.zone) or UTC if self.zone else UTC

    @property
    def night(self) -> Quiet | None:
        """The quiet hours that hold: none without a zone."""
        return self.quiet if self.zone and zone(self.zone) else None


@lru_cache(maxsize=1024)
def zone(name: str) -> ZoneInfo | None:
    """The zone of that IANA name, or none if there is none.

    It reads a file, and is as pure as a table in the code: the rules of a zone are data that no player can change.
    """
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown, no name at all, or the name of a whole folder
        return None


def _since_midnight(at: time) -> timedelta:
    return timedelta(hours=at.hour, minutes=at.minute, seconds=at.second)
