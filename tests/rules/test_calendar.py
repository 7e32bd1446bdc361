"""When the time of a turn counts: nights, weekends, and the days on which the clocks are changed."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.rules.calendar import Calendar
from pbm.rules.habits import Quiet

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BERLIN = ZoneInfo("Europe/Berlin")
NIGHTS_IN_BERLIN = Calendar(BERLIN, Quiet())
ZONES = (
    "Europe/Berlin",
    "America/St_Johns",
    "America/Santiago",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Asia/Beirut",
)


def in_berlin(day: int, hour: int, minute: int = 0, month: int = 6) -> datetime:
    """A moment of 2026 by the clocks of Berlin; the 1st of June is a Monday."""
    return datetime(2026, month, day, hour, minute, tzinfo=BERLIN)


def test_all_time_counts_where_nothing_stands_still() -> None:
    """Twenty-four hours are a day."""
    always = Calendar(UTC)
    noon = in_berlin(1, 12)

    assert always.ends(noon, DAY) == noon + DAY
    assert always.counted(noon, noon + DAY) == DAY


def test_a_turn_of_a_day_has_its_hours_awake() -> None:
    """From noon: ten hours on Monday, fourteen on Tuesday up to ten in the evening."""
    assert NIGHTS_IN_BERLIN.ends(in_berlin(1, 12), DAY) == in_berlin(2, 22)


def test_what_begins_at_night_begins_in_the_morning() -> None:
    """At three in the morning nothing counts before eight."""
    assert NIGHTS_IN_BERLIN.ends(in_berlin(2, 3), HOUR) == in_berlin(2, 9)
    assert NIGHTS_IN_BERLIN.counted(in_berlin(2, 3), in_berlin(2, 9)) == HOUR


def test_all_moments_are_given_in_utc() -> None:
    """Whatever zone they came in."""
    assert NIGHTS_IN_BERLIN.ends(in_berlin(1, 12), HOUR).tzinfo is UTC


def test_a_weekend_does_not_count() -> None:
    """From Friday noon a day lasts until Monday noon."""
    weeks = Calendar(BERLIN, None, weekends_off=True)

    assert weeks.ends(in_berlin(5, 12), DAY) == in_berlin(8, 12)
    assert weeks.counted(in_berlin(5, 12), in_berlin(8, 12)) == DAY


def test_a_weekend_and_its_nights_are_one_rest() -> None:
    """From ten on Friday evening to eight on Monday morning nobody is disturbed."""
    rest = Calendar(BERLIN, Quiet(), weekends_off=True)

    assert rest.wakes(in_berlin(5, 22)) == in_berlin(8, 8)
    assert rest.wakes(in_berlin(5, 21)) == in_berlin(5, 21)
    assert rest.ends(in_berlin(5, 20), 4 * HOUR) == in_berlin(8, 10)


def test_the_weekend_is_that_of_the_zone() -> None:
    """When Saturday begins on Kiritimati, it is Friday in the world: ten in the morning, by UTC."""
    island = Calendar(ZoneInfo("Pacific/Kiritimati"), None, weekends_off=True)
    friday = datetime(2026, 6, 5, 9, tzinfo=UTC)

    assert island.ends(friday, 2 * HOUR) == datetime(2026, 6, 7, 11, tzinfo=UTC)


def test_a_night_in_which_the_clocks_go_forward_is_an_hour_shorter() -> None:
    """On the 29th of March: from ten to eight are nine hours, and no waking hour is lost by it."""
    evening, morning = in_berlin(28, 21, month=3), in_berlin(29, 9, month=3)

    assert NIGHTS_IN_BERLIN.counted(evening, morning) == 2 * HOUR
    assert NIGHTS_IN_BERLIN.ends(evening, 2 * HOUR) == morning
    assert morning.astimezone(UTC) - evening.astimezone(UTC) == 11 * HOUR


def test_a_night_in_which_the_clocks_go_back_is_an_hour_longer() -> None:
    """On the 25th of October: from ten to eight are eleven hours, and none of them counts."""
    evening, morning = in_berlin(24, 21, month=10), in_berlin(25, 9, month=10)

    assert NIGHTS_IN_BERLIN.counted(evening, morning) == 2 * HOUR
    assert morning.astimezone(UTC) - evening.astimezone(UTC) == 13 * HOUR


def test_an_hour_that_comes_twice_is_quiet_both_times() -> None:
    """Quiet up to half past two: also when it is half past two for the second time."""
    early = Calendar(BERLIN, Quiet(begins=time(22), ends=time(2, 30)))
    second_time = datetime(2026, 10, 25, 2, 30, tzinfo=BERLIN, fold=1)

    assert early.wakes(in_berlin(25, 1, month=10)) == second_time.astimezone(UTC)


def test_time_that_runs_backwards_counts_for_nothing() -> None:
    """The end before the start."""
    assert NIGHTS_IN_BERLIN.counted(in_berlin(2, 12), in_berlin(1, 12)) == timedelta()


@given(
    zone=st.sampled_from(ZONES),
    start=st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31)),  # noqa: DTZ001 -- Hypothesis takes no zone here
    minutes=st.integers(0, 6000),
    weekends_off=st.booleans(),
    night=st.sampled_from((None, Quiet(), Quiet(begins=time(1), ends=time(9)), Quiet(begins=time(0), ends=time(12)))),
)
def test_what_ends_then_has_counted_so_long(
    zone: str, start: datetime, minutes: int, weekends_off: bool, night: Quiet | None
) -> None:
    """In every zone and season `ends` and `counted` agree, and nothing ends while time stands still."""
    days = Calendar(ZoneInfo(zone), night, weekends_off)
    begins, lasts = start.replace(tzinfo=UTC), timedelta(minutes=minutes)

    ends = days.ends(begins, lasts)

    assert days.counted(begins, ends) == lasts
    assert days.ends(ends, timedelta(minutes=1)) > ends
    assert not lasts or days.counted(ends - timedelta(seconds=1), ends) == timedelta(seconds=1)


@pytest.mark.parametrize("zone", ZONES)
def test_every_day_of_a_year_has_fourteen_waking_hours(zone: str) -> None:
    """The clocks are changed at night, so from midnight to midnight there are always as many."""
    days = Calendar(ZoneInfo(zone), Quiet())

    for number in range(365):
        day = date(2026, 1, 1) + number * DAY
        noon = datetime.combine(day, time(12), days.zone)
        evening, morning = noon.replace(hour=22), noon.replace(hour=8)
        assert days.counted(morning, evening) == 14 * HOUR
        assert days.counted(evening, datetime.combine(day + DAY, time(8), days.zone)) == timedelta()
