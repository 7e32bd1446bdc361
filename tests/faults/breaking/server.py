"""Redis: its connections are cut, its memory is full, it loses scripts and jobs, it dies, it stands still."""

import asyncio
import os
import signal
import time

from tests.faults.breaking.moments import Breaking, begun, somebody_acts, until_turns
from tests.faults.proxy import a_proxy
from tests.faults.world import ALONE, World
from workers.server import SOCKET

FEW = 1 << 20  # bytes: less than the server holds
CUT_WITHIN = 30.0  # seconds for each on the whole; in a world that stands still there is nothing to cut


def broken(cuts: int, stops: float, times: int, turns: int, seconds: float) -> Breaking:
    """Connections cut in EXEC, scripts and jobs flushed, memory full, the server killed, and stopped for that long."""

    async def breaking(world: World) -> None:
        path = world.folder / "way.sock"
        proxy = await world.stack.enter_async_context(a_proxy(world.folder / SOCKET, path))
        world.way = f"unix://{path}"
        for name in ALONE:
            world.start(name)
        await begun(world)
        end = time.monotonic() + cuts * CUT_WITHIN
        while proxy.cuts < cuts:
            if time.monotonic() > end:
                world.complaints.append(f"only {proxy.cuts} connections could be cut: nothing is written any more")
                break
            await somebody_acts(world)
            await asyncio.sleep(0.1 * world.chance.random())
            proxy.cut(world.chance.choice(("before", "after")))
            world.note("redis cut off in EXEC")
            await asyncio.sleep(0.5 * world.chance.random())
        for _ in range(times):
            await _flush(world)
            await asyncio.sleep(3)
            await _fill(world)
            await asyncio.sleep(3)
            world.restart_server()
            await asyncio.sleep(3)
        await _stop_server(world, stops)
        await until_turns(world, turns, seconds)

    return breaking


async def _flush(world: World) -> None:
    world.note("redis: scripts and jobs flushed")
    world.redis.script_flush()
    if jobs := [str(key) for key in world.redis.scan_iter("rq:*")]:
        world.redis.delete(*jobs)


async def _fill(world: World) -> None:
    world.note("redis: memory full")
    world.redis.config_set("maxmemory", FEW)
    await asyncio.sleep(4)
    world.redis.config_set("maxmemory", 0)
    world.note("redis: memory free")


async def _stop_server(world: World, seconds: float) -> None:
    assert world.server.pid is not None
    world.note("redis stopped")
    os.kill(world.server.pid, signal.SIGSTOP)
    await asyncio.sleep(seconds)
    os.kill(world.server.pid, signal.SIGCONT)
    world.note("redis goes on")
