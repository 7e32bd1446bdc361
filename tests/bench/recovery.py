"""Recovery: everything is killed at once with many open games, and started again."""

import asyncio
import os
import signal
import time
from datetime import timedelta
from pathlib import Path

from redis import Redis

from pbm.rules.cards import Library
from pbm.service.alarms import alarms_of
from pbm.store import keys, tables
from pbm.store.alarms import RedisAlarms
from pbm.store.connect import connect
from tests.bench.playing import Hall, milliseconds, now, percentile
from tests.bench.telegram import a_telegram, processes
from workers.server import Server

AT_ONCE = 500
OVERDUE = 50  # games whose turn ran out while nothing ran
ALL = ("bot", "post", "clock", "worker")


def filled(redis: Redis, library: Library, games: int, overdue: int = 0) -> None:
    """So many open games, written down as one that was played for a while; of some the turn ran out long ago."""
    hall = Hall(redis, library)
    model = hall.opens(7)
    for _ in range(20):
        request = hall.next_move(model)
        assert request is not None
        hall.handler.handle(request)
    kept, log = tables.written(hall.table(model)), redis.lrange(keys.log(model), 0, -1)
    late = hall.table(model).game
    late = late.model_copy(update={"due": now() - timedelta(minutes=5), "turn_began": now() - timedelta(days=2)})
    kept_late = tables.written(hall.table(model).model_copy(update={"game": late}))
    with redis.pipeline(transaction=False) as pipe:
        for number in range(games):
            id = f"many{number:05}"
            text = (kept_late if number < overdue else kept).replace(f'"{model}"', f'"{id}"')
            text = text.replace('"tg:7', f'"tg:9{number:05}').replace('"tg:-7"', f'"tg:-9{number:05}"')
            pipe.set(keys.game(id), text)
            pipe.rpush(keys.log(id), *log)
            pipe.sadd(keys.OPEN_GAMES, id)
            pipe.set(keys.chat(f"tg:-9{number:05}"), id)
            if len(pipe.command_stack) > AT_ONCE:
                pipe.execute()
        pipe.execute()


def wound(redis: Redis) -> dict[str, float]:
    """How long the set of deadlines takes to be built anew, from nothing and when nothing is missing."""
    alarms = RedisAlarms(redis, alarms_of)
    redis.delete(keys.ALARMS)
    began = time.perf_counter()
    count = alarms.wind(now())
    anew = time.perf_counter() - began
    began = time.perf_counter()
    alarms.wind(now())
    again = time.perf_counter() - began
    return {"alarms": count, "wind anew ms": milliseconds(anew), "wind again ms": milliseconds(again)}


def turn_among(redis: Redis, library: Library, turns: int, name: str) -> float:
    """Milliseconds of a turn, at the median, among as many games as there are."""
    hall = Hall(redis, library, name=name)
    game = hall.opens(50 + len(name))
    times: list[float] = []
    while len(times) < turns and (request := hall.next_move(game)) is not None:
        began = time.perf_counter()
        hall.handler.handle(request)
        times.append(time.perf_counter() - began)
    return milliseconds(percentile(times, 50))


async def measured(folder: Path, library: Library, games: int, overdue: int = OVERDUE) -> dict[str, object]:
    """Kill everything with that many open games; how long until an update is answered, and nothing is overdue."""
    server = Server(folder)
    server.start()
    with connect(server.url) as redis:
        filled(redis, library, games, overdue)
        memory = redis.info("memory")["used_memory"]
    async with a_telegram() as telegram:
        ann = telegram.person("Ann").id
        with processes(telegram.environment(server.url), *ALL):
            telegram.says(ann, "/help")
            await telegram.until(lambda call: call.chat == ann)
        assert server.pid is not None
        os.kill(server.pid, signal.SIGKILL)
        server.stop()
        telegram.says(ann, "/help")
        began = time.time()
        server.start()
        up = time.time() - began
        with connect(server.url) as redis:
            redis.delete(keys.POST)
            with processes(telegram.environment(server.url), *ALL):
                answer = await telegram.until(lambda call: call.chat == ann)
                late = await _nothing_overdue(redis)
        server.stop()
    return {
        "games": games,
        "server MiB": round(memory / 2**20, 1),
        "server up ms": milliseconds(up),
        "first answer ms": milliseconds(answer.at - began),
        "nothing overdue ms": milliseconds(late - began),
    }


async def _nothing_overdue(redis: Redis, seconds: float = 120) -> float:
    """When no game's turn has run out any more."""
    until = time.monotonic() + seconds
    waiting = [f"many{number:05}" for number in range(OVERDUE)]
    while waiting and time.monotonic() < until:
        texts = redis.mget([keys.game(game) for game in waiting])
        stand = [(game, tables.read(str(text)).game) for game, text in zip(waiting, texts, strict=True) if text]
        waiting = [game for game, one in stand if one.due is not None and one.due < now()]
        await asyncio.sleep(0.1)
    assert not waiting, f"{len(waiting)} games are overdue still"
    return time.time()
