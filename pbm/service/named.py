"""Whom a written name means."""

from collections.abc import Iterable

from pbm.rules.game import Gone, Seat
from pbm.rules.values import SeatId
from pbm.service.understand import folded
from pbm.views.messages import Language
from pbm.views.names import clean, shown


def named(people: Iterable[Seat | Gone], name: str, language: Language) -> SeatId | None:
    """Who is called that, in full or as it is shown: cut with dots, a computer with the word for what it is."""
    wanted = folded(clean(name))
    names = ((one.id, {one.name, shown(one.name, one.id, language)}) for one in people)
    return next((who for who, called in names if wanted and wanted in {folded(clean(one)) for one in called}), None)
