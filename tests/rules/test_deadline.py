"""What moves the deadline of the running turn: always away, never nearer."""

from datetime import datetime, timedelta

import pytest

from pbm.rules.clock import alarms, time_left
from pbm.rules.commands import (
    ChangeTime,
    Command,
    ExcuseOutage,
    ExpireTurn,
    ExtendTurn,
    Pause,
    PromptLost,
    Reached,
    Resume,
    SetHabits,
    StartClock,
    TakeBack,
)
from pbm.rules.events import ClockStarted, DeadlineMoved, OutageExcused, TimeChanged
from pbm.rules.game import Game, Settings
from pbm.rules.habits import Habits
from pbm.rules.refusals import (
    AlreadyExtended,
    BadSettings,
    GameIsPaused,
    NotAtTable,
    NotBegun,
    NothingChanges,
    NotTheOwner,
    NotYourTurn,
    TurnIsOver,
)
from tests.builders import (
    NOON,
    a_game,
    a_lobby,
    after,
    ann,
    ben,
    carla,
    deniz,
    only,
    places,
    played,
    refused,
    time_is_up,
)

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def due_in(game: Game, since: datetime = NOON) -> float:
    """Hours from then until the turn is due."""
    assert game.due is not None
    return (game.due - since) / HOUR


# The time per turn


def test_the_running_turn_gets_the_longer_time() -> None:
    """From one day to two, and to twelve hours for those after it."""
    longer = after(a_game(), ChangeTime(seat=ann, turn_lasts=48 * HOUR), now=NOON + 5 * HOUR)
    shorter = after(longer, ChangeTime(seat=ann, turn_lasts=12 * HOUR), now=NOON + 6 * HOUR)

    assert due_in(longer) == due_in(shorter) == 48
    assert due_in(after(shorter, places(ann, "1000", 1), now=NOON + 7 * HOUR)) == 7 + 12


def test_a_turn_that_becomes_long_rests_at_night() -> None:
    """Four hours become a day: counted from its beginning, with Ann's nights left out."""
    game = a_game(settings=Settings(turn_lasts=4 * HOUR))
    game = after(game, SetHabits(seat=ann, habits=Habits(zone="UTC")))

    changed = played(game, ChangeTime(seat=ann, turn_lasts=24 * HOUR), now=NOON + HOUR)

    assert due_in(game) == 4
    assert changed.events[0] == TimeChanged(turn_lasts=24 * HOUR)
    assert only(DeadlineMoved, changed.events).due == NOON + 34 * HOUR


def test_only_the_owner_changes_the_time_and_only_in_a_game() -> None:
    """Within the bounds there are, and to another one."""
    assert refused(a_game(), ChangeTime(seat=ben, turn_lasts=HOUR)) == NotTheOwner(owner=ann)
    assert refused(a_lobby(ann, ben), ChangeTime(seat=ann, turn_lasts=HOUR)) == NotBegun()
    assert refused(a_game(), ChangeTime(seat=ann, turn_lasts=DAY)) == NothingChanges()
    assert isinstance(refused(a_game(), ChangeTime(seat=ann, turn_lasts=73 * HOUR)), BadSettings)


def test_what_is_kept_in_a_pause_grows_with_the_time() -> None:
    """Twenty hours were left of a day; of two days it is one more."""
    paused = after(a_game(), Pause(seat=ann), now=NOON + 4 * HOUR)

    game = after(paused, ChangeTime(seat=ann, turn_lasts=48 * HOUR), Resume(seat=ann), now=NOON + 9 * HOUR)

    assert due_in(game, NOON + 9 * HOUR) == 44


# More time


def test_twelve_more_hours_are_to_be_had_once_a_turn() -> None:
    """Ann's turn ends half a day later, and reminds again."""
    moved = played(a_game(), ExtendTurn(seat=ann, turn=1), now=NOON + 20 * HOUR)

    assert due_in(moved.game) == 36
    assert [one.at for one in alarms(moved.game)] == [NOON + 24 * HOUR, NOON + 33 * HOUR, NOON + 36 * HOUR]
    assert refused(moved.game, ExtendTurn(seat=ann)) == AlreadyExtended()


@pytest.mark.parametrize(("lasts", "more"), [(1, 1), (4, 4), (12, 12), (24, 12), (72, 12)])
def test_what_is_to_be_had_more_fits_the_time_per_turn(lasts: int, more: int) -> None:
    """As long again as a turn lasts, and half a day at the most."""
    game = a_game(settings=Settings(turn_lasts=lasts * HOUR))

    assert due_in(after(game, ExtendTurn(seat=ann))) == lasts + more


def test_more_time_is_for_ones_own_running_turn() -> None:
    """Not for another's, an earlier one, one in a pause, or before the start."""
    paused = after(a_game(idle=(ben, carla)), time_is_up)

    assert refused(a_game(), ExtendTurn(seat=ben)) == NotYourTurn(on_turn=ann)
    assert refused(a_game(), ExtendTurn(seat=deniz)) == NotAtTable()
    assert refused(a_game(), ExtendTurn(seat=ann, turn=0)) == TurnIsOver()
    assert refused(paused, ExtendTurn(seat=ben)) == GameIsPaused(by=())
    assert refused(a_lobby(ann, ben), ExtendTurn(seat=ann)) == NotBegun()


def test_taking_back_brings_no_second_extension() -> None:
    """It is the same turn under a new number."""
    game = after(a_game(), ExtendTurn(seat=ann), places(ann, "1000", 1), TakeBack(seat=ann))

    assert due_in(game) == 36
    assert refused(game, ExtendTurn(seat=ann)) == AlreadyExtended()


def test_taking_back_keeps_the_time_that_counts() -> None:
    """Placed with two hours left before the night, taken back in it: two hours in the morning."""
    game = after(a_game(), SetHabits(seat=ann, habits=Habits(zone="UTC")))  # due at ten in the evening of the next day
    placed = after(game, places(ann, "1000", 1), now=NOON + 32 * HOUR)

    back = after(placed, TakeBack(seat=ann), now=NOON + 36 * HOUR)

    assert due_in(back) == 44 + 2


# Delivery


def test_the_time_of_a_turn_starts_with_its_prompt() -> None:
    """Delivered three hours late, and told twice: the second time changes nothing."""
    started = played(a_game(), StartClock(turn=1, at=NOON + 3 * HOUR), now=NOON + 4 * HOUR)

    assert started.events == (ClockStarted(turn=1, at=NOON + 3 * HOUR, due=NOON + 27 * HOUR),)
    assert refused(started.game, StartClock(turn=1, at=NOON + 5 * HOUR)) == NothingChanges()
    assert refused(started.game, StartClock(turn=0, at=NOON)) == TurnIsOver()


def test_a_prompt_never_brings_the_deadline_nearer() -> None:
    """Told of a moment before the turn began, or after twelve hours more were given."""
    early = after(a_game(), StartClock(turn=1, at=NOON - HOUR))
    given = after(a_game(), ExtendTurn(seat=ann), StartClock(turn=1, at=NOON + HOUR))

    assert due_in(early) == 24
    assert due_in(given) == 37


def test_a_prompt_that_cannot_be_delivered_gives_twice_the_time() -> None:
    """Once; and the turn runs out after that."""
    lost = after(a_game(), PromptLost(turn=1))

    assert due_in(lost) == 48
    assert refused(lost, PromptLost(turn=1)) == NothingChanges()
    assert refused(lost, PromptLost(turn=2)) == TurnIsOver()
    assert after(lost, ExpireTurn(turn=1), now=NOON + 48 * HOUR).on_turn == ben


def test_whoever_can_be_reached_again_has_the_full_time_again() -> None:
    """After forty hours: a day from then on, once. Nobody gets it who was not out of reach."""
    lost = after(a_game(), PromptLost(turn=1))

    again = after(lost, Reached(seat=ann), now=NOON + 40 * HOUR)

    assert due_in(again) == 64
    assert refused(again, Reached(seat=ann), now=NOON + 50 * HOUR) == NothingChanges()
    assert refused(a_game(), Reached(seat=ann), now=NOON + HOUR) == NothingChanges()
    assert refused(lost, Reached(seat=ben)) == NothingChanges()
    assert refused(lost, Reached(seat=deniz)) == NotAtTable()


def test_being_reached_soon_takes_nothing_away() -> None:
    """After an hour the doubled time is the longer one."""
    lost = after(a_game(), PromptLost(turn=1))

    assert due_in(after(lost, Reached(seat=ann), now=NOON + HOUR)) == 48


# Outages


def test_an_outage_is_not_counted_against_a_player() -> None:
    """Five hours, of which the turn saw three: they are given back, once."""
    outage = ExcuseOutage(since=NOON - 2 * HOUR, until=NOON + 3 * HOUR)
    excused = played(a_game(), outage, now=NOON + 3 * HOUR)

    assert only(OutageExcused, excused.events).lost == 3 * HOUR
    assert due_in(excused.game) == 27
    assert refused(excused.game, outage, now=NOON + 4 * HOUR) == NothingChanges()


def test_an_outage_at_night_takes_nothing_that_counts() -> None:
    """From eleven to seven nobody had to play."""
    game = after(a_game(), SetHabits(seat=ann, habits=Habits(zone="UTC")))

    night = ExcuseOutage(since=NOON + 11 * HOUR, until=NOON + 19 * HOUR)

    assert refused(game, night, now=NOON + 19 * HOUR) == NothingChanges()


def test_after_an_outage_over_the_deadline_what_was_left_is_left() -> None:
    """Two hours before the end the bot was gone, for ten: two hours are left, and no reminder that is past comes."""
    excused = after(a_game(), ExcuseOutage(since=NOON + 22 * HOUR, until=NOON + 32 * HOUR), now=NOON + 32 * HOUR)

    assert time_left(excused, NOON + 32 * HOUR) == 2 * HOUR
    assert [one.kind for one in alarms(excused)] == ["due"]


def test_a_prompt_that_arrives_after_an_outage_is_not_made_good_twice() -> None:
    """Gone for three hours, then delivered: a day from the delivery, not more."""
    game = after(a_game(), ExcuseOutage(since=NOON, until=NOON + 3 * HOUR), now=NOON + 3 * HOUR)

    assert due_in(after(game, StartClock(turn=1, at=NOON + 3 * HOUR), now=NOON + 3 * HOUR)) == 27


@pytest.mark.parametrize(
    "command", [StartClock(turn=2, at=NOON), PromptLost(turn=2), ExcuseOutage(since=NOON, until=NOON + HOUR)]
)
def test_in_a_pause_there_is_no_deadline_to_move(command: Command) -> None:
    """RULES 9.5: the clock stands."""
    paused = after(a_game(idle=(ben, carla)), time_is_up)

    assert refused(paused, command, now=NOON + HOUR) == NothingChanges()
