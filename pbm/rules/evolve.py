"""What an event changes: carries out, and judges nothing."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, assert_never

from pbm.rules import clock
from pbm.rules.events import (
    CameBack,
    CardPlaced,
    CardsDrawn,
    CardTakenBack,
    ChainTurnedOver,
    ClockStarted,
    DeadlineMoved,
    DirectionReversed,
    Event,
    GameBegun,
    GameEnded,
    GamePaused,
    GameResumed,
    HabitsSet,
    OpenerAdded,
    OutageExcused,
    OwnerChanged,
    PlayerJoined,
    PlayerLeft,
    RoundBegun,
    SeatTakenOver,
    SettingsChanged,
    StackMade,
    TableOpened,
    TimeChanged,
    TurnBegan,
    TurnPassed,
    Voted,
    VoteTakenBack,
    WentAway,
)
from pbm.rules.game import Before, Correction, Game, Gone, Seat, Status, Vote
from pbm.rules.values import CardId, SeatId


def evolve(game: Game | None, event: Event) -> Game:
    """The game after the event; a game's events, folded from none, give it. Only a TableOpened may meet no game."""
    if isinstance(event, TableOpened):
        return Game(
            id=event.game,
            owner=event.seat,
            settings=event.settings,
            seats=(Seat(id=event.seat, name=event.name),),
            places=(event.seat,),
            opened=event.at,
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
        case SeatTakenOver():
            return _taken_over(game, event)
        case OwnerChanged():
            return _with(game, owner=event.seat)
        case GameBegun():
            return _with(
                game,
                status=Status.PLAYING,
                decks=event.decks,
                seats=tuple(game.sitting(seat).model_copy(update={"hand": hand}) for seat, hand in event.hands),
                places=tuple(seat for seat, _ in event.hands),
                stack=event.stack,
                begun=event.at,
                moved=event.at,
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
            return _turn_began(game, event)
        case ClockStarted():
            return _clock_started(game, event)
        case DeadlineMoved(why=why):
            favours = (*game.favours, why) if why == "more time" or why == "prompt lost" else game.favours
            moved = _with(game, due=event.due, given=event.given, lasts=event.lasts, reckoned=event.at)
            again = () if event.due != game.due else clock.past(game, event.at)
            return _with(moved, favours=favours, reminded=again)
        case OutageExcused():
            excused = game.excused + event.lost
            moved = _with(game, due=event.due, excused=excused, excused_until=event.until)
            return _with(moved, reckoned=event.at, reminded=())
        case TimeChanged():
            return _time_changed(game, event.turn_lasts)
        case HabitsSet(seat=seat):
            changed = _with(game, seats=_seats(game, seat, habits=event.habits))
            if seat != game.on_turn:
                return changed
            return _with(changed, reckoned=event.at, reminded=clock.past(game, event.at))
        case WentAway(seat=seat):
            used = away_used(game.sitting(seat), event.at)
            away = {"away_since": event.at, "away_until": event.until, "away_used": used}
            return _with(game, seats=_seats(game, seat, **away))
        case CameBack(seat=seat):
            used = away_used(game.sitting(seat), event.at)
            return _with(game, seats=_seats(game, seat, away_since=None, away_until=None, away_used=used))
        case Voted(seat=seat):
            return _with(game, votes=(*game.votes, Vote(seat=seat, wish=event.wish, whom=event.whom)))
        case VoteTakenBack(seat=seat, whom=whom):
            votes = tuple(one for one in game.votes if (one.seat, one.wish, one.whom) != (seat, "kick", whom))
            return _with(game, votes=votes)
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
            if event.absent:  # that follows from what the one before did, who may still take it back
                return _with(game, idle=idle)
            missed = game.sitting(event.seat).missed + 1
            return _with(game, seats=_seats(game, event.seat, missed=missed), idle=idle, before=None)
        case GamePaused():
            return _paused(game, event)
        case GameResumed():
            votes = tuple(one for one in game.votes if one.wish == "kick")
            return _with(game, status=Status.PLAYING, paused_by=(), time_left=None, votes=votes, before=None)
        case GameEnded():
            return _with(
                game,
                status=Status.OVER,
                on_turn=None,
                turn_began=None,
                due=None,
                before=None,
                paused_by=(),
                time_left=None,
                votes=(),
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


def away_used(seat: Seat, now: datetime) -> timedelta:
    """How much of the time that a player may be away in this game is used up."""
    running = timedelta() if seat.away_since is None else max(now - seat.away_since, timedelta())
    return seat.away_used + running


def _joined(game: Game, event: PlayerJoined) -> Game:
    seat = Seat(id=event.seat, name=event.name, hand=event.cards, computer=event.computer)
    gone = next((one for one in game.gone if one.id == event.seat), None)
    if gone is not None:
        seat = seat.model_copy(update={"habits": gone.habits, "away_used": gone.away_used})
    return _with(
        game,
        seats=(*game.seats, seat),
        places=(*(one for one in _places(game) if one != event.seat), event.seat),
        gone=tuple(one for one in game.gone if one.id != event.seat),
        stack=game.stack[len(event.cards) :],
        before=None,
    )


def _left(game: Game, event: PlayerLeft) -> Game:
    # Who leaves before the start has held nothing, and is a newcomer when they join again.
    seat = game.sitting(event.seat)
    used = away_used(seat, event.at) if event.at else seat.away_used
    gone = Gone(id=seat.id, name=seat.name, held=len(event.cards), at=event.at, habits=seat.habits, away_used=used)
    places = _places(game)
    return _with(
        game,
        places=tuple(one for one in places if one != seat.id) if game.status is Status.OPEN else places,
        votes=tuple(one for one in game.votes if seat.id not in (one.seat, one.whom)),
        seats=tuple(one for one in game.seats if one.id != event.seat),
        gone=game.gone if game.status is Status.OPEN else (*game.gone, gone),
        used=game.used + event.cards,
        idle=tuple(one for one in game.idle if one != event.seat),
        before=None,
    )


def _taken_over(game: Game, event: SeatTakenOver) -> Game:
    places = tuple(event.seat if one == event.of else one for one in _places(game) if one != event.seat)
    seats = (*game.seats, Seat(id=event.seat, name=event.name, hand=event.cards))
    return _with(
        game,
        seats=tuple(sorted(seats, key=lambda one: places.index(one.id))),
        gone=tuple(
            one.model_copy(update={"at": None, "replaced_by": event.seat}) if one.id == event.of else one
            for one in game.gone
        ),
        places=places,
        stack=game.stack[len(event.cards) :],
        before=None,
    )


def _places(game: Game) -> tuple[SeatId, ...]:
    return game.places or tuple(one.id for one in game.seats)


def _turn_began(game: Game, event: TurnBegan) -> Game:
    lasts = game.settings.turn_lasts if event.lasts is None else event.lasts
    return _with(
        game,
        turn=event.turn,
        on_turn=event.seat,
        turn_began=event.at,
        due=event.due,
        lasts=lasts,
        given=lasts if event.given is None else event.given,
        excused=timedelta(),
        reckoned=None,
        reminded=(),
        favours=event.favours,
        time_left=None,
    )


def _clock_started(game: Game, event: ClockStarted) -> Game:
    return _with(
        game,
        turn_began=event.at,
        due=event.due,
        given=clock.time_per_turn(game) if event.again else game.given,
        excused=timedelta() if event.again else clock.excused_after(game, event.at),
        reckoned=event.at,
        reminded=() if event.due != game.due else game.reminded,
        favours=(*game.favours, "reached" if event.again else "clock started"),
    )


def _time_changed(game: Game, turn_lasts: timedelta) -> Game:
    changed = _with(game, settings=game.settings.model_copy(update={"turn_lasts": turn_lasts}))
    if game.time_left is None:
        return changed
    lasts = clock.time_per_turn(game)  # in a pause, what is kept of the turn grows with it
    longer = max(turn_lasts, lasts)
    return _with(changed, lasts=longer, time_left=game.time_left + longer - lasts)


def _paused(game: Game, event: GamePaused) -> Game:
    paused = _with(
        game,
        status=Status.PAUSED,
        due=None,
        before=None,
        paused_by=event.by,
        time_left=event.time_left,
        votes=tuple(one for one in game.votes if one.wish == "kick"),
    )
    if event.by:
        return paused
    return _with(paused, seats=tuple(one.model_copy(update={"missed": 0}) for one in game.seats), idle=())


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
        time_left=None if game.due is None else clock.time_left(game, event.at),
        lasts=game.lasts,
        favours=game.favours,
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
        moved=event.at,
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
        moved=event.at or game.moved,
        wrong_chains=game.wrong_chains + (not event.correct),
    )


def _with(game: Game, **changes: Any) -> Game:
    return game.model_copy(update=changes)


def _seats(game: Game, seat: SeatId, **changes: Any) -> tuple[Seat, ...]:
    return tuple(one.model_copy(update=changes) if one.id == seat else one for one in game.seats)
