"""A doubt, and the last card: what they ask, and what comes of them."""

from pbm.rules.game import Status
from tests.service.evening import (
    GROUP,
    Evening,
    a_begun_game,
    ann,
    ben,
    carla,
    deniz,
    places_right,
    places_wrong,
)
from tests.service.said import plain

# Doubting


def test_a_doubt_by_button_is_asked_about_first(evening: Evening) -> None:
    """The question names the stakes; yes turns the cards over."""
    places_wrong(evening, ann)

    evening.presses(ben, "Doubt")
    assert plain([evening.newest(ben).text])[0].startswith(
        "Doubt the chain? All cards are turned over.\nAny error, and Ann draws 2. No error, and you draw 4."
    )
    evening.presses(ben, "Turn them over")

    assert evening.game.round == 2
    assert evening.newest(ben).text.replace("\u2068", "").startswith("You were right: the chain was wrong, Ann")
    assert "numbers 4 and 5" in evening.newest(ann).text


def test_a_wrong_doubt_draws_four_and_says_their_numbers(evening: Evening) -> None:
    """The doubter's new prompt says so."""
    places_right(evening, ann)

    evening.says(ben, "doubt: never!")

    assert evening.newest(ben).text.startswith("The chain was right. You draw 4 cards: numbers 5 to 8.")
    assert "says: “never!”" in evening.texts(GROUP)[-2]
    assert evening.game.round == 2


def test_a_longer_line_that_begins_with_a_doubt_is_asked_about(evening: Evening) -> None:
    """Only yes turns the cards over."""
    places_right(evening, ann)

    evening.says(ben, "doubt you know that")

    assert evening.game.round == 1
    assert evening.newest(ben).labels == [["Turn them over"], ["Back"]]


def test_ones_own_chain_cannot_be_doubted(evening: Evening) -> None:
    """Ann's card lies there, and the turns of the others have run out."""
    places_right(evening, ann)
    evening.time_passes(evening.turn_lasts * 2)
    assert evening.game.on_turn == ann

    assert evening.says(ann, "doubt") == ["You placed last, so this chain is yours. Place a card."]
    assert "Doubt" not in [label for row in evening.newest(ann).labels for label in row]


# The last card


def played_to_the_last(evening: Evening, right: bool) -> None:
    """Ann places everything she holds, the others let her; the last card right or wrong."""
    while len(evening.game.hand_of(ann)) > 1 or evening.game.on_turn != ann:
        places_right(evening, evening.game.on_turn or "", len(evening.game.hand_of(evening.game.on_turn or "")))
    (places_right if right else places_wrong)(evening, ann)


def test_the_last_card_in_a_right_chain_wins(evening: Evening) -> None:
    """The group hears the reveal and the ranking, with a button to play again; nobody has a button left."""
    played_to_the_last(evening, right=True)

    assert evening.game.status is Status.OVER
    assert evening.texts(GROUP)[-1].replace("\u2068", "").replace("\u2069", "").startswith("Ann wins.\n\n1. Ann, no")
    assert evening.newest(GROUP).labels == [["Play again"]]
    assert evening.newest(ann).choices == ()
    next_one = "/newgame in the group opens the next one."
    assert evening.says(ann, "1 1") == [f"Sunday Table: the game is over, and you have won. {next_one}"]
    assert plain(evening.says(ben, "hand")) == [f"Sunday Table: the game is over, and Ann has won. {next_one}"]
    for typed in ("/chain", "/players"):
        said = plain(evening.in_group(ben, typed))
        assert said == ["The last game here is over; Ann won it. /newgame opens the next one."]


def test_at_a_small_table_the_newest_look_of_each_says_who_has_won(evening: Evening) -> None:
    """In the place of Ann's prompt, and of the receipts of the others; nobody gets one message more."""
    played_to_the_last(evening, right=True)
    people = (ann, ben, carla)
    looks = {who: [one.message for one in evening.chats[who] if one.message.name][-1] for who in people}

    assert plain([looks[ann].text.text]) == ["Sunday Table: the game is over, and you have won."]
    for who in (ben, carla):
        assert plain([looks[who].text.text]) == ["Sunday Table: the game is over, and Ann has won."]
    assert {one.message.way for one in evening.brought if one.message.to in people} == {"edit"}


def test_at_a_larger_table_only_the_look_of_the_winner_says_so() -> None:
    """To tell each of five would be more than six calls; the group rings for all."""
    evening = a_begun_game(ann, ben, carla, deniz, "tg:5")
    played_to_the_last(evening, right=True)

    assert [one.message.to for one in evening.brought if one.message.way == "edit"] == [ann]
    assert plain([evening.newest(ann).text]) == ["Sunday Table: the game is over, and you have won."]


def test_a_game_ended_by_hand_has_no_winner(evening: Evening) -> None:
    """Ann reads it where her prompt stood; who has only been dealt a hand reads it there."""
    evening.in_group(ann, "/end yes")

    assert plain(evening.texts(ann))[-1] == "Sunday Table: the game is over, and nobody has won."
    assert evening.texts(ben)[-1] == "Sunday Table: the game is over, and nobody has won."


def test_the_last_card_in_a_wrong_chain_draws_two(evening: Evening) -> None:
    """And the next player begins a round."""
    played_to_the_last(evening, right=False)

    assert evening.game.status is Status.PLAYING
    assert len(evening.game.hand_of(ann)) == 2
    assert "the chain was wrong, you draw 2 cards: numbers 1 and 2." in evening.texts(ann)[-1]
    assert "and play goes on." in evening.texts(GROUP)[-2]


def test_playing_again_opens_a_table_with_the_same_settings(evening: Evening) -> None:
    """One press under the ranking."""
    played_to_the_last(evening, right=True)
    old = evening.game

    evening.presses_in_group(ben, "Play again")

    assert evening.game.id != old.id
    assert evening.game.owner == ben
    assert evening.game.settings.rules == old.settings.rules
    assert evening.game.settings.series == old.settings.series
    assert evening.presses(carla, "Play again", GROUP).startswith("There is a table here already")
