"""`python -m tests.faults [--size small|full] [--seed N] [WORD...]`: break it, look, and print the figures.

With words, only the scenarios whose names contain one of them are played. Where FAULTS_LOGS names a folder, what the
processes of each scenario said is kept there.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.faults import figures, scenarios
from tests.faults.figures import Figures
from tests.faults.scenarios import Scenario

TURNS = 10_000  # at least, of a full run
LAST = Path(__file__).parent / "last.json"


def main() -> int:
    """Run what is asked for; gives the status to exit with."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", choices=("small", "full"), default="small")
    parser.add_argument("words", nargs="*")
    asked = parser.parse_args()
    sizes = {"small": scenarios.small, "full": scenarios.full}
    found: list[Figures] = []
    caught: dict[str, str] = {}
    for scenario in _wanted(sizes[asked.size](), asked.words):
        found.append(scenario.run(asked.seed))
        _tell(figures.table(found[-1:]))
        figures.write(LAST, found, caught)
    for scenario in _wanted(scenarios.sabotaged(), asked.words):
        broken = scenario.run(asked.seed)
        caught[scenario.name] = broken.complaints[0] if broken.broken_promises() else ""
        _tell(f"{scenario.name}: {caught[scenario.name] or 'nothing noticed'}")
    if asked.size == "full" and not asked.words:
        while figures.together(found).turns < TURNS:
            found.append(scenarios.more().run(asked.seed + len(found)))
            _tell(figures.table(found[-1:]))
    _tell(figures.table(found))
    for name, complaint in caught.items():
        _tell(f"{name}: {f'caught ({complaint})' if complaint else 'NOT CAUGHT'}.")
    figures.write(LAST, found, caught)
    return 0 if all(one.holds() for one in found) and all(caught.values()) else 1


def _wanted(all_of_them: Sequence[Scenario], words: Sequence[str]) -> list[Scenario]:
    return [one for one in all_of_them if not words or any(word in one.name for word in words)]


def _tell(text: str) -> None:
    print(text, flush=True)  # noqa: T201  what the command is for


if __name__ == "__main__":
    sys.exit(main())
