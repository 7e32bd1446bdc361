"""What is chosen and not yet placed: words, a preview, cards that are moved; and the way back from each."""

import pytest

from tests.service.evening import (
    GROUP,
    Evening,
    a_begun_game,
    ann,
    ben,
    carla,
    places_right,
    unchanged,
)
from tests.service.said import plain


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


def chooses(evening: Evening, steps: list[str]) -> None:
    """Ben, on turn, goes these steps: a number or words are written, a verb is a button."""
    for step in steps:
        if step in ("move", "doubt"):
            game = evening.game
            evening.presses_data(ben, f"{game.id}:{game.turn}:{step}", evening.newest(ben).id)
        else:
            evening.says(ben, step)


@pytest.mark.parametrize(
    ("language", "chosen", "asked"),
    [
        ("en", ["2"], "Which slot for card 2? Write a number from 1 to 3, or undo to choose another card."),
        (
            "de",
            ["2"],
            "Auf welchen Platz soll Karte 2? Schreib eine Zahl von 1 bis 3; mit „zurück“ wählst du eine andere Karte.",
        ),
        ("en", ["move"], "Which card is in the wrong place? Write 1 or 2, or undo to move none."),
        (
            "de",
            ["move"],
            "Welche Karte liegt falsch? Schreib 1 oder 2; mit „zurück“ bleibt alles liegen.",
        ),
        ("en", ["move", "2"], "Where does the card go? Write 1 or 2, or undo to leave it where it was."),
        (
            "de",
            ["move", "2"],
            "Wohin mit der Karte? Schreib 1 oder 2; mit „zurück“ bleibt sie, wo sie war.",
        ),
        ("en", ["doubt"], "Doubt the chain? All cards are turned over. Write yes to turn them over, or no to go back."),
        (
            "de",
            ["doubt"],
            "Die Kette anzweifeln? Dann werden alle Karten umgedreht. "
            "Mit „ja“ drehst du sie um, mit „nein“ lässt du sie liegen.",
        ),
    ],
)
def test_a_question_is_asked_again_after_what_does_not_answer_it(language: str, chosen: list[str], asked: str) -> None:
    """Neither nonsense nor a picture leads away from the question that is open, and undo leads back to the hand."""
    evening = a_begun_game(evening=Evening(language=language), settings=("cards 4", "series things"))
    places_right(evening, ann)
    chooses(evening, chosen)
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


def test_a_moved_card_is_told_with_the_slot_that_stands_above_it_in_the_chain_shown(evening: Evening) -> None:
    """It was moved before the card was placed above it; and a card that was moved twice is told once."""
    places_right(evening, ann)
    places_right(evening, ben)
    first, _, third = evening.game.chain

    for line in ("fix 3 1", "fix 2 3", "fix 1 2", "1 1"):
        evening.says(carla, line)

    lines = plain([evening.newest(GROUP).text])[0].splitlines()
    moved = [line for line in lines if "first moves" in line]
    fronts = {card: evening.library.cards[card].en for card in (first, third)}
    shown = {card: lines[lines.index(front) - 1].partition(",")[0] for card, front in fronts.items()}
    assert moved == [f"Carla first moves “{fronts[card]}” to {shown[card].lower()}." for card in (third, first)]


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


@pytest.mark.parametrize(
    ("language", "steps", "number", "asked"),
    [
        ("en", ["move"], "9", "Which card is in the wrong place? Write 1 or 2, or undo to move none."),
        (
            "de",
            ["move"],
            "9",
            "Welche Karte liegt falsch? Schreib 1 oder 2; mit „zurück“ bleibt alles liegen.",
        ),
        (
            "en",
            ["move", "2"],
            "9",
            "Where does the card go? Write 1 or 2, or undo to leave it where it was.",
        ),
        (
            "de",
            ["move", "2"],
            "0",
            "Wohin mit der Karte? Schreib 1 oder 2; mit „zurück“ bleibt sie, wo sie war.",
        ),
    ],
)
def test_a_number_that_is_not_offered_while_moving_is_answered_with_those_that_are(
    language: str, steps: list[str], number: str, asked: str
) -> None:
    """The question stays open, and the numbers that answer it are named."""
    evening = a_begun_game(evening=Evening(language=language), settings=("cards 4", "series things"))
    places_right(evening, ann)
    chooses(evening, steps)
    before = evening.table

    assert evening.says(ben, number) == [asked]
    assert evening.table == before


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("steps", [["move"], ["move", "2"]])
def test_no_card_is_placed_while_one_of_the_chain_is_being_moved(language: str, steps: list[str]) -> None:
    """Two numbers may be meant for the move: it is not dropped, and after an undo they count."""
    evening = a_begun_game(evening=Evening(language=language), settings=("cards 4", "series things"))
    places_right(evening, ann)
    chooses(evening, steps)
    before = evening.table

    [answer] = evening.says(ben, "2 1 Sure.")

    known = {"en": "so nothing is placed yet. W", "de": "gelegt ist also noch nichts. W"}
    assert known[language] in answer
    assert evening.table == before
    evening.says(ben, "undo")
    evening.says(ben, "2 1 Sure.")
    assert evening.game.last_placer == ben


def test_words_for_a_card_go_with_it_to_any_slot(evening: Evening) -> None:
    """The preview had them: two numbers for the same card, without new words, place it with those."""
    places_right(evening, ann)
    evening.presses(ben, "Card 2")
    evening.presses(ben, "Slot 1")
    evening.says(ben, "I was there.")

    evening.says(ben, "2 3")

    assert evening.game.last_says == "I was there."


@pytest.mark.parametrize(
    ("language", "answer"),
    [
        (
            "en",
            "Nothing is placed yet: the words you wrote are for card 2. "
            "Write yes to place that one, undo to choose again.",
        ),
        (
            "de",
            "Gelegt ist noch nichts: Deine Worte waren für Karte 2 gedacht. "
            "Mit „ja“ legst du die, mit „zurück“ wählst du neu.",
        ),
    ],
)
def test_words_for_a_card_are_not_dropped_with_it(language: str, answer: str) -> None:
    """Another card is not placed past the open preview, unless it brings words of its own."""
    evening = a_begun_game(evening=Evening(language=language), settings=("cards 4", "series things"))
    places_right(evening, ann)
    chooses(evening, ["2", "1", "I was there."])
    before = evening.table

    assert evening.says(ben, "1 3") == [answer]
    assert evening.table == before
    evening.says(ben, "1 3 So was I.")
    assert evening.game.last_says == "So was I."


@pytest.mark.parametrize("line", ["2 I was there.", "2: I was there.", "slot 2, “I was there.”"])
def test_words_after_the_number_of_a_slot_are_said_with_the_card(evening: Evening, line: str) -> None:
    """A slot is asked for: its number answers, and what follows is shown in the preview as what will be said."""
    places_right(evening, ann)
    evening.presses(ben, "Card 2")

    evening.says(ben, line)

    assert "You will say: “I was there.”" in evening.newest(ben).text
    evening.says(ben, "yes")
    assert evening.game.last_says == "I was there."


def test_what_is_chosen_in_private_makes_no_move_of_words_in_the_group(evening: Evening) -> None:
    """A reply to the board that begins with a number is no slot: what is previewed is shown in private alone."""
    places_right(evening, ann)
    board = evening.newest(GROUP)
    evening.presses(ben, "Card 2")
    before = evening.table

    assert "I did not get that" in evening.in_group(ben, "2 of us were there.", reply_to=board)[0]
    assert evening.table == before


def test_a_slot_that_is_not_there_keeps_its_question_whatever_is_said_with_it(evening: Evening) -> None:
    """Neither the slot nor too long words are taken, and what is no number at the beginning is not understood."""
    places_right(evening, ann)
    evening.presses(ben, "Card 2")
    before = evening.table

    assert evening.says(ben, "9 Oh!") == ["The chain has slots 1 to 3; there is no slot 9. Nothing is placed yet."]
    assert "200 is the limit" in evening.says(ben, f"2 {'x' * 201}")[0]
    assert "I did not get that" in evening.says(ben, "2nd thoughts")[0]
    assert evening.table == before


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
