"""Cards and series, and what a player may see of a card before it is turned over and after."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Self

from pydantic import TypeAdapter

from pbm.rules.dates import Language, Span
from pbm.rules.values import CardId, Value


# A board shows dozens of them: they are plain values.
@dataclass(frozen=True, slots=True)
class Front:
    """What everybody may read of a card at any time: nothing in it tells its date."""

    id: CardId
    series: str
    text: str


class Back(Value):
    """What is read out when a card has been turned over (RULES 5.1)."""

    id: CardId
    date: str
    note: str


class Series(Value):
    """Cards of one theme; `before_1500` says why the theme has no older cards, where it has none."""

    id: str
    code: str
    en: str
    de: str
    about_en: str
    about_de: str
    colour: str
    sign: str
    adults: bool = False
    before_1500: str | None = None

    def name(self, language: Language) -> str:
        """Give the name of the series as players know it."""
        return self.en if language == "en" else self.de

    def about(self, language: Language) -> str:
        """Give the one sentence by which a table chooses the series."""
        return self.about_en if language == "en" else self.about_de


class Card(Value):
    """One event with its date, in both languages; players are given fronts and backs, never whole cards."""

    id: CardId
    series: str
    date: Span
    en: str
    de: str
    note_en: str
    note_de: str
    sources: tuple[str, ...]

    def front(self, language: Language) -> Front:
        """Show the side that lies up in hands and chains."""
        return Front(id=self.id, series=self.series, text=self.en if language == "en" else self.de)

    def back(self, language: Language) -> Back:
        """Turn the card over: a secret until the rules say so (RULES 3.4)."""
        note = self.note_en if language == "en" else self.note_de
        return Back(id=self.id, date=self.date.say(language), note=note)


_ALL_SERIES = TypeAdapter(tuple[Series, ...])
_ALL_CARDS = TypeAdapter(tuple[Card, ...])


@dataclass(frozen=True)
class Library:
    """All cards that can be dealt, by id; a game names the `version` it was begun with and keeps to it."""

    series: tuple[Series, ...]
    cards: Mapping[CardId, Card]

    @classmethod
    def of(cls, series: Iterable[Series], cards: Iterable[Card]) -> Self:
        """Shelve series and cards by their ids, so that the order of reading does not change the version."""
        shelved = sorted(cards, key=lambda card: card.id)
        return cls(
            series=tuple(sorted(series, key=lambda one: one.id)),
            cards=MappingProxyType({card.id: card for card in shelved}),
        )

    @cached_property
    def version(self) -> str:
        """The hash of the content: the same cards have the same version, on every machine."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()[:20]

    def fronts(self, language: Language) -> Mapping[CardId, str]:
        """What stands on the front of each card."""
        return self._fronts[language]

    @cached_property
    def _fronts(self) -> Mapping[Language, Mapping[CardId, str]]:
        languages: tuple[Language, ...] = ("en", "de")
        return {one: {card.id: card.front(one).text for card in self.cards.values()} for one in languages}

    @cached_property
    def dates(self) -> Mapping[CardId, Span]:
        """The dates of all cards, for the rules alone."""
        return MappingProxyType({card.id: card.date for card in self.cards.values()})

    def of_series(self, *ids: str) -> tuple[Card, ...]:
        """Give the cards of these series, of all of them where none is named (RULES 3.3)."""
        return tuple(card for card in self.cards.values() if not ids or card.series in ids)

    def to_json(self) -> str:
        """Write everything down, dates in the words of the English back."""
        content = {
            "series": _ALL_SERIES.dump_python(self.series, mode="json"),
            "cards": _ALL_CARDS.dump_python(tuple(self.cards.values()), mode="json"),
        }
        return json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str | bytes, version: str = "") -> Self:
        """Read back what `to_json` wrote; whoever knows its version says it, which saves working it out."""
        content = json.loads(text)
        library = cls.of(_ALL_SERIES.validate_python(content["series"]), _ALL_CARDS.validate_python(content["cards"]))
        if version:
            vars(library)["version"] = version
        return library
