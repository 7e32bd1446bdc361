"""Bytes in Redis: of an open game with all that belongs to it, and of one that is over."""

import asyncio
from collections import Counter
from datetime import timedelta
from itertools import count

from redis import Redis

from pbm.rules.cards import Library
from pbm.rules.game import Status
from pbm.service.deliver import deliver_head
from pbm.service.ports import Fate, Letter, Sent
from pbm.store import keys
from pbm.store.outbox import RedisOutbox
from pbm.store.shelf import RedisShelf
from pbm.views.messages import Address
from tests.bench.playing import Hall, now

TURNS = 60
KEEPS = timedelta(days=365)


class Taking:
    """A sender to whom everything arrives; each message has the next id."""

    def __init__(self) -> None:
        self.sent = 0

    async def send(self, letter: Letter) -> Fate:
        """It arrives."""
        self.sent += 1
        return Sent(message=None if letter.message.way in ("answer", "strip") else self.sent)


def bring_all(redis: Redis, sender: Taking) -> None:
    """Deliver whatever waits."""
    outbox = RedisOutbox(redis)

    async def bring() -> None:
        later = now() + timedelta(days=1)
        while lines := outbox.due(later, 1000):
            for line in lines:
                await deliver_head(line, outbox, sender, now)

    asyncio.run(bring())


def by_kind(redis: Redis) -> Counter[str]:
    """Bytes of all keys but the decks, by the noun in their names."""
    found: Counter[str] = Counter()
    for key in redis.scan_iter(f"{keys.PREFIX}*", count=1000):
        kind = str(key).split(":")[1]
        if kind != "decks":
            found[kind] += redis.memory_usage(str(key), samples=0) or 0
    return found


def measured(redis: Redis, library: Library, games: int, turns: int = TURNS) -> dict[str, object]:
    """Bytes of one game of six with nine cards each, after so many turns, all messages delivered; and of one over."""
    hall = Hall(redis, library, longest_chain=12)
    sender = Taking()
    numbers = count(1000)
    played: list[tuple[str, str]] = []
    while len(played) < games:
        chat = f"tg:-{next(numbers)}"
        game = _plays(hall, chat, turns, sender)
        if hall.table(game).game.status is Status.PLAYING:
            played.append((game, chat))
        else:  # somebody has won before that
            for key in redis.scan_iter(f"{keys.PREFIX}*{chat[3:]}*"):
                redis.delete(key)
            redis.delete(keys.game(game), keys.log(game))
    open_games = by_kind(redis)
    for game, chat in played:
        hall.handler.handle(hall.ends(game, chat))
        bring_all(redis, sender)
        assert hall.table(game).game.status is Status.OVER
    RedisShelf(redis, KEEPS).clear(now())  # as the clock does each hour
    over = by_kind(redis)
    return {
        "open game bytes": round(sum(open_games.values()) / games),
        "of these": {kind: round(size / games) for kind, size in open_games.most_common()},
        "finished game bytes": round(sum(over.values()) / games),
        "of those": {kind: round(size / games) for kind, size in over.most_common()},
    }


def _plays(hall: Hall, chat: Address, turns: int, sender: Taking) -> str:
    game = hall.opens(int(chat[4:]))
    for _ in range(turns):
        request = hall.next_move(game)
        if request is not None:
            hall.handler.handle(request)
            bring_all(hall.redis, sender)
    return game
