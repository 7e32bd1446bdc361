"""What else happens in days of a game, as moves of its record (RULES 10)."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from pbm.rules.commands import (
    Begin,
    ComeBack,
    Command,
    ExtendTurn,
    GoAway,
    Join,
    Keep,
    Kick,
    Leave,
    OpenTable,
    Pause,
    Resume,
    SetHabits,
    TakeOver,
)
from pbm.rules.events import Event, GameBegun, PlayerJoined, TableOpened
from pbm.rules.game import Game, Settings
from pbm.rules.habits import Habits
from pbm.rules.record import IllegalMove, Position, record_of, replay
from pbm.rules.refusals import GameIsPaused, HasPlayedHere, NotAway, NotInGame, Refusal, SeatNotFree
from pbm.rules.tale import tale
from pbm.rules.tale import why as why_not
from pbm.rules.turns import Course
from pbm.rules.written import BadRecord
from tests.builders import DATES, NOON, ann, as_they_lie, ben, cards, carla, deniz, places, played, time_is_up
from tests.rules import records
from tests.rules.records import THIS_YEAR, move

HANDS: Mapping[str, tuple[str, ...]] = {
    "Ann": cards(1000, 1010, 1020, 1030),
    "Ben": cards(1100, 1110, 1120, 1130),
    "Carla": cards(1200, 1210, 1220, 1230),
}
STACK = cards(1500, *range(1901, 1921))


def a_record(*moves: Any) -> dict[str, Any]:
    """Ann, Ben and Carla hold four cards each; 1500 opens the chain."""
    return {
        "cards": {card: card for card in [*STACK, *(card for hand in HANDS.values() for card in hand)]},
        "players": list(HANDS),
        "hands": HANDS,
        "stack": STACK,
        "moves": moves,
    }


def replayed(*moves: Any) -> Position | IllegalMove | BadRecord:
    """The record of these moves, played again."""
    return records.replayed(a_record(*moves))


def position(*moves: Any) -> dict[str, Any]:
    """Where the record of these moves ends."""
    return records.position(a_record(*moves))


ANN_PLACES = move("Ann", "place", card="1000", slot=1)


def test_an_absence_passes_turns_until_it_ends() -> None:
    """Ben is away: after Ann it is Carla's turn; back before she places, it is his."""
    assert position(move("Ben", "away"), ANN_PLACES)["turn"] == "Carla"
    assert position(move("Ben", "away"), move("Ben", "back"), ANN_PLACES)["turn"] == "Ben"


def test_coming_back_alone_ends_no_pause() -> None:
    """All are away and Ann's turn runs out; Ben is back, and the move after that lets the game go on."""
    paused = [*(move(name, "away") for name in HANDS), move("Ann", "timeout")]

    assert position(*paused, move("Ben", "back"))["status"] == "paused"
    on = position(*paused, move("Ben", "back"), move("Ben", "resume"))
    assert (on["status"], on["turn"]) == ("playing", "Ben")


def test_a_pause_and_going_on_are_moves_and_so_is_each_vote() -> None:
    """Of three, Ben and Carla are more than half."""
    one, two = move("Ben", "pause"), move("Carla", "pause")

    assert position(one)["status"] == "playing"
    assert position(one, two)["status"] == "paused"
    assert position(one, two, move("Ann", "resume"))["status"] == "playing"


def test_a_kick_names_whom_and_a_takeover_of_whom() -> None:
    """Ann takes Ben out, and Nora sits down in his place."""
    facts = position(move("Ann", "kick", whom="Ben"), move("Nora", "takeover", of="Ben"), ANN_PLACES)

    assert list(facts["hands"]) == ["Ann", "Nora", "Carla"]
    assert facts["turn"] == "Nora"


@pytest.mark.parametrize(
    ("moves", "refusal"),
    [
        ((move("Ann", "kick", whom="Nobody"),), NotInGame(whom="Nobody")),
        ((move("Nora", "takeover", of="Ben"),), SeatNotFree(of="Ben")),
        ((move("Ben", "leave"), move("Ben", "takeover", of="Ben")), HasPlayedHere()),
        ((move("Ben", "back"),), NotAway()),
        ((move("Ann", "pause"), ANN_PLACES), GameIsPaused(by=("Ann",))),
    ],
)
def test_an_illegal_move_is_refused_as_at_the_table(moves: tuple[Any, ...], refusal: Refusal) -> None:
    """The last one is against the rules."""
    found = replayed(*moves)

    assert isinstance(found, IllegalMove)
    assert (found.number, found.refusal) == (len(moves), refusal)


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ((move("Ben", "kick", whom="Carla "),), 'no "Carla " is in the game'),
        ((move("Ben", "keep", whom="Ann"),), "that player has no vote to take Ann out, so there is none to take back"),
        ((move("Ben", "kick", whom="Ann"),) * 2, "that player has voted for it already: 1 of 2 votes"),
    ],
)
def test_a_refused_vote_is_told_with_what_is_wrong(moves: tuple[Any, ...], told: str) -> None:
    """Whose name it is and how far the vote is; a name that is only nearly right is shown as it was written."""
    found = replayed(*moves)

    assert isinstance(found, IllegalMove)
    assert why_not(found.refusal) == told


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (move("Ann", "kick"), "move 1: whom is missing"),
        (move("Ann", "kick", whom=7), "move 1: whom is a number; it must be a text"),
        (move("Nora", "takeover"), "move 1: of is missing"),
        (move("Nora", "takeover", of=["Ben"]), "move 1: of is a list; it must be a text"),
        ({"do": "pause"}, "move 1: player is missing"),
    ],
)
def test_a_move_has_its_fields(bad: dict[str, Any], why: str) -> None:
    """Else the record is bad, and says where."""
    assert replayed(bad) == BadRecord(why)


def test_the_tale_tells_of_it() -> None:
    """A line for each thing, what follows included."""
    found = replayed(
        move("Ben", "away"),
        ANN_PLACES,
        move("Ben", "back"),
        move("Ben", "kick", whom="Carla"),
        move("Ben", "keep", whom="Carla"),
        move("Ann", "kick", whom="Carla"),
        move("Nora", "takeover", of="Carla"),
        move("Ann", "pause"),
        move("Ann", "resume"),
        move("Nora", "kick", whom="Nora"),
    )
    assert isinstance(found, IllegalMove)

    told = [line for line in tale(found) if "turn" not in line or "away" in line]

    assert told[2:] == [
        "1. Ben is away from the next turn on.",
        "2. Ann places 1000 into slot 1.",
        "   Ben is away; play passes on.",
        "3. Ben is back.",
        "4. Ben wishes that Carla is taken out: 1 of 2 votes.",
        "5. Ben no longer wishes that Carla is taken out: 0 of 2 votes.",
        "6. Carla is taken out by Ann; to the used cards: 1200, 1210, 1220, 1230.",
        "7. Nora takes over the seat of Carla and is dealt 1901, 1902, 1903, 1904.",
        "8. The game pauses, as Ann wishes.",
        "9. Ann lets the game go on.",
        "10. An illegal move: nobody takes themselves out; they leave.",
    ]


def test_computers_are_not_asked_when_a_game_is_played_again() -> None:
    """Carla is a computer: against Ann one vote is enough. A record that names somebody else is bad."""
    course = Course(None, NOON, as_they_lie, DATES)
    hands = tuple(zip((ann, ben, carla), HANDS.values(), strict=True))
    course.then(
        TableOpened(game="g1", seat=ann, name="Ann", settings=Settings()),
        PlayerJoined(seat=ben, name="Ben"),
        PlayerJoined(seat=carla, name="Carla", computer=True),
        GameBegun(decks="d1", hands=hands, stack=STACK, at=NOON),
    )
    course.begins_round(ann)
    game, events = played(course.game, Kick(seat=ben, whom=ann))

    record = record_of((*course.events, *events), DATES)

    assert record["computers"] == ["Carla"]
    again = replay(json.dumps(record).encode(), THIS_YEAR)
    assert isinstance(again, Position)
    assert [one.id for one in again.game.seats] == ["Ben", "Carla"]
    assert [one.id for one in game.seats] == [ben, carla]
    for name in ("Nobody", "Ann"):
        assert replay(json.dumps(record | {"computers": [name]}).encode(), THIS_YEAR) == BadRecord(
            f'computers: "{name}" is not among the players, or is the owner'
        )


def test_a_game_whose_owner_left_before_the_start_is_played_again() -> None:
    """A computer joined before Carla, who has the table from Ann: the record names her first, as it names an owner."""
    game: Game | None = None
    events: tuple[Event, ...] = ()
    for wish in (
        OpenTable(game="g1", seat=ann, name="Ann"),
        Join(seat=ben, name="Ben", computer=True),
        Join(seat=carla, name="Carla"),
        Leave(seat=ann),
        Begin(seat=carla, cards=cards(*range(1001, 1041)), decks="d1"),
    ):
        game, happened = played(game, wish)
        events += happened

    record = record_of(events, DATES)

    assert (record["players"], record["computers"]) == (["Carla", "Ben"], ["Ben"])
    again = replay(json.dumps(record).encode(), THIS_YEAR)
    assert isinstance(again, Position), again
    assert game is not None
    assert (again.game.on_turn, again.game.stack) == ("Carla", game.stack)


def test_a_real_game_with_all_of_it_is_written_down_and_played_again() -> None:
    """What moves only a deadline or tells of habits is no move; everything else is, and nothing that follows."""
    course = Course(None, NOON, as_they_lie, DATES)
    names = {ann: "Ann", ben: "Ben", carla: "Carla"}
    hands = tuple((seat, HANDS[name]) for seat, name in names.items())
    course.then(
        TableOpened(game="g1", seat=ann, name="Ann", settings=Settings()),
        PlayerJoined(seat=ben, name="Ben"),
        PlayerJoined(seat=carla, name="Carla"),
        GameBegun(decks="d1", hands=hands, stack=STACK, at=NOON),
    )
    course.begins_round(ann)
    game, events = course.game, course.events
    until = NOON.replace(hour=23)
    wishes: tuple[Command, ...] = (
        SetHabits(seat=ann, habits=Habits(zone="Europe/Berlin")),
        ExtendTurn(seat=ann),
        GoAway(seat=ben, until=until),
        places(ann, "1000", 1),
        Pause(seat=ben),
        Pause(seat=carla),
        Resume(seat=ann),
        Kick(seat=ben, whom=carla),
        Keep(seat=ben, whom=carla),
        Kick(seat=ann, whom=carla),
        TakeOver(seat=deniz, name="Ben", of=carla),
        GoAway(seat=ann, until=until),
        GoAway(seat=deniz, until=until),
        time_is_up,
        ComeBack(seat=deniz),
    )
    for wish in wishes:
        game, more = played(game, wish)
        events += more

    record = record_of(events, DATES)

    assert [one["do"] for one in record["moves"]] == [
        *("away", "place", "pause", "pause", "resume", "kick", "keep", "kick", "takeover", "away", "away"),
        *("timeout", "back", "resume"),
    ]
    assert record["moves"][6] == {"player": "Ben", "do": "keep", "whom": "Carla"}
    assert record["moves"][7] == {"player": "Ann", "do": "kick", "whom": "Carla"}
    assert record["moves"][8] == {"player": "Ben (2)", "do": "takeover", "of": "Carla"}
    again = replay(json.dumps(record).encode(), THIS_YEAR)
    assert isinstance(again, Position)
    assert [one.hand for one in again.game.seats] == [one.hand for one in game.seats]
    assert again.facts()["turn"] == "Ben (2)"
    assert game.on_turn == deniz
