"""State: the sandbox's world in one JSON file, so that it goes on after a restart."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from pbm.sandbox.chats import World
from pbm.sandbox.menus import Menus
from pbm.sandbox.updates import Queue


class NotKept(Exception):
    """The world cannot be read from its file, or written to it; the text is a sentence for whoever runs the sandbox."""


@dataclass
class State:
    """What survives a restart: the world, the bot's menus, and the updates that still wait."""

    world: World = field(default_factory=World)
    menus: Menus = field(default_factory=Menus)
    queue: Queue = field(default_factory=Queue)


_STATES = TypeAdapter(State)


def read(path: Path | None) -> State:
    """The state in the file, or a new one if there is none; raises NotKept where the file is another one."""
    try:
        if path is None or not path.exists():
            return State()
        return _STATES.validate_json(path.read_bytes())
    except OSError as error:
        raise NotKept(f"{path} cannot be read: {error.strerror}.") from error
    except ValidationError as error:
        raise NotKept(f"{path} holds no people of a sandbox: name another file.") from error


def write(path: Path, state: State) -> None:
    """Writes the file whole or not at all; raises NotKept where it cannot be written."""
    beside = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(_STATES.dump_json(state))
        beside.replace(path)
    except OSError as error:
        raise NotKept(f"{path} cannot be written: {error.strerror}.") from error
