"""The set of deadlines: kept with the state, and found again from the games when it is lost."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, cast

from redis import Redis
from redis.client import Pipeline

from pbm.rules.clock import Alarm
from pbm.rules.game import Status
from pbm.service.alarms import rings_at
from pbm.service.ports import Unreadable
from pbm.store import keys, tables
from pbm.store.transactions import Command, atomically, watch
from pbm.views.table import Table

SLICE = 100  # games looked at in one go

log = logging.getLogger(__name__)


def change(game: str, turn: int, off: Sequence[Alarm], on: Sequence[Alarm]) -> Iterator[Command]:
    """What takes alarms of a game from the set and puts others into it; the game is in that turn from now on."""
    if off:
        yield "ZREM", keys.ALARMS, *(_member(game, alarm) for alarm in off)
    if done := [_rung(alarm) for alarm in off if alarm.turn == turn]:
        # They have done their work, but the game alone would have them again.
        yield "SADD", keys.rung(game), *done
    if on:
        yield "ZADD", keys.ALARMS, *(word for one in on for word in (one.at.timestamp(), _member(game, one)))
        yield "SREM", keys.rung(game), *map(_rung, on)


class RedisAlarms:
    """The deadlines of all games; `alarms_of` says which alarms a table has, looking at nothing but the table."""

    def __init__(self, redis: Redis, alarms_of: Callable[[Table], tuple[Alarm, ...]]) -> None:
        self._redis = redis
        self._alarms_of = alarms_of
        self._unreadable: set[str] = set()  # games that the log has been told of

    def due(self, now: datetime, at_most: int) -> tuple[tuple[str, Alarm], ...]:
        """The alarms that are due, each with its game, the oldest first."""
        found = self._redis.zrange(
            keys.ALARMS, "-inf", str(now.timestamp()), byscore=True, offset=0, num=at_most, withscores=True
        )
        return tuple(_alarm(member, at) for member, at in cast(list[tuple[str, float]], found))

    def wind(self, now: datetime) -> int:
        """Build the set anew from the games alone; gives how many alarms there are."""
        return sum(self.wind_in_slices(now))

    def wind_in_slices(self, now: datetime) -> Iterator[int]:
        """The same, some games at a time; each step gives how many alarms those have."""
        cursor = None
        while cursor != 0:
            cursor, games = self._redis.sscan(keys.OPEN_GAMES, cursor or 0, count=SLICE)
            yield self._wind(tuple(str(game) for game in games), now)

    def missing(self, game: str) -> tuple[Alarm, ...]:
        """The alarms that a game should have and that are not in the set: `wind` finds them again."""
        alarms = self._alarms(game, self._redis.get(keys.game(game)), self._redis.smembers(keys.rung(game)))
        there = self._redis.zmscore(keys.ALARMS, [_member(game, alarm) for alarm in alarms]) if alarms else []
        return tuple(alarm for alarm, score in zip(alarms, there, strict=True) if score is None)

    def lay_by(self, game: str, turn: int, kind: str) -> None:
        """Take an alarm that rang from the set, unless its game still wants it."""

        def step(pipe: Pipeline) -> None:
            wanted = self._wanted(pipe, game)
            if not any(alarm.turn == turn and alarm.kind == kind for alarm in wanted):
                pipe.multi()
                pipe.zrem(keys.ALARMS, f"{game}:{turn}:{kind}")

        atomically(self._redis, step)

    def _wind(self, games: tuple[str, ...], now: datetime) -> int:
        """Look without watching first: nearly always nothing is missing."""
        if not games:
            return 0
        with self._redis.pipeline(transaction=False) as pipe:
            pipe.mget([keys.game(game) for game in games])
            for game in games:
                pipe.smembers(keys.rung(game))
            kept, *rung = pipe.execute()
        wanted = {}
        for game, table, done in zip(games, kept, rung, strict=True):
            alarms = self._alarms(game, table, done, now)
            wanted.update({_member(game, alarm): (game, alarm.at.timestamp()) for alarm in alarms})
            if table is None:
                self._redis.srem(keys.OPEN_GAMES, game)
        if wanted:
            there = self._redis.zmscore(keys.ALARMS, list(wanted))
            wrong = {game for (game, at), score in zip(wanted.values(), there, strict=True) if score != at}
            for game in wrong:
                self._mend(game, now)
        return len(wanted)

    def _mend(self, game: str, now: datetime) -> None:
        def step(pipe: Pipeline) -> None:
            wanted = self._wanted(pipe, game, now)
            if wanted:
                pipe.multi()
                pipe.zadd(keys.ALARMS, {_member(game, alarm): alarm.at.timestamp() for alarm in wanted})

        atomically(self._redis, step)

    def _wanted(self, pipe: Pipeline, game: str, now: datetime | None = None) -> tuple[Alarm, ...]:
        watch(pipe, keys.game(game), keys.rung(game))
        return self._alarms(game, pipe.get(keys.game(game)), pipe.smembers(keys.rung(game)), now)

    def _alarms(
        self, game: str, kept: str | bytes | None, rung: Iterable[object], now: datetime | None = None
    ) -> tuple[Alarm, ...]:
        """The alarms of what was kept of a game that have not done their work; with `now`, as they ring from then."""
        if kept is None:
            return ()
        try:
            table = tables.read(str(kept))
        except Unreadable as error:  # whatever can read it will find them again; the others are found all the same
            if game not in self._unreadable:
                log.error("game %s has no alarms: %s", game, error)
                self._unreadable.add(game)
            return ()
        if table.game.status is Status.OVER:
            return ()
        done = set(rung)
        alarms = (alarm for alarm in self._alarms_of(table) if _rung(alarm) not in done)
        return tuple(alarms if now is None else (one._replace(at=rings_at(table, one, now)) for one in alarms))


def _member(game: str, alarm: Alarm) -> str:
    return f"{game}:{alarm.turn}:{alarm.kind}"


def _rung(alarm: Alarm) -> str:
    return f"{alarm.turn}:{alarm.kind}"


def _alarm(member: str, at: float) -> tuple[str, Alarm]:
    game, turn, kind = member.rsplit(":", 2)
    # A kind that this code does not know is for the game to judge, not for the set.
    return game, Alarm(kind=cast(Any, kind), turn=int(turn), at=datetime.fromtimestamp(at, UTC))
