"""Labels of buttons: scripts name them in English, and press them in whatever language they are."""

import re
from string import Formatter

from pbm.views.say import catalogue


def label_in(language: str, english: str) -> str:
    """The label in that language; one that is no word of the catalogue is the same in both."""
    if language == "en":
        return english
    words = {key: pattern for key, pattern in catalogue("en").items() if key.startswith(("button.", "count."))}
    for key, pattern in sorted(words.items(), key=lambda one: -len(one[1])):
        facts = facts_of(pattern, english)
        if facts is not None:
            return catalogue("de")[key].format(**{name: label_in(language, fact) for name, fact in facts.items()})
    return english


def facts_of(pattern: str, text: str) -> dict[str, str] | None:
    """The facts with which a pattern becomes the text; None if it never does."""
    expression = ""
    for words, field, _, _ in Formatter().parse(pattern):
        expression += re.escape(words) + (rf"(?P<{field}>.+)" if field else "")
    found = re.fullmatch(expression, text)
    return found.groupdict() if found else None
