"""The disk that a folder is on: the right one, whether or not the folder is there yet."""

import shutil
from pathlib import Path

import pytest

from workers.disk import FULL, Room, full, room


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The places whose disk was asked for; each is full."""
    places = list[Path]()

    def usage(place: Path) -> Room:
        places.append(place)
        return Room(free=FULL - 1, total=80_000_000)

    monkeypatch.setattr(shutil, "disk_usage", usage)
    return places


def test_a_folder_that_is_not_there_yet_will_be_on_the_disk_of_what_is_above_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: list[Path]
) -> None:
    """However it is written: from the root, from here, from home."""
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)

    for folder in (tmp_path / "new" / "run", Path("new/run"), Path("~/new/run")):
        room(folder)

    assert asked == [tmp_path, tmp_path, tmp_path / "home"]


def test_a_disk_without_room_is_told_with_what_to_do(tmp_path: Path, asked: list[Path]) -> None:
    """With less than a megabyte."""
    assert full(tmp_path) == f"The disk of {tmp_path} is full (0 of 80 MB free): make room, then start again."
    assert asked == [tmp_path]


def test_of_a_disk_that_does_not_tell_nothing_is_claimed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server is started, and says itself what is wrong."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    (tmp_path / "here").rmdir()

    assert full(Path("new")) is None


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="has no /proc")
def test_where_there_is_no_disk_none_is_full() -> None:
    """In /proc nothing is free of nothing; a folder cannot be made there, and that is what has to be told."""
    assert full(Path("/proc/x")) is None
