"""The rig itself, small enough for every day; `make faults` runs all of it, and longer."""

import pytest

from tests.faults.breaking import kills
from tests.faults.figures import together
from tests.faults.scenarios import Scenario
from tests.faults.world import Setting


@pytest.mark.timeout(120)
def test_games_go_on_though_their_processes_are_killed() -> None:
    """Two tables play with real processes that are killed; nothing is lost, doubled or out of order."""
    quick = Scenario("quick", Setting(tables=2), kills.killing(3, 12, 0.2, 5, (("bot",), ("worker",), ("clock",))))

    found = together([quick.run(seed=1)])

    assert found.complaints == []
    assert found.holds()
    assert found.turns >= 12
    assert found.kills == 3
