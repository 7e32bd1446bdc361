"""What every value of the game has in common."""

from pydantic import BaseModel, ConfigDict

CardId = str
SeatId = str  # whoever sits there: an address such as tg:123 at a table, a name in a record


class Value(BaseModel):
    """Frozen, and strict about its fields; collections inside are tuples, so that nothing in it can change.

    What is wrong with one is said without showing what it holds: errors are logged, and there are hands in games.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    def __eq__(self, other: object) -> bool:
        """Whether it is of the same kind with the same fields; a frozen value has nothing else, so that is all.

        The base class looks at more, in six times as long, and whatever is written down is compared field by field
        with what it is by default.
        """
        if self is other:
            return True
        return type(self) is type(other) and self.__dict__ == other.__dict__
