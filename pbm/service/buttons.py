"""What a button carries: its game, its turn, and what it does."""

from pbm.service.nowhere import ANYWHERE

# What a button may do whatever turn it was made in.
TIMELESS = frozenset(
    {"show", "rules", "join", "begin", "menu", "set", "computer", "stay", "keep", "resume", "leave", "end"}
    | {"pause", "kick", "vote", "away", "at"}
)


def read_button(does: str) -> tuple[str, int, str, list[str]]:
    """Game, turn, verb and the rest of what a button carries; whatever else it may be is a button of nowhere."""
    parts = does.split(":")
    if len(parts) < 3 or not parts[1].isdecimal():
        return ANYWHERE, 0, "", []
    return parts[0], int(parts[1]), parts[2], parts[3:]
