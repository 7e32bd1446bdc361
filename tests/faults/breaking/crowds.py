"""Two of every process, four workers; updates come twice, late and out of order."""

import asyncio

from tests.faults.breaking.kills import kill
from tests.faults.breaking.moments import Breaking, begun, until_turns
from tests.faults.gate import a_gate
from tests.faults.world import World
from tests.ports import free_port

CROWD = ("bot", "bot 2", "post", "post 2", "clock", "clock 2", "worker", "worker 2", "worker 3", "worker 4")
SECRET = "a-secret-of-the-tests"


def crowd(kills: int, turns: int, seconds: float) -> Breaking:
    """Two bots on webhooks, two posts, two clocks, four workers; updates come twice, late and out of order."""

    async def breaking(world: World) -> None:
        gate, ports = free_port(), (free_port(), free_port())
        for name, port in zip(("bot", "bot 2"), ports, strict=True):
            world.environments[name] = {
                "PBM_WEBHOOK_URL": f"http://127.0.0.1:{gate}",
                "PBM_WEBHOOK_SECRET": SECRET,
                "PBM_WEBHOOK_PORT": str(port),
            }
        bots = [f"http://127.0.0.1:{port}/" for port in ports]
        standing = await world.stack.enter_async_context(a_gate(gate, bots, world.chance))
        world.empties.append(standing.empty)
        for name in CROWD:
            world.start(name)
        await begun(world)
        while world.kills < kills:
            await kill(world, (world.chance.choice(CROWD),))
            await asyncio.sleep(world.chance.random())
        await until_turns(world, turns, seconds)
        if not (standing.twice and standing.late):
            world.complaints.append("no update came twice or late")

    return breaking
