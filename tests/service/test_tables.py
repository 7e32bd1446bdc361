"""Tables before they begin: arriving, opening, joining."""

from datetime import timedelta

import pytest

from pbm.service.requests import Removed, ShutOut, Welcomed
from pbm.store import keys
from tests.service.evening import (
    GROUP,
    Evening,
    a_begun_game,
    a_table,
    ann,
    ben,
    carla,
    deniz,
)
from tests.service.said import lobby, plain, told

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
    """One is enough; whoever sits at it need not join it."""
    evening = a_table(ann, settings=())

    assert evening.in_group(ben, "/newgame") == ["There is a table here already, one is enough: /join"]
    assert evening.in_group(ann, "/newgame") == ["There is a table here already, and you sit at it. /players shows it."]
    assert evening.says(ben, "/newgame") == ["A table needs a group. Add me to one and write /newgame there."]


def test_getting_up_before_the_start() -> None:
    """The owner's table goes to the next; the last one clears it."""
    evening = a_table(ann, ben, settings=())

    assert plain(evening.in_group(ann, "/leave")) == ["Ann has got up from the table. Ben looks after the table now."]
    assert evening.game.owner == ben
    assert lobby(evening).startswith("Ben opens a table")
    evening.in_group(ben, "/leave")

    assert evening.is_over()
    assert evening.in_group(ann, "/chain") == ["No game is on here. /newgame opens a table."]


def test_getting_up_in_private_is_said_to_whoever_gets_up() -> None:
    """The group hears of it where another one looks after the table now, else its lobby shows who is there."""
    evening = a_table(ann, ben, carla, settings=())

    assert evening.says(carla, "/leave") == ["Sunday Table: you have got up."]
    assert told(evening, GROUP) == []
    evening.says(ann, "/leave")
    assert told(evening, ann) == ["Sunday Table: you have got up."]
    assert plain(told(evening, GROUP)) == ["Ann has got up from the table. Ben looks after the table now."]
    assert evening.says(ben, "/leave") == ["Sunday Table: you have got up; the table is cleared."]
    assert evening.is_over()


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
