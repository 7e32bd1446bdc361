"""The same event told twice, within a series or in two of them."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from pbm.rules.cards import Card
from pbm.rules.dates import Language

FEWEST_SHARED = 3
"""Words two fronts must share before anything is said of them."""

ALIKE = 0.6
"""Share of common words, of all words of the two, from which two fronts are told to be doubles."""

ALIKE_IN_ONE_YEAR = 0.4
"""The same for two cards of the very same date."""

COMMON_WORD = 40
"""A word on more cards than this says nothing of an event."""

COMMON_ONE_IN = 25
"""Nor does one that stands on more than one card in so many, where fewer cards are checked."""

NEVER_COMMON = 4
"""A word on so few cards is not common, however few are checked."""

SHARED_WHOLE = 5
"""Words that front and back of two cards of overlapping dates share when both tell the same event in other words."""

_FILLERS = (
    "the and for with from that this into his her its their are was has have been who which only all out not but"
    " der die das dem den des ein eine einen einem einer und mit von vor aus auf für bei als wird werden sich ist"
    " nicht nur zum zur ihr sein seine seinen ihre ihren dass auch nach über"
)
_SAYS_NOTHING = frozenset(_FILLERS.split())


def doubles(cards: Sequence[Card]) -> Iterator[tuple[Card, Card, str]]:
    """Find cards that tell the same as an earlier one: that one first, and what they share; a card is told once."""
    told: set[str] = set()
    for first, second, what in chain(_same_fronts(cards), _same_events(cards)):
        if second.id not in told:  # of thirty alike, each with each would be hundreds
            told.add(second.id)
            yield first, second, what


def _same_fronts(cards: Sequence[Card]) -> Iterator[tuple[Card, Card, str]]:
    for first, second, language in _pairs(cards):
        yield first, second, "the same front" if _same(first, second, language) else "nearly the same front"


def _same_events(cards: Sequence[Card]) -> Iterator[tuple[Card, Card, str]]:
    """Names stand in the notes, so two who told one event apart are found by what both sides of their cards share."""
    common = min(COMMON_WORD, max(NEVER_COMMON, len(cards) // COMMON_ONE_IN))
    shared = _shared([_words(f"{card.en} {card.note_en}") for card in cards], common)
    for one, other in sorted(pair for pair, count in shared.items() if count >= SHARED_WHOLE):
        first, second = cards[one], cards[other]
        if first.date.first <= second.date.last and second.date.first <= first.date.last:
            yield first, second, "the same event"


def _shared(words: Sequence[frozenset[str]], common: int) -> Counter[tuple[int, int]]:
    """How many words that mean something every two cards have in common, by their places."""
    shelves: dict[str, list[int]] = defaultdict(list)
    for place, of_card in enumerate(words):
        for word in of_card:
            shelves[word].append(place)
    return Counter(pair for shelf in shelves.values() if len(shelf) <= common for pair in combinations(shelf, 2))


def _pairs(cards: Sequence[Card]) -> Iterator[tuple[Card, Card, Language]]:
    found: set[tuple[int, int]] = set()
    for language in ("en", "de"):
        words = [_words(_front(card, language)) for card in cards]
        same: dict[str, list[int]] = defaultdict(list)
        for place, card in enumerate(cards):
            same[_normal(_front(card, language))].append(place)
        candidates = {pair for pair, count in _shared(words, COMMON_WORD).items() if count >= FEWEST_SHARED}
        candidates |= {pair for places in same.values() for pair in combinations(places, 2)}
        for one, other in sorted(candidates - found):
            first, second = cards[one], cards[other]
            alike = len(words[one] & words[other]) / max(1, len(words[one] | words[other]))
            enough = ALIKE_IN_ONE_YEAR if first.date == second.date else ALIKE
            if _same(first, second, language) or alike >= enough:
                found.add((one, other))
                yield first, second, language


def _same(first: Card, second: Card, language: Language) -> bool:
    return _normal(_front(first, language)) == _normal(_front(second, language))


def _front(card: Card, language: Language) -> str:
    return card.front(language).text


def _normal(text: str) -> str:
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(sign))
    return " ".join(re.findall(r"\w+", bare))


def _words(text: str) -> frozenset[str]:
    # Six letters stand for a word in all of its forms: Bäckerin and Bäckers, forbids and forbidden.
    return frozenset(word[:6] for word in _normal(text).split() if len(word) > 2 and word not in _SAYS_NOTHING)
