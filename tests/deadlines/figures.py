"""What a run has shown: when each turn was passed, when each message arrived, and what must never be."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median

from pbm.rules.events import TurnBegan, TurnPassed
from pbm.sandbox.chats import Json
from pbm.store.games import RedisStore
from tests.deadlines.making import Deadline
from tests.sandbox.calls import SHOWING, call_of

SLACK = 3.0  # seconds; letters that are under way already are not overtaken


@dataclass(frozen=True)
class Late:
    """Of many moments: how many seconds after the moment that counts the middle one and the last one were."""

    many: int
    middle: float
    last: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> "Late":
        """Of these."""
        return cls(len(seconds), round(median(seconds), 2), round(max(seconds), 2)) if seconds else cls(0, 0.0, 0.0)


@dataclass
class Figures:
    """One run."""

    name: str
    games: int
    workers: int
    commits: Late = Late(0, 0.0, 0.0)  # after their deadline
    commits_a_second: float = 0.0
    prompts: Late = Late(0, 0.0, 0.0)  # arrived after their commit; so the others
    boards: Late = Late(0, 0.0, 0.0)
    notes: Late = Late(0, 0.0, 0.0)
    messages_a_second: float = 0.0
    refused: int = 0  # by Telegram's limits
    flushes: int = 0
    kills: int = 0  # of a worker in the middle of a job
    complaints: Counter[str] = field(default_factory=Counter)


def passed(store: RedisStore, deadlines: Iterable[Deadline], complaints: Counter[str]) -> dict[str, float]:
    """The second in which each turn was passed, by its game; each once, or it is complained about."""
    moments = {}
    for one in deadlines:
        events = store.events(one.game)
        if sum(isinstance(event, TurnPassed) for event in events) != 1:
            complaints["a turn was not passed exactly once"] += 1
            continue
        moments[one.game] = next(e for e in reversed(events) if isinstance(e, TurnBegan)).at.timestamp()
    return moments


def arrived(
    figures: Figures, calls: Iterable[Json], deadlines: Sequence[Deadline], commits: Mapping[str, float]
) -> None:
    """How long prompts, boards and notes took; and complaints where one is missing, double, or came before its time."""
    whose = {at: one.game for one in deadlines for at in (one.group, one.ann, one.ben)}
    prompted, grouped = {one.ben for one in deadlines}, {one.group for one in deadlines}
    came: dict[str, list[tuple[float, str]]] = {"prompts": [], "boards": [], "notes": []}
    for call in map(call_of, calls):
        if call.method not in SHOWING:
            continue
        if not call.ok:
            figures.refused += call.error == 429
            continue
        kind = "prompts" if call.chat in prompted else "boards" if call.chat in grouped else "notes"
        came[kind].append((call.at, whose[call.chat]))
    for kind, found in came.items():
        games = Counter(game for _, game in found)
        figures.complaints[f"{kind} that are missing"] += len(commits.keys() - games.keys())
        figures.complaints[f"{kind} that came twice"] += sum(games.values()) - len(games)
        setattr(figures, kind, Late.of([at - commits[game] for at, game in found if game in commits]))
    everything = sorted(at for found in came.values() for at, _ in found)
    if len(everything) > 1:
        figures.messages_a_second = round((len(everything) - 1) / (everything[-1] - everything[0]), 1)
    prompts = [(commits[game], at) for at, game in came["prompts"] if game in commits]
    others = [at for kind in ("boards", "notes") for at, _ in came[kind]]
    figures.complaints["others went before a prompt that waited"] += overtaken(prompts, others)
    figures.complaints = +figures.complaints


def overtaken(prompts: Iterable[tuple[float, float]], others: Iterable[float]) -> int:
    """How many of the others were sent while a prompt waited; of each prompt, from when it did and its arrival."""
    waited = [(since, until) for since, until in prompts if until - since > 2 * SLACK]
    changes = [(since + SLACK, 1) for since, _ in waited] + [(until - SLACK, -1) for _, until in waited]
    waiting, found = 0, 0
    for _, change in sorted([*changes, *((at, 0) for at in others)]):
        waiting += change
        found += change == 0 and waiting > 0
    return found


def table(found: Sequence[Figures]) -> str:
    """The figures, to read."""
    lines = []
    for one in found:
        lines += [
            f"{one.name}: {one.games} games, {one.workers} workers"
            + (f", {one.flushes} flushes of RQ's keys, {one.kills} workers killed in a job" if one.flushes else ""),
            f"  turns passed      {one.commits.many:6}   {one.commits_a_second:6.1f} a second"
            f"   late: {one.commits.middle:.1f} s, the last {one.commits.last:.1f} s",
        ]
        for kind in ("prompts", "boards", "notes"):
            late: Late = getattr(one, kind)
            if late.many:
                lines.append(f"  {kind:17} {late.many:6}   after {late.middle:.1f} s, the last after {late.last:.1f} s")
        if one.prompts.many:
            lines.append(
                f"  messages          {one.messages_a_second:.1f} a second, {one.refused} refused for the pace"
            )
        lines += [f"  WRONG: {what}: {times}" for what, times in one.complaints.items()] or ["  all as it must be"]
    return "\n".join(lines)


def write(file: Path, found: Sequence[Figures]) -> None:
    """The figures, to compare with others later."""
    file.write_text(json.dumps([asdict(one) for one in found], indent=1) + "\n", "utf-8")
