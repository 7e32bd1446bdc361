"""Nonsense from outside: any update at all through the real parser and the real service, any bytes on the webhook."""

import asyncio
import hmac
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import reduce
from typing import Any

import aiohttp
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from telegram import Bot, User

from pbm.rules.evolve import evolve
from pbm.rules.game import Game
from pbm.sandbox.shapes import PERMISSIONS
from pbm.telegram import webhook
from pbm.telegram.parse import read
from pbm.telegram.receive import Receiver
from pbm.telegram.webhook import SECRET
from tests.sandbox.house import House
from tests.service.evening import Evening, a_begun_game, ann, ben, carla, places_right
from tests.telegram.receiving import Service, hooked

Json = dict[str, Any]
BOT = User(4200, "Anno Domini", is_bot=True, username="AnnoBot")
PEOPLE = (1, 2, 3, 77)
GROUP_ID = -100
ODD_NAMES = (
    "<b>Ann</b>", "&amp; \"quoted\" 'so'", "\u202eevil\u202c", "😀👩‍👩‍👧‍👦", "\u200b" * 64, "/leave", "3 1", "@AnnoBot",
    "A" * 64, "*_`[x](y)", "\ud83d", "{who}", "\n\t",
)  # fmt: skip
NOBODY = Bot("1:a")
QUICK = settings(max_examples=80, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
WORDS = (
    "hand", "3 1", "1 1 <b>so</b>", "fix 2 1", "doubt", "yes", "undo", "/newgame", "/join", "/begin",
    "/settings cards 3",
    "/leave", "/end", "/away 3d", "/kick Ann", "/takeover", "/timezone <b>", "/quiet 25-99", "/privacy", "/forget no",
    "/start join-game1", "/start over-game1-tg_1", "/start " + "x" * 64,
    "/end@AnnoBot", "/chain@OtherBot", "/", "//", "/\u200b",
)  # fmt: skip
TEXTS = st.one_of(
    st.sampled_from(WORDS),
    st.text(max_size=40),
    st.builds("/{} {}".format, st.text(max_size=8), st.text(max_size=8)),
    st.sampled_from(("x" * 4096, "1 1 " + "😀" * 2046, "\u200f" * 4096, "9" * 4096, "/" + "a" * 4095, "\n" * 4096)),
)
SERVICES: tuple[Json, ...] = (
    {"new_chat_members": [{"id": 77, "is_bot": False, "first_name": "New"}]},
    {"left_chat_member": {"id": 1, "is_bot": False, "first_name": "Ann"}},
    {"new_chat_title": "<b>Title</b>"},
    {"pinned_message": {"message_id": 1, "date": 0, "chat": {"id": GROUP_ID, "type": "supergroup"}}},
    {"group_chat_created": True},
    {"forum_topic_created": {"name": "x", "icon_color": 1}},
    {"photo": [{"file_id": "f", "file_unique_id": "u", "width": 1, "height": 1}]},
    {"sticker": {"file_id": "f", "file_unique_id": "u", "width": 1, "height": 1, "type": "regular",
                 "is_animated": False, "is_video": False}},
    {"location": {"latitude": 1.0, "longitude": 1.0}},
    {"dice": {"emoji": "🎲", "value": 3}},
)  # fmt: skip


def person(id: int, name: str) -> Json:
    """A user as Telegram writes one."""
    return {"id": id, "is_bot": False, "first_name": name or "x", "language_code": "en"}


def chat_of(id: int) -> Json:
    """A private chat, or the group."""
    if id > 0:
        return {"id": id, "type": "private", "first_name": "x"}
    return {"id": id, "type": "supergroup", "title": "Sunday <b>Table</b>"}


def commands_in(text: str) -> list[Json]:
    """Where Telegram would mark a command."""
    head = text.split()[0] if text.split() else ""
    if not text.startswith("/") or len(head) < 2:
        return []
    return [{"type": "bot_command", "offset": 0, "length": len(head.encode("utf-16-le", "surrogatepass")) // 2}]


@st.composite
def messages(draw: st.DrawFn) -> Json:
    """A message in private or in the group: a text, a reply, a picture, a service message, by somebody or nobody."""
    who, group = draw(st.sampled_from(PEOPLE)), draw(st.booleans())
    text = draw(TEXTS)
    message: Json = {
        "message_id": draw(st.integers(1, 2**31 - 1)),
        "date": draw(st.integers(0, 2**33)),
        "from": person(who, draw(st.sampled_from(ODD_NAMES))),
        "chat": chat_of(GROUP_ID if group else who),
    }
    if draw(st.integers(0, 4)):
        message |= {"text": text, "entities": commands_in(text)}
    else:
        message |= draw(st.sampled_from(SERVICES))
    if draw(st.booleans()):
        by = draw(st.sampled_from((BOT.to_dict(), person(1, "Ann"))))
        chat = {key: message["chat"][key] for key in ("id", "type")}
        message["reply_to_message"] = {"message_id": draw(st.integers(1, 60)), "date": 0, "chat": chat, "from": by}
    if group and not draw(st.integers(0, 5)):
        message["sender_chat"] = draw(
            st.sampled_from((chat_of(GROUP_ID), {"id": -1009, "type": "channel", "title": "N"}))
        )
    if group and not draw(st.integers(0, 5)):
        message |= {"message_thread_id": 5, "is_topic_message": True}
    return {"message": message}


@st.composite
def presses(draw: st.DrawFn) -> Json:
    """A press on a button of this bot, or of nobody's making."""
    who, group = draw(st.sampled_from(PEOPLE)), draw(st.booleans())
    verb = st.sampled_from(
        ("card", "slot", "place", "turnover", "join", "begin", "menu", "set", "end", "leave", "kick", "vote", "typed",
         "again", "forget", "away", "zone", "hello", "language", "more", "show")
    )  # fmt: skip
    made = st.builds(
        lambda game, turn, verb, rest: ":".join([game, str(turn), verb, *rest]),
        st.sampled_from(("game1", "game2", "*", "")),
        st.one_of(st.integers(-1, 3), st.text(max_size=3)),
        verb,
        st.lists(
            st.one_of(st.text(max_size=5), st.sampled_from(("1", "yes", "leave", "tg:1", "all", "done"))), max_size=3
        ),
    )
    message: Json = {
        "message_id": draw(st.integers(1, 60)),
        "date": draw(st.sampled_from((0, 1))),
        "from": BOT.to_dict(),
    }
    message["chat"] = chat_of(GROUP_ID if group else who)
    query = {"id": "q", "from": person(who, draw(st.sampled_from(ODD_NAMES))), "message": message, "chat_instance": "1"}
    return {"callback_query": query | {"data": draw(st.one_of(made, st.text(max_size=64)))}}


@st.composite
def memberships(draw: st.DrawFn) -> Json:
    """The bot's own place in a chat changes."""
    who, group = draw(st.sampled_from(PEOPLE)), draw(st.booleans())
    status = st.sampled_from(("member", "left", "kicked", "restricted"))

    def member(status: str) -> Json:
        more: Json = {"until_date": 0} if status in ("kicked", "restricted") else {}
        if status == "restricted":
            more |= dict.fromkeys(PERMISSIONS, False) | {"is_member": draw(st.booleans())}
        return {"user": BOT.to_dict(), "status": status, **more}

    change = {"chat": chat_of(GROUP_ID if group else who), "from": person(who, "Ann"), "date": 0}
    change |= {"old_chat_member": member(draw(status)), "new_chat_member": member(draw(status))}
    return {"my_chat_member": change}


class Kept:
    """A game that has begun, and a receiver that takes whatever comes for it."""

    def __init__(self) -> None:
        self.evening = a_begun_game(evening=Evening(language="en"))
        places_right(self.evening, ann)
        self.updates = 0
        self.errors: list[Exception] = []

    def takes(self, written: Json) -> list[Any]:
        """One update, read, parsed and carried out; gives what was brought because of it."""
        self.updates += 1
        update = read({"update_id": self.updates, **written}, NOBODY)
        assert update is not None
        receiver = Receiver(Loud(self), lambda error: False, BOT, asyncio.Event())
        asyncio.run(receiver.take(update))
        return self.evening.brings()


class Loud:
    """The service, whose faults are for the test to see."""

    def __init__(self, house: Kept) -> None:
        self.house = house

    def handle(self, request: Any) -> None:
        """Carry it out."""
        self.house.evening.handler.handle(request)

    def apologise(self, request: Any, why: Exception) -> None:
        """Nothing is to break."""
        raise AssertionError(f"broke at {request}")


@pytest.fixture(scope="module")
def kept() -> Kept:
    """Goes on from example to example, as a real game does."""
    return Kept()


def folded(evening: Evening) -> Game | None:
    """The game as its events give it."""
    return reduce(evolve, evening.store.events(evening.game.id), None)


@contextmanager
def no_faults(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing is logged as an error meanwhile."""
    caplog.clear()
    yield
    assert [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR] == []


@QUICK
@given(written=messages())
def test_whatever_is_written_breaks_nothing_and_is_answered(
    kept: Kept, caplog: pytest.LogCaptureFixture, written: Json
) -> None:
    """Whoever addresses the bot hears something, and the game is what its events give."""
    with no_faults(caplog):
        brought = kept.takes(written)

    message = written["message"]
    private = message["chat"]["type"] == "private"
    if private and ("text" in message or "photo" in message or "sticker" in message):
        assert [one for one in brought if one.message.to == f"tg:{message['chat']['id']}"], message
    assert kept.evening.game == folded(kept.evening)


@QUICK
@given(written=presses())
def test_whatever_is_pressed_breaks_nothing_and_is_answered(
    kept: Kept, caplog: pytest.LogCaptureFixture, written: Json
) -> None:
    """Each press is answered once, and the game is what its events give."""
    with no_faults(caplog):
        brought = kept.takes(written)

    assert len([one for one in brought if one.message.way == "answer"]) == 1
    assert kept.evening.game == folded(kept.evening)


@QUICK
@given(written=st.one_of(memberships(), messages()))
def test_whatever_happens_to_the_bot_breaks_nothing(
    kept: Kept, caplog: pytest.LogCaptureFixture, written: Json
) -> None:
    """Added, removed, silenced, blocked, in any order."""
    with no_faults(caplog):
        kept.takes(written)

    assert kept.evening.game == folded(kept.evening)


@pytest.mark.parametrize("name", ODD_NAMES)
def test_any_name_sits_plays_and_is_shown(name: str) -> None:
    """As it is, closed off and cut, or as a number where nothing of it can be seen; never read as anything else."""
    evening = Evening()
    evening.names[carla] = name
    a_begun_game(ann, ben, carla, evening=evening)
    shown = evening.game.name_of(carla)
    assert shown
    assert len(shown) <= 24
    assert not set(shown) & set("\u202e\u202c\u200b\n\t")
    assert not shown.startswith(("/", "@"))
    for who in (ann, ben, carla):
        places_right(evening, who, says="<b>bold</b> & {who} \u202e")
    assert f"\u2068{shown}\u2069" in evening.in_group(ann, "/players")[0]
    board = evening.chats["tg:-100"]
    assert any("<b>bold</b> & {who}" in one.text for one in board)


# The webhook


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
            "from": person(1, "Ann"),
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
