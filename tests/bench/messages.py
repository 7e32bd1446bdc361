"""Messages per turn: what Telegram is asked for because of a move, counted by the sandbox over whole games."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from random import Random
from statistics import mean

from redis import Redis

from pbm.rules.cards import Library
from pbm.sandbox import acts
from pbm.sandbox.chats import Person
from pbm.sandbox.server import TOKEN
from pbm.service.deliver import deliver_head
from pbm.service.requests import Said
from pbm.store.outbox import RedisOutbox
from pbm.telegram.addresses import address
from pbm.telegram.bots import awake, plain_bot
from pbm.telegram.parse import parse, read
from pbm.telegram.send import TelegramSender
from tests.bench.playing import Hall, now
from tests.bench.telegram import Telegram, a_telegram
from tests.sandbox.calls import SHOWING, Call

FURTHER_PART = "The chain, part"  # how the second and later parts of a long chain begin
LONGEST_CHAIN = 12  # cards; whole games, as people play them


@dataclass
class Counted:
    """What was counted: calls that show something because of a committed move, and all others by what they were."""

    ordinary: list[int] = field(default_factory=list)
    doubted: list[int] = field(default_factory=list)
    apart: Counter[str] = field(default_factory=Counter)
    bytes: int = 0
    games: int = 0

    def move(self, calls: list[Call], turned_over: bool) -> None:
        """A move was committed, and this is what was asked of Telegram because of it."""
        shown = [call for call in calls if call.method in SHOWING]
        parts = sum(call.text.startswith(FURTHER_PART) for call in shown)
        self.apart["further parts"] += parts
        self.apart.update(call.method for call in calls if call.method not in SHOWING)
        (self.doubted if turned_over else self.ordinary).append(len(shown) - parts)
        self.bytes += sum(len(call.text.encode()) for call in shown)

    def step(self, calls: list[Call]) -> None:
        """Somebody has only chosen something."""
        self.apart["steps of choosing"] += sum(call.method in SHOWING for call in calls)
        self.apart.update(call.method for call in calls if call.method not in SHOWING)


async def counted(redis: Redis, library: Library, games: int, seed: int) -> Counted:
    """Whole games, one after the other, in which people write in some turns and press buttons in the others."""
    found = Counted()
    async with AsyncExitStack() as stack:
        telegram = await stack.enter_async_context(a_telegram())
        bot = plain_bot(TOKEN, telegram.url)
        me = await stack.enter_async_context(awake(bot, telegram.url))
        hall = Hall(redis, library, seed=seed, longest_chain=LONGEST_CHAIN)
        sender = TelegramSender(bot, me.username or "")
        chance = Random(seed)

        async def hear() -> None:
            """What has come in goes to the handler, as the bot would take it, and what is said goes out."""
            waiting, telegram.sandbox.updates.queue.waiting = telegram.sandbox.updates.queue.waiting, []
            for one in waiting:
                update = read(one.update, bot)
                if update is not None and (request := parse(update, me)) is not None:
                    hall.handler.handle(request)
            await bring(redis, sender)

        for _ in range(games):
            game = seated(hall, telegram)
            await bring(redis, sender)
            while (request := hall.next_move(game)) is not None:
                telegram.calls()
                assert isinstance(request.what, Said)
                who, before = telegram.sandbox.world.people[int(request.who[3:])], hall.table(game).game
                if chance.random() < 0.5:
                    telegram.says(who.id, request.what.text)
                    await hear()
                else:
                    await _presses(telegram, who, request.what.text, hear, found)
                after = hall.table(game).game
                assert after.turn != before.turn or after.ended, "the move did not count"
                found.move(telegram.calls(), after.round != before.round or after.ended is not None)
            found.games += 1
    return found


async def _presses(
    telegram: Telegram, who: Person, move: str, hear: Callable[[], Awaitable[None]], found: Counted
) -> None:
    """The same move by the buttons of the prompt; all but the last press are steps of choosing."""
    words = move.split()
    verbs = ["doubt", "turnover"] if words == ["doubt"] else [f"card:{words[0]}", f"slot:{words[1]}", "place"]
    for at, verb in enumerate(verbs):
        if at:
            found.step(telegram.calls())
        chat = telegram.sandbox.world.chats[who.id]
        message = next(one for one in reversed(chat.messages.values()) if one.markup)
        data = next((one for row in message.markup["inline_keyboard"] for one in row  # type: ignore[index]  # it has one
                     if one.get("callback_data", "").split(":", 2)[-1] == verb), None)  # fmt: skip
        assert data is not None, f"no button for {verb} under {message.text!r}"
        press = asyncio.create_task(acts.press(telegram.sandbox, chat, who, message.id, None, data["callback_data"]))
        await asyncio.sleep(0)  # it is on its way
        await hear()
        assert (await press)["answered"]


def told(parts: list[Counted]) -> dict[str, object]:
    """What was counted in all."""
    turns = {
        "ordinary": [count for part in parts for count in part.ordinary],
        "doubted or out": [count for part in parts for count in part.doubted],
    }
    count = sum(map(len, turns.values()))
    return {
        "games": sum(part.games for part in parts),
        "turns": count,
        **{f"{kind} turn, mean": round(mean(counts), 2) for kind, counts in turns.items() if counts},
        **{f"{kind} turn, most": max(counts) for kind, counts in turns.items() if counts},
        "bytes of text a turn": round(sum(part.bytes for part in parts) / max(1, count)),
        "listed apart": dict(sum((part.apart for part in parts), Counter[str]())),
    }


def seated(hall: Hall, telegram: Telegram, players: int = 6) -> str:
    """A new table with new people, begun."""
    people = [telegram.person(f"Player {number}") for number in range(players)]
    group = telegram.group(people)
    return hall.opens_for(address(group.id), [address(one.id) for one in people])


async def bring(redis: Redis, sender: TelegramSender) -> None:
    """Deliver whatever waits."""
    outbox = RedisOutbox(redis)
    while lines := outbox.due(now(), 1000):
        for line in lines:
            await deliver_head(line, outbox, sender, now)
