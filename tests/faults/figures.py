"""The figures of a run: what was done, what went wrong, and why messages came twice."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

PROMISED = ("moves_lost", "moves_doubled", "messages_lost", "chats_out_of_order", "games_stuck")
"""What must be nought."""
COUNTED = (
    "seconds", "tables", "games", "turns", "lines", "letters", "kills", "under_way", "refused", "flooded",
)  # fmt: skip


@dataclass
class Figures:
    """Of one scenario, or of several together."""

    scenario: str
    seed: int = 0
    seconds: int = 0
    tables: int = 0
    games: int = 0
    turns: int = 0
    lines: int = 0  # written or pressed by people
    letters: int = 0  # kept by the bot
    kills: int = 0  # instants
    under_way: int = 0  # of them: an update, or a message of its answer, in the hands of a process that died
    moves_lost: int = 0
    moves_doubled: int = 0
    messages_lost: int = 0
    chats_out_of_order: int = 0
    games_stuck: int = 0
    twice: Counter[str] = field(default_factory=Counter)  # messages that came more than once, by the reason
    refused: int = 0  # messages that Telegram would not take: to people who have blocked the bot, say
    flooded: int = 0  # times that Telegram said "too fast" without having been told to
    ended: Counter[str] = field(default_factory=Counter)  # processes that ended by themselves, and were started again
    complaints: list[str] = field(default_factory=list)

    def holds(self) -> bool:
        """Whether every promise was kept."""
        return not self.broken_promises() and not self.complaints

    def broken_promises(self) -> int:
        """How often a promise was broken, all in all."""
        return sum(getattr(self, name) for name in PROMISED)

    def complain(self, what: str) -> None:
        """Something is not as it should be; the first hundred are told."""
        if len(self.complaints) < 100:
            self.complaints.append(what)


def together(found: Sequence[Figures]) -> Figures:
    """The sum of several scenarios."""
    whole = Figures("all together")
    for one in found:
        whole.seed = one.seed
        for name in (*COUNTED, *PROMISED):
            setattr(whole, name, getattr(whole, name) + getattr(one, name))
        whole.twice += one.twice
        whole.ended += one.ended
        whole.complaints += [f"{one.scenario}: {complaint}" for complaint in one.complaints]
    return whole


COLUMNS = (
    ("scenario", "scenario"),
    ("seconds", "seconds"),
    ("turns", "turns"),
    ("letters", "messages"),
    ("kills", "kills"),
    ("under_way", "of them with an update under way"),
    ("moves_lost", "moves lost"),
    ("moves_doubled", "doubled"),
    ("messages_lost", "messages lost"),
    ("chats_out_of_order", "chats out of order"),
    ("games_stuck", "games stuck"),
)


def table(found: Iterable[Figures]) -> str:
    """The figures as a table, and below it why messages came twice."""
    found = list(found)
    whole = together(found)
    rows = [[head for _, head in COLUMNS], ["---"] * len(COLUMNS)]
    rows += [[str(getattr(one, name)) for name, _ in COLUMNS] for one in [*found, whole]]
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    reasons = ", ".join(f"{count} after: {why}" for why, count in whole.twice.most_common()) or "none"
    lines += ["", f"Messages that came twice: {whole.twice.total()} ({reasons})."]
    lines += [f"Refused by Telegram: {whole.refused}. Sent too fast: {whole.flooded}."]
    ended = ", ".join(f"{count} {name}" for name, count in whole.ended.items()) or "none"
    lines += [f"Processes that ended by themselves, and were started again: {ended}."]
    lines += [f"! {complaint}" for complaint in whole.complaints]
    return "\n".join(lines)


def write(file: Path, found: Sequence[Figures], caught: dict[str, str]) -> None:
    """The same as JSON."""
    facts = {
        "together": vars(together(found)),
        "scenarios": [vars(one) for one in found],
        "sabotage caught by": caught,
    }
    file.write_text(json.dumps(facts, indent=1) + "\n")
