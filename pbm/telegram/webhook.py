"""The webhook: Telegram brings updates to an address of ours, and is told 200 only when their effect is kept."""

import asyncio
import contextlib
import hmac
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass, field

from telegram import Bot
from telegram.error import InvalidToken, TelegramError

from pbm.telegram.errors import PortTaken, Unreachable, WrongToken
from pbm.telegram.parse import ALLOWED_UPDATES, read
from pbm.telegram.receive import Receiver, Stopped

SECRET = "X-Telegram-Bot-Api-Secret-Token"
BODY_AT_MOST = 1024 * 1024  # bytes; updates have a few thousand
STOPS_WITHIN = 5.0  # seconds, for the update that is under way
LOOKS_EVERY = 120.0  # seconds; whoever polls on the same token takes the webhook away, and nothing tells

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Hook:
    """Where Telegram calls (`url`, with the secret that proves it), and where we listen."""

    url: str
    secret: str = field(repr=False)
    listen: str
    port: int


async def serve_webhook(
    bot: Bot, receiver: Receiver, stop: asyncio.Event, hook: Hook, begun: Callable[[], None] = lambda: None
) -> None:
    """Receive until `stop` is set; raises WrongToken, Unreachable or PortTaken if it cannot begin.

    `begun` hears when Telegram has taken the address. Where another program takes it away, it is set again.
    """
    from aiohttp import web  # takes its time to load, and who polls can do without

    async def take(request: web.Request) -> web.Response:
        # A header may hold any bytes.
        shown = request.headers.get(SECRET, "").encode(errors="surrogateescape")
        if not hmac.compare_digest(shown, hook.secret.encode()):
            return web.Response(status=401)
        try:
            written = json.loads(await request.read())
        except (ValueError, RecursionError):
            return web.Response(status=400)
        if not isinstance(written, dict) or not isinstance(written.get("update_id"), int):
            log.warning("what came to the webhook is no update of Telegram's")
            return web.Response(status=400)
        update = read(written, bot)
        try:
            if update is not None:  # else Telegram would bring it again and again, and nothing after it
                await receiver.take(update)
        except Stopped:
            return web.Response(status=503)
        return web.Response()

    app = web.Application(client_max_size=BODY_AT_MOST)
    app.router.add_post("/{path:.*}", take)  # a proxy before us may keep the path of the address, or not
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=STOPS_WITHIN)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, hook.listen, hook.port).start()
        except OSError as error:
            raise PortTaken(
                f"Nothing can listen at {hook.listen} port {hook.port}: set PBM_WEBHOOK_LISTEN and PBM_WEBHOOK_PORT"
                f" to an address and a free port of this machine ({error.strerror})."
            ) from error
        await _set(bot, hook)
        begun()
        await _keep_set(bot, hook, stop)
    finally:
        await runner.cleanup()


async def _keep_set(bot: Bot, hook: Hook, stop: asyncio.Event) -> None:
    """Look now and then, until `stop` is set, whether Telegram still brings updates here."""
    ours = hook.url  # which Telegram may write in its own way
    with contextlib.suppress(TelegramError):
        ours = (await bot.get_webhook_info()).url or ours
    while not await _set_within(stop, LOOKS_EVERY):
        try:
            found = (await bot.get_webhook_info()).url
            if found != ours:
                log.warning(
                    "Telegram brought updates to %s: another program uses this bot's token, stop that one;"
                    " it brings them here again",
                    found or "nobody",
                )
                await _set(bot, hook)
        except (TelegramError, Unreachable, WrongToken) as error:
            log.warning("whether Telegram brings updates here cannot be seen to: %s; trying again", error)


async def _set_within(stop: asyncio.Event, seconds: float) -> bool:
    try:
        await asyncio.wait_for(stop.wait(), seconds)
    except TimeoutError:
        return False
    return True


async def _set(bot: Bot, hook: Hook) -> None:
    try:
        # One connection: updates come one after the other, in their order.
        await bot.set_webhook(hook.url, secret_token=hook.secret, allowed_updates=ALLOWED_UPDATES, max_connections=1)
    except InvalidToken as error:
        raise WrongToken from error
    except TelegramError as error:
        raise Unreachable(f"Telegram does not take PBM_WEBHOOK_URL: {error.message}.") from error
