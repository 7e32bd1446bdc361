"""The outbox: messages that are kept and wait, one line for each chat, until the post has delivered them."""

import contextlib
import json
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import assert_never, cast

from redis import Redis
from redis.client import Pipeline

from pbm.rules.values import Value
from pbm.service.ports import Asked, Elsewhere, Fate, Later, Letter, Moot, Never, Saying, Sent, Unreadable
from pbm.service.urgency import PATIENCE, Urgency, urgency
from pbm.store import keys, tables
from pbm.store.transactions import Command, atomically, watch
from pbm.views.messages import Address, Message
from pbm.views.table import Person

SAYINGS_LAST = timedelta(days=30)  # a reply to an older message finds its game by the chat alone
SAYINGS_KEPT = 10  # of a chat: whoever replies to an older message than these is late, whatever it was about
AT_ODDS = timedelta(seconds=5)  # clocks are corrected by less than that all the time
LONGEST_REST = timedelta(minutes=30)  # of a line; one that is due later than that says that the clock was set back
REASONS_KEPT = 100
HASTY: tuple[Urgency, ...] = ("awaited", "prompt", "board")  # all others are notes
LOOKS_AHEAD = 10  # messages of a line that say how urgent it is: what stands before an urgent one goes with it


class Waiting(Value):
    """A message in its line; the id tells it from another with the same words."""

    id: str
    message: Message


class Shown(Value):
    """The newest message of a name."""

    message: int
    buttons: bool
    yes: str = ""  # of an open question: the line that a bare yes to it stands for
    goes: str = ""  # of one at which table: the line that is carried out there


class Undelivered(Value):
    """A message that never arrived, for the operator: not its text, for that may be private."""

    at: datetime
    to: Address
    name: str
    game: str
    why: str


def put(request: str, messages: Iterable[Message]) -> list[Command]:
    """What puts the messages of a request at the end of their lines, in their order."""
    lines: dict[str, list[str]] = {}
    made: dict[str, float] = {}
    hasty: dict[Urgency, dict[str, float]] = {kind: {} for kind in HASTY}
    woken: dict[str, float] = {}
    for number, message in enumerate(messages):
        line, at = message.line, message.made.timestamp()
        # As a Waiting is written, without the making of one.
        said = message.model_dump_json(exclude_defaults=True)
        lines.setdefault(line, []).append(f'{{"id":{json.dumps(f"{request}#{number}")},"message":{said}}}')
        made.setdefault(line, at)
        hasty.get(urgency(message), {}).setdefault(line, at)
        woken |= {line: at} if message.wakes else {}
    if not lines:
        return []
    writes: list[Command] = [("RPUSH", keys.line(line), *waits) for line, waits in lines.items()]
    # A line that is there already keeps its time: it may have been told to wait.
    for key, new in ((keys.LINES, made), *((keys.hasty(kind), of_it) for kind, of_it in hasty.items())):
        if new:
            writes.append(("ZADD", key, "NX", *(word for line, at in new.items() for word in (at, line))))
    for line, at in woken.items():
        writes += _waiting_until(line, at)
    return [*writes, ("DEL", keys.BELL), ("RPUSH", keys.BELL, "")]


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


def empty(pipe: Pipeline, line: str) -> None:
    """Nothing is in that line any more."""
    for key in (keys.LINES, *map(keys.hasty, HASTY)):
        pipe.zrem(key, line)


def saying(redis: Redis, chat: Address, message: int) -> Saying | None:
    """What the message with that id in that chat was about, if it is still known; of an old one only that it is old."""
    notes = [str(note).split(" ", 2) for note in redis.lrange(keys.said(chat), 0, -1)]
    for id, turn, game in notes:
        if int(id) == message:
            return Saying(game=game, turn=int(turn)) if game else None
    older = len(notes) == SAYINGS_KEPT and message < min(int(id) for id, _, _ in notes)
    return Saying(game="", turn=0) if older else None


def last_game(redis: Redis, chat: Address) -> str | None:
    """The game that the newest message in that chat was about, if it is still known."""
    games = (str(note).split(" ", 2)[2] for note in redis.lrange(keys.said(chat), 0, -1))
    return next((game for game in games if game), None)


def asked(redis: Redis, chat: Address, name: str) -> Asked | None:
    """The question of that name in that chat, while it is open and nothing about any game was said there since.

    One at which table stays open while what was said is about turns that were told of before.
    """
    question = shown(redis, chat, name)
    if question is None or not (question.yes or question.goes):
        return None
    notes = [str(note).split(" ", 2) for note in redis.lrange(keys.said(chat), 0, -1)]
    at = next((n for n, (id, _, _) in enumerate(notes) if int(id) == question.message), None)
    if at is None or (at and not question.goes):
        return None
    told = [note[1:] for note in notes[at + 1 :]]
    if any(note[1:] not in told for note in notes[:at]):
        return None
    game = notes[at][2]
    return Asked(message=question.message, yes=question.yes, goes=question.goes, game=game, newest=at == 0)


class RedisOutbox:
    """The port `Outbox`."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._looked: datetime | None = None  # for what is due

    def due(self, now: datetime, at_most: int) -> tuple[str, ...]:
        """The lines whose head is due, the most urgent and longest waiting first."""
        found = self._found(now, at_most)
        ranked = {line: at + PATIENCE["note"].total_seconds() for line, at in found.pop("note").items()}
        stands = self._stand(found)
        for kind, lines in found.items():
            for line in lines:
                at = stands[line]
                if at is not None and at <= now.timestamp():
                    rank = at + PATIENCE[kind].total_seconds()
                    ranked[line] = min(rank, ranked.get(line, rank))
        return tuple(sorted(ranked, key=lambda line: (ranked[line], line))[:at_most])

    def _found(self, now: datetime, at_most: int) -> dict[Urgency, dict[str, float]]:
        """The longest waiting lines of each urgency, and from when they wait; among the notes are all lines."""
        sets: dict[Urgency, str] = {"note": keys.LINES, **{kind: keys.hasty(kind) for kind in HASTY}}
        with self._redis.pipeline(transaction=False) as pipe:
            for key in sets.values():
                pipe.zrange(key, "-inf", str(now.timestamp()), byscore=True, offset=0, num=at_most, withscores=True)
            # No rest outlasts a clock that is set back while we look; else only a rest that is too long tells of it.
            went_back = self._looked is not None and now < self._looked - AT_ODDS
            latest, self._looked = now if went_back else now + LONGEST_REST, now
            pipe.zrangebyscore(keys.LINES, f"({latest.timestamp()}", "+inf")
            *found, too_late = cast(list[list[tuple[str, float]]], pipe.execute())
            for line in too_late:
                _waits_until(pipe, str(line), now.timestamp())
            pipe.execute()
        return {kind: {str(line): at for line, at in lines} for kind, lines in zip(sets, found, strict=True)}

    def _stand(self, hasty: Mapping[Urgency, Mapping[str, float]]) -> dict[str, float | None]:
        """From when these lines really wait; what the sets of the urgent ones say otherwise is put right."""
        lines = sorted({line for of_it in hasty.values() for line in of_it})
        if not lines:
            return {}
        stands = dict(zip(lines, self._redis.zmscore(keys.LINES, lines), strict=True))
        with self._redis.pipeline(transaction=False) as pipe:
            for kind, of_it in hasty.items():
                for line, said in of_it.items():
                    at = stands[line]
                    if at is None:  # and LINES itself stays: somebody may have put something there just now
                        pipe.zrem(keys.hasty(kind), line)
                    elif at != said:
                        pipe.zadd(keys.hasty(kind), {line: at}, xx=True)
            if pipe.command_stack:
                pipe.execute()
        return stands

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
                empty(pipe, line)
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
                case Later(after=after, began=began):
                    if began is not None and (pipe.zscore(keys.LINES, line) or 0.0) > began.timestamp():
                        return  # what was kept meanwhile has woken it: its group is open again
                    pipe.multi()
                    _waits_until(pipe, line, (now + min(after, LONGEST_REST)).timestamp())
                case Elsewhere(to=to) if line == letter.message.to and line != to:
                    _move(pipe, line, to, now)
                case Sent() | Never() | Moot() | Elsewhere():
                    more = [_waiting(kept) for kept in pipe.lrange(keys.line(line), 1, LOOKS_AHEAD)]
                    person = _person(pipe, letter, fate)
                    pipe.multi()
                    pipe.lpop(keys.line(line))
                    if more:
                        _stands(pipe, line, now.timestamp(), more)  # behind the others that wait
                    else:
                        empty(pipe, line)
                    _remember(pipe, letter, fate, now)
                    if person is not None:
                        pipe.set(keys.person(person.address), person.model_dump_json(exclude_defaults=True))
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


def _stands(pipe: Pipeline, line: str, at: float, waiting: Iterable[Waiting]) -> None:
    """A line waits from that second on, with these at its beginning."""
    pipe.zadd(keys.LINES, {line: at})
    urgent = {urgency(one.message) for one in waiting}
    for kind in HASTY:
        if kind in urgent:
            pipe.zadd(keys.hasty(kind), {line: at})
        else:
            pipe.zrem(keys.hasty(kind), line)


def _waits_until(pipe: Pipeline, line: str, at: float) -> None:
    for command in _waiting_until(line, at):
        pipe.execute_command(*command)  # type: ignore[no-untyped-call]  # redis-py left its type out


def _waiting_until(line: str, at: float) -> list[Command]:
    """What makes a line as urgent as before, and due at that second."""
    return [("ZADD", key, "XX", at, line) for key in (keys.LINES, *map(keys.hasty, HASTY))]


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
                buttons = bool(message.choices) and message.way != "strip"
                now_shown = Shown(message=id, buttons=buttons, yes=message.yes, goes=message.goes)
                pipe.hset(keys.shown(message.to), message.name, now_shown.model_dump_json(exclude_defaults=True))
            if (message.game or message.yes or message.goes) and message.way != "strip":
                _note(pipe, message.to, f"{id} {message.turn} {message.game}", anew=letter.edits is None)
        case Never(why=why):
            if letter.edits is not None:
                pipe.hdel(keys.shown(message.to), message.name)  # the next one of that name is posted anew
            lost = Undelivered(at=now, to=message.to, name=message.name, game=message.game, why=why)
            pipe.incr(keys.UNDELIVERED)
            pipe.lpush(keys.UNDELIVERED_LAST, lost.model_dump_json())
            pipe.ltrim(keys.UNDELIVERED_LAST, 0, REASONS_KEPT - 1)
        case _:
            pass


def _note(pipe: Pipeline, chat: Address, saying: str, anew: bool) -> None:
    if not anew:
        pipe.lrem(keys.said(chat), 0, saying)
    pipe.lpush(keys.said(chat), saying)
    pipe.ltrim(keys.said(chat), 0, SAYINGS_KEPT - 1)
    pipe.expire(keys.said(chat), SAYINGS_LAST)


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
        with contextlib.suppress(Unreadable):  # it stays as it is; a later version will move it with its next message
            table = None if kept is None else tables.read(str(kept))
    pipe.multi()
    pipe.delete(keys.line(old), keys.shown(old), keys.chat(old))
    empty(pipe, old)
    for one in reversed(waiting):
        message = one.message.model_copy(update={"to": new, "reply_to": None})  # message ids are void there
        pipe.lpush(keys.line(new), one.model_copy(update={"message": message}).model_dump_json())
    _stands(pipe, new, now.timestamp(), waiting)
    if game is not None and there is None:
        pipe.set(keys.chat(new), game)
    if table is not None and table.chat == old:
        pipe.set(keys.game(table.game.id), tables.written(table.model_copy(update={"chat": new})))
