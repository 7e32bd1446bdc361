"""A line in a private chat: whether it is about whoever writes or about one of their tables, and which one."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

from pbm.rules.game import Status
from pbm.service import days, forget, private, questions, tables, which
from pbm.service.asking import Asking
from pbm.service.desk import Desk
from pbm.service.doors import Doors
from pbm.service.oneself import Oneself
from pbm.service.ports import Asked, Commit
from pbm.service.requests import Request, Said
from pbm.service.understand import PERSONAL, SPOKEN, folded, understand, without_slash
from pbm.service.voice import ask_name
from pbm.service.wishes import LookUp, Slash, Unclear, Undo, Wish
from pbm.views.table import Person, Table


class PrivateChat:
    """What people write to the bot alone."""

    def __init__(self, desk: Desk, oneself: Oneself, doors: Doors) -> None:
        self._desk = desk
        self._oneself = oneself
        self._doors = doors

    def hears(
        self, request: Request, said: Said, person: Person, wish: Wish, tables_of: Callable[[], list[Table]]
    ) -> None:
        """A line, which is a wish by itself; `tables_of` looks for their tables, and only where one may be meant."""
        newest = cache(lambda: self._asked(request))  # looked up once, and only for a word that can answer it
        if line := questions.sure_or_not(said, wish, newest):
            self._answers(request, person, tables_of(), *line)
            return
        if questions.sent_nowhere(said, wish, newest, lambda: which.is_choosing(request.who, tables_of())):
            self._desk.keep(request, self._desk.nowhere(request, person).answered("ask.goes_nowhere"))
            return
        if isinstance(wish, Unclear) and (command := without_slash(said.text)):
            here = tables_of()
            if not which.is_choosing(request.who, here) and which.parted(request.who, said.text, here)[1] is None:
                said = said.model_copy(update={"text": command})
                wish = understand(command)
        if isinstance(wish, Slash) and wish.name == "start" and wish.words.startswith("join-"):
            self._arrives(request, person, wish.words.removeprefix("join-"))
            return
        if isinstance(wish, Slash) and wish.name == "start" and wish.words.startswith("over-"):
            game, _, of = wish.words.removeprefix("over-").rpartition("-")
            self._desk.at(request, game, person, lambda asking: days.takes_over_from(asking, of.replace("_", ":")))
            return
        if isinstance(wish, Slash) and wish.name == "forget":
            self._oneself.forgets(request, person, forget.step_of(wish.words))
            return
        if isinstance(wish, Slash) and wish.name in (*PERSONAL, "away", "back"):
            self._oneself.everywhere(request, person, wish)
            return
        if isinstance(wish, Slash) and wish.name == "language" and folded(wish.words) in SPOKEN:
            self._oneself.speaks(request, person, SPOKEN[folded(wish.words)])
            return
        if isinstance(wish, LookUp) and wish.what in ("games", "language"):
            self._oneself.looks_up(request, person, wish)
            return
        self._said_at_a_table(request, said, person, wish, tables_of(), newest)

    def _said_at_a_table(
        self, request: Request, said: Said, person: Person, wish: Wish, here: list[Table], newest: questions.Newest
    ) -> None:
        """A line in private that is about one of somebody's tables, or would be if they sat at any."""
        about = self._desk.store.saying(request.chat, said.reply_to) if said.reply_to is not None else None
        self._doors.reached(request, here)
        if there := questions.goes_to(said, wish, request.who, here, newest):
            self._goes_there(request, said, person, here, *there)
            return
        text, named = which.parted(request.who, said.text, here)
        if named is None and (line := questions.asks_again(said, wish, request.who, here, newest)):
            wish, said = understand(line), said.model_copy(update={"text": line})
        wish = understand(text) if named else wish
        replied = about.game if about else ""
        if isinstance(wish, Slash) and wish.name == "leave" and replied and not named:
            # The question that is answered was about that game, even if they sit at another by now.
            self._answers(request, person, here, replied, wish)
            return
        meant = which.meant_by(request.who, here, wish, named.game.id if named else replied)
        nowhere = self._desk.nowhere(request, person)
        if not meant:
            self._desk.keep(request, nowhere.in_private(wish, self._desk.over_in(request.chat)))
            return
        if isinstance(wish, Slash) and wish.name == "start" and len(meant) > 1:
            self._oneself.looks_up(request, person, LookUp(what="games"))
            return
        if len(meant) > 1 and which.is_of_a_table(wish):
            self._desk.keep(request, nowhere.which_of(wish, meant))
            return
        if len(meant) > 1 and which.is_of_a_turn(wish):
            key = "no.which_undo" if isinstance(wish, Undo) else "no.which_table"
            self._desk.keep(request, nowhere.which_table(key, said.text, meant))
            return
        game = meant[0].game.id
        at = which.name_of(game, here)

        def work(asking: Asking) -> Commit:
            # A reply belongs to the game it answers: to one that is over, it is played nowhere else.
            earlier = about is not None and (about.game, about.turn) != (game, asking.table.game.turn)
            return private.hears(replace(asking, at=at), wish, earlier)

        self._desk.at(request, game, person, work)

    def _asked(self, request: Request) -> Asked | None:
        """The newest question to whoever writes in private."""
        return self._desk.store.asked(request.chat, ask_name(request.who))

    def _goes_there(
        self, request: Request, said: Said, person: Person, here: list[Table], table: Table, line: str
    ) -> None:
        """The name of a table answers at which one a line is meant, as its button does."""
        at = which.name_of(table.game.id, here)
        work = private.chosen if which.is_of_a_table(understand(line)) else private.goes_there
        self._desk.at(request, table.game.id, person, lambda asking: work(replace(asking, at=at), line, said.message))

    def _answers(self, request: Request, person: Person, here: list[Table], game: str, line: Slash) -> None:
        """The answer goes to the game that was asked about, wherever else they sit by now."""
        if not game:
            self._oneself.forgets(request, person, forget.step_of(line.words))
            return
        at = which.name_of(game, here)
        self._desk.at(request, game, person, lambda asking: private.hears(replace(asking, at=at), line, earlier=False))

    def _arrives(self, request: Request, person: Person, game: str) -> None:
        """Somebody came by the link of a table."""
        table = self._desk.store.table(game)
        if table is None or table.game.status is Status.OVER:
            self._desk.keep(request, self._desk.nowhere(request, person).says("lobby_answer.gone"))
            return

        def work(asking: Asking) -> Commit:
            if asking.table.game.status is Status.OPEN:
                return tables.joins(asking, arrived=True)
            if asking.table.game.seat(asking.who):
                return private.shows_hand(asking)
            return tables.joins(asking)

        self._desk.at(request, game, person, work)
