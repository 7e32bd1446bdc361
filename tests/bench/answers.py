"""Time to answer: the bot and the post as they run, with many games, beside a Telegram as slow as the real one."""

import asyncio
import time
from collections import deque
from dataclasses import dataclass, field
from itertools import cycle, islice
from random import Random

import aiohttp
from redis import Redis

from pbm.rules.cards import Library
from pbm.sandbox.chats import Chat
from pbm.sandbox.server import BOT
from pbm.telegram.addresses import address
from tests.bench.playing import Hall, milliseconds, percentile
from tests.bench.telegram import TELEGRAM_TAKES, Telegram, a_telegram, processes
from tests.sandbox.calls import SHOWING, Call

TURNS_A_SECOND = 5
PRESSES_A_SECOND = 2
PESTERED_A_SECOND = 4  # lines in one more group, where nobody can wait
MINUTE = 60
PATIENCE = 30  # seconds for the last answers


@dataclass
class Heard:
    """What was asked in which group and when, and when the group was told."""

    waiting: dict[int, deque[float]] = field(default_factory=dict)
    times: list[float] = field(default_factory=list)
    pestered: list[float] = field(default_factory=list)
    too_fast: int = 0

    def asked(self, chat: int, at: float) -> None:
        """Somebody moved, which their group will be told of."""
        self.waiting.setdefault(chat, deque()).append(at)

    def note(self, call: Call, pest: int) -> None:
        """The bot has called."""
        self.too_fast += not call.ok and call.method in SHOWING
        if call.chat == pest and call.method in SHOWING:
            self.pestered.append(call.at)
        elif call.method == "sendMessage" and call.ok and self.waiting.get(call.chat):
            self.times.append(call.at - self.waiting[call.chat].popleft())

    @property
    def unanswered(self) -> int:
        """How many moves no group has been told of."""
        return sum(map(len, self.waiting.values()))

    @property
    def most_in_a_minute(self) -> int:
        """The most calls about the pestered group within any minute."""
        at = self.pestered
        return max((sum(one <= other < one + MINUTE for other in at[n:]) for n, one in enumerate(at)), default=0)


async def measured(redis: Redis, url: str, library: Library, games: int, seconds: int) -> dict[str, object]:
    """From a line's arrival to the group's message being there, and how long a press waits for its answer."""
    async with a_telegram(takes=TELEGRAM_TAKES, limits=1) as telegram:
        hall = Hall(redis, library, longest_chain=12)
        tables = [_table(hall, telegram) for _ in range(games + 1)]
        for key in redis.scan_iter("pbm:line*", count=1000):
            redis.delete(key)  # what was said while the tables were set up is not what is measured
        with processes(telegram.environment(url), "bot", "post"):
            telegram.says(telegram.person("Somebody").id, "/help")
            await telegram.until(lambda call: call.method == "sendMessage")
            pest = asyncio.create_task(_pesters(telegram, tables[-1][1], seconds))
            moves = asyncio.create_task(_moves(hall, telegram, tables[:-1], tables[-1][1].id, seconds))
            presses = await _presses(telegram, tables[:-1], seconds)
            heard = await moves
            pest.cancel()
    return {
        "games": games,
        "turns": len(heard.times) + heard.unanswered,
        "group told p50 ms": milliseconds(percentile(heard.times, 50)),
        "group told p99 ms": milliseconds(percentile(heard.times, 99)),
        "group never told": heard.unanswered,
        "presses": len(presses),
        "press answered p50 ms": milliseconds(percentile(presses, 50)),
        "press answered p99 ms": milliseconds(percentile(presses, 99)),
        "refused as too fast": heard.too_fast,
        "most a minute in a pestered group": heard.most_in_a_minute,
        "over seconds": seconds,
    }


def _table(hall: Hall, telegram: Telegram) -> tuple[str, Chat]:
    people = [telegram.person(f"Player {number}") for number in range(6)]
    group = telegram.group(people)
    return hall.opens_for(address(group.id), [address(one.id) for one in people]), group


async def _moves(hall: Hall, telegram: Telegram, tables: list[tuple[str, Chat]], pest: int, seconds: int) -> Heard:
    """One move at a table after the other."""
    heard = Heard()

    def note() -> None:
        for call in telegram.calls():
            heard.note(call, pest)

    telegram.calls()
    began = time.monotonic()
    for at, (game, chat) in enumerate(islice(cycle(tables), seconds * TURNS_A_SECOND)):
        await asyncio.sleep(max(0, began + at / TURNS_A_SECOND - time.monotonic()))
        on_turn = hall.table(game).game.on_turn
        assert on_turn is not None
        heard.asked(chat.id, telegram.says(int(on_turn.removeprefix("tg:")), "1 1"))
        note()
    until = time.monotonic() + PATIENCE
    while heard.unanswered and time.monotonic() < until:
        await asyncio.sleep(0.05)
        note()
    return heard


async def _pesters(telegram: Telegram, chat: Chat, seconds: int) -> None:
    """One group that will see the chain again and again."""
    for _ in range(seconds * PESTERED_A_SECOND):
        telegram.writes(chat, next(iter(chat.members)), f"/chain@{BOT.username}")
        await asyncio.sleep(1 / PESTERED_A_SECOND)


async def _presses(telegram: Telegram, tables: list[tuple[str, Chat]], seconds: int) -> list[float]:
    """Somebody presses a button under a board now and then; how long each waits."""
    chance, times = Random(1), []
    async with aiohttp.ClientSession(telegram.url) as client:
        for _ in range(PRESSES_A_SECOND * seconds):
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
            times.append(time.perf_counter() - began)
            await asyncio.sleep(max(0, 1 / PRESSES_A_SECOND - times[-1]))
    return times
