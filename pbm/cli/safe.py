"""`pbm backup` and `pbm restore`: everything that is kept, in one file, and back again."""

from pathlib import Path

from pbm import wiring
from pbm.cli.kept import kept_in, told_in_one_line
from pbm.cli.printing import counted, tell
from pbm.store import archive, snapshot
from pbm.store.connect import connect


def backup(data: Path | None, file: Path) -> None:
    """Write a backup into a new file."""
    with told_in_one_line():
        archive.refuse_if_there(file)
        with kept_in(data) as url, connect(url) as redis:
            entries = snapshot.take(redis)
        archive.write(file, entries, wiring.now())
        tell(f"{file} holds {_told(archive.counts(entries))}. Whoever reads it sees every hand: keep it to yourself.")


def restore(data: Path | None, file: Path) -> None:
    """Put back what a backup holds, where no games are kept."""
    with told_in_one_line():
        header, entries = archive.read(file)
        with kept_in(data, new=True) as url, connect(url) as redis:
            snapshot.put_back(redis, entries)
        tell(f"Back as they were at {header.written:%Y-%m-%d %H:%M} UTC: {_told(header.holds)}.")


def _told(counts: archive.Counts) -> str:
    games = counted(counts.games, "game", "games")
    return f"{games} ({counts.open_games} not over) and {counted(counts.people, 'player', 'players')}"
