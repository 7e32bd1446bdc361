"""What whoever runs the bot can ask and do: `pbm games`, `export`, `backup`, `restore` and `doctor`."""

from pathlib import Path
from typing import Annotated

import typer

# What does the work takes a second to load, and the other commands can do without: it is imported where it is needed.

# An id may begin with a dash.
DASHES_ARE_IDS = {"ignore_unknown_options": True}

Data = Annotated[
    Path | None,
    typer.Option(help="The folder that keeps the games: of pbm play --data, or PBM_DATA/play.", file_okay=False),
]
File = Annotated[Path, typer.Argument(metavar="FILE")]
AsJson = Annotated[bool, typer.Option("--json", help="Print a line of JSON for each.")]


def games(as_json: AsJson = False, data: Data = None) -> None:
    """List the games, those that are not over first; nothing of it is a secret."""
    from pbm.cli import shelf

    shelf.list_games(data, as_json)


def export(game: Annotated[str, typer.Argument(metavar="GAME", help="Its id.")], data: Data = None) -> None:
    """Print the record of a game that is over; pbm replay plays it."""
    from pbm.cli import shelf

    shelf.export_game(data, game)


def backup(file: File, data: Data = None) -> None:
    """Write all games, players and settings into a new file, as they are at one moment; the bot may run meanwhile."""
    from pbm.cli import safe

    safe.backup(data, file)


def restore(file: File, data: Data = None) -> None:
    """Put back what a backup holds, where no games are kept."""
    from pbm.cli import safe

    safe.restore(data, file)


def doctor(as_json: AsJson = False, data: Data = None) -> None:
    """Look whether all is well: the bot, Redis, the processes, the games. Status 1 if something is not."""
    from pbm.cli.doctor import visit

    visit(data, as_json)
