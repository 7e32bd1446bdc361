"""What the tests of the transport begin with: a real sandbox, and bots of the library that speak to it."""

from collections.abc import AsyncIterator

import pytest
from telegram import Bot

from pbm.sandbox.server import TOKEN
from pbm.telegram.bots import awake, plain_bot
from tests.sandbox.house import House


@pytest.fixture
async def bot(house: House) -> AsyncIterator[Bot]:
    """A bot that speaks to it."""
    bot = plain_bot(TOKEN, house.url)
    async with awake(bot, house.url):
        yield bot
