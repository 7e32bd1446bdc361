"""The board: what happened, the chain, who is next. The group sees it after every move."""

from collections.abc import Sequence

from pbm.rules.events import (
    CardPlaced,
    CardTakenBack,
    DeadlineMoved,
    DirectionReversed,
    Event,
    GamePaused,
    GameResumed,
    OpenerAdded,
    OwnerChanged,
    PlayerJoined,
    PlayerLeft,
    RoundBegun,
    SeatTakenOver,
    TimeChanged,
    TurnPassed,
)
from pbm.rules.evolve import corrected
from pbm.rules.game import Game, Status
from pbm.rules.values import SeatId
from pbm.views import days
from pbm.views.chain import card_lines, laid, whole_chain
from pbm.views.messages import TEXT_AT_MOST, Text, joined, packed
from pbm.views.names import shown
from pbm.views.say import count, short_forms
from pbm.views.scene import Scene
from pbm.views.seen import Drawn, seen_by
from pbm.views.table import Table

OPEN_CHAIN_AT_MOST = 6  # cards; a longer chain is folded, so that a board stays about one screen high
MOVES_TOLD = 3  # corrections told one by one


def placed_lines(scene: Scene, event: CardPlaced, before: Game) -> list[Text]:
    """Who placed what where, which cards they moved before, and what they said.

    A moved card is told with the slot above it in the chain as it lies now.
    """
    lies = list(corrected(before.chain, event.corrections))
    lies.insert(event.slot - 1, event.card)
    moved = tuple(dict.fromkeys(one.card for one in event.corrections))
    told = moved[:MOVES_TOLD]
    who = scene.name(event.seat)
    shorts = short_forms(scene.language, [scene.front(card) for card in told])
    lines = [
        scene.say("board.moves", who=who, card=scene.quoted(short), to=lies.index(card) + 1)
        for card, short in zip(told, shorts, strict=True)
    ]
    if more := len(moved) - len(told):
        lines[-1] = lines[-1] + " (" + scene.say("board.moves_more", n=more) + ")"
    lines.append(scene.say("board.places", who=who, slot=event.slot))
    lines.append(scene.quoted(scene.front(event.card)))
    if event.says:
        lines.append(scene.say("board.says", who=who, words=scene.quoted(event.says)))
    return lines


def left_line(scene: Scene, table: Table, event: PlayerLeft, cards: int) -> Text:
    """Who has left, or was retired, and where the hand went."""
    person = next(one for one in table.game.gone if one.id == event.seat)
    who = shown(person.name, event.seat, scene.language)
    if event.kicked_by:
        line = scene.say("board.kicked", who=who, cards=scene.cards(cards))
    elif event.retired:
        turns = count(scene.language, "turns", table.game.settings.rules.retire_after)
        line = scene.say("board.retired", who=who, turns=turns, cards=scene.cards(cards))
    else:
        return scene.say("board.left", who=who, cards=scene.cards(cards))
    over = table.game.status is Status.OVER
    return line if over else joined([line, scene.say("board.join_back", who=who)], " ")


def happened(scene: Scene, before: Table, after: Table, events: Sequence[Event]) -> list[Text]:
    """What the events of one move were, for the group; a chain turned over is told by the reveal instead."""
    lines: list[Text] = []
    for event in (seen_by(one, None) for one in events):
        match event:
            case CardPlaced():
                lines += placed_lines(scene, event, before.game)
                if scene.seen.seat(event.seat).cards == 1:
                    lines.append(scene.say("board.one_left", who=scene.name(event.seat)))
            case DirectionReversed(seat=seat):
                # Between two players the other way round is the same way.
                key = "board.reversed" if len(scene.seen.seats) > 2 else "board.reversed_two"
                lines.append(scene.say(key, who=scene.name(seat)))
            case CardTakenBack(seat=seat):
                lines.append(scene.say("board.taken_back_new", who=scene.name(seat)))
            case TurnPassed(seat=seat, absent=False):
                lines.append(scene.say("board.time_up", who=scene.name(seat)))
                placer = scene.seen.last_placer
                if placer and scene.seen.sits(placer) and placer not in (seat, scene.seen.on_turn):
                    lines[-1] = joined([lines[-1], scene.say("board.answers", who=scene.name(placer))], " ")
            case PlayerLeft(seat=seat):
                held = before.game.seat(seat)
                lines.append(left_line(scene, after, event, len(held.hand) if held else 0))
                if held and before.game.begun and after.game.status is not Status.OVER:
                    lines.append(scene.say("board.seat_free", who=shown(held.name, "", scene.language)))
            case OwnerChanged(seat=seat):
                lines.append(scene.say("board.new_owner", who=scene.name(seat)))
            case OpenerAdded():
                if scene.seen.on_turn:
                    lines.append(scene.say("board.one_card_added", who=scene.name(scene.seen.on_turn)))
            case RoundBegun(seat=seat, cards=cards) if len(cards) > 1:
                lines.append(scene.say("board.one_card", who=scene.name(seat)))
            case GamePaused(by=()):
                if scene.seen.on_turn:
                    lines.append(scene.say("board.paused", who=scene.name(scene.seen.on_turn)))
            case GameResumed():
                lines.append(scene.say("board.resumed"))
            case Drawn(seat=seat, cards=n) if any(isinstance(one, PlayerJoined) and one.seat == seat for one in events):
                back = any(one.id == seat for one in before.game.gone)
                key = "board.joined_back" if back else "board.joined"
                lines.append(scene.say(key, who=scene.name(seat), cards=scene.cards(n)))
            case Drawn(seat=seat, cards=n) if over := _took_over(seat, events):
                facts = {"who": scene.name(seat), "of": scene.name(over.of), "cards": scene.cards(n)}
                lines.append(scene.say("board.took_over", **facts))
            case TimeChanged() if scene.seen.due and not any(isinstance(one, DeadlineMoved) for one in events):
                stays = scene.say("board.turn_stays", when=scene.moment(scene.seen.due))
                lines.append(joined([days.happened(scene, event), stays], " "))
            case _:  # the rest is told elsewhere: in the reveal, in the last line, in private
                lines.append(days.happened(scene, event))
    return [line for line in lines if line.text]


def _took_over(seat: SeatId, events: Sequence[Event]) -> SeatTakenOver | None:
    return next((one for one in events if isinstance(one, SeatTakenOver) and one.seat == seat), None)


def next_line(scene: Scene) -> Text:
    """Who is next, by name and marked for that person, and for how long."""
    on_turn = scene.seen.on_turn
    if on_turn is None:
        return Text()
    who = scene.mention(on_turn)
    if scene.seen.status is Status.PAUSED:
        return scene.say("no.paused") if scene.seen.paused_by else scene.say("hand.paused", who=who)
    return scene.say("board.next", who=who, clock=scene.clock())


def round_line(scene: Scene) -> Text:
    """Which round it is, and who begins it."""
    on_turn = scene.seen.on_turn
    if on_turn is None:
        return Text()
    return scene.say("board.begins", n=scene.seen.round, who=scene.mention(on_turn), clock=scene.clock())


def chain_open(scene: Scene) -> list[Text]:
    """The chain, as a board shows it: open while it is short, else the newest card's place, and the whole folded."""
    chain = scene.seen.chain
    if not chain:
        return []
    cards = card_lines(scene, chain, scene.seen.last_card)
    if len(chain) <= OPEN_CHAIN_AT_MOST:
        heading = scene.say("chain.heading_n", n=len(chain)).marked("bold")
        return [joined([heading, laid(scene.language, cards)])]
    whole = whole_chain(scene, cards, scene.say("chain.whole", n=len(chain)), folded=True)
    if scene.seen.last_card not in chain:
        return whole
    at = chain.index(scene.seen.last_card)
    first, last = max(0, at - 1), min(len(chain), at + 2)
    return [laid(scene.language, cards, first, last), *whole]


def fitted(blocks: Sequence[Text]) -> list[Text]:
    """Blocks with an empty line between them, in as few messages as hold them."""
    return packed((("\n\n", block) for block in blocks if block.text), TEXT_AT_MOST)


def board(scene: Scene, lines: Sequence[Text], last: Text | None = None) -> list[Text]:
    """The board in one text, or in as many as its chain takes; what happened first, who is next last."""
    return fitted([joined(lines), *chain_open(scene), next_line(scene) if last is None else last])


def new_round(scene: Scene, lines: Sequence[Text]) -> list[Text]:
    """The board that opens a round."""
    return fitted([joined([round_line(scene), *lines]), *chain_open(scene)])


def first_board(scene: Scene) -> list[Text]:
    """The board that opens the game: order of play, the first card, and the question that explains the chain."""
    seats, game = scene.seen.seats, scene.seen
    most = max(seat.cards for seat in seats)
    fewer = [seat for seat in seats if seat.cards < most]
    some = joined(
        [scene.say("board.has_fewer", who=scene.name(seat.id), n=scene.cards(seat.cards)) for seat in fewer], ", "
    )
    key = "board.game_begins_some" if fewer else "board.game_begins"
    order = scene.say(
        "board.order",
        names=joined([scene.name(seat.id) for seat in seats], ", "),
        first=scene.name(seats[0].id),
    )
    first = game.on_turn or game.owner
    openers = [scene.say("board.one_card", who=scene.name(first))] if len(game.chain) > 1 else []
    head = joined([scene.say(key, cards=scene.cards(most), some=some), order, *openers])
    last = scene.say("board.first_turn", who=scene.mention(first), clock=scene.clock())
    return fitted([head, *chain_open(scene), last])


def chain_shown(scene: Scene) -> list[Text]:
    """The chain for whoever asks: whole and unfolded, and who is next."""
    heading = scene.say("chain.heading_n", n=len(scene.seen.chain))
    cards = card_lines(scene, scene.seen.chain, scene.seen.last_card)
    return fitted([*whole_chain(scene, cards, heading), next_line(scene)])
