"""The runs: very many deadlines in one minute; and deadlines while everything of RQ is lost and workers are killed."""

import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pbm import wiring
from pbm.store import keys
from pbm.store.games import RedisStore
from tests.deadlines import figures
from tests.deadlines.figures import Figures, Late
from tests.deadlines.house import House, open_house
from tests.deadlines.making import Deadline, Maker

LATE_AT_MOST = 60.0  # seconds
GIVES_UP = 180.0  # seconds after the last deadline
LOOKS_EVERY = 0.25  # seconds
STARTS_WITHIN = 3.0  # seconds
TRIED = 20  # games that are made first, to see how long it takes; nothing is due in them
ROOM = 3.0  # times as long as those took: others may need the machine meanwhile
FAR = timedelta(days=100)
PACE = 20.0  # messages a second at the least
FLUSHED_EVERY = 60.0  # seconds
KILLED_EVERY = 10.0  # seconds


def rush(games: int, within: float, workers: int) -> Figures:
    """So many deadlines within so many seconds; the post delivers all the while, at Telegram's limits."""
    found = Figures(f"{games} deadlines within {within:g} s", games, workers)
    with _house() as house:
        deadlines = _made(house, games, within)
        for name in ("post", "clock", *["worker"] * workers):
            house.start(name)
        _until_passed(house, deadlines)
        commits = _commits(found, house, deadlines)
        until = time.monotonic() + 30 + 3 * games / PACE
        while house.redis.zcard(keys.LINES) and time.monotonic() < until:
            time.sleep(LOOKS_EVERY)
        figures.arrived(found, house.sandbox.calls.kept, deadlines, commits)
        _looks_after(found, house)
    return found


def broken(games: int, within: float, workers: int) -> Figures:
    """Deadlines all along; every minute all of RQ's keys are gone, and every few seconds a worker dies in a job."""
    found = Figures(f"{games} deadlines within {within:g} s, broken", games, workers)
    with _house() as house:
        deadlines = _made(house, games, within)
        for name in ("clock", *["worker"] * workers):
            house.start(name)
        begins, ends = deadlines[0].due.timestamp(), deadlines[-1].due.timestamp()
        flushes, kills = begins + FLUSHED_EVERY / 2, begins + KILLED_EVERY / 2
        while time.time() < ends:
            time.sleep(LOOKS_EVERY)
            if time.time() >= flushes:
                house.flush()
                found.flushes, flushes = found.flushes + 1, flushes + FLUSHED_EVERY
            if time.time() >= kills:
                found.kills += house.kill_in_a_job()
                kills += KILLED_EVERY
        _until_passed(house, deadlines)
        _commits(found, house, deadlines)
        _looks_after(found, house)
    return found


@contextmanager
def _house() -> Iterator[House]:
    with tempfile.TemporaryDirectory(prefix="pbm-") as folder, open_house(Path(folder)) as house:
        yield house


def _made(house: House, games: int, within: float) -> tuple[Deadline, ...]:
    maker, begun = Maker(house.redis, house.sandbox, wiring.library()), datetime.now(UTC)
    maker.makes([begun + FAR] * TRIED)
    one = (datetime.now(UTC) - begun) / TRIED
    first = datetime.now(UTC) + timedelta(seconds=STARTS_WITHIN) + ROOM * games * one
    dues = [first + timedelta(seconds=within) * number / games for number in range(games)]
    deadlines = maker.makes(dues)
    assert datetime.now(UTC) < first, "the games were not made in time"
    return deadlines


def _until_passed(house: House, deadlines: Sequence[Deadline]) -> None:
    """Come back when no deadline stands in the set, or when it takes too long."""
    last = deadlines[-1].due.timestamp()
    while house.redis.zcount(keys.ALARMS, "-inf", last) and time.time() < last + GIVES_UP:
        time.sleep(LOOKS_EVERY)


def _commits(found: Figures, house: House, deadlines: Sequence[Deadline]) -> dict[str, float]:
    complaints: Counter[str] = Counter()
    commits = figures.passed(RedisStore(house.redis), deadlines, complaints)
    late = [commits[one.game] - one.due.timestamp() for one in deadlines if one.game in commits]
    found.commits = Late.of(late)
    lasted = max(commits.values(), default=0.0) - min(commits.values(), default=0.0)
    found.commits_a_second = round(len(commits) / lasted, 1) if lasted else 0.0
    found.complaints += complaints
    found.complaints["turns that were passed too early"] += sum(one < 0 for one in late)
    found.complaints["turns that were passed a minute late"] += sum(one > LATE_AT_MOST for one in late)
    found.complaints = +found.complaints
    return commits


def _looks_after(found: Figures, house: House) -> None:
    if not house.lives():
        found.complaints["processes that ended by themselves"] += 1
