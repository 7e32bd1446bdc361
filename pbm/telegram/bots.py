"""The library's bots, made the way this project needs them."""

import json
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from telegram import Bot, User
from telegram.error import InvalidToken, NetworkError, TelegramError
from telegram.ext import ExtBot
from telegram.request import HTTPXRequest

from pbm.telegram.errors import Unreachable, WrongToken
from pbm.telegram.pace import Pace

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
CONNECTIONS = 32  # as many letters, and some more, are under way at once
A_SECOND = 27  # messages; Telegram takes thirty in any second, however they bunch up on the way ...
AT_ONCE = 2  # ... so after a rest they do not start with a second's worth of them
GROUP_A_MINUTE = 20  # messages into one group, as many as Telegram takes in any minute
ANSWERS_WITHIN = 10.0  # seconds
CONNECTS_WITHIN = 5.0  # seconds


def polite_bot(token: str, api_url: str) -> ExtBot[int]:
    """A bot for the post: it keeps to Telegram's pace, and an answer to a press never waits for that."""
    return ExtBot(
        token,
        base_url=f"{api_url}/bot",
        base_file_url=f"{api_url}/file/bot",
        request=_request(api_url),
        get_updates_request=_request(api_url),
        rate_limiter=Pace(A_SECOND, AT_ONCE, GROUP_A_MINUTE),
    )


def plain_bot(token: str, api_url: str) -> Bot:
    """A bot for everything else."""
    return Bot(
        token,
        base_url=f"{api_url}/bot",
        base_file_url=f"{api_url}/file/bot",
        request=_request(api_url),
        get_updates_request=_request(api_url),
    )


@asynccontextmanager
async def awake(bot: Bot, api_url: str) -> AsyncIterator[User]:
    """The bot with its connections open, and who it is; raises WrongToken, or Unreachable when nobody answers."""
    try:
        try:
            await bot.initialize()
        except InvalidToken:
            raise WrongToken from None  # the library's own words contain the token
        except TelegramError as error:
            raise Unreachable(f"The Bot API at {api_url} cannot be reached: {error.message}.") from error
        yield bot.bot
    finally:
        await bot.shutdown()


class _Request(HTTPXRequest):
    """Takes a refusal for Telegram's only if it is: of a proxy on the way, the library would take the status for it."""

    async def do_request(self, *about: Any, **more: Any) -> tuple[int, bytes]:
        """The status and the body of the answer; raises NetworkError for a failure that Telegram has not told."""
        status, body = await super().do_request(*about, **more)
        if not 200 <= status < 300 and not _is_refusal(body):
            raise NetworkError(f"what came in its place has status {status}")
        return status, body


def _is_refusal(body: bytes) -> bool:
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return False
    return isinstance(said, dict) and said.get("ok") is False and isinstance(said.get("error_code"), int)


def _request(api_url: str) -> HTTPXRequest:
    os.environ.setdefault("PTB_TIMEDELTA", "1")  # else the library warns at each RetryAfter
    for name in ("httpx", "httpcore"):
        logging.getLogger(name).setLevel(logging.WARNING)  # they log addresses, and the token is in them
    # A proxy that is set for the internet does not lead back to this machine.
    own_machine = urlsplit(api_url).hostname in LOOPBACK
    return _Request(
        connection_pool_size=CONNECTIONS,
        read_timeout=ANSWERS_WITHIN,
        write_timeout=ANSWERS_WITHIN,
        connect_timeout=CONNECTS_WITHIN,
        pool_timeout=ANSWERS_WITHIN,
        httpx_kwargs={"trust_env": False} if own_machine else None,
    )
