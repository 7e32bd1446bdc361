"""Whom a written name means."""

from collections.abc import Sequence

from pbm.rules.game import Gone, Seat
from pbm.rules.values import SeatId
from pbm.service.understand import folded
from pbm.views.messages import Language
from pbm.views.names import clean, shown


def named(people: Sequence[Seat | Gone], name: str, language: Language) -> tuple[SeatId, ...]:
    """Who is called that; where nobody is, everybody whose name begins so."""
    return called(people, name, language) or beginning(people, name, language)


def called(people: Sequence[Seat | Gone], name: str, language: Language) -> tuple[SeatId, ...]:
    """Who is called that, in full or as it is shown: cut with dots, a computer with the word for what it is."""
    wanted = folded(clean(name))
    return tuple(one.id for one in people if wanted and wanted in names_of(one, language))


def beginning(people: Sequence[Seat | Gone], name: str, language: Language) -> tuple[SeatId, ...]:
    """Everybody whose name begins so."""
    wanted = folded(clean(name))
    return tuple(
        one.id for one in people if wanted and any(each.startswith(wanted) for each in names_of(one, language))
    )


def names_of(one: Seat | Gone, language: Language) -> set[str]:
    """What somebody is called, folded."""
    return {folded(clean(each)) for each in (one.name, shown(one.name, one.id, language))}
