"""The dates on the backs of the cards: read them, compare them, say them (RULES 1 and 2)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, Literal, NamedTuple

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from pbm.rules.hints import hint

Language = Literal["en", "de"]
Unit = Literal["year", "decade", "century", "millennium"]
Era = Literal["BC", "AD"]

CIRCA_ADDS = 5
"""Years that `c.` adds before and after (RULES 1.3)."""

LONGEST_YEAR = 6
"""Digits a year may have (RULES 1.3)."""

READS_LIKE_A_YEAR = 100
"""A number from here on, with a full stop behind it, is meant for a year and not for a century."""

YEARS_IN: dict[Unit, int] = {"year": 1, "decade": 10, "century": 100, "millennium": 1000}


@dataclass(frozen=True, slots=True)
class Refused:
    """A date that cannot be read (RULES 1.5); `why` quotes it and says in English what to write instead."""

    why: str


@dataclass(frozen=True, slots=True)
class Span:
    """Whole years from `first` to `last`, both included, as `read` gives them.

    The years are astronomical (1 BC is 0, 2 BC is -1: RULES 1.2) and never shown; `historical` turns one into a year
    that may be shown. What `c.` adds is in them already. In JSON a span is its English text.
    """

    first: int
    last: int
    unit: Unit = "year"
    circa: bool = False

    def certainly_later_than(self, other: "Span") -> bool:
        """Whether no reading of the two dates could put this one first, or both in one year (RULES 2.1, 2.2)."""
        return self.first > other.last

    def say(self, language: Language) -> str:
        """Give the date as a player reads it; `read` makes the same span of it (RULES 1.6)."""
        match self.unit:
            case "year":
                return self._say_years(language)
            case "decade":
                return f"{self.first}s" if language == "en" else f"{self.first}er"
            case "century" | "millennium":
                return self._say_ordinals(language)

    def _say_years(self, language: Language) -> str:
        widened = CIRCA_ADDS if self.circa else 0
        start, end = self.first + widened, self.last - widened
        about = ("c. " if language == "en" else "um ") if self.circa else ""
        if start <= 0 < end:
            return f"{about}{_year(-historical(start), 'BC', language)} – {_year(end, 'AD', language)}"
        years = [abs(historical(year)) for year in (start, end)]
        text = str(years[0]) if start == end else f"{years[0]}–{years[1]}"
        era: Era | None = "BC" if start <= 0 else "AD" if start < 1000 else None
        return about + _year(text, era, language)

    def _say_ordinals(self, language: Language) -> str:
        assert self.unit == "century" or self.unit == "millennium"
        size = YEARS_IN[self.unit]
        start, end = _number(self.first, size), _number(self.last, size)
        word = WORDS[language, self.unit]
        if start < 0 < end:
            before, after = _ordinal(-start, language), _ordinal(end, language)
            return f"{before} {word} {MARKS[language, 'BC']} – {after} {word} {MARKS[language, 'AD']}"
        numbers = [_ordinal(abs(number), language) for number in dict.fromkeys((start, end))]
        return f"{'–'.join(numbers)} {word}" + (f" {MARKS[language, 'BC']}" if start < 0 else "")

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type[Any], handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.json_or_python_schema(
            json_schema=core_schema.no_info_after_validator_function(_restored, core_schema.str_schema()),
            python_schema=core_schema.union_schema(
                [
                    core_schema.is_instance_schema(cls),
                    core_schema.no_info_after_validator_function(_restored, core_schema.str_schema()),
                ]
            ),
            serialization=core_schema.plain_serializer_function_ser_schema(
                _as_text, return_schema=core_schema.str_schema()
            ),
        )


WORDS: dict[tuple[Language, Unit], str] = {
    ("en", "century"): "century",
    ("de", "century"): "Jh.",
    ("en", "millennium"): "millennium",
    ("de", "millennium"): "Jahrtausend",
}
MARKS: dict[tuple[Language, Era], str] = {
    ("en", "BC"): "BC",
    ("en", "AD"): "AD",
    ("de", "BC"): "v. Chr.",
    ("de", "AD"): "n. Chr.",
}


def read(text: str, this_year: int) -> Span | Refused:
    """Read a date in English or German as an author writes it (RULES 1.3, 1.4), or say why not (RULES 1.5).

    `this_year` is the present one; of a century, a millennium or a decade only its first year must not lie after it.
    """
    span = _parsed(text)
    if isinstance(span, Refused):
        return span
    starts = span.last + 1 - YEARS_IN[span.unit] - (CIRCA_ADDS if span.circa else 0)
    if starts > this_year:
        return Refused(f"“{_shown(text)}” lies after the present year {this_year}; write when it happened")
    return span


def conflicts(spans: Sequence[Span]) -> tuple[tuple[int, int], ...]:
    """Find every pair of places (i, j), i < j, counted from 1, in which i is certainly later than j (RULES 2.1)."""
    return tuple(
        (i, j)
        for (i, above), (j, below) in combinations(enumerate(spans, start=1), 2)
        if above.certainly_later_than(below)
    )


def historical(year: int) -> int:
    """Turn an astronomical year into one that may be shown: BC years are negative, and 0 never appears (RULES 1.2)."""
    return year if year > 0 else year - 1


# ---- Reading ----

_ERA = r"(?P<era>BCE?|CE|AD|[vn]\.\s*Chr\.)"
_DASH = re.compile(r"\s*[-–—]\s*")
# ASCII, because otherwise IGNORECASE would let a long s pass for an s, and \d the digits of every script.
_FLAGS = re.ASCII | re.IGNORECASE
_TOO_LONG = re.compile(rf"[0-9]{{{LONGEST_YEAR + 1}}}")
_DECADE = re.compile(r"(?P<year>[0-9]{3,4})(s|er(\s*[-–—]?\s*Jahre)?)", _FLAGS)
_YEAR = re.compile(rf"(?P<circa>(ca?\.?|circa|around|um)\s*)?(?P<before>AD\s*)?(?P<year>[0-9]+)\s*{_ERA}?", _FLAGS)
_ORDINAL = re.compile(
    r"(?P<number>[0-9]+)((?P<ending>st|nd|rd|th)|\.)"
    r"(\s*(?P<unit>(?(ending)(century|centuries|millennium)|(Jh\.|Jahrhundert|Jahrtausend)))"
    rf"\s*{_ERA}?)?",
    _FLAGS,
)


class _End(NamedTuple):
    """One end of a range as written, or the whole of a date without a dash."""

    digits: str
    unit: Unit | None
    language: Language | None
    era: Era | None
    era_before: bool = False
    circa: bool = False
    plural: bool = False

    @property
    def number(self) -> int:
        return int(self.digits)


@lru_cache(maxsize=4096)  # the same dates are read again with every library
def _parsed(text: str) -> Span | Refused:
    written = " ".join(text.split())
    if not written:
        return Refused("the date is empty; write a year such as 1969, or a range, a century, c. 1900")
    if any(sign.isnumeric() and sign not in "0123456789" for sign in written):
        return _refused(written, "write numbers with the digits 0 to 9")
    if _TOO_LONG.search(written):
        return _refused(written, f"write a year of at most {LONGEST_YEAR} digits")
    if decade := _DECADE.fullmatch(written):
        return _decade(written, decade["year"])
    ends = [_end(part) for part in _DASH.split(written)]
    if len(ends) > 2:
        return _refused(written, "write two years at most, the first and the last, such as 1900–1920")
    if None in ends:
        return _refused(written, hint(written))
    match ends:
        case [_End() as only]:
            return _single(written, only)
        case [_End() as start, _End() as end]:
            return _range(written, start, end)
    return _refused(written, hint(written))


def _end(part: str) -> _End | None:
    if year := _YEAR.fullmatch(part):
        marked = year["before"] is not None
        if marked and year["era"]:
            return None
        era = "AD" if marked else _era(year["era"])
        return _End(year["year"], "year", None, era, era_before=marked, circa=year["circa"] is not None)
    if ordinal := _ORDINAL.fullmatch(part):
        language: Language = "en" if ordinal["ending"] else "de"
        word = (ordinal["unit"] or "").lower()
        unit: Unit | None = None
        if word:
            unit = "millennium" if word in ("millennium", "jahrtausend") else "century"
        if language == "en" and f"{ordinal['number']}{ordinal['ending']}".lower() != _ordinal(
            int(ordinal["number"]), "en"
        ):
            return None
        return _End(ordinal["number"], unit, language, _era(ordinal["era"]), plural=word == "centuries")
    return None


def _era(mark: str | None) -> Era | None:
    return None if mark is None else "BC" if mark[0] in "bBvV" else "AD"


def _decade(written: str, year: str) -> Span | Refused:
    first = int(year)
    if year[0] == "0" or first % 10:
        return _refused(written, "write a decade by its first year, such as 1920s")
    if first % 100 == 0:
        return _refused(
            written,
            f"a decade or a century? Write {first}–{first + 9}, or {_ordinal(first // 100 + 1, 'en')} century",
        )
    return Span(first, first + 9, "decade")


def _single(written: str, only: _End) -> Span | Refused:
    if only.unit is None and only.number >= READS_LIKE_A_YEAR:
        return _refused(written, f"a year? Write {only.digits}")
    if only.unit is None:
        return _refused(written, f"a century? Write {only.digits}. Jh. or {_ordinal(only.number, 'en')} century")
    if only.plural:
        return _refused(written, "write century for one, such as 5th century BC")
    return _span(written, only, only)


def _range(written: str, start: _End, end: _End) -> Span | Refused:
    if end.unit is None:
        return _refused(written, "write century (or Jh.) after the last number, such as 2nd–3rd century, 12.–13. Jh.")
    if start.unit is None:
        start = start._replace(unit=end.unit)
    if start.unit != end.unit or start.language != end.language:
        return _refused(written, "write both ends in one manner: 480–420 BC, 5th–4th century BC, 12.–13. Jh.")
    if start.unit == "millennium":
        return _refused(written, "write a range of millennia in years, such as 3000–1001 BC")
    if start.plural:
        return _refused(written, "write centuries once, at the end, such as 5th–4th centuries BC")
    if end.circa and not start.circa:
        return _refused(written, "write c. before the first year; it widens both ends")
    if end.era is None:
        if start.era == "BC":
            return _refused(written, "BC or AD at its end? Write the mark there too, such as 44–30 BC, 44 BC – AD 30")
        end = end._replace(era="AD")
    if start.era is None:
        if end.era_before:
            return _refused(written, "BC or AD at its beginning? Write the mark there, such as AD 64–68, 27 BC – AD 14")
        start = start._replace(era=end.era)
    return _span(written, start, end)


def _span(written: str, start: _End, end: _End) -> Span | Refused:
    unit = start.unit or "year"
    size = YEARS_IN[unit]
    if 0 in (start.number, end.number):
        return _refused(written, f"there is no {unit} 0: 1 BC is followed by AD 1; write the one or the other")
    first, last = _first_year(start, size), _first_year(end, size) + size - 1
    if first > last:
        return _refused(written, _backwards(start, end))
    for one in (start, end):
        if one.digits[0] == "0":
            return _refused(written, f"write {one.number}, without a 0 before it")
        if one.number * size >= 10**LONGEST_YEAR:
            return _refused(written, f"write a year of at most {LONGEST_YEAR} digits")
    widened = CIRCA_ADDS if start.circa else 0
    return Span(first - widened, last + widened, unit, start.circa)


def _backwards(start: _End, end: _End) -> str:
    swapped = f"{end.digits}–{start.digits}"
    if start.unit != "year":
        return "it runs backwards; write the earlier century first (BC? Then say so at the end)"
    if start.era == "BC":
        other = f", or {start.digits} BC – AD {end.digits}" if end.era == "BC" else ""
        return f"it runs backwards; BC counts down, write {swapped} BC{other}"
    if end.era == "BC":
        return f"it runs backwards; write {end.digits} BC – AD {start.digits}"
    full = start.digits[: -len(end.digits)] + end.digits
    if int(full) > start.number:
        in_bc = f"{start.digits}–{end.number} BC"
        return f"it runs backwards; write both years in full, {start.digits}–{full} (BC? Then {in_bc})"
    return f"it runs backwards; BC? Then write {start.digits}–{end.digits} BC, otherwise {swapped}"


def _first_year(end: _End, size: int) -> int:
    return 1 - end.number * size if end.era == "BC" else (end.number - 1) * size + 1


def _refused(written: str, instead: str) -> Refused:
    return Refused(f"“{_shown(written)}” is not a date that can be read: {instead}")


def _shown(text: str) -> str:
    written = " ".join(text.split())
    return written if len(written) <= 60 else written[:59] + "…"


# ---- Saying ----


def _year(text: int | str, era: Era | None, language: Language) -> str:
    if era is None:
        return str(text)
    mark = MARKS[language, era]
    return f"{mark} {text}" if mark == "AD" else f"{text} {mark}"


def _number(year: int, size: int) -> int:
    """The number of the century or millennium of a year: 1 is the first AD, -1 the first BC."""
    return (year - 1) // size + 1 if year > 0 else -(-year // size + 1)


def _ordinal(number: int, language: Language) -> str:
    if language == "de":
        return f"{number}."
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _restored(text: str) -> Span:
    span = _parsed(text)
    if isinstance(span, Refused):
        raise ValueError(span.why)
    return span


def _as_text(span: Span) -> str:
    return span.say("en")
