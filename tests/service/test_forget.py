"""What is kept of people is said, and forgotten when they wish it: nothing that is kept names them any more."""

from functools import reduce
from typing import Any

import pytest

from pbm.rules.evolve import evolve
from pbm.rules.game import Status
from pbm.rules.record import record_of
from pbm.store import keys
from pbm.store.outbox import Undelivered
from tests.service.evening import (
    GROUP,
    LIBRARY,
    Evening,
    a_begun_game,
    ann,
    ben,
    carla,
    places_right,
)

ODD = "Zebulon"


def everything(evening: Evening) -> str:
    """All keys and values of the Redis, in one text."""
    redis: Any = evening.redis
    read = {
        "string": redis.get,
        "hash": redis.hgetall,
        "set": redis.smembers,
        "list": lambda key: redis.lrange(key, 0, -1),
        "zset": lambda key: redis.zrange(key, 0, -1, withscores=True),
    }
    return "\n".join(f"{key}: {read[redis.type(key)](key)}" for key in redis.scan_iter("*"))


def traces(evening: Evening, address: str = "tg:777", name: str = ODD) -> list[str]:
    """Where somebody is still named."""
    return [line for line in everything(evening).splitlines() if name in line or address in line]


@pytest.fixture
def evening() -> Evening:
    """Zebulon, whose account is 777, plays with Ann and Ben; he has placed a card and said something."""
    evening = Evening()
    evening.names["tg:777"] = ODD
    a_begun_game(ann, "tg:777", ben, evening=evening)
    evening.says("tg:777", "/timezone Berlin")
    places_right(evening, ann)
    places_right(evening, "tg:777", says=f"That was me, {ODD}.")
    return evening


def test_a_question_in_the_group_is_forgotten_too(evening: Evening) -> None:
    """It was asked of Zebulon, and is found there by who he was; and among what never arrived, where it did not."""
    lost = Undelivered(at=evening.now, to=GROUP, name="ask:tg:777", game=evening.game.id, why="the bot is restricted")
    evening.redis.lpush(keys.UNDELIVERED_LAST, lost.model_dump_json())
    evening.in_group("tg:777", "/leave")
    evening.in_group("tg:777", "/leave yes")
    evening.says("tg:777", "/forget yes")

    assert "ask:tg:777" not in everything(evening)


def test_what_is_kept_is_said_everywhere(evening: Evening) -> None:
    """In private, in the group, to somebody nobody knows, and to an anonymous admin."""
    for who, chat in ((ann, ann), (ann, GROUP), ("tg:9", "tg:9"), ("", GROUP)):
        (text,) = evening.says(who, "/privacy", chat)
        assert text.startswith("I keep your name")
    assert evening.says(carla, "/datenschutz") == evening.says(carla, "/privacy")


def test_in_the_group_nobody_is_forgotten(evening: Evening) -> None:
    """It is between the bot and the person alone."""
    assert evening.in_group("tg:777", "/forget yes") == ["That stays between us: write it in our private chat."]
    assert traces(evening)


def test_it_is_asked_before_and_again_where_a_game_is_open(evening: Evening) -> None:
    """The first question says what goes, the second one which games are left; a no keeps everything."""
    before = evening.game
    assert evening.says("tg:777", "/forget")[0].startswith("Shall I forget you?")
    evening.presses("tg:777", "Forget me")
    assert "Sunday Table" in evening.newest("tg:777").text
    assert evening.presses("tg:777", "No, stay") == "All right, I will not forget you."
    assert evening.says("tg:777", "/forget yes")[0].startswith("You still sit at a table: Sunday Table.")

    assert evening.game == before


@pytest.mark.parametrize("line", ["/forget no", "/vergiss nein", "/forget No."])
def test_a_written_no_is_not_asked_about_again(evening: Evening, line: str) -> None:
    """It keeps everything, as the button does."""
    evening.says("tg:777", "/forget")

    assert evening.says("tg:777", line) == ["All right, I will not forget you."]
    assert traces(evening)


def test_whoever_is_forgotten_leaves_no_trace(evening: Evening) -> None:
    """The table is told that he left; of him nothing is kept, and he hears that last."""
    evening.says("tg:777", "/forget")
    evening.presses("tg:777", "Forget me")
    evening.presses("tg:777", "Leave, and forget me")

    assert any("leaves the game" in one.message.text.text for one in evening.brought if one.message.to == GROUP)
    assert [
        one.message.text.text for one in evening.brought if one.message.to == "tg:777" and one.message.text.text
    ] == ["I have forgotten you. Should you write to me again, we begin anew."]
    assert traces(evening) == []
    assert evening.game == reduce(evolve, evening.store.events(evening.game.id), None)


def test_the_game_goes_on_without_whoever_was_forgotten(evening: Evening) -> None:
    """He placed last and answers for the chain still, as a player without a name."""
    evening.says("tg:777", "/forget leave")

    assert evening.game.on_turn == ben
    assert "a player⁩ placed last" in evening.says(ben, "hand")[0]
    evening.says(ben, "doubt")
    assert evening.game.status is Status.PLAYING
    assert evening.game.round == 2


def test_in_games_that_are_over_the_name_is_a_word(evening: Evening) -> None:
    """The record of the game is the same but for the name, and two who are forgotten are told apart."""
    evening.in_group(ann, "/end yes")
    events = evening.store.events(evening.game.id)
    dates = {card.id: card.date for card in LIBRARY.cards.values()}
    before = record_of(events, dates)
    evening.says("tg:777", "/forget yes")
    assert traces(evening) == []
    evening.says(ann, "/vergiss ja")

    after = record_of(evening.store.events(evening.game.id), dates)

    assert {one.name for one in evening.game.seats} == {"a player", "a player (2)", "Ben"}
    plain = str(before).replace(f"'{ODD}'", "'a player'").replace("'Ann'", "'a player (2)'")
    assert str(after) == plain.replace(f", 'says': 'That was me, {ODD}.'", "")


def test_an_open_table_is_left_too() -> None:
    """Its owner is forgotten: somebody else looks after it; the lobby names who is there."""
    evening = Evening()
    evening.names["tg:777"] = ODD
    for who in ("tg:777", ann):
        evening.says(who, "/start")
    evening.in_group("tg:777", "/newgame")
    evening.in_group(ann, "/join")
    evening.says("tg:777", "/forget leave")

    assert evening.game.owner == ann
    assert traces(evening) == []
    lobby = next(one for one in reversed(evening.chats[GROUP]) if one.message.name == "lobby")
    assert "Here so far (1): \u2068Ann\u2069" in lobby.text


def test_whoever_was_forgotten_begins_anew(evening: Evening) -> None:
    """He writes again, sits nowhere and joins like anybody else."""
    evening.says("tg:777", "/forget leave")

    assert evening.says("tg:777", "/start")[0].startswith("Hello")
    evening.in_group("tg:777", "/join")
    assert evening.game.seat("tg:777")


def test_forgetting_comes_again_without_harm(evening: Evening) -> None:
    """The bot died in the middle: the same update comes again and does the rest."""
    evening.store.forget("tg:777", lambda: "gone:half")
    evening.says("tg:777", "/forget leave")
    evening.says("tg:777", "/forget leave")

    assert traces(evening) == []


def test_a_forged_step_forgets_nobody(evening: Evening) -> None:
    """Made-up steps, and a press in the group."""
    posted = evening.newest(ann)
    for does in ("*:0:forget", "*:0:forget:asks", "*:0:forget:tg:777", "*:0:forget::"):
        evening.presses_data(ann, does, posted.id)
    evening.presses_data(ann, "*:0:forget:leave", evening.newest(GROUP).id, GROUP)

    assert evening.game.seat(ann)
