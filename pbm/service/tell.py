"""What everybody is told after a move: the group, the one who moved, the one who is next."""

from collections.abc import Sequence
from typing import TypeVar

from pbm.rules.events import (
    CameBack,
    CardPlaced,
    CardsDrawn,
    CardTakenBack,
    ChainTurnedOver,
    DeadlineMoved,
    Event,
    GameBegun,
    GameEnded,
    GamePaused,
    GameResumed,
    PlayerJoined,
    PlayerLeft,
    RoundBegun,
    SeatTakenOver,
    TurnBegan,
    TurnPassed,
)
from pbm.rules.evolve import corrected
from pbm.rules.game import Status
from pbm.rules.turns import next_seat
from pbm.service.voice import ASK, BOARD, LOBBY, Voice, look_name
from pbm.views import board, days, hand, lobby, prompt, reveal
from pbm.views.messages import Address, Message, Text, joined
from pbm.views.say import count, numbers
from pbm.views.scene import Scene
from pbm.views.table import Table

ALL_LOOKS_UP_TO = 4  # players: with the reveal and the ranking six calls, as many as a doubt may cost

E = TypeVar("E")


def tell(voice: Voice, before: Table, events: Sequence[Event], pressed: bool) -> list[Message]:
    """All messages about one move; `pressed` when the one who moved did so by a button in their private chat."""
    return [*_actor(voice, before, events, pressed), *_group(voice, before, events), *_others(voice, before, events)]


def find(events: Sequence[Event], kind: type[E]) -> E | None:
    """The first event of that kind."""
    for one in events:
        if isinstance(one, kind):
            return one
    return None


# The one who moved


def _actor(voice: Voice, before: Table, events: Sequence[Event], pressed: bool) -> list[Message]:
    placed, turned = find(events, CardPlaced), find(events, ChainTurnedOver)
    if turned and turned.doubter:
        return _doubter(voice, before, turned, events, pressed)
    if placed and turned:
        return _went_out(voice, turned, events, pressed)
    if placed:
        return _receipt(voice, before, placed, pressed)
    if taken := find(events, CardTakenBack):
        scene = voice.scene(taken.seat)
        without = tuple(card for card in before.game.chain if card != taken.card)
        moved = without != voice.table.game.chain  # the moves before it are taken back with the card
        back = scene.say("prompt.taken_back_moved" if moved else "prompt.taken_back")
        return voice.look(taken.seat, prompt.prompt(scene, [back]), pressed)
    return []


def _receipt(voice: Voice, before: Table, placed: CardPlaced, pressed: bool) -> list[Message]:
    scene = voice.scene(placed.seat)
    chain = corrected(before.game.chain, placed.corrections)
    above, below = placed.slot - 2, placed.slot - 1
    texts = hand.receipt(
        scene,
        above=scene.front(chain[above]) if above >= 0 else None,
        card=scene.front(placed.card),
        below=scene.front(chain[below]) if below < len(chain) else None,
        says=placed.says,
    )
    look = prompt.Look(tuple(texts[:-1]), texts[-1], hand.receipt_choices(scene))
    return voice.look(placed.seat, look, pressed)


def _doubter(
    voice: Voice, before: Table, turned: ChainTurnedOver, events: Sequence[Event], pressed: bool
) -> list[Message]:
    """The doubter begins the next round: what came of the doubt stands above their new prompt."""
    doubter = turned.doubter or ""
    scene = voice.scene(doubter)
    outcome = _outcome(scene, before, turned, events)
    if voice.table.game.on_turn == doubter:
        return voice.look(doubter, prompt.prompt(scene, [outcome]), pressed)
    texts = hand.hand_shown(scene)  # they are away from this turn on
    texts[0] = joined([outcome, texts[0]], "\n\n")
    return voice.look(doubter, prompt.Look(tuple(texts[:-1]), texts[-1], ()), pressed)


def _outcome(scene: Scene, before: Table, turned: ChainTurnedOver, events: Sequence[Event]) -> Text:
    drew = sum(len(one.cards) for one in events if isinstance(one, CardsDrawn))
    if not turned.correct and turned.payer:
        return scene.say("prompt.right_doubt", who=scene.name(turned.payer), n=drew)
    if not turned.correct:
        return scene.say("prompt.right_doubt_nobody", who=scene.name(before.game.last_placer or ""))
    held = len(scene.seen.hand)
    if not drew:
        return scene.say("prompt.wrong_doubt_none")
    which = numbers(scene.language, held - drew + 1, held)
    return scene.say("prompt.wrong_doubt", cards=scene.cards(drew), numbers=which)


def _went_out(voice: Voice, turned: ChainTurnedOver, events: Sequence[Event], pressed: bool) -> list[Message]:
    """The last card lies: who has not won with it gets the hand they drew."""
    if turned.correct:
        return []
    seat = turned.went_out or ""
    drew = sum(len(one.cards) for one in events if isinstance(one, CardsDrawn))
    texts = hand.drawn(voice.scene(seat), None, drew)
    return voice.look(seat, prompt.Look(tuple(texts[:-1]), texts[-1], ()), pressed)


# The group


def _group(voice: Voice, before: Table, events: Sequence[Event]) -> list[Message]:
    scene = voice.scene(None)
    my_hand = ((scene.my_hand(),),)
    lines = board.happened(scene, before, voice.table, events)
    turned, ended = find(events, ChainTurnedOver), find(events, GameEnded)
    if find(events, GameBegun):
        return [*voice.strip(voice.table.chat, LOBBY), *voice.group(board.first_board(scene), my_hand, name=BOARD)]
    if turned:
        texts = reveal.reveal(scene, before, events, voice.note)
        if ended:
            return [*voice.group(texts, rings=True), *_end(voice, scene, ended, rings=False)]
        opened = find(events, RoundBegun)
        two = opened and len(opened.cards) > 1 and opened.seat
        opening = [scene.say("board.one_card", who=scene.name(two))] if two else []
        opening += [days.happened(scene, one) for one in events if isinstance(one, TurnPassed | CameBack)]
        new = board.new_round(scene, opening)
        both = board.fitted([texts[-1], *new])
        if len(texts) > 1 and len(both) == 1:  # a long reveal is dear enough: the new chain stands at its end
            return voice.group([*texts[:-1], *both], my_hand, rings=True, name=BOARD)
        return [*voice.group(texts, rings=True), *voice.group(new, my_hand, name=BOARD)]
    if ended:
        said = voice.group([joined(lines)]) if lines and ended.how != "nobody left" else []
        return [*said, *_end(voice, scene, ended, rings=True)]
    if taken := find(events, CardTakenBack):
        old = voice.edit(voice.table.chat, scene.say("board.taken_back", who=scene.name(taken.seat)), BOARD)
        return [*old, *voice.group(board.board(scene, lines), my_hand, name=BOARD)]
    if not lines:
        return []
    if (
        find(events, PlayerJoined)
        or find(events, SeatTakenOver)
        or (find(events, PlayerLeft) and not find(events, TurnBegan))
    ):
        return voice.group([joined([*lines, board.next_line(scene)])], days.choices(scene, events))
    if not find(events, TurnBegan):
        return voice.group([joined(lines)], days.choices(scene, events))
    paused = voice.table.game.status is Status.PAUSED
    choices = ((scene.choice("go_on", "resume"),), *my_hand) if paused else my_hand
    last = Text() if find(events, GamePaused) else None
    return voice.group(board.board(scene, lines, last), choices, name=BOARD)


def _end(voice: Voice, scene: Scene, ended: GameEnded, rings: bool) -> list[Message]:
    again = ((scene.choice("again", "again"),),) if voice.table.game.begun else ()
    lobby_closed = []
    if voice.table.game.begun is None:
        lobby_closed = voice.edit(voice.table.chat, lobby.closed_lobby(scene), LOBBY)
    # Nobody waits for the end of what never began.
    rings = rings and bool(again)
    asked = voice.strip(voice.table.chat, ASK)  # whether to end it: nobody asks that any more
    return [*lobby_closed, *asked, *voice.group([reveal.end(scene, ended)], again, rings=rings)]


# Everybody else


def _others(voice: Voice, before: Table, events: Sequence[Event]) -> list[Message]:
    said: list[Message] = []
    name = look_name(voice.table.game.id)
    turned = find(events, ChainTurnedOver)
    actor = turned.doubter if turned else None
    told: set[Address] = {actor} if actor else set()
    waits = before.game.on_turn or ""
    began = [one for one in events if isinstance(one, TurnBegan)][-1:]  # who leaves may take the next one along
    for event in events:
        match event:
            case GameBegun(hands=hands):
                told |= {seat for seat, _ in hands}
                said += _dealt(voice)
            case CardsDrawn(seat=seat) if turned and turned.doubter and seat != turned.doubter:
                # Their receipt keeps its button: whoever presses it hears that it is too late.
                said += voice.say(seat, hand.drawn(voice.scene(seat), turned.doubter, len(event.cards)))
            case PlayerJoined(seat=seat) if before.game.begun:
                said += voice.say(seat, hand.joined_late(voice.scene(seat)), rings=True, name=name)
            case SeatTakenOver(seat=seat, of=of):
                said += voice.say(seat, hand.took_over(voice.scene(seat), of), rings=True, name=name)
            case TurnPassed(seat=seat, absent=False):
                said += _passed(voice, before, seat, events)
            case PlayerLeft(seat=seat) if before.game.begun and not event.retired:
                said += _done_with(voice, seat, waits, events)
                if event.kicked_by:
                    key = "time.kicked_last" if find(events, GameEnded) else "time.kicked"
                    said += voice.say(seat, [voice.scene(seat).say(key, table=voice.table.title)])
            case CameBack(seat=seat) if seat != voice.request.who:
                said += voice.say(seat, [voice.scene(seat).say("away.over", table=voice.table.title)])
            case DeadlineMoved(seat=seat, why="habits" | "time per turn", due=due):
                scene = voice.scene(seat)
                note = scene.say("time.runs_until", table=scene.title, when=scene.moment(due))
                said += voice.say(seat, [note])
            case CardTakenBack():
                told.add(event.seat)
                if waits:
                    scene = voice.scene(waits)
                    note = scene.say("time.taken_back", table=scene.title, who=scene.name(event.seat))
                    said += voice.edit(waits, note, name)
            case GameEnded() if before.game.begun:
                said += _over(voice, event, waits)
            case TurnBegan(seat=seat) if seat not in told and event in began:
                look = prompt.prompt(voice.scene(seat))
                rings = not find(events, GamePaused)
                if seat == before.game.on_turn:  # the prompt of the pause stands there still
                    said += voice.strip(seat, name)
                said += voice.calls(seat, look, rings)
            case _:
                pass
    return said + _ahead(voice, events)


def _over(voice: Voice, ended: GameEnded, waited_for: Address) -> list[Message]:
    """The newest look of the winner and of whoever was waited for says how the game ended; at a small table, each."""
    said: list[Message] = []
    seats = voice.table.game.seats
    for seat in seats:
        if len(seats) > ALL_LOOKS_UP_TO and seat.id not in (ended.winner, waited_for):
            continue
        said += voice.edit(seat.id, _how_it_ended(voice.scene(seat.id), seat.id, ended), look_name(voice.table.game.id))
    return said


def _how_it_ended(scene: Scene, seat: Address, ended: GameEnded) -> Text:
    if not ended.winner:
        return scene.say("end.your_nobody", table=scene.title)
    if ended.winner == seat:
        return scene.say("end.your_win", table=scene.title)
    return scene.say("end.your_winner", table=scene.title, who=scene.name(ended.winner))


def _ahead(voice: Voice, events: Sequence[Event]) -> list[Message]:
    """A silent word to whoever comes next and wants one; the first turn, and one that merely goes on, bring none."""
    game = voice.table.game
    began = find(events, TurnBegan)
    goes_on = find(events, CardTakenBack) or find(events, GameResumed) or find(events, GameBegun)
    if not began or goes_on or game.status is not Status.PLAYING or len(game.seats) < 3 or not game.on_turn:
        return []
    following = next_seat(game, game.on_turn)
    person = voice.table.person(following)
    if person is None or not person.ahead or game.sitting(following).away_until:
        return []
    scene = voice.scene(following)
    return voice.say(following, [scene.say("time.ahead", table=scene.title, who=scene.name(game.on_turn))])


def _dealt(voice: Voice) -> list[Message]:
    """Everybody their hand; the first player's is the prompt."""
    said: list[Message] = []
    for seat in voice.table.game.seats:
        scene = voice.scene(seat.id)
        if seat.id == voice.table.game.on_turn:
            look = prompt.prompt(scene)
            said += voice.calls(seat.id, look, rings=True)
        else:
            name = look_name(voice.table.game.id)
            said += voice.say(seat.id, hand.first_hand(scene), rings=True, name=name)
    return said


def _opens_a_round(table: Table) -> bool:
    """Whether the turn that runs opens a round after the first, and its prompt is what its player sees."""
    game, draft = table.game, table.draft
    asked = draft is not None and draft.turn == game.turn and draft.step not in ("hand", "asked")
    return game.round > 1 and game.last_placer is None and not game.idle and not asked


def _passed(voice: Voice, before: Table, seat: Address, events: Sequence[Event]) -> list[Message]:
    """The old prompt becomes a note; who was retired is told so, and how to come back."""
    left = any(isinstance(one, PlayerLeft) and one.seat == seat and one.retired for one in events)
    scene = voice.scene(seat)
    due = before.game.due or voice.now
    key = "time.ran_out_paused" if find(events, GamePaused) else "time.ran_out"
    note = scene.say(key, table=scene.title, when=scene.on_day(due))
    if not left and _opens_a_round(before):  # above its prompt stands what came of a doubt, and what was drawn
        return [*voice.strip(seat, look_name(voice.table.game.id)), *voice.say(seat, [note])]
    if not left:
        return voice.edit(seat, note, look_name(voice.table.game.id))
    turns = count(scene.language, "turns", before.game.settings.rules.retire_after)
    key = "time.retired_last" if find(events, GameEnded) else "time.retired"
    retired = scene.say(key, table=scene.title, turns=turns)
    return [*_done_with(voice, seat, seat, events), *voice.say(seat, [retired])]


def _done_with(voice: Voice, seat: Address, waits: Address, events: Sequence[Event]) -> list[Message]:
    """Whoever is in the game no more has no buttons left; the prompt of the one that was waited for says so."""
    name, ended = look_name(voice.table.game.id), find(events, GameEnded)
    if seat != waits:
        return voice.strip(seat, name)
    scene = voice.scene(seat)
    text = _how_it_ended(scene, seat, ended) if ended else scene.say("time.not_yours", table=scene.title)
    return voice.edit(seat, text, name)
