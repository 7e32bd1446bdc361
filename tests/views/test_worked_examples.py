"""The screens of the worked examples, word for word, in both languages."""

from datetime import timedelta
from typing import Any

import pytest

from pbm.rules.commands import Doubt, PlaceCard
from pbm.rules.events import GameEnded
from pbm.rules.game import Correction, Gone, Rules, Settings
from pbm.rules.play import Played, play
from pbm.views import board, hand, prompt, reveal
from pbm.views.messages import Language
from pbm.views.table import Draft, Table
from tests.views.invented import LIBRARY, NOW, a_table, ann, ben, carla, deniz, labels, read_out, seen_by

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
        "Nr. 1: Zwei Mönche müssen sich eine Brille …\n"
        "Nr. 2: Ein Berner Bäcker muss Strafe zahlen, …\n"
        "Nr. 3: Eine Lissabonner Straßenbahn verliert …"
    )
    assert labels(which.choices) == "[Nr. 1] [Nr. 2] [Nr. 3] // [Doch nicht]"
    assert read_out(where.text).startswith(
        "Herausgenommen: Zwei Mönche müssen sich eine Brille teilen.\nWohin damit?\n\n"
    )
    assert "Ziege. (verschoben)\n" in read_out(moved.text)
    assert "\n\nDas siehst nur du. Es zählt, sobald du eine Karte legst.\n" in read_out(moved.text)
    assert labels(moved.choices) == ("[Karte 1] [Karte 2] [Karte 3] // [Verschieben] [Zurücknehmen] // [Zweifeln]")


def placed_by_ann(language: Language, says: str) -> tuple[Table, Table, Played]:
    """The table before and after Ann placed the parrot into slot 2."""
    before = a_table(language)
    dates = {card.id: card.date for card in LIBRARY.cards.values()}
    # Carla is next at this table: play goes up the list.
    game = before.game.model_copy(update={"direction": -1, "reversed": True})
    command = PlaceCard(seat=ann, card="parrot", slot=2, says=says)
    played = play(game, command, NOW, tuple, dates)
    assert isinstance(played, Played), played
    return before.model_copy(update={"game": game}), before.model_copy(update={"game": played.game}), played


def test_the_receipt_in_english() -> None:
    """What lies where, with its neighbours in short; the new numbers; one button."""
    _, after, _ = placed_by_ann("en", "I was there.")
    scene = seen_by(after, ann)
    front = scene.front

    (text,) = hand.receipt(scene, front("monks"), front("parrot"), front("baker"), "I was there.")

    assert read_out(text) == (
        "Placed: “An emperor has his soup tasted by a parrot.”\n"
        "Above it: “Two monks are told to share one pair of…”\n"
        "Below it: “A Bernese baker is fined for selling…”\n"
        "You said: “I was there.”\n\n"
        "Carla is next. Until something else happens, undo takes the card back.\n\n"
        "Your hand (2)\n"
        "1. In Bergen a whale is taxed as real estate.\n"
        "2. A town council forbids its night watchman to sing."
    )
    assert labels(hand.receipt_choices(scene)) == "[Take it back]"


def test_the_receipt_in_german() -> None:
    """The same in German."""
    _, after, _ = placed_by_ann("de", "Ich war dabei.")
    scene = seen_by(after, ann)
    front = scene.front

    (text,) = hand.receipt(scene, front("monks"), front("parrot"), front("baker"), "Ich war dabei.")

    assert read_out(text) == (
        "Gelegt: „Ein Kaiser lässt seine Suppe von einem Papagei vorkosten.“\n"
        "Darüber: „Zwei Mönche müssen sich eine Brille …“\n"
        "Darunter: „Ein Berner Bäcker muss Strafe zahlen, …“\n"
        "Du sagst dazu: „Ich war dabei.“\n\n"
        "Jetzt ist Carla dran. Solange sonst nichts passiert, kannst du die Karte zurücknehmen: Schreib „zurück“.\n\n"
        "Deine Hand (2)\n"
        "1. Im norwegischen Bergen wird ein Wal als Immobilie besteuert.\n"
        "2. Ein Stadtrat verbietet dem Nachtwächter das Singen."
    )
    assert labels(hand.receipt_choices(scene)) == "[Zurücknehmen]"


def test_the_receipt_at_the_ends_of_the_chain() -> None:
    """Nothing above, or nothing below."""
    _, after, _ = placed_by_ann("en", "")
    scene = seen_by(after, ann)

    assert "Above it: nothing, it is the earliest." in read_out(hand.receipt(scene, None, "A.", "B.", ""))
    assert "Below it: nothing, it is the latest." in read_out(hand.receipt(scene, "A.", "B.", None, ""))


def test_the_board_in_english() -> None:
    """What happened stands first, who is next stands last."""
    before, after, played = placed_by_ann("en", "I was there.")
    scene = seen_by(after, None)

    (text,) = board.board(scene, board.happened(scene, before, after, played.events))

    assert (
        read_out(text)
        == """Ann places in slot 2:
“An emperor has his soup tasted by a parrot.”
Ann says: “I was there.”

The chain (4), earliest on top
Slot 1, earliest
Two monks are told to share one pair of spectacles.
Slot 2
An emperor has his soup tasted by a parrot. (new)
Slot 3
A Bernese baker is fined for selling bread by candlelight.
Slot 4
A Lisbon tram loses a race against a goat.
Slot 5, latest

Carla is next: 24 hours, until Tue 18:40 UTC."""
    )


def test_the_board_in_german() -> None:
    """The same in German."""
    before, after, played = placed_by_ann("de", "Ich war dabei.")
    scene = seen_by(after, None)

    (text,) = board.board(scene, board.happened(scene, before, after, played.events))

    assert (
        read_out(text)
        == """Ann legt auf Platz 2:
„Ein Kaiser lässt seine Suppe von einem Papagei vorkosten.“
Ann sagt: „Ich war dabei.“

Die Kette (4), oben das Früheste
Platz 1, am frühesten
Zwei Mönche müssen sich eine Brille teilen.
Platz 2
Ein Kaiser lässt seine Suppe von einem Papagei vorkosten. (neu)
Platz 3
Ein Berner Bäcker muss Strafe zahlen, weil er bei Kerzenlicht Brot verkauft.
Platz 4
Eine Lissabonner Straßenbahn verliert ein Rennen gegen eine Ziege.
Platz 5, am spätesten

Carla ist dran: 24 Stunden, bis Di 18:40 UTC."""
    )


def turned_over(
    language: Language, *, chain: tuple[str, ...], rules: Rules | None = None, **facts: Any
) -> tuple[Table, Table, Played]:
    """Carla doubts; Ann placed last."""
    hands = {ann: ("whale",), ben: ("duel",), carla: ("watchman",) * 5}
    known: dict[str, Any] = {"on_turn": carla, "last_placer": ann, "last_card": "parrot"}
    known |= {"stack": tuple(f"s{n}" for n in range(9)), "hands": hands, **facts}
    settings = Settings(rules=rules or Rules())
    before = a_table(language, chain=chain, settings=settings, **known)
    dates = {card.id: card.date for card in LIBRARY.cards.values()}
    played = play(before.game, Doubt(seat=carla), NOW, tuple, dates)
    assert isinstance(played, Played), played
    return before, before.model_copy(update={"game": played.game}), played


def revealed(language: Language, **facts: Any) -> str:
    """The reveal in words."""
    before, after, played = turned_over(language, **facts)
    scene = seen_by(after, None)
    note = {card.id: card.back(language).note for card in LIBRARY.cards.values()}
    return read_out(reveal.reveal(scene, before, played.events, note.__getitem__))


WRONG = ("monks", "parrot", "baker")


def test_the_reveal_in_english() -> None:
    """Each card with date and note, the mark at the card that is out of order, the verdict with its reason."""
    assert (
        revealed("en", chain=WRONG, wrong_chains=1)
        == """Carla doubts. The cards are turned over, from the top:

1286
Two monks are told to share one pair of spectacles.
The abbot kept a list of whose day it was.

1521
An emperor has his soup tasted by a parrot.
The parrot outlived him.

1489: out of order, 1521 lies above it
A Bernese baker is fined for selling bread by candlelight.
Candles were taxed; the baker had not paid.

The chain is wrong. Ann placed last, so Ann draws 2 cards.
Carla begins round 3."""
    )


def test_the_reveal_in_german() -> None:
    """The same in German."""
    assert (
        revealed("de", chain=WRONG, wrong_chains=1)
        == """Carla zweifelt. Die Karten werden umgedreht, von oben nach unten:

1286
Zwei Mönche müssen sich eine Brille teilen.
Der Abt führte Buch, wer wann dran war.

1521
Ein Kaiser lässt seine Suppe von einem Papagei vorkosten.
Der Papagei hat ihn überlebt.

1489: passt nicht, darüber liegt 1521
Ein Berner Bäcker muss Strafe zahlen, weil er bei Kerzenlicht Brot verkauft.
Auf Kerzen lag eine Steuer, und die war nicht bezahlt.

Die Kette ist falsch. Ann hat zuletzt gelegt und zieht 2 Karten.
Carla beginnt Runde 3."""
    )


@pytest.mark.parametrize(
    ("language", "last"),
    [
        ("en", "The chain is right, every card of it. Carla draws 4 cards and begins round 3."),
        ("de", "Die Kette stimmt, Karte für Karte. Carla zieht 4 Karten und beginnt Runde 3."),
    ],
)
def test_a_right_chain(language: Language, last: str) -> None:
    """The doubter draws, and begins."""
    assert revealed(language, chain=("monks", "baker", "parrot")).splitlines()[-1] == last


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "c. 1485 and 1489 overlap. That counts as right."),
        ("de", "um 1485 und 1489 überschneiden sich. Das gilt als richtig."),
    ],
)
def test_an_overlap_that_saved_the_chain_is_named(language: Language, line: str) -> None:
    """c. 1485 reaches to 1490: nobody could say that 1489 lies wrong below it."""
    assert line in revealed(language, chain=("monks", "duel", "baker")).splitlines()


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "The last to place pays, no matter whose card it was."),
        ("de", "Ziehen muss, wer zuletzt gelegt hat, egal, wessen Karte falsch liegt."),
    ],
)
def test_a_tables_first_wrong_chain_is_explained(language: Language, line: str) -> None:
    """The first time, the rule in a sentence; never again."""
    assert line in revealed(language, chain=WRONG, wrong_chains=0).splitlines()
    assert line not in revealed(language, chain=WRONG, wrong_chains=1).splitlines()


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "The chain is wrong. Ann placed last and has left the game: nobody draws."),
        ("de", "Die Kette ist falsch. Ann hat zuletzt gelegt und ist nicht mehr dabei: Niemand zieht."),
    ],
)
def test_nobody_draws_for_somebody_who_has_left(language: Language, line: str) -> None:
    """Ann placed last and left."""
    hands = {ben: ("duel",), carla: ("watchman",) * 5}
    gone = (Gone(id=ann, name="Ann", held=3),)
    words = revealed(language, chain=WRONG, wrong_chains=1, hands=hands, gone=gone)

    assert line in words.splitlines()


@pytest.mark.parametrize(
    ("language", "stack", "line"),
    [
        ("en", ("s1",), "Only 3 cards could be drawn: one must stay to open the round."),
        ("de", ("s1",), "Zu ziehen gab es nur 3 Karten: Eine muss für die neue Runde übrig bleiben."),
    ],
)
def test_too_few_cards_are_explained(language: Language, stack: tuple[str, ...], line: str) -> None:
    """One card of stack and used cards stays to open the next round; the used ones are shuffled for it."""
    words = revealed(language, chain=("monks", "baker", "parrot"), stack=stack, used=())

    assert line in words.splitlines()
    shuffled = {
        "en": "The used cards are shuffled into a new stack.",
        "de": "Die Ablage wird gemischt und bildet den neuen Stapel.",
    }
    assert shuffled[language] in words.splitlines()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            "Ann wins.\n\n1. Ann, no cards\n2. Ben and Carla, 2 cards each\n4. Deniz, 5 cards\n\n"
            "6 rounds, 41 cards placed, 9 days. The last chain stays as it lies.",
        ),
        (
            "de",
            "Ann gewinnt.\n\n1. Ann, keine Karten\n2. Ben und Carla, je 2 Karten\n4. Deniz, 5 Karten\n\n"
            "6 Runden, 41 Karten gelegt, 9 Tage. Die letzte Kette bleibt liegen.",
        ),
    ],
)
def test_the_end(language: Language, words: str) -> None:
    """The winner, the ranking in which equal is equal, and the game in a line."""
    hands = {ann: (), ben: ("duel",) * 2, carla: ("duel",) * 2, deniz: ("duel",) * 5}
    table = a_table(language, hands=hands, round=6, placed=41)
    ended = GameEnded(
        how="went out", winner=ann, ranking=((ann,), (ben, carla), (deniz,)), at=NOW + timedelta(minutes=5)
    )

    assert read_out(reveal.end(seen_by(table, None), ended)) == words


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
            "The moves you tried are dropped: you doubt the chain as you got it.\nWrite yes to turn them over.",
        ),
        (
            "de",
            "Die Kette anzweifeln? Dann werden alle Karten umgedreht.\n"
            "Ist etwas falsch, zieht Ben 2 Karten. Stimmt alles, ziehst du 4.\n"
            "Was du verschoben hast, zählt dann nicht: Es gilt die Kette, wie du sie bekommen hast.\n"
            "Mit „ja“ drehst du sie um.",
        ),
    ],
)
def test_the_question_before_a_doubt(language: Language, words: str) -> None:
    """What it costs on both sides, before anything is turned over."""
    look = a_look(language, step="doubt", corrections=(Correction(card="tram", to=1),))

    assert read_out(look.text) == words


def test_the_first_board_asks_with_both_words() -> None:
    """Earlier is above, later is below: the first board says so."""
    table = a_table(chain=("monks",), last_placer=None, last_card=None, last_says="", round=1)

    (text,) = board.first_board(seen_by(table, None))

    assert read_out(text).startswith(
        "The game begins. Everybody has 9 cards in private chat; Ann has 3 cards, Ben has 7 cards.\n"
        "Order: Ann, Ben, Carla, then Ann again.\n\nThe chain (1), earliest on top\n"
    )
    assert read_out(text).endswith(
        "Ann begins: does your card lie above, so earlier, or below, so later? 24 hours, until Tue 18:40 UTC."
    )
