"""Ports of this machine at which a test may listen."""

import secrets
import socket
from contextlib import suppress

PORTS = range(20_000, 32_000)  # below those that a system gives to whoever asks for any: nobody is given one meanwhile


def free_port() -> int:
    """One at which nobody listens now."""
    while True:
        port = secrets.choice(PORTS)  # by chance, for tests run beside each other
        with socket.socket() as trial, suppress(OSError):
            trial.bind(("127.0.0.1", port))
            return port
