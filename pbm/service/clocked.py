"""What moves the deadline of a turn from outside: its prompt came late, or cannot come, or its player is back."""

from pbm.rules.commands import PromptLost, Reached, StartClock
from pbm.rules.play import Played, play
from pbm.service.asking import Asking
from pbm.service.ports import Commit
from pbm.service.voice import Voice


def moves(asking: Asking, command: StartClock | PromptLost | Reached) -> Commit | None:
    """Let the rules move the deadline; a prompt that cannot arrive is told to the group, once. A no changes nothing."""
    played = play(asking.table.game, command, asking.now, asking.shuffle, {})
    if not isinstance(played, Played):
        return None
    after = asking.table.model_copy(update={"game": played.game})
    if not isinstance(command, PromptLost):
        return asking.kept(after, played.events)
    voice = Voice(after, asking.library, asking.now, asking.request)
    scene = voice.scene(None)
    text = scene.say("time.unreachable", who=scene.mention(after.game.on_turn or after.game.owner))
    link = scene.link("open_private", f"private:join-{after.game.id}")
    return asking.kept(after, played.events, voice.group([text], ((link,),), rings=True))
