"""Records that the tests write, and what comes of playing them again."""

import json
from typing import Any

from pbm.rules.record import IllegalMove, Position, replay
from pbm.rules.written import BadRecord

THIS_YEAR = 2026


def a_record(*moves: Any, **fields: Any) -> dict[str, Any]:
    """Ann holds 1000 and 1010, Ben 1100, 1110 and 1120; 1500 opens the chain, five more are in the stack."""
    hands = {"Ann": ["1000", "1010"], "Bob": ["1100", "1110", "1120"]}
    stack = ["1500", "1901", "1902", "1903", "1904", "1905"]
    record = {
        "cards": {card: card for card in [*hands["Ann"], *hands["Bob"], *stack]},
        "players": ["Ann", "Bob"],
        "hands": hands,
        "stack": stack,
        "moves": list(moves),
    }
    return {**record, **fields}


def move(player: str, do: str, **fields: Any) -> dict[str, Any]:
    """One move of a record."""
    return {"player": player, "do": do, **fields}


def replayed(record: Any) -> Position | IllegalMove | BadRecord:
    """A record, played again."""
    return replay(json.dumps(record).encode(), THIS_YEAR)


def position(record: Any) -> dict[str, Any]:
    """Where a record ends."""
    answer = replayed(record)
    assert isinstance(answer, Position), answer
    return answer.facts()
