"""The games and the people: a request's commit is kept whole, or not at all."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import cast

from redis import Redis

from pbm.rules.cards import Library
from pbm.rules.events import Event
from pbm.rules.game import Status
from pbm.service.ports import Asked, Commit, Known, Saying, Unreadable
from pbm.store import alarms, forgetting, keys, log, outbox, tables
from pbm.store.transactions import Command, Script, anew, keep
from pbm.views.messages import Address
from pbm.views.table import Person, Table

REQUESTS_LAST = timedelta(days=3)  # Telegram repeats an update for a day at most
MET_AT_MOST = 64  # games; more than anybody looks at before working on one
KNOWN_AT_MOST = 200  # tables, of some 20 KB each; those that are played at will soon be known again


class RedisStore:
    """The port `Store`."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._met: dict[str, str] = {}  # what was read a moment ago of games that somebody will now work on

    def transact(
        self, request: str, game: str | None, chat: Address | None, work: Callable[[Known], Commit | None]
    ) -> Commit | None:
        """Run the work on what is there and keep its commit with the request's id, all at once."""

        once = keys.request(request)
        about = [keys.game(game)] if game else []
        about += [keys.chat(chat)] if chat else []
        # Whoever asks has mostly looked at the game just now. What they saw may be old: keeping compares.
        guess = self._met.pop(game, None) if game and not chat else None

        def step() -> Commit | None:
            nonlocal guess
            guessed, guess = guess, None
            if guessed is None and self._redis.sismember(*once):
                return None
            read = self._read(*about) if guessed is None else {keys.game(str(game)): guessed}
            before = _table(read[keys.game(game)]) if game else None
            commit = work(Known(table=before, in_chat=read[keys.chat(chat)] if chat else None))
            if commit is None and guessed is not None:
                return step()
            if commit is None:
                return None
            if commit.table is not None:
                read = self._read(*_also(game, before, commit.table)) | read
            writes = self._keep(request, game, before, commit)
            if commit.table is not None:
                writes += _bind(game, before, commit.table, read)
            keep(self._redis, once, read, writes)
            return commit

        return anew(step)

    def table(self, game: str) -> Table | None:
        """A game by its id."""
        return self._meets(self._redis.get(keys.game(game)))

    def tables_of(self, person: Address) -> tuple[Table, ...]:
        """The tables of `games_of`, in that order; one that cannot be read is passed over where there are others."""
        return self._readable(self._asked(person)[1:])

    def asker(self, person: Address) -> tuple[Person | None, Callable[[], tuple[Table, ...]]]:
        """Somebody, if they are known, and what tells their `tables_of` as they were at the same moment."""
        known, *kept = self._asked(person)
        return None if known is None else Person.model_validate_json(str(known)), lambda: self._readable(kept)

    def _asked(self, person: Address) -> list[object]:
        names = (keys.person(person), keys.games_of(person))
        return cast(list[object], _PERSON_AND_TABLES.run(self._redis, names, [keys.game("")]))

    def _readable(self, several: Iterable[object]) -> tuple[Table, ...]:
        found, unreadable = list[Table](), list[Unreadable]()
        for kept in several:
            try:
                table = self._meets(kept)
            except Unreadable as error:
                unreadable.append(error)
                continue
            found += [table] if table is not None else []
        if unreadable and not found:
            raise unreadable[0]
        return tuple(found)

    def events(self, game: str) -> tuple[Event, ...]:
        """All that has happened in a game, the first first."""
        return log.read(map(str, self._redis.lrange(keys.log(game), 0, -1)))

    def open_games(self) -> Iterator[str]:
        """The games that are not over, some at a time."""
        return (str(game) for game in self._redis.sscan_iter(keys.OPEN_GAMES))

    def game_in(self, chat: Address) -> str | None:
        """The game that is open in a chat or topic."""
        kept = self._redis.get(keys.chat(chat))
        return None if kept is None else str(kept)

    def games_under(self, group: Address) -> tuple[str, ...]:
        """The games that are open in a group, and in its topics; looks through all keys, for what is rare."""
        chats = [keys.chat(group), *sorted(map(str, self._redis.scan_iter(f"{keys.chat(group)}/*", count=1000)))]
        return tuple(str(game) for game in self._redis.mget(chats) if game is not None)

    def games_of(self, person: Address) -> tuple[str, ...]:
        """The games in which somebody has a seat and that are not over, the one sat down at first first."""
        return tuple(str(game) for game in self._redis.lrange(keys.games_of(person), 0, -1))

    def people(self, addresses: tuple[Address, ...]) -> Mapping[Address, Person]:
        """Those of them that are known."""
        if not addresses:
            return {}
        kept = self._redis.mget([keys.person(address) for address in addresses])
        people = (Person.model_validate_json(person) for person in kept if person is not None)
        return {person.address: person for person in people}

    def saying(self, chat: Address, message: int) -> Saying | None:
        """What the message with that id in that chat was about, if it is still known; a very old one is of no game."""
        return outbox.saying(self._redis, chat, message)

    def asked(self, chat: Address, name: str) -> Asked | None:
        """The question of that name in that chat, while it is open and nothing about any game was said there since.

        One at which table stays open while what was said is about turns that were told of before.
        """
        return outbox.asked(self._redis, chat, name)

    def last_in(self, chat: Address) -> str | None:
        """The game that the newest message in a chat was about, of those about any, if it is still known."""
        return outbox.last_game(self._redis, chat)

    def shown(self, chat: Address, name: str) -> int | None:
        """The id of the newest message of that name in that chat."""
        kept = outbox.shown(self._redis, chat, name)
        return kept.message if kept else None

    def decks(self, version: str) -> Library | None:
        """The decks of a version that some game was begun with."""
        kept = self._redis.get(keys.decks(version))
        return None if kept is None else Library.from_json(str(kept), version)

    def keep_decks(self, library: Library) -> None:
        """Keep the decks under their version."""
        if not self._redis.exists(keys.decks(library.version)):  # they are a million bytes, and mostly there
            self._redis.set(keys.decks(library.version), library.to_json(), nx=True)

    def _meets(self, kept: object) -> Table | None:
        table = _table(kept)
        if table is not None:
            if len(self._met) >= MET_AT_MOST:
                self._met.clear()
            self._met[table.game.id] = str(kept)
        return table

    def _read(self, *names: str) -> dict[str, str | None]:
        """What lies under each key, at one moment."""
        if not names:
            return {}
        return dict(zip(names, cast(list[str | None], self._redis.mget(names)), strict=True))

    def moves(self, old: Address, new: Address, now: datetime) -> None:
        """A chat has a new address: its game and what waits for it go there."""
        outbox.moves(self._redis, old, new, now)

    def forget(self, person: Address, opaque: Callable[[], Address]) -> None:
        """Take somebody who sits in no open game any more out of all that is kept."""
        forgetting.forget(self._redis, person, opaque)

    def _keep(self, request: str, named: str | None, before: Table | None, commit: Commit) -> list[Command]:
        """All that a commit changes, except which game a chat holds."""
        after = commit.table
        there, name = keys.request(request)
        writes: list[Command] = [("SADD", there, name), ("EXPIRE", there, int(REQUESTS_LAST.total_seconds()))]
        game = after.game.id if after else named
        if game:
            now = after or before
            turn = now.game.turn if now else 0
            writes += alarms.change(game, turn, commit.alarms_off, commit.alarms_on)
            if commit.events:
                writes.append(("RPUSH", keys.log(game), log.written(commit.events)))
        if after is not None:
            writes += _keep_table(before, after)
            writes += _seat(before, after)
        for person in commit.people:
            writes.append(("SET", keys.person(person.address), person.model_dump_json(exclude_defaults=True)))
        return writes + outbox.put(request, commit.messages)


# In KEYS a person and the list of their games, in ARGV what a game's key begins with.
_PERSON_AND_TABLES = Script("""
local found = {redis.call('GET', KEYS[1])}
for place, game in ipairs(redis.call('LRANGE', KEYS[2], 0, -1)) do
    found[place + 1] = redis.call('GET', ARGV[1] .. game)
end
return found
""")


def _table(kept: object) -> Table | None:
    if kept is None:
        return None
    text = str(kept)
    table = _known.get(text)
    if table is None:
        table = tables.read(text)
        _knows(text, table)
    return table


# Whoever carries out one request reads its table several times, and mostly finds what this very process wrote last.
_known: dict[str, Table] = {}


def _knows(text: str, table: Table) -> None:
    if len(_known) >= KNOWN_AT_MOST:
        _known.clear()
    _known[text] = table


def _also(named: str | None, before: Table | None, after: Table) -> tuple[str, ...]:
    """What else a commit depends on: a game that it did not name, and chats where it does not just keep its place."""
    unnamed = (keys.game(after.game.id),) if after.game.id != named else ()
    if before is not None and before.chat == after.chat and after.game.status is not Status.OVER:
        return unnamed
    return (*unnamed, keys.chat(after.chat), *((keys.chat(before.chat),) if before else ()))


def _keep_table(before: Table | None, after: Table) -> Iterator[Command]:
    game = after.game
    text = tables.written(after)
    _knows(text, after)
    yield "SET", keys.game(game.id), text
    yield "SREM" if game.status is Status.OVER else "SADD", keys.OPEN_GAMES, game.id
    if game.status is Status.OVER or (before and before.game.turn != game.turn):
        yield "DEL", keys.rung(game.id)


def _bind(named: str | None, before: Table | None, after: Table, read: Mapping[str, str | None]) -> Iterator[Command]:
    """Which game a chat holds follows the table, and never takes a chat from another game that came later."""
    game = after.game.id
    if game != named and read[keys.game(game)] is not None:
        raise ValueError(f"a request would overwrite game {game}, which it did not name")
    moved = before is not None and before.chat != after.chat
    if before is not None and moved:
        yield "DEL", keys.shown(before.chat)  # message ids are void in the new chat
        if read[keys.chat(before.chat)] == game:
            yield "DEL", keys.chat(before.chat)
    if after.game.status is Status.OVER:
        if read[keys.chat(after.chat)] == game:
            yield "DEL", keys.chat(after.chat)
    elif before is None or moved:
        yield "SET", keys.chat(after.chat), game
    else:
        yield "SET", keys.chat(after.chat), game, "NX"


def _seat(before: Table | None, after: Table) -> Iterator[Command]:
    """Who sits in which open game follows the seats."""
    sat, sit = _sitting(before), _sitting(after)
    for person in sat - sit:
        yield "LREM", keys.games_of(person), 0, after.game.id
    for person in sit - sat:
        yield "RPUSH", keys.games_of(person), after.game.id


def _sitting(table: Table | None) -> set[Address]:
    if table is None or table.game.status is Status.OVER:
        return set()
    return {seat.id for seat in table.game.seats}
