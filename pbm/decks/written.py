"""The keys of a deck as its author writes them, and what to say of a key that is wrong."""

from difflib import get_close_matches
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

LONGEST_FRONT = 160
LONGEST_NOTE = 200

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
FrontText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_FRONT)]
NoteText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_NOTE)]


class Written(BaseModel):
    """A part of a file, strict about its keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class WrittenSeries(Written):
    """The head of a file."""

    id: Text
    code: Text
    en: Text
    de: Text
    about_en: Text
    about_de: Text
    colour: Text
    sign: Text
    adults: Literal["true", "false"] = "false"
    before_1500: Text | None = None


class WrittenCard(Written):
    """One card of a file."""

    id: Text
    date: Text
    en: FrontText
    de: FrontText
    note_en: NoteText
    note_de: NoteText
    sources: Annotated[tuple[Text, ...], Field(min_length=1)]


class WithdrawnCard(Written):
    """A card that is dealt no more: its id and the reason stay, of the rest whatever there was."""

    id: Text
    withdrawn: Text
    date: Any = None
    en: Any = None
    de: Any = None
    note_en: Any = None
    note_de: Any = None
    sources: Any = None


class WrittenDeck(Written):
    """The whole of a file, its cards not yet looked into."""

    series: dict[str, Any]
    cards: Annotated[tuple[dict[str, Any], ...], Field(min_length=1)]


Complaint = tuple[tuple[str | int, ...], str, str]
"""Where it is, what is wrong, and what would be right."""


def complaints(error: ValidationError, model: type[Written]) -> list[Complaint]:
    """Put what pydantic found into words for an author."""
    found: list[dict[str, Any]] = [dict(one) for one in error.errors(include_url=False)]
    inside = {one["loc"][:-1] for one in found}
    # A list whose only entry is wrong is not also empty.
    return [_complaint(one, model) for one in found if one["type"] != "too_short" or one["loc"] not in inside]


def _complaint(one: dict[str, Any], model: type[Written]) -> Complaint:
    place: tuple[str | int, ...] = one["loc"]
    key = _named(place)
    limits: dict[str, Any] = one.get("ctx", {})
    match one["type"]:
        case "missing":
            return place, f"{key} is missing", f"write {key}: {_example(place, model)}"
        case "extra_forbidden":
            known = list(model.model_fields) + (["withdrawn"] if model is WrittenCard else [])
            near = get_close_matches(str(place[-1]), known, n=1, cutoff=0.5)
            instead = f"{near[0]} is meant?" if near else f"the keys are {', '.join(known)}"
            return place, f"unknown key {key}", instead
        case "string_too_long":
            text = str(one["input"]).strip()
            return place, f"{key} has {len(text)} characters", f"write at most {limits['max_length']}"
        case "string_too_short" | "string_type" if isinstance(place[-1], int):
            what = "is empty" if one["type"] == "string_too_short" else "is no plain text"
            return place, f"{key} {what}", "write what was really read, in quotes"
        case "string_too_short":
            return place, f"{key} is empty", f"write {key}: {_example(place, model)}"
        case "too_short":
            return place, f"{key} is empty", f"write at least {limits['min_length']}"
        case "literal_error":
            return place, f"{key} is {one['input']!r}", f"write {limits['expected'].replace(chr(39), '')}"
        case "string_type":
            return place, f"{key} is no plain text", f"write {key}: {_example(place, model)}"
        case "tuple_type":
            return place, f"{key} is no list", "write one line for each, with a dash before it"
        case "dict_type":
            return place, f"{key} is not written as one", "write its keys and their texts as in decks/README.md"
    return place, f"{key} is not as it should be", "write series: and cards: as in decks/README.md"


def _named(place: tuple[str | int, ...]) -> str:
    """Name a key, or an entry of a list as people count: source 1, card 4."""
    *around, last = place
    return f"{str(around[-1]).removesuffix('s')} {last + 1}" if isinstance(last, int) else str(last)


_EXAMPLES = {
    "id": "the series' code and three digits, such as foo-001",
    "date": "a date such as 1969, 44 BC or c. 1487",
    "en": "the English text",
    "de": "the German text",
    "note_en": "what one wants to know afterwards, in English",
    "note_de": "what one wants to know afterwards, in German",
    "sources": "a list of what was really read",
    "withdrawn": "why the card is withdrawn",
    "colour": '"#8a4b1f", or another colour of six hexadecimal digits',
    "sign": "one character",
    "code": "three letters that begin the ids of the cards",
    "about_en": "one English sentence about the series",
    "about_de": "one German sentence about the series",
    "series": "the head of the file",
    "cards": "the list of cards",
}


def _example(place: tuple[str | int, ...], model: type[Written]) -> str:
    if model is WrittenSeries and place == ("id",):
        return "the name of the file without .yaml"
    key = next((part for part in reversed(place) if isinstance(part, str)), "")
    return _EXAMPLES.get(key, "some text")
