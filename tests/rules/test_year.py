"""A simulated year: whatever the zones, nights, weekends, absences and outages, the promises about time hold."""

from datetime import datetime, timedelta
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.builders import NOON
from tests.rules.year import Year

STARTS = st.integers(0, 365 * 24 * 60).map(lambda minutes: NOON + timedelta(minutes=minutes))


@given(seed=st.integers(0, 2**32), start=STARTS)
@settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
def test_a_year_of_turns_keeps_every_promise_about_time(seed: int, start: datetime) -> None:
    """Nobody is woken, reminded twice, or cut short of their waking hours; nobody waits for whoever is away.

    Each deadline is met within a minute of its time, though all alarms are lost once an hour.
    """
    year = Year(Random(seed), start)

    year.pass_by()

    assert year.now >= year.ends
    assert year.timed_out
    assert year.reminders
