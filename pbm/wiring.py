"""Builds the real things and hands them to each other; every process asks for those it needs."""

import random
import secrets
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING

from redis import Redis
from redis.exceptions import DataError, RedisError

from pbm import decks
from pbm.decks import DeckFault
from pbm.rules.cards import Library
from pbm.rules.values import CardId
from pbm.service.alarms import alarms_of
from pbm.service.desk import Desk
from pbm.service.handle import Handler
from pbm.service.pace import Paced
from pbm.service.ports import Admins
from pbm.service.requests import Request
from pbm.settings import WOULD_BE_RIGHT, Settings, SettingsError, read_settings
from pbm.store import keys
from pbm.store.alarms import RedisAlarms
from pbm.store.budget import CountingStore, RedisBudget
from pbm.store.connect import Patience, RedisAway, connect
from pbm.store.games import RedisStore
from pbm.store.hearts import RedisHearts
from pbm.store.lease import Lease
from pbm.store.outbox import RedisOutbox
from pbm.store.shelf import RedisShelf
from pbm.telegram.errors import PortTaken, Unreachable, WrongToken
from pbm.views.messages import Address

if TYPE_CHECKING:  # the library takes a third of a second to load, and two of four processes never ask for it
    from telegram import Bot
    from telegram.ext import ExtBot

    from pbm.telegram.webhook import Hook

GAME_ID = 6  # bytes of chance; it goes into every button, which has 64

FOR_THE_OPERATOR = (SettingsError, DeckFault, RedisAway, WrongToken, Unreachable, PortTaken)
"""Errors that somebody at the keyboard can put right: their text is shown, and no traceback."""


@cache
def settings() -> Settings:
    """The settings of this process."""
    return read_settings()


@cache
def patience() -> Patience:
    """How long this process waits for Redis."""
    return Patience()


@cache
def redis() -> Redis:
    """The Redis that all processes share."""
    return connect(_redis_url(), patience=patience())


@cache
def redis_in_bytes() -> Redis:
    """The same for RQ, which wants bytes."""
    return connect(_redis_url(), decode=False, patience=patience())


def _redis_url() -> str:
    if not settings().redis_url:
        raise SettingsError(
            f"PBM_REDIS_URL is missing: set it to {WOULD_BE_RIGHT['redis_url']}; or use pbm run, which brings its own."
        )
    return settings().redis_url


@cache
def library() -> Library:
    """The decks that new games are begun with, ready to be played with at once."""
    found = decks.load(settings().decks, this_year=now().year, cache=settings().data.expanduser() / "decks.json")
    # Made now; else whoever presses a button first would wait for them.
    assert found.version
    assert found.fronts("en")
    assert found.dates
    return found


@cache
def alarms() -> RedisAlarms:
    """The set of deadlines."""
    return RedisAlarms(redis(), alarms_of)


@cache
def outbox() -> RedisOutbox:
    """What waits to be sent."""
    return RedisOutbox(redis())


def open_games() -> Iterator[str]:
    """The games that are not over."""
    return RedisStore(redis()).open_games()


@cache
def hearts() -> RedisHearts:
    """When each process was last seen alive."""
    return RedisHearts(redis())


def shelf() -> RedisShelf:
    """All games that are kept."""
    return RedisShelf(redis(), timedelta(days=settings().keep_finished))


def post_lease() -> Lease:
    """What the one post that delivers holds."""
    return Lease(redis(), keys.POST)


@cache
def handler() -> Callable[[Request], None]:
    """What carries out a request that no person made."""
    return handler_with(_NoAdmins()).handle


def paced_handler(admins: Admins) -> Paced:
    """What carries out what people ask, and lets nobody ask too much."""
    store = CountingStore(redis())
    budget, a_minute = RedisBudget(redis()), settings().requests_a_minute
    return Paced(handler_with(admins, store), store, lambda: store.spoken, budget, now, a_minute)


def handler_with(admins: Admins, store: RedisStore | None = None) -> Handler:
    """What carries out any request."""
    desk = Desk(store or RedisStore(redis()), library(), now, _shuffled, _new_id)
    return Handler(desk, admins, timedelta(seconds=settings().turn_lasts))


def bot() -> "Bot":
    """The bot, to receive with."""
    from pbm.telegram.bots import plain_bot

    return plain_bot(settings().token, settings().telegram_api_url)


def sending_bot() -> "ExtBot[int]":
    """The bot, to send with."""
    from pbm.telegram.bots import polite_bot

    return polite_bot(settings().token, settings().telegram_api_url)


def hook() -> "Hook | None":
    """Where Telegram brings updates to; None: we poll."""
    from pbm.telegram.webhook import Hook

    chosen = settings()
    if not chosen.webhook_url:
        return None
    secret = chosen.webhook_secret.get_secret_value()
    return Hook(chosen.webhook_url, secret, chosen.webhook_listen, chosen.webhook_port)


def now() -> datetime:
    """The moment."""
    return datetime.now(UTC)


def is_outage(error: Exception) -> bool:
    """Whether an error is Redis' and will pass: it is away, loading, full, or cannot write."""
    return isinstance(error, RedisError) and not isinstance(error, DataError)


class _NoAdmins:
    """Nobody asks who is an admin on behalf of an alarm."""

    def is_admin(self, chat: Address, person: Address) -> bool:
        return False


def _shuffled(cards: Sequence[CardId]) -> tuple[CardId, ...]:
    return tuple(random.SystemRandom().sample(cards, len(cards)))


def _new_id() -> str:
    return secrets.token_urlsafe(GAME_ID)
