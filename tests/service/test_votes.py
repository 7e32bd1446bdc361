"""Votes that are enough once somebody has left: what more than half of those who remain wish happens at once."""

import json
from datetime import timedelta
from typing import Any

import pytest

from pbm.rules.game import Status
from pbm.rules.record import Position, record_of, replay
from tests.service.evening import GROUP, LIBRARY, Evening, a_begun_game, ann, ben, carla, deniz, places_right
from tests.service.said import told

EVA = "tg:5"
DAY = timedelta(days=1)
YEAR = 2026


@pytest.fixture
def evening() -> Evening:
    """Five have begun; it is Ann's turn."""
    evening = Evening()
    evening.names[EVA] = "Eva"
    return a_begun_game(ann, ben, carla, deniz, EVA, evening=evening, settings=("cards 6", "series things"))


def four_and_two_votes(evening: Evening, line: str) -> None:
    """Eva has left; Ben and Carla vote, which is two of three."""
    evening.in_group(EVA, "/leave yes")
    evening.in_group(ben, line)
    evening.in_group(carla, line)


def record(evening: Evening) -> dict[str, Any]:
    """The record of the game so far, which must play to where the game is."""
    written = record_of(evening.store.events(evening.game.id), LIBRARY.dates)
    played = replay(json.dumps(written).encode(), YEAR)
    assert isinstance(played, Position)
    hands = {evening.game.name_of(one.id): list(one.hand) for one in evening.game.seats}
    facts = played.facts()
    assert (facts["status"], facts["hands"]) == (evening.game.status.value, hands)
    return written


def test_a_pause_begins_when_somebody_leaves_and_the_votes_are_enough(evening: Evening) -> None:
    """Two of three become two of two: nobody has to vote again, and whoever can go on by a button has one."""
    four_and_two_votes(evening, "/pause")
    assert evening.game.due is not None
    evening.says(deniz, "/leave yes")

    assert evening.game.status is Status.PAUSED
    (said,) = told(evening, GROUP)
    assert said.startswith("Deniz leaves the game; the hand (6 cards) goes to the used cards.")
    assert "A pause, as Ben and Carla wished" in said
    assert evening.newest(GROUP).labels == [["Go on"]]
    assert [one["do"] for one in record(evening)["moves"][-2:]] == ["leave", "pause"]


def test_a_pause_ends_when_the_one_who_is_waited_for_leaves(evening: Evening) -> None:
    """Deniz is on turn in the pause: the next one is called once, with the time of a whole turn."""
    for who in (ann, ben, carla):
        places_right(evening, who)
    evening.in_group(ann, "/pause")
    four_and_two_votes(evening, "/resume")
    evening.in_group(deniz, "/leave yes")

    assert (evening.game.status, evening.game.on_turn) == (Status.PLAYING, ann)
    assert len(told(evening, ann)) == 1
    assert "your turn, 24 hours" in told(evening, ann)[0]
    assert "On we go." in told(evening, GROUP)[0]
    assert [one["do"] for one in record(evening)["moves"][-2:]] == ["leave", "resume"]


def test_somebody_is_taken_out_when_another_leaves_and_the_votes_are_enough(evening: Evening) -> None:
    """Ben and Deniz want to play without Carla; with Eva gone they are more than half of the others."""
    evening.in_group(ben, "/kick Carla")
    evening.in_group(deniz, "/kick Carla")
    evening.in_group(EVA, "/leave yes")

    assert [one.id for one in evening.game.seats] == [ann, ben, deniz]
    (said,) = told(evening, GROUP)
    assert "Eva leaves the game" in said
    assert "Carla is no longer in the game" in said
    assert told(evening, carla) == ["Sunday Table: the others play on without you. /join in the group brings you back."]
    assert record(evening)["moves"][-1] == {"player": "Deniz", "do": "kick", "whom": "Carla"}


def test_who_would_be_next_and_is_taken_out_is_not_called(evening: Evening) -> None:
    """Eva leaves on her turn; Ann would be next, and the votes against her are enough: it is Ben's turn."""
    for who in (ann, ben, carla, deniz):
        places_right(evening, who)
    evening.in_group(ben, "/kick Ann")
    evening.in_group(deniz, "/kick Ann")
    evening.in_group(EVA, "/leave yes")

    assert (evening.game.on_turn, evening.game.owner) == (ben, ben)
    assert told(evening, ann) == ["Sunday Table: the others play on without you. /join in the group brings you back."]
    assert not any(label == ["Take it back"] for one in evening.chats[ann] for label in one.labels)
    assert "your turn" in told(evening, ben)[0]
    record(evening)


def test_a_turn_that_runs_out_for_good_makes_votes_enough_too(evening: Evening) -> None:
    """Ann lets two turns in a row run out and is retired by the second; the pause that two wished begins."""
    four_and_two_votes(evening, "/pause")
    evening.time_passes(DAY)
    for who in (ben, carla, deniz):
        places_right(evening, who)
    assert evening.game.on_turn == ann
    evening.time_passes(DAY)

    assert evening.game.seat(ann) is None
    assert evening.game.status is Status.PAUSED
    assert [one["do"] for one in record(evening)["moves"][-2:]] == ["timeout", "pause"]


def test_an_older_record_plays_as_it_was_written(evening: Evening) -> None:
    """Where the wish is no move of the record, as before, leaving alone decides nothing."""
    four_and_two_votes(evening, "/pause")
    evening.says(deniz, "/leave yes")
    written = record(evening)

    played = replay(json.dumps(written | {"moves": written["moves"][:-1]}).encode(), YEAR)
    assert isinstance(played, Position)
    assert played.facts()["status"] == "playing"
