"""What the sandbox's tests begin with."""

from collections.abc import AsyncIterator

import pytest

from tests.sandbox.house import House, a_house


@pytest.fixture
async def house() -> AsyncIterator[House]:
    """A fresh sandbox without flood limits."""
    async with a_house() as house:
        yield house
