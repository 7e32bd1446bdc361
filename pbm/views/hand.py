"""A hand, as only its player sees it."""

from functools import lru_cache

from pbm.rules.game import Status
from pbm.views.chain import sheet
from pbm.views.messages import Choice, Text
from pbm.views.say import Fact, numbers, short_forms
from pbm.views.scene import Scene


def hand_lines(scene: Scene) -> list[Text]:
    """The cards, numbered from 1 in the order in which they came."""
    return [_hand_line(at, scene.front(card)) for at, card in enumerate(scene.seen.hand, 1)]


@lru_cache(maxsize=1024)  # a hand is shown before a turn and after it
def _hand_line(at: int, front: str) -> Text:
    return Text(text=f"{at}.").marked("bold") + f" {front}"


def hand_headed(scene: Scene) -> list[Text]:
    """The hand below its heading."""
    return [scene.say("hand.heading", n=len(scene.seen.hand)).marked("bold"), *hand_lines(scene)]


def first_hand(scene: Scene) -> list[Text]:
    """The hand as it was dealt, for somebody who does not begin."""
    seats = [seat.id for seat in scene.seen.seats]
    viewer = scene.seen.viewer or ""
    before = seats[seats.index(viewer) - scene.seen.direction]
    begins = scene.seen.on_turn or scene.seen.owner
    order = scene.say("hand.order_begins", who=scene.name(begins), before=scene.name(before))
    if before == begins:
        order = scene.say("hand.order_second", who=scene.name(begins))
    if may_turn_round(scene):
        order = scene.say("hand.order_open", who=scene.name(begins))
    head = [
        scene.say("hand.first", table=scene.title, n=len(scene.seen.hand)),
        order,
    ]
    return sheet([head, hand_lines(scene)])


def may_turn_round(scene: Scene) -> bool:
    """Whether play may go the other way before it comes to the viewer: somebody is one card from two (RULES 6.1)."""
    others = [seat for seat in scene.seen.seats if seat.id != scene.seen.viewer]
    return not scene.seen.reversed and len(others) > 1 and any(seat.cards == 3 for seat in others)


def whose_turn(scene: Scene) -> Text:
    """Whose turn it is, for somebody who waits."""
    on_turn = scene.seen.on_turn
    if on_turn is None:
        return Text()
    if scene.seen.paused_by and scene.seen.status is Status.PAUSED:
        return scene.say("no.paused")
    key = "hand.paused" if scene.seen.status is Status.PAUSED else "hand.turn_of"
    return scene.say(key, who=scene.name(on_turn))


def hand_shown(scene: Scene) -> list[Text]:
    """The hand for somebody who asks out of turn."""
    head = scene.say("hand.mine", table=scene.title, n=len(scene.seen.hand))
    return sheet([[head], hand_lines(scene), [whose_turn(scene)]])


def hand_in_between(scene: Scene, asked: Text) -> list[Text]:
    """The hand for somebody in the middle of choosing, who is still asked the same."""
    head = scene.say("hand.mine", table=scene.title, n=len(scene.seen.hand))
    return sheet([[head], hand_lines(scene), [asked]])


def drawn(scene: Scene, doubter: str | None, n: int) -> list[Text]:
    """The hand of somebody who drew `n` cards: of the one who placed last, or, without a doubter, who went out."""
    held = len(scene.seen.hand)
    which = numbers(scene.language, held - n + 1, held) if n else Text()
    facts: dict[str, Fact] = {"table": scene.title, "cards": scene.cards(n), "numbers": which}
    if doubter:
        key = "hand.drawn_placer" if n else "hand.drawn_placer_none"
        head = scene.say(key, who=scene.name(doubter), **facts)
    else:
        head = scene.say("hand.drawn_out" if n else "hand.drawn_out_none", **facts)
    return sheet([[head], hand_lines(scene), [whose_turn(scene)]])


def joined_late(scene: Scene) -> list[Text]:
    """The hand of somebody who joined after the start."""
    head = scene.say("hand.joined", table=scene.title, cards=scene.cards(len(scene.seen.hand)))
    return sheet([[head], hand_lines(scene), [whose_turn(scene)]])


def took_over(scene: Scene, of: str) -> list[Text]:
    """The hand of somebody who took a place over."""
    cards = scene.cards(len(scene.seen.hand))
    head = scene.say("hand.took_over", table=scene.title, cards=cards, of=scene.name(of))
    return sheet([[head], hand_lines(scene), [whose_turn(scene)]])


def receipt(scene: Scene, above: str | None, card: str, below: str | None, says: str) -> list[Text]:
    """What a player has just done: the card with its neighbours, the words, who is next, the new numbers."""
    lines = [scene.say("receipt.placed", card=scene.quoted(card))]
    both = [front for front in (above, below) if front]
    shorts = dict(zip(both, short_forms(scene.language, both), strict=True))
    for side, front in (("above", above), ("below", below)):
        key = f"receipt.{side}"
        lines.append(scene.say(key, card=scene.quoted(shorts[front])) if front else scene.say(f"{key}_none"))
    if says:
        lines.append(scene.say("receipt.said", words=scene.quoted(says)))
    on_turn = scene.seen.on_turn
    after = scene.say("receipt.next", who=scene.name(on_turn)) if on_turn else Text()
    return sheet([lines, [after], hand_headed(scene)])


def receipt_choices(scene: Scene) -> tuple[tuple[Choice, ...], ...]:
    """The one choice left after placing."""
    return ((scene.choice("take_back", "undo"),),)
