"""Cards: what lies up, what lies down, and all of them together."""

from pbm.rules.cards import Back, Card, Front, Library, Series
from pbm.rules.dates import Span

GOAT = Card(
    id="spo-001",
    series="sport",
    date=Span(1898, 1908, circa=True),
    en="A Lisbon tram loses a race against a goat.",
    de="Eine Lissabonner Straßenbahn verliert ein Rennen gegen eine Ziege.",
    note_en="The goat was called Vasco.",
    note_de="Die Ziege hieß Vasco.",
    sources=("https://example.org/goat",),
)
SPORT = Series(
    id="sport", code="spo", en="Sport", de="Sport", about_en="Races.", about_de="Rennen.", colour="#00ff00", sign="●"
)


def test_the_front_is_all_that_is_seen_before_a_card_is_turned_over() -> None:
    """In the reader's language, without date or note."""
    assert GOAT.front("en") == Front(id="spo-001", series="sport", text="A Lisbon tram loses a race against a goat.")
    assert GOAT.front("de").text.startswith("Eine Lissabonner")


def test_rule_5_1_the_back_has_date_and_note() -> None:
    """In the reader's language."""
    assert GOAT.back("en") == Back(id="spo-001", date="c. 1903", note="The goat was called Vasco.")
    assert GOAT.back("de") == Back(id="spo-001", date="um 1903", note="Die Ziege hieß Vasco.")


def test_a_series_is_named_in_both_languages() -> None:
    """A table chooses by name and by what it is about."""
    assert (SPORT.name("en"), SPORT.about("de")) == ("Sport", "Rennen.")


def test_a_library_survives_json() -> None:
    """Dates are kept as words, and the version does not change on the way."""
    library = Library.of([SPORT], [GOAT])

    assert '"date":"c. 1903"' in library.to_json()
    assert Library.from_json(library.to_json()) == library
    assert Library.from_json(library.to_json().encode()).version == library.version
