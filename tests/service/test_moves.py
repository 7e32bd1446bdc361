"""A card is placed by text and by buttons: what counts, what is asked about, what is refused, what is taken back."""

import pytest

from tests.service.evening import (
    GROUP,
    Evening,
    a_begun_game,
    ann,
    ben,
    carla,
    deniz,
    places_right,
    unchanged,
)
from tests.service.said import plain

# Placing


def test_two_numbers_place_a_card(evening: Evening) -> None:
    """`2 1` puts Ann's second card on top; the group hears what she says with it."""
    card = evening.game.hand_of(ann)[1]

    read = evening.says(ann, "2 1 I was there.")

    assert evening.game.chain[0] == card
    assert evening.game.on_turn == ben
    assert read[-1].startswith("Placed: ")
    assert "says: “I was there.”" in evening.newest(GROUP).text
    assert "says: “I was there.”" in evening.newest(ben).text


def test_the_same_by_buttons_gives_the_same_board(evening: Evening) -> None:
    """Card, slot, words, confirm: nothing counts before the last press."""
    by_text = a_begun_game()
    by_text.says(ann, "2 1 I was there.")
    before = unchanged(evening)

    evening.presses(ann, "Card 2")
    evening.presses(ann, "Slot 1")
    evening.says(ann, "I was there.")
    assert unchanged(evening) == before
    evening.presses(ann, "Place it")

    assert evening.texts(GROUP)[-1] == by_text.texts(GROUP)[-1]
    assert evening.newest(ann).text == by_text.newest(ann).text
    assert evening.newest(ann).labels == [["Take it back"]]


def test_a_reply_to_the_board_places_a_card_too(evening: Evening) -> None:
    """The player on turn may write into the group."""
    board = evening.newest(GROUP)

    evening.in_group(ann, "1 1", board)

    assert evening.game.on_turn == ben
    assert evening.newest(ann).text.startswith("Placed: ")


def test_a_reply_to_an_older_board_is_not_played(evening: Evening) -> None:
    """Its numbers are from another chain."""
    board = evening.newest(GROUP)
    places_right(evening, ann)
    before = unchanged(evening)

    read = evening.in_group(ben, "1 1", board)

    assert unchanged(evening) == before
    assert read == ["Those numbers are from an earlier board. /chain shows the chain as it lies now."]


def test_a_reply_to_a_hand_of_an_earlier_turn_shows_the_present_one(evening: Evening) -> None:
    """Ben's first hand is a turn old when he replies to it."""
    old = evening.newest(ben)
    places_right(evening, ann)
    before = unchanged(evening)

    read = evening.says(ben, "1 1", reply_to=old)

    assert unchanged(evening) == before
    assert read[-1].startswith("Those numbers are from an earlier turn. This is your hand now.\n\nSunday Table: your")


def test_a_reply_to_a_game_that_is_over_is_played_nowhere_else(evening: Evening) -> None:
    """The prompt of the last game is no prompt of this one, whatever its turn is called."""
    old_prompt, old_board = evening.newest(ann), evening.newest(GROUP)
    evening.in_group(ann, "/end yes")
    evening.in_group(ann, "/newgame")
    evening.in_group(ben, "/join")
    evening.in_group(ann, "/begin")
    before = unchanged(evening)

    evening.says(ann, "1 1", reply_to=old_prompt)
    assert unchanged(evening) == before
    evening.in_group(ann, "1 1", old_board)

    assert evening.game.turn == 1
    assert unchanged(evening) == before


def test_a_yes_that_answers_the_leaving_of_a_game_that_is_over_leaves_no_other(evening: Evening) -> None:
    """The question was about a game that ended; the game after it keeps its players."""
    evening.says(ben, "/leave")
    question = evening.newest(ben)
    evening.in_group(ann, "/end yes")
    evening.in_group(ann, "/newgame")
    evening.in_group(ben, "/join")
    evening.in_group(ann, "/begin")
    before = unchanged(evening)

    read = evening.says(ben, "/leave yes", reply_to=question)

    assert unchanged(evening) == before
    assert read == ["This game is over."]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("9 1", "There is no card 9; your last one is number 4. Nothing is placed yet."),
        ("1 6", "The chain has slots 1 and 2; there is no slot 6. Nothing is placed yet."),
        ("0 1", "There is no card 0; your last one is number 4. Nothing is placed yet."),
        ("1 0", "The chain has slots 1 and 2; there is no slot 0. Nothing is placed yet."),
        ("7", "There is no card 7; your last one is number 4. Nothing is placed yet."),
        ("1 1 " + "x" * 340, "Your words have 340 characters, 200 is the limit. Nothing is placed yet."),
        ("fix 3 1", "There is nothing to move yet."),
        ("undo", "There is nothing to take back."),
        ("doubt", "Nothing to doubt yet: nobody has placed a card this round. Place one: 4 1, say."),
        ("what?", "I did not get that. Card first, then slot: 4 1. More: help"),
        ("", "I can only read text. Your turn: 4 1."),
        ("yes", "There is nothing open to say yes to. Card first, then slot: 4 1."),
        ("/doupt", "I do not know /doupt. Did you mean doubt?"),
        ("/xyzzy", "I do not know /xyzzy. /help lists what I know."),
        ("/begin", "That belongs in the group. Write /begin there."),
    ],
)
def test_what_cannot_be_is_answered_with_what_can(evening: Evening, text: str, answer: str) -> None:
    """Each no is one kind sentence, and changes nothing."""
    before = unchanged(evening)

    assert evening.says(ann, text) == [answer]
    assert unchanged(evening) == before


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("1 1", "Sunday Table: it is Ann’s turn, 24 hours left. I will call you when it is yours."),
        ("doubt", "Sunday Table: it is Ann’s turn, 24 hours left. I will call you when it is yours."),
        ("3", "Sunday Table: it is Ann’s turn, 24 hours left. I will call you when it is yours."),
        ("fix 2 1", "Sunday Table: it is Ann’s turn, 24 hours left. I will call you when it is yours."),
        ("hello?", "I know the moves and a few words: hand, chain, players, help. It is Ann’s turn."),
        ("", "I can only read text. /help says what I know."),
        ("undo", "There is nothing to take back."),
        ("/resume", "The game is not paused. /players says whose turn it is."),
    ],
)
def test_out_of_turn_one_hears_whose_turn_it_is(evening: Evening, text: str, answer: str) -> None:
    """And that one will be called."""
    before = unchanged(evening)

    assert plain(evening.says(ben, text)) == [answer]
    assert unchanged(evening) == before


def test_who_does_not_play_is_told_how_to(evening: Evening) -> None:
    """Deniz replies to the board."""
    read = evening.in_group(deniz, "1 1", evening.newest(GROUP))

    assert read == ["You are not in this game. /join, and you are."]


# What is asked about


def test_numbers_that_fit_only_the_other_way_round_are_asked_about(evening: Evening) -> None:
    """`1 4` with two slots and four cards: the button places card 4 into slot 1, the words are not lost."""
    places_right(evening, ann)
    before = unchanged(evening)
    evening.says(ben, "hand")

    evening.says(ben, "5 2 Never fails.")
    assert evening.newest(ben).text == "There is no card 5; your last one is number 4. Nothing is placed yet."
    read = evening.says(ben, "1 4 Never fails.")

    assert "no slot 4" in read[0]
    assert unchanged(evening) == before


def asked(evening: Evening) -> None:
    """Ann has played down to one card, and the chain is longer than her hand; then she writes her numbers reversed."""
    while not (evening.game.on_turn == ann and len(evening.game.hand_of(ann)) == 2):
        places_right(evening, evening.game.on_turn or "")
    assert len(evening.game.chain) >= 5
    evening.says(ann, "5 2 Never fails.")


def test_a_swapped_pair_is_placed_by_its_button_with_its_words(evening: Evening) -> None:
    """Card 2 into slot 5, as it was meant."""
    asked(evening)
    card = evening.game.hand_of(ann)[1]
    question = evening.newest(ann)
    assert question.text.startswith("You hold no card 5. Did you mean card 2 into slot 5?")

    evening.presses(ann, "Card 2, slot 5")

    assert evening.game.chain[4] == card
    assert evening.game.last_says == "Never fails."
    assert question.choices == ()
    assert evening.newest(ann).text.startswith("Placed: ")


def test_a_swapped_pair_is_placed_by_a_yes(evening: Evening) -> None:
    """Yes does what the first button of an open question does."""
    asked(evening)
    card = evening.game.hand_of(ann)[1]

    evening.says(ann, "yes")

    assert evening.game.chain[4] == card
    assert evening.game.last_says == "Never fails."


def test_a_no_forgets_what_was_asked(evening: Evening) -> None:
    """And a yes afterwards has nothing to confirm."""
    asked(evening)
    before = unchanged(evening)

    evening.presses(ann, "No")

    assert "nothing open" in evening.says(ann, "yes")[0]
    assert unchanged(evening) == before


def test_a_question_in_the_group_is_for_the_player_on_turn(evening: Evening) -> None:
    """Ann writes `42` under the board; Ben presses her button, then she does."""
    places_right(evening, ann)
    places_right(evening, ben)
    places_right(evening, carla)
    evening.in_group(ann, "34", evening.newest(GROUP))
    assert evening.newest(GROUP).text == "Card 3 into slot 4? Then write 3 4, with a space."

    assert plain([evening.presses_in_group(ben, "Card 3, slot 4")]) == ["This button is for Ann."]
    evening.presses_in_group(ann, "Card 3, slot 4")

    assert evening.game.last_placer == ann
    assert len(evening.game.chain) == 5


def test_two_digits_at_once_are_asked_about(evening: Evening) -> None:
    """`42` may be card 4 and slot 2."""
    before = unchanged(evening)

    evening.says(ann, "42")

    assert evening.newest(ann).text == "Card 4 into slot 2? Then write 4 2, with a space."
    assert evening.newest(ann).labels == [["Card 4, slot 2"], ["No"]]
    assert unchanged(evening) == before


# Taking back


@pytest.mark.parametrize("moves", [("3 1",), ("fix 2 1", "3 1"), ("fix 2 1", "fix 2 1", "3 1")])
def test_a_card_taken_back_takes_the_moves_before_it_back_too(moves: tuple[str, ...]) -> None:
    """It says so where there were any that changed the chain."""
    evening = a_begun_game()
    places_right(evening, ann)
    chain = evening.game.chain
    for typed in moves:
        evening.says(ben, typed)
    (said,) = evening.says(ben, "undo")

    assert evening.game.chain == chain
    assert ("the chain lies as before" in said) is (len(moves) == 2)


def test_a_card_just_placed_can_be_taken_back(evening: Evening) -> None:
    """By the button: the receipt becomes the prompt, Ben's prompt a note, and the old board says so."""
    board_before = unchanged(evening)[1:]
    places_right(evening, ann)
    receipt, old_board, bens = evening.newest(ann), evening.newest(GROUP), evening.newest(ben)

    evening.presses(ann, "Take it back")

    assert unchanged(evening)[1:] == board_before
    assert receipt.text.startswith("Your card is in your hand again.\n\nSunday Table: your turn")
    assert plain([old_board.text]) == ["Ann took this card back."]
    assert plain([bens.text]) == ["Sunday Table: Ann has taken the card back. I will call you again."]
    assert bens.choices == ()
    assert "has taken the card back and is to play again." in evening.newest(GROUP).text


def test_taking_back_is_too_late_once_the_next_has_played(evening: Evening) -> None:
    """By text and by the button of the receipt."""
    places_right(evening, ann)
    places_right(evening, ben)
    before = unchanged(evening)

    assert evening.presses(ann, "Take it back") == "The game has gone on since; the card stays."
    assert unchanged(evening) == before


def test_the_board_says_when_whoever_placed_has_one_card_left() -> None:
    """Then the next one wonders whether to doubt; and it is said once, by whoever has just placed."""
    evening = a_begun_game(ann, ben, settings=("cards 3", "series things"))
    said = "Ann has one card left."
    for who in (ann, ben):
        places_right(evening, who)
        assert "one card left" not in evening.newest(GROUP).text

    places_right(evening, ann, says="Nearly there.")
    assert plain([evening.newest(GROUP).text])[0].splitlines()[2:4] == ["Ann says: “Nearly there.”", said]
    places_right(evening, ben)
    assert "Ann" not in plain([evening.newest(GROUP).text])[0].partition("The chain")[0]
