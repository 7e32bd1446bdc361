"""What moves the deadline of a turn from outside: a late prompt or a lost one, a player who is back, an outage."""

from datetime import timedelta

from pbm.rules.commands import ExcuseOutage, PromptLost, Reached, StartClock
from pbm.rules.play import Played, play
from pbm.service.asking import Asking
from pbm.service.ports import Commit
from pbm.service.voice import Voice
from pbm.views.messages import Address, Message
from pbm.views.say import duration
from pbm.views.table import Table

LONG = timedelta(minutes=10)  # an outage that the player on turn is told about

News = StartClock | PromptLost | Reached | ExcuseOutage


def moves(asking: Asking, command: News) -> Commit | None:
    """Let the rules move the deadline, and tell whom it concerns, once; a no changes nothing."""
    played = play(asking.table.game, command, asking.now, asking.shuffle, {})
    if not isinstance(played, Played):
        return None
    after = asking.table.model_copy(update={"game": played.game})
    voice = Voice(after, asking.library, asking.now, asking.request)
    if isinstance(command, PromptLost):
        after, told = unreached(voice, after.game.on_turn or "", "time.unreachable")
        return asking.kept(after, played.events, told)
    return asking.kept(after, played.events, _told(voice, command))


def unreached(voice: Voice, who: Address, key: str) -> tuple[Table, list[Message]]:
    """The group is told that somebody cannot be written to, once until they are back."""
    table = voice.table
    if who in table.out_of_reach:
        return table, []
    scene = voice.scene(None)
    link = scene.link("open_private", f"private:join-{table.game.id}")
    told = voice.group([scene.say(key, who=scene.mention(who))], ((link,),), rings=True)
    return table.model_copy(update={"out_of_reach": (*table.out_of_reach, who)}), told


def blocked(asking: Asking) -> Commit | None:
    """Whoever is on turn shut the bot out; those who are not will be missed when it is their turn."""
    if asking.table.game.on_turn != asking.who or asking.table.game.due is None:
        return None
    after, told = unreached(asking.voice, asking.who, "time.unreachable_on_turn")
    return asking.kept(after, messages=told) if told else None


def back(asking: Asking) -> Commit | None:
    """Somebody can be written to again; should they be lost once more, the group is told anew."""
    table = asking.table
    if asking.who not in table.out_of_reach:
        return None
    others = tuple(one for one in table.out_of_reach if one != asking.who)
    return asking.kept(table.model_copy(update={"out_of_reach": others}))


def _told(voice: Voice, command: News) -> list[Message]:
    game = voice.table.game
    on_turn = game.on_turn or game.owner
    if isinstance(command, ExcuseOutage) and command.until - command.since >= LONG and game.due:
        scene = voice.scene(on_turn)
        away = duration(scene.language, command.until - command.since)
        when = scene.moment(game.due)
        return voice.say(on_turn, [scene.say("time.was_away", table=scene.title, away=away, when=when)])
    return []
