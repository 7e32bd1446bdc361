"""What every value of the game has in common."""

from pydantic import BaseModel, ConfigDict

CardId = str
SeatId = str  # whoever sits there: an address such as tg:123 at a table, a name in a record


class Value(BaseModel):
    """Frozen, and strict about its fields; collections inside are tuples, so that nothing in it can change.

    What is wrong with one is said without showing what it holds: errors are logged, and there are hands in games.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)
