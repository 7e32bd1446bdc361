"""Whom a written name means."""

import re
from collections.abc import Sequence

from pbm.rules.game import Gone, Seat
from pbm.rules.values import SeatId
from pbm.service.understand import folded
from pbm.views.messages import Language
from pbm.views.names import LONGEST_NAME, clean, shown

LONGEST_WRITTEN = 200  # characters of a name that are looked at
_NUMBERED = re.compile(r" \(\d+\)$")


def named(people: Sequence[Seat | Gone], name: str, language: Language) -> tuple[SeatId, ...]:
    """Who is called that; where nobody is, everybody whose name begins so."""
    return called(people, name, language) or beginning(people, name, language)


def called(people: Sequence[Seat | Gone], name: str, language: Language) -> tuple[SeatId, ...]:
    """Who is called that, in full or as it is shown: cut with dots, a computer with the word for what it is.

    A name too long to be shown in full may be that of several, who are cut alike.
    """
    full = clean(name, LONGEST_WRITTEN)
    wanted = folded(full)
    found = tuple(one.id for one in people if wanted and wanted in names_of(one, language))
    if found or len(full) <= LONGEST_NAME:
        return found
    return tuple(one.id for one in people if (seen := seen_of(one.name)) and wanted.startswith(seen))


def beginning(people: Sequence[Seat | Gone], name: str, language: Language) -> tuple[SeatId, ...]:
    """Everybody whose name begins so."""
    wanted = folded(clean(name))
    return tuple(
        one.id for one in people if wanted and any(each.startswith(wanted) for each in names_of(one, language))
    )


def seen_of(name: str) -> str:
    """What is left of a name that was cut, folded: without the dots and without the number; empty if it is whole.

    Whoever sat down before names had dots is known by its length.
    """
    bare = _NUMBERED.sub("", name)
    if bare.endswith("…"):
        return folded(bare.removesuffix("…"))
    return folded(bare) if len(name) >= LONGEST_NAME - 1 else ""


def names_of(one: Seat | Gone, language: Language) -> set[str]:
    """What somebody is called, folded."""
    return {folded(clean(each)) for each in (one.name, shown(one.name, one.id, language))}
