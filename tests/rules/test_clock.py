"""When a turn is due, and when to remind."""

from datetime import timedelta

from pbm.rules.clock import Alarm, alarms, time_left
from pbm.rules.commands import SetHabits, TakeBack
from pbm.rules.game import Settings
from pbm.rules.habits import Habits
from tests.builders import NOON, a_game, a_lobby, after, ann, ben, cards, carla, places, time_is_up

HOUR = timedelta(hours=1)


def test_a_turn_of_a_day_reminds_after_twelve_hours_and_three_before_the_end() -> None:
    """Half of the time gone, an eighth of it left, and the end."""
    assert alarms(a_game(turn=7)) == (
        Alarm("half", 7, NOON + 12 * HOUR),
        Alarm("eighth", 7, NOON + 21 * HOUR),
        Alarm("due", 7, NOON + 24 * HOUR),
    )


def test_the_owner_may_choose_another_time() -> None:
    """Four hours: after two, and half an hour before the end."""
    game = a_game(settings=Settings(turn_lasts=4 * HOUR))

    assert [one.at - NOON for one in alarms(game)] == [2 * HOUR, 3.5 * HOUR, 4 * HOUR]


def test_nothing_rings_before_the_start_in_a_pause_or_after_the_end() -> None:
    """Where no deadline runs there is nothing to wake up for."""
    paused = after(a_game(idle=(ben, carla)), time_is_up)
    over = after(a_game({ann: cards(1000), ben: cards(1100)}), places(ann, "1000", 1))

    assert alarms(a_lobby(ann)) == alarms(paused) == alarms(over) == ()


def test_a_card_taken_back_brings_no_reminder_that_was_given_already() -> None:
    """Taken back with two hours left: both reminders have rung in the turn before, only the end is to come."""
    game = after(a_game(), places(ann, "1000", 1), now=NOON + 22 * HOUR)

    game = after(game, TakeBack(seat=ann), now=NOON + 23 * HOUR)

    assert alarms(game) == (Alarm("due", 3, NOON + 25 * HOUR),)


def test_time_left_runs_down_to_nothing() -> None:
    """Twenty hours after four of them, nothing after thirty."""
    assert time_left(a_game(), NOON + 4 * HOUR) == 20 * HOUR
    assert time_left(a_game(), NOON + 30 * HOUR) == timedelta()


def test_in_a_pause_the_whole_turn_is_left() -> None:
    """The clock stands; whoever is on turn has all of it when the game goes on. Before the start nobody has any."""
    paused = after(a_game(idle=(ben, carla)), time_is_up)

    assert time_left(paused, NOON + 99 * HOUR) == 24 * HOUR
    assert time_left(a_lobby(ann), NOON) == timedelta()


def test_a_reminder_of_a_short_turn_waits_for_the_morning() -> None:
    """Eight hours from two at night run on while Ann sleeps until eight; half of them is said then."""
    night = NOON + 14 * HOUR
    game = a_game(settings=Settings(turn_lasts=8 * HOUR), turn_began=night, due=night + 8 * HOUR)
    game = after(game, SetHabits(seat=ann, habits=Habits(zone="UTC")), now=night)

    assert [(one.kind, one.at - night) for one in alarms(game)] == [
        ("half", 6 * HOUR),
        ("eighth", 7 * HOUR),
        ("due", 8 * HOUR),
    ]


def test_a_reminder_that_would_come_too_late_does_not_come() -> None:
    """Four hours from two at night are over before Ann wakes; and two that wait for one morning are one."""
    night = NOON + 14 * HOUR

    def kinds(lasts: timedelta) -> list[str]:
        game = a_game(settings=Settings(turn_lasts=lasts), turn_began=night, due=night + lasts)
        return [one.kind for one in alarms(after(game, SetHabits(seat=ann, habits=Habits(zone="UTC")), now=night))]

    assert kinds(4 * HOUR) == ["due"]
    assert kinds(6.5 * HOUR) == ["eighth", "due"]


def test_a_reminder_that_might_ring_in_the_night_waits_as_well() -> None:
    """An alarm rings within a minute; half a minute before ten in the evening is too late for one."""
    began = NOON + 8 * HOUR - timedelta(seconds=30)
    game = a_game(settings=Settings(turn_lasts=4 * HOUR), turn_began=began, due=began + 4 * HOUR)

    game = after(game, SetHabits(seat=ann, habits=Habits(zone="UTC")), now=began)

    assert [one.kind for one in alarms(game)] == ["due"]


def test_half_of_a_long_turn_is_half_of_its_waking_hours() -> None:
    """A day from noon, with the nights left out, is due after thirty-four hours: twelve of it are left at ten."""
    game = after(a_game(), SetHabits(seat=ann, habits=Habits(zone="UTC")))

    assert [(one.kind, (one.at - NOON) / HOUR) for one in alarms(game)] == [("half", 22), ("eighth", 31), ("due", 34)]
    assert time_left(game, NOON + 15 * HOUR) == 14 * HOUR


def test_who_wants_no_reminders_gets_none() -> None:
    """The turn is due all the same."""
    game = after(a_game(), SetHabits(seat=ann, habits=Habits(reminders=False)))

    assert [one.kind for one in alarms(game)] == ["due"]
