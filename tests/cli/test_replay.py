"""`pbm replay`, from the files to the exit status (RULES 10)."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from pbm.cli import app

CASES = sorted((Path(__file__).parent.parent / "cases" / "games").glob("*.json"))


def replay(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(app, ["replay", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What one call says to all the cases, by the names of their files."""
    folder = tmp_path_factory.mktemp("records")
    for case in CASES:
        (folder / case.name).write_text(json.dumps(json.loads(case.read_text("utf-8"))["record"]), "utf-8")
    lines = replay("--json", *(folder / case.name for case in CASES)).stdout.splitlines()
    return {case.name: json.loads(line) for case, line in zip(CASES, lines, strict=True)}


def test_there_are_cases_to_replay() -> None:
    """An empty folder would pass every test below."""
    assert len(CASES) >= 69


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_a_case_ends_as_it_should(case: Path, answers: dict[str, dict[str, Any]]) -> None:
    """The position, `used` without order, or the number of the illegal move."""
    expected, answer = json.loads(case.read_text("utf-8")), answers[case.name]

    if "illegal_move" in expected:
        assert answer["illegal_move"] == expected["illegal_move"]
        assert answer["why"]
    else:
        assert {**answer, "used": sorted(answer["used"])} == {
            **expected["position"],
            "used": sorted(expected["position"]["used"]),
        }


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record that plays to its end."""
    content = {
        "cards": {"a": "1000", "b": "1100", "c": "1500", "d": "1600"},
        "players": ["Änn", "Bob"],
        "hands": {"Änn": ["a"], "Bob": ["b"]},
        "stack": ["c", "d"],
        "moves": [{"player": "Änn", "do": "place", "card": "a", "slot": 1, "says": "Klar."}],
    }
    file = tmp_path / "good.json"
    file.write_text(json.dumps(content, ensure_ascii=False), "utf-8")
    return file


def test_a_record_played_to_its_end_exits_with_0(record: Path) -> None:
    """One line of JSON, and success."""
    result = replay(record, "--json")

    assert result.exit_code == 0
    assert json.loads(result.stdout)["winner"] == "Änn"


def test_a_bad_record_never_stops_the_ones_after_it(record: Path, tmp_path: Path) -> None:
    """Missing, a folder, not UTF-8, not an object: a line each, in order, then the good one; the exit status is 2."""
    latin, array = tmp_path / "latin.json", tmp_path / "array.json"
    latin.write_bytes('{"players": ["Änn"]}'.encode("latin-1"))
    array.write_text("[]")

    result = replay("--json", tmp_path / "missing.json", tmp_path, latin, array, record)

    *bad, good = (json.loads(line) for line in result.stdout.splitlines())
    assert [list(one) for one in bad] == [["bad_record"]] * 4
    assert "missing.json: cannot be read" in bad[0]["bad_record"]
    assert good["winner"] == "Änn"
    assert result.exit_code == 2


def test_an_illegal_move_exits_with_2(record: Path) -> None:
    """The line says which move, and why."""
    content = json.loads(record.read_text("utf-8"))
    content["moves"] *= 2
    record.write_text(json.dumps(content), "utf-8")

    result = replay(record, "--json")

    assert (json.loads(result.stdout), result.exit_code) == ({"illegal_move": 2, "why": "the game is over"}, 2)


def test_without_json_the_tale_is_told(record: Path) -> None:
    """For people: who placed what, what was said, who has won."""
    result = replay(record)

    assert '1. Änn places a into slot 1, saying "Klar.".' in result.stdout
    assert "Änn has won" in result.stdout.splitlines()[-1]
    assert result.exit_code == 0


def test_several_tales_are_told_under_the_names_of_their_files(record: Path) -> None:
    """A bad record is told too, and the exit status says that there was one."""
    result = replay(record, record.with_name("missing.json"))

    assert result.stdout.splitlines()[0] == f"{record}:"
    assert "A bad record: " in result.stdout.splitlines()[-1]
    assert result.exit_code == 2
