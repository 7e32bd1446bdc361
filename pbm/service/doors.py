"""Doors that open and close: a private chat, a group, a group's new address; and what its games have from that."""

import contextlib
from collections.abc import Callable, Sequence

from pbm.rules.commands import Reached
from pbm.service import clocked, closed
from pbm.service.asking import Asking
from pbm.service.desk import Desk
from pbm.service.nowhere import hello_message
from pbm.service.ports import Commit, Unreadable
from pbm.service.requests import LetIn, Request, ShutOut, Welcomed
from pbm.views.messages import Address, Message
from pbm.views.names import titled
from pbm.views.say import say
from pbm.views.table import Table

Work = Callable[[Asking], Commit | None]


class Doors:
    """What becomes of games when the bot can, or cannot, write to somebody or to a group."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def private(self, request: Request, reachable: bool) -> None:
        """Somebody shut the bot out of the private chat, or let it in again."""
        person = self._desk.person(request).model_copy(update={"reachable": reachable})
        self._desk.store.transact(request.id, None, None, lambda _: Commit(people=(person,)))
        here = self._desk.store.tables_of(request.who)
        if reachable:
            self.reached(request, here)
            return
        for table in here:
            self._also(request, "blocked", table.game.id, clocked.blocked)

    def reached(self, request: Request, here: Sequence[Table]) -> None:
        """Whoever could not be written to and now writes has the full time for the turn that waited for them."""
        back = Reached(seat=request.who)
        for table in here:
            if table.game.on_turn == request.who and "prompt lost" in table.game.favours:
                self._also(request, "reached", table.game.id, lambda asking: clocked.moves(asking, back))
            if request.who in table.out_of_reach:
                self._also(request, "back", table.game.id, clocked.back)

    def welcomed(self, request: Request, welcomed: Welcomed) -> None:
        """The bot is in a group, and may write there or not: its games go on, or wait."""
        person = self._desk.person(request)
        games = self._desk.store.games_under(request.chat)
        if not welcomed.may_write:
            heard = self.closed(request)
            text = say(person.language, "info.may_not_write", group=titled(request.title))
            message = Message(to=request.who, text=text, made=self._desk.now())
            if person.reachable and not heard:
                self._desk.store.transact(request.id, None, None, lambda _: Commit(messages=(message,)))
        elif not games:
            hello = hello_message(request.chat, person.language, self._desk.now()).model_copy(update={"wakes": True})
            self._desk.store.transact(request.id, None, None, lambda _: Commit(messages=(hello,)))
        else:
            for game in games:
                self._also(request, "opens", game, closed.opens)

    def closed(self, request: Request) -> bool:
        """The games of a group that cannot be written to wait; whether whoever did that hears of it as a player."""
        games = self._desk.store.games_under(request.chat)
        for game in games:
            self._also(request, "closes", game, closed.closes)
        return any(self._sits(request.who, game) for game in games)

    def _sits(self, who: Address, game: str) -> bool:
        with contextlib.suppress(Unreadable):
            table = self._desk.store.table(game)
            return table is not None and table.game.seat(who) is not None
        return False

    def news(self, request: Request, news: ShutOut | LetIn) -> None:
        """What became of something that a game had to say to its group."""

        def work(asking: Asking) -> Commit | None:
            if asking.table.chat != news.chat:
                return None
            return closed.closes(asking, news.at) if isinstance(news, ShutOut) else _opens(asking)

        self._desk.unasked_at(request, news.game, work)

    def moved(self, request: Request, to: Address) -> None:
        """The group has a new address: its table moves along. If it was closed by that, it is open again."""
        self._desk.store.moves(request.chat, to, self._desk.now())
        for game in self._desk.store.games_under(to):
            self._also(request, "opens", game, _opens)

    def _also(self, request: Request, name: str, game: str, work: Work) -> None:
        """What follows at one table, beside the request itself; who asked is kept by that alone."""

        def kept(asking: Asking) -> Commit | None:
            commit = work(asking)
            return commit.model_copy(update={"people": ()}) if commit else None

        with contextlib.suppress(Unreadable):  # it stays as it is; the others have what is theirs
            self._desk.unasked_at(request.model_copy(update={"id": f"{request.id}:{name}:{game}"}), game, kept)


def _opens(asking: Asking) -> Commit | None:
    """Only what was closed."""
    return closed.opens(asking) if asking.table.closed is not None else None
