"""What every request needs: who asks, which table is meant, and the way to keep what comes of it."""

import contextlib
from collections.abc import Callable
from datetime import datetime

from pbm.rules.cards import Library
from pbm.rules.game import Game, Status
from pbm.rules.turns import Shuffle
from pbm.service.asking import Asking
from pbm.service.nowhere import Nowhere
from pbm.service.ports import Commit, Known, Store, Unreadable
from pbm.service.requests import Request
from pbm.service.which import told_apart
from pbm.views.messages import Address, Language
from pbm.views.names import clean
from pbm.views.table import Person, Table


class Desk:
    """The store, the decks, the clock and chance, as the handling of a request uses them."""

    def __init__(
        self,
        store: Store,
        library: Library,
        now: Callable[[], datetime],
        shuffle: Shuffle,
        new_id: Callable[[], str],
    ) -> None:
        """Everything from outside comes in here."""
        self.store = store
        self.now = now
        self.new_id = new_id
        self.library = library
        self._shuffle = shuffle
        self._older: dict[str, Library] = {}

    def person(self, request: Request) -> Person:
        """Whoever asks, as they are known, with the name and language they come with now."""
        return self._as_they_come(request, self.store.people((request.who,)).get(request.who))

    def asker(self, request: Request) -> tuple[Person, Callable[[], list[Table]]]:
        """Whoever asks, and what tells their tables as they were at the same moment: one look instead of two."""
        known, tables = self.store.asker(request.who)
        return self._as_they_come(request, known), lambda: told_apart(tables())

    def _as_they_come(self, request: Request, known: Person | None) -> Person:
        spoken: Language = "de" if request.language.lower().startswith("de") else "en"
        name = clean(request.name)
        if known is None:
            return Person(address=request.who, name=name, language=spoken, reachable=request.private)
        language = known.language if known.language_chosen or not request.language else spoken
        reachable = known.reachable or request.private
        return known.model_copy(update={"name": name or known.name, "language": language, "reachable": reachable})

    def library_of(self, game: Game) -> Library:
        """The decks that the game was begun with; an open table has the present ones."""
        version = game.decks
        if not version or version == self.library.version:
            return self.library
        if version not in self._older:
            kept = self.store.decks(version)
            if kept is None:
                raise LookupError(f"the decks {version} of game {game.id} are not in the store")
            self._older[version] = kept
        return self._older[version]

    def asking(self, request: Request, table: Table, person: Person) -> Asking:
        """Somebody asks something at a table, as they are known now."""
        people = tuple(person if one.address == person.address else one for one in table.people)
        spoken = table if people == table.people else table.model_copy(update={"people": people})
        return Asking(request, spoken, person, self.library_of(table.game), self.now(), self._shuffle)

    def at(self, request: Request, game: str, person: Person, work: Callable[[Asking], Commit | None]) -> None:
        """Run the work on a table that is there; if it is gone, say so."""

        def at_table(known: Known) -> Commit | None:
            if known.table is None:
                return self.nowhere(request, person).says("no.gone")
            return work(self.asking(request, known.table, person))

        self.keep_decks()
        self.transact(request.id, game, None, at_table)

    def transact(
        self, request: str, game: str, chat: Address | None, work: Callable[[Known], Commit | None]
    ) -> Commit | None:
        """Keep what the work on a game gives; an error on the way says which game it was about."""
        try:
            return self.store.transact(request, game, chat, work)
        except Exception as error:
            error.add_note(f"game {game}")
            raise

    def keep_decks(self) -> None:
        """Put the present decks where a game that is begun with them finds them later."""
        if self.library.version not in self._older:
            self.store.keep_decks(self.library)
            self._older[self.library.version] = self.library

    def nowhere(self, request: Request, person: Person) -> Nowhere:
        """What answers where no table is meant."""
        return Nowhere(request, person, self.library, self.now())

    def keep(self, request: Request, commit: Commit) -> None:
        """Keep what needs no table."""
        self.store.transact(request.id, None, None, lambda _: commit)

    def tables_of(self, who: Address) -> list[Table]:
        """The tables at which somebody sits, the oldest first, with titles that tell them apart; none is kept so."""
        return told_apart(self.store.tables_of(who))

    def over_in(self, chat: Address) -> Table | None:
        """The table of the last game in a chat, if it was begun and is over, and if that is still known."""
        game = self.store.last_in(chat)
        with contextlib.suppress(Unreadable):  # somebody who asks for no table is answered without it
            table = self.store.table(game) if game else None
            return table if table and table.game.begun and table.game.status is Status.OVER else None
        return None

    def unasked(self, request: Request, known: Known) -> Asking | None:
        """What nobody asked for: an alarm, news of a prompt."""
        if known.table is None:
            return None
        nobody = Person(address="", name="")
        return Asking(request, known.table, nobody, self.library_of(known.table.game), self.now(), self._shuffle)

    def unasked_at(self, request: Request, game: str, work: Callable[[Asking], Commit | None]) -> Commit | None:
        """Run work on a table that nobody at it has asked for; without a table nothing happens."""

        def at_table(known: Known) -> Commit | None:
            asking = self.unasked(request, known)
            return work(asking) if asking else None

        return self.transact(request.id, game, None, at_table)
