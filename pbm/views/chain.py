"""The chain as it is read: earliest on top, a line for each slot between the cards."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from pbm.rules.values import CardId
from pbm.views.messages import Language, Text, joined, packed
from pbm.views.say import numbered
from pbm.views.scene import Scene

PART_AT_MOST = 3900  # units: below Telegram's 4,096 with room for a heading


def slot_line(language: Language, slot: int, slots: int, below: str = "") -> Text:
    """The line of a slot, counted from 1 at the top, and a card below it; the ends say which is earliest and latest."""
    key = "chain.slot_first" if slot == 1 else "chain.slot_last" if slot == slots else "chain.slot"
    return numbered(language, key, slot, below)


def card_line(scene: Scene, card: CardId, new: CardId | None, moved: Collection[CardId] = ()) -> str:
    """A card of the chain, with what is to be known about it."""
    front = scene.front(card)
    if card in moved:
        return scene.say("chain.moved", card=front).text
    return scene.say("chain.new", card=front).text if card == new else front


def card_lines(
    scene: Scene, chain: Sequence[CardId], new: CardId | None, moved: Collection[CardId] = ()
) -> tuple[str, ...]:
    """The cards of a chain, in its order."""
    return tuple(card_line(scene, card, new, moved) for card in chain)


def slotted(language: Language, cards: Sequence[str], start: int = 0, end: int = 0) -> list[Text]:
    """Pairs of a slot line and the card below it, from card `start` (from 0) up to `end`, and the last slot line."""
    end, slots = end or len(cards), len(cards) + 1
    pairs = [slot_line(language, at, slots, card) for at, card in enumerate(cards[start:end], start + 1)]
    return [*pairs, slot_line(language, end + 1, slots)]


@lru_cache(maxsize=64)  # a board, a prompt and what is shown after a press show the same chain
def laid(language: Language, cards: tuple[str, ...], start: int = 0, end: int = 0) -> Text:
    """Slots and cards as `slotted` gives them, in one text, however long."""
    return joined(slotted(language, cards, start, end))


def parts(blocks: Iterable[Text], most: int = PART_AT_MOST) -> list[Text]:
    """The blocks one below the other, cut into texts of at most so many units; no block is ever torn."""
    return packed((("\n", block) for block in blocks), most)


def sheet(paragraphs: Iterable[Sequence[Text]], most: int = PART_AT_MOST) -> list[Text]:
    """Paragraphs of lines with an empty line between them, in as few texts as hold them; no line is ever torn."""

    def lines() -> Iterator[tuple[str, Text]]:
        for paragraph in paragraphs:
            between = "\n\n"
            for line in paragraph:
                if line.text:
                    yield between, line
                    between = "\n"

    return packed(lines(), most)


def whole_chain(scene: Scene, cards: tuple[str, ...], heading: Text, folded: bool = False) -> list[Text]:
    """The cards of the whole chain with its slots, headed; further parts say which part they are."""
    whole = laid(scene.language, cards)
    texts = [whole] if len(whole) <= PART_AT_MOST else parts(slotted(scene.language, cards))
    for at, text in enumerate(texts):
        part = scene.say("chain.part", k=at + 1, n=len(texts)).marked("bold")
        head = heading.marked("bold") if at == 0 else part
        texts[at] = joined([head, text.marked("expandable_blockquote") if folded else text])
    return texts
