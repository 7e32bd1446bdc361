"""Days between turns: zones and quiet hours, being away, more time, nudges, tables that nobody needs."""

from datetime import UTC, datetime, time, timedelta

import pytest

from pbm.rules.habits import Quiet
from pbm.service.requests import Undelivered
from tests.service.evening import (
    GROUP,
    NOON,
    Evening,
    NoAdmins,
    a_begun_game,
    a_table,
    ann,
    ben,
    carla,
    deniz,
    places_right,
)
from tests.service.test_moves import plain
from tests.service.test_time import heard

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
OFFICE = "tg:-200"


def told(evening: Evening, chat: str) -> list[str]:
    """What the last request said in a chat."""
    return heard(evening.brought, chat)


# Zones, quiet hours, reminders


def test_a_city_sets_the_zone_at_every_table_and_moments_stand_in_it(evening: Evening) -> None:
    """Nights are quiet from then on, the running turn lasts as much longer, and the group keeps UTC."""
    evening.says(ann, "/timezone Berlin")

    assert told(evening, ann) == [
        "Your clock is that of Berlin (Europe/Berlin): Mon 13:00 there now. Another one: /timezone Lisbon\n"
        "From 22:00 to 8:00 it is quiet from now on: no reminder comes, and the clock of a turn of 12 hours or more "
        "stops. /quiet changes that.\n"
        "Sunday Table: your turn runs until Wed 9:00 now."
    ]
    assert told(evening, GROUP) == ["Ann’s turn runs until Wed 8:00 UTC now: nights do not count."]
    assert evening.game.sitting(ann).habits.zone == "Europe/Berlin"
    evening.says(ann, "hand")
    assert evening.newest(ann).text.startswith("Sunday Table: your turn, 44 hours, until Wed 9:00.\n")


def test_a_country_with_several_zones_is_asked_about(evening: Evening) -> None:
    """One button each; a press on one sets it."""
    evening.says(ben, "/zeitzone China")
    assert evening.newest(ben).labels == [["Shanghai", "Ürümqi"]]
    evening.presses(ben, "Ürümqi")

    assert evening.game.sitting(ben).habits.zone == "Asia/Urumqi"
    assert told(evening, GROUP) == []


def test_a_large_city_is_known_by_its_own_name(evening: Evening) -> None:
    """No other is taken for it; one that is nearly right is asked by name, and is theirs once pressed."""
    assert plain(evening.says(ben, "/timezone Bern"))[0].startswith("Your clock is that of Bern (Europe/Zurich): Mon")
    assert plain(evening.says(ben, "/zeitzone Munchn")) == ["Do you mean Munich?"]
    assert evening.game.sitting(ben).habits.zone == "Europe/Zurich"
    evening.presses(ben, "Munich")
    assert evening.newest(ben).text.startswith("Your clock is that of Munich (Europe/Berlin): Mon")

    assert evening.game.sitting(ben).habits.zone == "Europe/Berlin"


@pytest.mark.parametrize("offset", ["+5:30", "UTC+2", "gmt -3", "+0530"])
def test_an_offset_is_no_place(evening: Evening, offset: str) -> None:
    """It does not tell when it is summer time; a city does."""
    assert plain(evening.says(ben, f"/timezone {offset}")) == [
        f"{offset} alone does not tell me when it is summer time. A large city that shares your clock does: "
        "/timezone Lisbon, say."
    ]
    assert evening.game.sitting(ben).habits.zone is None


def test_an_unknown_place_gets_an_example(evening: Evening) -> None:
    """And nothing is set; nor is it by the command alone, or by a forged button."""
    assert plain(evening.says(ben, "/timezone Xanadu")) == [
        "I do not know that place. A larger city in the same zone or a country will do: /timezone Berlin, say."
    ]
    assert "No time zone is set" in evening.says(ben, "/timezone")[0]
    evening.presses_data(ben, "*:0:zone:Europe/Atlantis", 1)

    assert evening.game.sitting(ben).habits.zone is None


def test_quiet_hours_are_what_is_written_and_count_once_a_zone_is_known(evening: Evening) -> None:
    """Half hours too; none; never more than twelve hours."""
    assert "once I know your time zone" in evening.says(ben, "/quiet 23:30-7")[0]
    assert evening.game.sitting(ben).habits.quiet == Quiet(begins=time(23, 30), ends=time(7))
    evening.says(ben, "/timezone Europe/Berlin")
    assert evening.says(ben, "/quiet")[0].startswith("Quiet hours: 23:30 to 7:00.")
    assert "so there is no 25 among them" in evening.says(ben, "/quiet 25-8")[0]
    assert "last twelve hours at most" in evening.says(ben, "/ruhe 20 bis 10")[0]
    assert evening.says(ben, "/ruhe aus")[0].startswith("Quiet hours: none")

    assert evening.game.sitting(ben).habits.quiet is None


def test_who_sits_down_later_brings_their_habits() -> None:
    """At a table that opens, by joining it, by joining late, and at a table of another group."""
    evening = Evening()
    evening.says(ann, "/timezone Lisbon")
    evening.says(ben, "/timezone Wien")
    evening.says(deniz, "/reminders off")
    a_begun_game(evening=evening)
    evening.in_group(deniz, "/join")

    zones = {one.id: one.habits.zone for one in evening.game.seats}
    assert zones == {ann: "Europe/Lisbon", ben: "Europe/Vienna", carla: None, deniz: None}
    assert not evening.game.sitting(deniz).habits.reminders


def test_reminders_off_leave_the_prompt_and_the_end_of_the_turn(evening: Evening) -> None:
    """Nothing rings in between; with them on again, the later one comes."""
    evening.says(ann, "/erinnerungen aus")
    assert heard(evening.time_passes(12 * HOUR), ann) == []
    evening.says(ann, "/reminders on")

    assert len(heard(evening.time_passes(11 * HOUR), ann)) == 1


def test_a_prompt_in_quiet_hours_comes_silently(evening: Evening) -> None:
    """It is night in Auckland when Ann plays; the reminder in the morning rings."""
    evening.says(ben, "/timezone Auckland")
    places_right(evening, ann)

    assert evening.newest(ben).text.startswith("Sunday Table: your turn")
    assert not evening.newest(ben).rang
    reminded = [one for one in evening.time_passes(2 * DAY) if one.message.to == ben and one.message.rings]
    auckland = [one.message.made.astimezone(evening.game.sitting(ben).habits.place).hour for one in reminded]
    assert auckland
    assert all(8 <= hour < 22 for hour in auckland)


def test_a_reminder_that_comes_late_waits_for_the_morning(evening: Evening) -> None:
    """Nothing rang for hours; when it rings again it is night for Ann."""
    evening.says(ann, "/timezone Berlin")
    at = next(alarm.at for _, alarm in evening.alarms.due(NOON + 9 * DAY, 9) if alarm.kind == "half")
    evening.now = datetime(2026, 12, 1, 22, tzinfo=UTC)
    assert at < evening.now
    assert evening.rings("half") == []
    evening.now = datetime(2026, 12, 2, 5, tzinfo=UTC)
    assert evening.rings("half") == []
    evening.now = datetime(2026, 12, 2, 7, tzinfo=UTC) - timedelta(minutes=1)

    assert evening.rings("half") == []


def test_in_a_group_how_somebody_lives_is_not_spoken_of(evening: Evening) -> None:
    """The way leads to the private chat, with a table and without one."""
    for chat in (GROUP, OFFICE):
        assert plain(evening.says(ben, "/timezone Berlin", chat)) == [
            "That stays between us: write it in our private chat."
        ]
        assert evening.newest(chat).labels == [["Open private chat"]]
    assert evening.game.sitting(ben).habits.zone is None


# Being away


def test_who_is_away_is_passed_by_and_told_of_once(evening: Evening) -> None:
    """Carla is on turn after Ann at once, the list says until when, and nothing counts against Ben."""
    evening.in_group(ben, "/away until Friday")
    assert told(evening, GROUP) == [
        "Ben is away until Fri 0:00 UTC. Until then play passes Ben by at once, and it costs nothing."
    ]
    places_right(evening, ann)

    assert evening.game.on_turn == carla
    assert "Ben is away; play passes on." in plain(told(evening, GROUP))[0]
    assert heard(evening.brought, ben) == []
    evening.in_group(ann, "/players")
    assert "Ben, 4 cards: away until Fri 0:00 UTC" in plain(told(evening, GROUP))[0]
    assert evening.game.sitting(ben).missed == 0


def test_an_absence_ends_by_itself_and_both_are_told(evening: Evening) -> None:
    """In the group in three words, and Ben in private, silently."""
    evening.in_group(ben, "/weg 1 Tag")
    letters = evening.time_passes(DAY)

    assert "Ben is back." in plain(heard(letters, GROUP))[0]
    assert "Sunday Table: your days away are over, and you are playing again." in plain(heard(letters, ben))
    assert evening.game.sitting(ben).away_until is None


def test_away_in_private_is_for_all_games(evening: Evening) -> None:
    """Both groups are told, and Ben reads which they are; the turn that runs is still his."""
    office(evening, ben, carla)
    evening.says(ben, "/away 5d")

    assert plain(told(evening, ben)) == [
        "You are away until Sat 12:00 UTC: Sunday Table and Office. From your next turn on play passes you by at once, "
        "and it costs you nothing. /back ends it.\nThe turn that runs now is still yours."
    ]
    assert len(told(evening, GROUP)) == len(told(evening, OFFICE)) == 1
    evening.says(ben, "/da")
    assert plain(told(evening, ben)) == ["Good to have you back: Sunday Table and Office."]
    assert told(evening, GROUP) == told(evening, OFFICE) == ["Ben is back."]


def test_a_request_about_all_games_that_comes_again_changes_nothing(evening: Evening) -> None:
    """Also where it came only half way before: the other game is told, this one not again."""
    office(evening, ben, carla)
    evening.says(ben, "/away 5d", id="again")
    first = evening.game.sitting(ben).away_until
    evening.now += HOUR
    for key in ("again", "again:game2"):
        evening.redis.delete(f"pbm:requests:{key}")
    evening.says(ben, "/away 5d", id="again")

    assert told(evening, GROUP) == []
    assert len(told(evening, OFFICE)) == 1
    sunday = evening.store.table("game1")
    assert sunday is not None
    assert sunday.game.sitting(ben).away_until == first


def test_the_buttons_offer_days(evening: Evening) -> None:
    """In private, from a reminder; in the group they are for whoever asked."""
    evening.time_passes(12 * HOUR)
    assert evening.newest(ann).labels == [["Show my turn"], ["12 hours more", "I am away"]]
    evening.presses(ann, "I am away")
    evening.presses(ann, "3 days")
    assert evening.game.sitting(ann).away_until == evening.now + 3 * DAY

    evening.in_group(ben, "/away")
    assert plain([evening.presses_in_group(carla, "7 days")]) == ["This button is for Ben."]
    evening.presses_in_group(ben, "7 days")
    assert evening.game.sitting(ben).away_until == evening.now + 7 * DAY


def test_more_days_than_there_are_is_refused_with_what_is_left(evening: Evening) -> None:
    """Fourteen a game, unless the owner chose otherwise; a moment that is no moment gets examples."""
    assert plain(evening.in_group(ben, "/away 15d")) == [
        "That is too long: in this game you have 14 days away left. /away 14d, say."
    ]
    assert plain(evening.says(ben, "/away 3 weeks"))[0].startswith("Sunday Table: That is too long: in this game")
    assert plain(evening.in_group(ben, "/away 2020-01-01"))[0].startswith("That moment has passed already.")
    assert "Until when?" in evening.in_group(ben, "/away soonish")[0]
    assert plain(evening.in_group(ben, "/back")) == ["You are not away."]
    assert plain(evening.says(ben, "/back")) == ["You are not away."]


def test_away_while_away_names_the_absence_and_the_way_back(evening: Evening) -> None:
    """In private table by table, in the group for this game; then it asks as ever."""
    evening.says(ben, "/away 3d")
    stands = "Sunday Table: you are away until Thu 12:00 UTC. /back ends it; another moment takes its place.\nHow long"

    assert plain(evening.says(ben, "/away"))[0].startswith(stands)
    assert plain(evening.in_group(ben, "/away"))[0].startswith(stands)


def test_a_refused_absence_leaves_the_one_that_is_on_and_claims_nothing_else(evening: Evening) -> None:
    """In private and in the group; what is granted elsewhere is said of that game alone."""
    evening.says(ben, "/away 3d")
    until = evening.game.sitting(ben).away_until
    no = (
        "That is too long: in this game you have 14 days away left. /away 14d, say.\nYou are away until Thu 12:00 UTC, "
    )
    evening.says(ben, "/away 400d")

    assert plain(told(evening, ben)) == [f"Sunday Table: {no}as before."]
    assert told(evening, GROUP) == []
    assert plain(evening.in_group(ben, "/away 400d")) == [f"{no}as before."]
    assert evening.game.sitting(ben).away_until == until


def test_what_is_left_is_said_so_that_it_is_granted() -> None:
    """Whole days, one of them in its own form, and hours where there is no whole day; with none left no example."""
    evening = a_begun_game(settings=("away 2",))
    evening.in_group(ben, "/away 1d")
    evening.time_passes(HOUR)
    evening.in_group(ben, "/back")
    assert "you have 1 day away left. /away 1d, say." in plain(evening.in_group(ben, "/away 3d"))[0]
    evening.in_group(ben, "/away 1d")
    evening.time_passes(DAY)
    assert "you have 23 hours away left. /away 23h, say." in plain(evening.in_group(ben, "/away 1d"))[0]
    evening.in_group(ben, "/away 23h")
    evening.time_passes(DAY)
    assert plain(evening.in_group(ben, "/away 1d")) == ["Your days away in this game (2 days) are used up."]


def test_a_table_without_days_away_says_so() -> None:
    """Nothing is used up where there was nothing."""
    evening = a_table(ann, ben)
    evening.in_group(ann, "/settings away 0")
    evening.in_group(ann, "/begin")

    assert plain(evening.in_group(ben, "/away 2d"))[0] == (
        "There are no days away at this table. A turn that runs out costs no cards; should it go on without you, "
        "/join in the group brings you back."
    )


def test_a_doubter_who_is_away_sees_what_came_of_it_and_no_prompt(evening: Evening) -> None:
    """The doubt was the last thing Ben did; the round it begins goes to the next one at once."""
    places_right(evening, ann)
    evening.in_group(ben, "/away 2d")
    evening.says(ben, "doubt")

    assert evening.game.on_turn == carla
    mine = told(evening, ben)[0]
    assert mine.startswith("The chain was right. You draw 4 cards")
    assert "It is Carla’s turn." in plain([mine])[0]
    assert evening.newest(ben).choices == ()
    assert "Ben is away; play passes on." in plain([evening.newest(GROUP).text])[0]


def test_somebody_at_no_table_hears_so() -> None:
    """Away from nothing, back to nothing, nobody to nudge."""
    evening = Evening()
    for text in ("/away 2d", "/back"):
        assert plain(evening.says(ann, text)) == ["You are in no game that has begun."]
    assert "You sit at no table." in evening.says(ann, "/nudge")[0]
    a_table(evening=evening)
    assert "The game has not begun yet." in evening.in_group(ann, "/away 2d")[0]


# Time


def test_twelve_more_hours_are_had_once_and_told(evening: Evening) -> None:
    """By the button of a reminder, to whoever presses it and to the group; written as well."""
    evening.time_passes(12 * HOUR)
    assert evening.presses(ann, "12 hours more") == "12 hours more: you have until Wed 0:00 UTC."
    assert told(evening, GROUP) == ["Ann takes 12 hours more: until Wed 0:00 UTC."]
    assert plain(evening.says(ann, "mehr Zeit")) == [
        "You have had more time for this turn; it is to be had once a turn."
    ]
    places_right(evening, ann)
    assert plain(evening.says(ben, "12h")) == ["12 hours more: you have until Wed 12:00 UTC."]
    assert "it is Ben’s turn" in plain(evening.says(carla, "more time"))[0]


@pytest.mark.parametrize(
    ("language", "label", "heard", "group"),
    [
        (
            "en",
            "1 hour more",
            "1 hour more: you have until Mon 14:00 UTC.",
            "Ann takes 1 hour more: until Mon 14:00 UTC.",
        ),
        (
            "de",
            "1 Stunde mehr",
            "1 Stunde mehr: Du hast bis Mo 14:00 UTC Zeit.",
            "Ann nimmt sich 1 Stunde mehr: bis Mo 14:00 UTC.",
        ),
    ],
)
def test_where_turns_are_short_so_is_what_is_to_be_had_more(language: str, label: str, heard: str, group: str) -> None:
    """Half an hour into a turn of an hour, one more is offered; once it was taken, it is offered no more."""
    evening = a_begun_game(evening=Evening(language=language, turn_lasts=HOUR))
    evening.time_passes(HOUR / 2)

    assert evening.presses(ann, label) == heard

    assert told(evening, GROUP) == [group]
    evening.time_passes(HOUR)
    assert label not in [label for row in evening.newest(ann).labels for label in row]
    places_right(evening, ann)
    assert plain(evening.says(ben, label)) == [heard.replace("14:00", "15:30")]


def test_a_new_time_per_turn_is_told_with_what_it_means_for_the_running_turn(evening: Evening) -> None:
    """The owner's, in a running game; anything else waits."""
    evening.in_group(ann, "/settings time 48h")
    assert told(evening, GROUP) == ["Time per turn from now on: 48 hours.\nAnn’s turn runs until Wed 12:00 UTC now."]
    evening.in_group(ann, "/settings zeit 12h")
    assert told(evening, GROUP) == [
        "Time per turn from now on: 12 hours. The turn that runs now stays as it is, until Wed 12:00 UTC."
    ]
    assert "Ann looks after this table" in plain(evening.in_group(ben, "/settings time 48h"))[0]
    assert "Time per turn is one of" in evening.in_group(ann, "/settings time 5h")[0]
    assert evening.in_group(ann, "/settings weekends off")[0].startswith("The game is on: only the time per turn")


def test_weekends_and_days_away_are_settings() -> None:
    """By text in both languages, by button, and shown in the lobby where they are not as usual."""
    evening = a_table(ann, ben, settings=("wochenende frei", "away 7"))
    lobby = evening.texts(GROUP)
    assert any("The clock stops on Saturdays and Sundays\nAway in one game: 7 days at most" in one for one in lobby)
    assert evening.game.settings.weekends_off
    evening.in_group(ann, "/settings weekends on")
    assert not evening.game.settings.weekends_off
    for wrong in ("weekends maybe", "away never", "away 61"):
        assert "say." in evening.in_group(ann, f"/settings {wrong}")[0]
    evening.in_group(ann, "/settings")
    evening.presses_in_group(ann, "Days away: 7")
    evening.presses_in_group(ann, "0 days")
    assert evening.game.settings.away_days == 0


def test_one_reminder_tells_of_all_turns_that_wait(evening: Evening) -> None:
    """The most urgent first, with a button each; the other games' reminders of the next hour do not come any more."""
    evening.time_passes(HOUR / 2)
    office(evening, ann, ben)
    letters = evening.time_passes(12 * HOUR)

    (reminder,) = [one.message for one in letters if one.message.to == ann and one.message.rings]
    assert reminder.text.text == (
        "Your turn at 2 tables:\nSunday Table: 12 hours left, until Tue 12:00 UTC\n"
        "Office: 12 hours left, until Tue 12:30 UTC"
    )
    assert [[one.label for one in row] for row in reminder.choices] == [["Sunday Table"], ["Office"], ["I am away"]]
    evening.presses(ann, "Office")
    assert evening.newest(ann).text.startswith("Office: your turn")


def test_reminders_of_the_same_minute_are_one(evening: Evening) -> None:
    """Even where two workers ring them side by side, before either has laid the other's by."""
    office(evening, ann, ben)
    evening.now = NOON + 12 * HOUR
    sunday = evening.rings("half", of="game1")
    office_too = evening.rings("half", of="game2")

    assert len(heard(sunday, ann)) == 1
    assert heard(office_too, ann) == []


# Nudges, a word ahead


def test_a_nudge_is_a_private_word_once_in_four_hours(evening: Evening) -> None:
    """Whoever nudges is answered; a new turn may be nudged at once."""
    assert plain(evening.in_group(ben, "/nudge")) == ["Ann has a friendly word from me."]
    assert plain(told(evening, ann)) == [
        "Sunday Table: Ben is looking forward to your move. 24 hours left, until Tue 12:00 UTC."
    ]
    assert evening.newest(ann).rang
    assert plain(evening.says(carla, "/nudge")) == [
        "Ann has had a friendly word in this turn. The next one can go out on Mon at 16:00 UTC."
    ]
    assert told(evening, ann) == []
    evening.time_passes(4 * HOUR)
    evening.in_group(carla, "/anstupsen")
    assert len(told(evening, ann)) == 1
    places_right(evening, ann)
    evening.in_group(carla, "/nudge")
    assert len(told(evening, ben)) == 1


def test_nobody_is_nudged_who_sleeps_or_plays_or_cannot_hear(evening: Evening) -> None:
    """Each time the answer says why."""
    evening.says(ann, "/timezone Auckland")
    assert "It is quiet hours for Ann" in plain(evening.in_group(ben, "/nudge"))[0]
    evening.says(ann, "/quiet off")
    assert "It is your own turn" in evening.in_group(ann, "/nudge")[0]
    evening.asks("", Undelivered(game=evening.game.id, turn=evening.game.turn), "")
    assert "I cannot write to Ann at present." in plain(evening.in_group(ben, "/nudge"))
    evening.in_group(ann, "/pause")
    assert "The game is paused." in evening.in_group(ben, "/nudge")[0]
    assert "You are not in this game." in evening.in_group(deniz, "/nudge")[0]


def test_a_computer_is_not_nudged() -> None:
    """It moves in a moment anyhow."""
    evening = a_table(ann, ben)
    evening.in_group(ann, "/computer")
    evening.in_group(ann, "/begin")
    evening.says(ann, "1 1")
    evening.says(ben, "1 1")

    assert evening.game.on_turn == "pc:ada"
    assert "needs no nudge" in evening.in_group(ann, "/nudge")[0]
    assert evening.in_group(ann, "/kick Ada")


def test_who_wants_a_word_ahead_gets_a_silent_one(evening: Evening) -> None:
    """When the player before them begins, and no more once it is off."""
    evening.says(carla, "/vorschau an")
    places_right(evening, ann)
    assert plain(told(evening, carla)) == ["Sunday Table: Ben is on turn, and you are next."]
    assert not evening.newest(carla).rang
    evening.says(ben, "undo")
    evening.says(carla, "/ahead off")
    evening.says(ann, "undo")
    places_right(evening, ann)
    assert told(evening, carla) == []


# Tables and games that nobody needs


def test_a_table_that_nobody_begins_is_warned_and_cleared() -> None:
    """A day before, silently; then it is gone, and another can be opened."""
    evening = a_table(ann, ben)
    letters = evening.time_passes(6 * DAY)
    assert plain(heard(letters, GROUP)) == [
        "Nobody has begun this game yet. Ann begins it with /begin; else the table is cleared on Mon at 12:00 UTC."
    ]
    assert not evening.newest(GROUP).rang
    letters = evening.time_passes(DAY)
    assert "Nobody has begun this game for a week; the table is cleared." in plain(heard(letters, GROUP))[-1]
    assert evening.is_over()


def test_a_game_that_nobody_moves_in_for_a_week_is_ended_by_anybody() -> None:
    """Not a day sooner, after the question, and only by somebody who plays."""
    evening = a_begun_game(evening=Evening(admins=NoAdmins()))
    evening.time_passes(6 * DAY)
    assert "if nobody moves until" in evening.in_group(ben, "/end")[0]
    evening.time_passes(DAY)
    assert "Only Ann or a chat admin" in plain(evening.in_group(deniz, "/end"))[0]
    evening.in_group(ben, "/end")
    evening.presses_in_group(ben, "End it")

    assert evening.is_over()


def office(evening: Evening, *people: str, title: str = "Office") -> None:
    """A second table, in the office, at which these people have begun."""
    titled(evening, people[0], "/newgame", title)
    for who in people[1:]:
        titled(evening, who, "/join", title)
    titled(evening, people[0], "/settings cards 4", title)
    titled(evening, people[0], "/begin", title)


def titled(evening: Evening, who: str, text: str, title: str = "Office") -> None:
    """A line in the office."""
    before, evening.title = evening.title, title
    evening.says(who, text, OFFICE)
    evening.title = before
