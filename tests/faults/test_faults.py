"""The rig itself, small enough for every day; `make faults` runs all of it, and longer."""

import os
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import reduce
from itertools import groupby

import pytest
from redis import Redis

from pbm import decks
from pbm.rules.cards import Library
from pbm.rules.events import CardPlaced
from pbm.rules.evolve import evolve
from pbm.rules.game import Game
from pbm.store import keys
from pbm.store.connect import connect
from pbm.store.games import RedisStore
from tests.faults import breaking
from tests.faults.figures import together
from tests.faults.scenarios import Scenario
from tests.faults.steps import Halt, Life, Steps, restore, snapshot, stepping_calls
from tests.faults.world import Setting
from tests.sandbox.house import House, a_house
from workers.server import Server

NOON = datetime(2026, 9, 21, 12, tzinfo=UTC)
ONE_IN = 8
WORD = "quite certain"


@dataclass
class Evening:
    """Two people and their game, in this process."""

    house: House
    life: Life
    redis: Redis
    steps: Steps = field(default_factory=Steps)
    people: tuple[int, ...] = ()
    group: int = 0

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

    async def seen(self) -> dict[int, list[tuple[int, str]]]:
        """What the bot's messages in each chat say, with their ids."""
        chats = {self.group: self.people[0]} | {person: person for person in self.people}
        return {
            chat: [
                (message["message_id"], message["text"])
                for message in await self.house.sees(person, chat)
                if message["from"]["is_bot"]
            ]
            for chat, person in chats.items()
        }


def _since(before: dict[int, list[tuple[int, str]]], now: dict[int, list[tuple[int, str]]]) -> dict[int, list[str]]:
    last = {chat: max((id for id, _ in said), default=0) for chat, said in before.items()}
    return {chat: [text for id, text in said if id > last[chat]] for chat, said in now.items()}


@pytest.mark.timeout(600)
async def test_whatever_step_it_stops_after_a_move_counts_once(
    real_redis: Redis, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot stops before or after a word with Redis or a call to Telegram; the next one goes on from there."""
    library: Library = decks.load(None, this_year=NOON.year)
    async with a_house() as house:
        life = Life(house.url, server.url, library, lambda: NOON)
        evening = Evening(house, life, real_redis)
        with stepping_calls(monkeypatch, lambda: evening.steps), connect(server.url) as redis:
            await evening.begins()
            base, store = snapshot(redis), RedisStore(redis)
            length = len(store.events("game"))
            before = await evening.seen()
            await house.say(evening.people[0], evening.people[0], f"1 1 {WORD}")
            await evening.lives()
            whole, steps = _since(before, await evening.seen()), evening.steps.names
            assert len(steps) > 30
            assert any("sendMessage" in name for name in steps)
            for number, name in _chosen(steps):
                restore(redis, base)
                before = await evening.seen()
                await house.say(evening.people[0], evening.people[0], f"1 1 {WORD}")
                with pytest.raises(Halt, match=name):
                    await evening.lives(halt_at=number)
                await evening.lives()

                events, table = store.events("game"), store.table("game")
                folded: Game | None = reduce(evolve, events, None)
                assert table is not None
                assert folded == table.game, name
                placed = [one.says for one in events[length:] if isinstance(one, CardPlaced)]
                assert placed == [WORD], name
                said = _since(before, await evening.seen())
                assert {chat: [text for text, _ in groupby(texts)] for chat, texts in said.items()} == whole, name
                twice = sum(map(len, said.values())) - sum(map(len, whole.values()))
                assert twice == ("after sendMessage" in name or _is_between(steps, number)), name
                assert not redis.exists(keys.LINES), name


def _chosen(steps: list[str]) -> list[tuple[int, str]]:
    """All steps where PBM_ALL_STEPS is set, as in `make faults`; else one in eight, others each day."""
    numbered = list(enumerate(steps, 1))
    if os.environ.get("PBM_ALL_STEPS"):
        return numbered
    return numbered[datetime.now(UTC).toordinal() % ONE_IN :: ONE_IN]


def _is_between(steps: list[str], number: int) -> bool:
    """Whether that step lies between a message that was sent and its settling."""
    sent = max((at for at, name in enumerate(steps, 1) if name == "after sendMessage" and at <= number), default=0)
    settled = next((at for at, name in enumerate(steps, 1) if at > sent and name == "after EXEC"), 0)
    return 0 < sent <= number < settled


@pytest.mark.timeout(120)
def test_games_go_on_though_their_processes_are_killed() -> None:
    """Two tables play with real processes that are killed; nothing is lost, doubled or out of order."""
    quick = Scenario("quick", Setting(tables=2), breaking.killing(3, 12, 0.2, 5, (("bot",), ("worker",), ("clock",))))

    found = together([quick.run(seed=1)])

    assert found.complaints == []
    assert found.holds()
    assert found.turns >= 12
    assert found.kills == 3
