"""How updates reach a bot: by long polling or by webhook."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from tests.sandbox.house import House, Json


@asynccontextmanager
async def a_webhook(*statuses: int) -> AsyncIterator[tuple[str, asyncio.Queue[tuple[Json, str | None]]]]:
    """A bot's own server: answers with these statuses in turn, then with 200; gives its address and what came."""
    came: asyncio.Queue[tuple[Json, str | None]] = asyncio.Queue()
    waiting = list(statuses)

    async def take(request: web.Request) -> web.Response:
        came.put_nowait((await request.json(), request.headers.get("X-Telegram-Bot-Api-Secret-Token")))
        return web.Response(status=waiting.pop(0) if waiting else 200)

    app = web.Application()
    app.router.add_post("/hook", take)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/hook", came
    finally:
        await runner.cleanup()


async def test_an_update_comes_again_until_it_is_confirmed(house: House) -> None:
    """Only an offset behind it takes an update out of the queue."""
    await house.started()
    first = await house.result("getUpdates")
    again = await house.result("getUpdates")
    after = await house.result("getUpdates", offset=first[-1]["update_id"] + 1)

    assert first == again != []
    assert after == []
    assert await house.result("getUpdates") == []


async def test_update_ids_count_up_by_one(house: House) -> None:
    """Sequential ids are what an offset relies on."""
    ann = await house.started()
    for line in "abc":
        await house.say(ann, ann, line)

    ids = [update["update_id"] for update in await house.result("getUpdates")]
    assert ids == list(range(ids[0], ids[0] + 4))
    assert [update["update_id"] for update in await house.result("getUpdates", limit=2)] == ids[:2]
    assert [update["update_id"] for update in await house.result("getUpdates", offset=-1)] == ids[-1:]


async def test_a_long_poll_ends_with_the_update(house: House) -> None:
    """The bot hears at once, not when its time-out is over."""
    ann = await house.started()
    await house.updates()
    poll = asyncio.create_task(house.result("getUpdates", timeout=50))
    await asyncio.sleep(0.05)
    await house.say(ann, ann, "hello")

    [update] = await asyncio.wait_for(poll, 2)
    assert update["message"]["text"] == "hello"


async def test_a_long_poll_without_news_ends_empty(house: House) -> None:
    """After the time-out the answer is an empty list."""
    assert await house.result("getUpdates", timeout=1) == []


async def test_the_older_of_two_pollers_is_sent_away(house: House) -> None:
    """The newer one gets the updates, the older one a conflict."""
    older = asyncio.create_task(house.bot("getUpdates", timeout=50))
    await asyncio.sleep(0.05)
    newer = asyncio.create_task(house.result("getUpdates", timeout=50))
    await asyncio.sleep(0.05)
    await house.started()

    assert (await older)["error_code"] == 409
    assert (await newer)[0]["message"]["text"] == "/start"


async def test_updates_are_kept_for_a_day(house: House) -> None:
    """What nobody fetched for 24 hours is gone."""
    await house.started()
    house.clock.pass_by(24 * 3600 + 1)

    assert await house.result("getUpdates") == []


async def test_only_the_kinds_asked_for_come(house: House) -> None:
    """allowed_updates is remembered until it is given again; an empty list is the default."""
    await house.result("getUpdates", allowed_updates=["callback_query"])
    ann = await house.started()
    assert await house.updates() == []
    await house.result("getUpdates", allowed_updates=[])
    await house.say(ann, ann, "hello")

    assert len(await house.updates()) == 1


async def test_a_webhook_gets_updates_with_its_secret(house: House) -> None:
    """Every update is posted once, with the header that proves where it comes from."""
    async with a_webhook() as (url, came):
        await house.result("setWebhook", url=url, secret_token="the_secret-1")
        ann = await house.started()
        await house.say(ann, ann, "hello")

        first, second = [await asyncio.wait_for(came.get(), 2) for _ in range(2)]
    assert [first[0]["message"]["text"], second[0]["message"]["text"]] == ["/start", "hello"]
    assert (first[1], second[1]) == ("the_secret-1", "the_secret-1")


async def test_a_webhook_that_fails_is_tried_again_in_order(house: House) -> None:
    """Nothing of a chat overtakes an update that was not taken."""
    async with a_webhook(500, 503) as (url, came):
        await house.result("setWebhook", url=url)
        ann = await house.started()
        await house.say(ann, ann, "hello")

        texts = [(await asyncio.wait_for(came.get(), 2))[0]["message"]["text"] for _ in range(4)]
        assert texts == ["/start", "/start", "/start", "hello"]
        info = await house.result("getWebhookInfo")
        assert info["last_error_message"].startswith("Wrong response from the webhook: 503")


async def test_without_a_webhook_polling_works_again(house: House) -> None:
    """deleteWebhook gives the waiting updates back to getUpdates."""
    await house.result("setWebhook", url="http://127.0.0.1:9/hook")
    await house.started()
    assert (await house.result("getWebhookInfo"))["pending_update_count"] == 1
    await house.result("deleteWebhook")

    assert (await house.result("getWebhookInfo"))["url"] == ""
    assert [update["message"]["text"] for update in await house.updates()] == ["/start"]


async def test_dropping_pending_updates_drops_them(house: House) -> None:
    """drop_pending_updates begins with an empty queue."""
    await house.started()
    await house.result("deleteWebhook", drop_pending_updates=True)

    assert await house.updates() == []
