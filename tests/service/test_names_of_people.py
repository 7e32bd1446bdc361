"""The name of somebody in a command and on a button: whole, as it is shown, or as much as is enough."""

import pytest

from pbm.store import keys, tables
from tests.service.evening import GROUP, Evening, a_begun_game, a_table, ann, ben, carla, deniz
from tests.service.said import plain


def test_somebody_whose_name_ends_in_a_no_is_named_by_it() -> None:
    """It is their name first."""
    evening = Evening()
    evening.names[ben] = "Doctor No"
    a_begun_game(ann, ben, carla, evening=evening)

    assert "Play on without Doctor No?" in plain(evening.in_group(ann, "/kick Doctor No"))[0]
    evening.in_group(ann, "/kick Doctor No yes")
    assert evening.game.seat(ben) is None


@pytest.mark.parametrize(
    ("language", "labels"),
    [
        ("en", [["Play without Maximiliane…"], ["Maximiliane… stays"]]),
        ("de", [["Ohne Maximiliane… weiter"], ["Maximiliane… bleibt"]]),
    ],
)
def test_the_buttons_about_a_person_name_them(language: str, labels: list[list[str]]) -> None:
    """People are not removed or kept as cards are; a long name is cut, so that its row holds it."""
    evening = Evening(language=language)
    evening.names[ben] = "Maximiliane von Hohenfels"
    a_begun_game(ann, ben, carla, evening=evening)
    evening.in_group(ann, "/kick Maximiliane")

    assert [plain(row) for row in evening.newest(GROUP).labels] == labels


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("/kick", "Who? At the table: Ann, Ben, Carla and Carlos. Write /kick and the name."),
        ("/kick @", "Who? At the table: Ann, Ben, Carla and Carlos. Write /kick and the name."),
        ("/kick Zed", "Nobody here is called Zed. At the table: Ann, Ben, Carla and Carlos."),
        ("/kick Zed yes", "Nobody here is called Zed. At the table: Ann, Ben, Carla and Carlos."),
        ("/kick Car", "Several names begin like that: Carla and Carlos. Write a little more."),
        ("/kick Car yes", "Several names begin like that: Carla and Carlos. Write a little more."),
    ],
)
def test_a_name_that_is_nobodys_or_fits_several_proposes_nobody(typed: str, answer: str) -> None:
    """Else a typing error would be answered with a way to throw somebody out."""
    evening = Evening()
    evening.names[deniz] = "Carlos"
    a_begun_game(ann, ben, carla, deniz, evening=evening)

    assert plain(evening.in_group(ann, typed)) == [answer]
    assert len(evening.game.seats) == 4


def test_the_beginning_of_a_name_is_enough_where_it_fits_one() -> None:
    """To be played on without, to be kept, and to be sat down for; a whole name goes before a beginning."""
    evening = Evening()
    evening.names |= {ben: "Maximilian", carla: "Carl", deniz: "Carlos"}
    a_begun_game(ann, ben, carla, deniz, evening=evening)

    assert plain(evening.in_group(ann, "/kick max no")) == ["All right, Maximilian stays in the game."]
    evening.in_group(ann, "/kick carl yes")
    evening.in_group(ann, "/kick max yes")
    assert [one.id for one in evening.game.seats] == [ann, deniz]
    evening.says("tg:9", "/start")
    assert plain(evening.in_group("tg:9", "/takeover Zed")) == [
        "Whose place? Free now: Carl and Maximilian. Write /takeover Carl"
    ]
    evening.in_group("tg:9", "/takeover Maxi")
    assert evening.game.seat("tg:9")


@pytest.mark.parametrize(
    "typed",
    [
        "Maximiliane von Hohenfels",
        "Maximiliane von Hohenfe…",
        "maximiliane von hohenfe...",
        "\u2068Maximiliane von Hohenfe…\u2069",
    ],
)
def test_a_long_name_is_understood_in_full_and_as_it_is_shown(typed: str) -> None:
    """By every command that takes a name: a smaller hand, playing on without somebody, taking a place."""
    evening = Evening()
    evening.names[ben] = "Maximiliane von Hohenfels"
    a_table(ann, ben, carla, evening=evening)
    evening.in_group(ann, f"/settings small {typed} 3")
    assert evening.game.settings.smaller_hands == ((ben, 3),)
    evening.in_group(ann, "/begin")

    evening.in_group(ann, f"/kick {typed} yes")
    assert evening.game.seat(ben) is None
    evening.says(deniz, "/start")
    evening.in_group(deniz, f"/takeover {typed}")
    assert evening.game.seat(deniz)


def test_the_full_name_of_somebody_who_is_cut_without_dots_is_understood() -> None:
    """As seats were called once: of 24 characters, or of 23 where a blank would have been the last."""
    for full, seat in (("Maximiliane von Hohenfels", 24), ("Maximiliane vom Steinen Berg", 24)):
        evening = a_begun_game()
        called(evening, ben, full[:seat].rstrip())

        evening.in_group(ann, f"/kick {full} yes")
        assert evening.game.seat(ben) is None
        evening.says(deniz, "/start")
        evening.in_group(deniz, f"/takeover {full.upper()}")
        assert evening.game.seat(deniz)


def called(evening: Evening, who: str, name: str) -> None:
    """From now on that seat has another name, as if an older version had given it."""
    table = evening.table
    seats = tuple(one.model_copy(update={"name": name}) if one.id == who else one for one in table.game.seats)
    kept = table.model_copy(update={"game": table.game.model_copy(update={"seats": seats})})
    evening.redis.set(keys.game(table.game.id), tables.written(kept))


def test_a_full_name_that_fits_two_who_are_cut_alike_is_asked_for() -> None:
    """The first of them would else be thrown out for the other; a full name that fits one alone is theirs."""
    evening = Evening()
    evening.names |= {
        ben: "Maximiliane von Hohenfels-Anna",
        carla: "Maximiliane von Hohenfels-Berta",
        deniz: "Maximiliane von Hohenberg",
    }
    a_begun_game(ann, ben, carla, deniz, evening=evening)

    for full in (evening.names[ben], evening.names[carla]):
        assert plain(evening.in_group(ann, f"/kick {full} yes"))[0].startswith("Several names begin like that: ")
    evening.in_group(ann, "/kick Maximiliane von Hoh… (2) yes")
    assert [one.id for one in evening.game.seats] == [ann, ben, deniz]
    evening.in_group(ann, f"/kick {evening.names[deniz]} yes")
    evening.in_group(ann, f"/kick {evening.names[ben]} yes")
    assert evening.is_over()


@pytest.mark.parametrize(("name", "typed"), [("D'Artagnan", "D’Artagnan"), ("D’Artagnan", "d'artagnan")])
def test_a_name_is_understood_with_either_apostrophe(name: str, typed: str) -> None:
    """Phones write the curly one by themselves, keyboards the straight one."""
    evening = Evening()
    evening.names[ben] = name
    a_begun_game(evening=evening)

    evening.in_group(ann, f"/kick {typed} yes")
    assert evening.game.seat(ben) is None
