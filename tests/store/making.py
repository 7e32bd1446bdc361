"""Tables, messages and alarms for tests; each says only what its test is about."""

from datetime import UTC, datetime, timedelta

from pbm.rules.clock import Alarm, alarms
from pbm.rules.game import Game, Seat, Status
from pbm.service.ports import Commit, Fate, Known, Letter
from pbm.store.games import RedisStore
from pbm.store.outbox import RedisOutbox
from pbm.views.messages import Address, Choice, Message, Text, Way
from pbm.views.table import Table

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
ANN, BEN, GROUP = "tg:1", "tg:2", "tg:-100"


def a_table(
    id: str = "g1",
    *,
    turn: int = 1,
    chat: Address = GROUP,
    seats: tuple[Address, ...] = (ANN, BEN),
    status: Status = Status.PLAYING,
    began: datetime = NOON,
) -> Table:
    """A game of Ann and Ben whose turn began at noon and lasts for a day."""
    playing = status is Status.PLAYING
    game = Game(
        id=id,
        owner=ANN,
        status=status,
        seats=tuple(Seat(id=seat, name=seat) for seat in seats),
        turn=turn,
        on_turn=ANN if playing else None,
        turn_began=began if playing else None,
        due=began + timedelta(days=1) if playing else None,
    )
    return Table(game=game, chat=chat, title="Family", language="en")


def a_message(
    text: str = "Hello.",
    *,
    to: Address = GROUP,
    way: Way = "say",
    name: str = "",
    buttons: bool = False,
    press: str = "",
    game: str = "g1",
    made: datetime = NOON,
) -> Message:
    """A message about turn 1 of the first game, made at noon."""
    choices = ((Choice(label="Press", does="x"),),) if buttons else ()
    return Message(
        to=to, way=way, text=Text(text=text), name=name, choices=choices, press=press, game=game, turn=1, made=made
    )


def keep(store: RedisStore, request: str, commit: Commit) -> Commit | None:
    """Keep a commit, whatever is there."""
    return store.transact(request, commit.table.game.id if commit.table else None, None, lambda _: commit)


def alarms_of(table: Table) -> tuple[Alarm, ...]:
    """The alarms of a table where no computer plays."""
    return alarms(table.game)


def head(outbox: RedisOutbox, line: str = GROUP) -> Letter:
    """The head of a line that is not empty."""
    letter = outbox.head(line)
    assert letter is not None
    return letter


def text_of_head(outbox: RedisOutbox, line: str = GROUP) -> str:
    """The words at the head of a line."""
    return head(outbox, line).message.text.text


def put(store: RedisStore, request: str, *messages: Message) -> None:
    """Keep messages alone."""
    keep(store, request, Commit(messages=messages))


def settle(outbox: RedisOutbox, fate: Fate, line: Address = GROUP) -> None:
    """Settle what is at the head of a line."""
    outbox.settle(line, head(outbox, line), fate, NOON)


def one_turn_on(known: Known) -> Commit:
    """The work of a request that ends a turn."""
    assert known.table is not None
    game = known.table.game
    return Commit(table=known.table.model_copy(update={"game": game.model_copy(update={"turn": game.turn + 1})}))


def turn(store: RedisStore, game: str = "g1") -> int:
    """The number of the turn that runs in a game that is there."""
    table = store.table(game)
    assert table is not None
    return table.game.turn
