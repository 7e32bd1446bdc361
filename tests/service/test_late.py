"""What comes late, twice, or from where it was never offered, and what a restart keeps."""

import pytest

from tests.service.evening import (
    GROUP,
    Evening,
    ann,
    ben,
    carla,
    deniz,
    places_right,
    unchanged,
)


def test_a_press_from_an_earlier_turn_says_that_it_is_over(evening: Evening) -> None:
    """Yesterday's button changes nothing."""
    prompt = evening.newest(ann)
    _, choice = evening.button(ann, "Card 1")
    places_right(evening, ann)
    before = evening.table

    assert evening.presses_data(ann, choice.does, prompt.id) == "That turn is over."
    assert evening.table == before


def test_a_press_after_the_end_says_that_the_game_is_over(evening: Evening) -> None:
    """Whatever the button was."""
    prompt = evening.newest(ann)
    _, choice = evening.button(ann, "Card 1")
    evening.in_group(ann, "/end yes")

    assert evening.presses_data(ann, choice.does, prompt.id) == "This game is over."


def test_a_request_that_comes_again_changes_nothing(evening: Evening) -> None:
    """A repeated update is not played twice, and nothing is said twice."""
    evening.says(ann, "1 1", id="once")
    before, said = evening.table, len(evening.everything)

    evening.says(ann, "1 1", id="once")

    assert evening.table == before
    assert len(evening.everything) == said


def test_a_doubled_press_places_one_card(evening: Evening) -> None:
    """The second finds that the turn is over."""
    evening.presses(ann, "Card 1")
    evening.presses(ann, "Slot 1")
    posted, choice = evening.button(ann, "Place it")

    evening.presses_data(ann, choice.does, posted.id)
    assert evening.presses_data(ann, choice.does, posted.id) == "That turn is over."

    assert len(evening.game.chain) == 2


@pytest.mark.parametrize(
    "does",
    [
        "",
        ":",
        "::",
        "x",
        "nogame:1:card:1",
        "{game}:x:card:1",
        "{game}:²:card:1",
        "{game}:-1:card:1",
        "{game}:{turn}:",
        "{game}:{turn}:nonsense",
        "{game}:{turn}:card",
        "{game}:{turn}:card:²",
        "{game}:{turn}:card:-1",
        "{game}:{turn}:card:0",
        "{game}:{turn}:card:99999999999999999999",
        "{game}:{turn}:card:1:2:3",
        "{game}:{turn}:slot:99999999999999999999",
        "{game}:{turn}:take:99999999999999999999",
        "{game}:{turn}:put:1",
        "{game}:{turn}:page:-7",
        "{game}:{turn}:page:99999999999999999999",
        "{game}:{turn}:place",
        "{game}:{turn}:turnover",
        "{game}:{turn}:move_to:9:9",
        "{game}:{turn}:move_to:0:0",
        "{game}:{turn}:set:small:0:²",
        "{game}:{turn}:set:small:²:3",
        "{game}:{turn}:set:cards:²",
        "{game}:{turn}:menu:small²",
        "*:0:language:xx",
        "*:0:nonsense",
        "*:0:hello:xx",
    ],
)
def test_nonsense_in_a_button_is_answered_and_changes_nothing(evening: Evening, does: str) -> None:
    """On turn and off it, in private and in the group."""
    data = does.format(game=evening.game.id, turn=evening.game.turn)
    before = unchanged(evening)
    for who in (ben, deniz, ann):
        evening.presses_data(who, data, evening.newest(GROUP).id, GROUP)
        evening.presses_data(who, data, evening.newest(ann).id)
        assert unchanged(evening) == before


def test_somebody_elses_button_is_not_mine(evening: Evening) -> None:
    """Ben copies what Ann's button carries."""
    _, choice = evening.button(ann, "Card 1")
    before = evening.table

    answer = evening.presses_data(ben, choice.does, evening.newest(ben).id)

    assert answer.endswith("I will call you when it is yours.")
    assert evening.table == before


def test_a_button_of_another_group_does_nothing_here(evening: Evening) -> None:
    """A forged press in a group where that table is not."""
    game = evening.game
    evening.presses_data(deniz, f"{game.id}:{game.turn}:join", 1, "tg:-200")

    assert evening.game == game


def test_what_was_chosen_survives_a_restart(evening: Evening) -> None:
    """A card, a slot, a move and words are kept in Redis with their turn."""
    places_right(evening, ann)
    evening.says(ben, "fix 2 1")
    evening.presses(ben, "Card 1")
    evening.presses(ben, "Slot 1")
    evening.says(ben, "I was there.")

    evening.restarts()
    evening.presses(ben, "Place it")

    assert evening.game.last_says == "I was there."
    assert "first moves" in evening.newest(GROUP).text
    assert evening.game.on_turn == carla
