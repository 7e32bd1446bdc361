"""A deck: one series with its cards, read from its file; and all of them together."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from pydantic import ValidationError

from pbm.decks.balance import imbalances
from pbm.decks.cache import Cache
from pbm.decks.doubles import doubles
from pbm.decks.faults import DeckFault, Fault
from pbm.decks.judge import card_faults, series_faults
from pbm.decks.names import THE_THIRTY_ONE
from pbm.decks.page import Page, read_page
from pbm.decks.written import Complaint, WithdrawnCard, Written, WrittenCard, WrittenDeck, WrittenSeries, complaints
from pbm.rules.cards import Card, Library, Series
from pbm.rules.dates import Span, read


@dataclass(frozen=True, slots=True)
class Deck:
    """One file without a fault in itself; `lines` has the line (from 1) of every card, `withdrawn` ids too."""

    file: str
    series: Series
    cards: tuple[Card, ...]
    withdrawn: tuple[str, ...]
    lines: Mapping[str, int]


def folder() -> Path:
    """Find the decks that were installed with the game, or those of the checkout."""
    return Path(str(files("decks")))


def read_file(path: Path, this_year: int) -> Deck | tuple[Fault, ...]:
    """Read one deck strictly, or name every fault in it; dates after `this_year` are faults."""
    page = read_page(path, _shown(path))
    if not isinstance(page, Page):
        return page
    faults = tuple(_faults(page, path.stem, this_year))
    return faults or _deck(page, this_year)


def load(place: Path | None = None, *, this_year: int, cache: Path | None = None) -> Library:
    """Shelve all decks of a folder, by default the installed ones; raises DeckFault if anything is wrong in one.

    Cards told twice, a sign shared or a series out of balance are no reason not to play: `read_files` finds them. What
    was read is kept in `cache`, and read from there in a tenth of the time while neither a deck nor the reader has
    changed.
    """
    paths = paths_in(place or folder())
    read_before = Cache(cache, paths, this_year)
    if (library := read_before.kept()) is not None:
        return library
    decks, faults = _each(paths, this_year)
    if faults or (faults := [*_shared(decks, "id", "code")]):
        raise DeckFault(faults)
    library = Library.of([deck.series for deck in decks], [card for deck in decks for card in deck.cards])
    read_before.keep(library)
    return library


def paths_in(place: Path) -> list[Path]:
    """Find every deck of a folder; raises DeckFault where there is none."""
    if paths := sorted(place.glob("*.yaml")):
        return paths
    none = Fault(_shown(place), 1, "folder", "no decks there", "put files such as food.yaml into it")
    raise DeckFault([none, *misnamed(place.glob("*"))])


def misnamed(paths: Iterable[Path]) -> tuple[Fault, ...]:
    """Name every file that is a deck by all but its ending, so that no game would find it."""
    return tuple(
        Fault(_shown(path), 1, "file", "the ending is .yaml", f"rename it to {path.stem}.yaml")
        for path in sorted(paths)
        if path.suffix != ".yaml" and path.suffix.lower() in (".yml", ".yaml")
    )


def read_files(paths: Iterable[Path], this_year: int) -> tuple[tuple[Deck, ...], tuple[Fault, ...]]:
    """Read several decks: those without a fault in themselves, and every fault in and between all of them.

    One of the thirty-one series must be in balance too, once it is whole; a series of one's own may be all of one year.
    """
    decks, faults = _each(paths, this_year)
    return tuple(decks), (*faults, *_unbalanced(decks), *_between(decks))


def _each(paths: Iterable[Path], this_year: int) -> tuple[list[Deck], list[Fault]]:
    decks: list[Deck] = []
    faults: list[Fault] = []
    for path in paths:
        answer = read_file(path, this_year)
        if isinstance(answer, Deck):
            decks.append(answer)
        else:
            faults.extend(answer)
    return decks, faults


# ---- One file ----


def _faults(page: Page, stem: str, this_year: int) -> Iterator[Fault]:
    deck_complaints = [
        (place, what, instead)
        for place, what, instead in _misfits(page.content, WrittenDeck)
        if place[0] not in ("series", "cards") or len(place) < 3
    ]
    for place, what, instead in deck_complaints:
        yield Fault(page.file, page.line(*place), page.name(place), what, instead)
    series = page.content.get("series")
    code: str | None = None
    if isinstance(series, dict):
        written_code = THE_THIRTY_ONE[stem].code if stem in THE_THIRTY_ONE else series.get("code")
        code = written_code if isinstance(written_code, str) else None
        for place, what, instead in (*_misfits(series, WrittenSeries), *series_faults(series, stem)):
            yield Fault(page.file, page.line("series", *place), "series", what, instead)
    cards = page.content.get("cards")
    lines: dict[str, int] = {}
    for number, card in enumerate(cards if isinstance(cards, list) else ()):
        if not isinstance(card, dict):
            continue
        name = page.name(("cards", number))
        model = WithdrawnCard if "withdrawn" in card else WrittenCard
        for place, what, instead in (*_misfits(card, model), *card_faults(card, code, this_year)):
            yield Fault(page.file, page.line("cards", number, *place), name, what, instead)
        line = page.line("cards", number, "id")
        if isinstance(card.get("id"), str) and lines.setdefault(name, line) != line:
            instead = f"line {lines[name]} has it; a new card takes the next number"
            yield Fault(page.file, line, name, "the id is taken", instead)


def _misfits(content: object, model: type[Written]) -> list[Complaint]:
    try:
        model.model_validate(content)
    except ValidationError as error:
        return complaints(error, model)
    return []


def _deck(page: Page, this_year: int) -> Deck:
    written = WrittenDeck.model_validate(page.content)
    head = WrittenSeries.model_validate(written.series)
    series = Series(**{**head.model_dump(), "adults": head.adults == "true"})
    cards: list[Card] = []
    withdrawn: list[str] = []
    lines: dict[str, int] = {}
    for number, one in enumerate(written.cards):
        lines[one["id"].strip()] = page.line("cards", number)
        if "withdrawn" in one:
            withdrawn.append(one["id"].strip())
        else:
            cards.append(_card(WrittenCard.model_validate(one), series.id, this_year))
    return Deck(page.file, series, tuple(cards), tuple(withdrawn), lines)


def _card(written: WrittenCard, series: str, this_year: int) -> Card:
    date = read(written.date, this_year)
    assert isinstance(date, Span), "a deck with a date that is refused has a fault"
    return Card(**{**written.model_dump(), "date": date, "series": series})


def _unbalanced(decks: Sequence[Deck]) -> Iterator[Fault]:
    for deck in decks:
        if deck.series.id in THE_THIRTY_ONE:
            for what, instead in imbalances(deck.cards, had_old=not deck.series.before_1500):
                yield Fault(deck.file, 1, "series", what, instead)


# ---- Between files ----


def _between(decks: Sequence[Deck]) -> Iterator[Fault]:
    # A colour alone would tell some people nothing, so the signs differ.
    yield from _shared(decks, "id", "code", "sign")
    home = {card: deck for deck in decks for card in deck.lines}
    cards = [card for deck in decks for card in deck.cards]
    for first, second, what in doubles(cards):
        deck, other = home[second.id], home[first.id]
        place = f"{first.id} ({other.file}:{other.lines[first.id]})"
        yield Fault(deck.file, deck.lines[second.id], second.id, f"{what} as {place}", "keep one of the two")


def _shared(decks: Sequence[Deck], *marks: str) -> Iterator[Fault]:
    """Name every deck that has one of the `marks`, attributes of a series, that an earlier one has."""
    for mark in marks:
        owners: dict[object, Deck] = {}
        for deck in decks:
            owner = owners.setdefault(getattr(deck.series, mark), deck)
            if owner is not deck:
                yield Fault(deck.file, 1, "series", f"{mark} as in {owner.file}", "choose another")


def _shown(path: Path) -> str:
    """Name a path as short as it can be from here."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)
