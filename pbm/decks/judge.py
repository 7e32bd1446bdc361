"""What must be true of a series and of a card, beyond having all of its keys."""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from pbm.decks.german import misspelt
from pbm.decks.giveaways import giveaways
from pbm.decks.names import THE_THIRTY_ONE
from pbm.decks.page import Plain
from pbm.decks.written import Complaint
from pbm.rules.dates import Language, Refused, read

_SERIES_ID = re.compile(r"[a-z]+(-[a-z]+)*")
_CODE = re.compile(r"[a-z]{3}")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")
_FRONTS: tuple[tuple[Language, Language], ...] = (("en", "de"), ("de", "en"))
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")  # also those that turn the direction round


def series_faults(series: Mapping[str, Plain], stem: str) -> Iterator[Complaint]:
    """Judge the head of a file whose name without its ending is `stem`."""
    known = THE_THIRTY_ONE.get(stem)
    match series.get("id"):
        case str(own) if own != stem:
            yield (
                ("id",),
                f"id {own} is not the name of the file",
                f"write id: {stem}, or rename the file to {own}.yaml",
            )
        case str(own) if not _SERIES_ID.fullmatch(own):
            yield ("id",), f"id {own} is no name for a series", "use lower-case letters and hyphens"
        case str(own) if not known and (near := get_close_matches(own, THE_THIRTY_ONE, n=1, cutoff=0.9)):
            yield (
                ("id",),
                f"id {own} is not one of the thirty-one",
                f"{near[0]} is meant? A series of your own: name it otherwise",
            )
    for key, right in known._asdict().items() if known else ():
        if isinstance(series.get(key), str) and series[key] != right:
            yield (key,), f"{key} of {stem} is {right}, not {series[key]}", f"write {key}: {right}"
    code = series.get("code")
    owner = next((name for name, its in THE_THIRTY_ONE.items() if its.code == code), stem)
    if isinstance(code, str) and code and not known and not _CODE.fullmatch(code):
        yield ("code",), f"code {code} is no code", "write three lower-case letters"
    elif not known and owner != stem:
        yield ("code",), f"code {code} belongs to {owner}", "choose three other letters"
    colour, sign = series.get("colour"), series.get("sign")
    if isinstance(colour, str) and colour and not _COLOUR.fullmatch(colour):
        yield ("colour",), f"colour {colour} is no colour", 'write six hexadecimal digits, such as "#8a4b1f"'
    if isinstance(sign, str) and len(sign.strip()) > 1:
        yield ("sign",), f"sign {sign} has {len(sign.strip())} characters", "write a single one, such as ◆"
    for key in ("de", "about_de"):
        yield from _spelling(series, key)


def card_faults(card: Mapping[str, Plain], code: str | None, this_year: int) -> Iterator[Complaint]:
    """Judge one card of the series with this code; without a code ids are not compared with it."""
    match card.get("id"):
        case str(own) if own and code and not re.fullmatch(rf"{re.escape(code)}-[0-9]{{3,}}", own):
            yield ("id",), f"id {own} does not fit the series", f"write {code}- and three digits or more, {code}-001"
    if "withdrawn" in card:
        return
    match card.get("date"):
        case str(text) if text.strip():
            answer = read(text, this_year)
            if isinstance(answer, Refused):
                yield ("date",), *_halves(answer.why)
    for language, other in _FRONTS:
        match card.get(language):
            case str(front):
                for what, instead in giveaways(front, language, str(card.get(other, ""))):
                    yield (language,), f"{language}: {what}", instead
    match card.get("en"), card.get("de"):
        case str(english), str(german) if english.strip() and english.strip() == german.strip():
            yield ("de",), "de is the English text", "write it in German"
    for key in ("de", "note_de"):
        yield from _spelling(card, key)
    for key in ("en", "de", "note_en", "note_de"):
        match card.get(key):
            case str(text) if _CONTROL.search(text.strip()):
                yield (key,), f"{key} has more than one line, or a control character", "write one line (> instead of |)"


def _spelling(of: Mapping[str, Plain], key: str) -> Iterator[Complaint]:
    match of.get(key):
        case str(text):
            for wrong, right in misspelt(text):
                yield (key,), f"{key}: “{wrong}”", f"write {right}"


def _halves(why: str) -> tuple[str, str]:
    """Part a refusal in what is wrong and what to write: it has a colon or a semicolon between them."""
    what, mark, instead = why.partition("”")
    rest = re.split(r"[:;] ", instead, maxsplit=1)
    return (f"{what}{mark}{rest[0]}", rest[1]) if len(rest) == 2 else (why, "write another date")
