"""Forgetting somebody: nothing that is kept names them any more, or tells where they can be found."""

import contextlib
from collections.abc import Callable, Iterable
from typing import Any

from pydantic_core import from_json, to_json
from redis import Redis
from redis.client import Pipeline
from redis.exceptions import ResponseError

from pbm.rules.habits import Habits
from pbm.service.ports import Unreadable
from pbm.service.voice import ask_name
from pbm.store import keys, outbox, tables
from pbm.store.packed import packed, unpacked
from pbm.store.transactions import atomically, watch
from pbm.views.messages import Address
from pbm.views.names import seated
from pbm.views.say import catalogue

SLICE = 500  # keys looked at in one go
WHO = ("id", "seat", "address", "doubter")  # the fields that say whose a value is
HABITS = Habits().model_dump(mode="json")


def forget(redis: Redis, person: Address, opaque: Callable[[], Address]) -> None:
    """Take somebody out of all that is kept; they sit in no game any more.

    In games that they played, an address of nobody, a new one for each game, stands in the place of theirs, and a word
    in that of their name; what they said is gone. Whatever dies on the way, doing it again does the rest.
    """
    for key in tuple(redis.scan_iter(keys.game("*"), count=SLICE)):
        _out_of(redis, str(key).removeprefix(keys.game("")), person, opaque())
    for lost in redis.lrange(keys.UNDELIVERED_LAST, 0, -1):
        undelivered = from_json(lost)
        if undelivered["to"] == person or undelivered.get("name") == ask_name(person):
            redis.lrem(keys.UNDELIVERED_LAST, 0, str(lost))
    for key in tuple(redis.scan_iter(keys.shown("*"), count=SLICE)):
        redis.hdel(str(key), ask_name(person))
    with redis.pipeline() as pipe:
        pipe.delete(keys.person(person), keys.games_of(person), keys.shown(person), keys.said(person))
        pipe.delete(keys.line(person))
        outbox.empty(pipe, person)
        pipe.execute()
    # The log of writes would hold it all until it is next written anew, maybe in months. A Redis of somebody else may
    # forbid that, and one that is at it already says so.
    with contextlib.suppress(ResponseError):
        redis.bgrewriteaof()


def _out_of(redis: Redis, game: str, person: Address, opaque: Address) -> None:
    def step(pipe: Pipeline) -> None:
        watch(pipe, keys.game(game), keys.log(game))
        kept = pipe.get(keys.game(game))
        if kept is None:
            return
        text, log = unpacked(str(kept)), [unpacked(str(events)) for events in pipe.lrange(keys.log(game), 0, -1)]
        if not any(f'"{person}"' in one for one in (text, *log)):
            return
        try:
            table = tables.read(str(kept))
        except Unreadable:
            return  # it must not be touched; a later version can forget them
        names = [one.name for one in table.game.seats if one.id != person]
        names += [one.name for one in table.game.gone if one.id != person]
        name = seated(catalogue(table.language)["phrase.forgotten"], names, table.language)
        veil = _Veil(person, opaque, name)
        pipe.multi()
        pipe.set(keys.game(game), packed(veil.over_text(text)))
        for place, events in enumerate(log):
            if f'"{person}"' in events:
                pipe.lset(keys.log(game), place, packed("\n".join(map(veil.over_text, events.split("\n")))))

    atomically(redis, step)


class _Veil:
    """What is put over one person in everything that was written down of a game."""

    def __init__(self, person: Address, opaque: Address, name: str) -> None:
        self._person, self._opaque, self._name = person, opaque, name

    def over_text(self, text: str) -> str:
        """The same JSON, without that person."""
        return to_json(self.over(from_json(text))).decode()

    def over(self, written: Any) -> Any:
        """The same, without that person."""
        match written:
            case dict():
                mine = any(written.get(field) == self._person for field in WHO)
                veiled = {key: self.over(value) for key, value in written.items()}
                return veiled | dict(self._mine(veiled)) if mine else self._unsaid(written, veiled)
            case list():
                return [self.over(value) for value in written]
            case _:
                return self._opaque if written == self._person else written

    def _mine(self, fields: dict[str, Any]) -> Iterable[tuple[str, Any]]:
        instead = {"name": self._name, "says": "", "habits": HABITS}
        return ((key, value) for key, value in instead.items() if key in fields)

    def _unsaid(self, written: dict[str, Any], veiled: dict[str, Any]) -> dict[str, Any]:
        return veiled | {"last_says": ""} if written.get("last_placer") == self._person else veiled
