"""The chain as it is read: earliest on top, a line for each slot between the cards."""

from collections.abc import Collection, Iterable, Sequence

from pbm.rules.values import CardId
from pbm.views.messages import Text, joined
from pbm.views.scene import Scene

PART_AT_MOST = 3900  # units: below Telegram's 4,096 with room for a heading


def slot_line(scene: Scene, slot: int, slots: int) -> Text:
    """The line of a slot, counted from 1 at the top; the two ends say which is earliest and latest."""
    key = "chain.slot_first" if slot == 1 else "chain.slot_last" if slot == slots else "chain.slot"
    return scene.say(key, n=slot).marked("italic")


def card_line(scene: Scene, card: CardId, new: CardId | None, moved: Collection[CardId] = ()) -> Text:
    """A card of the chain, with what is to be known about it."""
    front = scene.front(card)
    if card in moved:
        return scene.say("chain.moved", card=front)
    return scene.say("chain.new", card=front) if card == new else Text(text=front)


def slotted(
    scene: Scene,
    chain: Sequence[CardId],
    new: CardId | None,
    moved: Collection[CardId] = (),
    start: int = 0,
    end: int = 0,
) -> list[Text]:
    """Pairs of a slot line and the card below it, from card `start` (from 0) up to `end`, and the last slot line."""
    end = end or len(chain)
    pairs = [
        joined([slot_line(scene, at + 1, len(chain) + 1), card_line(scene, chain[at], new, moved)])
        for at in range(start, end)
    ]
    return [*pairs, slot_line(scene, end + 1, len(chain) + 1)]


def parts(blocks: Iterable[Text], most: int = PART_AT_MOST) -> list[Text]:
    """The blocks one below the other, cut into texts of at most so many units; no block is ever torn."""
    made: list[Text] = []
    for block in blocks:
        if made and len(made[-1]) + 1 + len(block) <= most:
            made[-1] = joined([made[-1], block])
        else:
            made.append(block)
    return made


def sheet(paragraphs: Iterable[Sequence[Text]], most: int = PART_AT_MOST) -> list[Text]:
    """Paragraphs of lines with an empty line between them, in as few texts as hold them; no line is ever torn."""
    made: list[Text] = []
    for paragraph in paragraphs:
        between = "\n\n"
        for line in (one for one in paragraph if one.text):
            if made and len(made[-1]) + len(between) + len(line) <= most:
                made[-1] = joined([made[-1], line], between)
            else:
                made.append(line)
            between = "\n"
    return made


def whole_chain(scene: Scene, heading: Text, folded: bool = False) -> list[Text]:
    """The whole chain with its slots, headed; further parts say which part they are."""
    blocks = slotted(scene, scene.seen.chain, scene.seen.last_card)
    texts = parts(blocks)
    for at, text in enumerate(texts):
        part = scene.say("chain.part", k=at + 1, n=len(texts)).marked("bold")
        head = heading.marked("bold") if at == 0 else part
        texts[at] = joined([head, text.marked("expandable_blockquote") if folded else text])
    return texts
