"""The games: which are stuck, and why."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from redis import Redis

from pbm.cli.doctor.finding import Finding, bad, good, note
from pbm.cli.printing import counted
from pbm.rules.game import Status
from pbm.service.alarms import alarms_of
from pbm.service.ports import KeptByLaterCode, Unreadable
from pbm.store.alarms import RedisAlarms
from pbm.store.games import RedisStore
from pbm.store.shelf import RedisShelf
from pbm.views.messages import Address
from pbm.views.names import COMPUTER
from pbm.views.table import Table

OVERDUE = timedelta(minutes=5)  # the clock rings within seconds
LONG_PAUSED = timedelta(days=7)
SEEN_BY_CLOCK = "The clock builds it anew within minutes while it runs."


class Look(NamedTuple):
    """What was found, and the chats with a game that is not over."""

    findings: tuple[Finding, ...]
    groups: tuple[Address, ...]


def look(redis: Redis, now: datetime) -> Look:
    """Look at every game."""
    found: list[Finding] = []
    groups: list[Address] = []
    counts: Counter[Status] = Counter()
    store, alarms = RedisStore(redis), RedisAlarms(redis, alarms_of)
    for id in sorted(RedisShelf(redis, timedelta()).games()):
        try:
            table = store.table(id)
        except KeptByLaterCode as error:
            found.append(bad(f"game {id}", f"{error}.", "It waits, and nobody can play it.", "Update this program."))
            continue
        except Unreadable as error:
            what = f"It cannot be read ({error})."
            found.append(bad(f"game {id}", what, "Nobody can play it.", "Restore a backup elsewhere to compare."))
            continue
        if table is None:
            continue
        counts[table.game.status] += 1
        if table.game.status is not Status.OVER:
            groups.append(table.chat)
            found += _stuck(table, store, alarms, now)
    return Look((*found, good("games", _counted(counts))), tuple(dict.fromkeys(groups)))


def _counted(counts: Counter[Status]) -> str:
    words = {Status.PLAYING: "on", Status.PAUSED: "paused", Status.OPEN: "open to join", Status.OVER: "over"}
    return f"{', '.join(f'{counts[status]} {word}' for status, word in words.items())}."


def _stuck(table: Table, store: RedisStore, alarms: RedisAlarms, now: datetime) -> Iterator[Finding]:
    game, about = table.game, f"game {table.game.id} ({table.title})"
    if game.decks and store.decks(game.decks) is None:
        what = f"Its decks ({game.decks}) are not kept."
        yield bad(about, what, "Nobody can play it.", "Restore a backup that has them.")
    if store.game_in(table.chat) != game.id:
        yield note(about, f"Its chat {table.chat} does not know it.", "It is played in private only.")
    if game.status is Status.PLAYING:
        if game.due is None:
            yield bad(
                about, "Its turn has no end.", "It waits for ever if that player does.", "Tell its players: /pause."
            )
        elif now > game.due + OVERDUE:
            since = f"{game.due:%Y-%m-%d %H:%M} UTC"
            what = f"Its turn ran out at {since}, and it did not go on."
            yield bad(about, what, "Everybody waits.", "See the logs of clock and worker.")
    missing = ", ".join(alarm.kind for alarm in alarms.missing(game.id) if alarm.at > now)
    if missing:
        yield bad(about, f"It has no alarm for: {missing}.", "Nothing would wake it.", SEEN_BY_CLOCK)
    last = game.moved or game.begun
    if game.status is Status.PAUSED and last is not None and now - last > LONG_PAUSED:
        what = f"It is paused, and nobody has moved since {last:%Y-%m-%d}."
        yield note(about, what, "Nobody plays.", "One of them writes /resume, or /end.")
    yield from _unreachable(table, store, about)


def _unreachable(table: Table, store: RedisStore, about: str) -> Iterator[Finding]:
    """Players who cannot be written to: none of them left, or the one whose turn it is."""
    game = table.game
    people = tuple(seat.id for seat in game.seats if not seat.id.startswith(COMPUTER))
    known = store.people(people)
    gone = [seat for seat in people if seat not in known or not known[seat].reachable]
    if people and len(gone) == len(people):
        why, do = "They do not see their cards.", "They open the bot's private chat and press Start."
        yield note(about, f"{counted(len(gone), 'player', 'players')}, and none can be written to.", why, do)
    elif game.on_turn in gone:
        do = "They open the bot's private chat and press Start."
        yield note(
            about, f"{game.name_of(game.on_turn)} is on turn and cannot be written to.", "They do not know it.", do
        )
