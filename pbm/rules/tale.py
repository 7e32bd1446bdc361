"""A record told for people, move by move, in English: for whoever settles a dispute or reads a bug report."""

import json
from typing import assert_never

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
from pbm.rules.record import IllegalMove, Position
from pbm.rules.refusals import (
    AlreadyAtTable,
    AlreadyBegun,
    AlreadyExtended,
    AlreadyVoted,
    AwayTooLong,
    BadHabits,
    BadSettings,
    CardNotInHand,
    GameIsOver,
    GameIsPaused,
    HasPlayedHere,
    MomentPassed,
    NoSuchCorrection,
    NoSuchSlot,
    NotAtTable,
    NotAway,
    NotBegun,
    NothingChanges,
    NothingToDoubt,
    NothingToTakeBack,
    NotInGame,
    NotPaused,
    NotTheOwner,
    NotTimeYet,
    NotVoted,
    NotYourTurn,
    OwnChain,
    OwnSeat,
    Refusal,
    SeatNotFree,
    StillMoving,
    TableClosed,
    TableFull,
    TooFewCards,
    TooFewCardsToJoin,
    TooFewPlayers,
    TooLateToTakeBack,
    TurnIsOver,
    TurnNotDue,
    WordsTooLong,
)


def tale(played: Position | IllegalMove) -> tuple[str, ...]:
    """What happened, a line for each thing, the moves numbered from 1; an illegal move is the last line."""
    setting_up, *moves = played.moves
    lines = [_told(event) for event in setting_up if not isinstance(event, TableOpened | PlayerJoined)]
    for number, events in enumerate(moves, start=1):
        first, *more = (_told(event) for event in events)
        lines += [f"{number}. {first}", *(f"   {line}" for line in more)]
    if isinstance(played, IllegalMove):
        lines.append(f"{played.number}. An illegal move: {why(played.refusal)}.")
    return tuple(lines)


def _told(event: Event) -> str:
    match event:
        case TableOpened(name=name):
            return f"{_line(name)} opens a table."
        case SettingsChanged():
            return "The owner changes the settings."
        case PlayerJoined(name=name, cards=cards):
            return f"{_line(name)} joins and is dealt {_cards(cards)}."
        case PlayerLeft(seat=seat, cards=cards, retired=retired, kicked_by=kicked_by):
            kicked = f"is taken out by {_names(kicked_by)}" if kicked_by else ""
            leaves = kicked or ("is retired" if retired else "leaves")
            return f"{_line(seat)} {leaves}; to the used cards: {_cards(cards)}."
        case SeatTakenOver(seat=seat, of=of, cards=cards):
            return f"{_line(seat)} takes over the seat of {_line(of)} and is dealt {_cards(cards)}."
        case OwnerChanged(seat=seat):
            return f"{_line(seat)} looks after the table now."
        case GameBegun(hands=hands, stack=stack):
            holding = "; ".join(f"{_line(seat)} holds {_cards(hand)}" for seat, hand in hands)
            return f"{holding}. In the stack: {len(stack)}."
        case StackMade(stack=stack):
            return f"The used cards are shuffled: {_cards(stack)}."
        case RoundBegun(seat=seat, cards=cards):
            return f"{_line(seat)} begins a round. The chain: {_cards(cards)}."
        case OpenerAdded(card=card):
            return f"A second card is laid below, for one card is left in the next hand: {_line(card)}."
        case TurnBegan(seat=seat):
            return f"It is {_line(seat)}'s turn."
        case CardPlaced(seat=seat, card=card, slot=slot, corrections=corrections, says=says):
            moves = "".join(f" moves {_line(one.card)} to place {one.to}," for one in corrections)
            return f"{_line(seat)}{moves} places {_line(card)} into slot {slot}{_said(says)}."
        case DirectionReversed(seat=seat):
            return f"{_line(seat)} holds two cards, the first to do so by placing: play turns round."
        case CardTakenBack(seat=seat, card=card):
            return f"{_line(seat)} takes {_line(card)} back."
        case ChainTurnedOver():
            return _turned_over(event)
        case CardsDrawn(seat=seat, cards=cards):
            return f"{_line(seat)} draws {_cards(cards)}."
        case TurnPassed(seat=seat, absent=absent):
            reason = f"{_line(seat)} is away" if absent else f"Time is up for {_line(seat)}"
            return f"{reason}; play passes on."
        case GamePaused(by=by):
            if by:
                return f"The game pauses, as {_names(by)} {_wish(by)}."
            return "Once around without a move: the game pauses."
        case GameResumed(seat=seat, by=by):
            return f"{_names(by or (seat,))} {'let' if len(by) > 1 else 'lets'} the game go on."
        case _:
            return _told_of_time(event)


def _told_of_time(
    event: ClockStarted
    | DeadlineMoved
    | OutageExcused
    | TimeChanged
    | HabitsSet
    | WentAway
    | CameBack
    | Voted
    | VoteTakenBack
    | GameEnded,
) -> str:
    match event:
        case ClockStarted():
            return "The time of the turn starts."
        case DeadlineMoved(seat=seat):
            return f"{_line(seat)} has more time for the turn."
        case OutageExcused():
            return "The turn ends later, by an outage."
        case TimeChanged():
            return "The owner changes the time per turn."
        case HabitsSet(seat=seat):
            return f"{_line(seat)} chooses other hours."
        case WentAway(seat=seat):
            return f"{_line(seat)} is away from the next turn on."
        case CameBack(seat=seat):
            return f"{_line(seat)} is back."
        case Voted(seat=seat, wish=wish, whom=whom, votes=votes, needed=needed):
            wished = f"that {_line(whom)} is taken out" if whom else f"to {wish} the game"
            return f"{_line(seat)} wishes {wished}: {votes} of {needed} votes."
        case VoteTakenBack(seat=seat, whom=whom, votes=votes, needed=needed):
            return f"{_line(seat)} no longer wishes that {_line(whom)} is taken out: {votes} of {needed} votes."
        case GameEnded():
            return _ended(event)
        case _:
            assert_never(event)


def _turned_over(event: ChainTurnedOver) -> str:
    if event.doubter is None:
        begins = f"{_line(event.went_out or '')} goes out, and the chain is turned over"
    else:
        begins = f"{_line(event.doubter)} doubts{_said(event.says)}"
    dated = zip(event.chain, event.dates, strict=True)
    chain = ", ".join(f"{_line(card)} ({date.say('en')})" for card, date in dated)
    return f"{begins}: {chain}. The chain is {'correct' if event.correct else 'wrong'}."


def _ended(event: GameEnded) -> str:
    match event.how:
        case "went out":
            order = ", ".join(" and ".join(_line(one) for one in equal) for equal in event.ranking)
            return f"The game is over. {_line(event.winner or '')} has won. The ranking: {order}."
        case "last one left":
            return f"The game is over. {_line(event.winner or '')} is the last one left and has won."
        case "ended by hand":
            return f"The game is ended{' by ' + _line(event.by) if event.by else ''}; nobody wins."
        case "nobody left":
            return "The last one has left; nobody wins."
        case "never begun":
            return "Nobody has begun the game; the table is cleared."
        case _:
            assert_never(event.how)


def why(refusal: Refusal) -> str:
    """Why not, for the reader of a record: part of a sentence in English, players by the names in the record."""
    match refusal:
        case NotYourTurn(on_turn=on_turn):
            return f"it is {_line(on_turn)}'s turn"
        case TurnIsOver():
            return "that turn is over"
        case TurnNotDue():
            return "no time runs out while the game is paused"
        case CardNotInHand(card=card):
            return f"{_line(card)} is not in that player's hand"
        case NoSuchSlot(slot=slot, slots=slots):
            return f"there is no slot {slot}, the chain has slots 1 to {slots}"
        case NoSuchCorrection(card=card, to=to, places=places):
            return (
                f"{_line(card)} cannot be moved to place {to}: not in the chain, or not one of its places 1 to {places}"
            )
        case WordsTooLong(length=length):
            return f"{length} characters are too many to say"
        case NothingToDoubt():
            return "nobody has placed a card in this round, so there is nothing to doubt"
        case OwnChain():
            return "whoever placed last cannot doubt the chain"
        case NothingToTakeBack():
            return "that player has placed nothing that could be taken back"
        case TooLateToTakeBack():
            return "something else has happened since the card was placed"
        case NotAtTable():
            return "that player is not in the game"
        case AlreadyAtTable():
            return "that player is in the game already"
        case TableFull():
            return "no more seats are free"
        case TableClosed():
            return "the table takes no new players"
        case TooFewCardsToJoin():
            return "too few cards are left to deal another hand"
        case TooFewPlayers():
            return "too few players to begin"
        case TooFewCards(needed=needed, there=there):
            return f"the game needs {needed} cards and has {there}"
        case NotTheOwner(owner=owner):
            return f"only {_line(owner)} decides that"
        case BadSettings(field=field, least=least, most=most):
            return f"{field} must be {least} to {most}"
        case NotBegun():
            return "the game has not begun"
        case AlreadyBegun():
            return "the game has begun"
        case NotPaused():
            return "the game is not paused"
        case GameIsOver():
            return "the game is over"
        case SeatNotFree(of=of):
            return f"the seat of {_line(of)} is not to be had"
        case HasPlayedHere():
            return "whoever was in the game comes back by joining"
        case NotInGame(whom=whom):
            return f"no {json.dumps(whom, ensure_ascii=False)} is in the game"
        case OwnSeat():
            return "nobody takes themselves out; they leave"
        case _:
            return _why_about_time(refusal)


def _why_about_time(
    refusal: GameIsPaused
    | NothingChanges
    | BadHabits
    | MomentPassed
    | AwayTooLong
    | NotAway
    | AlreadyVoted
    | NotVoted
    | AlreadyExtended
    | StillMoving
    | NotTimeYet,
) -> str:
    match refusal:
        case GameIsPaused():
            return "the game is paused"
        case NothingChanges():
            return "it is so already"
        case BadHabits(field=field):
            return f"that {field} cannot be"
        case MomentPassed():
            return "that moment has passed"
        case AwayTooLong(days=days):
            return f"nobody may be away for more than {days} days"
        case NotAway():
            return "that player is not away"
        case AlreadyVoted(votes=votes, needed=needed):
            return f"that player has voted for it already: {votes} of {needed} votes"
        case NotVoted(whom=whom):
            return f"that player has no vote to take {_line(whom)} out, so there is none to take back"
        case AlreadyExtended():
            return "more time is to be had once a turn"
        case StillMoving(owner=owner):
            return f"only {_line(owner)} decides that, for the game has moved lately"
        case NotTimeYet():
            return "the table may wait a little longer"
        case _:
            assert_never(refusal)


def _cards(cards: tuple[str, ...]) -> str:
    return ", ".join(_line(card) for card in cards) if cards else "no card"


def _names(seats: tuple[str, ...]) -> str:
    return " and ".join(_line(seat) for seat in seats)


def _wish(by: tuple[str, ...]) -> str:
    return "wish" if len(by) > 1 else "wishes"


def _said(says: str) -> str:
    return f', saying "{_line(says)}"' if says else ""


def _line(text: str) -> str:
    """The text on one line, whatever a record has put into it."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())
