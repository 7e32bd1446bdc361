"""Time to answer: the bot and the post as they run, with many games, beside a Telegram as slow as the real one."""

import asyncio
import time
from random import Random

import aiohttp
from redis import Redis

from pbm.rules.cards import Library
from pbm.rules.game import Status
from pbm.sandbox.chats import Chat
from pbm.telegram.addresses import address
from tests.bench.playing import Hall, milliseconds, percentile
from tests.bench.telegram import TELEGRAM_TAKES, Telegram, a_telegram, processes

TURNS_A_SECOND = 5
PATIENCE = 30  # seconds for the last answers


async def measured(redis: Redis, url: str, library: Library, games: int, seconds: int) -> dict[str, object]:
    """From a line's arrival to the group's message leaving, and how long a press waits for its answer."""
    async with a_telegram(takes=TELEGRAM_TAKES, limits=1) as telegram:
        hall = Hall(redis, library, longest_chain=12)
        tables = [_table(hall, telegram) for _ in range(games)]
        for key in redis.scan_iter("pbm:line*", count=1000):
            redis.delete(key)  # what was said while the tables were set up is not what is measured
        with processes(telegram.environment(url), "bot", "post"):
            telegram.says(telegram.person("Somebody").id, "/help")
            await telegram.until(lambda call: call.method == "sendMessage")
            moves = asyncio.create_task(_moves(hall, telegram, tables, seconds))
            presses = await _presses(telegram, tables, seconds)
            asked, answered = await moves
    times = [answered[chat] - at for chat, at in asked.items() if chat in answered]
    return {
        "games": games,
        "turns": len(asked),
        "without answer": len(asked) - len(times),
        "answer p50 ms": milliseconds(percentile(times, 50)),
        "answer p99 ms": milliseconds(percentile(times, 99)),
        "presses": len(presses),
        "press p50 ms": milliseconds(percentile(presses, 50)),
        "press p99 ms": milliseconds(percentile(presses, 99)),
    }


def _table(hall: Hall, telegram: Telegram) -> tuple[str, Chat]:
    people = [telegram.person(f"Player {number}") for number in range(6)]
    group = telegram.group(people)
    return hall.opens_for(address(group.id), [address(one.id) for one in people]), group


async def _moves(
    hall: Hall, telegram: Telegram, tables: list[tuple[str, Chat]], seconds: int
) -> tuple[dict[int, float], dict[int, float]]:
    """One move at a table after the other; when each was written, and when its group's next message came."""
    asked: dict[int, float] = {}
    answered: dict[int, float] = {}

    def note() -> None:
        for call in telegram.calls():
            if call.taken and call.method == "sendMessage" and call.chat in asked:
                answered.setdefault(call.chat, call.at)

    telegram.calls()
    for game, chat in tables[: seconds * TURNS_A_SECOND]:
        stands = hall.table(game).game
        assert stands.status is Status.PLAYING
        assert stands.on_turn is not None
        asked[chat.id] = telegram.says(int(stands.on_turn.removeprefix("tg:")), "1 1")
        await asyncio.sleep(1 / TURNS_A_SECOND)
        note()
    until = time.monotonic() + PATIENCE
    while len(answered) < len(asked) and time.monotonic() < until:
        await asyncio.sleep(0.05)
        note()
    return asked, answered


async def _presses(telegram: Telegram, tables: list[tuple[str, Chat]], seconds: int) -> list[float]:
    """Somebody presses a button under a board every half a second; how long each waits."""
    chance, times = Random(1), []
    async with aiohttp.ClientSession(telegram.url) as client:
        for _ in range(2 * seconds):
            game, chat = chance.choice(tables)
            person = next(iter(chat.members))
            message = telegram.sandbox.post(
                chat,
                telegram.sandbox.bot.id,
                "A board",
                markup={"inline_keyboard": [[{"text": "The rules", "callback_data": f"{game}:1:rules"}]]},
            )
            body = {"person": person, "chat": chat.id, "message_id": message.id, "button": [0, 0]}
            began = time.perf_counter()
            async with client.post("/press", json=body) as answer:
                assert (await answer.json())["answered"]
            times.append(time.perf_counter() - began - TELEGRAM_TAKES)
            await asyncio.sleep(0.5)
    return times
