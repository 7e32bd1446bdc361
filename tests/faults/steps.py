"""A bot in this process that stops after a chosen step: each word with Redis and each call to Telegram is one."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import pytest
from redis import Redis
from redis.client import Pipeline
from rq.job import Job
from telegram.request import HTTPXRequest

from pbm import wiring
from pbm.rules.cards import Library
from pbm.sandbox.server import TOKEN
from pbm.service.alarms import alarms_of
from pbm.service.deliver import deliver_head
from pbm.service.desk import Desk
from pbm.service.handle import Handler
from pbm.store.alarms import RedisAlarms
from pbm.store.games import RedisStore
from pbm.store.hearts import RedisHearts
from pbm.store.outbox import RedisOutbox
from pbm.telegram.bots import awake, plain_bot
from pbm.telegram.parse import ALLOWED_UPDATES
from pbm.telegram.receive import Receiver
from pbm.telegram.send import TelegramSender
from pbm.views.messages import Address
from workers.alarms import ring_all
from workers.clock import Clock, alarm_queue


class Halt(BaseException):
    """The process is dead, in the middle of whatever it did."""


@dataclass
class Steps:
    """Counts the steps, and ends it all at one of them; each has a before and an after."""

    halt_at: int = 0  # 0: at none
    names: list[str] = field(default_factory=list)
    counting: bool = False

    def take(self, name: str) -> None:
        """One more step."""
        if not self.counting:
            return
        self.names.append(name)
        if len(self.names) == self.halt_at:
            raise Halt(name)


class SteppingRedis(Redis):
    """A client each of whose words with the server is a step."""

    steps: Steps

    def execute_command(self, *words: Any, **options: Any) -> Any:
        self.steps.take(f"before {words[0]}")
        answer = super().execute_command(*words, **options)  # type: ignore[no-untyped-call]  # no types there
        self.steps.take(f"after {words[0]}")
        return answer

    def pipeline(self, transaction: bool = True, shard_hint: Any = None) -> Pipeline:
        pipe = _SteppingPipeline(self.connection_pool, self.response_callbacks, transaction, shard_hint)
        pipe.steps = self.steps
        return pipe


class _SteppingPipeline(Pipeline):
    steps: Steps

    def immediate_execute_command(self, *words: Any, **options: Any) -> Any:
        self.steps.take(f"before {words[0]}")
        answer = super().immediate_execute_command(*words, **options)  # type: ignore[no-untyped-call]  # no types there
        self.steps.take(f"after {words[0]}")
        return answer

    def execute(self, raise_on_error: bool = True) -> list[Any]:
        if not self.command_stack:
            return super().execute(raise_on_error)
        self.steps.take("before EXEC")
        answer = super().execute(raise_on_error)
        self.steps.take("after EXEC")
        return answer


@contextmanager
def stepping_calls(monkeypatch: pytest.MonkeyPatch, steps: Callable[[], Steps], life: "Life") -> Iterator[None]:
    """Each call to Telegram is a step; and an alarm that rings finds what that life of the bot has."""
    ask = HTTPXRequest.do_request

    async def stepping(self: HTTPXRequest, url: str, *more: Any, **options: Any) -> Any:
        method = url.rpartition("/")[2]
        steps().take(f"before {method}")
        answer = await ask(self, url, *more, **options)
        steps().take(f"after {method}")
        return answer

    with monkeypatch.context() as patch:
        patch.setattr(HTTPXRequest, "do_request", stepping)
        patch.setattr(wiring, "handler", lambda: life.handler.handle)
        patch.setattr(wiring, "alarms", lambda: life.alarms)
        patch.setattr(wiring, "hearts", lambda: RedisHearts(life.redis))
        yield


@dataclass
class Life:
    """Everything that one process needs, built anew for each life."""

    api_url: str
    server_url: str
    library: Library
    time: datetime
    redis: Any = None
    handler: Any = None
    alarms: Any = None

    def now(self) -> datetime:
        """What time it is."""
        return self.time

    async def goes_on(self, steps: Steps) -> None:
        """Receive what waits, keep what follows, confirm it, ring, and deliver until every line is empty."""
        redis, raw = (self._connected(steps, decode) for decode in (True, False))
        bot = plain_bot(TOKEN, self.api_url)
        self.redis, self.alarms = redis, RedisAlarms(redis, alarms_of)
        desk = Desk(RedisStore(redis), self.library, self.now, tuple, _new_id)
        self.handler = handler = Handler(desk, _NoAdmins())
        try:
            async with awake(bot, self.api_url) as me:
                receiver = Receiver(handler, wiring.is_outage, me, asyncio.Event())
                steps.counting = True
                confirmed = None
                for update in await bot.get_updates(timeout=0, allowed_updates=ALLOWED_UPDATES):
                    await receiver.take(update)
                    confirmed = update.update_id + 1
                await bot.get_updates(confirmed, timeout=0, allowed_updates=ALLOWED_UPDATES)
                await asyncio.to_thread(self._rings, raw)
                outbox, sender = RedisOutbox(redis), TelegramSender(bot, me.username or "")
                while lines := await asyncio.to_thread(outbox.due, self.now(), 20):
                    for line in lines:
                        await deliver_head(line, outbox, sender, self.now, handler.handle)
        finally:
            steps.counting = False
            redis.close()
            raw.close()

    def _connected(self, steps: Steps, decode: bool) -> Any:
        redis: Any = SteppingRedis.from_url(self.server_url, decode_responses=decode)
        redis.steps = steps
        return redis

    def _rings(self, raw: Redis) -> None:
        """The clock makes jobs of what is due; they are done, by no worker of RQ's, for that survives what we raise."""
        queue = alarm_queue(raw)
        Clock(self.alarms, queue, self.now).tick()
        for id in queue.job_ids:
            job = Job.fetch(id, raw, queue.serializer)
            ring_all(*job.args)
            job.delete()


class _NoAdmins:
    def is_admin(self, chat: Address, person: Address) -> bool:
        return False


def _new_id() -> str:
    return "game"


def snapshot(redis: Redis) -> Sequence[tuple[str, bytes]]:
    """All that is kept, as the server itself writes it down."""
    kept = [(str(key), redis.dump(key)) for key in redis.scan_iter("*")]
    return [(key, value) for key, value in kept if value is not None]


def restore(redis: Redis, kept: Sequence[tuple[str, bytes]]) -> None:
    """Make it so again."""
    with redis.pipeline() as pipe:  # the server waits for its disk once
        pipe.flushall()
        for key, value in kept:
            pipe.restore(key, 0, value)
        pipe.execute()
