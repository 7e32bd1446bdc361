"""An alarm of a game has rung: remind, pass the turn, let a computer move. It may ring early, late or twice."""

from pbm.rules import clock
from pbm.rules.commands import ClearTable, Doubt, EndAbsences, ExpireTurn, PlaceCard
from pbm.rules.game import Status
from pbm.service import computer
from pbm.service.alarms import alarms_of
from pbm.service.asking import Asking
from pbm.service.ports import Commit
from pbm.service.requests import Rang
from pbm.views.messages import joined
from pbm.views.names import COMPUTER
from pbm.views.say import catalogue, duration, moment, say

REMINDERS = ("half", "eighth")


def rings(asking: Asking, rang: Rang) -> Commit | None:
    """What the alarm is for, if its turn is still on and its moment has come; otherwise nothing."""
    game = asking.table.game
    due = next((one for one in alarms_of(asking.table) if (one.kind, one.turn) == (rang.kind, rang.turn)), None)
    if due is None or asking.now < due.at:
        return None
    if rang.kind == "back":
        return asking.plays(EndAbsences(), pressed=False)
    if rang.kind == "clear":
        return asking.plays(ClearTable(), pressed=False)
    if rang.kind == "unbegun":
        return Commit(alarms_off=(due,))
    if game.status is not Status.PLAYING:
        return None
    if rang.kind == "due":
        return asking.plays(ExpireTurn(turn=rang.turn), pressed=False)
    if rang.kind == "computer":
        return moves(asking)
    return reminds(asking, rang.kind)


def reminds(asking: Asking, kind: str) -> Commit:
    """A reminder to whoever is on turn, in private; it is laid by with this commit."""
    game = asking.table.game
    on_turn, due = game.on_turn or "", game.due or asking.now
    rung = tuple(one for one in clock.alarms(game) if one.kind == kind)
    # After an outage both may be overdue: the later one says all that the earlier one would have said.
    later = any(one.kind == "eighth" and asking.now >= one.at for one in clock.alarms(game))
    if on_turn.startswith(COMPUTER) or (kind == "half" and later) or asking.now >= due:
        return Commit(alarms_off=rung)
    scene = asking.voice.scene(on_turn)
    left = duration(scene.language, due - asking.now)
    when = moment(scene.language, due)
    lines = [scene.say(f"time.reminder_{kind}", table=scene.title, left=left, when=when)]
    after = game.settings.rules.retire_after
    if kind == "eighth" and after and scene.seen.missed + 1 >= after:
        lines.append(scene.say("time.retires", n=after))
    rows = ((scene.choice("show_turn", "show"),),)
    return Commit(messages=tuple(asking.voice.say(on_turn, [joined(lines)], rows, rings=True)), alarms_off=rung)


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
