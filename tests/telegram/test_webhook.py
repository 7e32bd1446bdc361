"""The webhook: it takes what Telegram brings, reads nothing without the secret, and no bytes at all break it."""

import asyncio
import hmac
import json
import logging
import socket
from typing import Any

import aiohttp
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from telegram import Bot

from pbm.telegram import webhook
from pbm.telegram.errors import PortTaken, Unreachable
from pbm.telegram.webhook import SECRET, Hook, serve_webhook
from tests.ports import free_port
from tests.sandbox.house import House
from tests.telegram.receiving import Away, Service, hooked, polling, receiver, until, waiting


async def test_a_webhook_brings_updates_and_polling_takes_it_down_again(house: House, bot: Bot) -> None:
    """The operator sets PBM_WEBHOOK_URL, plays, and takes it away again: nothing is lost in either direction."""
    service = Service()
    async with hooked(service, bot):
        ann = await house.started()
        await until(lambda: waiting(house) == 0)
    assert service.kept == ["/start"]

    await house.say(ann, ann, "in between")
    async with polling(service, bot):
        await until(lambda: waiting(house) == 0)
    assert service.kept == ["/start", "in between"]


async def test_a_webhook_that_another_program_took_away_is_set_again(
    house: House, bot: Bot, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody polls on the same token: within minutes, here shorter, the bot hears again and says so."""
    monkeypatch.setattr(webhook, "LOOKS_EVERY", 0.1)
    service = Service()
    async with hooked(service, bot):
        ann = await house.started()
        await until(lambda: service.kept == ["/start"])
        await house.ask("POST", "/faults", method="getWebhookInfo", kind="500")  # of a moment
        await house.result("deleteWebhook")
        await house.say(ann, ann, "one")
        await until(lambda: service.kept == ["/start", "one"])
        await house.result("setWebhook", url="http://127.0.0.1:9/other")
        await house.say(ann, ann, "two")
        await until(lambda: service.kept == ["/start", "one", "two"])

    brought = [said for said in caplog.messages if said.startswith("Telegram brought updates to ")]
    assert [said.partition(": another program uses this bot's token")[0] for said in brought] == [
        "Telegram brought updates to nobody",
        "Telegram brought updates to http://127.0.0.1:9/other",
    ]


async def test_a_webhook_says_200_only_when_the_effect_is_kept(house: House, bot: Bot) -> None:
    """The bot is stopped while the store is away: Telegram hears 503 and brings the update again later."""

    def away(text: str) -> None:
        raise Away

    broken = Service(away)
    async with hooked(broken, bot):
        await house.started()
        await until(lambda: broken.tries > 1)
    assert waiting(house) == 1

    service = Service()
    async with hooked(service, bot):
        await until(lambda: waiting(house) == 0)
    assert service.kept == ["/start"]


async def test_nobody_without_the_secret_is_listened_to(house: House, bot: Bot) -> None:
    """No secret, a wrong one, one with odd characters: 401, whatever the body says, and nothing happens."""
    service = Service()
    async with hooked(service, bot) as hook, aiohttp.ClientSession() as client:
        await until(lambda: house.sandbox.updates.queue.webhook_url != "")
        for headers in ({}, {SECRET: "wrong"}, {SECRET: "s3cretö"}):
            async with client.post(hook.url, data=b"{", headers=headers) as answer:
                assert answer.status == 401
        async with client.post(hook.url, data=b"{", headers={SECRET: "s3cret"}) as answer:
            assert answer.status == 400
        raw = f"POST / HTTP/1.1\r\nHost: x\r\n{SECRET}: \xff\r\nContent-Length: 0\r\n\r\n".encode("latin-1")
        reader, writer = await asyncio.open_connection(hook.listen, hook.port)
        writer.write(raw)
        assert b" 401 " in await reader.readline()
        writer.close()

    assert service.tries == 0


async def test_a_port_that_is_taken_is_said_plainly(house: House, bot: Bot) -> None:
    """Something else listens there already."""
    stop = asyncio.Event()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        hook = Hook("https://example.org/telegram", "s3cret", "127.0.0.1", taken.getsockname()[1])

        with pytest.raises(PortTaken, match="PBM_WEBHOOK_PORT"):
            await serve_webhook(bot, receiver(Service(), bot, stop), stop, hook)


async def test_an_address_that_telegram_refuses_is_said_plainly(house: House, bot: Bot) -> None:
    """A webhook without https, away from this machine."""
    stop = asyncio.Event()
    hook = Hook("http://example.org/telegram", "s3cret", "127.0.0.1", free_port())

    with pytest.raises(Unreachable, match="does not take PBM_WEBHOOK_URL"):
        await serve_webhook(bot, receiver(Service(), bot, stop), stop, hook)


@pytest.mark.parametrize("shown", ["", "s3cre", "s3crett", "S3CRET", "s3cret\u00e9", "\ud800"])
async def test_without_the_secret_nothing_is_read(house: House, bot: Bot, shown: str) -> None:
    """401, whatever the header holds; the body, which never ends, is not waited for."""
    service = Service()
    async with hooked(service, bot) as hook, aiohttp.ClientSession() as client:

        async def never_ends() -> Any:
            yield b"{"
            await asyncio.sleep(60)

        headers = {SECRET: shown} if shown and shown.isascii() else {}
        await _listens(hook.port)
        async with asyncio.timeout(5):
            async with client.post(hook.url, data=never_ends(), headers=headers) as answer:
                assert answer.status == 401

    assert service.kept == []


async def test_the_secret_is_compared_in_constant_time(house: House, bot: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the one function of the standard library that promises it, and by nothing else."""
    compared: list[tuple[Any, Any]] = []

    def compares(a: Any, b: Any) -> bool:
        compared.append((a, b))
        return hmac.compare_digest(a, b)

    monkeypatch.setattr(webhook, "hmac", type("hmac", (), {"compare_digest": staticmethod(compares)}))
    async with hooked(Service(), bot) as hook, aiohttp.ClientSession() as client:
        await _listens(hook.port)
        await client.post(hook.url, data=b"{}", headers={SECRET: "guess"})

    assert compared == [(b"guess", b"s3cret")]


PRIVATE = '"chat": {"id": 1, "type": "private"}, "from": {"id": 1, "is_bot": false, "first_name": "x"}'
NONSENSE = tuple(
    one.encode(errors="surrogateescape")
    for one in (
        *(
            "",
            "null",
            "[]",
            "[1]",
            "7",
            '"x"',
            "{}",
            '{"update_id": 1}',
            '{"update_id": "x", "message": 7}',
            "\udcff\udcfe",
        ),
        "[" * 100_000,
        f'{{"update_id": 5, "message": {{"message_id": 1, "date": 99999999999999999, {PRIVATE}}}}}',
        f'{{"update_id": 6, "message": {{"message_id": 1, "date": 1, {PRIVATE}, "text": "/x", '
        '"entities": [{"type": "bot_command", "offset": 0, "length": 99}]}}',
        '{"update_id": 7, "callback_query": {"id": "1", "from": {"id": 1, "is_bot": false, "first_name": "x"}}}',
        '{"update_id": 8, "message": {"message_id": 1e400, "date": NaN, "chat": null}}',
    )
)


@pytest.mark.parametrize("body", ["{}", "[]", '{"update_id": "x"}'])
async def test_what_is_no_update_is_one_line_in_the_log(
    house: House, bot: Bot, body: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Somebody who has the secret tries the address by hand: no traceback."""
    async with hooked(Service(), bot) as hook, aiohttp.ClientSession() as client:
        await _listens(hook.port)
        async with client.post(hook.url, data=body, headers={SECRET: "s3cret"}) as answer:
            assert answer.status == 400

    (record,) = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert record.getMessage() == "what came to the webhook is no update of Telegram's"
    assert record.exc_info is None


async def test_any_bytes_on_the_webhook_end_in_a_plain_answer(house: House, bot: Bot) -> None:
    """With the secret even: 200, 400 or 413, and never a fault of ours."""
    service = Service()
    chance = st.binary(max_size=200)
    async with hooked(service, bot) as hook, aiohttp.ClientSession() as client:
        await _listens(hook.port)
        headers = {SECRET: "s3cret"}
        for number, body in enumerate((*NONSENSE, b"x" * (2 * 1024 * 1024), *_samples(chance, 60))):
            kinds = ("application/json", "text/plain; charset=nonsense", "", "multipart/form-data")
            kind = {"Content-Type": kinds[number % 4]} if kinds[number % 4] else {}
            async with client.post(hook.url, data=body, headers=headers | kind) as answer:
                assert answer.status in (200, 400, 413), (answer.status, body[:80])
        update = {
            "message_id": 1,
            "date": 1,
            "chat": {"id": 1, "type": "private"},
            "from": {"id": 1, "is_bot": False, "first_name": "Ann", "language_code": "en"},
            "text": "hello",
        }
        async with client.post(hook.url, json={"update_id": 9, "message": update}, headers=headers) as answer:
            assert answer.status == 200

    assert service.kept[-1] == "hello"


def _samples(strategy: st.SearchStrategy[bytes], number: int) -> list[bytes]:
    """Some bytes by chance, the same each time."""
    found: list[bytes] = []

    @settings(max_examples=number, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(strategy)
    @example(json.dumps({"update_id": 1, "message": {}}).encode())
    def draws(one: bytes) -> None:
        found.append(one)

    draws()
    return found


async def _listens(port: int) -> None:
    """Wait until somebody listens there."""
    async with asyncio.timeout(5):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.02)
                continue
            writer.close()
            return
