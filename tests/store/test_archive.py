"""A backup file: whole or not there, never over another, and refused where it cannot be trusted."""

import gzip
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pbm.rules.game import STATE_VERSION
from pbm.store import archive
from pbm.store.archive import FORMAT, BadBackup, Counts
from pbm.store.snapshot import Entry
from tests.store.making import NOON

ENTRIES = (
    Entry("alarms", "zset", {"g1:3:due": 1777982400.25}),
    Entry("game:g1", "string", '{"title":"Grüße 🎲\\u2028"}'),
    Entry("game:g2", "string", "{}"),
    Entry("line:tg:1", "list", ["b", "a", "b"]),
    Entry("open", "set", ["g1"]),
    Entry("person:tg:1", "string", "{}"),
    Entry("request:r1", "string", "", datetime(2026, 5, 7, 1, 2, 3, 456000, tzinfo=UTC)),
    Entry("shown:tg:-1", "hash", {"board": "{}"}),
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A backup."""
    file = tmp_path / "games.gz"
    archive.write(file, ENTRIES, NOON)
    return file


def rewritten(file: Path, **changes: Any) -> Path:
    """The same file, with another first line."""
    first, _, rest = gzip.decompress(file.read_bytes()).partition(b"\n")
    file.write_bytes(gzip.compress(json.dumps(json.loads(first) | changes).encode() + b"\n" + rest))
    return file


def test_what_was_written_is_read(file: Path) -> None:
    """Every kind of thing, its order, its expiry, signs of every script; and the first line says what it is."""
    header, entries = archive.read(file)

    assert entries == ENTRIES
    assert (header.program, header.what, header.format, header.state) == ("pbm", "backup", FORMAT, STATE_VERSION)
    assert (header.written, header.holds) == (NOON, Counts(games=2, open_games=1, people=1))


def test_only_its_owner_can_read_it(file: Path) -> None:
    """Hands and stacks are in it; and no half of it lies about."""
    assert file.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in file.parent.iterdir()] == ["games.gz"]


def test_a_backup_overwrites_nothing(file: Path) -> None:
    """Not even a file that is no backup, nor one that came while it was written."""
    before = file.read_bytes()
    with pytest.raises(BadBackup, match="is there already"):
        archive.write(file, (), NOON)
    with pytest.raises(BadBackup, match="is there already"):
        archive.refuse_if_there(file)

    assert file.read_bytes() == before
    assert len(list(file.parent.iterdir())) == 1


def test_a_disk_without_links_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A memory stick, say: the name is given by renaming then, and still never over another file."""

    def no_links(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("os.link", no_links)
    archive.write(tmp_path / "a", ENTRIES, NOON)

    assert archive.read(tmp_path / "a")[1] == ENTRIES
    with pytest.raises(BadBackup, match="is there already"):
        archive.write(tmp_path / "a", ENTRIES, NOON)
    assert [one.name for one in tmp_path.iterdir()] == ["a"]


def test_where_nothing_can_be_written_it_is_said(tmp_path: Path) -> None:
    """A folder that is not there."""
    with pytest.raises(BadBackup, match=r"nowhere.games\.gz cannot be written: No such file"):
        archive.write(tmp_path / "nowhere" / "games.gz", ENTRIES, NOON)


@pytest.mark.parametrize("keeps", [0, 1, 10, 100, 0.5, 0.9, -1])
def test_half_a_file_is_refused(file: Path, keeps: float) -> None:
    """Wherever the copying broke off."""
    whole = file.read_bytes()
    file.write_bytes(whole[: int(keeps * len(whole)) if isinstance(keeps, float) else keeps])

    with pytest.raises(BadBackup):
        archive.read(file)


def test_a_file_with_a_changed_byte_is_refused(file: Path) -> None:
    """Even where it can still be unpacked: the checksum is of all of it."""
    first, _, rest = gzip.decompress(file.read_bytes()).partition(b"\n")
    for changed in (rest.replace(b'"g1"', b'"g3"'), rest[: rest.index(b"\n") + 1]):
        file.write_bytes(gzip.compress(first + b"\n" + changed))
        with pytest.raises(BadBackup, match="damaged"):
            archive.read(file)


@pytest.mark.parametrize(("name", "known"), [("format", FORMAT), ("state", STATE_VERSION)])
def test_a_file_of_a_later_version_is_refused(file: Path, name: str, known: int) -> None:
    """Whatever else its first line says by then."""
    with pytest.raises(BadBackup, match=f"later version of this program .{name} {known + 1}, this one knows {known}"):
        archive.read(rewritten(file, **{name: known + 1, "holds": "all"}))


def test_a_file_of_another_kind_is_refused(file: Path) -> None:
    """Another program's, or no packed file at all."""
    with pytest.raises(BadBackup, match="is no backup of this program"):
        archive.read(rewritten(file, program="chess"))
    file.write_text("Hello")
    with pytest.raises(BadBackup, match="no backup"):
        archive.read(file)
    with pytest.raises(BadBackup, match="No such file"):
        archive.read(file.with_name("another"))
