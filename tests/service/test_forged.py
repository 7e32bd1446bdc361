"""Forged buttons: whatever a changed client sends, nobody gets what is not theirs, or decides what is not theirs."""

import pytest

from pbm.service.requests import Welcomed
from tests.service.evening import GROUP, a_begun_game, a_table, ann, ben, carla, deniz

PLAYING = (
    "show",
    "card:1",
    "slot:1:1",
    "place",
    "turnover",
    "undo",
    "typed:1 1",
    "typed:hand",
    "more",
    "take:1",
    "move",
)
OWNERS = ("begin", "menu:all", "set:cards:3", "set:language:de", "set:small:1:3", "computer", "end", "set:time:1h")


@pytest.mark.parametrize("does", PLAYING)
def test_a_stranger_gets_no_hand_and_moves_nothing(does: str) -> None:
    """Deniz, who does not play, forges the buttons of the player on turn in the private chat with the bot."""
    evening = a_begun_game()
    evening.says(deniz, "/start")
    before = evening.table
    evening.presses_data(deniz, f"game1:{evening.game.turn}:{does}", evening.newest(deniz).id)

    assert evening.table == before
    assert not any("Something of kind" in one.message.text.text for one in evening.brought)


@pytest.mark.parametrize("does", PLAYING)
def test_whoever_is_not_on_turn_moves_nothing(does: str) -> None:
    """Ben forges the buttons of Ann's turn; at most he sees his own hand."""
    evening = a_begun_game()
    before = evening.game
    evening.presses_data(ben, f"game1:{evening.game.turn}:{does}", evening.newest(ben).id)

    assert evening.game == before
    assert {one.message.to for one in evening.brought} == {ben}


@pytest.mark.parametrize("chat", [GROUP, ""])
@pytest.mark.parametrize("does", OWNERS)
def test_only_the_owner_decides_what_only_the_owner_may(does: str, chat: str) -> None:
    """Ben forges Ann's buttons, before the start and after it, in the group and in private."""
    for evening in (a_table(), a_begun_game()):
        before = evening.table
        evening.presses_data(ben, f"game1:{evening.game.turn}:{does}", evening.newest(chat or ben).id, chat)

        assert evening.table == before, does


@pytest.mark.parametrize("does", ["kick:1:tg:3", "leave:1", "stay:1", "away:1:5"])
def test_a_button_for_one_person_does_nothing_for_another(does: str) -> None:
    """They name whose they are; Ben presses those of Ann."""
    evening = a_begun_game()
    before = evening.game
    answer = evening.presses_data(ben, f"game1:{evening.game.turn}:{does}", evening.newest(GROUP).id, GROUP)

    assert answer == "This button is for \u2068Ann\u2069."
    assert evening.game == before


def test_a_game_is_not_played_from_another_group() -> None:
    """Carla sits in both groups, and presses the buttons of one game in the other."""
    evening = a_begun_game()
    before = evening.game
    for does in ("join", "leave:3", "end", "kick:3:tg:1", "pause", "resume"):
        assert evening.presses_data(carla, f"game1:1:{does}", 1, "tg:-200") == "That is no longer here."

    assert evening.game == before


def test_who_silences_the_bot_without_knowing_it_stops_the_clocks_too() -> None:
    """The admin who did it has no private chat with the bot and hears nothing; those who play do."""
    evening = a_begun_game()
    letters = evening.asks("tg:99", Welcomed(may_write=False), GROUP)

    assert {one.message.to for one in letters} == {ann, ben, carla}
    assert evening.table.closed == evening.now
    assert evening.alarms.due(evening.now + 9 * evening.turn_lasts, 9) == ()


def test_a_computer_waits_as_well() -> None:
    """It does not play on alone while nobody can see it."""
    evening = a_table(ann, settings=("cards 4", "series things"))
    evening.in_group(ann, "/computer")
    evening.in_group(ann, "/begin")
    evening.says(ann, "1 1")
    evening.asks(ann, Welcomed(may_write=False), GROUP)
    turn = evening.game.turn
    evening.time_passes(evening.turn_lasts)
    assert evening.game.turn == turn
    evening.asks(ann, Welcomed(), GROUP)
    evening.time_passes(evening.turn_lasts / 100)

    assert evening.game.turn == turn + 1


def test_what_is_forged_above_does_something_where_it_is_allowed() -> None:
    """The same button, pressed by whoever is on turn."""
    evening = a_begun_game()
    evening.presses_data(ann, f"game1:{evening.game.turn}:card:1", evening.newest(ann).id)

    assert evening.table.draft
