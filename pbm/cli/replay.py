"""`pbm replay`: game records told move by move, or their last positions (RULES 10)."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from pbm.cli.printing import tell
from pbm.rules.record import IllegalMove, Position, replay
from pbm.rules.tale import tale, why
from pbm.rules.written import BadRecord

NOT_PLAYED_TO_THE_END = 2  # exit status


def replay_files(
    files: Annotated[list[Path], typer.Argument(help="Game records.", metavar="FILE...")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the last position, a line of JSON a file.")] = False,
) -> None:
    """Play game records again, and tell them move by move."""
    this_year = datetime.now(UTC).year
    all_played = True
    for file in files:
        answer = _replayed(file, this_year)
        all_played = all_played and isinstance(answer, Position)
        if as_json:
            tell(json.dumps(_facts(answer)))
            continue
        if len(files) > 1:
            tell(f"{file}:")
        for line in _lines(answer):
            tell(line)
    if not all_played:
        raise typer.Exit(NOT_PLAYED_TO_THE_END)


def _replayed(file: Path, this_year: int) -> Position | IllegalMove | BadRecord:
    try:
        text = file.read_bytes()
    except OSError as error:
        return BadRecord(f"{file}: cannot be read: {error.strerror}")
    answer = replay(text, this_year)
    return BadRecord(f"{file}: {answer.why}") if isinstance(answer, BadRecord) else answer


def _facts(answer: Position | IllegalMove | BadRecord) -> dict[str, Any]:
    match answer:
        case Position():
            return answer.facts()
        case IllegalMove():
            return {"illegal_move": answer.number, "why": why(answer.refusal)}
        case BadRecord():
            return {"bad_record": answer.why}


def _lines(answer: Position | IllegalMove | BadRecord) -> tuple[str, ...]:
    return (f"A bad record: {answer.why}",) if isinstance(answer, BadRecord) else tale(answer)
