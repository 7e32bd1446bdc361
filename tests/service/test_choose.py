"""What the owner chooses for a table: by commands, by buttons, and what is refused."""

import pytest

from pbm.rules.cards import Library
from tests.service.evening import GROUP, LIBRARY, Evening, a_begun_game, a_table, ann, ben
from tests.service.said import lobby, plain


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("cards 7", "Cards each: 7"),
        ("karten 5", "Cards each: 5"),
        ("Cards: 7", "Cards each: 7"),
        ("time 12h", "Time per turn: 12 hours"),
        ("zeit 48 Stunden", "Time per turn: 48 hours"),
        ("time 1", "Time per turn: 1 hour"),
        ("series food", "Series: Food & Drink"),
        ("series food & drink, things", "Series: Food & Drink and Things"),
        ("serien Essen & Trinken und Dinge", "Series: Food & Drink and Things"),
        ("series wine, beer and spirits", "Series: Wine, Beer and Spirits (18+)"),
        ("series all", "Series: the Wild Mix, a bit of everything"),
        ("short", "Short rules: a wrong doubt draws 2, a wrong chain 3"),
        ("kurz", "Short rules: a wrong doubt draws 2, a wrong chain 3"),
        ("retire 3", "Retired after 3 turns run out in a row"),
        ("ausscheiden nie", "Nobody is retired (for friends)"),
        ("closed", "Nobody joins after the start"),
        ("small Ben 5", "Cards each: 9; Ben 5"),
        ("klein ben 5", "Cards each: 9; Ben 5"),
        ("cards 7 time 12h", "Cards each: 7"),
        ("cards 7 time 12h", "Time per turn: 12 hours"),
        ("cards 7 · series food · retire 3", "Retired after 3 turns run out in a row"),
    ],
)
def test_each_choice_can_be_typed(typed: str, line: str) -> None:
    """In both languages; the lobby shows it."""
    evening = a_table(ann, ben, settings=())

    (answer,) = plain(evening.in_group(ann, f"/settings {typed}"))

    assert answer.startswith("Noted. ")
    assert line in answer.removeprefix("Noted. ").removesuffix(".").split(" · ")
    assert line in lobby(evening).splitlines()


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("cards 7", "Noted. Cards each: 7."),
        ("time 12h", "Noted. Time per turn: 12 hours."),
        ("cards 7 time 12h small Ben 5", "Noted. Cards each: 7; Ben 5 · Time per turn: 12 hours."),
        ("series wine", "Noted. Series: Wine, Beer and Spirits (18+)."),
        ("full", "Noted. Full rules."),
        ("retire 2", "Noted. Retired after 2 turns run out in a row."),
        ("weekends on", "Noted. Weekends: normal."),
        ("away 14", "Noted. Away in one game: 14 days at most."),
        ("open", "Noted. Late joining: yes."),
    ],
)
def test_a_choice_is_noted_with_what_is_so_now(typed: str, answer: str) -> None:
    """Even what it has been before; and what the lobby does not mention, because it is usual."""
    evening = a_table(ann, ben, settings=())

    assert plain(evening.in_group(ann, f"/settings {typed}")) == [answer]


@pytest.mark.parametrize(
    "typed",
    [
        "mix", "all", "alles", "Wild Mix", "the wild mix", "the Wild-Mix", "Wilder Mix", "Wilde Mischung",
        "der Wilde Mix", "den wilden Mix",
    ],
)  # fmt: skip
def test_the_wild_mix_can_be_written(typed: str) -> None:
    """As the table calls it, in both languages."""
    evening = a_table(ann, ben, settings=("series food",))

    (answer,) = evening.in_group(ann, f"/settings series {typed}")

    assert answer == "Noted. Series: the Wild Mix, a bit of everything."
    assert evening.game.settings.series == ()


def test_a_series_for_adults_is_told_to_whoever_joins() -> None:
    """In the lobby and on its button, picked or not."""
    evening = a_table(ann, ben, settings=("series wine things",))

    assert "Series: Things and Wine, Beer and Spirits (18+)" in lobby(evening).splitlines()
    evening.presses_in_group(ann, "Settings")
    evening.presses_in_group(ann, "Deutsch")
    assert "Serien: Dinge und Wein, Bier und Schnaps (ab 18)" in lobby(evening).splitlines()


def test_a_table_with_one_series_names_it() -> None:
    """There is nothing to mix."""
    evening = Evening(library=Library.of(LIBRARY.series[:1], LIBRARY.of_series("food")))
    a_table(ann, ben, evening=evening, settings=())

    assert "Series: Food & Drink" in lobby(evening).splitlines()


def test_a_running_game_says_what_holds() -> None:
    """In /players, to which /settings points."""
    evening = a_begun_game(settings=("cards 4", "series things", "weekends off"))

    assert evening.in_group(ann, "/settings cards 5") == [
        "The game is on: only the time per turn can change now, /settings time 48h, say."
        " The rest waits for the next one; /players shows what holds now."
    ]
    (players,) = evening.in_group(ben, "/players")
    assert players.splitlines()[-1] == (
        "Series: Things · Time per turn: 24 hours · The clock stops on Saturdays and Sundays"
    )
    assert evening.says(ben, "players")[0].splitlines()[-1] == players.splitlines()[-1]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("cards 2", "Everybody can have 3 to 15 cards: /settings cards 7, say."),
        ("cards 16", "Everybody can have 3 to 15 cards: /settings cards 7, say."),
        ("cards many", "Everybody can have 3 to 15 cards: /settings cards 7, say."),
        ("cards", "Everybody can have 3 to 15 cards: /settings cards 7, say."),
        ("cards 99999999999999999999", "Everybody can have 3 to 15 cards: /settings cards 7, say."),
        (
            "time 5h",
            "Time per turn is one of 1 hour, 4 hours, 12 hours, 24 hours, 48 hours and 72 hours:"
            " /settings time 12h, say.",
        ),
        (
            "series nonsense",
            "There is no series “nonsense”. There are: Wild Mix · Food & Drink · Things · Wine, Beer and Spirits.",
        ),
        (
            "series Things and Foood",
            "Things: gladly. There is no series “Foood”. Did you mean Food & Drink?"
            " There are: Wild Mix · Food & Drink · Things · Wine, Beer and Spirits.",
        ),
        (
            "series food cheese and bread things",
            "Food & Drink and Things: gladly. There is no series “cheese bread”."
            " There are: Wild Mix · Food & Drink · Things · Wine, Beer and Spirits.",
        ),
        ("series !", "There is no series “!”. There are: Wild Mix · Food & Drink · Things · Wine, Beer and Spirits."),
        ("retire 1", "Somebody can be retired after 2 to 5 turns, or never: /settings retire 3, say."),
        ("retire 6", "Somebody can be retired after 2 to 5 turns, or never: /settings retire 3, say."),
        (
            "small Eva 5",
            "A smaller hand names somebody at the table and 3 cards or more: /settings small Ben 5, say.",
        ),
        ("small", "A smaller hand names somebody at the table and 3 cards or more: /settings small Ben 5, say."),
        ("small Ben ²", "A smaller hand names somebody at the table and 3 cards or more: /settings small Ben 5, say."),
        ("small Ben 99", "A smaller hand names somebody at the table and 3 cards or more: /settings small Ben 5, say."),
        (
            "cards 7 time 5h cards 6",
            "Time per turn is one of 1 hour, 4 hours, 12 hours, 24 hours, 48 hours and 72 hours:"
            " /settings time 12h, say.",
        ),
        ("language fr", "At this table I speak English or German: /settings language de"),
        ("small Ben 2", "A smaller hand names somebody at the table and 3 cards or more: /settings small Ben 5, say."),
    ],
)
def test_a_bad_choice_is_answered_with_what_would_be_right(typed: str, answer: str) -> None:
    """And changes nothing."""
    evening = a_table(ann, ben, settings=())
    before = evening.game

    assert evening.in_group(ann, f"/settings {typed}") == [answer]
    assert evening.game == before


@pytest.mark.parametrize(
    ("typed", "answer"), [("/language de", "Gut, auf Deutsch."), ("/sprache deutsch", "Gut, auf Deutsch.")]
)
def test_a_language_that_is_named_is_spoken(typed: str, answer: str) -> None:
    """By the table in the group of its owner, and by the bot in private."""
    evening = a_table(ann, ben, settings=())

    assert evening.in_group(ann, typed) == [answer]
    assert evening.says(ben, typed) == [answer]


def test_a_table_of_computers_is_cleared_with_a_word() -> None:
    """The last person gets up, and everybody hears that the table is gone."""
    evening = a_table(ann, settings=())
    evening.in_group(ann, "/computer")

    (answer,) = evening.in_group(ann, "/leave")

    assert answer.endswith("Nobody is left at the table; it is cleared.")


def test_an_unknown_choice_is_answered_with_those_there_are() -> None:
    """And an example."""
    evening = a_table(ann, settings=())

    (answer,) = evening.in_group(ann, "/settings colour blue")

    assert answer.startswith("I know these: cards, time, series, short, retire, closed, ")
    assert answer.endswith("For example /settings cards 7.")


def test_a_very_long_choice_gets_a_short_answer() -> None:
    """Four thousand letters are not repeated."""
    evening = a_table(ann, settings=())

    (answer,) = evening.in_group(ann, "/settings series " + "x" * 4000)

    assert len(answer) < 300
    (unknown,) = evening.in_group(ann, "/" + "x" * 4000)
    assert len(unknown) < 300


def test_only_the_owner_chooses() -> None:
    """By text and by every button of the lobby but Join."""
    evening = a_table(ann, ben, settings=())

    assert plain(evening.in_group(ben, "/settings cards 5")) == ["Ann looks after this table and decides that."]
    for label in ("Begin", "Settings"):
        assert plain([evening.presses_in_group(ben, label)]) == ["Ann looks after this table and decides that."]


MENU = [
    ["Series", "9 cards"],
    ["24 hours", "Short rules"],
    ["Smaller hand"],
    ["Weekends: normal"],
    ["Days away: 14"],
    ["Retiring: 2 turns"],
    ["Late joining: yes"],
    ["Add a computer"],
    ["Deutsch"],
    ["Done"],
    ["Join"],
]


def test_each_choice_has_a_button() -> None:
    """The menu opens, chooses and closes in the place of the lobby's buttons."""
    evening = a_table(ann, ben, settings=())
    message = next(one for one in evening.chats[GROUP] if one.labels)

    evening.presses_in_group(ann, "Settings")
    assert message.labels == MENU
    for path in (
        ("9 cards", "5"),
        ("24 hours", "12 hours"),
        ("Short rules",),
        ("Smaller hand", "Ben", "3"),
        ("Weekends: normal",),
        ("Days away: 14", "7 days"),
        ("Retiring: 2 turns", "Never"),
        ("Late joining: yes",),
        ("Series", "Food & Drink"),
    ):
        for label in path:
            evening.presses_in_group(ann, label)
    evening.presses_in_group(ann, "Done")
    assert message.labels[:7] == [
        ["Series", "5 cards"],
        ["12 hours", "Full rules"],
        ["Smaller hand"],
        ["Weekends: off"],
        ["Days away: 7"],
        ["Retiring: Never"],
        ["Late joining: no"],
    ]
    evening.presses_in_group(ann, "Done")

    assert message.labels == [["Join", "Begin"], ["Settings"]]
    assert lobby(evening) == (
        "Ann opens a table for Anno Domini.\n\nHere so far (2): Ann, Ben\nCards each: 5; Ben 3\n"
        "Series: Food & Drink\nTime per turn: 12 hours\nShort rules: a wrong doubt draws 2, a wrong chain 3\n"
        "Nobody is retired (for friends)\nThe clock stops on Saturdays and Sundays\nAway in one game: 7 days at most\n"
        "Nobody joins after the start\n\n"
        "To play, press Join or write /join. When all are here, Ann writes /begin."
    )


def test_the_table_speaks_german_when_its_owner_says_so() -> None:
    """By button, by text, and while the game is on; nobody else decides that."""
    evening = a_table(ann, ben, settings=())
    evening.presses_in_group(ann, "Settings")
    evening.presses_in_group(ann, "Deutsch")
    assert lobby(evening).startswith("Ann lädt zu Anno Domini ein.")
    evening.in_group(ann, "/settings language en")
    assert lobby(evening).startswith("Ann opens a table")
    evening.in_group(ann, "/begin")

    evening.in_group(ben, "/language")
    assert plain([evening.presses_in_group(ben, "Deutsch")]) == ["Ann looks after this table and decides that."]
    evening.presses_in_group(ann, "Deutsch")

    assert evening.in_group(ann, "/chain")[0].startswith("Die Kette (1), oben das Früheste")


def test_settings_without_words_open_the_menu_anew() -> None:
    """Below, where it is seen; the old lobby loses its buttons."""
    evening = a_table(ann, ben, settings=())
    old = next(one for one in evening.chats[GROUP] if one.labels)

    evening.in_group(ann, "/settings")

    assert old.labels == []
    assert evening.newest(GROUP).labels == MENU
    evening.presses_in_group(ann, "Done")
    assert evening.newest(GROUP).labels == [["Join", "Begin"], ["Settings"]]


@pytest.mark.parametrize("way", [("Settings",), ("Settings", "Series"), ("Settings", "9 cards")])
def test_while_the_owner_chooses_the_others_still_sit_down(way: tuple[str, ...]) -> None:
    """The text says to press Join, so the button is there; and the menu stays where the owner left it."""
    evening = a_table(ann, settings=())
    evening.says(ben, "/start")
    for label in way:
        evening.presses_in_group(ann, label)
    open_menu = evening.newest(GROUP).labels

    assert ["Join"] in open_menu
    assert evening.presses_in_group(ben, "Join") == "You are in. Your cards will come in our private chat."
    assert evening.game.seat(ben)
    assert evening.newest(GROUP).labels == open_menu


@pytest.mark.parametrize(
    ("typed", "answers"),
    [
        ("/computer 3", ["Ada (computer), Blaise (computer) and Cleo (computer) sit down."]),
        ("/computer", ["Ada (computer) sits down."]),
        ("/computer 1", ["Ada (computer) sits down."]),
        ("/computer many", ["Ada (computer) sits down."]),
    ],
)
def test_as_many_computers_sit_down_as_are_asked_for(typed: str, answers: list[str]) -> None:
    """One where no number is said."""
    evening = a_table(ann, settings=())

    assert plain(evening.in_group(ann, typed)) == answers


def test_more_computers_than_seats_fill_the_table() -> None:
    """And it is said why there are no more; at a full table nothing else is."""
    evening = a_table(ann, settings=())

    (answer,) = plain(evening.in_group(ann, "/computer 99"))
    assert len(evening.game.seats) == 10
    assert answer.endswith(" and Ivo (computer) sit down. Ten can play, and ten are here.")
    assert evening.in_group(ann, "/computer 2") == ["Ten can play, and ten are here."]
