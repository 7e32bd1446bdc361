"""How a process hears that it is to end: by SIGTERM, or SIGINT."""

import asyncio
import signal

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
