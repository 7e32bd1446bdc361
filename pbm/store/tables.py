"""A table written down as JSON, and read again by whatever version of the code finds it."""

import re
import zlib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json

from pbm.rules.game import STATE_VERSION
from pbm.service.ports import KeptByLaterCode, Unreadable
from pbm.store.packed import QUICK, packed, unpacked
from pbm.views.table import Table

State = dict[str, Any]  # a table as it was written, whatever its version
Lift = Callable[[State], State]

LIFTS: Mapping[int, Lift] = MappingProxyType({})
"""From each version that there has been before this one, the way to the next.

A field that is new and has a default needs none; whatever else changes in the shape of a table does, with a higher
STATE_VERSION and a state of the older one in `tests/store/states/`. What is as it is by default is not written: another
default is another shape.
"""

OF_THIS_VERSION = f'{{"game":{{"version":{STATE_VERSION},'
"""How a table begins that needs no lifting; any other is looked at more closely, at twice the cost."""


def written(table: Table) -> str:
    """The table as JSON, packed."""
    game, _, rest = table.model_dump_json(exclude_defaults=True).partition('{"id"')
    return packed(f'{game}{{"version":{STATE_VERSION},"id"{rest}', QUICK)


def read(kept: str) -> Table:
    """The table that was written, by this version or an earlier one.

    Raises KeptByLaterCode for a later one, and Unreadable for what no version would have written.
    """
    try:
        text = unpacked(kept)
        if text.startswith(OF_THIS_VERSION):
            return Table.model_validate_json(text)
        return Table.model_validate(lifted(from_json(text), STATE_VERSION, LIFTS))
    except ValidationError as error:
        first = error.errors()[0]
        what = f"{error.error_count()} faults, the first at {first['loc']}: {first['msg']}"
        raise Unreadable(f"game {_id(text)} has {what}") from error
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        raise Unreadable(f"it is no table: {error!r}") from error


def _id(text: str) -> str:
    """Which game it says it is; nothing else of what cannot be read is shown."""
    found = re.search(r'"id":\s*"([^"]+)"', text)
    return found[1] if found else "of no name"


def lifted(state: State, version: int, lifts: Mapping[int, Lift]) -> State:
    """The state as that version writes it; raises KeptByLaterCode if it is of a later one."""
    game, found = state["game"]["id"], state["game"]["version"]
    if found > version:
        raise KeptByLaterCode(game, f"state version {found}, this program knows {version}")
    for earlier in range(found, version):
        state = lifts[earlier](state)
        state = {**state, "game": {**state["game"], "version": earlier + 1}}
    return state
