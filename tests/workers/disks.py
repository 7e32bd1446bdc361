"""Disks for a test that have no room left."""

from pathlib import Path

from workers import server as servers
from workers.disk import Room

FULL_DISK = Room(free=0, total=6_291_456)


def onto_a_full_disk(folder: Path) -> None:
    """Let what the server there writes end where there is never any room."""
    (writes,) = (folder / servers.WRITES).glob("*.incr.aof")
    writes.unlink()
    writes.symlink_to("/dev/full")
