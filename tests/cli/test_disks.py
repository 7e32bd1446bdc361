"""A disk that is full: nothing begins on it, and what runs ends, and it is said."""

import sys
from pathlib import Path

import pytest

from pbm import wiring
from pbm.cli import starting
from tests.cli.running import WITHIN, complaint, decks, running
from tests.workers.disks import FULL_DISK, onto_a_full_disk
from workers.server import Server


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a file that is always full")
def test_a_disk_that_is_full_is_said(folder: Path) -> None:
    """The server ends where it cannot write; whoever runs it hears why, and not only that."""
    with Server(folder / "d"):
        pass
    onto_a_full_disk(folder / "d")

    with running(folder, "play", "--port", "0", "--data", "d") as command:
        assert command.process.wait(WITHIN) == 1

    last = command.said.splitlines()[-1]
    assert last.startswith("The server has ended (with status 1); everything else was stopped too. Its last words in")
    assert "No space left on device" in last


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a file that is always full")
def test_a_disk_that_has_no_room_for_the_people_is_said(folder: Path) -> None:
    """The sandbox has written less than the server, and is the first to find none: one line of it, no traceback."""
    people = folder / "d" / "sandbox.json"
    people.parent.mkdir()
    people.with_name("sandbox.json.new").symlink_to("/dev/full")

    with running(folder, "play", "--port", "0", "--data", "d") as command:
        assert command.process.wait(WITHIN) == 1

    assert f"{people} cannot be written: No space left on device." in command.said.splitlines()
    assert "The sandbox has ended (with status 1); everything else was stopped too." in command.said
    assert "Traceback" not in command.said


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="has no /proc")
def test_a_data_folder_that_cannot_be_made_is_said(folder: Path) -> None:
    """Not that a disk is full where there is none."""
    assert complaint(folder, "play", "--data", "/proc/x").startswith("The data folder /proc/x cannot be used: ")


def test_on_a_disk_that_is_full_nothing_is_begun(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It could start, and would end at the first move."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr("shutil.disk_usage", lambda place: FULL_DISK)
    monkeypatch.setenv("PBM_DECKS", str(decks()))
    wiring.settings.cache_clear()

    assert starting.play((0,), folder / "d") == (
        f"The disk of {folder / 'd'} is full (0 of 6 MB free): make room, then start again."
    )
    assert not (folder / "d").exists()
    wiring.settings.cache_clear()
