"""Being away: for one table and for all, its end, and how much of it there is."""

from datetime import timedelta

from tests.service.evening import (
    GROUP,
    Evening,
    a_begun_game,
    a_table,
    ann,
    ben,
    carla,
    places_right,
)
from tests.service.office import OFFICE, office
from tests.service.said import heard, plain, told

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def test_who_is_away_is_passed_by_and_told_of_once(evening: Evening) -> None:
    """Carla is on turn after Ann at once, the list says until when, and nothing counts against Ben."""
    evening.in_group(ben, "/away until Friday")
    assert told(evening, GROUP) == ["Ben sits out until Fri 0:00 UTC, at no cost."]
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


def test_the_group_reads_that_the_turn_that_runs_stays(evening: Evening) -> None:
    """Of whoever is on turn; of the others, and while the clock is stopped, there is nothing to say."""
    still = "The turn that runs now still counts."
    evening.in_group(ben, "/away 5d")
    assert still not in plain(told(evening, GROUP))[0]
    evening.in_group(ann, "/away 5d")
    assert plain(told(evening, GROUP)) == [f"Ann sits out until Sat 12:00 UTC, at no cost. {still}"]
    for typed in ("/back", "/pause", "/away 5d"):
        evening.in_group(ann, typed)
    assert plain(told(evening, GROUP)) == ["Ann sits out until Sat 12:00 UTC, at no cost."]


def test_more_days_than_there_are_is_refused_with_what_is_left(evening: Evening) -> None:
    """Fourteen a game, unless the owner chose otherwise; a moment that is no moment gets examples."""
    assert plain(evening.in_group(ben, "/away 15d")) == [
        "That is too long: in this game you have 14 days away left. /away 14 days, say."
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
        "That is too long: in this game you have 14 days away left. /away 14 days, say.\n"
        "You are away until Thu 12:00 UTC, "
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
    assert "you have 1 day away left. /away 1 day, say." in plain(evening.in_group(ben, "/away 3d"))[0]
    evening.in_group(ben, "/away 1d")
    evening.time_passes(DAY)
    assert "you have 23 hours away left. /away 23 hours, say." in plain(evening.in_group(ben, "/away 1d"))[0]
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
