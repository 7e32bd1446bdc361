"""A group that the bot cannot write to: it was removed, silenced, or the group is gone. The game waits meanwhile."""

from datetime import datetime, timedelta

from pbm.rules.commands import ExcuseOutage
from pbm.rules.game import Status
from pbm.rules.play import Played, play
from pbm.service.asking import Asking
from pbm.service.group import here_again
from pbm.service.ports import Commit
from pbm.service.voice import Voice
from pbm.service.wishes import LookUp, Slash, Wish
from pbm.views.messages import Message
from pbm.views.names import COMPUTER

LOOKS_AGAIN = timedelta(minutes=10)  # what waits for the group is tried so often; of a right given back nobody may tell
WAITS = timedelta(days=7)  # as long as what is said to the group waits for it


def closes(asking: Asking, tried: datetime | None = None) -> Commit | None:
    """No clock runs from now on; everybody at the table who can be written to hears why, once.

    It is news of a try to write there; where the group was opened after that, it is old.
    """
    table = asking.table
    if table.closed is not None or table.game.status is Status.OVER:
        return None
    if tried is not None and table.let_in is not None and tried <= table.let_in:
        return None
    after = table.model_copy(update={"closed": asking.now})
    said: list[Message] = []
    for seat in table.game.seats:
        person = table.person(seat.id)
        if person is not None and person.reachable and not seat.id.startswith(COMPUTER):
            scene = asking.voice.scene(seat.id)
            said += asking.voice.say(seat.id, [scene.say("group.closed", table=scene.title)])
    return asking.kept(after, messages=said)


def opens(asking: Asking) -> Commit:
    """The game goes on: the running turn has the time that it waited, and the group sees how it lies."""
    table, since = asking.table, asking.table.closed
    if since is None:
        return here_again(asking)
    after = table.model_copy(update={"closed": None, "let_in": asking.now})
    played = play(table.game, ExcuseOutage(since=since, until=asking.now), asking.now, asking.shuffle, {})
    if isinstance(played, Played):
        after = after.model_copy(update={"game": played.game})
    now = Asking(asking.request, after, asking.person, asking.library, asking.now, asking.shuffle)
    shown = here_again(now).messages
    first = tuple(one.model_copy(update={"wakes": one.to == table.chat}) for one in shown)
    return asking.kept(after, played.events if isinstance(played, Played) else (), first)


def waits(asking: Asking, wish: Wish | str) -> Commit | None:
    """What anybody wants in a game that waits for its group; None for what can be had: to look things up, to leave.

    The wish is a line or what a button does. It is answered in private even if it came from the group.
    """
    table = asking.table
    if table.closed is None or table.game.status is Status.OVER:
        return None
    if isinstance(wish, LookUp) and asking.request.private:
        return None
    if (isinstance(wish, Slash) and wish.name in ("leave", "start")) or wish in ("show", "rules", "leave", "stay"):
        return None
    text = asking.seen_by(asking.who, private=True).say("group.waits", table=table.title)
    voice = Voice(table, asking.library, asking.now, asking.request)
    if voice.press or asking.request.private:
        return asking.kept(messages=voice.reply(text))
    return asking.kept(messages=voice.say(asking.who, [text])) if asking.person.reachable else asking.kept()
