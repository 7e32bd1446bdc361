"""What people call a moment ahead: `5d`, `until Monday`, `bis 24.12.`, `2026-12-24`."""

import re
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache

from babel import Locale

from pbm.service.understand import folded

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
UNITS = {
    **dict.fromkeys(("h", "hour", "hours", "std", "stunde", "stunden"), HOUR),
    **dict.fromkeys(("d", "day", "days", "t", "tag", "tage", "tagen"), DAY),
    **dict.fromkeys(("w", "week", "weeks", "woche", "wochen"), 7 * DAY),
}
TODAY_AND_ON = {"tomorrow": 1, "morgen": 1, "ubermorgen": 2}
YEARS = 100  # farther off, no year is meant
ONE = frozenset({"a", "an", "one", "ein", "eine", "einen"})

_LEADING = re.compile(r"^(?:(?:until|till|til|bis|for|fur|zum|on|am|next|nachsten|the|den|dem)\s+)+")
_SPAN = re.compile(r"(?P<n>\d{1,3})\s*(?P<unit>[a-z]+)\.?")
_ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})")
_DOTS = re.compile(r"(?P<day>\d{1,2})\.\s*(?P<month>\d{1,2})\.?\s*(?P<year>\d{4})?")
_DAY_MONTH = re.compile(r"(?P<day>\d{1,2})(?:\.|st|nd|rd|th)?\s*(?P<name>[a-z]+)\.?\s*(?P<year>\d{4})?")
_MONTH_DAY = re.compile(r"(?P<name>[a-z]+)\.?\s*(?P<day>\d{1,2})(?:st|nd|rd|th)?,?\s*(?P<year>\d{4})?")


def moment_of(words: str, now: datetime, zone: tzinfo) -> datetime | None:
    """The moment that is meant: so much time from now, or the beginning of a day in that zone; none if none is.

    A weekday is the next one, never today; a date without a year is the next one too. A date may have passed.
    """
    text = _LEADING.sub("", folded(words).strip(" .!")).strip()
    first, _, rest = text.partition(" ")
    if first in ONE:
        text = f"1 {rest}"
    if found := _SPAN.fullmatch(text):
        unit = UNITS.get(found["unit"])
        if unit is not None:
            return now + int(found["n"]) * unit
    today = now.astimezone(zone).date()
    day = _day(text, today)
    return None if day is None else datetime.combine(day, time(), zone).astimezone(UTC)


def _day(text: str, today: date) -> date | None:
    if text in TODAY_AND_ON:
        return today + TODAY_AND_ON[text] * DAY
    if text in _weekdays():
        return today + ((_weekdays()[text] - today.weekday() - 1) % 7 + 1) * DAY
    if found := _ISO.fullmatch(text) or _DOTS.fullmatch(text):
        return _date(today, int(found["day"]), int(found["month"]), found["year"])
    if found := _DAY_MONTH.fullmatch(text) or _MONTH_DAY.fullmatch(text):
        month = _months().get(found["name"])
        return _date(today, int(found["day"]), month, found["year"]) if month else None
    return None


def _date(today: date, day: int, month: int, year: str | None) -> date | None:
    try:
        if year:
            return date(int(year), month, day) if abs(int(year) - today.year) < YEARS else None
        this_year = date(today.year, month, day)
        return this_year if this_year > today else date(today.year + 1, month, day)
    except ValueError:  # there is no such day
        return None


@cache
def _weekdays() -> dict[str, int]:
    """What the days of the week are called, Monday being 0."""
    names: dict[str, int] = {}
    for language in ("en", "de"):
        for width in ("wide", "abbreviated", "short"):
            names |= {folded(name).rstrip("."): n for n, name in Locale(language).days["format"][width].items()}
    return names


@cache
def _months() -> dict[str, int]:
    """What the months are called, January being 1."""
    names: dict[str, int] = {}
    for language in ("en", "de"):
        for width in ("wide", "abbreviated"):
            names |= {folded(name).rstrip("."): n for n, name in Locale(language).months["format"][width].items()}
    return names
