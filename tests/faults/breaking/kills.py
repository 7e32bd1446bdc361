"""Processes are killed, alone and all together."""

import asyncio
from collections.abc import Sequence

from tests.faults.breaking.moments import Breaking, begun, somebody_acts, until_turns
from tests.faults.world import ALONE, World

LATEST_KILL = 0.35  # seconds after somebody wrote or pressed: by then it is answered, on a quiet machine
AIMS = 0.95  # how often: at a moment when something is under way, else at whatever moment
VICTIMS = (("bot",),) * 6 + (("post",),) * 5 + (ALONE,) * 3 + (("worker",), ("clock",))


def killing(
    kills: int,
    turns: int,
    pause: float,
    seconds: float,
    victims: Sequence[tuple[str, ...]] = VICTIMS,
    under_way: int = 0,
) -> Breaking:
    """Kill processes, alone and all together, so many of the kills while something is under way."""

    async def breaking(world: World) -> None:
        await begun(world)
        while world.kills < kills:
            await kill(world, world.chance.choice(victims))
            await asyncio.sleep(pause * 2 * world.chance.random())
        if world.under_way < under_way:
            world.complaints.append(f"only {world.under_way} of the kills had something under way")
        await until_turns(world, turns, seconds)

    return breaking


async def kill(world: World, names: tuple[str, ...]) -> None:
    """Some instant after somebody wrote or pressed."""
    await somebody_acts(world)
    aims = world.chance.random() < AIMS and not {"clock", "worker"} >= {name.split()[0] for name in names}
    if not aims:
        await asyncio.sleep(LATEST_KILL * world.chance.random())
    await world.kill_and_start(*names, aims=aims, vacates=names == ALONE)
