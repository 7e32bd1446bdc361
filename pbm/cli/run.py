"""`pbm run` and `pbm play`: the game on Telegram, and in the browser without it."""

from pathlib import Path
from typing import Annotated

import typer

from pbm.cli.printing import tell

PORT = 8080


def run() -> None:
    """Run the bot that PBM_TELEGRAM_TOKEN names, with all that belongs to it, until Ctrl-C."""
    from pbm.cli import starting  # takes a second to load, and the other commands can do without

    _exit(starting.run())


def play(
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help=f"Of the page; {PORT} or else a free one, unless given.")
    ] = None,
    data: Annotated[
        Path | None, typer.Option(help="The folder that keeps the games; in PBM_DATA, unless given.", file_okay=False)
    ] = None,
) -> None:
    """Play in the browser, without Telegram, until Ctrl-C."""
    from pbm.cli import starting  # as above

    _exit(starting.play((PORT, 0) if port is None else (port,), data))


def _exit(complaint: str | None) -> None:
    if complaint is not None:
        tell(complaint, as_error=True)
        raise typer.Exit(1)
