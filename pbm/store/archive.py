"""A backup file: lines of JSON, packed by gzip.

The first line says what it is: `program` ("pbm"), `what` ("backup"), `format` (of this file), `state` (the version of
the states in it), `written` (when), `holds` (how many `games`, of them `open_games` that are not over, and `people`),
`entries` (how many lines follow) and `sha256` (of all the bytes behind the first line, unpacked).

Each line behind it is something that is kept: `key` (as in `pbm/store/keys.py`, without its prefix), `type` (string,
list, set, hash, zset), `value` (a text; texts in order; texts; texts by name; numbers by name) and, where it goes by
itself, `expires`. It holds every hand and every stack: only its owner may read it.
"""

import gzip
import hashlib
import json
import os
import tempfile
import zlib
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pbm.rules.game import STATE_VERSION
from pbm.rules.values import Value
from pbm.store import keys
from pbm.store.snapshot import Entry

PROGRAM, WHAT, FORMAT = "pbm", "backup", 1
OPEN_GAMES = keys.OPEN_GAMES.removeprefix(keys.PREFIX)


class BadBackup(Exception):
    """A file that cannot be written or read as a backup; the text is one line for the operator."""


class Counts(Value):
    """How much a backup holds."""

    games: int
    open_games: int
    people: int


class Header(Value):
    """The first line."""

    program: str
    what: str
    format: int
    state: int
    written: datetime
    holds: Counts
    entries: int
    sha256: str


def counts(entries: Sequence[Entry]) -> Counts:
    """How much of what there is."""

    def of(prefix: str) -> int:
        return sum(entry.key.startswith(prefix.removeprefix(keys.PREFIX)) for entry in entries)

    still_open = next((len(entry.value) for entry in entries if entry.key == OPEN_GAMES), 0)
    return Counts(games=of(keys.game("")), open_games=still_open, people=of(keys.person("")))


def refuse_if_there(file: Path) -> None:
    """Raise BadBackup if the file is there already."""
    if file.exists():
        raise _is_there(file)


def write(file: Path, entries: Sequence[Entry], now: datetime) -> None:
    """Write a backup, whole or not at all; raises BadBackup if the file is there already or cannot be written."""
    body = b"".join(_line(_facts(entry)) for entry in entries)
    header = Header(
        program=PROGRAM,
        what=WHAT,
        format=FORMAT,
        state=STATE_VERSION,
        written=now,
        holds=counts(entries),
        entries=len(entries),
        sha256=hashlib.sha256(body).hexdigest(),
    )
    try:
        number, name = tempfile.mkstemp(dir=file.absolute().parent, prefix=f".{file.name}-")  # its owner's alone
        try:
            with os.fdopen(number, "wb") as whole:
                whole.write(gzip.compress(_line(header.model_dump(mode="json")) + body))
                whole.flush()
                os.fsync(whole.fileno())
            _give_name(Path(name), file)
        finally:
            with suppress(FileNotFoundError):
                Path(name).unlink()
    except OSError as error:
        raise BadBackup(f"{file} cannot be written: {error.strerror}.") from error


def read(file: Path) -> tuple[Header, tuple[Entry, ...]]:
    """What a backup holds; raises BadBackup if it is none, damaged, or of a later version of this program."""
    try:
        first, _, body = gzip.decompress(file.read_bytes()).partition(b"\n")
    except OSError as error:  # also one that gzip knows for none of its own
        raise BadBackup(f"{file} cannot be read: {error.strerror or 'it is no backup, or damaged'}.") from error
    except (EOFError, zlib.error) as error:
        raise _is_damaged(file) from error
    header = _header(file, first)
    lines = body.splitlines()
    if len(lines) != header.entries or hashlib.sha256(body).hexdigest() != header.sha256:
        raise _is_damaged(file)
    return header, tuple(_entry(json.loads(line)) for line in lines)


def _header(file: Path, line: bytes) -> Header:
    try:
        said = json.loads(line)
    except ValueError as error:
        raise _is_damaged(file) from error
    if not isinstance(said, dict) or (said.get("program"), said.get("what")) != (PROGRAM, WHAT):
        raise BadBackup(f"{file} is no backup of this program.")
    for name, known in (("format", FORMAT), ("state", STATE_VERSION)):
        found = said.get(name)
        if isinstance(found, int) and found > known:
            raise BadBackup(
                f"{file} was written by a later version of this program ({name} {found}, this one knows {known}):"
                " update it first."
            )
    try:
        return Header.model_validate(said)
    except ValidationError as error:
        raise _is_damaged(file) from error


def _give_name(whole: Path, file: Path) -> None:
    try:
        os.link(whole, file)  # never over another, not even over one that is written at this moment
    except FileExistsError:
        raise _is_there(file) from None
    except OSError:  # not every disk can do that
        refuse_if_there(file)
        whole.rename(file)


def _is_there(file: Path) -> BadBackup:
    return BadBackup(f"{file} is there already, and a backup overwrites nothing: choose another name.")


def _is_damaged(file: Path) -> BadBackup:
    return BadBackup(f"{file} is damaged, or no backup; nothing was changed.")


def _line(facts: dict[str, Any]) -> bytes:
    return json.dumps(facts, separators=(",", ":")).encode() + b"\n"


def _facts(entry: Entry) -> dict[str, Any]:
    expires = {"expires": entry.expires.isoformat()} if entry.expires else {}
    return {"key": entry.key, "type": entry.kind, "value": entry.value, **expires}


def _entry(facts: dict[str, Any]) -> Entry:
    expires = facts.get("expires")
    return Entry(facts["key"], facts["type"], facts["value"], datetime.fromisoformat(expires) if expires else None)
