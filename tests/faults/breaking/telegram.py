"""Telegram answers with whatever it can answer, or not at all; people block, leave and delete, a topic too."""

import asyncio
import contextlib

import aiohttp

from pbm.sandbox.server import TOKEN
from pbm.store import keys
from pbm.telegram.addresses import address
from tests.faults.breaking.moments import Breaking, begun, somebody_acts, until_turns
from tests.faults.players import Player
from tests.faults.world import World

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
TOPIC_WITHIN = 30.0  # seconds, until a game is played in a topic, and until it has left one that was deleted
OF_PEOPLE = ("403", "400")  # what Telegram says of somebody who blocked the bot, and of a chat that it does not know


def broken(rounds: int, turns: int, seconds: float) -> Breaking:
    """Every answer that Telegram can give or owe; people who block, leave for good and delete; a second poller."""

    async def breaking(world: World) -> None:
        await begun(world)
        for _ in range(rounds):
            for method, kind, more in world.chance.sample(OF_TELEGRAM, len(OF_TELEGRAM)):
                await somebody_acts(world)
                await world.fault(method, kind, **more)
                await asyncio.sleep(0.6)
            for kind in OF_PEOPLE:
                await world.fault("sendMessage", kind, chat=_somebody(world).id)
            await _shut_out(world)
            await _thrown_out(world)
            await _silenced(world)
            await _upgraded(world)
            await _topic_deleted(world)
            await _deletes(world)
            await _old_press(world)
            await _second_poller(world)
        await _gone_for_good(world)
        await world.town.ask("DELETE", "/faults")
        await until_turns(world, turns, seconds)
        if not any("thread not found" in call.why for call in world.town.calls):
            world.complaints.append("no message met a topic that was deleted")
        if not all(player.started for table in world.tables for player in table.players):
            world.complaints.append("somebody has never pressed Start")

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


async def _topic_deleted(world: World) -> None:
    """A topic is deleted while a game is played in it: the game goes on in the General one."""
    table = next((one for one in world.tables if one.topic is not None), None)
    if table is None:
        return
    there, general = keys.chat(address(table.chat, table.topic)), keys.chat(address(table.chat))
    if not await world.until(TOPIC_WITHIN, lambda: world.redis.get(there) in world.where_games_stand()):
        world.complaints.append("no game was played in a topic")
        return
    game = world.redis.get(there)
    await world.town.ask("DELETE", f"/chats/{table.chat}/topics/{table.topic}")
    world.note("topic deleted")
    # Until then its people write into what is gone, which nobody hears; else they opened another table there.
    if not await world.until(TOPIC_WITHIN, lambda: world.redis.get(general) == game):
        world.complaints.append("a game did not leave the topic that was deleted")
    table.topic = None


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
        with contextlib.suppress(aiohttp.ClientError):  # a connection that is cut may be the stranger's
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
