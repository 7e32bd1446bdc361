"""Messages per turn: what Telegram is asked for because of a move, counted by the sandbox over whole games."""

from collections import Counter
from contextlib import AsyncExitStack
from statistics import mean

from redis import Redis

from pbm.rules.cards import Library
from pbm.sandbox.server import TOKEN
from pbm.service.deliver import deliver_head
from pbm.store.outbox import RedisOutbox
from pbm.telegram.addresses import address
from pbm.telegram.bots import awake, plain_bot
from pbm.telegram.send import TelegramSender
from tests.bench.playing import Hall, now
from tests.bench.telegram import SHOWING, Telegram, a_telegram

FURTHER_PART = "The chain, part"  # how the second and later parts of a long chain begin


async def measured(redis: Redis, library: Library, games: int) -> dict[str, object]:
    """Sends and edits on an ordinary turn, and where the chain is turned over by a doubt or a last card.

    Further parts of split messages and whatever else is asked of Telegram stand by themselves.
    """
    turns: dict[str, list[int]] = {"ordinary": [], "turned over": []}
    rest: Counter[str] = Counter()
    sizes: list[int] = []
    async with AsyncExitStack() as stack:
        telegram = await stack.enter_async_context(a_telegram())
        bot = plain_bot(TOKEN, telegram.url)
        me = await stack.enter_async_context(awake(bot, telegram.url))
        hall = Hall(redis, library, longest_chain=12)
        sender = TelegramSender(bot, me.username or "")
        for _ in range(games):
            game = seated(hall, telegram)
            await bring(redis, sender)
            while (request := hall.next_move(game)) is not None:
                telegram.calls()
                before = hall.table(game).game.round
                hall.handler.handle(request)
                await bring(redis, sender)
                calls = telegram.calls()
                shown = [call for call in calls if call.method in SHOWING]
                parts = [call for call in shown if call.text.startswith(FURTHER_PART)]
                rest["further parts"] += len(parts)
                rest.update(call.method for call in calls if call.method not in SHOWING)
                turns["ordinary" if hall.table(game).game.round == before else "turned over"].append(
                    len(shown) - len(parts)
                )
                sizes += [len(call.text.encode()) for call in shown]
    return {
        "games": games,
        "turns": sum(map(len, turns.values())),
        **{f"{kind} turn, mean": round(mean(counts), 2) for kind, counts in turns.items() if counts},
        **{f"{kind} turn, most": max(counts) for kind, counts in turns.items() if counts},
        "bytes of text a turn": round(sum(sizes) / max(1, sum(map(len, turns.values())))),
        "listed apart": dict(rest),
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
