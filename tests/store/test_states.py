"""States of every version there has been: each is read by the code as it is now, and played on."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from pbm.rules.cards import Library
from pbm.rules.evolve import evolve
from pbm.rules.game import STATE_VERSION, Game, Status
from pbm.rules.record import Position, record_of, replay
from pbm.service.ports import KeptByLaterCode
from pbm.store import keys, tables
from pbm.store.log import EVENT
from pbm.views.table import Person
from tests.service.evening import GROUP, Evening, ann, ben, places_right

STATES = Path(__file__).parent / "states"
FILES = sorted(STATES.glob("[0-9]*.json"))
LIBRARY = Library.from_json((STATES / "decks.json").read_text())

Json = dict[str, Any]


def state(name: str) -> Json:
    """What an earlier version kept."""
    read: Json = json.loads((STATES / f"{name}.json").read_text())
    return read


def an_evening_with(name: str) -> Evening:
    """The code as it is now, on what an earlier version kept."""
    evening, kept = Evening(library=LIBRARY), state(name)
    redis, game = evening.redis, kept["table"]["game"]
    evening._games = 1
    redis.set(keys.game(game["id"]), json.dumps(kept["table"]))
    redis.rpush(keys.log(game["id"]), *map(json.dumps, kept["log"]))
    for person in kept["people"]:
        redis.set(keys.person(person["address"]), json.dumps(person))
    for line, letters in kept["waiting"].items():
        redis.rpush(keys.line(line), *map(json.dumps, letters))
        redis.zadd(keys.LINES, {line: datetime.fromisoformat(letters[0]["message"]["made"]).timestamp()})
    if game["status"] != "over":
        redis.sadd(keys.OPEN_GAMES, game["id"])
        redis.set(keys.chat(kept["table"]["chat"]), game["id"])
        for seat in game["seats"]:
            redis.rpush(keys.games_of(seat["id"]), game["id"])
    evening.store.keep_decks(LIBRARY)
    evening.alarms.wind(evening.now)
    evening.now = datetime.fromisoformat(game["turn_began"] or "2026-11-30T12:00:00Z") + timedelta(minutes=1)
    return evening


def differences(kept: Any, now: Any, at: str = "") -> list[str]:
    """Where `now` says something else than `kept`; what `kept` did not know yet is none."""
    if isinstance(kept, dict) and isinstance(now, dict):
        return [one for name in kept for one in differences(kept[name], now[name], f"{at}.{name}")]
    if isinstance(kept, list) and isinstance(now, list) and len(kept) == len(now):
        return [one for n, pair in enumerate(zip(kept, now, strict=True)) for one in differences(*pair, f"{at}[{n}]")]
    return [] if kept == now else [f"{at}: {kept} is now {now}"]


def folded(name: str) -> Game:
    """The game that its log gives."""
    events = [EVENT.validate_python(event) for event in state(name)["log"]]
    game = reduce(evolve, events[1:], evolve(None, events[0]))
    return game


def test_each_version_there_has_been_has_its_states() -> None:
    """None is forgotten when the version goes up."""
    assert {int(file.name.partition("-")[0]) for file in FILES} >= set(range(1, STATE_VERSION))
    assert FILES


@pytest.mark.parametrize("name", [file.stem for file in FILES])
def test_a_state_of_an_earlier_version_is_read_as_it_was_meant(name: str) -> None:
    """All that it says is there, its log gives the same game, and its people and letters are read too."""
    kept = state(name)
    table = tables.read(json.dumps(kept["table"]))

    assert table.game.version == STATE_VERSION
    if kept["table"]["game"]["version"] == STATE_VERSION:  # else a lift has changed it, and has a test of its own
        assert differences(kept["table"], table.model_dump(mode="json")) == []
        assert differences(kept["table"]["game"], folded(name).model_dump(mode="json")) == []
    assert {Person.model_validate(one).address for one in kept["people"]}
    evening = an_evening_with(name)
    assert sum(len(letters) for letters in kept["waiting"].values()) == 0 or evening.brings()


def test_a_lobby_of_version_1_is_begun() -> None:
    """Ann begins the game at the table that she opened before the update."""
    evening = an_evening_with("1-lobby")
    evening.in_group(ann, "/settings series things")
    evening.in_group(ann, "/begin")

    assert evening.game.status is Status.PLAYING


def test_a_draft_of_version_1_is_finished() -> None:
    """Ben chose a card before the update, and its slot after it."""
    evening = an_evening_with("1-playing-with-draft")
    draft, turn = evening.table.draft, evening.game.turn
    assert draft is not None
    evening.says(ben, "/hand")
    evening.presses_data(ben, f"game1:{turn}:slot:1", evening.newest(ben).id)

    assert evening.table.draft is not None
    assert (evening.table.draft.card, evening.table.draft.slot) == (draft.card, 1)
    places_right(evening, ben)
    assert evening.game.turn > turn


def test_letters_of_version_1_arrive() -> None:
    """The doubt was kept before the update; everybody hears of it after it, and the game goes on."""
    evening = an_evening_with("1-doubted-with-letters-waiting")
    lines = state("1-doubted-with-letters-waiting")["waiting"].values()
    said = [one["message"]["text"]["text"] for line in lines for one in line if one["message"]["way"] == "say"]

    assert sorted(one.message.text.text for one in evening.brings() if one.message.way == "say") == sorted(said)
    assert [text for text in evening.texts(GROUP) if "doubts" in text]

    before, on_turn = evening.game.turn, evening.game.on_turn
    assert on_turn
    places_right(evening, on_turn)
    assert evening.game.turn > before


def test_a_pause_of_version_1_ends() -> None:
    """Everybody had let a turn run out; somebody goes on."""
    evening = an_evening_with("1-paused")
    assert evening.game.due is None
    evening.in_group(ben, "/resume")

    assert evening.game.status is Status.PLAYING
    assert evening.game.due is not None


def test_computers_of_version_1_play_on() -> None:
    """Ann plays, and the computers answer."""
    evening = an_evening_with("1-with-computers")
    before = evening.game.turn
    places_right(evening, ann)
    evening.time_passes(timedelta(minutes=1))

    assert evening.game.turn >= before + 2


def test_a_game_of_version_1_that_is_over_has_its_record() -> None:
    """It replays to the position in which it ended."""
    evening = an_evening_with("1-over")
    record = record_of(evening.store.events("game1"), {card.id: card.date for card in LIBRARY.cards.values()})
    position = replay(json.dumps(record).encode(), 2026)

    assert isinstance(position, Position)
    assert position.game.chain == evening.game.chain
    assert position.facts()["status"] == "over"


# The mechanism, with lifts made up for it


def second(state: tables.State) -> tables.State:
    """What version 2 might change: a chat that is a list of chats."""
    return {**{name: value for name, value in state.items() if name != "chat"}, "chats": [state["chat"]]}


def third(state: tables.State) -> tables.State:
    """What version 3 might change, standing on the second."""
    return {**state, "chats": [*state["chats"], "tg:7"]}


LIFTS: dict[int, Callable[[tables.State], tables.State]] = {1: second, 2: third}


def test_a_state_is_lifted_over_every_version_in_between() -> None:
    """One after the other; it says its new version, and what nobody lifts stays as it was."""
    kept = state("1-lobby")["table"]
    lifted = tables.lifted(kept, 3, LIFTS)

    assert lifted["chats"] == [kept["chat"], "tg:7"]
    assert lifted["game"] == {**kept["game"], "version": 3}


def test_a_state_of_the_present_version_is_not_lifted() -> None:
    """A lift is for those before it."""
    kept = state("1-lobby")["table"]
    now = {**kept, "game": {**kept["game"], "version": 2}}

    assert tables.lifted(now, 2, LIFTS) is now


def test_a_state_of_a_later_version_is_refused_with_its_name() -> None:
    """Nobody guesses what it means."""
    kept = state("1-lobby")["table"]
    with pytest.raises(KeptByLaterCode, match=r"game game1 was .*state version 4"):
        tables.lifted({**kept, "game": {**kept["game"], "version": 4}}, 3, LIFTS)


def test_there_is_a_lift_from_every_version_before_this_one() -> None:
    """A version that goes up without one would leave games behind."""
    assert sorted(tables.LIFTS) == list(range(1, STATE_VERSION))


def test_an_error_about_a_game_says_which() -> None:
    """The decks of a game are not there: whoever reads the log knows which game to look at."""
    evening = an_evening_with("1-playing-with-draft")
    kept = evening.redis.get(keys.game("game1"))
    assert kept is not None
    evening.redis.set(keys.game("game1"), str(kept).replace(LIBRARY.version, "lost"))

    with pytest.raises(LookupError) as error:
        evening.in_group(ann, "/players")

    assert error.value.__notes__ == ["game game1"]
