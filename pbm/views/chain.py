"""The chain as it is read: earliest on top, a line for each slot between the cards."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from pbm.rules.values import CardId
from pbm.views.messages import Text, joined, packed
from pbm.views.say import numbered
from pbm.views.scene import Scene

PART_AT_MOST = 3900  # units: below Telegram's 4,096 with room for a heading


def slot_line(scene: Scene, slot: int, slots: int, below: str = "") -> Text:
    """The line of a slot, counted from 1 at the top, and a card below it; the ends say which is earliest and latest."""
    key = "chain.slot_first" if slot == 1 else "chain.slot_last" if slot == slots else "chain.slot"
    return numbered(scene.language, key, slot, below)


def card_line(scene: Scene, card: CardId, new: CardId | None, moved: Collection[CardId] = ()) -> str:
    """A card of the chain, with what is to be known about it."""
    front = scene.front(card)
    if card in moved:
        return scene.say("chain.moved", card=front).text
    return scene.say("chain.new", card=front).text if card == new else front


def slotted(
    scene: Scene,
    chain: Sequence[CardId],
    new: CardId | None,
    moved: Collection[CardId] = (),
    start: int = 0,
    end: int = 0,
) -> list[Text]:
    """Pairs of a slot line and the card below it, from card `start` (from 0) up to `end`, and the last slot line."""
    end, slots = end or len(chain), len(chain) + 1
    pairs = [
        slot_line(scene, at, slots, card_line(scene, card, new, moved))
        for at, card in enumerate(chain[start:end], start + 1)
    ]
    return [*pairs, slot_line(scene, end + 1, slots)]


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


def whole_chain(scene: Scene, heading: Text, folded: bool = False) -> list[Text]:
    """The whole chain with its slots, headed; further parts say which part they are."""
    blocks = slotted(scene, scene.seen.chain, scene.seen.last_card)
    texts = parts(blocks)
    for at, text in enumerate(texts):
        part = scene.say("chain.part", k=at + 1, n=len(texts)).marked("bold")
        head = heading.marked("bold") if at == 0 else part
        texts[at] = joined([head, text.marked("expandable_blockquote") if folded else text])
    return texts
