"""What happens to browser tests where there is no browser."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser import chromium_path

A_BROWSER_TEST = "tests/sandbox/page/test_start.py"


def the_end_of_a_run_without_a_browser(**environment: str) -> tuple[int, str]:
    kept = {name: value for name, value in os.environ.items() if name not in {"CI", "PYTEST_ADDOPTS"}}
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", A_BROWSER_TEST],
        cwd=Path(__file__).parent.parent,
        env=kept | {"CHROMIUM": "/nowhere/chromium"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return run.returncode, run.stdout


def test_the_browser_is_the_one_that_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """CHROMIUM decides, even if what it names is not there."""
    monkeypatch.setenv("CHROMIUM", sys.executable)
    assert chromium_path() == sys.executable
    monkeypatch.setenv("CHROMIUM", "/nowhere/chromium")
    assert chromium_path() is None


def test_without_a_browser_its_tests_are_skipped_and_the_last_lines_say_so() -> None:
    """The run passes, and nobody takes the skipped tests for passed ones."""
    status, output = the_end_of_a_run_without_a_browser()

    assert status == 0
    assert "skipped: no Chromium found" in " ".join(output.splitlines()[-3:])


def test_in_ci_a_missing_browser_is_a_failure() -> None:
    """With CI set the same run fails."""
    status, output = the_end_of_a_run_without_a_browser(CI="true")

    assert status == 1
    assert "no Chromium found" in output
