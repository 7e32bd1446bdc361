"""The catalogue: both languages say the same, every sentence is said somewhere, and none is too long for a phone."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

import pbm
from pbm.views.messages import Language, units
from pbm.views.names import LONGEST_NAME, LONGEST_TITLE
from pbm.views.say import catalogue

LANGUAGES: tuple[Language, ...] = ("en", "de")
LONGEST = 300  # characters of a message without chain, hand, rules and lists of names

# Facts that a sentence needs in one language alone, and why.
ONE_SIDED = {
    "look.doubt_stakes": "German says 2 cards after the name, English only 2",
    "look.last_card": "German says 2 cards, English only 2",
    "info.help_lobby": "German names who chooses, for it has no short word for an owner",
}

# How keys that stand nowhere in full are made: a pattern, and what must stand in the code for it.
MADE = {
    r"count\.(?P<name>\w+)\.(zero|one|other)": r"{name}",
    r"button\.(?P<name>\w+)": r"{name}",
    r"rules\.l\d+": r"rules.l",
    r"computer\.says_\d+": r"computer.says_",
    r"time\.reminder_(half|eighth)": r"time.reminder_",
    r"menu\.\w+": r"menu.",
    r"receipt\.(above|below)(_none)?": r"receipt.",
    r"info\.game_(yours|other)_paused": r"_paused",
    r"board\.voted_(pause|resume|kick)": r"board.voted_",
    r"info\.votes_(pause|resume|kick)": r"info.votes_",
}

FILLED = {
    "who": "\u2068" + "W" * LONGEST_NAME + "\u2069",
    "before": "\u2068" + "B" * LONGEST_NAME + "\u2069",
    "name": "\u2068" + "N" * LONGEST_NAME + "\u2069",
    "first": "\u2068" + "F" * LONGEST_NAME + "\u2069",
    "names": "Ann, Ben, Carla",
    "table": "T" * LONGEST_TITLE,
    "group": "T" * LONGEST_TITLE,
    "clock": "24 Stunden, bis Mi 18:40 UTC",
    "when": "Mi 18:40 UTC",
    "left": "24 Stunden",
    "time": "24 Stunden",
    "cards": "keine Karten",
    "placer_cards": "3 Karten",
    "placed": "336 Karten gelegt",
    "rounds": "100 Runden",
    "days": "100 Tage",
    "turns": "5 Züge",
    "numbers": "Nummer 111 bis 114",
    "command": "/" + "c" * LONGEST_NAME,
    "near": "/newgame",
    "example": "15 12",
    "some": "Carla hat 3 Karten",
    "times": "1 Stunde, 4 Stunden, 12 Stunden, 24 Stunden, 48 Stunden und 72 Stunden",
    "a": "5th century BC",
    "b": "5th century BC",
    "date": "5th century BC",
    "later": "5th century BC",
    "series": "Erfindungen, Essen & Trinken und Kuriositäten",
    "names_": "",
}
CARRIES_A_LIST = {"phrase.quote", "chain.new", "chain.moved"}  # whose one fact is a card or somebody's words


def facts_of(text: str) -> set[str]:
    """The facts that a sentence asks for."""
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


def spoken() -> tuple[set[str], str]:
    """All strings of the code, and the pieces of those that are put together."""
    strings: set[str] = set()
    for path in Path(pbm.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                strings.add(node.value)
    return strings, "\n".join(strings)


def test_both_languages_have_the_same_keys() -> None:
    """Whatever is said in one is said in the other."""
    assert set(catalogue("en")) == set(catalogue("de"))


def test_both_languages_need_the_same_facts() -> None:
    """But for those that have a reason not to; a reason that is not needed any more goes."""
    english, german = catalogue("en"), catalogue("de")
    different = {key for key in english if facts_of(english[key]) != facts_of(german[key])}

    assert different == set(ONE_SIDED)


def test_every_sentence_that_is_said_exists() -> None:
    """A string of the code that looks like a key of a section is one, or how several begin."""
    keys = set(catalogue("en"))
    sections = "|".join({key.partition(".")[0] for key in keys})
    like_keys = {one for one in spoken()[0] if re.fullmatch(rf"(?:{sections})\.[a-z_0-9]+", one)}

    assert {one for one in like_keys if one not in keys and not any(key.startswith(one) for key in keys)} == set()


def test_every_sentence_is_said_somewhere() -> None:
    """No words are kept that nobody will ever read."""
    strings, pieces = spoken()

    def is_said(key: str) -> bool:
        if key in strings:
            return True
        for pattern, needed in MADE.items():
            found = re.fullmatch(pattern, key)
            if found:
                wanted = needed.format(**found.groupdict())
                return wanted in strings or (needed == wanted and wanted in pieces)
        return False

    assert {key for key in catalogue("en") if not is_said(key)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_too_long(language: Language) -> None:
    """With names of 24 characters, titles of 40 and large numbers, each fits 300."""
    long = {}
    for key, text in catalogue(language).items():
        facts = facts_of(text)
        if facts & {"words", "card", "names"}:
            continue
        filled = text.format(**{fact: FILLED.get(fact, "336") for fact in facts})
        if units(filled) > LONGEST:
            long[key] = units(filled)

    assert long == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_verb_and_no_fact_is_left_open(language: Language) -> None:
    """Braces hold a plain name, nothing formatted; no sentence ends in a blank; quotes and apostrophes are curly."""
    wrong = {"en": "„«»\"'", "de": "”«»\"'"}[language]
    opens, closes = {"en": ("“", "”"), "de": ("„", "“")}[language]
    for key, text in catalogue(language).items():
        for _, field, form, conversion in Formatter().parse(text):
            assert not form, key
            assert conversion is None, key
            assert field is None or re.fullmatch(r"\w+", field), key
        assert text == text.strip() or key in ("phrase.and", "phrase.short_end"), key
        assert not set(text) & set(wrong), key
        assert text.count(opens) == text.count(closes), key


def test_german_never_says_platz_for_a_seat_and_puts_no_name_into_the_genitive() -> None:
    """Words of the game, one each."""
    german = catalogue("de")
    assert {key for key, text in german.items() if re.search(r"\{who\}s\b", text)} == set()
    assert {key for key, text in german.items() if re.search(r"\b(Sitzplatz|Stack|Slot|Deck)\b", text)} == set()
    english = catalogue("en")
    for word, theirs in (("Platz", "slot"), ("Plätze", "slot"), ("Stapel", "stack"), ("Ablage", "used cards")):
        assert {key for key, text in german.items() if word in text and theirs not in english[key].lower()} == set()


def test_back_takes_back_in_german_and_leads_back_by_another_word() -> None:
    """A button that leads back is [Doch nicht]."""
    german = catalogue("de")
    assert german["button.back"] == "Doch nicht"
    assert german["button.undo"] == german["button.take_back"] == "Zurücknehmen"
