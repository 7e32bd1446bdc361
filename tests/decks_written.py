"""A good deck of two cards, and how a test writes one that is changed and hears what is wrong with it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pbm.decks import Fault, read_files

THIS_YEAR = 2026

HEAD = """\
series:
  id: food
  code: foo
  en: Food & Drink
  de: Essen & Trinken
  about_en: What people ate, drank and quarrelled about.
  about_de: Was die Leute aßen, tranken und worüber sie sich zankten.
  colour: "#8a4b1f"
  sign: "◆"
"""

BAKER = """\
  - id: foo-001
    date: c. 1487
    en: A baker is fined for selling bread by candlelight.
    de: Ein Bäcker wird gebüßt, weil er bei Kerzenlicht Brot verkauft hat.
    note_en: Bread had to be judged by daylight, said the council.
    note_de: Brot sollte bei Tageslicht begutachtet werden, fand der Rat.
    sources:
      - "City council minutes, ed. A. Author, 1911, p. 12"
      - "https://example.org/bread"
"""

COOK = """\
  - id: foo-002
    date: um 44 v. Chr.
    en: A cook serves one dormouse too many.
    de: Ein Koch trägt eine Haselmaus zu viel auf.
    note_en: no
    note_de: Nein.
    sources: ["https://example.org/dormouse"]
"""

GOOD = HEAD + "cards:\n" + BAKER + COOK

Written = Callable[..., Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Write a deck into a folder of its own, food.yaml by default."""

    def write(text: str, name: str = "food.yaml") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def all_faults(paths: list[Path]) -> tuple[Fault, ...]:
    """What is wrong with decks that are read together."""
    return read_files(paths, THIS_YEAR)[1]
