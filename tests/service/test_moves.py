"""A turn by text and by buttons: what counts, what is asked about, what is refused, and what a restart keeps."""

import pytest

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


@pytest.fixture
def evening() -> Evening:
    """Ann, Ben and Carla have begun with four cards each; Ann is on turn, one card lies there."""
    return a_begun_game()


def unchanged(evening: Evening) -> tuple[object, ...]:
    """What must not change when nothing is played."""
    game = evening.game
    return game.turn, game.chain, [seat.hand for seat in game.seats], game.on_turn


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


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("9 1", "There is no card 9; your last one is number 4. Nothing is placed yet."),
        ("1 6", "The chain has slots 1 to 2; there is no slot 6. Nothing is placed yet."),
        ("0 1", "There is no card 0; your last one is number 4. Nothing is placed yet."),
        ("1 0", "The chain has slots 1 to 2; there is no slot 0. Nothing is placed yet."),
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


def plain(texts: list[str]) -> list[str]:
    """Without the marks that close off names."""
    return [text.replace("\u2068", "").replace("\u2069", "") for text in texts]


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


# Words, preview, moving


def test_while_a_preview_is_open_any_other_text_is_the_words(evening: Evening) -> None:
    """Even lines that begin like a command: they are quoted, never read."""
    evening.presses(ann, "Card 1")
    evening.presses(ann, "Slot 1")
    for words in ("Move over!", "Doubt it if you dare", "why not", "fix und fertig"):
        evening.says(ann, words)
        assert f"You will say: “{words}”" in evening.newest(ann).text
    assert evening.says(ann, "x" * 201) == ["Your words have 201 characters, 200 is the limit. Nothing is placed yet."]

    evening.says(ann, "yes")

    assert evening.game.last_says == "fix und fertig"


@pytest.mark.parametrize(
    ("language", "chosen", "asked"),
    [
        ("en", ["2"], "Which slot for card 2? Write a number from 1 to 3, or undo to choose another card."),
        (
            "de",
            ["2"],
            "Auf welchen Platz soll Karte 2? Schreib eine Zahl von 1 bis 3; mit „zurück“ wählst du eine andere Karte.",
        ),
        ("en", ["move"], "Which card is in the wrong place? Write a number from 1 to 2, or undo to move none."),
        (
            "de",
            ["move"],
            "Welche Karte liegt falsch? Schreib eine Zahl von 1 bis 2; mit „zurück“ bleibt alles liegen.",
        ),
        ("en", ["move", "2"], "Where does the card go? Write a number from 1 to 2, or undo to leave it where it was."),
        (
            "de",
            ["move", "2"],
            "Wohin mit der Karte? Schreib eine Zahl von 1 bis 2; mit „zurück“ bleibt sie, wo sie war.",
        ),
        ("en", ["doubt"], "Doubt the chain? All cards are turned over. Write yes to turn them over."),
        ("de", ["doubt"], "Die Kette anzweifeln? Dann werden alle Karten umgedreht. Mit „ja“ drehst du sie um."),
    ],
)
def test_a_question_is_asked_again_after_what_does_not_answer_it(language: str, chosen: list[str], asked: str) -> None:
    """Neither nonsense nor a picture leads away from the question that is open, and undo leads back to the hand."""
    evening = a_begun_game(evening=Evening(language=language), settings=("cards 4", "series things"))
    places_right(evening, ann)
    for step in chosen:
        if step.isdecimal():
            evening.says(ben, step)
        else:
            game = evening.game
            evening.presses_data(ben, f"{game.id}:{game.turn}:{step}", evening.newest(ben).id)
    before = unchanged(evening)
    begins = {
        "en": ("I did not get that.", "I can only read text."),
        "de": ("Das habe ich nicht verstanden.", "Ich kann nur Text lesen."),
    }
    not_got, only_text = begins[language]

    assert evening.says(ben, "what?") == [f"{not_got} {asked}"]
    assert evening.says(ben, "") == [f"{only_text} {asked}"]
    if chosen != ["doubt"]:
        assert evening.says(ben, "yes") == [f"{not_got} {asked}"]
    assert unchanged(evening) == before
    evening.says(ben, "undo")
    assert evening.newest(ben).labels[0][0] in ("Card 1", "Karte 1")


def test_a_number_in_a_preview_opens_the_slots_for_that_card(evening: Evening) -> None:
    """As the button does; it is not said to anybody."""
    evening.presses(ann, "Card 1")
    evening.presses(ann, "Slot 1")

    evening.says(ann, "2")

    assert evening.newest(ann).text.startswith("Card 2: ")


def test_only_the_newest_look_has_buttons(evening: Evening) -> None:
    """A typed line gets a new message, and the older one loses its buttons."""
    first = evening.newest(ann)

    evening.says(ann, "3")

    assert first.choices == ()
    assert evening.newest(ann).labels[-1] == ["Another card"]


def test_a_press_on_an_older_look_changes_nothing(evening: Evening) -> None:
    """It says where to look."""
    prompt = evening.newest(ann)
    _, choice = evening.button(ann, "Card 1")
    evening.says(ann, "2")
    before = evening.table

    assert evening.presses_data(ann, choice.does, prompt.id) == "There is a newer message further down."
    assert evening.table == before


def test_moving_is_told_with_the_card_and_taken_back_step_by_step(evening: Evening) -> None:
    """Two moves, one undone, then the placing; the board tells the move that was left."""
    places_right(evening, ann)
    places_right(evening, ben)
    chain = evening.game.chain

    evening.says(carla, "fix 3 1")
    evening.presses(carla, "Move a card")
    evening.presses(carla, "No. 1")
    evening.presses(carla, "Slot 3")
    assert evening.game.chain == chain
    evening.says(carla, "undo")
    assert evening.table.draft is not None
    assert len(evening.table.draft.corrections) == 1
    evening.says(carla, "1 1")

    assert evening.game.chain[1:] == (chain[2], chain[0], chain[1])
    assert "first moves" in evening.newest(GROUP).text
    assert "first moves" in evening.texts(GROUP)[-1].splitlines()[0]


@pytest.mark.parametrize(
    ("language", "fix", "word"),
    [
        ("en", "fix 2 2", "That card is there already, so nothing has moved."),
        ("de", "schieb 2 2", "Dort liegt die Karte schon, verschoben ist also nichts."),
    ],
)
def test_a_card_moved_to_where_it_stands_is_said_to_be_there(language: str, fix: str, word: str) -> None:
    """Typed or pressed: above the prompt, which is as it was; there is nothing to take back."""
    evening = a_begun_game(evening=Evening(language=language))
    places_right(evening, ann)
    prompt = evening.newest(ben).text

    assert evening.says(ben, fix) == [f"{word}\n\n{prompt}"]
    evening.presses(ben, "Move a card" if language == "en" else "Verschieben")
    evening.presses(ben, "No. 1" if language == "en" else "Nr. 1")
    evening.presses(ben, "Slot 1" if language == "en" else "Platz 1")
    assert evening.newest(ben).text == f"{word}\n\n{prompt}"
    assert evening.says(ben, "hand") == [prompt]


def test_a_bad_fix_says_what_there_is(evening: Evening) -> None:
    """The chain has two cards."""
    places_right(evening, ann)

    for text in ("fix 3 1", "fix 1 3", "fix", "move 0 1"):
        assert evening.says(ben, text) == ["The chain has 2 cards. fix 2 1 puts the second above the first."]


def test_undo_leads_back_one_step_at_every_step(evening: Evening) -> None:
    """From slots, preview, moving and the question before a doubt to the hand; nothing counts."""
    places_right(evening, ann)
    steps: list[tuple[str, ...]] = [
        ("Card 1",),
        ("Card 1", "Slot 1"),
        ("Move a card",),
        ("Move a card", "No. 2"),
        ("Doubt",),
    ]
    for labels in steps:
        for label in labels:
            evening.presses(ben, label)
        evening.says(ben, "undo")
        assert evening.table.draft is not None
        assert evening.table.draft.step == "hand", labels
        assert evening.newest(ben).labels[0] == ["Card 1", "Card 2", "Card 3"]
    assert evening.game.on_turn == ben


# Taking back


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
    assert evening.says(ann, "1 1") == ["Sunday Table: the game is over. /newgame in the group opens the next one."]


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
    """Ann reads it where her prompt stood; who has only looked at a hand keeps it."""
    evening.in_group(ann, "/end yes")

    assert plain(evening.texts(ann))[-1] == "Sunday Table: the game is over, and nobody has won."
    assert evening.texts(ben)[-1].startswith("Sunday Table: your hand (4).")


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


# Late, doubled, forged


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
