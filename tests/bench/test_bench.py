"""The bench, run once on a very small scale, so that it does not rot."""

import json
from pathlib import Path

from tests.bench.__main__ import main


def test_everything_that_is_measured_can_be_measured(tmp_path: Path) -> None:
    """Each item leaves its figures; what they are is no matter of a test."""
    into = tmp_path / "last.json"

    main(["--small", "--into", str(into), "kept_turns", "told", "profile", "remembered"])

    figures = json.loads(into.read_text("utf-8"))
    assert {"turns, always, 1 games", "messages", "profile", "memory", "growth", "deadlines"} <= set(figures)
    assert figures["messages"]["turns"] > 0
    assert figures["deadlines"]["alarms"] > 0
