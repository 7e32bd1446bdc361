"""The worked examples of a chain turned over, word for word, in both languages: reveal and end."""

from datetime import timedelta
from typing import Any

import pytest

from pbm.rules.commands import Doubt
from pbm.rules.events import GameEnded
from pbm.rules.game import Gone, Rules, Settings
from pbm.rules.play import Played, play
from pbm.views import reveal
from pbm.views.messages import Language
from pbm.views.table import Table
from tests.views.invented import LIBRARY, NOW, a_table, ann, ben, carla, deniz, read_out, seen_by


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
