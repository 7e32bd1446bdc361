"""Opening a table, sitting down, beginning, getting up: by commands, by buttons, and what is refused."""

from datetime import timedelta

import pytest

from pbm.rules.cards import Library
from pbm.rules.game import Status
from pbm.service.ports import KeptByLaterCode
from pbm.service.requests import Blocked, Moved, Removed, ShutOut, Unblocked, Welcomed
from pbm.store import keys
from tests.service.evening import (
    GROUP,
    LIBRARY,
    Evening,
    NoAdmins,
    a_begun_game,
    a_card,
    a_table,
    ann,
    ben,
    carla,
    deniz,
)
from tests.service.test_moves import plain


def lobby(evening: Evening) -> str:
    """The text of the lobby as it stands."""
    found = [one.text for one in evening.chats[GROUP] if "opens a table" in one.text or "lädt zu" in one.text]
    return plain(found)[-1]


# Arriving


def test_the_first_words_in_a_group_lead_to_the_other_language() -> None:
    """[Deutsch] turns the same message into German."""
    evening = Evening()
    evening.asks(ann, Welcomed(), GROUP)

    evening.presses_in_group(ann, "Deutsch")

    assert evening.texts(GROUP)[0].startswith("Hallo! Mit mir spielt ihr Anno Domini")
    assert len(evening.texts(GROUP)) == 1
    evening.presses_in_group(ann, "English")
    assert evening.texts(GROUP)[0].startswith("Hello! I deal Anno Domini")


def test_a_table_is_opened_from_the_first_words() -> None:
    """By somebody who has no private chat yet: the press leads there, and nothing is posted about it."""
    evening = Evening()
    evening.asks(ann, Welcomed(), GROUP)

    assert evening.presses_in_group(ann, "Open a table") == "private:join-game1"

    assert evening.game.owner == ann
    assert len(evening.texts(GROUP)) == 2


def test_an_owner_without_a_private_chat_is_sent_there_and_may_begin_afterwards() -> None:
    """The table stands at once; beginning waits for the owner's private chat."""
    evening = Evening()
    read = plain(evening.in_group(ann, "/newgame"))
    assert read[0].startswith("Ann opens a table")
    assert read[1].startswith("One more step, Ann: open our private chat and press Start.")
    evening.says(ben, "/start")
    evening.in_group(ben, "/join")
    assert evening.in_group(ann, "/begin")[0].startswith("One more step")
    assert evening.presses_in_group(ann, "Begin") == "private:join-game1"

    (welcome,) = evening.says(ann, "/start join-game1")
    assert welcome.startswith("Sunday Table: you are in. When all are here, write /begin in the group;")
    evening.presses_in_group(ann, "Begin")

    assert evening.game.on_turn == ann


def test_who_added_the_bot_hears_that_it_may_not_write() -> None:
    """In private, if that is possible."""
    evening = Evening()
    evening.says(ann, "/start")

    evening.asks(ann, Welcomed(may_write=False), GROUP)

    assert evening.newest(ann).text.startswith("I am in Sunday Table but may not write there.")


def test_let_in_again_the_bot_shows_the_board() -> None:
    """The game lies as it was, whatever happened to the bot in between."""
    evening = a_begun_game()
    evening.asks(ann, Removed(), GROUP)

    evening.asks(ann, Welcomed(), GROUP)

    assert evening.newest(GROUP).text.startswith("Here I am again, and the game lies as it was.\n\nThe chain (1)")


def test_a_game_that_cannot_be_read_keeps_no_other_of_its_group_open() -> None:
    """The bot is removed: the game in the topic waits, though that of the group is of a later version."""
    evening = a_begun_game()
    evening.says(ann, "/newgame", f"{GROUP}/7")
    evening.redis.set(keys.game("game1"), '{"game":{"id":"game1","version":99}}')

    evening.asks(ben, Removed(), GROUP)

    other = evening.store.table("game2")
    assert other is not None
    assert other.closed is not None


@pytest.mark.parametrize(("tried", "closes"), [(timedelta(seconds=-1), False), (timedelta(seconds=1), True)])
def test_old_news_of_a_closed_group_closes_no_game(tried: timedelta, closes: bool) -> None:
    """A letter was refused just before the bot was let in again, and the game hears of it afterwards."""
    evening = a_begun_game()
    evening.asks(ann, Removed(), GROUP)
    evening.asks(ann, Welcomed(), GROUP)

    evening.asks("", ShutOut(game="game1", chat=GROUP, at=evening.now + tried), GROUP)

    assert (evening.table.closed is not None) is closes


def test_hello_in_private() -> None:
    """With the two ways on."""
    evening = Evening()

    (text,) = evening.says(ann, "/start")

    assert plain([text])[0].startswith("Hello, Ann! Your cards will come here.")
    assert evening.newest(ann).labels == [["Add to a group"], ["Rules"]]
    evening.presses(ann, "Rules")
    assert evening.newest(ann).text.startswith("Anno Domini in short")


# Joining


def test_two_people_open_join_and_see_who_is_there() -> None:
    """The lobby is one message that changes."""
    evening = a_table(ann, ben, settings=())

    assert lobby(evening) == (
        "Ann opens a table for Anno Domini.\n\nHere so far (2): Ann, Ben\nCards each: 9\n"
        "Series: the Wild Mix, a bit of everything\nTime per turn: 24 hours\n\n"
        "To play, press Join or write /join. When all are here, Ann writes /begin."
    )
    assert [one.text for one in evening.chats[GROUP]][1:] == ["\u2068Ben\u2069 is in."]


def test_joining_without_a_private_chat_leads_there_and_seats_on_arrival() -> None:
    """The press opens the private chat; Start seats the person."""
    evening = a_table(ann, settings=())

    payload = evening.presses_in_group(ben, "Join")
    assert payload == "private:join-game1"
    assert [seat.id for seat in evening.game.seats] == [ann]
    evening.says(ben, "/start join-game1")

    assert [seat.id for seat in evening.game.seats] == [ann, ben]
    assert plain([evening.newest(ben).text]) == [
        "Sunday Table: you are in. Ann begins when all are here; then your cards come to this chat."
    ]
    assert evening.newest(ben).labels == [["Back to the group"], ["Rules"]]
    assert "Here so far (2): Ann, Ben" in lobby(evening)


def test_a_typed_join_without_a_private_chat_gets_a_link() -> None:
    """As a reply in the group."""
    evening = a_table(ann, settings=())

    (text,) = plain(evening.in_group(ben, "/join"))

    assert text.startswith("One more step, Ben: open our private chat and press Start.")
    assert evening.newest(GROUP).choices[0][0].opens == "private:join-game1"


def test_joining_twice_is_answered() -> None:
    """By button, by text, and by the link."""
    evening = a_table(ann, ben, settings=())

    assert evening.presses_in_group(ben, "Join") == "You are in already."
    assert evening.in_group(ben, "/join") == ["You are in already."]
    assert "you are in." in evening.says(ben, "/start join-game1")[0]
    assert evening.presses_in_group(carla, "Join") == "private:join-game1"
    evening.says(carla, "/start join-game1")
    assert evening.presses_in_group(carla, "Join") == "You are in already."


def test_ten_can_play() -> None:
    """The eleventh is told so; with seven or more, fewer cards are advised by a button."""
    people = [f"tg:{n}" for n in range(1, 11)]
    evening = a_table(*people, settings=())
    assert "With 10 players, the game is better with 6 cards each." in lobby(evening)

    evening.says("tg:11", "/start")
    assert evening.in_group("tg:11", "/join") == ["Ten can play, and ten are here."]
    evening.presses_in_group(ann, "Take 6 cards")

    assert evening.game.settings.rules.deal == 6
    assert "better with" not in lobby(evening)


def test_the_link_of_a_table_that_is_over() -> None:
    """Or of one that never was."""
    evening = Evening()

    assert evening.says(ann, "/start join-nothing") == ["That table is gone. At the next /newgame you are welcome."]


def test_names_that_are_odd_or_alike() -> None:
    """No name is empty, none turns a line round, no two are alike."""
    evening = Evening()
    evening.names = {ann: "\u202eAnn\u202c", ben: "/@Ann", carla: "\u200b \u2800", deniz: "W" * 200}
    a_table(ann, ben, carla, deniz, evening=evening, settings=())

    assert [seat.name for seat in evening.game.seats] == ["Ann", "Ann (2)", "Player 3", "W" * 23 + "…"]


def test_a_second_table_in_a_group_is_refused_kindly() -> None:
    """One is enough."""
    evening = a_table(ann, settings=())

    assert evening.in_group(ben, "/newgame") == ["There is a table here already, one is enough. /players shows it."]
    assert evening.says(ben, "/newgame") == ["A table needs a group. Add me to one and write /newgame there."]


def test_getting_up_before_the_start() -> None:
    """The owner's table goes to the next; the last one clears it."""
    evening = a_table(ann, ben, settings=())

    assert plain(evening.in_group(ann, "/leave")) == ["Ann has got up from the table."]
    assert evening.game.owner == ben
    assert lobby(evening).startswith("Ben opens a table")
    evening.in_group(ben, "/leave")

    assert evening.is_over()
    assert evening.in_group(ann, "/chain") == ["No game is on here. /newgame opens a table."]


def test_a_table_never_belongs_to_a_computer_while_a_person_sits_there() -> None:
    """Ann leaves a computer and Ben behind: the table is Ben's; when he leaves too, it is cleared."""
    evening = a_table(ann, settings=())
    evening.in_group(ann, "/computer")
    evening.says(ben, "/start")
    evening.in_group(ben, "/join")

    evening.in_group(ann, "/leave")
    assert evening.game.owner == ben
    evening.in_group(ben, "/leave")

    assert evening.is_over()


def test_a_computer_is_never_called_like_somebody_who_sits_there() -> None:
    """Ada is there already."""
    evening = Evening()
    evening.names = {ann: "Ada"}
    a_table(ann, evening=evening, settings=())

    evening.presses_in_group(ann, "Settings")
    evening.presses_in_group(ann, "Add a computer")

    assert [seat.name for seat in evening.game.seats] == ["Ada", "Ada (2)"]


# Beginning and ending


def test_beginning_deals_to_everybody_in_private() -> None:
    """The lobby loses its buttons, the first board stands in the group, the first player's hand is the prompt."""
    evening = a_begun_game()

    assert not any(one.labels for one in evening.chats[GROUP] if "opens a table" in one.text)
    assert evening.newest(ann).text.startswith("Sunday Table: your turn, 24 hours")
    assert plain([evening.newest(ben).text])[0].startswith(
        "Sunday Table: your hand (4). Only you see it.\nAnn begins, then it is your turn."
    )
    assert all(evening.newest(who).rang for who in (ann, ben, carla))
    assert not any(one.rang for one in evening.chats[GROUP])


def test_it_takes_two() -> None:
    """And enough cards."""
    evening = a_table(ann, settings=())
    assert evening.in_group(ann, "/begin") == ["It takes two: one more presses Join, or /computer adds a computer."]
    evening.says(ben, "/start")
    evening.in_group(ben, "/join")

    evening.in_group(ann, "/settings series food")
    assert evening.in_group(ann, "/begin") == [
        "2 players with 9 cards need 24; your choice of series has 20, 4 too few: add a series or deal fewer,"
        " /settings cards 7, say."
    ]
    assert plain(evening.in_group(ben, "/begin")) == ["Ann looks after this table and decides that."]
    assert evening.game.status is Status.OPEN


@pytest.mark.parametrize(
    ("language", "advice"),
    [
        (
            "en",
            "3 players with 3 cards need 15; your choice of series has 12, too few even for 3 cards each:"
            " add a series, or take the Wild Mix, /settings series all.",
        ),
        (
            "de",
            "Für 3 mit je 3 Karten müssten es 15 sein, in der Auswahl sind 12. Das reicht auch für je 3 Karten nicht:"
            " Nimm eine Serie dazu oder gleich den Wilden Mix, /einstellungen serien alle.",
        ),
    ],
)
def test_where_the_smallest_hands_are_too_large_more_series_are_advised(language: str, advice: str) -> None:
    """Fewer cards than three each there cannot be, so nobody is told to deal fewer; and what is advised helps."""
    few = Library.of(LIBRARY.series, [a_card(n) for n in range(12)] + [a_card(n, "food") for n in range(12, 24)])
    evening = a_table(evening=Evening(library=few, language=language), settings=("series food", "cards 3"))

    assert evening.in_group(ann, "/begin") == [advice]

    evening.in_group(ann, "/" + advice.rpartition("/")[2].rstrip("."))
    evening.in_group(ann, "/begin")
    assert evening.game.begun


def test_before_the_start_there_is_nothing_to_play() -> None:
    """Each command says what comes first."""
    evening = a_table(ann, ben, settings=())
    waiting = "The game has not begun yet. Ann begins it with /begin."

    assert plain(evening.in_group(ben, "/chain")) == [waiting]
    assert plain(evening.in_group(ben, "/doubt")) == [waiting]
    assert plain(evening.says(ben, "1 1")) == [
        "The table is open, but the game has not begun. Ann begins it with /begin in the group."
    ]
    assert evening.in_group(deniz, "/doubt") == ["You are not in this game. /join, and you are."]
    assert plain(evening.in_group(ben, "/resume")) == [waiting]


def test_after_the_start_the_lobby_is_over() -> None:
    """Its commands say so, its buttons too."""
    evening = a_begun_game()

    assert evening.in_group(ann, "/begin") == ["The game is on already. /players says whose turn it is."]
    assert evening.in_group(ann, "/settings cards 5")[0].startswith("The game is on")
    assert evening.in_group(ann, "/computer")[0].startswith("The game is on")
    assert evening.game.settings.rules.deal == 4
    assert len(evening.game.seats) == 3
    assert evening.in_group(ann, "/newgame") == ["There is a table here already, one is enough. /players shows it."]


@pytest.mark.parametrize("yes", ["/end yes", "/end ja"])
def test_the_owner_ends_the_game_after_a_question(yes: str) -> None:
    """Written, or by the button of the question."""
    evening = a_begun_game()

    assert evening.in_group(ann, "/end") == ["End this game for everybody? Then write /end yes."]
    assert evening.newest(GROUP).labels == [["End it", "Keep playing"]]
    evening.presses_in_group(ann, "Keep playing")
    assert evening.game.status is Status.PLAYING
    evening.in_group(ann, yes)

    assert evening.is_over()
    assert plain([evening.newest(GROUP).text]) == ["Ann has ended the game. Nobody wins."]
    assert evening.newest(ann).choices == ()


def test_an_admin_of_the_chat_may_end_it_and_nobody_else() -> None:
    """Ben is one, Carla is not; pressing the owner's question does not help her."""
    evening = a_begun_game(evening=Evening(admins=NoAdmins(ben)))

    assert "Ann or a chat admin can end this game; if nobody" in plain(evening.in_group(carla, "/end yes"))[0]
    evening.in_group(ben, "/end")
    assert "Ann or a chat admin can end this game; if nobody" in plain([evening.presses_in_group(carla, "End it")])[0]
    evening.presses_in_group(ben, "End it")

    assert evening.is_over()


def test_leaving_is_asked_about_and_the_button_is_for_whoever_asked() -> None:
    """Ben asks, Carla presses, Ben stays, then leaves."""
    evening = a_begun_game()

    assert plain(evening.in_group(ben, "/leave")) == [
        "Leave the game, Ben? Then write /leave yes; your hand (4 cards) goes to the used cards."
    ]
    assert plain([evening.presses_in_group(carla, "Leave")]) == ["This button is for Ben."]
    evening.presses_in_group(ben, "Stay")
    assert evening.game.seat(ben)
    evening.in_group(ben, "/leave yes")

    assert evening.game.seat(ben) is None
    assert "Ben leaves the game; the hand (4 cards) goes to the used cards." in plain([evening.newest(GROUP).text])[0]


def test_leaving_in_private_is_confirmed_there() -> None:
    """Typed or pressed; the group hears it too."""
    for press in (False, True):
        evening = a_begun_game()
        evening.says(ben, "/leave")
        if press:
            evening.presses(ben, "Leave")
        else:
            evening.says(ben, "/leave yes")

        assert evening.game.seat(ben) is None
        assert evening.newest(ben).text == "Sunday Table: you have left the game."
        assert not any(one.choices for one in evening.chats[ben] if "Leave the game" in one.text)


def test_when_the_owner_leaves_somebody_else_looks_after_the_table() -> None:
    """Ben can end it then; when he leaves too, Carla has won."""
    evening = a_begun_game()

    evening.in_group(ann, "/leave yes")
    assert evening.game.owner == ben
    assert "Ben looks after the table now." in plain([evening.newest(GROUP).text])[0]
    assert evening.newest(ben).labels
    evening.says(ben, "/leave yes")

    assert plain([evening.texts(GROUP)[-1]])[0].startswith("Only Carla is left and wins.")
    assert evening.game.winner == carla


def test_computers_do_not_play_on_alone() -> None:
    """The last person leaves a game with two computers: it is cleared."""
    evening = a_table(ann, settings=("cards 4",))
    evening.in_group(ann, "/computer")
    evening.in_group(ann, "/computer")
    evening.in_group(ann, "/begin")

    evening.in_group(ann, "/leave yes")

    assert evening.is_over()
    assert evening.newest(GROUP).text == "Nobody is left at the table; it is cleared."
    assert evening.in_group(ann, "/newgame")


def test_joining_late_and_coming_back() -> None:
    """Deniz is dealt the fullest hand; Ben comes back with two more than he left with."""
    evening = a_begun_game()
    evening.says(deniz, "/start")

    evening.in_group(deniz, "/join")
    assert "Deniz joins with 4 cards, as many as the fullest hand" in plain([evening.newest(GROUP).text])[0]
    assert evening.newest(deniz).text.startswith("Sunday Table: you are in with 4 cards, at the end of the order.")
    evening.in_group(ben, "/leave yes")
    evening.in_group(ben, "/join")

    assert "Ben is back with 6 cards, at the end of the order." in plain([evening.newest(GROUP).text])[0]
    assert [seat.id for seat in evening.game.seats] == [ann, carla, deniz, ben]


def test_late_joining_by_the_link() -> None:
    """Start in the private chat deals the hand."""
    evening = a_begun_game()
    evening.in_group(deniz, "/join")

    evening.says(deniz, evening.newest(GROUP).choices[0][0].opens.replace("private:", "/start "))

    assert evening.game.seat(deniz)


def test_a_closed_table_takes_nobody_late() -> None:
    """The owner has closed it; and where cards are short, nobody can be dealt to."""
    closed = a_begun_game(settings=("cards 4", "closed"))
    closed.says(deniz, "/start")
    assert closed.in_group(deniz, "/join") == ["This table takes no new players."]

    short = a_begun_game(ann, ben, settings=("cards 7", "series food"))
    short.says(deniz, "/start")
    assert short.in_group(deniz, "/join") == ["Too few cards are left to deal to you."]


# People and places that change


def test_a_language_is_chosen_for_good() -> None:
    """It follows the client until it is chosen."""
    evening = a_begun_game()
    evening.language = "de"
    assert "Ann ist dran" in plain(evening.says(ben, "hallo"))[0]

    evening.says(ben, "/language")
    evening.presses(ben, "English")

    assert "It is Ann’s turn" in plain(evening.says(ben, "hallo"))[0]
    assert evening.newest(ben).text.startswith("I know the moves")
    evening.says(ann, "1 1")
    assert evening.newest(ben).text.startswith("Sunday Table: your turn")
    assert evening.newest(ann).text.startswith("Gelegt: ")


def test_who_blocked_the_bot_is_not_reachable_until_the_chat_is_open_again() -> None:
    """Joining leads to the private chat again."""
    evening = a_table(ann, ben, settings=())
    evening.in_group(ben, "/leave")
    evening.asks(ben, Blocked(), ben)
    assert evening.presses_in_group(ben, "Join") == "private:join-game1"

    evening.asks(ben, Unblocked(), ben)

    assert evening.presses_in_group(ben, "Join") == "You are in. Your cards will come in our private chat."


def test_a_group_that_moves_takes_its_game_along() -> None:
    """A supergroup has another id; the game is played on there."""
    evening = a_begun_game()

    evening.asks("", Moved(to="tg:-1001"), GROUP)
    evening.says(ann, "1 1")

    assert evening.texts("tg:-1001")[-1].startswith("\u2068Ann\u2069 places in slot 1:")
    assert evening.says(ben, "/chain", "tg:-1001")[0].startswith("The chain (2)")


def test_something_broke_is_said_once() -> None:
    """Where the request came from."""
    from pbm.service.requests import Request, Said

    evening = Evening()
    request = Request(id="bad", who=ann, name="Ann", chat=ann, private=True, what=Said(text="1 1", message=1))

    evening.handler.apologise(request, ValueError())
    evening.handler.apologise(request, ValueError())
    evening.brings()

    assert evening.texts(ann) == ["Something went wrong on my side. Nothing is lost; please try again in a minute."]


@pytest.mark.parametrize(
    ("language", "begins"), [("en", "This game was made by a newer version of me"), ("de", "Dieses Spiel stammt von")]
)
def test_whoever_plays_a_game_of_a_later_version_hears_why_it_waits(language: str, begins: str) -> None:
    """Trying again would not help; whoever runs the bot can."""
    from pbm.service.requests import Request, Said

    evening = Evening()
    said = Said(text="1 1", message=1)
    request = Request(id="later", who=ann, name="Ann", language=language, chat=ann, private=True, what=said)

    evening.handler.apologise(request, KeptByLaterCode("g1", "state version 9"))
    evening.brings()

    assert [text.startswith(begins) for text in evening.texts(ann)] == [True]


def test_time_per_turn_is_what_the_owner_chose() -> None:
    """An hour."""
    evening = a_begun_game(settings=("cards 4", "time 1h"))

    assert evening.game.due == evening.now + timedelta(hours=1)
    assert "1 hour, until" in evening.newest(ann).text
