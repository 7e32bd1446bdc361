"""Looking things up: hand, chain, players, games, rules, help, in the group and in private."""

import re

import pytest

from pbm.service.understand import EVERYWHERE, GROUP_COMMANDS, spelled
from pbm.store import keys
from pbm.views.messages import Language
from tests.service.evening import GROUP, Evening, a_begun_game, a_table, ann, ben, carla, deniz, places_right
from tests.service.said import plain


def test_the_hand_on_turn_is_the_prompt_anew(evening: Evening) -> None:
    """The older look loses its buttons; in the middle of choosing the hand alone is shown."""
    old = evening.newest(ann)
    for word in ("hand", "/hand", "karten", "/start", "/start hand"):
        (text,) = evening.says(ann, word)
        assert text.startswith("Sunday Table: your turn, 24 hours")
    assert old.choices == ()
    evening.says(ann, "2")

    (text,) = evening.says(ann, "hand")

    assert text.startswith("Sunday Table: your hand (4)")
    assert text.endswith("Which slot for card 2? Write 1 or 2, or undo to choose another card.")


def test_the_hand_out_of_turn_says_whose_turn_it_is(evening: Evening) -> None:
    """And nothing to press."""
    (text,) = plain(evening.says(ben, "hand"))

    assert text.startswith("Sunday Table: your hand (4)\n\n1. Something")
    assert text.endswith("\n\nIt is Ann’s turn.")


def test_the_hand_asked_for_in_the_group_stays_private(evening: Evening) -> None:
    """A link says where it is."""
    assert evening.in_group(ben, "/hand") == ["Your hand is in our private chat, where only you see it."]
    assert evening.newest(GROUP).labels == [["Open private chat"]]


def test_the_chain_in_the_group_and_in_private(evening: Evening) -> None:
    """Whole, with its slots, and who is next."""
    places_right(evening, ann)
    for read in (evening.in_group(carla, "/chain"), evening.says(carla, "chain")):
        (text,) = plain(read)
        assert text.startswith("The chain (2), earliest on top\nSlot 1, earliest\n")
        assert text.endswith("Slot 3, latest\n\nBen is next: 24 hours, until Tue 12:00 UTC.")


def test_the_players(evening: Evening) -> None:
    """In both places."""
    for read in (evening.in_group(deniz, "/players"), evening.says(ben, "players")):
        assert plain(read) == [
            "Sunday Table, round 1\nAnn, 4 cards: to play, 24 hours left\nBen, 4 cards\nCarla, 4 cards\n"
            "Play goes down this list.\nSeries: Things · Time per turn: 24 hours"
        ]


def test_after_the_reversal_play_goes_up_the_list(evening: Evening) -> None:
    """And the board tells of it once."""
    for who in (ann, ben, carla, ann):
        places_right(evening, who)

    assert "Ann is down to two cards: from here on play goes the other way round." in plain(evening.texts(GROUP))[-1]
    assert plain(evening.in_group(ben, "/players"))[0].splitlines()[-2] == "Play goes up this list."
    assert evening.game.on_turn == carla


def test_the_players_of_an_open_table_are_its_lobby() -> None:
    """Sent anew, where it is seen; the old one loses its buttons."""
    evening = a_table(ann, ben, settings=())
    old = next(one for one in evening.chats[GROUP] if one.labels)

    evening.in_group(ben, "/players")

    assert old.choices == ()
    assert evening.newest(GROUP).labels == [["Join", "Begin"], ["Settings"]]
    assert plain(evening.says(ben, "chain"))[0].startswith("Ann opens a table")


def test_whoever_owns_an_open_table_is_spoken_to_in_private() -> None:
    """Ann does not read there that Ann begins."""
    evening = a_table(ann, ben, settings=())

    (mine,) = plain(evening.says(ann, "players"))
    assert mine.startswith("This is your table for Anno Domini.")
    assert mine.endswith("When all are here, write /begin there.")
    assert "Ann writes /begin" in plain(evening.says(ben, "players"))[0]
    assert "Ann writes /begin" in plain(evening.in_group(ann, "/players"))[0]


def test_ones_games(evening: Evening) -> None:
    """Each in a line with a button that shows the turn or the hand there."""
    assert evening.says(ann, "/games") == ["Sunday Table: your turn, 24 hours left"]
    evening.presses(ann, "Sunday Table")
    assert evening.newest(ann).text.startswith("Sunday Table: your turn")
    assert plain(evening.says(ben, "/games")) == ["Sunday Table: Ann’s turn, 24 hours left"]
    evening.presses(ben, "Sunday Table")
    assert evening.newest(ben).text.startswith("Sunday Table: your hand (4)")
    assert evening.says(deniz, "games") == ["You sit at no table. /newgame in a group opens one."]


def test_the_rules_say_what_a_doubt_costs_here() -> None:
    """Under the short rules other numbers."""
    evening = a_begun_game(settings=("cards 4", "short"))

    for read in (evening.in_group(deniz, "/rules"), evening.says(ann, "rules")):
        (text,) = read
        assert text.startswith("Anno Domini in short\nEvery card tells of an event.")
        assert "Any error: whoever placed last draws 3 cards." in text
        assert "No error: the doubter draws 2." in text
        assert len(text.splitlines()) == 13


def test_help_says_what_is_understood_now(evening: Evening) -> None:
    """In the group, on turn, off turn, before the start, and nowhere."""
    assert plain(evening.in_group(ben, "/help"))[0].startswith("It is Ann’s turn, in private chat or by a reply")
    assert evening.says(ann, "help")[0].startswith("3 1 puts card 3 into slot 1;")
    assert plain(evening.says(ben, "help"))[0].startswith("Sunday Table: it is Ann’s turn; I will call you.")
    assert evening.says(deniz, "/help")[0].startswith("Your cards come here once you sit at a table.")

    evening.in_group(ann, "/pause")
    evening.in_group(ben, "/pause")
    evening.in_group(carla, "/pause")
    assert plain(evening.in_group(ben, "/help"))[0].startswith(
        "The game is paused. /resume lets it go on.\nIt is Ann’s turn,"
    )
    opened = a_table(ann, settings=())
    assert opened.in_group(ben, "/help")[0].startswith("The table is open: /join to play along")
    empty = Evening()
    assert empty.in_group(ben, "/help")[0].startswith("/newgame opens a table.")
    assert empty.in_group(ben, "/start")[0].startswith("/newgame opens a table.")


@pytest.mark.parametrize(
    "command",
    ["/chain", "/players", "/hand", "/doubt", "/join", "/begin", "/leave", "/end", "/resume", "/settings", "hm"],
)
def test_where_no_game_is_every_command_says_how_to_open_one(command: str) -> None:
    """In the group."""
    assert Evening().in_group(ann, command) == ["No game is on here. /newgame opens a table."]


@pytest.mark.parametrize("language", ["en", "de"])
def test_after_a_game_every_command_says_that_it_is_over_and_how_the_next_begins(language: str) -> None:
    """In the group, and in private to whoever would go on playing; what is no wish is answered as ever."""
    evening = a_begun_game(evening=Evening(language=language))
    evening.in_group(ann, "/end yes")
    over, next_one, nowhere = {
        "en": (
            "The last game here is over. /newgame opens the next one.",
            "Sunday Table: the game is over, and nobody has won. /newgame in the group opens the next one.",
            "You sit at no table. /newgame in a group opens one; /help says more.",
        ),
        "de": (
            "Das letzte Spiel hier ist vorbei. /neuesspiel eröffnet das nächste.",
            "Sunday Table: Das Spiel ist vorbei, gewonnen hat niemand. In der Gruppe eröffnet /neuesspiel das nächste.",
            "Du sitzt an keinem Tisch. In einer Gruppe eröffnet /neuesspiel einen; mehr sagt „hilfe“.",
        ),
    }[language]

    for command in ("/chain", "/leave", "/weg", "/hand", "/join"):
        assert evening.in_group(ben, command) == [over]
    for line in ("hand", "1 1", "/leave"):
        assert evening.says(ben, line) == [next_one]
    assert evening.says(ben, "What now?") == [nowhere]


def test_a_table_that_was_cleared_before_it_began_was_no_game() -> None:
    """Nor is one of which nothing is kept any more; the words are true of both."""
    evening = a_table(ann, settings=())
    evening.in_group(ann, "/leave")
    assert evening.in_group(ann, "/chain") == ["No game is on here. /newgame opens a table."]

    evening = a_begun_game()
    evening.in_group(ann, "/end yes")
    evening.redis.delete(keys.game("game1"))
    assert evening.in_group(ann, "/chain") == ["No game is on here. /newgame opens a table."]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("hand", "You sit at no table. /newgame in a group opens one."),
        ("/join", "You sit at no table. /newgame in a group opens one."),
        ("3 1", "You sit at no table. /newgame in a group opens one; /help says more."),
        ("hello", "You sit at no table. /newgame in a group opens one; /help says more."),
        ("", "I can only read text. /help says what I know."),
        ("/newgme", "I do not know /newgme. Did you mean /newgame?"),
        ("/newgame", "A table needs a group. Add me to one and write /newgame there."),
        ("/language", "Which language shall I speak with you? /language en or /language de"),
    ],
)
def test_whoever_sits_nowhere_is_answered_too(typed: str, answer: str) -> None:
    """In private."""
    assert Evening().says(ann, typed) == [answer]


def test_german_is_spoken_with_who_writes_german() -> None:
    """From the first word, by the client's language."""
    evening = Evening(language="de-AT")

    assert evening.says(ann, "hand") == ["Du sitzt an keinem Tisch. In einer Gruppe eröffnet /neuesspiel einen."]
    assert evening.in_group(ann, "/kettte") == ["/kettte kenne ich nicht. Meinst du kette?"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_help_in_the_group_names_every_command_of_a_running_game(language: Language) -> None:
    """Of the group's; whoever needs one because somebody is missing finds it there."""
    (said,) = a_begun_game(evening=Evening(language=language)).in_group(ann, "/help")

    of_a_running_game = {*GROUP_COMMANDS, *EVERYWHERE} - {"newgame", "begin", "computer"}
    assert {spelled(name, language) for name in of_a_running_game} <= set(re.findall(r"/(\w+)", said))
