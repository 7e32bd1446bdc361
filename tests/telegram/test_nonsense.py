"""Nonsense from outside: any update at all, through the real parser and the real service."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import reduce
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from telegram import Bot, User

from pbm.rules.evolve import evolve
from pbm.rules.game import Game
from pbm.sandbox.shapes import PERMISSIONS
from pbm.telegram.parse import read
from pbm.telegram.receive import Receiver
from tests.service.evening import Evening, a_begun_game, ann, ben, carla, places_right

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
