"""The outbox: messages that are kept and wait, one line for each chat, until the post has delivered them."""

import contextlib
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import assert_never

from redis import Redis
from redis.client import Pipeline

from pbm.rules.values import Value
from pbm.service.ports import Elsewhere, Fate, KeptByLaterCode, Later, Letter, Moot, Never, Saying, Sent
from pbm.store import keys, tables
from pbm.store.transactions import atomically, watch
from pbm.views.messages import Address, Message
from pbm.views.table import Person

SAYINGS_LAST = timedelta(days=30)  # a reply to an older message finds its game by the chat alone
REASONS_KEPT = 100


class Waiting(Value):
    """A message in its line; the id tells it from another with the same words."""

    id: str
    message: Message


class Shown(Value):
    """The newest message of a name."""

    message: int
    buttons: bool


class Undelivered(Value):
    """A message that never arrived, for the operator: not its text, for that may be private."""

    at: datetime
    to: Address
    name: str
    game: str
    why: str


def put(pipe: Pipeline, request: str, messages: Iterable[Message]) -> None:
    """Put the messages of a request at the end of their lines, in their order."""
    lines: dict[str, list[str]] = {}
    made: dict[str, float] = {}
    woken: dict[str, float] = {}
    for number, message in enumerate(messages):
        waiting = Waiting(id=f"{request}#{number}", message=message)
        lines.setdefault(message.line, []).append(waiting.model_dump_json())
        made.setdefault(message.line, message.made.timestamp())
        woken |= {message.line: message.made.timestamp()} if message.wakes else {}
    if not lines:
        return
    for line, waits in lines.items():
        pipe.rpush(keys.line(line), *waits)
    # A line that is there already keeps its time: it may have been told to wait.
    pipe.zadd(keys.LINES, made, nx=True)
    if woken:
        pipe.zadd(keys.LINES, woken)
    pipe.delete(keys.BELL)
    pipe.rpush(keys.BELL, "")


def shown(redis: Redis, chat: Address, name: str) -> Shown | None:
    """The newest message of that name in that chat."""
    kept = redis.hget(keys.shown(chat), name) if name else None
    return None if kept is None else Shown.model_validate_json(kept)


def moves(redis: Redis, old: Address, new: Address, now: datetime) -> None:
    """A chat has a new address: its game and what waits for it go there, in their order; once or twice is the same."""

    def step(pipe: Pipeline) -> None:
        watch(pipe, keys.line(old))
        _move(pipe, old, new, now)

    atomically(redis, step)


class RedisOutbox:
    """The port `Outbox`."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def due(self, now: datetime, at_most: int) -> tuple[str, ...]:
        """The lines whose head is due, the longest waiting first."""
        lines = self._redis.zrange(keys.LINES, "-inf", str(now.timestamp()), byscore=True, offset=0, num=at_most)
        return tuple(str(line) for line in lines)

    def head(self, line: str) -> Letter | None:
        """The first message of a line, of several *show*s of one name only the newest."""

        def step(pipe: Pipeline) -> Letter | None:
            watch(pipe, keys.line(line))
            first = _first(pipe, line)
            passed = 0
            if first is not None and first.message.way == "show":
                first, passed = _not_superseded([_waiting(kept) for kept in pipe.lrange(keys.line(line), 0, -1)])
            letter = None if first is None else _letter(pipe, first)
            if passed:
                pipe.multi()
                pipe.lpop(keys.line(line), passed)
            elif letter is None:
                pipe.multi()
                pipe.zrem(keys.LINES, line)
            return letter

        return atomically(self._redis, step)

    def settle(self, line: str, letter: Letter, fate: Fate, now: datetime) -> None:
        """Take the letter from its line, or leave it there for later; what became of it is kept in the same step."""

        def step(pipe: Pipeline) -> None:
            watch(pipe, keys.line(line))
            first = _first(pipe, line)
            if first is None or first.id != letter.id:
                return  # settled by another post, which took over while this one was sending
            match fate:
                case Later(after=after):
                    pipe.multi()
                    pipe.zadd(keys.LINES, {line: (now + after).timestamp()})
                case Elsewhere(to=to) if line == letter.message.to and line != to:
                    _move(pipe, line, to, now)
                case Sent() | Never() | Moot() | Elsewhere():
                    more = pipe.llen(keys.line(line)) > 1
                    person = _person(pipe, letter, fate)
                    pipe.multi()
                    pipe.lpop(keys.line(line))
                    if more:
                        pipe.zadd(keys.LINES, {line: now.timestamp()})  # behind the others that wait
                    else:
                        pipe.zrem(keys.LINES, line)
                    _remember(pipe, letter, fate, now)
                    if person is not None:
                        pipe.set(keys.person(person.address), person.model_dump_json())
                case _:
                    assert_never(fate)

        atomically(self._redis, step)

    def wait(self, at_most: timedelta) -> None:
        """Come back when a new message is kept, or after that long."""
        self._redis.blpop([keys.BELL], at_most.total_seconds())

    def waiting(self) -> tuple[int, datetime | None]:
        """How many messages wait in all lines, and when the oldest of them was made."""
        lines = [str(line) for line in self._redis.zrange(keys.LINES, 0, -1)]
        with self._redis.pipeline(transaction=False) as pipe:
            for line in lines:
                pipe.llen(keys.line(line))
                pipe.lindex(keys.line(line), 0)
            answers = pipe.execute()
        heads = [_waiting(kept) for kept in answers[1::2] if kept is not None]
        return sum(answers[::2]), min((head.message.made for head in heads), default=None)

    def undelivered(self) -> tuple[int, tuple[Undelivered, ...]]:
        """How many messages could never be delivered, and the newest of them, the latest first."""
        count = self._redis.get(keys.UNDELIVERED)
        last = self._redis.lrange(keys.UNDELIVERED_LAST, 0, -1)
        return int(count or 0), tuple(Undelivered.model_validate_json(one) for one in last)


def _waiting(kept: str | bytes) -> Waiting:
    return Waiting.model_validate_json(kept)


def _first(redis: Redis, line: str) -> Waiting | None:
    kept = redis.lindex(keys.line(line), 0)
    return None if kept is None else _waiting(kept)


def _not_superseded(line: list[Waiting]) -> tuple[Waiting, int]:
    """The first message that no later one of the line replaces, and how many stand before it."""
    for place, waiting in enumerate(line):
        same = (waiting.message.way, waiting.message.name)
        if waiting.message.way != "show" or same not in ((w.message.way, w.message.name) for w in line[place + 1 :]):
            return waiting, place
    raise ValueError("an empty line has no head")


def _letter(redis: Redis, waiting: Waiting) -> Letter:
    message = waiting.message
    there = shown(redis, message.to, message.name) if message.way in ("show", "edit", "strip") else None
    return Letter(
        id=waiting.id,
        message=message,
        edits=there.message if there else None,
        has_buttons=there is not None and there.buttons,
    )


def _remember(pipe: Pipeline, letter: Letter, fate: Fate, now: datetime) -> None:
    """What became of a letter: under which id it is shown, what it was about, or why it never came."""
    message = letter.message
    match fate:
        case Sent(message=there) if message.way != "answer":
            id = letter.edits if there is None else there
            if id is None:
                return
            if message.name:
                now_shown = Shown(message=id, buttons=bool(message.choices) and message.way != "strip")
                pipe.hset(keys.shown(message.to), message.name, now_shown.model_dump_json())
            if message.game and message.way != "strip":
                saying = Saying(game=message.game, turn=message.turn, name=message.name)
                pipe.set(keys.said(message.to, id), saying.model_dump_json(), ex=SAYINGS_LAST)
        case Never(why=why):
            if letter.edits is not None:
                pipe.hdel(keys.shown(message.to), message.name)  # the next one of that name is posted anew
            lost = Undelivered(at=now, to=message.to, name=message.name, game=message.game, why=why)
            pipe.incr(keys.UNDELIVERED)
            pipe.lpush(keys.UNDELIVERED_LAST, lost.model_dump_json())
            pipe.ltrim(keys.UNDELIVERED_LAST, 0, REASONS_KEPT - 1)
        case _:
            pass


def _person(pipe: Pipeline, letter: Letter, fate: Fate) -> Person | None:
    """Whoever cannot be written to any more, as they are kept from now on."""
    if not isinstance(fate, Never) or not fate.unreachable:
        return None
    watch(pipe, keys.person(letter.message.to))
    kept = pipe.get(keys.person(letter.message.to))
    return None if kept is None else Person.model_validate_json(kept).model_copy(update={"reachable": False})


def _move(pipe: Pipeline, old: Address, new: Address, now: datetime) -> None:
    """A whole line and the game of its chat, to the chat's new address; what waits there already stays behind it."""
    watch(pipe, keys.line(new), keys.chat(old), keys.chat(new))
    waiting = [_waiting(kept) for kept in pipe.lrange(keys.line(old), 0, -1)]
    game, there = pipe.get(keys.chat(old)), pipe.get(keys.chat(new))
    table = None
    if game is not None:
        watch(pipe, keys.game(str(game)))
        kept = pipe.get(keys.game(str(game)))
        with contextlib.suppress(KeptByLaterCode):  # it stays as it is; that version will move it with its next message
            table = None if kept is None else tables.read(str(kept))
    pipe.multi()
    pipe.delete(keys.line(old), keys.shown(old), keys.chat(old))
    pipe.zrem(keys.LINES, old)
    for one in reversed(waiting):
        message = one.message.model_copy(update={"to": new, "reply_to": None})  # message ids are void there
        pipe.lpush(keys.line(new), one.model_copy(update={"message": message}).model_dump_json())
    pipe.zadd(keys.LINES, {new: now.timestamp()})
    if game is not None and there is None:
        pipe.set(keys.chat(new), game)
    if table is not None and table.chat == old:
        pipe.set(keys.game(table.game.id), tables.written(table.model_copy(update={"chat": new})))
