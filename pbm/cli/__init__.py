"""The `pbm` command: one module a subcommand."""

import typer

from pbm.cli.replay import replay_files

app = typer.Typer(
    help="Anno Domini, the card game of bluff and half-knowledge, played by message.", no_args_is_help=True
)
app.command("replay")(replay_files)


@app.callback()
def _every_command() -> None:
    """Keep `pbm` a command with subcommands, however few there are."""


def main() -> None:
    """Run the command line."""
    app()
