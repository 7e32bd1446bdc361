"""The machine sleeps, its clock is set back, the hour changes."""

import asyncio
import signal
import time
from datetime import UTC, datetime, timedelta

from pbm.rules.events import OutageExcused, TurnBegan, TurnPassed
from pbm.store import keys
from pbm.store.games import RedisStore
from tests.faults.breaking.moments import TIME_TO_PLAY, Breaking, begun, until_turns
from tests.faults.world import World

DAY, HOUR = 86_400.0, 3600.0


def moved(turns: int, seconds: float) -> Breaking:
    """The machine sleeps for a day; its clock is set back; what people wrote comes a day late."""

    async def breaking(world: World) -> None:
        world.town.nobody_idles = True  # a deadline goes by the clock on the wall: set back, it is an hour later
        await begun(world)
        off = 0.0
        for change in (DAY, -HOUR, HOUR):
            off += change
            await _sleeps(world, off, change)
            for game in await world.stuck_games():
                world.complaints.append(f"game {game} stood still after the clock was moved by {change:.0f} s")
        world.expected_down.add("bot")
        world.kill("bot", counts=False)
        await asyncio.sleep(5)
        await _sleeps(world, off + DAY, DAY)
        world.start("bot")
        world.expected_down.discard("bot")
        await until_turns(world, turns, seconds)

    return breaking


async def _sleeps(world: World, off: float, change: float) -> None:
    """Everything stands still while the clock is moved; nobody may lose a turn by it."""
    for child in world.children.values():
        child.stopped()
    world.note("asleep")
    store = RedisStore(world.redis)
    before = {str(game): len(store.events(str(game))) for game in world.redis.smembers(keys.OPEN_GAMES)}
    fell_asleep = datetime.now(UTC) + timedelta(seconds=off - change)
    world.move_clock(off)
    for child in world.children.values():
        child.signal(signal.SIGCONT)
    if change < DAY:
        return
    await asyncio.sleep(8)
    for game, length in before.items():
        events = store.events(game)
        due = next((one.due for one in reversed(events[:length]) if isinstance(one, TurnBegan)), None)
        first = next((one for one in events[length:] if isinstance(one, TurnPassed | OutageExcused)), None)
        if isinstance(first, TurnPassed) and due is not None and due > fell_asleep:
            world.complaints.append(f"game {game}: {first.seat} lost a turn while the machine slept")


def daylight(change: datetime) -> Breaking:
    """Nobody plays while the clocks on the wall change: the turns that run then end after as long as any other."""

    async def breaking(world: World) -> None:
        await world.until(TIME_TO_PLAY, lambda: world.turns() >= len(world.tables))
        for table in world.tables:
            for player in table.players:
                await world.town.write(player.id, player.id, "/timezone Europe/Zurich")
        await asyncio.sleep(1)
        world.town.still = True
        # Everything stands still: the turn is on, and the change comes in a moment.
        await asyncio.sleep(3)
        standing = world.where_games_stand()
        left = (change - datetime.now(UTC)).total_seconds() - 3
        for child in world.children.values():
            child.stopped()
        world.move_clock(left)
        for child in world.children.values():
            child.signal(signal.SIGCONT)
        began = time.monotonic()

        def all_passed() -> bool:
            now = world.where_games_stand()
            return not any(now.get(game) == turn for game, turn in standing.items())

        if not await world.until(3 * world.setting.turn_lasts, all_passed):
            world.complaints.append("a turn over which the hour changed does not end")
        world.note(f"the hour has changed; the turns ended within {time.monotonic() - began:.0f} s")
        world.town.still = False
        await until_turns(world, world.turns() + 3 * len(world.tables), 60)

    return breaking
