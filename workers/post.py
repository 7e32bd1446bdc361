"""The post: the one process that delivers what the games have said."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from datetime import UTC, datetime

from redis.exceptions import RedisError

from pbm.service.deliver import News, deliver, nobody_asks
from pbm.service.ports import Outbox, Sender
from pbm.store.connect import Patience
from pbm.store.lease import Lease
from workers.stopping import asked_to_stop

LOOKS_EVERY = 1.0  # seconds, whether the other post has died, or Redis works again
RENEWS = 3  # times in the life of a lease

log = logging.getLogger(__name__)


async def post(
    outbox: Outbox,
    sender: Sender,
    lease: Lease,
    stop: asyncio.Event,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    news: News = nobody_asks,
) -> None:
    """Deliver for as long as the lease is ours, wait while another holds it or Redis fails; ends when `stop` is set."""
    while not stop.is_set():
        try:
            if await asyncio.to_thread(lease.take):
                log.info("this post delivers")
                try:
                    await _deliver_with_lease(outbox, sender, lease, stop, now, news)
                finally:
                    await asyncio.to_thread(lease.give_back)
        except RedisError as error:
            # Away for long, full, or it takes no writing: the letters are kept, and the sender, which lives on, still
            # knows which of them have arrived.
            log.warning("the post waits: %s", error)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), LOOKS_EVERY)


async def serve(outbox: Outbox, sender: Sender, lease: Lease, news: News, patience: Patience) -> None:
    """The post as a process: it ends on SIGTERM or SIGINT, with the letters that are under way delivered."""
    await post(outbox, sender, lease, asked_to_stop(patience), news=news)


async def _deliver_with_lease(
    outbox: Outbox, sender: Sender, lease: Lease, stop: asyncio.Event, now: Callable[[], datetime], news: News
) -> None:
    over = asyncio.Event()
    delivery = asyncio.create_task(deliver(outbox, sender, now, over, news=news))
    stopped = asyncio.create_task(stop.wait())
    try:
        while await asyncio.to_thread(lease.renew):
            ended, _ = await asyncio.wait(
                {delivery, stopped}, timeout=lease.lasts.total_seconds() / RENEWS, return_when=asyncio.FIRST_COMPLETED
            )
            if ended:
                return
        if await asyncio.to_thread(lease.is_anothers):
            log.warning("another post has taken over")
        else:  # while Redis hung or was away, or as it forgot all
            log.warning("the right to deliver ran out while Redis did not answer; it is taken again")
    finally:
        stopped.cancel()
        over.set()
        await delivery
