"""Pictures of the cost: where the time of a turn goes, by the dearest lines of a profile."""

import cProfile
import pstats
from pathlib import Path

from redis import Redis

from pbm.rules.cards import Library
from tests.bench.playing import Hall

LINES = 10


def profiled(redis: Redis, library: Library, turns: int) -> list[dict[str, object]]:
    """The ten functions in which most time is spent, without what they call; microseconds a turn."""
    hall = Hall(redis, library)
    game = hall.opens(3000)
    profile = cProfile.Profile()
    done = 0
    while done < turns:
        request = hall.next_move(game)
        if request is None:
            game = hall.opens(3001 + done)
            continue
        profile.enable()
        hall.handler.handle(request)
        profile.disable()
        done += 1
    stats = pstats.Stats(profile).stats  # type: ignore[attr-defined]  # it is there, and typeshed does not say so
    dearest = sorted(stats.items(), key=lambda one: one[1][2], reverse=True)[:LINES]
    return [
        {
            "where": f"{Path(file).name}:{line} {name}",
            "us a turn": round(own / turns * 1e6, 1),
            "calls a turn": round(calls / turns, 1),
        }
        for (file, line, name), (_, calls, own, *_) in dearest
    ]
