"""`pbm date` and `pbm chain`, as another program or a person calls them (RULES 10)."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from pbm.cli import app

CASES = Path(__file__).parents[1] / "cases"
DATES: dict[str, Any] = json.loads((CASES / "dates.json").read_text(encoding="utf-8"))
CHAINS: list[dict[str, Any]] = json.loads((CASES / "chains.json").read_text(encoding="utf-8"))


def pbm(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def test_a_date_is_told_in_exact_json() -> None:
    """Four keys, BC years negative, in both languages."""
    answer = pbm("date", "8. Jh. v. Chr.", "--json")

    assert answer.exit_code == 0
    assert json.loads(answer.stdout) == {"first": -800, "last": -701, "en": "8th century BC", "de": "8. Jh. v. Chr."}


@pytest.mark.parametrize("case", DATES["readable"], ids=lambda case: case["text"])
def test_every_readable_case_goes_through_the_command(case: dict[str, Any]) -> None:
    """Years and words of the case come out."""
    answer = json.loads(pbm("date", case["text"], "--json").stdout)

    assert answer == {"en": answer["en"], "de": answer["de"]} | {
        key: value for key, value in case.items() if key != "text"
    }


@pytest.mark.parametrize("text", [*DATES["refused"], "-5", "–5", "--5", "-c", "--", "c."])
def test_every_refused_case_goes_through_the_command(text: str) -> None:
    """Why not, in JSON, and exit status 2; a leading dash is a wrong date and no wrong option."""
    arguments = ("--json", "--", text) if text == "--" else (text, "--json")
    answer = pbm("date", *arguments)

    assert answer.exit_code == 2
    assert list(json.loads(answer.stdout)) == ["refused"]


@pytest.mark.parametrize("case", CHAINS, ids=lambda case: ", ".join(case["dates"]))
def test_every_chain_case_goes_through_the_command(case: dict[str, Any]) -> None:
    """Correct, or all conflicts in order."""
    answer = json.loads(pbm("chain", *case["dates"], "--json").stdout)

    assert answer == ({"correct": False, "conflicts": case["conflicts"]} if case["conflicts"] else {"correct": True})


def test_a_chain_with_a_refused_date_is_refused() -> None:
    """Nothing is said of the order then."""
    answer = pbm("chain", "1969", "1969?", "--json")

    assert answer.exit_code == 2
    assert "1969?" in json.loads(answer.stdout)["refused"]


def test_people_are_answered_in_sentences() -> None:
    """Without --json, with the years spelled out."""
    assert pbm("date", "um", "3", "v.", "Chr.").stdout == (
        "“um 3 v. Chr.” means 8 BC to AD 3. Players read “c. 3 BC”, in German “um 3 v. Chr.”.\n"
    )
    assert "is correct" in pbm("chain", "1969", "1970").stdout
    assert "1970 (number 1) is certainly later than 1969 (number 2)." in pbm("chain", "1970", "1969").stdout


def test_people_hear_of_a_refusal_on_stderr() -> None:
    """One line, and what to write instead."""
    answer = pbm("date", "1648/49")

    assert (answer.exit_code, answer.stdout) == (2, "")
    assert "1648–1649" in answer.stderr


@pytest.mark.parametrize("arguments", [("date",), ("chain",), ("no-such",), ("decks", "chek")])
def test_a_wrong_call_gets_the_usage(arguments: tuple[str, ...]) -> None:
    """Plain lines, no frames and no traceback."""
    answer = pbm(*arguments)

    assert answer.exit_code == 2
    assert answer.stderr.startswith("Usage: ")


def test_the_command_runs_as_a_module_on_a_plain_terminal() -> None:
    """What the terminal cannot show is escaped, and nothing breaks."""
    answer = subprocess.run(
        [sys.executable, "-m", "pbm.cli", "date", "490–479 BC"],
        capture_output=True,
        check=True,
        encoding="ascii",
        env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "1", "PATH": ""},
    )

    assert "490\\u2013479 BC" in answer.stdout
