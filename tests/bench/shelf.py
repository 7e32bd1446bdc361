"""The decks of the bench: all thirty-one series with a hundred cards each, whatever has been written so far."""

import os
import shutil
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any

import yaml

from pbm import decks
from pbm.decks import Deck
from pbm.decks.names import THE_THIRTY_ONE
from pbm.rules.cards import Library
from tests.bench.playing import now

CARDS = 100  # in a series
PLACE, KEPT = "PBM_DECKS", "PBM_DATA"  # where the processes look, those of the bench as well


@contextmanager
def decks_in_full(series: Collection[str] = tuple(THE_THIRTY_ONE)) -> Iterator[int]:
    """For the time of the `with` everybody has them; gives how many series are stand-ins, with cards of another one."""
    with tempfile.TemporaryDirectory(prefix="pbm-") as folder:
        place = Path(folder) / "decks"
        place.mkdir()
        paths = [decks.folder() / f"{name}.yaml" for name in series]
        written = [path for path in paths if isinstance(decks.read_file(path, now().year), Deck)]
        for path in written:
            shutil.copy(path, place)
        missing = sorted(set(series) - {path.stem for path in written})
        model = yaml.safe_load((decks.folder() / "food.yaml").read_text("utf-8"))
        for at, name in enumerate(missing):
            (place / f"{name}.yaml").write_text(stand_in(model, name, at), "utf-8")
        before = {key: os.environ.get(key) for key in (PLACE, KEPT)}
        os.environ |= {PLACE: str(place), KEPT: folder}
        try:
            yield len(missing)
        finally:
            for key, value in before.items():
                if value is None:
                    del os.environ[key]
                else:
                    os.environ[key] = value


def library() -> Library:
    """All decks that there are, read once."""
    place, kept = os.environ.get(PLACE), os.environ.get(KEPT)
    return decks.load(
        Path(place) if place else None, this_year=now().year, cache=Path(kept) / "decks.json" if kept else None
    )


def stand_in(model: dict[str, Any], name: str, at: int, cards: int = CARDS) -> str:
    """The deck of a series that nobody has written yet, or a long one, with the cards of another told again."""
    names = THE_THIRTY_ONE[name]._asdict()
    whole = [card for card in model["cards"] if "withdrawn" not in card]
    again = [{**deepcopy(whole[n % len(whole)]), "id": f"{names['code']}-{n + 1:03}"} for n in range(cards)]
    series = {**model["series"], "id": name, **names, "colour": f"#{at:06x}"}
    return yaml.safe_dump({"series": series, "cards": again}, allow_unicode=True, sort_keys=False)
