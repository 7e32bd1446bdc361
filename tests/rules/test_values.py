"""Values: alike where their kind and their fields are, and in no other case."""

import pytest

from pbm.rules.values import Value


class Card(Value):
    """Something with two fields, one of which holds others."""

    id: str
    below: tuple["Card", ...] = ()


class Seat(Value):
    """Another kind with the same fields."""

    id: str
    below: tuple[Card, ...] = ()


def test_values_with_the_same_fields_are_alike() -> None:
    """However deep they stand in tuples, and whether a field was given or is so by default."""
    one = Card(id="moon", below=(Card(id="soup"), Card(id="bell", below=(Card(id="mask"),))))
    other = Card(id="moon", below=(Card(id="soup", below=()), Card(id="bell", below=(Card(id="mask"),))))

    assert one is not other
    assert one == other
    assert hash(one) == hash(other)
    assert {one: "found"}[other] == "found"


@pytest.mark.parametrize(
    "other",
    [
        Card(id="soup", below=(Card(id="bell"),)),
        Card(id="moon"),
        Card(id="moon", below=(Card(id="bell", below=(Card(id="mask"),)),)),
        Seat(id="moon", below=(Card(id="bell"),)),
    ],
    ids=["another field", "fewer in a tuple", "another one deep in a tuple", "another kind"],
)
def test_values_that_differ_anywhere_are_not_alike(other: Value) -> None:
    """A seat and a card of one name, for one, are two things."""
    one = Card(id="moon", below=(Card(id="bell"),))

    assert one != other
    assert other != one


@pytest.mark.parametrize("other", [None, "moon", ("moon", ()), {"id": "moon", "below": ()}])
def test_a_value_is_unlike_what_is_none(other: object) -> None:
    """Not even where it holds the same."""
    assert Card(id="moon") != other
    assert other != Card(id="moon")
