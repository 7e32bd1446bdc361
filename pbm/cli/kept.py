"""Where the games are kept: what commands for the operator stand on."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import typer
from redis.exceptions import RedisError

from pbm import wiring
from pbm.cli.printing import tell
from pbm.service.ports import KeptByLaterCode, Unreadable
from pbm.store.archive import BadBackup
from pbm.store.connect import why
from pbm.store.snapshot import NotEmpty
from workers.process import FOR_THE_OPERATOR
from workers.server import WRITES, serving


class Refused(Exception):
    """What is asked for cannot be; the text is one line for the operator."""


def embedded(data: Path | None) -> Path | None:
    """The folder of the embedded server that keeps those games; None where they are in the Redis of PBM_REDIS_URL."""
    settings = wiring.settings()
    return None if data is None and settings.redis_url else data or settings.data / "run"


@contextmanager
def kept_in(data: Path | None, new: bool = False) -> Iterator[str]:
    """The address of the Redis that keeps the games of that folder, or without one those of `pbm run`.

    Where the embedded server does not run, it runs for this `with`. Raises Refused where nothing is kept yet, unless
    a `new` place will do.
    """
    folder = embedded(data)
    if folder is None:
        yield wiring.settings().redis_url
        return
    if not new and not _holds_games(folder):
        raise Refused(f"No games are kept in {folder}: {_where_else(folder)}.")
    with serving(folder) as url:
        yield url


def _where_else(folder: Path) -> str:
    """What to do: PBM_DATA itself holds no games, but folders that do."""
    if there := [str(folder / name) for name in ("run", "play") if _holds_games(folder / name)]:
        return f"name the folder with --data as {' or '.join(there)}"
    return "set PBM_DATA as for pbm run, or name the folder with --data"


def _holds_games(folder: Path) -> bool:
    try:
        return (folder.expanduser() / WRITES).is_dir()
    except OSError as error:
        raise Refused(f"{folder} cannot be read ({error.strerror}): do this as the user who runs the bot.") from error


@contextmanager
def told_in_one_line() -> Iterator[None]:
    """Whatever the operator can put right ends the command with status 1 and one line."""
    try:
        yield
    except (*FOR_THE_OPERATOR, Refused, BadBackup, NotEmpty) as error:
        line = str(error)
    except KeptByLaterCode as error:
        line = f"G{str(error)[1:]}."
    except Unreadable as error:
        line = f"The game cannot be read: {error}."
    except RedisError as error:
        line = f"Redis does not do it: {why(error)}."
    else:
        return
    tell(line, as_error=True)
    raise typer.Exit(1)
