"""What moves the deadline of a turn from outside: a late prompt or a lost one, a player who is back, an outage."""

from datetime import timedelta

from pbm.rules.commands import ExcuseOutage, PromptLost, Reached, StartClock
from pbm.rules.play import Played, play
from pbm.service.asking import Asking
from pbm.service.ports import Commit
from pbm.service.voice import Voice
from pbm.views.messages import Message
from pbm.views.say import duration

LONG = timedelta(minutes=10)  # an outage that the player on turn is told about

News = StartClock | PromptLost | Reached | ExcuseOutage


def moves(asking: Asking, command: News) -> Commit | None:
    """Let the rules move the deadline, and tell whom it concerns, once; a no changes nothing."""
    played = play(asking.table.game, command, asking.now, asking.shuffle, {})
    if not isinstance(played, Played):
        return None
    after = asking.table.model_copy(update={"game": played.game})
    voice = Voice(after, asking.library, asking.now, asking.request)
    return asking.kept(after, played.events, _told(voice, command))


def _told(voice: Voice, command: News) -> list[Message]:
    game = voice.table.game
    on_turn = game.on_turn or game.owner
    if isinstance(command, PromptLost):
        scene = voice.scene(None)
        text = scene.say("time.unreachable", who=scene.mention(on_turn))
        link = scene.link("open_private", f"private:join-{game.id}")
        return voice.group([text], ((link,),), rings=True)
    if isinstance(command, ExcuseOutage) and command.until - command.since >= LONG and game.due:
        scene = voice.scene(on_turn)
        away = duration(scene.language, command.until - command.since)
        when = scene.moment(game.due)
        return voice.say(on_turn, [scene.say("time.was_away", table=scene.title, away=away, when=when)])
    return []
