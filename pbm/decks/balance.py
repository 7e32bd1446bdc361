"""What a whole series must have beyond good cards: old ones, spans, a second source, no crowded year."""

from collections import Counter
from collections.abc import Iterator, Sequence

from pbm.rules.cards import Card
from pbm.rules.dates import historical

WHOLE = 100  # cards; a smaller series is only begun, and may lean to one side
OLD = 1500  # a card is old when its date ends before this year ...
OLD_IN = 5  # ... and one card in so many is
SPAN_IN = 7  # one card in so many has a span, a century or circa
TWO_SOURCES_IN = 3  # one card in so many has two sources
IN_A_YEAR = 4  # cards at most
IN_A_DECADE = 20  # cards at most


def imbalances(cards: Sequence[Card], *, had_old: bool) -> Iterator[tuple[str, str]]:
    """Say what a whole series lacks or has too much of, and what to do; `had_old`: the theme existed before 1500."""
    count = len(cards)
    if count < WHOLE:
        return
    old = sum(card.date.last < OLD for card in cards)
    if had_old and old * OLD_IN < count:
        yield f"{old} of {count} cards end before {OLD}", f"one in {OLD_IN} should, or say why not: before_1500"
    spans = sum(card.date.first < card.date.last for card in cards)
    if spans * SPAN_IN < count:
        yield f"{spans} of {count} cards have a span, a century or circa", f"one in {SPAN_IN} should"
    two = sum(len(card.sources) > 1 for card in cards)
    if two * TWO_SOURCES_IN < count:
        yield f"{two} of {count} cards have two sources", f"one in {TWO_SOURCES_IN} should"
    years = Counter(card.date.first for card in cards if card.date.first == card.date.last)
    for year, crowd in sorted(years.items()):
        if crowd > IN_A_YEAR:
            yield f"{crowd} cards on {_year(year)}", f"at most {IN_A_YEAR} on one year"
    decades = Counter(card.date.first // 10 for card in cards if card.date.first // 10 == card.date.last // 10)
    for decade, crowd in sorted(decades.items()):
        if crowd > IN_A_DECADE:
            yield f"{crowd} cards in the ten years from {_year(decade * 10)}", f"at most {IN_A_DECADE} in ten years"


def _year(astronomical: int) -> str:
    year = historical(astronomical)
    return f"{-year} BC" if year < 0 else str(year)
