"""Updates in: each is confirmed to Telegram only when the service has kept what follows from it."""

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol

from telegram import Update, User

from pbm.service.ports import Unreadable
from pbm.service.requests import Request
from pbm.telegram.parse import parse

TRIES = 3  # of an update that the service fails at
FIRST_WAIT = 0.2  # seconds
LONGEST_WAIT = 5.0  # seconds

log = logging.getLogger(__name__)


class Stopped(Exception):
    """The bot is to stop, and the update has not been kept: Telegram has to send it again."""


class Service(Protocol):
    """Whom requests are handed to; both may block."""

    def handle(self, request: Request) -> None:
        """Carry it out, whole or not at all."""
        ...

    def apologise(self, request: Request, why: Exception) -> None:
        """Tell whoever asked that it cannot be carried out."""
        ...


class Receiver:
    """Takes one update at a time, in the order of their coming, however they come."""

    def __init__(
        self, service: Service, is_outage: Callable[[Exception], bool], bot: User, stop: asyncio.Event
    ) -> None:
        """`is_outage` tells an error that will pass (the store is away) from a fault of ours."""
        self._service = service
        self._is_outage = is_outage
        self._bot = bot
        self._stop = stop
        self._turn = asyncio.Lock()

    async def take(self, update: Update) -> None:
        """Hand an update to the service; when this comes back, Telegram may forget it.

        While the store is away it waits and tries again; raises Stopped if the bot is to stop meanwhile. An update at
        which the service fails three times is logged, whoever sent it is told, and the others have their turn; one
        for a game that cannot be read is given up at once.
        """
        try:
            request = parse(update, self._bot)
        except Exception:  # whatever shape it has: without it, nothing after it would ever come
            log.exception("update %s cannot be understood", update.update_id)
            return
        if request is None:
            return
        async with self._turn:
            why = await self._fails(update, self._service.handle, request)
            if why is not None:
                await self._fails(update, lambda request: self._service.apologise(request, why), request)

    async def _fails(self, update: Update, work: Callable[[Request], None], request: Request) -> Exception | None:
        """Why it is given up, if it is."""
        faults, wait = 0, FIRST_WAIT
        while True:
            try:
                await asyncio.to_thread(work, request)
                return None
            except Unreadable as error:
                log.error("update %s of %s: %s", update.update_id, request.chat, error)
                return error
            except Exception as error:  # whatever it is, the next update must be heard
                if self._is_outage(error):
                    log.warning("update %s waits: %s", update.update_id, error)
                elif (faults := faults + 1) == TRIES:
                    # The service notes on the error which game it was about, and the log shows the notes.
                    log.exception("update %s of %s is given up", update.update_id, request.chat)
                    return error
            await self._rest(wait)
            wait = min(wait * 2, LONGEST_WAIT)

    async def _rest(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._stop.wait(), seconds)
        except TimeoutError:
            return
        raise Stopped
