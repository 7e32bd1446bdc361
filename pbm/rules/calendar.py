"""When the time of a turn counts: not in quiet hours, not at weekends. All moments are UTC."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from typing import NamedTuple

from pbm.rules.habits import Quiet

DAY = timedelta(days=1)
WEEKEND = 2 * DAY
SATURDAY = 5  # as `date.weekday` counts


class Calendar(NamedTuple):
    """The days of somebody who lives in a zone: at night and at weekends, where those are given, time stands still."""

    zone: tzinfo
    night: Quiet | None = None
    weekends_off: bool = False

    def ends(self, start: datetime, lasts: timedelta) -> datetime:
        """The first moment at which that much time has counted since the start."""
        at, left = start.astimezone(UTC), lasts
        for begins, ends in self._standstills(at):
            if begins - at >= left:
                break
            left -= max(begins - at, timedelta())
            at = max(at, ends)
        return at + left

    def counted(self, start: datetime, end: datetime) -> timedelta:
        """How much time counts between two moments; nothing where the end comes first."""
        at, last, counts = start.astimezone(UTC), end.astimezone(UTC), timedelta()
        for begins, ends in self._standstills(at):
            if begins >= last:
                break
            counts += max(begins - at, timedelta())
            at = max(at, ends)
        return counts + max(last - at, timedelta())

    def wakes(self, at: datetime) -> datetime:
        """That moment, or the end of the standstill that it lies in."""
        moment = at.astimezone(UTC)
        begins, ends = next(self._standstills(moment), (moment, moment))
        return max(moment, ends) if begins <= moment else moment

    def _standstills(self, start: datetime) -> Iterator[tuple[datetime, datetime]]:
        """The standstills that end after the start, in order, each with its neighbours in one."""
        if self.night is None and not self.weekends_off:
            return
        begins = ends = start
        for first, last in self._nights_and_weekends(start.astimezone(self.zone).date() - DAY):
            if last <= start:
                continue
            if begins == ends:
                begins, ends = first, last
            elif first <= ends:
                begins, ends = min(begins, first), max(ends, last)
            else:
                yield begins, ends
                begins, ends = first, last

    def _nights_and_weekends(self, day: date) -> Iterator[tuple[datetime, datetime]]:
        while True:
            if self.weekends_off and day.weekday() == SATURDAY:
                yield self._first(day, time()), self._last(day + WEEKEND, time())
            if self.night is not None:
                morning = day if self.night.begins < self.night.ends else day + DAY
                yield self._first(day, self.night.begins), self._last(morning, self.night.ends)
            day += DAY

    # Where the clocks go back, a time of day comes twice, and where they go forward, it may not come at all. Then the
    # night is the longer one of those that could be meant: nobody is woken, and nobody loses time by it.
    def _first(self, day: date, at: time) -> datetime:
        return min(_both(self.zone, day, at))

    def _last(self, day: date, at: time) -> datetime:
        return max(_both(self.zone, day, at))


@lru_cache(maxsize=4096)  # the same nights are looked at for every alarm
def _both(zone: tzinfo, day: date, at: time) -> tuple[datetime, datetime]:
    local = datetime.combine(day, at, zone)
    return local.astimezone(UTC), local.replace(fold=1).astimezone(UTC)
