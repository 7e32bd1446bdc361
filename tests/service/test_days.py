"""Days between turns: more time, nudges, tables that nobody needs."""

from datetime import timedelta

import pytest

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
from tests.service.office import office
from tests.service.said import heard, plain, told

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


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
