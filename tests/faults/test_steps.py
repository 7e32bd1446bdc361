"""Stops after every single step of receiving, keeping, ringing and delivering: nothing is lost, nothing doubled."""

import os
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import reduce
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from pbm.rules.events import Event
from pbm.rules.evolve import evolve
from pbm.rules.game import Game
from pbm.store import keys
from pbm.store.connect import connect
from pbm.store.games import RedisStore
from tests.faults.deeds import DEEDS, NOON, Deed, Evening, Seen, one_series
from tests.faults.steps import Halt, Life, stepping_calls
from tests.sandbox.house import a_house
from workers.clock import RINGS_AGAIN
from workers.server import Server

ONE_IN = 16
MOMENTS = {"at", "due", "until"}  # of an event: they come later where the bot was dead for a while


def _told(events: Iterable[Event]) -> list[dict[str, Any]]:
    return [one.model_dump(mode="json", exclude=MOMENTS) for one in events]


def _without_copies(seen: Seen) -> Seen:
    return {chat: [said for said, _ in groupby(all_of_it)] for chat, all_of_it in seen.items()}


@pytest.mark.timeout(900)
@pytest.mark.parametrize("deed", DEEDS, ids=[deed.name for deed in DEEDS])
async def test_whatever_step_it_stops_after_a_deed_counts_once(
    deed: Deed, real_redis: Redis, server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A bot stops before or after a word with Redis or a call to Telegram; the next one goes on from there."""
    async with a_house() as house:
        life = Life(house.url, server.url, one_series(tmp_path), NOON)
        evening = Evening(house, life, real_redis)
        with stepping_calls(monkeypatch, lambda: evening.steps, life), connect(server.url) as redis:
            await evening.begins()
            for does in deed.before:
                await does(evening)
                await evening.lives()
            base, store = evening.base(), RedisStore(redis)
            before, length = await evening.seen(), len(store.events("game"))
            for _ in range(2):  # the first time, the server learns its scripts
                evening.back_to(base)
                await deed.does(evening)
                await evening.lives()
            whole, events, steps = await evening.seen(), _told(store.events("game")), evening.steps.names
            assert whole != before
            assert len(steps) > 20
            assert {name.removeprefix("after ") for name in steps} >= deed.calls
            assert len(events) > length or not deed.moves
            for number, name in _chosen(steps):
                evening.back_to(base)
                assert await evening.seen() == before
                await deed.does(evening)
                with pytest.raises(Halt, match=name):
                    await evening.lives(halt_at=number)
                await evening.lives()
                life.time += RINGS_AGAIN  # a job that was half made does not stand in the way of the next ring
                await evening.lives()

                table, seen = store.table("game"), await evening.seen()
                folded: Game | None = reduce(evolve, store.events("game"), None)
                assert table is not None
                assert folded == table.game, name
                assert _told(store.events("game")) == events, name
                assert _without_copies(seen) == _without_copies(whole), name
                twice = sum(map(len, seen.values())) - sum(map(len, whole.values()))
                assert twice == _is_between(steps, number), name
                assert not redis.exists(keys.LINES), name


def _chosen(steps: list[str]) -> list[tuple[int, str]]:
    """All steps where PBM_ALL_STEPS is set, as in `make faults`; else one in sixteen, others each day."""
    numbered = list(enumerate(steps, 1))
    if os.environ.get("PBM_ALL_STEPS"):
        return numbered
    return numbered[datetime.now(UTC).toordinal() % ONE_IN :: ONE_IN]


def _is_between(steps: list[str], number: int) -> bool:
    """Whether that step lies between a message that was sent and its settling."""
    sent = max((at for at, name in enumerate(steps, 1) if name == "after sendMessage" and at <= number), default=0)
    settled = next((at for at, name in enumerate(steps, 1) if at > sent and name == "after EXEC"), 0)
    return 0 < sent <= number < settled
