"""Thirty cards of 160 characters: every message fits, no card is torn, and nothing is lost with the marks."""

from typing import Any

import pytest

from pbm.rules.cards import Library
from pbm.rules.dates import Span
from pbm.rules.events import CardsDrawn, ChainTurnedOver, RoundBegun
from pbm.rules.values import CardId
from pbm.views import board, hand, prompt, reveal
from pbm.views.messages import TEXT_AT_MOST, Language, Text, units
from pbm.views.scene import Scene
from pbm.views.table import Draft, Table
from tests.views.invented import a_card, a_library, a_table, ann, ben, carla, choices_of, labels, read_out, seen_by

LANGUAGES: tuple[Language, ...] = ("en", "de")
FOLDED = "expandable_blockquote"


def long_cards(n: int, length: int) -> list[CardId]:
    """The ids of so many long cards."""
    return [f"long{at:02}-{length}" for at in range(n)]


def a_long_library(length: int) -> Library:
    """Sixty cards of that length, with umlauts and signs outside the basic plane."""
    cards = []
    for at, id in enumerate(long_cards(60, length)):
        words = f"Kärtchen {at:02} 🦆 " + "lang und länger " * 20
        text = words[: length - 1].rstrip() + "."
        text = text + "!" * (length - units(text))
        note = f"Notiz {at:02} 🥚 " + "ausführlich " * 20
        cards.append(a_card(id, str(1000 + at), text, text, note[:200], note[:200]))
    return a_library(cards)


LONG, MIDDLE = a_long_library(160), a_long_library(75)


def a_long_table(language: Language, length: int, chain: int = 30, in_hand: int = 9, **facts: Any) -> Table:
    """A table with a chain of so many cards, and a hand."""
    cards = long_cards(60, length)
    hands = {ann: tuple(cards[30 : 30 + in_hand]), ben: (cards[45],), carla: (cards[46],)}
    return a_table(
        language,
        hands=hands,
        chain=tuple(cards[:chain]),
        last_card=cards[min(12, chain - 1)],
        last_says="x" * 200,
        **facts,
    )


def all_fit(texts: list[Text]) -> None:
    """Each message fits, and its marks stand on what they mark."""
    for text in texts:
        assert 0 < units(text.text) <= TEXT_AT_MOST
        for mark in text.entities:
            assert 0 <= mark.offset < mark.offset + mark.length <= len(text)
            assert marked(text, mark.offset, mark.length).strip() == marked(text, mark.offset, mark.length)


def marked(text: Text, offset: int, length: int) -> str:
    """What a mark stands on, counted as Telegram counts."""
    return text.text.encode("utf-16-le")[2 * offset : 2 * (offset + length)].decode("utf-16-le")


def untorn(texts: list[Text], scene: Scene, cards: tuple[CardId, ...]) -> None:
    """Every card stands whole in one of the messages."""
    for card in cards:
        assert any(scene.front(card) in text.text for text in texts), card


@pytest.mark.parametrize("language", LANGUAGES)
def test_thirty_cards_of_75_and_a_hand_of_nine_are_one_message(language: Language) -> None:
    """The usual long chain."""
    table = a_long_table(language, 75)
    look = prompt.look(seen_by(table, ann, MIDDLE))

    assert not look.ahead
    all_fit([look.text])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_longer_chain_goes_ahead_of_the_hand(language: Language) -> None:
    """In messages that say which part they are; hand and buttons are the last."""
    table = a_long_table(language, 160)
    scene = seen_by(table, ann, LONG)
    look = prompt.look(scene)

    texts = [*look.ahead, look.text]
    all_fit(texts)
    untorn(texts, scene, table.game.chain)
    untorn([look.text], scene, table.game.hand_of(ann))
    assert len(look.ahead) == 2
    heads = [read_out(text).splitlines()[0] for text in texts]
    assert (
        heads[:2]
        == {
            "en": ["The chain, earliest on top", "The chain, part 2 of 2"],
            "de": ["Die Kette, oben das Früheste", "Die Kette, Teil 2 von 2"],
        }[language]
    )
    assert heads[2].startswith(table.title)
    for text in look.ahead:
        assert marked(text, text.entities[0].offset, text.entities[0].length) == read_out(text).splitlines()[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_with_a_chain_sent_ahead_slots_and_moving_show_the_card_and_the_buttons(language: Language) -> None:
    """The chain stands above already; a press must not send it again."""
    for length, library, shown in ((160, LONG, False), (75, MIDDLE, True)):
        cards = long_cards(60, length)
        for draft in (Draft(turn=12, step="slot", card=cards[30]), Draft(turn=12, step="where", moving=cards[3])):
            look = prompt.look(seen_by(a_long_table(language, length, draft=draft), ann, library))

            assert not look.ahead
            all_fit([look.text])
            assert (library.cards[cards[7]].en in look.text.text) is shown
            assert len(choices_of(look.choices)) in (31, 32)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_look_fits_with_a_long_chain(language: Language) -> None:
    """Preview with three on either side, the list of cards to move, the hand of fifteen."""
    cards = long_cards(60, 160)
    for draft in (
        Draft(turn=12, step="preview", card=cards[30], slot=15, says="y" * 200),
        Draft(turn=12, step="which"),
        Draft(turn=12, step="doubt"),
    ):
        look = prompt.look(seen_by(a_long_table(language, 160, draft=draft), ann, LONG))
        assert not look.ahead
        all_fit([look.text])
        if draft.step == "preview":
            assert look.text.text.count("Kärtchen") == 7
    everything = a_long_table(language, 160, in_hand=15)
    all_fit(hand.hand_shown(seen_by(everything, ann, LONG)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("length", [75, 160])
def test_a_long_board_shows_the_new_card_open_and_the_whole_chain_folded(language: Language, length: int) -> None:
    """Split on card borders where it must be; marked, so that it stays about a screen high."""
    library = LONG if length == 160 else MIDDLE
    table = a_long_table(language, length)
    scene = seen_by(table, None, library)
    texts = board.board(scene, [scene.say("board.resumed")])

    all_fit(texts)
    untorn(texts, scene, table.game.chain)
    folded = [(text, mark) for text in texts for mark in text.entities if mark.mark == FOLDED]
    assert len(folded) == (1 if length == 75 else 2)
    first = texts[0].text
    near = first.split({"en": "The whole chain", "de": "Die ganze Kette"}[language])[0]
    assert [n for n in range(30) if f"Kärtchen {n:02} " in near] == [11, 12, 13]
    assert read_out(texts[-1]).splitlines()[-1].startswith("Ann")
    all_fit(board.chain_shown(scene))
    assert not any(mark.mark == FOLDED for text in board.chain_shown(scene) for mark in text.entities)


@pytest.mark.parametrize(("cards", "folded"), [(6, False), (7, True)])
def test_a_chain_is_folded_from_seven_cards_on(cards: int, folded: bool) -> None:
    """Up to six it stands open."""
    scene = seen_by(a_long_table("en", 75, chain=cards), None, MIDDLE)

    (text,) = board.board(scene, [])

    assert any(mark.mark == FOLDED for mark in text.entities) is folded


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_reveal_is_cut_before_a_card(language: Language) -> None:
    """With notes of 200 characters; each further part says which it is."""
    table = a_long_table(language, 160, on_turn=carla, last_placer=ann)
    chain = table.game.chain
    event = ChainTurnedOver(
        doubter=carla, chain=chain, dates=tuple(Span(1000, 1000) for _ in chain), correct=True, payer=carla, to_draw=4
    )
    scene = seen_by(table, None, LONG)
    events = (event, CardsDrawn(seat=carla, cards=("a", "b", "c", "d")), RoundBegun(seat=carla, cards=("monks",)))

    texts = reveal.reveal(scene, table, events, lambda card: LONG.cards[card].note_en)

    all_fit(texts)
    untorn(texts, scene, chain)
    assert len(texts) == 3
    for card in chain:
        (text,) = (one for one in texts if scene.front(card) in one.text)
        assert LONG.cards[card].note_en.strip() in text.text
    part = {"en": "The cards, part 2 of 3", "de": "Die Karten, Teil 2 von 3"}[language]
    assert read_out(texts[1]).splitlines()[0] == part


def test_many_slots_stand_on_pages() -> None:
    """More than forty: pages of 36, with the ways to the others."""
    cards = long_cards(60, 75)
    library = MIDDLE

    def rows(page: int) -> list[list[str]]:
        draft = Draft(turn=12, step="slot", card=cards[59], page=page)
        table = a_table(hands={ann: (cards[59],), ben: ("duel",)}, chain=tuple(cards[:50]), draft=draft)
        look = prompt.look(seen_by(table, ann, library))
        return [[choice.label for choice in row] for row in look.choices]

    assert len(rows(0)) == 9 + 2
    assert rows(0)[-2:] == [["Next page"], ["Another card"]]
    assert rows(1)[0] == ["Slot 37", "Slot 38", "Slot 39", "Slot 40"]
    assert rows(1)[-2:] == [["Previous page"], ["Another card"]]
    assert rows(99) == rows(1)


def test_buttons_stand_in_threes_and_from_thirteen_on_in_fours() -> None:
    """Twelve slots, thirteen slots."""
    for chain, wide in ((11, 3), (12, 4)):
        cards = long_cards(60, 75)
        draft = Draft(turn=12, step="slot", card=cards[59])
        table = a_table(hands={ann: (cards[59],), ben: ("duel",)}, chain=tuple(cards[:chain]), draft=draft)
        assert len(prompt.look(seen_by(table, ann, MIDDLE)).choices[0]) == wide


def test_what_cannot_be_done_has_no_button() -> None:
    """With one card in the chain and nothing placed there is nothing but the hand."""
    table = a_table(chain=("monks",), last_placer=None, last_card=None)

    assert labels(prompt.look(seen_by(table, ann)).choices) == "[Card 1] [Card 2] [Card 3]"
