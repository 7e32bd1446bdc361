"""What an event changes: carries out, and judges nothing."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, assert_never

from pbm.rules.events import (
    CardPlaced,
    CardsDrawn,
    CardTakenBack,
    ChainTurnedOver,
    DirectionReversed,
    Event,
    GameBegun,
    GameEnded,
    GamePaused,
    GameResumed,
    OpenerAdded,
    OwnerChanged,
    PlayerJoined,
    PlayerLeft,
    RoundBegun,
    SettingsChanged,
    StackMade,
    TableOpened,
    TurnBegan,
    TurnPassed,
)
from pbm.rules.game import Before, Correction, Game, Gone, Seat, Status
from pbm.rules.values import CardId, SeatId


def evolve(game: Game | None, event: Event) -> Game:
    """The game after the event; a game's events, folded from none, give it. Only a TableOpened may meet no game."""
    if isinstance(event, TableOpened):
        return Game(
            id=event.game,
            owner=event.seat,
            settings=event.settings,
            seats=(Seat(id=event.seat, name=event.name),),
        )
    if game is None:
        raise ValueError(f"{event.kind!r} happened at a table that nobody opened")
    match event:
        case SettingsChanged():
            return _with(game, settings=event.settings)
        case PlayerJoined():
            return _joined(game, event)
        case PlayerLeft():
            return _left(game, event)
        case OwnerChanged():
            return _with(game, owner=event.seat)
        case GameBegun():
            hands = dict(event.hands)
            return _with(
                game,
                status=Status.PLAYING,
                decks=event.decks,
                seats=tuple(one.model_copy(update={"hand": hands[one.id]}) for one in game.seats),
                stack=event.stack,
                begun=event.at,
            )
        case StackMade():
            return _with(game, stack=game.stack + event.stack, used=())
        case RoundBegun():
            return _with(
                game,
                round=game.round + 1,
                chain=event.cards,
                stack=game.stack[len(event.cards) :],
                last_placer=None,
                last_card=None,
                last_says="",
                before=None,
            )
        case OpenerAdded():
            return _with(game, chain=(*game.chain, event.card), stack=game.stack[1:])
        case TurnBegan():
            return _with(game, turn=event.turn, on_turn=event.seat, turn_began=event.at, due=event.due)
        case CardPlaced():
            return _placed(game, event)
        case DirectionReversed():
            return _with(game, direction=-game.direction, reversed=True)
        case CardTakenBack():
            return _taken_back(game, event)
        case ChainTurnedOver():
            return _turned_over(game, event)
        case CardsDrawn():
            drawn = game.sitting(event.seat).hand + event.cards
            return _with(game, seats=_seats(game, event.seat, hand=drawn), stack=game.stack[len(event.cards) :])
        case TurnPassed():
            idle = game.idle if event.seat in game.idle else (*game.idle, event.seat)
            missed = game.sitting(event.seat).missed + 1
            return _with(game, seats=_seats(game, event.seat, missed=missed), idle=idle, before=None)
        case GamePaused():
            rested = tuple(one.model_copy(update={"missed": 0}) for one in game.seats)
            return _with(game, status=Status.PAUSED, seats=rested, idle=(), due=None, before=None)
        case GameResumed():
            return _with(game, status=Status.PLAYING, before=None)
        case GameEnded():
            return _with(
                game,
                status=Status.OVER,
                on_turn=None,
                turn_began=None,
                due=None,
                before=None,
                ended=event.at,
                winner=event.winner,
                ranking=event.ranking,
            )
        case _:
            assert_never(event)


def corrected(chain: tuple[CardId, ...], corrections: Sequence[Correction]) -> tuple[CardId, ...]:
    """The chain after the corrections, carried out one after the other (RULES 4.2); each card must be in it."""
    cards = list(chain)
    for correction in corrections:
        cards.remove(correction.card)
        cards.insert(correction.to - 1, correction.card)
    return tuple(cards)


def _joined(game: Game, event: PlayerJoined) -> Game:
    return _with(
        game,
        seats=(*game.seats, Seat(id=event.seat, name=event.name, hand=event.cards)),
        gone=tuple(one for one in game.gone if one.id != event.seat),
        stack=game.stack[len(event.cards) :],
        before=None,
    )


def _left(game: Game, event: PlayerLeft) -> Game:
    # Who leaves before the start has held nothing, and is a newcomer when they join again.
    gone = Gone(id=event.seat, name=game.sitting(event.seat).name, held=len(event.cards))
    return _with(
        game,
        seats=tuple(one for one in game.seats if one.id != event.seat),
        gone=game.gone if game.status is Status.OPEN else (*game.gone, gone),
        used=game.used + event.cards,
        idle=tuple(one for one in game.idle if one != event.seat),
        before=None,
    )


def _placed(game: Game, event: CardPlaced) -> Game:
    seat = game.sitting(event.seat)
    chain = corrected(game.chain, event.corrections)
    before = Before(
        seat=seat.id,
        hand=seat.hand,
        missed=seat.missed,
        chain=game.chain,
        direction=game.direction,
        reversed=game.reversed,
        last_placer=game.last_placer,
        last_card=game.last_card,
        last_says=game.last_says,
        idle=game.idle,
        time_left=None if game.due is None else max(game.due - event.at, timedelta()),
    )
    hand = tuple(card for card in seat.hand if card != event.card)
    return _with(
        game,
        status=Status.PLAYING,
        seats=_seats(game, seat.id, hand=hand, missed=0),
        chain=(*chain[: event.slot - 1], event.card, *chain[event.slot - 1 :]),
        last_placer=seat.id,
        last_card=event.card,
        last_says=event.says,
        idle=(),
        before=before,
        placed=game.placed + 1,
    )


def _taken_back(game: Game, event: CardTakenBack) -> Game:
    before = game.before
    if before is None:
        raise ValueError("a card was taken back that could not be")
    return _with(
        game,
        status=Status.PAUSED if before.time_left is None else Status.PLAYING,
        seats=_seats(game, event.seat, hand=before.hand, missed=before.missed),
        chain=before.chain,
        direction=before.direction,
        reversed=before.reversed,
        last_placer=before.last_placer,
        last_card=before.last_card,
        last_says=before.last_says,
        idle=before.idle,
        before=None,
        placed=game.placed - 1,
    )


def _turned_over(game: Game, event: ChainTurnedOver) -> Game:
    seats = game.seats if event.doubter is None else _seats(game, event.doubter, missed=0)
    won = event.went_out is not None and event.correct  # RULES 7.3: that chain stays on the table
    return _with(
        game,
        status=Status.PLAYING,
        seats=seats,
        chain=game.chain if won else (),
        used=game.used if won else game.used + game.chain,
        idle=(),
        before=None,
        wrong_chains=game.wrong_chains + (not event.correct),
    )


def _with(game: Game, **changes: Any) -> Game:
    return game.model_copy(update=changes)


def _seats(game: Game, seat: SeatId, **changes: Any) -> tuple[Seat, ...]:
    return tuple(one.model_copy(update=changes) if one.id == seat else one for one in game.seats)
