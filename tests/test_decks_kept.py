"""What was read of the decks is kept beside them, and used while nothing has changed."""

import resource
import shutil
from pathlib import Path

import pytest

from pbm import decks
from pbm.decks import DeckFault

YEAR = 2026


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with two decks."""
    folder = tmp_path / "decks"
    folder.mkdir()
    for name in ("food.yaml", "inventions.yaml"):
        shutil.copy(decks.folder() / name, folder)
    return folder


def test_the_second_reading_gives_the_same(place: Path, tmp_path: Path) -> None:
    """It comes from what was kept, which is as good."""
    cache = tmp_path / "data" / "decks.json"
    first = decks.load(place, this_year=YEAR, cache=cache)
    kept = cache.read_bytes()
    again = decks.load(place, this_year=YEAR, cache=cache)

    assert again == first
    assert again.version == first.version
    assert cache.read_bytes() == kept


def test_a_deck_that_changed_is_read_anew(place: Path, tmp_path: Path) -> None:
    """So is one that is broken now: it is not played with what was kept of it."""
    cache = tmp_path / "decks.json"
    before = decks.load(place, this_year=YEAR, cache=cache)
    (place / "inventions.yaml").unlink()
    assert len(decks.load(place, this_year=YEAR, cache=cache).cards) < len(before.cards)

    (place / "food.yaml").write_text("series: 7\n", "utf-8")
    with pytest.raises(DeckFault):
        decks.load(place, this_year=YEAR, cache=cache)


@pytest.mark.parametrize("kept", [b"", b"nonsense", b"\xff\x00\n{}"])
def test_a_damaged_file_is_none(place: Path, tmp_path: Path, kept: bytes) -> None:
    """The decks are read as if it were not there."""
    cache = tmp_path / "decks.json"
    whole = decks.load(place, this_year=YEAR, cache=cache)
    of = cache.read_bytes().partition(b"\n")[0]
    for damaged in (kept, of + b"\n" + kept):
        cache.write_bytes(damaged)
        assert decks.load(place, this_year=YEAR, cache=cache) == whole


def test_a_full_disk_is_not_filled_further(place: Path, tmp_path: Path) -> None:
    """What could not be written whole is not left there, for each start would leave some more."""
    kept = tmp_path / "data"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        assert decks.load(place, this_year=YEAR, cache=kept / "decks.json").cards
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    assert list(kept.iterdir()) == []


def test_a_place_where_nothing_can_be_kept_is_no_hindrance(place: Path, tmp_path: Path) -> None:
    """The decks are read each time."""
    (tmp_path / "file").write_text("")

    assert decks.load(place, this_year=YEAR, cache=tmp_path / "file" / "decks.json").cards
