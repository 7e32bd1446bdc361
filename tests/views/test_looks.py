"""The worked examples of a look, word for word, in both languages: prompt, slots, preview, moving, doubt."""

from typing import Any

import pytest

from pbm.rules.game import Correction
from pbm.views import prompt
from pbm.views.messages import Language
from pbm.views.table import Draft
from tests.views.invented import a_table, ann, ben, carla, labels, read_out, seen_by

CHAIN = {
    "en": """The chain, earliest on top
Slot 1, earliest
Two monks are told to share one pair of spectacles.
Slot 2
A Bernese baker is fined for selling bread by candlelight. (new)
Slot 3
A Lisbon tram loses a race against a goat.
Slot 4, latest""",
    "de": """Die Kette, oben das Früheste
Platz 1, am frühesten
Zwei Mönche müssen sich eine Brille teilen.
Platz 2
Ein Berner Bäcker muss Strafe zahlen, weil er bei Kerzenlicht Brot verkauft. (neu)
Platz 3
Eine Lissabonner Straßenbahn verliert ein Rennen gegen eine Ziege.
Platz 4, am spätesten""",
}
HAND = {
    "en": """1. In Bergen a whale is taxed as real estate.
2. A town council forbids its night watchman to sing.
3. An emperor has his soup tasted by a parrot.""",
    "de": """1. Im norwegischen Bergen wird ein Wal als Immobilie besteuert.
2. Ein Stadtrat verbietet dem Nachtwächter das Singen.
3. Ein Kaiser lässt seine Suppe von einem Papagei vorkosten.""",
}


def a_look(language: Language, **draft: object) -> prompt.Look:
    """What Ann sees with that draft."""
    made = Draft(turn=12).model_copy(update=draft) if draft else None
    return prompt.look(seen_by(a_table(language, draft=made), ann))


def test_the_prompt_in_english() -> None:
    """Table, time, who placed last, chain, hand, what to do: in this order."""
    look = a_look("en")

    assert read_out(look.text) == (
        "Sunday Table: your turn, 24 hours, until Tue 18:40 UTC.\nBen placed last and says: “Dead certain.”\n\n"
        f"{CHAIN['en']}\n\nYour hand\n{HAND['en']}\n\n"
        "Card first, then slot: 3 1 puts card 3 into slot 1. Anything after that is said to all. Or write doubt."
    )
    assert labels(look.choices) == "[Card 1] [Card 2] [Card 3] // [Move a card] [Doubt]"
    assert not look.ahead


def test_the_prompt_in_german() -> None:
    """The same, in German as it is spoken."""
    look = a_look("de")

    assert read_out(look.text) == (
        "Sonntagsrunde: Du bist dran, noch 24 Stunden, bis Di 18:40 UTC.\n"
        "Ben hat zuletzt gelegt und sagt: „Todsicher.“\n\n"
        f"{CHAIN['de']}\n\nDeine Hand\n{HAND['de']}\n\n"
        "Erst Karte, dann Platz: 3 1 legt Karte 3 auf Platz 1. Was du dahinter schreibst, hören alle."
        " Oder schreib „zweifel“."
    )
    assert labels(look.choices) == "[Karte 1] [Karte 2] [Karte 3] // [Verschieben] [Zweifeln]"


@pytest.mark.parametrize(("language", "line"), [("en", "You begin round 3."), ("de", "Du beginnst Runde 3.")])
def test_whoever_begins_a_round_is_told_so_and_has_no_button_to_doubt(language: Language, line: str) -> None:
    """Nobody has placed yet: there is nothing to doubt, and with one card nothing to move."""
    table = a_table(language, chain=("monks",), last_placer=None, last_card=None, last_says="", round=3)

    look = prompt.look(seen_by(table, ann))

    assert read_out(look.text).splitlines()[1] == line
    assert len(look.choices) == 1


def test_the_example_names_slot_2_when_one_card_is_left() -> None:
    """With a single card, `1 2` cannot be read the wrong way round."""
    table = a_table(hands={ann: ("parrot",), ben: ("duel",), carla: ("whale",)})

    assert "Card first, then slot: 1 2 puts card 1 into slot 2." in read_out(prompt.look(seen_by(table, ann)).text)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "It is your last card: place it, and the whole chain is turned over."),
        ("de", "Es ist deine letzte Karte: Legst du sie, wird die ganze Kette umgedreht."),
    ],
)
def test_whoever_holds_one_card_is_told_what_placing_it_means(language: Language, line: str) -> None:
    """Before it is placed: whoever writes the move never sees the preview, which says so too."""
    one = a_table(language, hands={ann: ("parrot",), ben: ("duel",), carla: ("whale",)})

    assert line in read_out(prompt.look(seen_by(one, ann)).text).splitlines()
    assert line not in read_out(prompt.look(seen_by(a_table(language), ann)).text)


def test_the_slots_in_english() -> None:
    """After [Card 3] the hand is gone: only slot numbers are left to choose from."""
    look = a_look("en", step="slot", card="parrot")

    assert read_out(look.text) == (
        "Card 3: An emperor has his soup tasted by a parrot.\nWhich slot? It is not placed yet.\n\n" + CHAIN["en"]
    )
    assert labels(look.choices) == "[Slot 1] [Slot 2] [Slot 3] // [Slot 4] // [Another card]"


def test_the_slots_in_german() -> None:
    """The same in German."""
    look = a_look("de", step="slot", card="parrot")

    assert read_out(look.text) == (
        "Karte 3: Ein Kaiser lässt seine Suppe von einem Papagei vorkosten.\n"
        "Auf welchen Platz? Gelegt ist sie noch nicht.\n\n" + CHAIN["de"]
    )
    assert labels(look.choices) == "[Platz 1] [Platz 2] [Platz 3] // [Platz 4] // [Andere Karte]"


def test_the_preview_in_english() -> None:
    """No numbers: nothing is left to count. The way to place by text stands there too."""
    look = a_look("en", step="preview", card="parrot", slot=2)

    assert read_out(look.text) == (
        "Not placed yet. This is where it would go:\n\n"
        "Two monks are told to share one pair of spectacles.\n"
        "Yours: An emperor has his soup tasted by a parrot.\n"
        "A Bernese baker is fined for selling bread by candlelight.\n"
        "A Lisbon tram loses a race against a goat.\n\n"
        "A word to the table? Write it now. Or just place the card.\n"
        "Write yes to place it, undo to choose again."
    )
    assert labels(look.choices) == "[Place it] // [Another slot] [Another card]"


def test_the_preview_in_german_with_words_written() -> None:
    """The words as they will be said."""
    look = a_look("de", step="preview", card="parrot", slot=2, says="Ich war dabei.")

    assert read_out(look.text) == (
        "Noch nicht gelegt. So sähe es aus:\n\n"
        "Zwei Mönche müssen sich eine Brille teilen.\n"
        "Deine: Ein Kaiser lässt seine Suppe von einem Papagei vorkosten.\n"
        "Ein Berner Bäcker muss Strafe zahlen, weil er bei Kerzenlicht Brot verkauft.\n"
        "Eine Lissabonner Straßenbahn verliert ein Rennen gegen eine Ziege.\n\n"
        "Du sagst dazu: „Ich war dabei.“\nSchreibst du etwas anderes, gilt das.\n"
        "Mit „ja“ legst du sie, mit „zurück“ wählst du neu."
    )
    assert labels(look.choices) == "[Legen] // [Anderer Platz] [Andere Karte]"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            "Your last card: place it, and the whole chain is turned over. No error, and you have won."
            " Any error, and you draw 2.",
        ),
        (
            "de",
            "Deine letzte Karte: Legst du sie, wird die ganze Kette umgedreht. Stimmt alles, hast du gewonnen."
            " Ist etwas falsch, ziehst du 2 Karten.",
        ),
    ],
)
def test_the_preview_of_the_last_card_says_what_it_means(language: Language, words: str) -> None:
    """Before the last card is placed."""
    hands = {ann: ("parrot",), ben: ("duel",), carla: ("whale",)}
    table = a_table(language, hands=hands, draft=Draft(turn=12, step="preview", card="parrot", slot=2))

    assert words in read_out(prompt.look(seen_by(table, ann)).text)


def test_moving_a_card_of_the_chain() -> None:
    """Which card, where to, and the prompt again with the moved card marked."""
    which, where = a_look("en", step="which"), a_look("en", step="where", moving="tram")
    moved = a_look("en", corrections=(Correction(card="tram", to=1),))

    assert read_out(which.text) == (
        "Which card is in the wrong place?\n"
        "No. 1: Two monks are told to share one pair of…\n"
        "No. 2: A Bernese baker is fined for selling…\n"
        "No. 3: A Lisbon tram loses a race against a…"
    )
    assert labels(which.choices) == "[No. 1] [No. 2] [No. 3] // [Back]"
    assert read_out(where.text) == (
        "Taken out: A Lisbon tram loses a race against a goat.\nWhere does it go?\n\n"
        "The chain, earliest on top\n"
        "Slot 1, earliest\nTwo monks are told to share one pair of spectacles.\n"
        "Slot 2\nA Bernese baker is fined for selling bread by candlelight.\nSlot 3, latest"
    )
    assert labels(where.choices) == "[Slot 1] [Slot 2] [Slot 3] // [Back]"
    assert "Slot 1, earliest\nA Lisbon tram loses a race against a goat. (moved)\n" in read_out(moved.text)
    assert "\n\nOnly you see this. It counts once you place a card.\n" in read_out(moved.text)
    assert labels(moved.choices) == "[Card 1] [Card 2] [Card 3] // [Move a card] [Undo] // [Doubt]"


def test_moving_a_card_in_german() -> None:
    """The same in German."""
    which, where = a_look("de", step="which"), a_look("de", step="where", moving="monks")
    moved = a_look("de", corrections=(Correction(card="tram", to=1),))

    assert read_out(which.text) == (
        "Welche Karte liegt falsch?\n"
        "Nr. 1: Zwei Mönche müssen sich eine Brille\u00a0…\n"
        "Nr. 2: Ein Berner Bäcker muss Strafe zahlen,\u00a0…\n"
        "Nr. 3: Eine Lissabonner Straßenbahn verliert\u00a0…"
    )
    assert labels(which.choices) == "[Nr. 1] [Nr. 2] [Nr. 3] // [Doch nicht]"
    assert read_out(where.text).startswith(
        "Herausgenommen: Zwei Mönche müssen sich eine Brille teilen.\nWohin damit?\n\n"
    )
    assert "Ziege. (verschoben)\n" in read_out(moved.text)
    assert "\n\nDas siehst nur du. Es zählt, sobald du eine Karte legst.\n" in read_out(moved.text)
    assert labels(moved.choices) == ("[Karte 1] [Karte 2] [Karte 3] // [Verschieben] [Zurücknehmen] // [Zweifeln]")


@pytest.mark.parametrize(
    ("language", "words", "rows"),
    [
        (
            "en",
            "You hold one card, so two cards open this round. Put them in order first if you like, then place yours.",
            "[Swap the two] // [Card 1]",
        ),
        (
            "de",
            "Du hast nur noch eine Karte, darum beginnt die Runde mit zweien. Ordne sie, wenn du magst,"
            " dann leg deine.",
            "[Die zwei tauschen] // [Karte 1]",
        ),
    ],
)
def test_the_opening_for_somebody_with_one_card(language: Language, words: str, rows: str) -> None:
    """Two cards open the round, and can be swapped."""
    hands = {ann: ("parrot",), ben: ("duel",), carla: ("whale",)}
    facts: dict[str, Any] = {"chain": ("monks", "baker"), "last_placer": None, "last_card": None, "last_says": ""}
    look = prompt.look(seen_by(a_table(language, hands=hands, **facts), ann))

    assert words in read_out(look.text)
    assert labels(look.choices) == rows


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            "Doubt the chain? All cards are turned over.\nAny error, and Ben draws 2. No error, and you draw 4.\n"
            "The moves you tried are dropped: you doubt the chain as you got it.\n"
            "Write yes to turn them over, or no to go back.",
        ),
        (
            "de",
            "Die Kette anzweifeln? Dann werden alle Karten umgedreht.\n"
            "Ist etwas falsch, zieht Ben 2 Karten. Stimmt alles, ziehst du 4.\n"
            "Was du verschoben hast, zählt dann nicht: Es gilt die Kette, wie du sie bekommen hast.\n"
            "Mit „ja“ drehst du sie um, mit „nein“ lässt du sie liegen.",
        ),
    ],
)
def test_the_question_before_a_doubt(language: Language, words: str) -> None:
    """What it costs on both sides, before anything is turned over."""
    look = a_look(language, step="doubt", corrections=(Correction(card="tram", to=1),))

    assert read_out(look.text) == words
