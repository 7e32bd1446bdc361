"""Something on the way to Telegram answers in its place: neither an update nor a message is lost by it."""

from datetime import UTC, datetime

import pytest

from pbm.sandbox.server import BOT, TOKEN
from pbm.service.ports import Later, Letter, Sent
from pbm.telegram.bots import awake, plain_bot
from pbm.telegram.send import TelegramSender
from pbm.views.messages import Message, Text
from tests.sandbox.house import House
from tests.telegram.gateway import a_gateway
from tests.telegram.receiving import Service, polling, until

NOON = datetime(2026, 9, 21, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "says", [b'{"ok":true}', b'{"ok":true,"result":true}', b'{"ok":true,"result":[{}]}', b"[]", b"null", b"<html>", b""]
)
async def test_an_answer_that_is_no_answer_is_asked_for_again(house: House, says: bytes) -> None:
    """Something on the way answers in Telegram's place, with status 200; once Telegram itself is heard, it goes on."""
    await house.started()
    service = Service()
    async with a_gateway(house, says, times=3) as url:
        bot = plain_bot(TOKEN, url)
        async with awake(bot, url), polling(service, bot):
            await until(lambda: service.kept == ["/start"])


@pytest.mark.parametrize("status", [401, 403, 404, 409, 429, 502])
@pytest.mark.parametrize("says", [b"<html>", b"", b"[]", b'{"error":"not found"}', b'{"ok":false}'])
async def test_a_refusal_that_is_not_telegrams_is_none(house: House, status: int, says: bytes) -> None:
    """Something on the way refuses in its place, as if the token were wrong, say: the bot asks again."""
    await house.started()
    service = Service()
    async with a_gateway(house, says, times=1, status=status) as url:
        bot = plain_bot(TOKEN, url)
        async with awake(bot, url), polling(service, bot):
            await until(lambda: service.kept == ["/start"])


@pytest.mark.parametrize("status", [400, 401, 403, 404, 502])
async def test_a_refusal_that_is_not_telegrams_loses_no_message(house: House, status: int) -> None:
    """Something on the way refuses in its place: the letter comes again, and nobody counts as unreachable."""
    ann = await house.started()
    message = Message(to=f"tg:{ann}", made=NOON, text=Text(text="Hello"))
    letter = Letter(message=message, edits=None, has_buttons=False)
    async with (
        a_gateway(house, b"<html>", times=1, status=status, to="sendMessage") as url,
        awake(bot := plain_bot(TOKEN, url), url),
    ):
        sender = TelegramSender(bot, BOT.username)

        assert isinstance(await sender.send(letter), Later)
        assert isinstance(await sender.send(letter), Sent)
