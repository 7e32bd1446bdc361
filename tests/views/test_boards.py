"""The worked examples of a move, word for word, in both languages: receipt and board."""

from pbm.rules.commands import PlaceCard
from pbm.rules.play import Played, play
from pbm.views import board, hand
from pbm.views.messages import Language
from pbm.views.table import Table
from tests.views.invented import LIBRARY, NOW, a_table, ann, labels, read_out, seen_by


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
        "Darüber: „Zwei Mönche müssen sich eine Brille\u00a0…“\n"
        "Darunter: „Ein Berner Bäcker muss Strafe zahlen,\u00a0…“\n"
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
