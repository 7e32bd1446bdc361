"""Habits and absences: how a player lives, and when their turns are passed at once."""

from datetime import time, timedelta

import pytest

from pbm.rules.clock import Alarm, alarms, sleeps
from pbm.rules.commands import ComeBack, EndAbsences, ExpireTurn, GoAway, Join, Leave, Resume, SetHabits, TakeBack
from pbm.rules.events import (
    CameBack,
    DeadlineMoved,
    GamePaused,
    HabitsSet,
    TurnPassed,
    WentAway,
)
from pbm.rules.game import Rules, Settings, Status
from pbm.rules.habits import Habits, Quiet
from pbm.rules.refusals import AwayTooLong, BadHabits, MomentPassed, NotAtTable, NotAway, NotBegun, NothingChanges
from tests.builders import (
    NOON,
    a_game,
    a_lobby,
    after,
    ann,
    ben,
    cards,
    carla,
    deniz,
    doubts,
    only,
    places,
    played,
    refused,
    time_is_up,
)

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
IN_BERLIN = Habits(zone="Europe/Berlin")  # noon in UTC is one in the afternoon there


def away(seat: str, days: int = 5) -> GoAway:
    """That player goes away for so many days."""
    return GoAway(seat=seat, until=NOON + days * DAY)


everybody_goes_away = (away(ann), away(ben), away(carla))


# Habits


def test_quiet_hours_hold_once_a_zone_is_set() -> None:
    """From ten in the evening to eight in the morning, unless they are chosen otherwise or not wanted."""
    assert Habits().night is None
    assert IN_BERLIN.night == Quiet(begins=time(22), ends=time(8))
    assert Habits(zone="Europe/Berlin", quiet=None).night is None


@pytest.mark.parametrize("name", ["Berlin", "", "Europe", "../etc/passwd", "/etc/localtime", "UTC\0", "\ud800"])
def test_a_zone_is_one_that_there_is(name: str) -> None:
    """A name of no zone, of a folder, of a file elsewhere."""
    assert refused(a_game(), SetHabits(seat=ann, habits=Habits(zone=name))) == BadHabits(field="zone")


@pytest.mark.parametrize(("begins", "ends"), [(time(22), time(22)), (time(8), time(20, 1))])
def test_quiet_hours_leave_half_a_day(begins: time, ends: time) -> None:
    """Twelve hours are the most, and none at all are said otherwise."""
    quiet = Quiet(begins=begins, ends=ends)

    assert refused(a_game(), SetHabits(seat=ann, habits=Habits(quiet=quiet))) == BadHabits(field="quiet")


def test_habits_are_kept_with_the_seat_also_before_the_start() -> None:
    """And when somebody comes back after having left."""
    lobby = after(a_lobby(ann, ben), SetHabits(seat=ben, habits=IN_BERLIN))
    game = after(a_game(), SetHabits(seat=ben, habits=IN_BERLIN), Leave(seat=ben), Join(seat=ben, name="Ben"))

    assert lobby.sitting(ben).habits == game.sitting(ben).habits == IN_BERLIN


def test_setting_the_same_habits_changes_nothing() -> None:
    """And somebody who does not play has none here."""
    assert refused(a_game(), SetHabits(seat=ann, habits=Habits())) == NothingChanges()
    assert refused(a_game(), SetHabits(seat=deniz, habits=IN_BERLIN)) == NotAtTable()


def test_a_night_begun_to_count_moves_the_running_deadline() -> None:
    """Ann's day would end at noon; by the nights of Berlin it has nine hours, fourteen, and one the day after."""
    set_ = played(a_game(), SetHabits(seat=ann, habits=IN_BERLIN), now=NOON + HOUR)

    assert set_.events[0] == HabitsSet(seat=ann, habits=IN_BERLIN, at=NOON + HOUR)
    assert only(DeadlineMoved, set_.events).due == set_.game.due == NOON + DAY + 20 * HOUR


def test_habits_never_shorten_a_deadline() -> None:
    """Back to no quiet hours, and what was given stays; however often they are changed, it does not grow."""
    game = after(a_game(), SetHabits(seat=ann, habits=IN_BERLIN))
    due = game.due

    game = after(game, SetHabits(seat=ann, habits=Habits()), SetHabits(seat=ann, habits=IN_BERLIN))

    assert game.due == due


def test_habits_of_others_leave_the_running_turn_alone() -> None:
    """Ben sleeps, and Ann's turn runs on."""
    set_ = played(a_game(), SetHabits(seat=ben, habits=IN_BERLIN))

    assert len(set_.events) == 1
    assert set_.game.due == NOON + DAY


def test_new_habits_bring_no_reminder_again_for_the_same_deadline() -> None:
    """Half of the time is gone and said; without reminders and with them again only the last one is to come."""
    on, off = Habits(), Habits(reminders=False)
    silent = after(a_game(), SetHabits(seat=ann, habits=off), now=NOON + 13 * HOUR)
    game = after(silent, SetHabits(seat=ann, habits=on), now=NOON + 14 * HOUR)

    assert [one.kind for one in alarms(silent)] == ["due"]
    assert [one.kind for one in alarms(game)] == ["eighth", "due"]


def test_somebody_sleeps_in_their_own_night() -> None:
    """At ten in the evening of Berlin, which is nine by UTC."""
    seat = after(a_game(), SetHabits(seat=ann, habits=IN_BERLIN)).sitting(ann)

    assert not sleeps(seat, NOON + 9 * HOUR - timedelta(seconds=1))
    assert sleeps(seat, NOON + 9 * HOUR)
    assert not sleeps(a_game().sitting(ann), NOON + 12 * HOUR)


# Absences


def test_the_turns_of_whoever_is_away_pass_at_once() -> None:
    """Ann places, Ben is away, it is Carla's turn; that is no turn Ben has missed, but one that RULES 9.5 counts."""
    game = after(a_game(), away(ben))

    placed = played(game, places(ann, "1000", 1))

    assert [one.kind for one in placed.events] == ["card placed", "turn passed", "turn began"]
    assert placed.events[1] == TurnPassed(seat=ben, absent=True)
    assert (placed.game.on_turn, placed.game.idle, placed.game.sitting(ben).missed) == (carla, (ben,), 0)


def test_the_running_turn_is_still_theirs() -> None:
    """Ann goes away in her turn: she may place; the turn after that is passed."""
    game = after(a_game({ann: cards(1000, 1010, 1020, 1030), ben: cards(1100, 1110)}), away(ann))

    assert game.on_turn == ann
    game = after(game, places(ann, "1000", 1), places(ben, "1100", 1))
    assert game.on_turn == ben


def test_nobody_is_retired_for_an_absence() -> None:
    """RULES 9.2: Ben missed one turn; passed for his absence, he still has missed one."""
    game = after(a_game(missed={ben: 1}), away(ben), places(ann, "1000", 1))

    assert game.sitting(ben).missed == 1


def test_a_placing_before_an_absence_can_be_taken_back() -> None:
    """RULES 4.5: that Ben's turn passed follows from the placing, and is taken back with it."""
    begun = after(a_game(), away(ben))

    game = after(after(begun, places(ann, "1000", 1)), TakeBack(seat=ann))

    assert (game.on_turn, game.chain, game.idle) == (ann, begun.chain, ())


def test_a_round_that_an_absent_player_would_begin_is_begun_by_the_next() -> None:
    """RULES 7.2: Ann goes out and is wrong, Ben is away, Carla has the turn in the new round."""
    game = a_game({ann: cards(1600), ben: cards(1100, 1110, 1120), carla: cards(1200, 1210, 1220)})

    game = after(game, away(ben), places(ann, "1600", 1))

    assert (game.round, game.on_turn) == (2, carla)


def test_an_absence_ends_when_its_time_is_over() -> None:
    """An alarm says so; and where it is late, no turn is passed any more."""
    game = after(a_game(), away(ben, days=1))
    over = NOON + DAY

    assert Alarm("back", 1, over) in alarms(game)
    assert refused(game, EndAbsences(), now=over - HOUR) == NothingChanges()
    assert played(game, EndAbsences(), now=over + HOUR).events == (CameBack(seat=ben, at=over),)
    late = played(game, places(ann, "1000", 1), now=over + HOUR)
    assert late.events[0] == CameBack(seat=ben, at=over)
    assert late.game.on_turn == ben


def test_whoever_is_back_sooner_plays_on() -> None:
    """Ben is back before his turn."""
    game = after(a_game(), away(ben), ComeBack(seat=ben), places(ann, "1000", 1))

    assert game.on_turn == ben
    assert refused(game, ComeBack(seat=ben)) == NotAway()
    assert refused(game, ComeBack(seat=deniz)) == NotAtTable()


def test_days_away_are_counted_exactly() -> None:
    """Of fourteen days two and a half are used; eleven and a half can be had, and not a second more."""
    game = after(a_game(), away(ben))
    back = NOON + 2.5 * DAY
    game = after(game, ComeBack(seat=ben), now=back)

    too_long = GoAway(seat=ben, until=back + 11.5 * DAY + timedelta(seconds=1))
    assert refused(game, too_long, now=back) == AwayTooLong(left=11.5 * DAY, days=14)
    assert played(game, GoAway(seat=ben, until=back + 11.5 * DAY), now=back)


def test_days_away_are_not_got_back_by_leaving() -> None:
    """Ben leaves while he is away, and joins again: the two days are used."""
    game = after(after(a_game(), away(ben)), Leave(seat=ben), Join(seat=ben, name="Ben"), now=NOON + 2 * DAY)

    assert game.sitting(ben).away_used == 2 * DAY


def test_the_owner_chooses_how_many_days_there_are() -> None:
    """None at all, for a table in a hurry."""
    game = a_game(settings=Settings(away_days=0))

    assert refused(game, away(ben)) == AwayTooLong(left=timedelta(), days=0)


def test_another_moment_can_be_chosen_while_away() -> None:
    """From five days to six after one: that one is used, and counted once."""
    game = after(a_game(), away(ben))

    again = played(game, GoAway(seat=ben, until=NOON + 6 * DAY), now=NOON + DAY)

    assert again.events == (WentAway(seat=ben, at=NOON + DAY, until=NOON + 6 * DAY),)
    assert again.game.sitting(ben).away_used == DAY


def test_nobody_goes_away_into_the_past_or_from_a_table_that_waits() -> None:
    """Or from a game they are not in."""
    assert refused(a_game(), GoAway(seat=ben, until=NOON)) == MomentPassed()
    assert refused(a_lobby(ann, ben), away(ben)) == NotBegun()
    assert refused(a_game(), away(deniz)) == NotAtTable()


def test_where_everybody_is_away_the_game_pauses() -> None:
    """RULES 9.5: Ann's turn runs out, the others' pass at once; nobody waits, and nothing rings but the return."""
    game = after(a_game(), *everybody_goes_away)

    passed = played(game, ExpireTurn(), now=NOON + DAY)

    assert only(GamePaused, passed.events) == GamePaused()
    assert (passed.game.status, passed.game.due) == (Status.PAUSED, None)
    assert [one.kind for one in alarms(passed.game)] == ["back"]


def test_it_goes_on_when_somebody_comes_back() -> None:
    """Carla is back: the turns of Ann and Ben pass, and hers begins with the whole time."""
    paused = after(a_game(), *everybody_goes_away, time_is_up)

    back = played(paused, ComeBack(seat=carla), now=NOON + 2 * DAY)

    assert [one.kind for one in back.events[:2]] == ["came back", "game resumed"]
    assert (back.game.status, back.game.on_turn, back.game.due) == (Status.PLAYING, carla, NOON + 3 * DAY)


def test_it_goes_on_when_an_absence_is_over() -> None:
    """Five days after noon, all three are back by themselves."""
    paused = after(a_game(), *everybody_goes_away, time_is_up)

    game = after(paused, EndAbsences(), now=NOON + 5 * DAY)

    assert game.status is Status.PLAYING
    assert not any(one.away_until for one in game.seats)


def test_whoever_resumes_is_back() -> None:
    """Ben is away and lets the game go on: else it would pause again at once."""
    paused = after(a_game(), *everybody_goes_away, time_is_up)

    game = after(paused, Resume(seat=ben))

    assert (game.status, game.on_turn, game.sitting(ben).away_until) == (Status.PLAYING, ben, None)


def test_whoever_acts_in_the_pause_is_back() -> None:
    """RULES 9.5: the player on turn ends it by placing or doubting."""
    rules = Rules(retire_after=0)
    paused = after(a_game(rules=rules, last_placer=carla), *everybody_goes_away, time_is_up)
    on_turn = paused.on_turn
    assert on_turn is not None

    placed = after(paused, places(on_turn, paused.hand_of(on_turn)[0], 1))

    assert placed.sitting(on_turn).away_until is None
    assert placed.on_turn == on_turn, "the others are away"
    if on_turn != carla:
        assert after(paused, doubts(on_turn)).sitting(on_turn).away_until is None
