"""Nobody floods a group through the bot: a limit per person, told once; moves are heard a while longer."""

from datetime import timedelta
from typing import cast

import pytest

from pbm.service.desk import Desk
from pbm.service.handle import Handler
from pbm.service.pace import Paced
from pbm.service.requests import Pressed, Said
from pbm.store.budget import CountingStore, RedisBudget
from tests.service.evening import GROUP, Evening, a_begun_game, ann, ben
from tests.service.office import office

A_MINUTE = 5
MINUTE = timedelta(minutes=1)


def paced(evening: Evening) -> Paced:
    """One more bot on the Redis of that evening."""
    store = CountingStore(evening.redis)
    desk = Desk(store, evening.library, lambda: evening.now, tuple, lambda: "another")
    budget = RedisBudget(evening.redis)
    return Paced(Handler(desk, evening.admins), store, lambda: store.spoken, budget, lambda: evening.now, A_MINUTE)


@pytest.fixture
def evening() -> Evening:
    """Ann, Ben and Carla have begun, Ann is on turn; from now on the bot keeps its pace."""
    evening = a_begun_game()
    evening.handler = cast(Handler, paced(evening))
    return evening


def test_who_asks_too_much_is_told_once_and_then_not_heard(evening: Evening) -> None:
    """Ben asks for the rules in the group, twenty times within seconds."""
    evening.now += timedelta(seconds=15)
    heard = [evening.in_group(ben, "/rules") for _ in range(20)]

    assert [len(one) for one in heard] == [1] * (A_MINUTE + 1) + [0] * (19 - A_MINUTE)
    assert heard[A_MINUTE] == ["A moment, please. I will be listening again in 45 seconds."]


def test_when_the_minute_is_over_one_is_heard_again(evening: Evening) -> None:
    """And may ask too much again, and is told again."""
    for _ in range(2):
        heard = [evening.in_group(ben, "/rules") for _ in range(10)]
        assert len([one for one in heard if one]) == A_MINUTE + 1
        evening.now += MINUTE


def test_nobody_else_is_held_up(evening: Evening) -> None:
    """Ben has asked too much; Ann has not."""
    for _ in range(20):
        evening.in_group(ben, "/rules")

    assert evening.in_group(ann, "/players")


def test_one_limit_in_all_groups_and_in_private(evening: Evening) -> None:
    """What Ben asks in private and in another group counts together."""
    heard = [evening.says(ben, "rules", chat) for chat in (GROUP, ben, "tg:-200") * 4]

    assert len([one for one in heard if one]) == A_MINUTE + 1


def test_presses_that_are_only_answered_cost_a_third(evening: Evening) -> None:
    """An answer on the spot floods nobody."""
    for _ in range(3 * A_MINUTE):
        assert evening.presses_data(ben, "stuff", 1, GROUP) == "That is no longer here."

    assert evening.presses_data(ben, "stuff", 1, GROUP).startswith("A moment, please.")
    assert evening.asks(ben, Pressed(does="stuff", message=1, press="p"), GROUP) == []


def test_the_moves_of_whoever_is_on_turn_are_heard_a_while_longer(evening: Evening) -> None:
    """Ann asked too much, and is not kept from playing; but she cannot flood the group with moves either."""
    for _ in range(20):
        evening.says(ann, "rules")

    assert evening.says(ann, "1 1")
    assert evening.game.on_turn == ben
    for _ in range(20):
        evening.says(ann, "undo")
        evening.says(ann, "1 1")
    assert evening.says(ann, "undo") == []


def test_a_move_with_the_name_of_its_table_before_it_is_heard_a_while_longer_too(evening: Evening) -> None:
    """Ann is on turn at two tables and has asked too much; so has Ben, who is on turn at neither and is not heard."""
    office(evening, ann, ben)
    evening.now += MINUTE
    for who in (ann, ben):
        for _ in range(20):
            evening.says(who, "rules")

    assert evening.says(ann, "Office hello") == []
    assert evening.says(ben, "Office 1 1") == []
    assert evening.says(ann, "Office 1 1")
    assert [(one.title, one.game.last_placer) for one in evening.store.tables_of(ann)] == [
        ("Sunday Table", None),
        ("Office", ann),
    ]


def test_who_is_not_on_turn_makes_no_moves_beyond_the_limit(evening: Evening) -> None:
    """Ben is not on turn: what looks like a move is heard no more than anything else."""
    for _ in range(20):
        evening.says(ben, "1 1")

    assert evening.says(ben, "1 1") == []


def test_two_bots_on_one_redis_keep_one_limit(evening: Evening) -> None:
    """Ben is told once in all, whichever bot hears him."""
    bots = (cast(Handler, paced(evening)), cast(Handler, paced(evening)))
    heard = []
    for number in range(20):
        evening.handler = bots[number % 2]
        heard += evening.in_group(ben, "/rules")

    assert len(heard) == A_MINUTE + 1
    assert len([text for text in heard if text.startswith("A moment")]) == 1


def test_a_request_that_comes_again_costs_nothing_more(evening: Evening) -> None:
    """The answer to a poll was lost, and the same update comes ten times."""
    for _ in range(10):
        evening.asks(ben, Said(text="/rules", message=1), GROUP, id="update:once")

    assert evening.in_group(ben, "/rules")[0].startswith("Anno Domini")


def test_who_writes_as_nobody_has_a_limit_too(evening: Evening) -> None:
    """An anonymous admin has no address: the limit is that of the group's nobodies."""
    heard = [evening.asks("", Said(text="/rules", message=one), GROUP) for one in range(20)]

    assert len([one for one in heard if one]) == A_MINUTE + 1
    assert evening.in_group(ben, "/rules")


def test_what_was_spent_is_forgotten_and_names_nobody(evening: Evening) -> None:
    """The keys of the budget go by themselves, and hold no address."""
    evening.in_group(ben, "/rules")

    spent = [str(key) for key in evening.redis.scan_iter("pbm:spent:*")]

    assert len(spent) == 1
    assert ben not in spent[0]
    assert 0 < evening.redis.ttl(spent[0]) <= 120
