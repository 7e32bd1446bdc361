"""The bench, run once on a very small scale, so that it does not rot."""

import json
from pathlib import Path

import pytest

from tests.bench.__main__ import ALL, main


@pytest.mark.parametrize("what", ALL)
def test_everything_that_is_measured_can_be_measured(what: str, tmp_path: Path) -> None:
    """Each part leaves its figures; what they are is no matter of a test."""
    into = tmp_path / "last.json"

    main(["--small", "--into", str(into), what])

    figures = json.loads(into.read_text("utf-8"))
    assert len(figures) >= 3  # the machine, how long it took, and what was found
    if what == "several":
        assert figures["2 processes"]["lost or doubled"] == 0
    if what == "told":
        assert figures["messages"]["turns"] > 0
