"""What every process does around its work: its name, its log, and one line for what the operator can put right."""

import ctypes
import logging
import sys
from collections.abc import Callable

from pbm import wiring
from workers.server import ServerError
from workers.trouble import OnceInAWhile

PR_SET_NAME = 15  # from Linux' <sys/prctl.h>

FOR_THE_OPERATOR = (*wiring.FOR_THE_OPERATOR, ServerError)


def run(name: str, work: Callable[[], object]) -> int:
    """Do the work under that name in the log; gives the status to exit with."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_NAME, f"pbm {name}".encode())  # as ps and top show it; it may be a fork
    try:
        handler = logging.StreamHandler()
        handler.addFilter(OnceInAWhile())
        logging.basicConfig(
            level=wiring.settings().log_level,
            format=f"%(asctime)s {name}: %(message)s",
            datefmt="%H:%M:%S",
            handlers=[handler],
        )
        work()
    except FOR_THE_OPERATOR as error:
        print(error, file=sys.stderr)  # noqa: T201  a line for the operator, whatever the log level
        return 1
    return 0
