"""`pbm decks`: the series there are, their cards, and whether something is wrong with them."""

import json
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated

import typer

from pbm.cli.printing import counted, tell
from pbm.decks import DeckFault, folder, load, misnamed, paths_in, read_files
from pbm.decks.balance import WHOLE
from pbm.decks.names import THE_THIRTY_ONE
from pbm.rules.cards import Card, Library, Series
from pbm.rules.dates import Language, Span
from pbm.rules.values import CardId
from pbm.settings import SettingsError, read_settings

FAULTY = 1  # exit status
SAMPLE = 5  # cards
ALIKE = 0.65  # ids, as difflib measures it: “nope” is not meant for “europe”

decks_app = typer.Typer(help="The cards: list them, read them, check them.", no_args_is_help=True)

AsJson = Annotated[bool, typer.Option("--json", help="Print a line of JSON for each.")]


@decks_app.command("list")
def list_series(as_json: AsJson = False) -> None:
    """List the series: what each is about, how many cards it has, from when to when."""
    library = _library_or_exit()
    for series in library.series:
        cards = library.of_series(series.id)
        if as_json:
            typer.echo(json.dumps({"id": series.id, "en": series.en, "de": series.de, "cards": len(cards)}))
            continue
        adults = ", for adults" if series.adults else ""
        tell(f"{_headed(series, series.id)}{adults}, {counted(len(cards), 'card', 'cards')}{_from_to(cards)}")
        tell(f"  {series.about_en}")


@decks_app.command("cards")
def list_cards(
    series: Annotated[list[str] | None, typer.Argument(metavar="SERIES", help="Ids; none is all.")] = None,
    as_json: AsJson = False,
) -> None:
    """List cards with their backs up: nothing for somebody who still wants to play with them."""
    library = _library_or_exit()
    for card in _of_series(library, *series or ()):
        if as_json:
            typer.echo(json.dumps(_facts(card)))
        else:
            tell(f"{card.id}  {card.date.say('en')}  {card.en}")


@decks_app.command("show")
def show_card(card_id: Annotated[str, typer.Argument(metavar="CARD", help="An id, such as foo-001.")]) -> None:
    """Show both sides of one card, in both languages, and where its date can be checked."""
    library = _library_or_exit()
    card = library.cards.get(CardId(card_id.lower()))
    if card is None:
        raise typer.BadParameter(f"there is no card {card_id}; pbm decks cards lists those there are")
    series = next(one for one in library.series if one.id == card.series)
    languages: tuple[Language, ...] = ("en", "de")
    tell(_headed(series, card.id))
    for language in languages:
        back = card.back(language)
        tell(f"\n{card.front(language).text}\n  {back.date}\n  {back.note}")
    tell("")
    for source in card.sources:
        tell(f"  {source}")


@decks_app.command("sample")
def sample_series(series: Annotated[str, typer.Argument(metavar="SERIES", help="An id, such as food.")]) -> None:
    """Show a few fronts of a series, drawn afresh each time: no date is told."""
    cards = _of_series(_library_or_exit(), series)
    for card in random.sample(cards, min(SAMPLE, len(cards))):
        tell(f"{card.id}  {card.en}\n{' ' * len(card.id)}  {card.de}")
    tell("pbm decks show, with an id, turns one over.")


@decks_app.command("check")
def check_files(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE", help="Decks or folders of them; none: PBM_DECKS, or all installed."),
    ] = None,
) -> None:
    """Name every fault of decks with file, line and card, and what would be right."""
    with _faults_end_it(as_error=False):
        given = files or [_place()]
        paths = [path for one in given for path in (paths_in(one) if one.is_dir() else [one])]
    decks, faults = read_files(dict.fromkeys(paths), _this_year())
    faults = (*misnamed(path for one in given for path in (one.glob("*") if one.is_dir() else [one])), *faults)
    for fault in faults:
        tell(str(fault))
    if faults:
        raise typer.Exit(FAULTY)
    for deck in decks:
        if deck.series.id in THE_THIRTY_ONE and len(deck.cards) < WHOLE:
            tell(f"{deck.file} is begun: {len(deck.cards)} of {WHOLE} cards.")
    cards = sum(len(deck.cards) for deck in decks)
    tell(f"All is well: {counted(len(decks), 'series', 'series')}, {counted(cards, 'card', 'cards')}, no faults.")


def _of_series(library: Library, *ids: str) -> tuple[Card, ...]:
    known = [one.id for one in library.series]
    lower = [wanted.lower() for wanted in ids]
    for wanted, own in zip(ids, lower, strict=True):
        if own not in known:
            near = get_close_matches(own, known, n=1, cutoff=ALIKE)
            meant = f"{near[0]} is meant? There" if near else "there"
            raise typer.BadParameter(f"there is no series {wanted}; {meant} are {', '.join(known)}")
    return library.of_series(*lower)


def _headed(series: Series, id: str) -> str:
    """The back of the series as a terminal shows it, an id and the names; without colours the sign tells enough."""
    red, green, blue = (int(series.colour[at : at + 2], 16) for at in (1, 3, 5))
    back = typer.style(series.sign, fg=(red, green, blue), bold=True)
    return f"{back} {id}: {' / '.join(dict.fromkeys((series.en, series.de)))}"


def _from_to(cards: Sequence[Card]) -> str:
    if not cards:
        return ""
    oldest, youngest = min(card.date.first for card in cards), max(card.date.last for card in cards)
    return f", {Span(oldest, youngest).say('en')}"


def _library_or_exit() -> Library:
    with _faults_end_it(as_error=True):
        return load(_place(), this_year=_this_year())


@contextmanager
def _faults_end_it(*, as_error: bool) -> Iterator[None]:
    try:
        yield
    except DeckFault as error:
        for fault in error.faults:
            tell(str(fault), as_error=as_error)
        raise typer.Exit(FAULTY) from None


def _place() -> Path:
    """The folder that PBM_DECKS names, so that an author is told about those decks; else the installed ones."""
    try:
        return read_settings().decks or folder()
    except SettingsError as error:
        tell(str(error), as_error=True)
        raise typer.Exit(FAULTY) from None


def _facts(card: Card) -> dict[str, object]:
    return {
        "id": card.id,
        "series": card.series,
        "date": card.date.say("en"),
        "en": card.en,
        "de": card.de,
        "note_en": card.note_en,
        "note_de": card.note_de,
        "sources": card.sources,
    }


def _this_year() -> int:
    return datetime.now(UTC).year
