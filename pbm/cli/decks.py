"""`pbm decks`: the series there are, their cards, and whether something is wrong with them."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from pbm.cli.printing import counted, tell
from pbm.decks import DeckFault, folder, load, read_files
from pbm.rules.cards import Card, Library
from pbm.settings import SettingsError, read_settings

FAULTY = 1  # exit status

decks_app = typer.Typer(help="The cards: list them, read them, check them.", no_args_is_help=True)

AsJson = Annotated[bool, typer.Option("--json", help="Print a line of JSON for each.")]


@decks_app.command("list")
def list_series(as_json: AsJson = False) -> None:
    """List the series, and how many cards each has."""
    library = _library_or_exit()
    for series in library.series:
        count = len(library.of_series(series.id))
        if as_json:
            typer.echo(json.dumps({"id": series.id, "en": series.en, "de": series.de, "cards": count}))
        else:
            tell(f"{series.id}: {series.en} / {series.de}, {counted(count, 'card', 'cards')}")


@decks_app.command("cards")
def list_cards(
    series: Annotated[list[str] | None, typer.Argument(metavar="SERIES", help="Ids; none is all.")] = None,
    as_json: AsJson = False,
) -> None:
    """List cards with their backs up: nothing for somebody who still wants to play with them."""
    library = _library_or_exit()
    known = [one.id for one in library.series]
    for wanted in series or ():
        if wanted not in known:
            raise typer.BadParameter(f"there is no series {wanted}; there are {', '.join(known)}")
    for card in library.of_series(*series or ()):
        if as_json:
            typer.echo(json.dumps(_facts(card)))
        else:
            tell(f"{card.id}  {card.date.say('en')}  {card.en}")


@decks_app.command("check")
def check_files(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE", help="Decks; none is all of PBM_DECKS, or all installed.")
    ] = None,
) -> None:
    """Name every fault of decks with file, line and card, and what would be right."""
    paths = list(dict.fromkeys(files)) if files else sorted(_place().glob("*.yaml"))
    decks, faults = read_files(paths, _this_year())
    for fault in faults:
        tell(str(fault))
    if faults:
        raise typer.Exit(FAULTY)
    cards = sum(len(deck.cards) for deck in decks)
    tell(f"All is well: {counted(len(decks), 'series', 'series')}, {counted(cards, 'card', 'cards')}, no faults.")


def _library_or_exit() -> Library:
    try:
        return load(_place(), this_year=_this_year())
    except DeckFault as error:
        for fault in error.faults:
            tell(str(fault), as_error=True)
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
