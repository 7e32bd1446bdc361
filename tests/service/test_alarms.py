"""The alarms of a table at which computers sit."""

from datetime import timedelta

import pytest

from pbm.rules.game import Game, Seat, Settings, Status
from pbm.service.alarms import alarms_of, rings_at
from pbm.views.table import Table
from tests.service.evening import GROUP, NOON, ann

ADA = "pc:ada"


def a_table(turn: int, turn_lasts: timedelta, on_turn: str = ADA) -> Table:
    """Ann and a computer; the turn began at noon."""
    game = Game(
        id="g1",
        owner=ann,
        status=Status.PLAYING,
        seats=(Seat(id=ann, name="Ann"), Seat(id=ADA, name="Ada")),
        settings=Settings(turn_lasts=turn_lasts),
        turn=turn,
        on_turn=on_turn,
        turn_began=NOON,
        due=NOON + turn_lasts,
    )
    return Table(game=game, chat=GROUP, title="Family", language="en")


@pytest.mark.parametrize(("turn", "seconds"), [(4, 3), (5, 4), (7, 6)])
def test_a_computer_thinks_for_some_seconds_and_is_never_reminded(turn: int, seconds: int) -> None:
    """Not always for as long; should it never move, its turn runs out like anybody's."""
    kinds = {alarm.kind: alarm.at for alarm in alarms_of(a_table(turn, timedelta(hours=24)))}

    assert kinds == {"computer": NOON + timedelta(seconds=seconds), "due": NOON + timedelta(hours=24)}


def test_where_turns_last_seconds_a_computer_thinks_in_proportion() -> None:
    """At the slowest it takes a twelfth of its turn, so that trying things out is quick."""
    computer, _ = alarms_of(a_table(7, timedelta(seconds=24)))

    assert computer.at == NOON + timedelta(seconds=2)


@pytest.mark.parametrize("hours", [0, 1])
def test_a_computer_does_not_wait_for_a_clock_that_was_set_back(hours: int) -> None:
    """A turn that seems to have begun later than now was begun before that; deadlines stay where they were."""
    table = a_table(4, timedelta(hours=24))
    computer, due = alarms_of(table)
    now = NOON - timedelta(hours=hours)

    assert rings_at(table, computer, now) == (now if hours else NOON + timedelta(seconds=3))
    assert rings_at(table, due, now) == NOON + timedelta(hours=24)


def test_a_person_has_nothing_but_reminders_and_a_deadline() -> None:
    """Nobody moves in their place."""
    kinds = [alarm.kind for alarm in alarms_of(a_table(7, timedelta(hours=24), on_turn=ann))]

    assert kinds == ["half", "eighth", "due"]
