"""The lobby's lists: in which order series stand, and how they are shortened."""

from pbm.views.lobby import in_order
from pbm.views.messages import Language
from tests.service.evening import a_series

ALL = tuple(
    a_series(german.casefold(), german, german)
    for german in ("Wort", "Österreich", "Ostern", "Übersee", "Uhren", "Äpfel", "Arme", "Maßband", "Masse", "Mast")
)


def test_series_stand_in_the_order_in_which_people_look_for_them() -> None:
    """Ä as a, ö as o, ü as u, ß as ss, in both languages."""
    languages: tuple[Language, ...] = ("en", "de")
    for language in languages:
        assert [one.name(language) for one in in_order(language, ALL)] == [
            "Äpfel",
            "Arme",
            "Maßband",
            "Masse",
            "Mast",
            "Ostern",
            "Österreich",
            "Übersee",
            "Uhren",
            "Wort",
        ]
