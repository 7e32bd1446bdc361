"""From the inside: every request kept once, every game what its log says, every record played again to the same end."""

import json
import re
import subprocess
import sys
from collections import Counter
from functools import reduce
from pathlib import Path
from typing import Any

from redis import Redis

from pbm.rules.events import CardPlaced, ChainTurnedOver, Event
from pbm.rules.evolve import evolve
from pbm.rules.game import Game, Status
from pbm.rules.record import record_of
from pbm.store import keys
from pbm.store.games import RedisStore
from pbm.store.shelf import without_cards
from tests.faults.figures import Figures
from tests.faults.outside import Letter, chat_of
from tests.faults.tap import LETTERS, REQUESTS, TURNS
from tests.faults.town import BOT
from tests.faults.world import World

RECORDS_AT_ONCE = 100
FROM_A_PERSON = re.compile(r"tg:\d+(:sorry)?")
WORD = re.compile(r"word\d+x")


def look_from_inside(world: World, figures: Figures) -> list[Letter]:
    """Look at all that is kept; gives every message there ever was."""
    redis = world.redis
    figures.turns = int(redis.get(TURNS) or 0)
    figures.kills, figures.under_way, figures.ended = world.kills, world.under_way, Counter(world.ended)
    figures.tables, figures.lines = len(world.tables), len(world.town.lines) + len(world.town.presses)
    requests = [json.loads(one) for one in redis.lrange(REQUESTS, 0, -1)]
    letters = [json.loads(one) for one in redis.lrange(LETTERS, 0, -1)]
    figures.letters = len(letters)
    for complaint in world.complaints:
        figures.complain(complaint)
    _requests_once(requests, figures)
    _lines_once(world, requests, figures)
    _presses_once(world, requests, figures)
    _games(redis, world.folder / "records", figures)
    return [Letter(one["id"], chat_of(one["to"]), one["way"], one["name"], one["text"].strip()) for one in letters]


def _requests_once(requests: list[dict[str, Any]], figures: Figures) -> None:
    for id, times in Counter(one["id"] for one in requests).items():
        if times > 1:
            figures.moves_doubled += times - 1
            figures.complain(f"the request {id} was kept {times} times")
        if id.endswith(":sorry"):
            figures.moves_lost += 1
            figures.complain(f"the request {id} was given up")


def _lines_once(world: World, requests: list[dict[str, Any]], figures: Figures) -> None:
    """Every line that somebody wrote and Telegram took has counted once."""
    written = Counter((f"tg:{line.person}", _as_heard(line.text)) for line in world.town.lines)
    heard = Counter((one["who"], one["text"]) for one in requests if "text" in one and _of_a_person(one))
    for line, times in written.items():
        if heard[line] < times:
            figures.moves_lost += times - heard[line]
            figures.complain(f"{line} was written {times} times, and counted {heard[line]} times")
        elif heard[line] > times:
            figures.moves_doubled += heard[line] - times
            figures.complain(f"{line} was written {times} times, and counted {heard[line]} times")


def _of_a_person(request: dict[str, Any]) -> bool:
    """Whether it is what they wrote or pressed themselves, not something that followed from it."""
    return FROM_A_PERSON.fullmatch(request["id"]) is not None


def _as_heard(text: str) -> str:
    """A command does not say any more whose it is."""
    return text.replace(f"@{BOT}", "", 1) if text.startswith("/") else text


def _presses_once(world: World, requests: list[dict[str, Any]], figures: Figures) -> None:
    """A press that was answered has counted, and no press has counted twice."""
    pressed = Counter((f"tg:{one.person}", one.does) for one in world.town.presses)
    answered = Counter((f"tg:{one.person}", one.does) for one in world.town.presses if one.answered)
    kept = Counter((one["who"], one["does"]) for one in requests if "does" in one and _of_a_person(one))
    for press in pressed:
        if kept[press] < answered[press]:
            figures.moves_lost += answered[press] - kept[press]
            figures.complain(f"{press} was answered {answered[press]} times, and counted {kept[press]} times")
        if kept[press] > pressed[press]:
            figures.moves_doubled += kept[press] - pressed[press]
            figures.complain(f"{press} was pressed {pressed[press]} times, and counted {kept[press]} times")


def _games(redis: Redis, folder: Path, figures: Figures) -> None:
    store = RedisStore(redis)
    games = sorted(str(key).removeprefix(keys.game("")) for key in redis.scan_iter(keys.game("*")))
    figures.games = len(games)
    folder.mkdir()
    expected: dict[str, dict[str, Any]] = {}
    for id in games:
        table, events = store.table(id), store.events(id)
        assert table is not None
        game: Game | None = reduce(evolve, events, None)
        assert game is not None
        # The clock takes the cards of a game that is over away when it gets there.
        if table.game not in (game, *([without_cards(game)] if game.status is Status.OVER else [])):
            figures.moves_lost += 1
            figures.complain(f"game {id} is not what its log says")
        _words_once(id, events, figures)
        library = store.decks(table.game.decks) if table.game.begun else None
        if library is not None:
            dates = {card.id: card.date for card in library.cards.values()}
            record = record_of(events, dates)
            (folder / f"{id}.json").write_text(json.dumps(record))
            expected[id] = _position(game)
    _replay(folder, expected, figures)


def _words_once(id: str, events: tuple[Event, ...], figures: Figures) -> None:
    said = Counter(
        word for event in events if isinstance(event, CardPlaced | ChainTurnedOver) for word in WORD.findall(event.says)
    )
    for word, times in said.items():
        if times > 1:
            figures.moves_doubled += times - 1
            figures.complain(f"game {id}: the move {word} counted {times} times")


def _position(game: Game) -> dict[str, Any]:
    """What a record knows of a game, but for the names."""
    return {
        "status": game.status.value,
        "round": game.round,
        "direction": game.direction,
        "chain": list(game.chain),
        "hands": sorted(list(seat.hand) for seat in game.seats),
        "stack": list(game.stack),
        "used": list(game.used),
    }


def _replay(folder: Path, expected: dict[str, dict[str, Any]], figures: Figures) -> None:
    """By the command itself, as anybody could."""
    ids = sorted(expected)
    for at in range(0, len(ids), RECORDS_AT_ONCE):
        some = ids[at : at + RECORDS_AT_ONCE]
        files = [str(folder / f"{id}.json") for id in some]
        command = [sys.executable, "-m", "pbm.cli", "replay", "--json", *files]
        told = subprocess.run(command, capture_output=True, text=True, check=False)
        for id, line in zip(some, told.stdout.splitlines(), strict=True):
            replayed = json.loads(line)
            if "hands" in replayed:
                replayed["hands"] = sorted(replayed["hands"].values())
            if any(replayed.get(name) != value for name, value in expected[id].items()):
                figures.moves_lost += 1
                figures.complain(f"game {id}, replayed, is {line[:200]}")
