"""Lines for people, on terminals of every kind."""

import sys

import typer


def tell(line: str, *, as_error: bool = False) -> None:
    """Print a line, with escapes for what this terminal cannot show: texts and file names hold any characters."""
    stream = sys.stderr if as_error else sys.stdout
    encoding = stream.encoding or "utf-8"
    typer.echo(line.encode(encoding, "backslashreplace").decode(encoding), err=as_error)


def counted(number: int, one: str, many: str) -> str:
    """Say how many there are."""
    return f"{number} {one if number == 1 else many}"
