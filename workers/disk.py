"""The disk that a folder is on, and how much room it has."""

import shutil
from pathlib import Path
from typing import NamedTuple

FULL = 1_000_000  # bytes free; with fewer, what one move writes may not fit, or what the server tidies up
MB = 1_000_000


class Room(NamedTuple):
    """What is free on a disk, and how large it is, in bytes."""

    free: int
    total: int

    def __str__(self) -> str:
        return f"{self.free // MB} of {self.total // MB} MB free"


def room(folder: Path) -> Room:
    """The room for a folder, which need not be there yet; raises OSError where nobody can tell."""
    folder = folder.expanduser().absolute()
    there = next(place for place in (folder, *folder.parents) if place.exists())
    usage = shutil.disk_usage(there)
    if not usage.total:  # no disk at all, such as /proc
        raise OSError(f"{there} is on no disk")
    return Room(usage.free, usage.total)


def full(folder: Path) -> str | None:
    """What the operator has to do about a disk without room, as a sentence; None where there is some."""
    try:
        found = room(folder)
    except OSError:
        return None
    return f"The disk of {folder} is full ({found}): make room, then start again." if found.free < FULL else None
