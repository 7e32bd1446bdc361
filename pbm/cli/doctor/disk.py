"""The disk of the embedded server: whether it has room."""

from collections.abc import Iterator
from pathlib import Path

from pbm.cli.doctor.finding import Finding, bad, good
from workers.disk import room

ABOUT = "disk"
LITTLE = 20_000_000  # bytes; the server needs some to write its log of writes anew


def findings(folder: Path) -> Iterator[Finding]:
    """Of the disk that a folder is on; none where the disk does not tell."""
    try:
        found = room(folder)
    except OSError:
        return
    what = f"{found} at {folder}."
    if found.free < LITTLE:
        yield bad(ABOUT, what, "When it is full the server ends, and nobody can move.", "Make room.")
    else:
        yield good(ABOUT, what)
