"""The pace: nobody floods a group, or the bot, through the bot; who asks too much is told once, then not heard."""

from collections.abc import Callable
from datetime import datetime, timedelta

from pbm.service.buttons import read_button
from pbm.service.handle import Handler
from pbm.service.ports import Budget, Store
from pbm.service.requests import Edited, Pressed, Request, Said
from pbm.service.understand import understand
from pbm.service.which import parted, told_apart
from pbm.service.wishes import DoubtIt, Fix, Number, Place, Undo, Yes

MINUTE = timedelta(minutes=1)
SPEAKS, ANSWERS = 3, 1  # what a request costs that makes messages, and one that is only answered on the spot
MOVES = (Place, Number, Fix, DoubtIt, Yes, Undo)
ON_TURN = 2  # times the budget: so long the moves of whoever is on turn are heard


class Paced:
    """Carries out what people ask, up to `a_minute` requests of one person that make messages, in a minute."""

    def __init__(
        self, handler: Handler, store: Store, spoken: Callable[[], int], budget: Budget,
        now: Callable[[], datetime], a_minute: int,
    ) -> None:  # fmt: skip
        """`spoken` counts the commits with messages so far; `a_minute` 0 is no limit."""
        self._handler = handler
        self._store = store
        self._spoken = spoken
        self._budget = budget
        self._now = now
        self._at_most = SPEAKS * a_minute
        self.apologise = handler.apologise

    def handle(self, request: Request) -> None:
        """Carry it out; beyond the limit only say so, once until the minute is over."""
        if not self._at_most or not isinstance(request.what, Said | Edited | Pressed):
            self._handler.handle(request)
            return
        now = self._now()
        who = request.who or f"nobody in {request.chat}"  # an anonymous admin, a channel
        spent = self._budget.spent(who, now)
        if spent >= self._at_most and not (spent < ON_TURN * self._at_most and self._is_move(request)):
            minute, gone = divmod(now.timestamp(), MINUTE.total_seconds())
            name = f"{self._budget.alias(who)}:{minute:.0f}"
            self._handler.asks_to_wait(request, name, MINUTE - timedelta(seconds=gone))
            return
        before = self._spoken()
        self._handler.handle(request)
        self._budget.spend(who, request.id, SPEAKS if self._spoken() > before else ANSWERS, now)

    def _is_move(self, request: Request) -> bool:
        """Whether it looks like a move of the player on turn."""
        match request.what:
            case Pressed(does=does):
                games: tuple[str | None, ...] = (read_button(does)[0],)
            case Said(text=text) if isinstance(understand(text), MOVES):
                games = self._store.games_of(request.who) if request.private else (self._store.game_in(request.chat),)
            case Said(text=text) if request.private:
                line, named = parted(request.who, text, told_apart(self._store.tables_of(request.who)))
                return named is not None and named.game.on_turn == request.who and isinstance(understand(line), MOVES)
            case _:
                return False
        tables = (self._store.table(game) for game in games if game)
        return any(table is not None and table.game.on_turn == request.who for table in tables)
