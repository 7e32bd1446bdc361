"""People and places that change under a game: languages, blocked chats, groups that move, faults."""

from datetime import timedelta

import pytest

from pbm.service.ports import KeptByLaterCode
from pbm.service.requests import Blocked, Moved, Unblocked
from tests.service.evening import (
    GROUP,
    Evening,
    a_begun_game,
    a_table,
    ann,
    ben,
)
from tests.service.said import plain


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
