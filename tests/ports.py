"""Ports of this machine at which a test may listen."""

import socket


def free_port() -> int:
    """One at which nobody listens now."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])
