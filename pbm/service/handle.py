"""One request from start to end: load, understand, decide, render, commit."""

from dataclasses import replace
from datetime import timedelta

from pbm.rules.commands import ExcuseOutage, PromptLost, StartClock
from pbm.rules.game import TURN_LASTS, Settings, Status
from pbm.rules.habits import zone
from pbm.service import alarmed, clocked, closed, forget, group, habits, private, tables, which
from pbm.service.alarms import alarms_of
from pbm.service.asking import Asking
from pbm.service.buttons import TIMELESS, read_button
from pbm.service.chat import PrivateChat
from pbm.service.desk import Desk
from pbm.service.doors import Doors
from pbm.service.nowhere import ANYWHERE, LANGUAGES, blank
from pbm.service.oneself import Oneself
from pbm.service.ports import Admins, Commit, KeptByLaterCode, Known
from pbm.service.requests import (
    Blocked,
    Delivered,
    Edited,
    LetIn,
    Moved,
    Outage,
    Pressed,
    Rang,
    Removed,
    Request,
    Said,
    ShutOut,
    Unblocked,
    Undelivered,
    Welcomed,
)
from pbm.service.understand import SPOKEN, folded, understand
from pbm.service.voice import ask_name, look_name
from pbm.service.wishes import Fix, LookUp, Number, Place, Slash, Unclear, Wish
from pbm.views.messages import Address
from pbm.views.say import duration, say
from pbm.views.table import Person

NAMED = ("at", "typed", "show", "leave")  # the buttons in private whose answer names the table


class Handler:
    """Handles what comes in, whatever transport it came by; a request that came before changes nothing."""

    def __init__(self, desk: Desk, admins: Admins, turn_lasts: timedelta = TURN_LASTS) -> None:
        """What it needs from outside is on the desk; `turn_lasts` is the time per turn of a new table."""
        self._desk = desk
        self._oneself = Oneself(desk)
        self._doors = Doors(desk)
        self._private_chat = PrivateChat(desk, self._oneself, self._doors)
        self._admins = admins
        self._turn_lasts = turn_lasts

    def handle(self, request: Request) -> None:
        """Carry out one request; an exception means that nothing of it was kept, and it may come again."""
        try:
            self._handle(request)
        except StopIteration as error:  # the one exception that never comes out of a thread to whoever waits for it
            raise LookupError("something was looked for that is not there") from error

    def _handle(self, request: Request) -> None:
        match request.what:
            case Rang() as rang:
                self._rang(request, rang)
            case Said() as said:
                self._said(request, said)
            case Edited():
                self._desk.keep(request, self._desk.nowhere(request, self._desk.person(request)).says("no.edited"))
            case Pressed() as pressed:
                self._pressed(request, pressed)
            case Welcomed() as welcomed:
                self._doors.welcomed(request, welcomed)
            case Blocked() | Unblocked() as door:
                self._doors.private(request, isinstance(door, Unblocked))
            case Moved(to=to):
                self._doors.moved(request, to)
            case Delivered(game=game, turn=turn, at=at):
                self._clocked(request, game, StartClock(turn=turn, at=at))
            case Undelivered(game=game, turn=turn):
                self._clocked(request, game, PromptLost(turn=turn))
            case Outage(game=game, since=since, until=until):
                self._clocked(request, game, ExcuseOutage(since=since, until=until))
            case Removed():
                self._doors.closed(request)
            case ShutOut() | LetIn() as news:
                self._doors.news(request, news)

    def apologise(self, request: Request, why: Exception) -> None:
        """Tell whoever asked that the request cannot be carried out at all."""
        if not request.chat:
            return
        nowhere = self._desk.nowhere(request, self._desk.person(request))
        commit = nowhere.says("no.later" if isinstance(why, KeptByLaterCode) else "no.broke")
        self._desk.store.transact(f"{request.id}:sorry", None, None, lambda _: commit)

    def asks_to_wait(self, request: Request, name: str, left: timedelta) -> None:
        """Tell whoever asks too much how long they are not heard, once for all requests of that name."""
        person = self._desk.person(request)
        text = say(person.language, "no.too_much", left=duration(person.language, left))
        commit = self._desk.nowhere(request, person).commit(text)
        self._desk.store.transact(f"wait:{name}", None, None, lambda _: commit)

    # What comes in

    def _said(self, request: Request, said: Said) -> None:
        wish: Wish = understand(said.text) if said.text else Unclear(text="")
        if isinstance(wish, Slash) and wish.name == "privacy":
            kept = self._desk.nowhere(request, self._heard_here(request)).says("privacy.says")
            self._desk.keep(request, kept.model_copy(update={"people": ()}))
            return
        if not request.who:
            self._said_by_nobody(request, wish)
            return
        if request.private:
            person, tables_of = self._desk.asker(request)
            self._private_chat.hears(request, said, person, wish, tables_of)
        else:
            self._said_in_group(request, said, self._desk.person(request), wish)

    def _heard_here(self, request: Request) -> Person:
        """Whoever asks, spoken to in the language of the place."""
        game = self._desk.store.game_in(request.chat)
        table = self._desk.store.table(game) if game else None
        person = self._desk.person(request) if request.who else Person(address="", name="")
        return person.model_copy(update={"language": table.language}) if table else person

    def _said_by_nobody(self, request: Request, wish: Wish) -> None:
        """An anonymous admin or a channel writes in a group: it may look things up, and cannot be seated."""
        game = self._desk.store.game_in(request.chat)
        table = self._desk.store.table(game) if game else None
        nobody = Person(address="", name="", language=table.language if table else "en")
        if game and isinstance(wish, LookUp) and wish.what in ("chain", "players", "rules", "help"):
            self._desk.at(request, game, nobody, lambda asking: group.shows(asking, wish))
        elif game and isinstance(wish, Slash) and wish.name == "end":
            # Whoever presses the button is somebody, and has to be an admin.
            self._desk.at(request, game, nobody, lambda asking: tables.ends(asking, sure=False, admin=True))
        else:
            self._desk.keep(request, self._desk.nowhere(request, nobody).says("no.nobody"))

    def _said_in_group(self, request: Request, said: Said, person: Person, wish: Wish) -> None:
        earlier = False
        game = self._desk.store.game_in(request.chat)
        if said.reply_to is not None and isinstance(wish, Place | Number | Fix):
            about = self._desk.store.saying(request.chat, said.reply_to)
            table = self._desk.store.table(game) if game else None
            earlier = about is not None and table is not None and (about.game, about.turn) != (game, table.game.turn)
        if game is None:
            if isinstance(wish, Slash) and wish.name == "language":
                self._oneself.speaks(request, person, SPOKEN[folded(wish.words)])
            else:
                self._without_table(request, person, wish)
            return
        admin = isinstance(wish, Slash) and wish.name == "end" and self._admins.is_admin(request.chat, request.who)

        def work(asking: Asking) -> Commit:
            return closed.waits(asking, wish) or group.hears(asking, wish, admin, earlier)

        self._desk.at(request, game, person, work)

    def _without_table(self, request: Request, person: Person, wish: Wish) -> None:
        """A group that has no table."""
        if isinstance(wish, Slash) and wish.name == "newgame":
            self._opens(request, person, Settings(turn_lasts=self._turn_lasts))
        else:
            over = self._desk.over_in(request.chat)
            self._desk.keep(request, self._desk.nowhere(request, person).in_group(wish, over))

    def _opens(self, request: Request, person: Person, settings: Settings) -> None:
        game = self._desk.new_id()

        def work(known: Known) -> Commit | None:
            asking = self._desk.asking(request, blank(request, game, person.language), person)
            if known.in_chat:
                return self._desk.nowhere(request, person).says("lobby_answer.exists")
            return tables.opened(asking, game, settings)

        self._desk.keep_decks()
        self._desk.transact(request.id, game, request.chat, work)

    def _pressed(self, request: Request, pressed: Pressed) -> None:
        person = self._desk.person(request)
        game, turn, verb, args = read_button(pressed.does)
        if game == ANYWHERE:
            self._pressed_anywhere(request, person, verb, args)
            return
        table = self._desk.store.table(game)
        if verb == "again" and not request.private:
            settings = table.game.settings if table else Settings(turn_lasts=self._turn_lasts)
            hands = tuple(one for one in settings.smaller_hands if one[0] == request.who)
            self._opens(request, person, settings.model_copy(update={"smaller_hands": hands}))
            return
        admin = verb in ("end", "keep") and self._admins.is_admin(request.chat, request.who)
        counts = ask_name(request.who) if verb == "typed" else look_name(game)
        newest = self._desk.store.shown(request.chat, counts) if request.private else None
        here = self._desk.tables_of(request.who) if request.private and verb in NAMED and table else []

        at = which.name_of(game, here)

        def work(asking: Asking) -> Commit:
            now = asking.table.game
            if not request.private and group_of(request.chat) != group_of(asking.table.chat):
                return asking.says(asking.scene.say("no.gone"))
            if now.status is Status.OVER:
                return asking.says(asking.scene.say("no.over"))
            if turn != now.turn and verb not in TIMELESS:
                return asking.says(asking.scene.say("no.too_late_to_undo" if verb == "undo" else "no.late"))
            if request.private and verb == "at":
                return private.chosen(replace(asking, at=at), ":".join(args), pressed.message)
            if request.private:
                return private.presses(replace(asking, at=at), verb, args, pressed.message, newest)
            return closed.waits(asking, verb) or group.presses(asking, verb, args, admin)

        self._desk.at(request, game, person, work)

    def _pressed_anywhere(self, request: Request, person: Person, verb: str, args: list[str]) -> None:
        """A button that belongs to no table."""
        if verb == "language" and args and args[0] in LANGUAGES:
            self._oneself.speaks(request, person, "de" if args[0] == "de" else "en")
        elif verb == "zone" and args and zone(args[0]):
            heard = habits.lives_in(person, args[0], self._desk.now(), *args[1:2])
            self._desk.keep(request, self._oneself.everywhere_of(request, person).lives(heard))
        elif verb == "away" and request.private:
            everywhere = self._oneself.everywhere_of(request, person)
            self._desk.keep(request, everywhere.away_days(args[0]) if args else everywhere.away(""))
        elif verb == "forget" and request.private and args and args[0] in forget.STEPS:
            self._oneself.forgets(request, person, forget.STEPS[args[0]])
        elif verb == "newgame":
            self._opens(request, person, Settings(turn_lasts=self._turn_lasts))
        else:
            self._desk.keep(request, self._desk.nowhere(request, person).presses(verb, args))

    def _clocked(self, request: Request, game: str, command: clocked.News) -> None:
        """The running turn has more time; where that is not so any more, nothing happens."""
        self._desk.unasked_at(request, game, lambda asking: clocked.moves(asking, command))

    def _rang(self, request: Request, rang: Rang) -> None:
        def work(known: Known) -> Commit | None:
            asking = self._desk.unasked(request, known)
            return alarmed.rings(replace(asking, at=at), rang, elsewhere) if asking else None

        table = self._desk.store.table(rang.game)
        alarms = alarms_of(table) if table else ()
        due = next((one for one in alarms if (one.kind, one.turn) == (rang.kind, rang.turn)), None)
        # However often an alarm rings, its work is done once: what it leaves is kept under the alarm's own name.
        name = f"rang:{rang.game}:{rang.turn}:{rang.kind}:{due.at.timestamp():.0f}" if due else request.id
        on_turn = table.game.on_turn if table and rang.kind in alarmed.REMINDERS else None
        theirs = self._desk.tables_of(on_turn) if on_turn else []
        elsewhere = [one for one in theirs if one.game.id != rang.game]
        at = which.name_of(rang.game, theirs)
        commit = self._desk.transact(name, rang.game, None, work)
        if commit is not None and commit.messages:
            for other in elsewhere:
                self._laid_by(request, name, other.game.id, on_turn or "")

    def _laid_by(self, request: Request, rang: str, game: str, on_turn: Address) -> None:
        """A reminder has told of that game too: what would come there soon is laid by."""

        def work(known: Known) -> Commit | None:
            asking = self._desk.unasked(request, known)
            return alarmed.lays_by(asking, on_turn) if asking else None

        self._desk.transact(f"{rang}:{game}", game, None, work)


def group_of(chat: Address) -> Address:
    """The group to which a topic belongs, or the group itself: an old message does not say its topic any more."""
    return chat.partition("/")[0]
