"""The bot's own outages: while one lasts no turn runs out, and afterwards nobody has lost time by it."""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime

from redis.exceptions import RedisError

from pbm.service.ports import Unreadable
from pbm.service.requests import Outage, Request
from pbm.store.hearts import SILENT, RedisHearts

NEEDED = ("bot", "post", "clock")  # without one of them nobody can play: it is an outage

Handle = Callable[[Request], None]

log = logging.getLogger(__name__)


class Outages:
    """Looks at the hearts before the clock rings."""

    def __init__(self, hearts: RedisHearts, games: Callable[[], Iterable[str]], handle: Handle) -> None:
        """`games` gives the games that are open; `handle` carries a request out."""
        self._hearts = hearts
        self._games = games
        self._handle = handle

    def over(self, now: datetime) -> bool:
        """Whether there is no outage; where one has just ended, every open game is given what it took first.

        One that fails at it goes without, and the log says so. Of two clocks that see its end, each does so: the same
        hours are excused once.
        """
        silent = [at for name, at in self._hearts.last_beats().items() if name in NEEDED and now - at > SILENT]
        if silent:
            self._hearts.outage_since(min(silent))
            return False
        since = self._hearts.outage()
        if since is None:
            return True
        for game in self._games():
            away = Outage(game=game, since=since, until=now)
            try:
                self._handle(Request(id=f"outage:{game}:{since.timestamp():.3f}", what=away))
            except RedisError:
                raise  # the others would do no better
            except Unreadable:
                pass  # the alarms tell of it
            except Exception:  # whatever is wrong with one game, the others are given their time
                log.exception("game %s is not given back the time for which the bot was away", game)
        self._hearts.outage_over(since)
        return True


def stands(hearts: RedisHearts) -> bool:
    """Whether an outage is known that has not been excused yet: then an alarm that rings waits for the next ring."""
    try:
        return hearts.outage() is not None
    except RedisError:
        return True
