"""A game written down, and played again (RULES 10)."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, assert_never

from pbm.rules.commands import (
    ComeBack,
    Command,
    Doubt,
    EndGame,
    ExpireTurn,
    GoAway,
    Join,
    Keep,
    Kick,
    Leave,
    Pause,
    PlaceCard,
    Resume,
    TakeBack,
    TakeOver,
)
from pbm.rules.dates import Span
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
from pbm.rules.game import WORDS_AT_MOST, Correction, Game, Rules, Settings
from pbm.rules.play import Played, play
from pbm.rules.refusals import NotAtTable, NotYourTurn, Refusal
from pbm.rules.turns import Course
from pbm.rules.values import CardId, SeatId
from pbm.rules.written import BadRecord, Move, Record, read_record

THE_MOMENT = datetime(2000, 1, 1, tzinfo=UTC)  # a record knows no clock: all of it happens now


class Position(NamedTuple):
    """A record played to its end: the game then, and what each move brought about, the setting up first."""

    game: Game
    moves: tuple[tuple[Event, ...], ...]

    def facts(self) -> dict[str, Any]:
        """The position as RULES 10 documents it."""
        game = self.game
        return {
            "status": game.status.value,
            "round": game.round,
            "turn": game.on_turn,
            "direction": game.direction,
            "chain": list(game.chain),
            "hands": {one.id: list(one.hand) for one in game.seats},
            "stack": list(game.stack),
            "used": list(game.used),
            "winner": game.winner,
            "ranking": [list(equal) for equal in game.ranking],
        }


class IllegalMove(NamedTuple):
    """A record whose move `number`, counted from 1, is against the rules: why not, and what happened until then."""

    number: int
    refusal: Refusal
    game: Game
    moves: tuple[tuple[Event, ...], ...]


def replay(text: bytes, this_year: int) -> Position | IllegalMove | BadRecord:
    """Read a record and play it to its end, or up to the first thing that is wrong with it."""
    record = read_record(text, this_year)
    if isinstance(record, BadRecord):
        return record
    shuffle = _Reshuffles(record.reshuffles)
    dates = dict(record.dates)
    course = _set_up(record, shuffle, dates)
    game, moves = course.game, [course.events]
    for number, move in enumerate(record.moves, start=1):
        command = _command(move, game)
        try:
            played = play(game, command, THE_MOMENT, shuffle, dates) if isinstance(command, Command) else command
        except _DoesNotFit as misfit:
            return BadRecord(f"move {number}: {misfit}")
        if not isinstance(played, Played):
            return IllegalMove(number, played, game, tuple(moves))
        game = played.game
        moves.append(played.events)
    if shuffle.left:
        return BadRecord(f"reshuffles: {shuffle.left} more than the game came to")
    return Position(game, tuple(moves))


class _DoesNotFit(Exception):
    """A reshuffle of the record is not what lies on the table."""


class _Reshuffles:
    """The shuffle of a record: gives what the record says it gave."""

    def __init__(self, written: tuple[tuple[CardId, ...], ...]) -> None:
        self._written = written
        self._number = 0

    @property
    def left(self) -> int:
        """How many have not been needed yet."""
        return len(self._written) - self._number

    def __call__(self, used: Sequence[CardId]) -> tuple[CardId, ...]:
        """The next one, if it is of exactly these cards."""
        if not self.left:
            raise _DoesNotFit("the used cards are shuffled here, and reshuffles has no list for it")
        self._number += 1
        cards = self._written[self._number - 1]
        if sorted(cards) != sorted(used):
            raise _DoesNotFit(
                f"list {self._number} of reshuffles is not the used cards of this moment: {', '.join(used)}"
            )
        return cards


def _set_up(record: Record, shuffle: _Reshuffles, dates: Mapping[CardId, Span]) -> Course:
    owner, *others = (name for name, _ in record.hands)
    course = Course(None, THE_MOMENT, shuffle, dates)
    course.then(
        TableOpened(game="record", seat=owner, name=owner, settings=Settings(rules=record.rules)),
        *(PlayerJoined(seat=name, name=name, computer=name in record.computers) for name in others),
        GameBegun(decks="", hands=record.hands, stack=record.stack, at=THE_MOMENT),
    )
    course.begins_round(owner)
    return course


def _command(move: Move, game: Game) -> Command | Refusal:
    player = move.player
    if player is None:
        return EndGame(seat="", admin=True)
    says = move.says[:WORDS_AT_MOST]  # how much may be said is a question of boards, not of the rules
    match move.do:
        case "place":
            return PlaceCard(seat=player, card=move.card, slot=move.slot, corrections=move.corrections, says=says)
        case "doubt":
            return Doubt(seat=player, says=says)
        case "take_back":
            return TakeBack(seat=player)
        case "timeout":
            if game.on_turn is not None and player != game.on_turn:
                return NotYourTurn(on_turn=game.on_turn) if game.seat(player) else NotAtTable()
            return ExpireTurn()
        case "leave":
            return Leave(seat=player)
        case "join":
            return Join(seat=player, name=player)
        case "pause":
            return Pause(seat=player)
        case "resume":
            return Resume(seat=player)
        case "away":
            return GoAway(seat=player, until=THE_MOMENT + timedelta(seconds=1))  # which never comes
        case "back":
            return ComeBack(seat=player, resumes=False)
        case "kick":
            return Kick(seat=player, whom=move.whom)
        case "keep":
            return Keep(seat=player, whom=move.whom)
        case "takeover":
            return TakeOver(seat=player, name=player, of=move.of)
        case "end":
            known = game.seat(player) or any(one.id == player for one in game.gone)
            return EndGame(seat=player, admin=True) if known else NotAtTable()
        case _:
            assert_never(move.do)


def record_of(events: Iterable[Event], dates: Mapping[CardId, Span]) -> dict[str, Any]:
    """The record of a game that has begun, from its events, ready for JSON; replayed, it gives the same position.

    Players go by their names, made different where two are alike. It tells every date and every hand: nothing for
    those who are still playing. Beside the moves of RULES 10 there are these:

    - `{"do": "end"}`: somebody ended the game for everybody, with `player` if they were ever in it.
    - `{"player", "do": "away"}` and `{"player", "do": "back"}`: an announced absence begins and ends. In between the
      turns of that player pass at once, which follows and is no move; the turn that runs when it begins does not.
      `back` alone ends no pause.
    - `{"player", "do": "pause"}`: the owner stops the clock; by anybody else it is a vote, and the vote by which more
      than half of the players wish it stops the clock. Nothing is placed, doubted or taken back then.
    - `{"player", "do": "resume"}`: in a pause of RULES 9.5 as documented there; in one by hand the owner's, or a vote.
    - `{"player", "do": "kick", "whom": name}`: the owner takes somebody out, as if they left; by anybody else it is a
      vote, and it takes more than half of the others. `"keep"` takes such a vote back.
    - `{"player", "do": "takeover", "of": name}`: somebody new takes the place of one who left, was retired or kicked,
      with as many fresh cards as that hand had.

    Where votes are enough only once somebody has left, the wish of the last to vote stands behind the leaving once
    more, and decides. Where computers play, `computers` lists their names: they have no vote, and are not asked when
    it takes more than half. What moves only a deadline is no move: a record knows no clock.
    """
    writer = _Writer(dates)
    for event in events:
        writer.write(event)
    return writer.record()


class _Writer:
    """Writes a game down, event by event."""

    def __init__(self, dates: Mapping[CardId, Span]) -> None:
        self._dates = dates
        self._rules = Rules()
        self._names: dict[SeatId, str] = {}
        self._computers: set[SeatId] = set()
        self._begun: GameBegun | None = None
        self._reshuffles: list[list[CardId]] = []
        self._moves: list[dict[str, Any]] = []

    def write(self, event: Event) -> None:
        match event:
            case TableOpened(seat=seat, name=name, settings=settings):
                self._rules = settings.rules
                self._sits_down(seat, name)
            case SettingsChanged(settings=settings):
                self._rules = settings.rules
            case PlayerJoined(seat=seat, name=name, computer=computer):
                self._sits_down(seat, name)
                self._computers |= {seat} if computer else set()
                if self._begun:
                    self._move(seat, "join")
            case PlayerLeft(seat=seat, retired=retired, kicked_by=kicked_by):
                if self._begun is None:
                    del self._names[seat]
                elif kicked_by:
                    self._move(kicked_by[-1], "kick", whom=self._names[seat])
                elif not retired:  # else it follows from the turn that ran out
                    self._move(seat, "leave")
            case GameBegun():
                self._begun = event
            case StackMade(stack=stack):
                self._reshuffles.append(list(stack))
            case CardPlaced(seat=seat, card=card, slot=slot, corrections=corrections, says=says):
                self._move(seat, "place", says, card=card, slot=slot, corrections=_written(corrections))
            case CardTakenBack(seat=seat):
                self._move(seat, "take_back")
            case ChainTurnedOver(doubter=doubter, says=says):
                if doubter is not None:  # else it follows from the last card placed
                    self._move(doubter, "doubt", says)
            case TurnPassed(seat=seat, absent=absent):
                if not absent:  # else it follows from the move before it
                    self._move(seat, "timeout")
            case SeatTakenOver(seat=seat, name=name, of=of):
                self._sits_down(seat, name)
                self._move(seat, "takeover", of=self._names[of])
            case WentAway(seat=seat):
                self._move(seat, "away")
            case CameBack(seat=seat):
                self._move(seat, "back")
            case Voted(seat=seat, wish=wish, whom=whom):
                self._move(seat, wish, **({"whom": self._names[whom]} if whom else {}))
            case VoteTakenBack(seat=seat, whom=whom):
                self._move(seat, "keep", whom=self._names[whom])
            case GamePaused(by=by):
                if by:  # else it follows from the turn that ran out
                    self._move(by[-1], "pause")
            case GameResumed(seat=seat):
                self._move(seat, "resume")
            case GameEnded(how=how, by=by):
                if how == "ended by hand":
                    self._move(by, "end")
            case (
                OwnerChanged()
                | RoundBegun()
                | OpenerAdded()
                | TurnBegan()
                | DirectionReversed()
                | CardsDrawn()
                | ClockStarted()
                | DeadlineMoved()
                | OutageExcused()
                | TimeChanged()
                | HabitsSet()
            ):
                pass  # these follow from the moves, or move only a deadline
            case _:
                assert_never(event)

    def record(self) -> dict[str, Any]:
        if self._begun is None:
            raise ValueError("a game that has not begun has no record")
        hands, stack = self._begun.hands, self._begun.stack
        cards = [card for _, hand in hands for card in hand] + list(stack)
        computers = [self._names[seat] for seat, _ in hands if seat in self._computers]
        return {
            "rules": self._rules.model_dump(),
            "cards": {card: self._dates[card].say("en") for card in cards},
            "players": [self._names[seat] for seat, _ in hands],
            **({"computers": computers} if computers else {}),
            "hands": {self._names[seat]: list(hand) for seat, hand in hands},
            "stack": list(stack),
            "reshuffles": self._reshuffles,
            "moves": self._moves,
        }

    def _sits_down(self, seat: SeatId, name: str) -> None:
        if seat in self._names:  # back again: under the name they left with
            return
        unique, number = name, 1
        while unique in self._names.values():
            number += 1
            unique = f"{name} ({number})"
        self._names[seat] = unique

    def _move(self, seat: SeatId | None, do: str, says: str = "", **fields: Any) -> None:
        player = {"player": self._names[seat]} if seat in self._names else {}
        self._moves.append({**player, "do": do, **fields, **({"says": says} if says else {})})


def _written(corrections: Sequence[Correction]) -> list[dict[str, Any]]:
    return [{"card": one.card, "to": one.to} for one in corrections]
