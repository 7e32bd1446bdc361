"""`python -m tests.deadlines [--games N] [--workers N] [WORD...]`: the runs, a table of figures, and last.json.

With words, only the runs whose names contain one of them: rush, broken.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from tests.deadlines import figures
from tests.deadlines.figures import Figures
from tests.deadlines.runs import broken, rush

LAST = Path(__file__).parent / "last.json"


def main() -> int:
    """Run what is asked for; gives the status to exit with."""
    parser = argparse.ArgumentParser(prog="python -m tests.deadlines")
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("words", nargs="*")
    asked = parser.parse_args()
    runs: dict[str, Callable[[], Figures]] = {
        "rush": lambda: rush(asked.games, 60, asked.workers),
        "broken": lambda: broken(asked.games // 2, 240, asked.workers),
    }
    found = []
    for name, run in runs.items():
        if not asked.words or any(word in name for word in asked.words):
            found.append(run())
            print(figures.table(found[-1:]), flush=True)  # noqa: T201  what the command is for
            figures.write(LAST, found)
    return 1 if any(one.complaints for one in found) else 0


if __name__ == "__main__":
    sys.exit(main())
