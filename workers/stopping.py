"""How a process hears that it is to end: by SIGTERM, or SIGINT."""

import asyncio
import signal
import threading

from pbm.store.connect import Patience

SIGNALS = (signal.SIGTERM, signal.SIGINT)


def asked_to_stop(patience: Patience) -> asyncio.Event:
    """Set when one of them comes, in this event loop; from then on there is no patience with a Redis that is away."""
    stop = asyncio.Event()

    def asked() -> None:
        stop.set()
        patience.end()

    for number in SIGNALS:
        asyncio.get_running_loop().add_signal_handler(number, asked)
    return stop


def heard_to_stop(patience: Patience) -> threading.Event:
    """The same for a process without an event loop, which asks before it has any other thread.

    A thread of its own hears the signals: a handler comes in between any two steps of the main thread, which may just
    then hold the lock of the event that the handler would set.
    """
    stop = threading.Event()
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)

    def hear() -> None:
        signal.sigwait(SIGNALS)
        stop.set()
        patience.end()

    threading.Thread(target=hear, daemon=True).start()
    return stop
