"""`pbm games` and `pbm export`: which games there are, and the record of one that is over (RULES 10)."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import typer
from redis import Redis

from pbm.cli.kept import Refused, kept_in, told_in_one_line
from pbm.cli.printing import counted, tell
from pbm.rules.game import Status
from pbm.rules.record import record_of
from pbm.service.ports import Unreadable
from pbm.store.connect import connect
from pbm.store.games import RedisStore
from pbm.store.shelf import RedisShelf
from pbm.views.table import Table


def list_games(data: Path | None, as_json: bool) -> None:
    """Print a line for each game: nothing that is a secret to anybody."""
    with told_in_one_line(), kept_in(data) as url, connect(url) as redis:
        tables = dict(_tables(redis))
    if not tables and not as_json:
        tell("There are no games.")
    for id, table in sorted(tables.items(), key=_urgency):
        tell(json.dumps(_facts(id, table)) if as_json else _line(id, table))


def export_game(data: Path | None, game: str) -> None:
    """Print the record of a game that is over."""
    with told_in_one_line(), kept_in(data) as url, connect(url) as redis:
        record = _record(RedisStore(redis), game)
    typer.echo(json.dumps(record))


def _record(store: RedisStore, game: str) -> dict[str, Any]:
    table = store.table(game)
    if table is None:
        raise Refused(f"There is no game {game}: pbm games lists those there are.")
    if table.game.status is not Status.OVER:
        raise Refused(f"Game {game} is not over, and its record tells every hand and date: export it afterwards.")
    if table.game.begun is None:
        raise Refused(f"Game {game} never began, so it has no record.")
    library = store.decks(table.game.decks)
    if library is None:
        raise Refused(f"The decks {table.game.decks} of game {game} are not kept any more.")
    return record_of(store.events(game), {card.id: card.date for card in library.cards.values()})


def _tables(redis: Redis) -> Iterator[tuple[str, Table | None]]:
    """All games by their id; None for one that cannot be read."""
    store = RedisStore(redis)
    for game in RedisShelf(redis, timedelta()).games():
        try:
            table = store.table(game)
        except Unreadable:
            yield game, None
            continue
        if table is not None:  # it may have gone at this moment
            yield game, table


def _urgency(found: tuple[str, Table | None]) -> tuple[bool, bool, str, str]:
    """Those that are not over first, of these the one first whose time is up first."""
    id, table = found
    due = table.game.due if table else None
    over = table is not None and table.game.status is Status.OVER
    return over, due is None, due.isoformat() if due else "", id


def _facts(id: str, table: Table | None) -> dict[str, Any]:
    if table is None:
        return {"id": id, "status": "unreadable"}
    game = table.game
    return {
        "id": id,
        "title": table.title,
        "chat": table.chat,
        "status": game.status.value,
        "players": [seat.name for seat in game.seats],
        "round": game.round,
        "turn": game.turn,
        "on_turn": game.name_of(game.on_turn) if game.on_turn else None,
        "due": game.due.isoformat() if game.due else None,
    }


def _line(id: str, table: Table | None) -> str:
    if table is None:
        return f"{id}  cannot be read: pbm doctor says why"
    game = table.game
    parts = [table.title, game.status.value, counted(len(game.seats), "player", "players")]
    if game.on_turn:
        parts.append(f"turn {game.turn}: {game.name_of(game.on_turn)}")
    if game.due:
        parts.append(f"until {game.due:%Y-%m-%d %H:%M} UTC")
    return f"{id}  {', '.join(parts)}"
