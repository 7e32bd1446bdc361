"""The log of a game: what each commit made happen, written down together and read again."""

from collections.abc import Iterable

from pydantic import ConfigDict, TypeAdapter

from pbm.rules.events import Event
from pbm.store.packed import packed, unpacked

EVENT: TypeAdapter[Event] = TypeAdapter(Event, config=ConfigDict(hide_input_in_errors=True))


def written(events: Iterable[Event]) -> str:
    """The events of one commit, a line of JSON each, without what is as it is by default; packed."""
    return packed("\n".join(map(_line, events)))


def together(parts: Iterable[str]) -> str:
    """What several commits made happen, as if it had been one."""
    return packed("\n".join(map(unpacked, parts)))


def lines(kept: str) -> list[str]:
    """The events of one commit, as JSON."""
    return unpacked(kept).split("\n")


def read(log: Iterable[str]) -> tuple[Event, ...]:
    """All that has happened, the first first."""
    return tuple(EVENT.validate_json(line) for kept in log for line in lines(kept))


def _line(event: Event) -> str:
    rest = event.model_dump_json(exclude_defaults=True)[1:]
    return f'{{"kind":"{event.kind}"{"" if rest == "}" else ","}{rest}'
