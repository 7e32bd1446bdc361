"""Updates come in by long polling, and are confirmed only when their effect is kept."""

import asyncio
import logging
import threading
from collections.abc import Callable
from typing import Any

import pytest
from telegram import Bot

from pbm.sandbox.server import TOKEN
from pbm.service.ports import KeptByLaterCode
from pbm.telegram import polling as asking
from pbm.telegram.bots import awake, plain_bot
from pbm.telegram.errors import Unreachable, WrongToken
from pbm.telegram.polling import poll
from tests.ports import free_port
from tests.sandbox.house import House
from tests.telegram.receiving import Away, Service, hooked, polling, receiver, until, waiting


async def test_updates_are_taken_in_their_order_and_confirmed(house: House, bot: Bot) -> None:
    """Ann writes three lines, one of them while the bot already waits for news."""
    ann = await house.started()
    await house.say(ann, ann, "one")
    service = Service()
    async with polling(service, bot):
        await until(lambda: len(service.kept) == 2)
        await house.say(ann, ann, "two")
        await until(lambda: waiting(house) == 0)

    assert service.kept == ["/start", "one", "two"]


async def test_an_update_is_not_confirmed_before_it_is_kept(house: House, bot: Bot) -> None:
    """The bot dies while it carries out a move: Telegram still has the move, and the next bot gets it."""
    ann = await house.started()
    release, asked = threading.Event(), threading.Event()

    def hangs(text: str) -> None:
        asked.set()
        release.wait(10)
        raise Away

    stop = asyncio.Event()
    dying = asyncio.create_task(poll(bot, receiver(Service(hangs), bot, stop), stop, lasts=5))
    await asyncio.to_thread(asked.wait, 10)
    assert waiting(house) == 1
    dying.cancel()
    release.set()
    await asyncio.wait({dying})
    assert waiting(house) == 1

    service = Service()
    async with polling(service, bot):
        await until(lambda: waiting(house) == 0)

    assert service.kept == ["/start"]
    assert ann


async def test_while_the_store_is_away_the_bot_waits_with_the_same_update(house: House, bot: Bot) -> None:
    """Redis is away for a moment: longer than three tries, and nothing is given up."""
    ann = await house.started()
    await house.say(ann, ann, "next")
    times = iter(range(5))

    def away(text: str) -> None:
        if next(times, None) is not None:
            raise Away

    service = Service(away)
    async with polling(service, bot):
        await until(lambda: waiting(house) == 0)

    assert service.kept == ["/start", "next"]
    assert service.sorry == []


async def test_a_bot_that_is_stopped_while_the_store_is_away_leaves_the_update(house: House, bot: Bot) -> None:
    """SIGTERM during an outage: it ends at once, and Telegram keeps what was not kept here."""
    await house.started()

    def away(text: str) -> None:
        raise Away

    service = Service(away)
    async with polling(service, bot) as stop:
        await until(lambda: service.tries > 1)
        stop.set()

    assert waiting(house) == 1


async def test_one_broken_update_does_not_stop_the_bot(
    house: House, bot: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    """A fault of ours in one line: tried three times, logged once with its id, its writer told, and the next heard."""
    ann = await house.started()
    for text in ("broken", "fine"):
        await house.say(ann, ann, text)

    def breaks(text: str) -> None:
        if text == "broken":
            error = RuntimeError("a fault")
            error.add_note("game g1")
            raise error

    service = Service(breaks)
    async with polling(service, bot):
        await until(lambda: waiting(house) == 0)

    assert service.kept == ["/start", "fine"]
    assert service.sorry == ["broken"]
    assert service.tries == 5
    (record,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert f"of tg:{ann} is given up" in record.getMessage()
    assert "game g1" in caplog.text


async def test_an_update_for_a_game_of_a_later_version_is_given_up_at_once(
    house: House, bot: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    """Trying again would change nothing: one line in the log with the game's id, no traceback, and its writer told."""
    ann = await house.started()
    await house.say(ann, ann, "4 2")

    def of_later_version(text: str) -> None:
        if text == "4 2":
            raise KeptByLaterCode("g1", "state version 9")

    service = Service(of_later_version)
    async with polling(service, bot):
        await until(lambda: waiting(house) == 0)

    assert (service.tries, service.sorry) == (2, ["4 2"])
    (record,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert f"of tg:{ann}: game g1 was kept by a later version" in record.getMessage()
    assert record.exc_info is None


@pytest.mark.filterwarnings("error::telegram.warnings.PTBUserWarning")
@pytest.mark.parametrize("receiving", [polling, hooked])
async def test_an_update_that_cannot_be_read_is_passed_over(
    house: House, bot: Bot, caplog: pytest.LogCaptureFixture, receiving: Callable[..., Any]
) -> None:
    """A message without an id between two good ones, such as no Telegram sends yet: both are heard, in their order."""
    ann = await house.started()
    house.sandbox.updates.push("message", {"text": "odd"}, ann)
    await house.say(ann, ann, "next")
    service = Service()
    async with receiving(service, bot):
        await until(lambda: waiting(house) == 0)

    assert service.kept == ["/start", "next"]
    assert "cannot be read" in caplog.text


async def test_two_bots_on_one_token_say_so_once_and_go_on(
    house: House, bot: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    """Telegram answers 409 three times: one line in the log, and when the other has gone, updates come again."""
    await house.ask("POST", "/faults", method="getUpdates", kind="409", times=3)
    await house.started()
    service = Service()
    async with polling(service, bot):
        await until(lambda: service.kept == ["/start"])

    warned = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert warned == ["another program receives this bot's updates: stop that one; trying again"]


async def test_two_bots_that_have_answers_in_turn_are_told_of_until_one_is_gone(
    house: House, bot: Bot, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer between two conflicts ends nothing; a minute without any does, however short it is here."""
    caplog.set_level(logging.INFO, logger=asking.__name__)
    ann = await house.started()
    heard = ["/start"]
    service = Service()
    async with polling(service, bot):
        for text in ("one", "two", "three"):
            await until(lambda: service.kept == heard)
            await house.ask("POST", "/faults", method="getUpdates", kind="409")
            await house.say(ann, ann, text)  # which ends the poll that waits; the next one meets the conflict
            heard.append(text)
        await house.say(ann, ann, "four")
        await until(lambda: service.kept == [*heard, "four"])
        assert caplog.messages == ["another program receives this bot's updates: stop that one; trying again"]

        monkeypatch.setattr(asking, "OTHER_IS_GONE_AFTER", 0.0)
        await house.say(ann, ann, "five")
        await until(lambda: caplog.messages[1:] == ["Telegram answers again"])


async def test_that_another_bot_has_the_token_is_said_again_while_it_lasts(
    house: House, bot: Bot, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every five minutes, however short they are here: who looks at the log today finds it."""
    monkeypatch.setattr(asking, "SAID_AGAIN", 0.2)
    monkeypatch.setattr(asking, "LONGEST_WAIT", 0.05)
    await house.ask("POST", "/faults", method="getUpdates", kind="409", times=1000)
    async with polling(Service(), bot):
        await until(lambda: len(caplog.messages) >= 3)

    assert set(caplog.messages) == {"another program receives this bot's updates: stop that one; trying again"}
    apart = caplog.records[2].created - caplog.records[1].created
    assert apart > 0.2


@pytest.mark.parametrize("kind", ["500", "429", "drop_before", "drop_after"])
async def test_the_bot_polls_on_when_telegram_fails(house: House, bot: Bot, kind: str) -> None:
    """A bad answer, a flood limit, a lost connection: the next question gets the update."""
    await house.ask("POST", "/faults", method="getUpdates", kind=kind)
    await house.started()
    service = Service()
    async with polling(service, bot):
        await until(lambda: waiting(house) == 0)

    assert service.kept == ["/start"]


@pytest.mark.parametrize("kind", ["401", "404"])
async def test_a_token_that_is_revoked_ends_the_bot(
    house: House, bot: Bot, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """Nobody can help but the operator, who is told; Telegram was asked three times more whether it is sure."""
    monkeypatch.setattr(asking, "ASKS_AGAIN", (0.01, 0.01, 0.01))
    await house.ask("POST", "/faults", method="*", kind=kind, times=4)
    stop = asyncio.Event()

    with pytest.raises(WrongToken, match="PBM_TELEGRAM_TOKEN is wrong"):
        await poll(bot, receiver(Service(), bot, stop), stop, lasts=1)

    assert not house.sandbox.faults.waiting


@pytest.mark.parametrize(("method", "times"), [("getUpdates", 3), ("*", 3)])
async def test_a_token_that_telegram_knows_again_does_not_end_the_bot(
    house: House, bot: Bot, monkeypatch: pytest.MonkeyPatch, method: str, times: int
) -> None:
    """It was its mistake, of a moment or about one method: the bot goes on."""
    monkeypatch.setattr(asking, "ASKS_AGAIN", (0.01, 0.01, 0.01))
    monkeypatch.setattr(asking, "FIRST_WAIT", 0.01)
    await house.ask("POST", "/faults", method=method, kind="401", times=times)
    await house.started()
    service = Service()
    async with polling(service, bot):
        await until(lambda: service.kept == ["/start"])

    assert not house.sandbox.faults.waiting


async def test_a_wrong_token_is_said_without_repeating_it(house: House) -> None:
    """The library's own words would show the token in a log."""
    wrong = "4200000:AAsomebody-elses"

    with pytest.raises(WrongToken) as error:
        async with awake(plain_bot(wrong, house.url), house.url):
            pass

    assert wrong not in str(error.value)
    assert error.value.__suppress_context__


async def test_a_telegram_that_is_not_there_is_said_plainly() -> None:
    """Nobody listens at that address."""
    nowhere = f"http://127.0.0.1:{free_port()}"

    with pytest.raises(Unreachable, match=f"The Bot API at {nowhere} cannot be reached"):
        async with awake(plain_bot(TOKEN, nowhere), nowhere):
            pass


async def test_no_token_in_the_log(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """httpx would log the address of every call at INFO, and the token is in it."""
    caplog.set_level(logging.INFO)
    async with awake(bot := plain_bot(TOKEN, house.url), house.url):
        await bot.get_me()

    assert TOKEN not in caplog.text
