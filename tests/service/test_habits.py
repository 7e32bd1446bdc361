"""How people live: zones, quiet hours, reminders, and the buttons by which they say so."""

from datetime import UTC, datetime, time, timedelta
from importlib.resources import files

import pytest

from pbm.rules.habits import Quiet
from pbm.service.habits import zone_choice
from pbm.views import zones
from pbm.views.cities import CITIES
from pbm.views.messages import Language
from tests.service.evening import (
    GROUP,
    NOON,
    Evening,
    a_begun_game,
    ann,
    ben,
    carla,
    deniz,
    places_right,
)
from tests.service.office import OFFICE
from tests.service.said import heard, plain, told

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ENOUGH = 48  # bytes of the 64 that a button carries


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_button_of_a_zone_has_room_to_spare(language: Language) -> None:
    """It names no city where the zone is called after it, however long that is called."""
    for zone in files("tzdata").joinpath("zones").read_text("utf-8").split():
        does = zone_choice(zone, zones.city(zone, language), language).does
        assert does.endswith(zone)
        assert len(does.encode()) <= ENOUGH


@pytest.mark.parametrize(("language", "told"), [("en", "Your clock is that of"), ("de", "Für dich gilt die Zeit von")])
def test_the_button_of_a_city_means_that_city(language: Language, told: str) -> None:
    """Whoever presses it hears its name, and that of its zone."""
    evening = a_begun_game(evening=Evening(language=language))
    for city in CITIES:
        choice = zone_choice(city.zone, city.called(language), language)
        assert len(choice.does.encode()) <= ENOUGH
        evening.presses_data(ben, choice.does, 1)
        assert plain([evening.newest(ben).text])[0].startswith(f"{told} {city.called(language)} ({city.zone})")


def test_a_zone_that_is_called_after_its_city_is_told_by_it(evening: Evening) -> None:
    """Its button, which does not carry the name, says it all the same."""
    evening.says(ben, "/timezone Lisbom")
    evening.presses(ben, "Lisbon")

    assert evening.newest(ben).text.startswith("Your clock is that of Lisbon (Europe/Lisbon): Mon 12:00 there now.")


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
    assert "Quiet hours run from one hour to another, twelve hours at most" in evening.says(ben, "/ruhe 20 bis 10")[0]
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
