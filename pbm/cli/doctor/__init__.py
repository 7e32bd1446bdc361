"""`pbm doctor`: whether all is well, and what to do about what is not."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import typer
from redis.exceptions import RedisError

from pbm import wiring
from pbm.cli.doctor import disk, games, processes, server, telegram
from pbm.cli.doctor.finding import Finding, bad, good
from pbm.cli.kept import Refused, embedded, kept_in
from pbm.cli.printing import counted, tell
from pbm.decks import DeckFault
from pbm.rules.game import FEWEST_CARDS_DEALT, FEWEST_PLAYERS, SPARE_CARDS
from pbm.settings import SettingsError
from pbm.store.connect import RedisAway, connect
from pbm.views.messages import Address
from workers.server import ServerError, is_served

NEEDED = FEWEST_PLAYERS * FEWEST_CARDS_DEALT + SPARE_CARDS  # cards


def visit(data: Path | None, as_json: bool) -> None:
    """Print all findings, each as it is found; exit with status 1 if one is bad."""
    well = True
    for finding in _findings(data):
        tell(json.dumps(finding._asdict()) if as_json else finding.line())
        well = well and finding.verdict != "bad"
    if not well:
        raise typer.Exit(1)


def _findings(data: Path | None) -> Iterator[Finding]:
    try:
        settings = wiring.settings()
    except SettingsError as error:
        yield bad("settings", str(error))
        return
    groups: tuple[Address, ...] = ()
    folder = embedded(data)
    not_running = ""
    if folder is not None:
        yield from disk.findings(folder)
        if not is_served(folder):  # what runs on it has a server there
            not_running = "pbm run" if data is None else "pbm play"
    try:
        with kept_in(data) as url, connect(url) as redis:
            yield from server.findings(redis)
            yield from processes.findings(redis, wiring.now(), not_running)
            found = games.look(redis, wiring.now())
            groups = found.groups
            yield from found.findings
    except (RedisAway, Refused, ServerError, RedisError) as error:
        yield bad("redis", str(error), "Without it nothing is kept.")
    yield _decks()
    if data is None:  # else the games are those of the browser, without Telegram
        yield from asyncio.run(telegram.findings(settings, groups))


def _decks() -> Finding:
    try:
        library = wiring.library()
    except DeckFault as error:
        faults = counted(len(error.faults), "fault", "faults")
        return bad(
            "decks", f"{faults}, the first: {error.faults[0]}.", "No bot starts with them.", "See pbm decks check."
        )
    what = f"{counted(len(library.series), 'series', 'series')}, {counted(len(library.cards), 'card', 'cards')}."
    if len(library.cards) < NEEDED:
        return bad(
            "decks", what, f"The smallest table needs {NEEDED}.", "Put more into the folder that PBM_DECKS names."
        )
    return good("decks", what)
