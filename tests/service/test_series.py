"""Series by what people call them: whole, short, in either language, and not quite."""

import pytest

from pbm.service.series import Unknown, meant
from tests.service.evening import a_series

ALL = (
    a_series("austria", "Austria", "Österreich"),
    a_series("food", "Food & Drink", "Essen & Trinken"),
    a_series("football", "Football", "Fußball"),
    a_series("game-of-the-year", "Game of the Year", "Spiel des Jahres"),
    a_series("law", "In the Name of the Law", "Im Namen des Gesetzes"),
    a_series("east", "In the East", "Im Osten"),
    a_series("sex-and-crime", "Sex & Crime", "Sex & Crime", adults=True),
    a_series("words", "Words, Writing, Books", "Wort, Schrift, Buch"),
)


@pytest.mark.parametrize(
    ("written", "series"),
    [
        ("Essen und Trinken", ("food",)),
        ("Essen & Trinken", ("food",)),
        ("food and drink", ("food",)),
        ("Sex und Crime", ("sex-and-crime",)),
        ("sex-and-crime", ("sex-and-crime",)),
        ("sex", ("sex-and-crime",)),
        ("game", ("game-of-the-year",)),
        ("law", ("law",)),
        ("food", ("food",)),
        ("fuss", ("football",)),
        ("oesterreich", ("austria",)),
        ("Österreich", ("austria",)),
        ("in the name", ("law",)),
        ("Wort, Schrift, Buch und Essen", ("words", "food")),
        ("sex, game & law", ("sex-and-crime", "game-of-the-year", "law")),
        ("food food", ("food",)),
        ("Wild Mix", ()),
    ],
)
def test_a_name_is_understood_where_it_can_mean_only_one(written: str, series: tuple[str, ...]) -> None:
    """Ids, names with signs or words between, and beginnings."""
    assert meant(ALL, written.split()) == series


@pytest.mark.parametrize(
    ("written", "nearest"),
    [
        ("foo", "food"),
        ("in the", "east"),
        ("foot ball game over", None),
        ("drinks", "food"),
        ("Gesetz", "law"),
        ("fodo", "food"),
        ("s", None),
        ("zzzz", None),
        ("&", None),
    ],
)
def test_a_name_that_is_none_has_a_nearest(written: str, nearest: str | None) -> None:
    """By its letters; what may be two is asked about, and what is like nothing has none."""
    found = meant(ALL, written.split())

    assert isinstance(found, Unknown)
    assert (found.nearest.id if found.nearest else None) == nearest
