"""The deeds after each of whose steps the bot stops: what two people and their clock do at a table in this process."""

import asyncio
import copy
import shutil
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from redis import Redis

from pbm import decks
from pbm.decks import folder as decks_folder
from pbm.rules.cards import Library
from pbm.sandbox.chats import World
from pbm.sandbox.updates import Queue
from tests.faults.steps import Life, Steps, restore, snapshot
from tests.faults.town import button
from tests.faults.world import SERIES
from tests.sandbox.house import House

NOON = datetime(2026, 9, 21, 12, tzinfo=UTC)
DAY = timedelta(days=1)
WORD = "quite certain"

Seen = dict[int, list[tuple[str, Any]]]


def one_series(folder: Path) -> Library:
    """The cards of one series, which is all that two people need."""
    shutil.copy(decks_folder() / SERIES, folder)
    return decks.load(folder, this_year=NOON.year)


@dataclass(frozen=True)
class Base:
    """Everything as it was at one moment: what the bot keeps, and the whole of Telegram."""

    kept: Sequence[tuple[str, bytes]]
    world: World
    queue: Queue
    now: datetime


@dataclass
class Evening:
    """Two people and their game."""

    house: House
    life: Life
    redis: Redis
    steps: Steps = field(default_factory=Steps)
    people: tuple[int, ...] = ()
    group: int = 0
    pressing: list[asyncio.Task[Any]] = field(default_factory=list)

    async def lives(self, halt_at: int = 0) -> None:
        """One life of the bot."""
        self.steps = Steps(halt_at)
        await self.life.goes_on(self.steps)

    async def begins(self) -> None:
        """A table, two people, and the cards are dealt."""
        self.people = (await self.house.started("Ann"), await self.house.started("Ben"))
        self.group = await self.house.group(*self.people)
        bot = f"@{self.house.sandbox.bot.username}"
        for who, line in ((0, "newgame"), (0, "join"), (1, "join"), (0, "begin")):
            await self.house.say(self.people[who], self.group, f"/{line}{bot}")
            await self.lives()

    def base(self) -> Base:
        """All of it as it is now."""
        sandbox = self.house.sandbox
        return Base(
            snapshot(self.redis), copy.deepcopy(sandbox.world), copy.deepcopy(sandbox.updates.queue), self.life.time
        )

    def back_to(self, base: Base) -> None:
        """Make all of it so again."""
        for press in self.pressing:
            press.cancel()
        self.pressing.clear()
        restore(self.redis, base.kept)
        sandbox = self.house.sandbox
        vars(sandbox.world).update(vars(copy.deepcopy(base.world)))
        vars(sandbox.updates.queue).update(vars(copy.deepcopy(base.queue)))
        self.life.time = base.now

    async def seen(self) -> Seen:
        """What the bot's messages in each chat say, and their buttons."""
        chats = {self.group: self.people[0]} | {person: person for person in self.people}
        return {
            chat: [
                (message["text"], message.get("reply_markup"))
                for message in await self.house.sees(person, chat)
                if message["from"]["is_bot"]
            ]
            for chat, person in chats.items()
        }

    async def says(self, who: int, text: str) -> None:
        """One of the two writes to the bot."""
        await self.house.say(self.people[who], self.people[who], text)

    async def presses(self, who: int, verb: str, *more: object) -> None:
        """One of the two presses the newest button that does this; the press waits for its answer meanwhile."""
        chat = self.people[who]
        message, where = next(
            (message, where)
            for message in reversed(await self.house.sees(chat, chat))
            if (where := button(message, verb, *more))
        )
        body = {"person": chat, "chat": chat, "message_id": message["message_id"], "button": where}
        waiting = len(self.house.sandbox.updates.queue.waiting)
        self.pressing.append(asyncio.create_task(self.house.ask("POST", "/press", **body)))
        while len(self.house.sandbox.updates.queue.waiting) == waiting:  # noqa: ASYNC110  the sandbox tells nobody
            await asyncio.sleep(0.001)


Does = Callable[[Evening], Awaitable[None]]


@dataclass(frozen=True)
class Deed:
    """Something that is done, and what was done before it, each with a life of the bot after it."""

    name: str
    does: Does
    before: tuple[Does, ...] = ()
    calls: frozenset[str] = frozenset({"sendMessage"})  # what it makes the bot ask of Telegram
    moves: bool = True  # the game, not only what somebody is in the middle of


async def _writes_a_move(evening: Evening) -> None:
    await evening.says(0, f"1 1 {WORD}")


async def _presses_a_card(evening: Evening) -> None:
    await evening.presses(0, "card", 1)


async def _presses_a_slot(evening: Evening) -> None:
    await evening.presses(0, "slot", 1)


async def _presses_place(evening: Evening) -> None:
    await evening.presses(0, "place")


async def _doubts(evening: Evening) -> None:
    await evening.says(1, f"doubt: {WORD}")


async def _lets_the_turn_run_out(evening: Evening) -> None:
    evening.life.time += DAY


DEEDS = (
    Deed("a move that is written", _writes_a_move),
    Deed("a card that is chosen: its look is edited", _presses_a_card, (), frozenset({"editMessageText"}), moves=False),
    Deed(
        "a move that is pressed",
        _presses_place,
        (_presses_a_card, _presses_a_slot),
        frozenset({"sendMessage", "editMessageText", "answerCallbackQuery"}),
    ),
    Deed("a doubt: the chain is turned over", _doubts, (_writes_a_move,)),
    Deed("a turn that runs out", _lets_the_turn_run_out),
)
