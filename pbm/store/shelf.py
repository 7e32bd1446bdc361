"""The shelf: all games that are kept, what is kept of those that are over, and how long."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from redis import Redis
from redis.client import Pipeline

from pbm.rules.game import Game, Status
from pbm.service.ports import Unreadable
from pbm.service.voice import look_name
from pbm.store import keys, log, tables
from pbm.store.transactions import atomically, watch
from pbm.views.table import Table

SLICE = 100  # keys looked at in one go


class RedisShelf:
    """All games; one that is over stays for `keeps`."""

    def __init__(self, redis: Redis, keeps: timedelta) -> None:
        self._redis = redis
        self._keeps = keeps

    def games(self) -> Iterator[str]:
        """The ids of all games, those that are over too, in no order."""
        for key in self._redis.scan_iter(keys.game("*"), count=SLICE):
            yield str(key).removeprefix(keys.game(""))

    def clear(self, now: datetime) -> int:
        """Throw away what has been over for too long; gives how many games that were."""
        return sum(self.clear_in_slices(now))

    def clear_in_slices(self, now: datetime) -> Iterator[int]:
        """The same, some games at a time; each step gives how many of those went.

        One that stays shrinks to its record and its ranking: its log is packed in one piece, and no card lies on its
        table any more.
        """
        cursor = None
        while cursor != 0:
            cursor, found = self._redis.scan(cursor or 0, match=keys.game("*"), count=SLICE)
            yield sum(self._clear(str(key).removeprefix(keys.game("")), now) for key in found)

    def _clear(self, game: str, now: datetime) -> bool:
        def step(pipe: Pipeline) -> bool:
            watch(pipe, keys.game(game), keys.log(game))
            kept = pipe.get(keys.game(game))
            try:
                table = None if kept is None else tables.read(str(kept))
            except Unreadable:
                return False
            if table is None or table.game.status is not Status.OVER or table.game.ended is None:
                return False
            if now < table.game.ended + self._keeps:
                _shrink(pipe, table)
                return False
            pipe.multi()
            pipe.delete(keys.game(game), keys.log(game), keys.rung(game))
            for person in table.people:
                pipe.hdel(keys.shown(person.address), look_name(game))
            return True

        return atomically(self._redis, step)


def without_cards(game: Game) -> Game:
    """What stays of a game that is over: no card lies on its table, for the record knows where they lay."""
    seats = tuple(seat.model_copy(update={"hand": ()}) for seat in game.seats)
    return game.model_copy(update={"stack": (), "used": (), "chain": (), "seats": seats, "before": None})


def _shrink(pipe: Pipeline, table: Table) -> None:
    """Queue what makes a game that is over smaller, unless that was done before."""
    game = table.game
    parts = [str(part) for part in pipe.lrange(keys.log(game.id), 0, -1)]
    cleared = without_cards(game)
    if len(parts) < 2 and cleared == game:
        return
    pipe.multi()
    pipe.set(keys.game(game.id), tables.written(table.model_copy(update={"game": cleared, "draft": None})))
    pipe.delete(keys.log(game.id))
    if parts:
        pipe.rpush(keys.log(game.id), log.together(parts))
