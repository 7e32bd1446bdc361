"""What somebody says about themselves, at whatever table: their language, their games, that they be forgotten."""

import contextlib

from pbm.service import forget, habits
from pbm.service.desk import Desk
from pbm.service.everywhere import Everywhere
from pbm.service.ports import Commit, Known, Unreadable
from pbm.service.requests import Request
from pbm.service.wishes import LookUp, Slash
from pbm.views import lookup
from pbm.views.lobby import label_of
from pbm.views.messages import Choice, Language, Text, joined
from pbm.views.say import say
from pbm.views.scene import scene
from pbm.views.table import Person


class Oneself:
    """The requests that belong to a person and to no table."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def forgets(self, request: Request, person: Person, step: forget.Step) -> None:
        """Ask, and ask again where games are open; then leave those, and keep nothing of that person."""
        nowhere, here = self._desk.nowhere(request, person), self._desk.tables_of(request.who)
        if asked := forget.question(nowhere, step, here):
            self._desk.keep(request, asked)
            return
        for table in here:
            leaving = request.model_copy(update={"id": f"{request.id}:{table.game.id}"})
            self._desk.at(leaving, table.game.id, person, forget.gets_up)
        self._desk.store.forget(request.who, lambda: f"gone:{self._desk.new_id()}")
        self._desk.keep(request, forget.goodbye(nowhere))

    def everywhere(self, request: Request, person: Person, wish: Slash) -> None:
        """A command in private about oneself, at all tables."""
        everywhere = self.everywhere_of(request, person)
        match wish.name:
            case "away":
                self._desk.keep(request, everywhere.away(wish.words))
            case "back":
                self._desk.keep(request, everywhere.back())
            case name:
                self._desk.keep(request, everywhere.lives(habits.hears(person, name, wish.words, self._desk.now())))

    def everywhere_of(self, request: Request, person: Person) -> Everywhere:
        """One decision of somebody about all their games."""
        return Everywhere(self._desk.nowhere(request, person), lambda: self._desk.tables_of(request.who), self._desk.at)

    def looks_up(self, request: Request, person: Person, wish: LookUp) -> None:
        """Show the games that somebody is in, or ask for their language."""
        if wish.what == "language":
            self._desk.keep(request, self._desk.nowhere(request, person).in_private(wish))
            return
        lines: list[Text] = []
        rows: list[tuple[Choice, ...]] = []
        for table in self._desk.tables_of(request.who):
            seen = scene(table, request.who, self._desk.library_of(table.game), self._desk.now())
            lines.append(lookup.one_game(seen))
            if table.game.begun:
                rows.append((Choice(label=label_of(table.title), does=f"{table.game.id}:{table.game.turn}:show"),))
        text = joined(lines) if lines else say(person.language, "info.no_games")
        self._desk.keep(request, self._desk.nowhere(request, person).commit(text, tuple(rows)))

    def speaks(self, request: Request, person: Person, language: Language) -> None:
        """Somebody chose a language; their tables hear of it with their next request there."""
        chosen = person.model_copy(update={"language": language, "language_chosen": True})
        text = say(language, "info.language_set")
        self._desk.keep(request, self._desk.nowhere(request, chosen).commit(text))
        for game in self._desk.store.games_of(request.who):
            with contextlib.suppress(Unreadable):  # whatever can read it will hear of it with their next request there
                self._desk.transact(f"{request.id}:{game}", game, None, lambda known: respoken(known, chosen))


def respoken(known: Known, person: Person) -> Commit | None:
    """A table at which somebody speaks another language from now on."""
    if known.table is None:
        return None
    people = tuple(person if one.address == person.address else one for one in known.table.people)
    return Commit(table=known.table.model_copy(update={"people": people}))
