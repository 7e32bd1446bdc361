"""What every process does around its work: its log, and one line where the operator can put something right."""

import logging
import sys
from collections.abc import Callable

from pbm import wiring
from workers.server import ServerError

FOR_THE_OPERATOR = (*wiring.FOR_THE_OPERATOR, ServerError)


def run(name: str, work: Callable[[], object]) -> int:
    """Do the work under that name in the log; gives the status to exit with."""
    try:
        logging.basicConfig(
            level=wiring.settings().log_level, format=f"%(asctime)s {name}: %(message)s", datefmt="%H:%M:%S"
        )
        work()
    except FOR_THE_OPERATOR as error:
        print(error, file=sys.stderr)  # noqa: T201  a line for the operator, whatever the log level
        return 1
    return 0
