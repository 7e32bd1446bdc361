"""A game begins and ends: dealing, leaving, ending, joining late."""

import pytest

from pbm.rules.cards import Library
from pbm.rules.game import Status
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
from tests.service.said import plain


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


@pytest.mark.parametrize(("language", "line"), [("en", "Ann begins. Nothing"), ("de", "Ann beginnt. Bis ich")])
def test_with_three_cards_each_nobody_is_told_whom_they_follow(language: str, line: str) -> None:
    """The first card that is placed turns the direction of play, so that it may be anybody."""
    evening = a_begun_game(evening=Evening(language=language), settings=("cards 3", "series things"))

    for who in (ben, carla):
        assert plain([evening.newest(who).text])[0].splitlines()[1].startswith(line)


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
    assert plain(evening.says(ben, "1 1")) == ["Sunday Table: not begun yet. Ann begins it with /begin in the group."]
    for typed in ("1 1", "hand", "/help"):
        assert plain(evening.says(ann, typed)) == ["Sunday Table: not begun yet. You begin it: /begin in the group."]
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
    assert evening.in_group(deniz, "/newgame") == ["There is a table here already, one is enough: /join"]


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


@pytest.mark.parametrize("leaves", [(ben, carla), (carla, ben, ann)])
def test_a_game_that_ends_otherwise_takes_the_question_whether_to_end_it_along(leaves: tuple[str, ...]) -> None:
    """Ann asks, and meanwhile the others leave: no button stays that would end what is over, begun or not."""
    evening = a_begun_game() if len(leaves) == 2 else a_table()
    evening.in_group(ann, "/end")
    question = evening.newest(GROUP)
    for who in leaves:
        assert question.labels == [["End it", "Keep playing"] if len(leaves) == 2 else ["Clear it", "Keep it"]]
        evening.in_group(who, "/leave yes")

    assert evening.is_over()
    assert question.labels == []


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


@pytest.mark.parametrize("came", ["dealt", "late", "took over"])
def test_who_has_not_played_yet_is_told_of_the_end_where_their_cards_stand(came: str) -> None:
    """Whether dealt in, come late or sat down in Carla's place: no hand stands there as if somebody were on turn."""
    evening = a_begun_game()
    if came == "took over":
        evening.in_group(carla, "/leave yes")
    if came != "dealt":
        evening.says(deniz, "/start")
        evening.in_group(deniz, "/takeover" if came == "took over" else "/join")
    who = carla if came == "dealt" else deniz
    assert "Only you see" in evening.newest(who).text

    evening.in_group(ann, "/end yes")

    assert evening.newest(who).text == "Sunday Table: the game is over, and nobody has won."


def test_a_table_that_has_not_begun_is_cleared_and_not_a_game_ended() -> None:
    """Neither the question nor the answers speak of a game, and nobody is said to have not won it."""
    evening = a_table()

    assert evening.in_group(ann, "/end") == ["Clear this table? Then write /end yes."]
    assert evening.newest(GROUP).labels == [["Clear it", "Keep it"]]
    assert evening.in_group(ann, "/end no") == ["All right, the table stays as it is."]
    evening.in_group(ann, "/end yes")

    assert evening.is_over()
    assert plain([evening.newest(GROUP).text]) == ["Ann has cleared the table."]


def test_an_admin_may_clear_a_table_that_has_not_begun() -> None:
    """Deniz sits nowhere, so the table hears of an admin."""
    evening = a_table(evening=Evening(admins=NoAdmins(deniz)))

    evening.in_group(deniz, "/end yes")

    assert plain([evening.newest(GROUP).text]) == ["An admin of this group has cleared the table."]
