"""A table written down as JSON, and read again by whatever version of the code finds it."""

from pydantic_core import from_json

from pbm.rules.game import STATE_VERSION
from pbm.views.table import Table


class KeptByLaterCode(Exception):
    """A game was kept by a later version of this program; this one must not touch it."""


def written(table: Table) -> str:
    """The table as JSON."""
    return table.model_dump_json()


def read(kept: str) -> Table:
    """The table that was written; raises KeptByLaterCode for a state whose version this code does not know."""
    state = from_json(kept)
    game, version = state["game"]["id"], state["game"]["version"]
    if version > STATE_VERSION:
        raise KeptByLaterCode(f"game {game} has state version {version}, this code knows {STATE_VERSION}")
    return Table.model_validate(state)
