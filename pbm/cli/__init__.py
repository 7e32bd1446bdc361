"""The `pbm` command: one module a subcommand."""

from importlib.metadata import version
from typing import Annotated

import typer

from pbm.cli.dates import DASHES_ARE_DATES, chain, date
from pbm.cli.decks import decks_app
from pbm.cli.operate import DASHES_ARE_IDS, backup, doctor, export, games, restore
from pbm.cli.replay import replay_files
from pbm.cli.run import play, run

app = typer.Typer(
    name="pbm",
    help="Anno Domini, the card game of bluff and half-knowledge, played by message.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _tell_version(asked: bool) -> None:
    if asked:
        typer.echo(f"pbm {version('pbm')}")
        raise typer.Exit


@app.callback()
def _options(
    shows_version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Print the version, and end.")
    ] = False,
) -> None:
    """What can be said before a subcommand; it has no work of its own, and the help stays that of the whole."""


app.command("date", context_settings=DASHES_ARE_DATES)(date)
app.command("chain", context_settings=DASHES_ARE_DATES)(chain)
app.command("replay")(replay_files)
app.add_typer(decks_app, name="decks")
app.command("run")(run)
app.command("play")(play)
app.command("games")(games)
app.command("export", context_settings=DASHES_ARE_IDS)(export)
app.command("backup")(backup)
app.command("restore")(restore)
app.command("doctor")(doctor)


def main() -> None:
    """Run the command line."""
    app(prog_name="pbm")
