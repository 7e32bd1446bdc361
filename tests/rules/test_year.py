"""A simulated year: whatever the zones, nights, weekends, absences and outages, the promises about time hold."""

from datetime import datetime, timedelta
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.builders import NOON
from tests.rules.year import Year

STARTS = st.integers(0, 365 * 24 * 60).map(lambda minutes: NOON + timedelta(minutes=minutes))


@given(random=st.randoms(use_true_random=False), start=STARTS)
@settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_a_year_of_turns_keeps_every_promise_about_time(random: Random, start: datetime) -> None:
    """Nobody is woken, reminded twice, or cut short of their waking hours; nobody waits for whoever is away.

    Each deadline is met within a minute of its time, though all alarms are lost once an hour.
    """
    year = Year(random, start)

    year.pass_by()

    assert year.now >= year.ends
    assert year.timed_out
    assert year.reminders
