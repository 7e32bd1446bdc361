"""No message shows anybody what they may not know: no hand of another, no back that is not turned over."""

import pytest

from tests.service.evening import ann
from tests.service.folly import an_evening, at_random
from tests.service.knowledge import Knowledge


@pytest.mark.parametrize("seed", range(6))
def test_nobody_reads_what_is_not_theirs(seed: int) -> None:
    """Whole evenings, wise and foolish: every message that was made."""
    evening, random = an_evening(seed)
    knowledge = Knowledge()
    for _ in range(60):
        read = len(evening.everything)
        at_random(evening, random)
        knowledge.gathers(evening)
        for letter in evening.everything[read:]:
            knowledge.allows(letter)


def test_secrets_would_be_noticed() -> None:
    """The watcher sees a front, a note and a date that were not to be seen."""
    evening, _ = an_evening(1)
    evening.in_group(ann, "/begin")
    letter = next(one for one in evening.brought if one.message.to == ann)

    knowledge = Knowledge()

    with pytest.raises(AssertionError):
        knowledge.allows(letter)
    knowledge.gathers(evening)
    knowledge.allows(letter)
