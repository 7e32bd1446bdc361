"""Words and numbers in a front that tell the date on its back."""

import re
from collections.abc import Iterator

from pbm.rules.dates import Language

_ANY_CASE = re.IGNORECASE

# What to look for in the fronts of both languages, for an English front may quote German words. Before each pattern
# stand pieces of which one is in every text that it finds, in lower case: looking for them is ten times as fast.
_ERAS: tuple[tuple[tuple[str, ...], re.Pattern[str]], ...] = tuple(
    (tuple(pieces.split("|")), re.compile(pattern, flags))
    for pieces, pattern, flags in (
        (
            "centur|millenni|jahrhundert|jh.|jahrtausend",
            r"\b(century|centuries|millenni(um|a)|jahrhunderte?[ns]?|jh\.|jahrtausende?[ns]?)(?!\w)",
            _ANY_CASE,
        ),
        (
            "bc|b.|ad|a.|ce|v.|n.|anno",
            r"\b(BCE?|AD|CE)\b|\bB\.\s?C\.|\bA\.\s?D\.|\b[vn]\.\s?(Chr\.|u\.\s?Z\.)|\b[Aa]nno [Dd]omini\b",
            0,
        ),
        (
            "ancient|antiq|antik|altertum",
            r"\b(ancient|antiquity|antique|antike?[nrsm]?|altertum\w*|spätantik\w*)\b",
            _ANY_CASE,
        ),
        (
            "eval|middle age|dark age|mittelalter",
            r"\b(medi(a)?eval|middle ages|dark ages|(früh|hoch|spät)?mittelalter\w*)\b",
            _ANY_CASE,
        ),
        (
            "renaissance|baroque|barock|rococo|rokoko|biedermeier|gründerzeit",
            r"\b(renaissance|baroque|barock\w*|rococo|rokoko\w*|biedermeier\w*|gründerzeit\w*)\b",
            _ANY_CASE,
        ),
        (
            "victorian|edwardian|bethan|jacobean|viktorian",
            r"\b(victorian|edwardian|elizabethan|jacobean|viktorianisch\w*|elisabethanisch\w*)\b",
            _ANY_CASE,
        ),
        (
            "wilhelmin|belle|gilded|jazz",
            r"\b(wilhelmine|wilhelminisch\w*|belle[ -][ée]poque|gilded age|jazz age)\b",
            _ANY_CASE,
        ),
        (
            " age|zeit",
            r"\b(stone|bronze|iron|ice) ages?\b"
            r"|\b(jung|alt|mittel)?(stein|bronze|eisen|eis|ur|vor|neu)zeit(lich\w*)?\b",
            _ANY_CASE,
        ),
        (
            "histor|lithic|vorgesch",
            r"\b(pre-?histor(ic|y)|neolithic|pal(a)?eolithic|prähistorisch\w*|vorgeschichtlich\w*)\b",
            _ANY_CASE,
        ),
        (
            "world war|cold war|krieg",
            r"\b(first|second|1st|2nd) world war\b|\bworld war (II?|one|two|1|2)\b|\bcold war\b"
            r"|\b(erste|zweite)[nrms]? weltkrieg\w*|\bkalte[nrms]? krieg\w*",
            _ANY_CASE,
        ),
        (
            "reich|weimar",
            r"\b(third|drittes?|dritten) reichs?\b|\bweimar(er)? republi[ck]\b",
            _ANY_CASE,
        ),
        (
            "ties",
            r"\bthe ((roaring|swinging) )?(twen|thir|for|fif|six|seven|eigh|nine)ties\b",
            _ANY_CASE,
        ),
        (
            "ziger|ßiger",
            r"\b(zwanziger|dreißiger|vierziger|fünfziger|sechziger|siebziger|achtziger|neunziger)[ -]?jahren?\b",
            _ANY_CASE,
        ),
        (
            "teen",
            r"\b(sixteen|seventeen|eighteen|nineteen)[ -]"
            r"(hundred|eleven|twelve|(twen|thir|for|fif|six|seven|eigh|nine)ty)\b",
            _ANY_CASE,
        ),
        (
            "hundert",
            r"\b(elf|zwölf|(drei|vier|fünf|sech|sieb|acht|neun)zehn)hundert\w*(zig|ßig|zehn)\b",
            _ANY_CASE,
        ),
    )
)

_DECADE = re.compile(r"\b[0-9]{1,3}0(s|er)\b([ -]jahren?\b)?|(?<![0-9])[’'‘`][0-9]{2}\b", _ANY_CASE)
_NUMBER = re.compile(r"(?<![\w.,’'+-])[0-9]{3,4}(?![\w’'])(?![.,][0-9])(?![-‑][A-Za-zÄÖÜäöü])")
_THOUSANDS_BEFORE = re.compile(r"[0-9][ \u00a0\u202f]$")
_THOUSANDS_AFTER = re.compile(r"[ \u00a0\u202f][0-9]{3}(?![0-9])")
_LATEST_YEAR = 2099  # a larger number does not read like a year

_MONTHS = (
    r"january|february|march|april|may|june|july|august|september|october|november|december"
    r"|januar|februar|märz|mai|juni|juli|oktober|dezember"
)
_YEARS_FOLLOW = re.compile(
    rf"\b(years?|jahre?s?|anno|since|seit|{_MONTHS}|spring|summer|autumn|winter|frühling|sommer|herbst)\s+$", _ANY_CASE
)
_COUNTED_BEFORE = re.compile(r"([$£€¥#№]|\b(no\.|nr\.|number|nummer|page|seite|room|zimmer))\s*$", _ANY_CASE)
_NAME_BEFORE = re.compile(r"[^\W\d_]+[ \u00a0-]$")
_UNITS_AFTER = re.compile(
    r"\s?([%‰°€$£¥]|(km|m|cm|mm|kg|g|t|l|kn|km/h|mph|ft|lb|lbs|hp|ps|kw|volt|watt|prozent|percent|per cent|degrees|grad"
    r"|euro|franken|mark|dollar|yen|rupien|rubel|pfund|meter|kilometer|liter|gramm|kilogramm|kilo|tonnen)\b)",
    _ANY_CASE,
)
_PLURALS = (
    "men women people children sheep fish eels feet geese mice teeth oxen deer cattle francs yen baht rand lire"
    " salmon cod herring trout swine aircraft spacecraft police"
)
_NO_NOUNS = "is was has does this its his as thus always the a an and to of on in at by for with from into"
_COUNTED = frozenset(_PLURALS.split())
_NOT_COUNTED = frozenset(_NO_NOUNS.split())


def giveaways(front: str, language: Language, other: str = "") -> Iterator[tuple[str, str]]:
    """Find what tells a date in the text of a front: each as what it is, and what to do instead.

    `other` is the front in the other language: a name with a number (Boeing 747) is the same there.
    """
    lower = front.lower()
    for pieces, era in _ERAS:
        for piece in pieces:  # a loop, and no any(): of each front sixty are looked for
            if piece in lower:
                if found := era.search(front):
                    yield f"“{found[0].strip()}” tells the date", "say it without the age it happened in"
                break
    if not re.search("[0-9]", front):
        return
    if decade := _DECADE.search(front):
        yield f"“{decade[0].strip()}” reads like a decade", "leave it out, or write the number in words"
    for number in _NUMBER.finditer(front):
        if _reads_like_a_year(front, number, language, other):
            yield (
                f"“{number[0]}” reads like a year",
                "leave it out, write it in words or with a separator (1,000; 1.000), or say at once what is counted",
            )


def _reads_like_a_year(front: str, number: re.Match[str], language: Language, other: str) -> bool:
    before, after = front[: number.start()], front[number.end() :]
    if number[0][0] == "0" or int(number[0]) > _LATEST_YEAR:
        return False
    if _THOUSANDS_BEFORE.search(before) or _THOUSANDS_AFTER.match(after):
        return False
    if _YEARS_FOLLOW.search(before):
        return True
    if _COUNTED_BEFORE.search(before) or _UNITS_AFTER.match(after):
        return False
    if len(number[0]) == 4:
        return True  # who counts a thousand and more can write a separator
    if (name := _NAME_BEFORE.search(before)) and name[0][0].isupper() and name[0] + number[0] in other:
        return False
    return not _counts(after, language)


def _counts(after: str, language: Language) -> bool:
    """Whether the words after a number say what is counted: `300 drunken guests`, `300 betrunkene Gäste`."""
    words = re.match(r"(?: +[^\W\d_][\w’'-]*){1,3}", after)
    following = words[0].split() if words else []
    if language == "de":
        # A year is followed by its verb, a number by its noun, with an adjective or two in between.
        return any(
            word[0].isupper() and all(between.endswith(("e", "er", "en", "es")) for between in following[:place])
            for place, word in enumerate(following)
        )
    for word in following[:2]:
        if word[0].isupper() or word in _NOT_COUNTED:
            return False
        if word in _COUNTED or (word.endswith("s") and not word.endswith("ss")):
            return True
    return False
