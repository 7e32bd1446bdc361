"""Key, facts and a language become a sentence."""

import tomllib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache, lru_cache
from importlib.resources import files
from string import Formatter

from babel import Locale

from pbm.views.messages import Entity, Language, Text, further, text_of, units

Fact = Text | str | int
Pieces = tuple[tuple[str, str | None], ...]

WEEKDAY_TELLS = timedelta(days=6)  # which day is meant
DATE_TELLS = timedelta(days=330)  # which year is meant
WITHIN_QUOTES = str.maketrans("„“”", "‚‘’")  # each as long as before, so that entities stay where they are
SHORT_FORM = 40  # characters of a card's first words


@cache
def catalogue(language: Language) -> Mapping[str, str]:
    """All sentences of a language, under their dotted keys."""
    flat: dict[str, str] = {}

    def lay(prefix: str, entries: Mapping[str, object]) -> None:
        for key, value in entries.items():
            if isinstance(value, str):
                flat[prefix + key] = value
            elif isinstance(value, dict):
                lay(f"{prefix}{key}.", value)

    lay("", tomllib.loads(files("pbm.views.words").joinpath(f"{language}.toml").read_text("utf-8")))
    return flat


@cache
def locale(language: Language) -> Locale:
    """How numbers and dates are said in a language."""
    return Locale(language)


@cache
def pieces(language: Language, key: str) -> Pieces:
    """A sentence cut at its braces: words, and the fact that follows them."""
    return tuple((words, field) for words, field, _, _ in Formatter().parse(catalogue(language)[key]))


def say(language: Language, key: str, **facts: Fact) -> Text:
    """The sentence of that key with its facts; a fact keeps its own marks. An unknown key or fact is a KeyError."""
    sentence = pieces(language, key)
    return _filled(sentence, facts) if facts else _bare(sentence)


def numbered(language: Language, key: str, n: int, below: str = "") -> Text:
    """A sentence with a number for its only fact, in italics, and a line below it: most of a message is such."""
    head = _numbered(pieces(language, key), n)
    return Text(f"{head.text}\n{below}", head.entities) if below else head


@cache
def _bare(sentence: Pieces) -> Text:
    return _filled(sentence, {})


def _filled(sentence: Pieces, facts: Mapping[str, Fact]) -> Text:
    said = ""
    marks: list[Entity] = []
    for words, field in sentence:
        said += words
        if field is None:
            continue
        fact = facts[field]
        if isinstance(fact, Text):
            if fact.entities:
                marks += further(fact.entities, units(said))
            said += fact.text
        else:
            said += str(fact)
    return Text(said, tuple(marks))


@lru_cache(maxsize=1024)  # the slots of a chain are the same in every message
def _numbered(sentence: Pieces, n: int) -> Text:
    return _filled(sentence, {"n": n}).marked("italic")


def count(language: Language, noun: str, n: int) -> str:
    """A number with its noun: `1 card`, `no cards`, `2 Karten`."""
    forms = catalogue(language)
    if n == 0 and f"count.{noun}.zero" in forms:
        return forms[f"count.{noun}.zero"]
    return forms[f"count.{noun}.{_plural(language, n)}"].format(n=n)


@lru_cache(maxsize=256)
def _plural(language: Language, n: int) -> str:
    return locale(language).plural_form(n)


def duration(language: Language, time: timedelta) -> str:
    """A length of time in its largest fitting unit."""
    seconds = max(0, round(time.total_seconds()))
    minutes = round(seconds / 60)
    if seconds < 60:
        n, noun = seconds, "seconds"
    elif minutes < 120 and minutes % 60:
        n, noun = minutes, "minutes"
    elif seconds <= 72 * 3600:
        n, noun = round(seconds / 3600), "hours"
    else:
        n, noun = round(seconds / 86400), "days"
    return count(language, noun, n)


def moment(
    language: Language, at: datetime, zone: tzinfo | None = None, now: datetime | None = None, *, after_on: bool = False
) -> Text:
    """A moment that a client shows in its owner's zone; in plain text in `zone`, or in UTC, which it then says.

    Where the day of the week alone would not tell which day is meant, seen from `now`, the date stands with it; and
    the year with the date. After an English *on* it is `Tue at 18:40`.
    """
    ahead = at - now if now else timedelta()
    return _moment(language, at, zone, ahead > WEEKDAY_TELLS, ahead > DATE_TELLS, after_on)


@lru_cache(maxsize=64)  # all are told the same deadline
def _moment(language: Language, at: datetime, zone: tzinfo | None, far: bool, very_far: bool, after_on: bool) -> Text:
    there = at.astimezone(zone or UTC)
    days, months = _names(language)
    words = [days[there.weekday()]]
    if far:
        words.append(f"{there.day} {months[there.month]}" if language == "en" else f"{there.day}.{there.month}.")
    if very_far:
        words[-1] += f" {there.year}" if language == "en" else f"{there.year}"
    words += ["at"] if after_on and language == "en" else []
    words.append(f"{there.hour}:{there.minute:02}")
    words += [] if zone else ["UTC"]
    return Text(text=" ".join(words)).marked("date_time", moment=at, far=far)


@cache
def _names(language: Language) -> tuple[Mapping[int, str], Mapping[int, str]]:
    """The days of the week (from 0, Monday) and the months (from 1), short and without the dot of an abbreviation."""
    days, months = locale(language).days["format"]["abbreviated"], locale(language).months["format"]["abbreviated"]
    return {n: name.rstrip(".") for n, name in days.items()}, {n: name.rstrip(".") for n, name in months.items()}


def until(language: Language, now: datetime, due: datetime, zone: tzinfo | None = None) -> Text:
    """How long, and until when."""
    return say(language, "phrase.until", left=duration(language, due - now), when=moment(language, due, zone, now))


def listing(language: Language, things: Sequence[Text | str]) -> Text:
    """`Ann, Ben and Carla`."""
    text = text_of(things[0]) if things else Text()
    for at, thing in enumerate(things[1:], 2):
        text = text + (catalogue(language)["phrase.and"] if at == len(things) else ", ") + text_of(thing)
    return text


def numbers(language: Language, first: int, last: int) -> Text:
    """Card numbers: `number 9`, `numbers 9 and 10`, `numbers 6 to 9`."""
    if first == last:
        return say(language, "phrase.number", n=first)
    key = "phrase.numbers_and" if last == first + 1 else "phrase.numbers_to"
    return say(language, key, a=first, b=last)


def quoted(language: Language, words: Text | str) -> Text:
    """The words in the quotation marks of the language; marks of that kind in them become those of the next kind."""
    text = text_of(words)
    return say(language, "phrase.quote", words=Text(text.text.translate(WITHIN_QUOTES), text.entities))


def short_form(language: Language, words: str) -> str:
    """A card's first words, at most forty characters, cut between words."""
    if len(words) <= SHORT_FORM:
        return words
    end = catalogue(language)["phrase.short_end"]
    kept = words[: SHORT_FORM - len(end) + 1]
    kept = kept[: kept.rfind(" ")] if " " in kept else words[: SHORT_FORM - len(end)]
    # German leaves a space before the dots, which holds them on the line, and what stands before it as it is.
    return kept.rstrip(" " if end.startswith("\u00a0") else " ,;:.-–—") + end


def short_forms(language: Language, cards: Sequence[str]) -> tuple[str, ...]:
    """The short forms of several cards in one message; those that would look alike stand in full."""
    short = [short_form(language, card) for card in cards]
    return tuple(card if short.count(form) > 1 else form for card, form in zip(cards, short, strict=True))
