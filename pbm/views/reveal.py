"""The reveal: every card of the chain turned over, what was wrong, who draws; and the end of a game."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from itertools import pairwise

from pbm.rules.dates import Span
from pbm.rules.events import CardPlaced, CardsDrawn, ChainTurnedOver, Event, GameEnded, RoundBegun, StackMade
from pbm.rules.values import CardId
from pbm.views.board import placed_lines
from pbm.views.chain import PART_AT_MOST, parts
from pbm.views.messages import Text, joined
from pbm.views.say import count, duration
from pbm.views.scene import Scene
from pbm.views.table import Table


def breaker(dates: Sequence[Span], at: int) -> Span | None:
    """The latest of the dates above `at` (from 0) that are certainly later than it; none if none is."""
    later = [date for date in dates[:at] if date.certainly_later_than(dates[at])]
    return max(later, key=lambda date: (date.first, date.last)) if later else None


def saved(dates: Sequence[Span]) -> tuple[Span, Span] | None:
    """Two neighbours of a right chain that are right only because they overlap."""
    for above, below in pairwise(dates):
        # The rulebook's exact years never surprise anybody; a span that reaches past its neighbour does.
        if above.last > below.first and (above.first, above.last) != (below.first, below.last):
            return above, below
    return None


def turned(scene: Scene, event: ChainTurnedOver, note: Callable[[CardId], str]) -> list[Text]:
    """A block for each card: its date in bold, marked where it is out of order, its front, its note in italics."""
    blocks = []
    for at, (card, date) in enumerate(zip(event.chain, event.dates, strict=True)):
        later = breaker(event.dates, at)
        said = date.say(scene.language)
        head = scene.say("reveal.wrong_mark", date=said, later=later.say(scene.language)) if later else Text(text=said)
        blocks.append(joined([head.marked("bold"), scene.front(card), Text(text=note(card)).marked("italic")]))
    return blocks


def shortage(scene: Scene, should: int, drawn: int) -> Text:
    """Why somebody draws fewer cards than the rules say (RULES 8.2); nothing if they do not."""
    if drawn >= should:
        return Text()
    return scene.say("reveal.few", cards=scene.cards(drawn)) if drawn else scene.say("reveal.none")


def verdict(scene: Scene, before: Table, event: ChainTurnedOver, events: Sequence[Event]) -> Text:
    """Right or wrong, why, who draws how many, and who begins the next round."""
    drawn = sum(len(one.cards) for one in events if isinstance(one, CardsDrawn))
    begins = next((one for one in events if isinstance(one, RoundBegun)), None)
    n = scene.seen.round
    lines: list[Text] = []
    begins_line = scene.say("reveal.begins", who=scene.name(begins.seat), n=n) if begins else Text()
    if event.correct:
        if event.went_out or event.doubter is None:
            lines.append(scene.say("reveal.right"))
        elif drawn:
            who = scene.name(event.doubter)
            lines.append(scene.say("reveal.right_doubt", who=who, cards=scene.cards(drawn), n=n))
            begins_line = Text()
        else:
            lines.append(scene.say("reveal.right"))
        overlap = saved(event.dates)
        if overlap:
            a, b = (date.say(scene.language) for date in overlap)
            lines.append(scene.say("reveal.overlap", a=a, b=b))
        if event.payer:
            lines.append(shortage(scene, event.to_draw, drawn))
    elif event.went_out:
        lines.append(scene.say("reveal.wrong_out", who=scene.name(event.went_out), cards=scene.cards(drawn)))
        lines.append(shortage(scene, event.to_draw, drawn))
    elif event.payer:
        lines.append(scene.say("reveal.wrong", who=scene.name(event.payer), cards=scene.cards(drawn)))
        lines.append(shortage(scene, event.to_draw, drawn))
    elif before.game.last_placer:
        lines.append(scene.say("reveal.wrong_left", who=scene.name(before.game.last_placer)))
    if event.payer and not event.correct and not before.game.wrong_chains and not event.went_out:
        lines.append(scene.say("reveal.first_time"))
    if any(isinstance(one, StackMade) for one in events):
        lines.append(scene.say("reveal.stack_made"))
    return joined([*lines, begins_line])


def reveal(scene: Scene, before: Table, events: Sequence[Event], note: Callable[[CardId], str]) -> list[Text]:
    """The reveal in one text, or cut on card borders; `note` is asked only for cards that lie turned over."""
    event = next(one for one in events if isinstance(one, ChainTurnedOver))
    placed = next((one for one in events if isinstance(one, CardPlaced)), None)
    if event.doubter:
        head = [scene.say("reveal.doubts", who=scene.name(event.doubter))]
        if event.says:
            head.insert(0, scene.say("reveal.says", who=scene.name(event.doubter), words=scene.quoted(event.says)))
    else:
        assert placed is not None
        moves = placed_lines(scene, placed.model_copy(update={"says": ""}), before.game)[:-2]
        said = scene.say("board.says", who=scene.name(placed.seat), words=scene.quoted(placed.says))
        last = scene.say("reveal.last_card", who=scene.name(placed.seat), slot=placed.slot)
        head = [*moves, *([said] if placed.says else []), last]
    blocks = [joined(head), *turned(scene, event, note), verdict(scene, before, event, events)]
    spaced = [block if at == 0 else Text(text="\n") + block for at, block in enumerate(blocks)]
    texts = parts(spaced, PART_AT_MOST)
    for at in range(1, len(texts)):
        texts[at] = joined([scene.say("reveal.part", k=at + 1, n=len(texts)).marked("bold"), texts[at]])
    return texts


def ranking(scene: Scene, event: GameEnded) -> list[Text]:
    """The ranking, a line for each place; equal players stand together."""
    lines, place = [], 1
    for seats in event.ranking:
        cards = scene.cards(scene.seen.seat(seats[0]).cards)
        each = scene.say("phrase.each", cards=cards) if len(seats) > 1 else Text(text=cards)
        lines.append(scene.say("end.rank", n=place, names=scene.names(seats), cards=each))
        place += len(seats)
    return lines


def end(scene: Scene, event: GameEnded) -> Text:
    """The last board of a game."""
    if event.how == "nobody left":
        return scene.say("end.nobody")
    if event.how == "never begun":
        return scene.say("end.never_begun")
    if event.how == "ended by hand":
        if event.by and not scene.seen.knows(event.by):
            return scene.say("end.by_admin" if scene.seen.begun else "end.cleared_by_admin")
        by_hand = "end.by_hand" if scene.seen.begun else "end.cleared_by_hand"
        return scene.say(by_hand, who=scene.name(event.by)) if event.by else Text()
    head = Text()
    if event.winner:
        key = "end.wins" if event.how == "went out" else "end.only_left"
        head = scene.say(key, who=scene.name(event.winner)).marked("bold")
    took = max(event.at - (scene.seen.begun or event.at), timedelta(minutes=1))
    summary = scene.say(
        "end.summary",
        rounds=count(scene.language, "rounds", scene.seen.round),
        placed=count(scene.language, "placed", scene.seen.placed),
        time=duration(scene.language, took),
    )
    return joined([head, joined(ranking(scene, event)), summary], "\n\n")
