"""What is broken, one way at a time: processes, Redis, Telegram, clocks, and crowds of processes."""

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta

import aiohttp

from pbm.rules.events import OutageExcused, TurnBegan, TurnPassed
from pbm.sandbox.server import TOKEN
from pbm.store import keys
from pbm.store.games import RedisStore
from tests.faults.gate import a_gate
from tests.faults.players import Player
from tests.faults.proxy import a_proxy
from tests.faults.world import ALONE, World
from tests.play.running import free_port
from workers.server import SOCKET

Breaking = Callable[[World], Awaitable[None]]

LATEST_KILL = 0.35  # seconds after somebody wrote or pressed: by then it is answered, on a quiet machine
VICTIMS = (("bot",), ("bot",), ("bot",), ("post",), ("post",), ("worker",), ("worker",), ("clock",), ALONE)
DAY, HOUR = 86_400.0, 3600.0
TIME_TO_PLAY = 60.0  # until the first moves are made
FEW = 1 << 20  # bytes: less than the server holds


async def _begun(world: World) -> None:
    await world.until(TIME_TO_PLAY, lambda: world.turns() >= 2 * len(world.tables))


async def _somebody_acts(world: World) -> None:
    world.town.done.clear()
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(world.town.done.wait(), 5)


async def _until_turns(world: World, turns: int, seconds: float) -> None:
    await world.until(seconds, lambda: world.turns() >= turns)


# Processes


def killing(
    kills: int, turns: int, pause: float, seconds: float, victims: Sequence[tuple[str, ...]] = VICTIMS
) -> Breaking:
    """Kill processes, alone and all together, each time a moment after somebody wrote or pressed."""

    async def breaking(world: World) -> None:
        await _begun(world)
        while world.kills < kills:
            await _somebody_acts(world)
            await asyncio.sleep(LATEST_KILL * world.chance.random())
            chosen = world.chance.choice(victims)
            await world.kill_and_start(*chosen, vacates=chosen == ALONE)
            await asyncio.sleep(pause * 2 * world.chance.random())
        await _until_turns(world, turns, seconds)

    return breaking


# Redis


def redis(cuts: int, stops: float, times: int, turns: int, seconds: float) -> Breaking:
    """Connections cut in EXEC, scripts and jobs flushed, memory full, the server killed, and stopped for that long."""

    async def breaking(world: World) -> None:
        path = world.folder / "way.sock"
        proxy = await world.stack.enter_async_context(a_proxy(world.folder / SOCKET, path))
        world.way = f"unix://{path}"
        for name in ALONE:
            world.start(name)
        await _begun(world)
        while proxy.cuts < cuts:
            await _somebody_acts(world)
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
        await _until_turns(world, turns, seconds)

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


# Telegram

OF_TELEGRAM: tuple[tuple[str, str, dict[str, int]], ...] = (
    ("sendMessage", "429", {"retry_after": 2, "times": 1}),
    ("sendMessage", "500", {"times": 3}),
    ("*", "502", {"times": 4}),
    ("sendMessage", "drop_before", {"times": 2}),
    ("sendMessage", "drop_after", {"times": 2}),
    ("sendMessage", "hang", {"times": 1}),
    ("sendMessage", "hang_after", {"times": 1}),
    ("editMessageText", "drop_after", {"times": 1}),
    ("answerCallbackQuery", "500", {"times": 2}),
    ("answerCallbackQuery", "drop_after", {"times": 1}),
    ("getUpdates", "409", {"times": 1}),
    ("getUpdates", "500", {"times": 2}),
    ("getUpdates", "drop_after", {"times": 2}),
    ("getUpdates", "429", {"retry_after": 1, "times": 1}),
)
OF_PEOPLE = ("403", "400")  # what Telegram says of somebody who blocked the bot, and of a chat that it does not know


def telegram(rounds: int, turns: int, seconds: float) -> Breaking:
    """Every answer that Telegram can give or owe; people who block, leave for good and delete; a second poller."""

    async def breaking(world: World) -> None:
        await _begun(world)
        for _ in range(rounds):
            for method, kind, more in world.chance.sample(OF_TELEGRAM, len(OF_TELEGRAM)):
                await _somebody_acts(world)
                await world.fault(method, kind, **more)
                await asyncio.sleep(0.6)
            for kind in OF_PEOPLE:
                await world.fault("sendMessage", kind, chat=_somebody(world).id)
            await _shut_out(world)
            await _thrown_out(world)
            await _silenced(world)
            await _upgraded(world)
            await _deletes(world)
            await _old_press(world)
            await _second_poller(world)
        await _gone_for_good(world)
        await world.town.ask("DELETE", "/faults")
        await _until_turns(world, turns, seconds)

    return breaking


def _somebody(world: World) -> Player:
    return world.chance.choice(world.chance.choice(world.tables).players)


async def _shut_out(world: World) -> None:
    """Somebody blocks the bot for a while, and comes back."""
    player = _somebody(world)
    await world.town.ask("POST", f"/people/{player.id}/block", blocked=True)
    await asyncio.sleep(4)
    await world.town.write(player.id, player.id, "/start")


async def _thrown_out(world: World) -> None:
    """The bot is removed from a group in mid-game, and added again."""
    chat = _some_supergroup(world)
    world.town.deaf.add(chat)
    await world.town.ask("POST", f"/chats/{chat}/bot", status="kicked")
    await asyncio.sleep(4)
    await world.town.ask("POST", f"/chats/{chat}/bot", status="member")
    world.town.deaf.discard(chat)


async def _silenced(world: World) -> None:
    """The bot may not write in a group for a while."""
    chat = _some_supergroup(world)
    await world.town.ask("POST", f"/chats/{chat}/bot", status="restricted", rights={"can_send_messages": False})
    await asyncio.sleep(4)
    await world.town.ask("POST", f"/chats/{chat}/bot", status="member")


async def _upgraded(world: World) -> None:
    """A group becomes a supergroup in mid-game: its id is another one from now on."""
    for table in world.tables[: world.setting.groups]:
        if table.chat not in world.town.moved.values():
            old = table.chat
            table.chat = world.town.moved[old] = (await world.town.ask("POST", f"/chats/{old}/upgrade"))["id"]
            table.known.clear()
            return


def _some_supergroup(world: World) -> int:
    return world.chance.choice(world.tables[world.setting.groups :]).chat


async def _deletes(world: World) -> None:
    """People delete what the bot has written to them: it cannot be edited any more."""
    for _ in range(3):
        player = _somebody(world)
        if message := player.look():
            where = f"/chats/{player.id}/messages/{message['message_id']}?person={player.id}"
            with contextlib.suppress(aiohttp.ClientResponseError):
                await world.town.ask("DELETE", where)
                del player.known[message["message_id"]]


async def _old_press(world: World) -> None:
    """The bot is away for longer than a press waits for its answer."""
    world.expected_down.add("bot")
    world.kill("bot", counts=False)
    await asyncio.sleep(16)
    world.start("bot")
    world.expected_down.discard("bot")


async def _second_poller(world: World) -> None:
    """Somebody else asks for the bot's updates, first a stranger, then a second bot of ours."""
    url = f"{world.town.url}/bot{TOKEN}/getUpdates"
    for _ in range(5):
        async with world.town.client.post(url, json={"timeout": 0, "limit": 1}) as answer:
            await answer.read()
        await asyncio.sleep(0.3)
    world.start("bot 2")
    await asyncio.sleep(8)
    world.expected_down.add("bot 2")
    world.kill("bot 2", counts=False)


async def _gone_for_good(world: World) -> None:
    """One account is deleted in mid-game."""
    await world.town.ask("POST", f"/people/{world.tables[0].players[-1].id}/deactivate")


# Clocks


def clocks(turns: int, seconds: float) -> Breaking:
    """The machine sleeps for a day; its clock is set back; what people wrote comes a day late."""

    async def breaking(world: World) -> None:
        world.town.nobody_idles = True  # a deadline goes by the clock on the wall: set back, it is an hour later
        await _begun(world)
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
        await _until_turns(world, turns, seconds)

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
        await _until_turns(world, world.turns() + 3 * len(world.tables), 60)

    return breaking


# Crowds

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
        await _begun(world)
        while world.kills < kills:
            await _somebody_acts(world)
            await asyncio.sleep(LATEST_KILL * world.chance.random())
            await world.kill_and_start(world.chance.choice(CROWD))
            await asyncio.sleep(world.chance.random())
        await _until_turns(world, turns, seconds)
        if not (standing.twice and standing.late):
            world.complaints.append("no update came twice or late")

    return breaking
