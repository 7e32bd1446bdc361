"""What people call a moment ahead."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from pbm.service.moments import moment_of

BERLIN = ZoneInfo("Europe/Berlin")
MONDAY = datetime(2026, 6, 1, 18, tzinfo=UTC)


@pytest.mark.parametrize(
    ("words", "days"), [("5d", 5), ("5 days", 5), ("for 3 days", 3), ("eine Woche", 7), ("2 wochen", 14), ("1 Tag", 1)]
)
def test_a_length_of_time_begins_now(words: str, days: int) -> None:
    """In both languages, in days and weeks."""
    assert moment_of(words, MONDAY, BERLIN) == MONDAY + timedelta(days=days)


@pytest.mark.parametrize(
    ("words", "day"),
    [
        *(("until Friday", (2026, 6, 5)), ("bis Fr", (2026, 6, 5)), ("bis Montag", (2026, 6, 8))),
        *(("tomorrow", (2026, 6, 2)), ("bis übermorgen", (2026, 6, 3)), ("until 24.12.", (2026, 12, 24))),
        *(("bis zum 24. Dezember", (2026, 12, 24)), ("until Dec 24", (2026, 12, 24)), ("1.6.", (2027, 6, 1))),
        *(("until 2026-12-24", (2026, 12, 24)), ("24 december 2027", (2027, 12, 24)), ("2020-01-01", (2020, 1, 1))),
    ],
)
def test_a_day_is_its_beginning_where_one_lives(words: str, day: tuple[int, int, int]) -> None:
    """A weekday is the next one, a date without a year too, and one with a year may have passed."""
    assert moment_of(words, MONDAY, BERLIN) == datetime(*day, tzinfo=BERLIN)


@pytest.mark.parametrize("words", ["", "soonish", "31.2.", "until", "0001-01-01", "9999-12-31", "5 apples"])
def test_what_is_no_moment_is_none(words: str) -> None:
    """A day that does not exist, a year that nobody can mean."""
    assert moment_of(words, MONDAY, BERLIN) is None
