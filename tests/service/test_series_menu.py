"""The menu of series: its pages, what is picked there, and what has to be asked for."""

import pytest

from pbm.rules.cards import Library
from tests.service.evening import GROUP, Evening, a_card, a_series, a_table, ann, ben


def test_the_series_are_shown_to_whoever_names_none() -> None:
    """Below, where it is seen, even while the menu is open further up; that one loses its buttons."""
    evening = a_table(ann, ben, settings=())
    evening.in_group(ann, "/settings")
    older = evening.newest(GROUP)

    evening.in_group(ann, "/settings series")

    assert evening.newest(GROUP) is not older
    assert "Which series?" in evening.newest(GROUP).text
    assert evening.newest(GROUP).labels[1] == ["Food & Drink"]
    assert older.labels == []


def many_series(language: str) -> Evening:
    """Ann's table where twenty series can be chosen, each with two cards."""
    many = [a_series(f"series-{at:02}", f"Things {at:02}", f"Dinge {at:02}") for at in range(20)]
    cards = [a_card(2 * at + n, one.id) for at, one in enumerate(many) for n in range(2)]
    return a_table(ann, ben, evening=Evening(library=Library.of(many, cards), language=language), settings=())


@pytest.mark.parametrize(
    ("language", "series", "things", "after", "before", "chosen", "page"),
    [
        ("en", "Series", "Things", "Next page", "Previous page", ": in", "Page 2 of 3: Things 08 to Things 15."),
        ("de", "Serien", "Dinge", "Nächste Seite", "Vorige Seite", ": dabei", "Seite 2 von 3: Dinge 08 bis Dinge 15."),
    ],
)
def test_many_series_stand_on_pages(
    language: str, series: str, things: str, after: str, before: str, chosen: str, page: str
) -> None:
    """Eight on each, by name; whoever picks one stays on its page, and what is picked is seen above on all of them."""
    evening = many_series(language)
    evening.in_group(ann, f"/settings {series}")
    menu = evening.newest(GROUP)
    assert [row[0] for row in menu.labels][1:9] == [f"{things} {at:02}" for at in range(8)]
    assert menu.labels[9] == [after]

    evening.presses_in_group(ann, after)
    assert page in menu.text
    assert [row[0] for row in menu.labels][:8] == [f"{things} {at:02}" for at in range(8, 16)]
    assert menu.labels[8] == [before, after]
    evening.presses_in_group(ann, f"{things} 10")
    assert menu.labels[2] == [f"{things} 10{chosen}"]

    evening.presses_in_group(ann, after)
    assert f"{things} 10" in menu.text
    assert menu.labels[4] == [before]
    evening.presses_in_group(ann, f"{things} 19")
    evening.presses_in_group(ann, before)
    evening.presses_in_group(ann, f"{things} 10{chosen}")
    assert evening.game.settings.series == ("series-19",)


def test_a_press_on_an_older_page_is_harmless() -> None:
    """It picks what it says, on the page of that; a page or a series that is not there any more picks nothing."""
    evening = many_series("en")
    evening.in_group(ann, "/settings series")
    older, pick = evening.button(GROUP, "Things 03")
    evening.presses_in_group(ann, "Next page")

    evening.presses_data(ann, pick.does, older.id, GROUP)
    assert list(evening.game.settings.series) == ["series-03"]
    assert "Page 1 of 3" in evening.newest(GROUP).text

    assert evening.presses_data(ann, pick.does.replace("-03", "-33"), older.id, GROUP) == "That is no longer here."
    game = evening.game
    evening.presses_data(ann, f"{game.id}:{game.turn}:menu:series9", older.id, GROUP)
    assert "Page 3 of 3" in evening.newest(GROUP).text
    assert list(evening.game.settings.series) == ["series-03"]
    evening.in_group(ann, "/settings series all cards 3")
    evening.in_group(ann, "/begin")
    assert "The game is on" in evening.presses_data(ann, pick.does, older.id, GROUP)
    assert not evening.game.settings.series


def test_a_series_for_adults_waits_to_be_chosen() -> None:
    """The Wild Mix is without it."""
    evening = a_table(ann, ben, settings=())
    evening.presses_in_group(ann, "Settings")
    evening.presses_in_group(ann, "Series")
    message = next(one for one in evening.chats[GROUP] if one.labels)
    assert [row[0] for row in message.labels] == [
        "Wild Mix: in",
        "Food & Drink",
        "Things",
        "Wine, Beer and Spir… (18+)",
        "Done",
        "Join",
    ]

    evening.in_group(ann, "/settings cards 3")
    evening.in_group(ann, "/begin")

    dealt = {*evening.game.stack, *evening.game.chain, *(card for seat in evening.game.seats for card in seat.hand)}
    assert {evening.library.cards[card].series for card in dealt} == {"food", "things"}


def test_each_press_picks_or_drops_a_series() -> None:
    """Of many series one press leaves one; all that are not for adults, or none, are the Wild Mix again."""
    evening = a_table(ann, ben, settings=())
    evening.presses_in_group(ann, "Settings")
    evening.presses_in_group(ann, "Series")
    for label, series in (
        ("Things", ("things",)),
        ("Wine, Beer and Spir… (18+)", ("things", "wine")),
        ("Things: in", ("wine",)),
        ("Wine, Beer and… (18+): in", ()),
        ("Things", ("things",)),
        ("Food & Drink", ()),
        ("Things", ("things",)),
        ("Wild Mix", ()),
    ):
        evening.presses_in_group(ann, label)
        assert evening.game.settings.series == series
