"""What an evening runs on: the bot as in production, the sandbox for Telegram, a clock that the test moves."""

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter
from types import ModuleType

import pytest
from redis import Redis

from pbm import decks
from pbm.rules.cards import Library
from pbm.rules.values import CardId
from pbm.service.alarms import alarms_of
from pbm.service.deliver import deliver
from pbm.service.desk import Desk
from pbm.store.alarms import RedisAlarms
from pbm.store.connect import connect
from pbm.store.games import RedisStore
from pbm.store.hearts import RedisHearts
from pbm.store.outbox import RedisOutbox
from pbm.telegram.admins import TelegramAdmins
from pbm.telegram.bots import awake, plain_bot
from pbm.telegram.menu import offer_commands
from pbm.telegram.polling import poll
from pbm.telegram.receive import Receiver
from pbm.telegram.send import TelegramSender
from pbm.views import say as saying
from pbm.views.messages import Language
from tests.evenings.evening import Evening, Watched
from tests.evenings.transcript import Transcript
from tests.sandbox.house import Clock as SandboxClock
from tests.sandbox.house import a_house
from workers.clock import Clock, alarm_queue

DECKS = Path(__file__).parent / "decks"
BEGINS = datetime(2026, 6, 1, 18, 0, tzinfo=UTC)  # a Monday


def in_order(cards: Sequence[CardId]) -> tuple[CardId, ...]:
    """The shuffle of these evenings: as the cards stand in their files, the villages first."""
    return tuple(sorted(cards, key=lambda card: (not card.startswith("vil"), card)))


@asynccontextmanager
async def an_evening(
    name: str,
    language: Language,
    redis: Redis,
    url: str,
    monkeypatch: pytest.MonkeyPatch,
    library: Library | None = None,
) -> AsyncIterator[Evening]:
    """An evening from its beginning to its end; then its transcript is compared with the one that is kept."""
    transcript = Transcript(name, language)
    listens(monkeypatch, transcript)
    clock = SandboxClock(BEGINS.timestamp())
    async with a_house(clock=clock) as house:
        evening = Evening(house, language, transcript, redis)
        bot = plain_bot(house.sandbox.bot.token, house.url)
        async with awake(bot, house.url) as me:
            loop, stop = asyncio.get_running_loop(), asyncio.Event()
            numbers = iter(range(1, 100))
            cards = library or decks.load(DECKS, this_year=BEGINS.year)
            desk = Desk(RedisStore(redis), cards, evening.now, in_order, lambda: f"game{next(numbers)}")
            handler = Watched(desk, TelegramAdmins(bot, loop))
            handler.faults = []
            alarms = RedisAlarms(redis, alarms_of)
            wiring = ModuleType("pbm.wiring")
            wiring.handler = lambda: handler.handle  # type: ignore[attr-defined]  # one of the rig
            wiring.alarms = lambda: alarms  # type: ignore[attr-defined]  # one of the rig
            wiring.hearts = lambda: RedisHearts(redis)  # type: ignore[attr-defined]  # one of the rig
            monkeypatch.setitem(sys.modules, "pbm.wiring", wiring)
            monkeypatch.setattr("pbm.wiring", wiring, raising=False)
            receiver = Receiver(handler, lambda error: False, me, stop)
            await offer_commands(bot)
            sender = TelegramSender(bot, me.username or "")
            with connect(url, decode=False) as queue_redis:
                evening.handler, evening.alarms, evening.queue_redis = handler, alarms, queue_redis
                evening.clock = Clock(alarms, alarm_queue(queue_redis), evening.now)
                tasks = [
                    asyncio.create_task(poll(bot, receiver, stop)),
                    asyncio.create_task(deliver(RedisOutbox(redis), sender, evening.now, stop, news=handler.handle)),
                ]
                try:
                    yield evening
                finally:
                    stop.set()
                    await asyncio.gather(*tasks)
            assert handler.faults == []
    transcript.check()


def listens(monkeypatch: pytest.MonkeyPatch, transcript: Transcript) -> None:
    """Every sentence that is looked up from now on is told to the transcript."""
    original = saying.catalogue

    class Heard(dict[str, str]):
        def __getitem__(self, key: str) -> str:
            transcript.looks_up(key, super().__getitem__(key))
            return super().__getitem__(key)

    heard = {language: Heard(original(language)) for language in ("en", "de")}

    def catalogue(language: str) -> dict[str, str]:
        return heard[language]

    def pieces(language: str, key: str) -> tuple[tuple[str, str | None], ...]:
        return tuple((words, field) for words, field, _, _ in Formatter().parse(heard[language][key]))

    monkeypatch.setattr(saying, "pieces", pieces)
    for name, module in list(sys.modules.items()):
        if name.startswith("pbm.") and getattr(module, "catalogue", None) is original:
            monkeypatch.setattr(module, "catalogue", catalogue)
