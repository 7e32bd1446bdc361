"""A process that does not outlive the one that started it, not even where that one is killed."""

import ctypes
import os
import sys
from collections.abc import Callable
from signal import Signals

PR_SET_PDEATHSIG = 1  # from Linux' <sys/prctl.h>


def dies_with_launcher(by: Signals) -> Callable[[], None] | None:
    """What a new process does before it becomes its program; None where the system has no such thing.

    The signal comes when the thread that started the process ends.
    """
    if sys.platform != "linux":
        return None
    libc, launcher = ctypes.CDLL(None), os.getpid()

    def ask() -> None:
        libc.prctl(PR_SET_PDEATHSIG, by)
        if os.getppid() != launcher:  # it died before we could ask
            os._exit(1)

    return ask
