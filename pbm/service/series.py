"""The series that a typed line means: by id, by name in either language, or by how one of them begins."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from pbm.rules.cards import Series
from pbm.service.understand import folded

FEWEST_LETTERS = 3  # of a beginning that stands for a name, and of a word that reminds of one
BETWEEN = frozenset({"and", "und"})  # stand in a name or between two, and may be a sign or missing
_WILD_MIX = re.compile(r"(?:the|der|die|den)?wilde?[nr]?(?:mix|mischung)|mix|mischung|all(?:es?)?|everything")
_SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


@dataclass(frozen=True)
class Unknown:
    """The first of the words that name no series, and those that do; the nearest one, if any comes near."""

    nearest: Series | None
    words: str = ""
    known: tuple[Series, ...] = ()


def meant(all_series: Sequence[Series], words: Sequence[str]) -> tuple[str, ...] | Unknown:
    """The ids of the series that the words name, in their order; none is the Wild Mix."""
    if not words or _WILD_MIX.fullmatch(letters(" ".join(words))):
        return ()
    known = {letters(name): one for one in all_series for name in names(one)}
    found: list[Series] = []
    strange: list[list[str]] = []  # what names none, as it stands together
    left = [word for word in words if letters(word)]
    goes_on = False
    while left:
        # A name may be of several words: the longest that is one counts.
        fits = ((n, named(letters(" ".join(left[:n])), known)) for n in range(len(left), 0, -1))
        taken, one = next(((n, one) for n, one in fits if one), (1, None))
        if one is not None:
            found.append(one)
        elif goes_on:
            strange[-1].append(left[0])
        else:
            strange.append(left[:1])
        goes_on = one is None
        left = left[taken:]
    if found and not strange:
        return tuple(dict.fromkeys(one.id for one in found))
    first = strange[0] if strange else list(words)
    said = " ".join(first)
    near = nearest(said, all_series) or nearest(first[0], all_series)
    return Unknown(near, said, tuple(dict.fromkeys(found)))


def names(one: Series) -> tuple[str, ...]:
    """All that a series is called."""
    return one.id, one.en, one.de, one.de.casefold().translate(_SPELT_OUT)


def letters(name: str) -> str:
    """What tells one name from another: no case, no umlauts, no blanks, no signs, no `and`."""
    return "".join(word for word in re.findall(r"[^\W_]+", folded(name)) if word not in BETWEEN)


def named(said: str, known: dict[str, Series]) -> Series | None:
    """The series of that name, or the only one with a name that begins so."""
    if said in known or len(said) < FEWEST_LETTERS:
        return known.get(said)
    begun = {one.id: one for name, one in known.items() if name.startswith(said)}
    return next(iter(begun.values())) if len(begun) == 1 else None


def nearest(said: str, all_series: Sequence[Series]) -> Series | None:
    """The series that was probably meant: by its name, or by a word of it."""
    words = {
        letters(word): one
        for one in all_series
        for name in names(one)
        for word in (*name.split(), name)
        if len(letters(word)) >= FEWEST_LETTERS
    }
    found = get_close_matches(letters(said), words, n=1)
    return words[found[0]] if found else None
