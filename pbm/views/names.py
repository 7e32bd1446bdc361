"""Names as people give them, made fit to be shown."""

import re
import unicodedata
from collections.abc import Collection
from functools import lru_cache

from pbm.views.messages import Address, Language
from pbm.views.say import catalogue

LONGEST_NAME = 24  # characters
LONGEST_TITLE = 40
COMPUTER = "pc:"  # how the address of a computer player begins


# Letters and signs by their class, but there is nothing to see: Hangul fillers, the empty braille pattern.
UNSEEN = frozenset("\u115f\u1160\u3164\uffa0\u2800")


_TELLS_APART = re.compile(r" \(\d{1,2}\)$")  # of two who are called alike


def cut(name: str, longest: int) -> str:
    """As much of the name as so many characters hold, with dots where there is more of it.

    The number that tells two apart who are called alike stays at its end.
    """
    if len(name) <= longest:
        return name
    found = _TELLS_APART.search(name)
    tail = found[0] if found else ""
    return name[: longest - len(tail) - 1].rstrip() + "…" + tail


@lru_cache(maxsize=1024)  # whoever speaks comes with their name every time
def clean(name: str, longest: int = LONGEST_NAME) -> str:
    """The name without control, bidi and zero-width characters and a leading `/` or `@`; empty if nothing is left.

    A long one is cut; cleaned again, a name stays as it is.
    """
    hidden = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    spaced = "".join(" " if c.isspace() else c for c in name)
    seen = "".join(c for c in spaced if unicodedata.category(c) not in hidden and c not in UNSEEN)
    seen = " ".join(seen.split()).lstrip("/@ ")
    if not any(unicodedata.category(c)[0] in "LNPS" for c in seen):
        return ""
    return cut(seen, longest)


def titled(title: str) -> str:
    """The title of a group, cleaned like a name; a group without one is called after the game."""
    return clean(title, LONGEST_TITLE) or "Anno Domini"


def seated(name: str, taken: Collection[str], language: Language) -> str:
    """The name under which somebody sits at a table: never empty, and no two alike."""
    wanted = clean(name) or catalogue(language)["phrase.player"].format(n=len(taken) + 1)
    given, n = wanted, 2
    while given in taken:
        tail = f" ({n})"
        given, n = cut(wanted, LONGEST_NAME - len(tail)) + tail, n + 1
    return given


def shown(name: str, address: Address, language: Language) -> str:
    """The name in a sentence: closed off, so that its direction cannot reach the words around it."""
    closed = f"\u2068{name}\u2069"
    return catalogue(language)["phrase.computer"].format(name=closed) if address.startswith(COMPUTER) else closed
