"""An alarm of a game has rung: remind, pass the turn, let a computer move. It may ring early, late or twice."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from pbm.rules import clock
from pbm.rules.clock import Alarm
from pbm.rules.commands import ClearTable, Doubt, EndAbsences, ExpireTurn, PlaceCard
from pbm.rules.game import Status
from pbm.service import computer
from pbm.service.alarms import alarms_of, rings_at
from pbm.service.asking import Asking
from pbm.service.days import waiting_choices
from pbm.service.ports import Commit
from pbm.service.requests import Rang
from pbm.views.lobby import label_of
from pbm.views.messages import Address, Choice, Text, joined
from pbm.views.names import COMPUTER
from pbm.views.prompt import Rows
from pbm.views.say import catalogue, duration, say
from pbm.views.table import Table

REMINDERS = ("half", "eighth")
NOT_REPEATED = timedelta(hours=1)  # what a reminder says of other tables


def rings(asking: Asking, rang: Rang, elsewhere: Sequence[Table] = ()) -> Commit | None:
    """What the alarm is for, if its turn is still on and its moment has come; otherwise nothing.

    `elsewhere` are the other tables of whoever is to be reminded.
    """
    game = asking.table.game
    due = next((one for one in alarms_of(asking.table) if (one.kind, one.turn) == (rang.kind, rang.turn)), None)
    if due is None or asking.now < rings_at(asking.table, due, asking.now):
        return None
    if rang.kind == "back":
        return asking.plays(EndAbsences(), pressed=False)
    if rang.kind == "clear":
        return asking.plays(ClearTable(), pressed=False)
    if rang.kind == "unbegun":
        return warns(asking, due)
    if game.status is not Status.PLAYING:
        return None
    if rang.kind == "due":
        return asking.plays(ExpireTurn(turn=rang.turn), pressed=False)
    if rang.kind == "computer":
        return moves(asking)
    return reminds(asking, rang.kind, elsewhere)


def reminds(asking: Asking, kind: str, elsewhere: Sequence[Table]) -> Commit | None:
    """A reminder to whoever is on turn, in private, with all their turns in it; it is laid by with this commit."""
    game = asking.table.game
    on_turn, due = game.on_turn or "", game.due or asking.now
    rung = tuple(one for one in clock.alarms(game) if one.kind == kind)
    # After an outage both may be overdue: the later one says all that the earlier one would have said.
    later = any(one.kind == "eighth" and asking.now >= one.at for one in clock.alarms(game))
    if on_turn.startswith(COMPUTER) or (kind == "half" and later) or asking.now >= due:
        return Commit(alarms_off=rung)
    if clock.sleeps(game.sitting(on_turn), asking.now):
        return None  # it is late, and rings again until the morning
    also = [one for one in elsewhere if is_waiting(one, on_turn, asking.now)]
    if any(is_told_by(one, game.id, mine) for one in also for mine in rung):
        return Commit(alarms_off=rung)
    scene = asking.voice.scene(on_turn)
    if also:
        text, rows = all_turns(asking, on_turn, also)
    else:
        text = scene.say(f"time.reminder_{kind}", table=scene.title, left=scene.left(), when=scene.moment(due))
        rows = waiting_choices(scene)
    after = game.settings.rules.retire_after
    if kind == "eighth" and after and scene.seen.missed + 1 >= after:
        key = "time.retires_at" if also else "time.retires"
        text = joined([text, scene.say(key, n=after, table=scene.title)])
    return Commit(messages=tuple(asking.voice.say(on_turn, [text], rows, rings=True)), alarms_off=rung)


def is_waiting(table: Table, who: Address, now: datetime) -> bool:
    """Whether that table waits for that player, with a clock that runs."""
    game = table.game
    return game.status is Status.PLAYING and game.on_turn == who and game.due is not None and game.due > now


def is_told_by(other: Table, game: str, mine: Alarm) -> bool:
    """Whether a reminder of another table in the same minute goes first, and tells of this one too."""
    return any(
        one.kind in REMINDERS and (one.at, other.game.id) < (mine.at, game) and mine.at - one.at < clock.RINGS_WITHIN
        for one in clock.alarms(other.game)
    )


def all_turns(asking: Asking, who: Address, also: Sequence[Table]) -> tuple[Text, Rows]:
    """All the tables that wait for somebody, the most urgent first, with a button each."""
    scene = asking.voice.scene(who)
    found = sorted([asking.table, *also], key=lambda one: (one.game.due or asking.now, one.game.id))
    lines, rows = [scene.say("time.reminder_many", n=len(found))], list[tuple[Choice, ...]]()
    for table in found:
        due = table.game.due or asking.now
        title = asking.at if table is asking.table and asking.at else table.title
        left = duration(scene.language, due - asking.now)
        lines.append(scene.say("time.reminder_line", table=title, left=left, when=scene.moment(due)))
        rows.append((Choice(label=label_of(title), does=f"{table.game.id}:{table.game.turn}:show"),))
    away = waiting_choices(scene)[-1][-1]
    return joined(lines), (*rows, (away,))


def lays_by(asking: Asking, on_turn: Address) -> Commit | None:
    """The reminders of somebody's turn here that would come within the hour: they have just been told of it."""
    game = asking.table.game
    if game.on_turn != on_turn:
        return None
    soon = tuple(one for one in clock.alarms(game) if one.kind in REMINDERS and one.at < asking.now + NOT_REPEATED)
    return Commit(alarms_off=soon) if soon else None


def warns(asking: Asking, due: Alarm) -> Commit:
    """A word to a table that is cleared a day later unless somebody begins."""
    scene = asking.voice.scene(None)
    clears = due.at + clock.WORD_BEFORE
    text = scene.say("board.unbegun", who=scene.name(scene.seen.owner), when=scene.on_day(clears))
    return Commit(messages=tuple(asking.voice.group([text])), alarms_off=(due,))


def moves(asking: Asking) -> Commit:
    """The computer on turn moves, on dates that reach it blurred."""
    game = asking.table.game
    seat = game.on_turn or ""
    lines = [key for key in catalogue(asking.table.language) if key.startswith("computer.says_")]
    known = computer.guesses(game, seat, asking.library, asking.now.year)
    chosen = computer.move(game, seat, known, len(lines))
    if isinstance(chosen, computer.Doubts):
        return asking.plays(Doubt(seat=seat, turn=game.turn), pressed=False)
    says = say(asking.table.language, f"computer.says_{chosen.talks}").text if chosen.talks else ""
    placing = PlaceCard(seat=seat, card=chosen.card, slot=chosen.slot, says=says, turn=game.turn)
    return asking.plays(placing, pressed=False)
