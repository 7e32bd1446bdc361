"""What every process does around its work: its name, its log, and one line for what the operator can put right."""

import ctypes
import logging
import sys
from collections.abc import Callable

from pbm import wiring
from workers.server import ServerError
from workers.trouble import OnceInAWhile

OURS = ("pbm", "workers")
PR_SET_NAME = 15  # from Linux' <sys/prctl.h>

FOR_THE_OPERATOR = (*wiring.FOR_THE_OPERATOR, ServerError)


def run(name: str, work: Callable[[], object]) -> int:
    """Do the work under that name in the log; gives the status to exit with."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_NAME, f"pbm {name}".encode())  # as ps and top show it; it may be a fork
    try:
        _begin_log(name)
        work()
    except FOR_THE_OPERATOR as error:
        print(error, file=sys.stderr)  # noqa: T201  a line for the operator, whatever the log level
        return 1
    return 0


class _WithoutToken(logging.Formatter):
    """Writes lines, tracebacks too, with *** where the bot's token would stand: whoever has it is the bot."""

    def __init__(self, name: str, token: str) -> None:
        super().__init__(f"%(asctime)s {name}: %(message)s", "%H:%M:%S")
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line = super().format(record)
        return line.replace(self._token, "***") if self._token else line


def _is_told(record: logging.LogRecord) -> bool:
    """Libraries log the addresses they call and all that is written and dealt: of them only what went wrong is told."""
    return record.levelno >= logging.WARNING or record.name.partition(".")[0] in OURS


def _begin_log(name: str) -> None:
    settings = wiring.settings()
    handler = logging.StreamHandler()
    handler.setLevel(settings.log_level)
    handler.addFilter(_is_told)  # some set a level of their own, so the one below is not enough
    handler.addFilter(OnceInAWhile())
    handler.setFormatter(_WithoutToken(name, settings.telegram_token.get_secret_value()))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    for ours in OURS:
        logging.getLogger(ours).setLevel(settings.log_level)
