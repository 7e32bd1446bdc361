"""When to break something: once the games have begun, when somebody acts, until enough turns were played."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from tests.faults.world import World

Breaking = Callable[[World], Awaitable[None]]

TIME_TO_PLAY = 60.0  # seconds until the first moves are made


async def begun(world: World) -> None:
    """Come back when every table has played for a little."""
    await world.until(TIME_TO_PLAY, lambda: world.turns() >= 2 * len(world.tables))


async def somebody_acts(world: World) -> None:
    """Come back when somebody has just written or pressed."""
    world.town.done.clear()
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(world.town.done.wait(), 5)


async def until_turns(world: World, turns: int, seconds: float) -> None:
    """Come back when so many turns were played, or after that long."""
    await world.until(seconds, lambda: world.turns() >= turns)
