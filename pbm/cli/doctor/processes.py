"""The processes: whether each lives, and whether what they carry piles up."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from redis import Redis

from pbm.cli.doctor.finding import Finding, bad, good, note
from pbm.cli.printing import counted
from pbm.service.alarms import alarms_of
from pbm.store.alarms import RedisAlarms
from pbm.store.hearts import PROCESSES, SILENT, RedisHearts
from pbm.store.outbox import RedisOutbox
from pbm.telegram.addresses import place

POST_LATE = timedelta(minutes=1)  # a full minute's messages of a group may wait that long for Telegram's limits
CLOCK_LATE = timedelta(seconds=30)  # an alarm that stands rings again after 15
RECENT = timedelta(days=1)
REASONS_SHOWN = 3
QUIET = timedelta(seconds=20)  # a heart beats every five
STARTED = "Start it: pbm run, or each process of the Procfile."
MISSED = {
    "bot": "Nobody is heard.",
    "post": "Nobody is answered.",
    "clock": "No turn runs out.",
    "worker": "No turn runs out, and computers do not move.",
}


def findings(redis: Redis, now: datetime, not_running: str = "") -> Iterator[Finding]:
    """Of each process, and of the messages and alarms that wait; `not_running` is the command that would run them."""
    if not_running:
        yield bad("processes", f"{not_running} does not run.", "Nobody is heard or answered.", "Start it.")
    else:
        yield from _hearts(redis, now)
    yield _post(redis, now)
    yield _clock(redis, now)
    yield _undelivered(redis, now)


def _hearts(redis: Redis, now: datetime) -> Iterator[Finding]:
    hearts = RedisHearts(redis)
    beats, stopped = hearts.last_beats(), hearts.stopped()
    alive = [name for name in PROCESSES if name in beats and name not in stopped and now - beats[name] < SILENT]
    quiet = [name for name in alive if now - beats[name] > QUIET]
    if not alive:
        last = max(beats.values(), default=None)
        what = f"None has been alive for {_long(now - last)}." if last else "None has ever run here."
        yield bad("processes", what, "Nobody is heard or answered.", STARTED)
        return
    for name in PROCESSES:
        if name not in alive:
            yield bad(name, _end(beats.get(name), name in stopped, now), MISSED[name], STARTED)
    for name in quiet:
        yield note(name, f"It has been silent for {_long(now - beats[name])}: it hangs, or has just died. Ask again.")
    if contested := hearts.contested():
        what = f"Another program receives its updates, last {_long(now - contested)} ago."
        do = "Stop that one; if you know of none, let BotFather make a new token: /revoke."
        yield bad("bot", what, "It hears a part of what is written, or nothing.", do)
    if beating := [name for name in alive if name not in quiet]:
        yield good("processes", f"{', '.join(beating)}: alive.")


def _end(last: datetime | None, stopped: bool, now: datetime) -> str:
    if last is None:
        return "It has never run here."
    return f"It was stopped {_long(now - last)} ago." if stopped else f"It has been silent for {_long(now - last)}."


def _post(redis: Redis, now: datetime) -> Finding:
    count, oldest = RedisOutbox(redis).waiting()
    if oldest is None:
        return good("post", "No message waits.")
    what = f"{counted(count, 'message waits', 'messages wait')}, the oldest for {_long(now - oldest)}."
    if now - oldest < POST_LATE:
        return good("post", what)
    return bad("post", what, "Players wait for it.", "See the log of the post; is Telegram reachable?")


def _clock(redis: Redis, now: datetime) -> Finding:
    due = RedisAlarms(redis, alarms_of).due(now, 1)
    if not due or now - due[0][1].at < CLOCK_LATE:
        return good("clock", "No alarm is overdue.")
    game, alarm = due[0]
    what = f"The alarm “{alarm.kind}” of game {game} is overdue by {_long(now - alarm.at)}."
    return bad("clock", what, "Its turn does not end in time.", "See the logs of clock and worker.")


def _undelivered(redis: Redis, now: datetime) -> Finding:
    count, last = RedisOutbox(redis).undelivered()
    if not count:
        return good("messages", "None was ever undeliverable.")
    told = "; ".join(f"{one.at:%Y-%m-%d %H:%M} to {one.to}: {one.why}" for one in last[:REASONS_SHOWN])
    what = f"{counted(count, 'message', 'messages')} could never be delivered, lately: {told}."
    to_group = any(to is not None and to.is_group for to in (place(one.to) for one in last if now - one.at < RECENT))
    if not to_group:  # they blocked the bot, or never started it; the games know what to do then
        return note("messages", what)
    return bad("messages", what, "A group did not hear what happened.", "See below whether the bot may write there.")


def _long(time: timedelta) -> str:
    """A length of time in its largest unit."""
    seconds = max(0, int(time.total_seconds()))
    for unit, length in (("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds // length} {unit}"
    return f"{seconds} s"
