"""Delivery: in order, side by side, and once."""

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

import fakeredis
import pytest
from redis.exceptions import ConnectionError

from pbm.service.deliver import ANSWERS_LAST, deliver, deliver_head, is_moot
from pbm.service.ports import Closed, Commit, Elsewhere, Fate, KeptByLaterCode, Later, Letter, Sent
from pbm.service.requests import Request
from pbm.store.games import RedisStore
from pbm.store.outbox import RedisOutbox
from pbm.views.messages import Message, Way
from tests.store.making import ANN, BEN, GROUP, NOON, a_message, keep


class Carrier:
    """A sender that keeps what it was given, and does with some texts as it is told."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.gates: dict[str, asyncio.Event] = {}
        self.fates: dict[str, list[Fate | Exception]] = {}
        self.at_once = self.most_at_once = 0

    async def send(self, letter: Letter) -> Fate:
        """Wait at the gate of that text, if it has one; then it arrives, or has the fate that was foreseen."""
        text = letter.message.text.text
        self.at_once += 1
        self.most_at_once = max(self.at_once, self.most_at_once)
        await asyncio.sleep(0)
        if gate := self.gates.get(text):
            await gate.wait()
        self.at_once -= 1
        if fates := self.fates.get(text):
            fate = fates.pop(0)
            if isinstance(fate, Exception):
                raise fate
            return fate
        self.told.append(text)
        return Sent(message=len(self.told))

    async def has_told(self, *texts: str) -> None:
        """Come back when exactly these have arrived."""
        await until(lambda: self.told == list(texts))


async def until(so: Callable[[], bool]) -> None:
    """Come back as soon as it is so; fails after five seconds."""
    async with asyncio.timeout(5):
        while not so():  # noqa: ASYNC110  # what it looks at is in Redis too, and rings no bell
            await asyncio.sleep(0.005)


@pytest.fixture
def redis() -> fakeredis.FakeRedis:
    """An empty Redis in memory."""
    return fakeredis.FakeRedis(server=fakeredis.FakeServer(), decode_responses=True)


@pytest.fixture
def put(redis: fakeredis.FakeRedis) -> Callable[..., None]:
    """Put messages into the outbox."""
    store, requests = RedisStore(redis), iter(range(1000))

    def put(*messages: Message) -> None:
        keep(store, f"r{next(requests)}", Commit(messages=messages))

    return put


@asynccontextmanager
async def a_delivery(
    redis: fakeredis.FakeRedis, carrier: Carrier, at_once: int = 20, now: datetime = NOON
) -> AsyncIterator[asyncio.Event]:
    """Delivery under way, always at the same moment; gives what ends it."""
    stop = asyncio.Event()
    running = asyncio.create_task(deliver(RedisOutbox(redis), carrier, lambda: now, stop, at_once))
    try:
        yield stop
    finally:
        for gate in carrier.gates.values():
            gate.set()
        stop.set()
        await running


@pytest.mark.parametrize(
    ("way", "edits", "has_buttons", "age", "moot"),
    [
        ("say", None, False, timedelta(days=3), False),
        ("show", None, False, timedelta(days=3), False),
        ("answer", None, False, ANSWERS_LAST, False),
        ("answer", None, False, ANSWERS_LAST + timedelta(seconds=1), True),
        ("edit", None, False, timedelta(), True),
        ("edit", 7, False, timedelta(), False),
        ("strip", None, False, timedelta(), True),
        ("strip", 7, False, timedelta(), True),
        ("strip", 7, True, timedelta(), False),
    ],
)
def test_what_nobody_needs_is_not_sent(
    way: Way, edits: int | None, has_buttons: bool, age: timedelta, moot: bool
) -> None:
    """Late answers, changes of a message that is not there, buttons that are gone; all else is sent however late."""
    letter = Letter(message=a_message(way=way, press="p"), edits=edits, has_buttons=has_buttons)

    assert is_moot(letter, NOON + age) is moot


async def test_a_slow_chat_holds_up_nobody_else(redis: fakeredis.FakeRedis, put: Callable[..., None]) -> None:
    """While one letter is stuck, the other lines go on, and its own line waits for it."""
    carrier = Carrier()
    carrier.gates["A1"] = asyncio.Event()
    put(a_message("A1", to=ANN), a_message("A2", to=ANN), a_message("B1", to=BEN), a_message("B2", to=BEN))

    async with a_delivery(redis, carrier):
        await carrier.has_told("B1", "B2")
        carrier.gates["A1"].set()
        await carrier.has_told("B1", "B2", "A1", "A2")


async def test_only_so_many_lines_are_served_at_once(redis: fakeredis.FakeRedis, put: Callable[..., None]) -> None:
    """The others have their turn when one of those is through."""
    carrier = Carrier()
    put(*(a_message(str(number), to=f"tg:{number}") for number in range(9)))
    carrier.gates.update({str(number): asyncio.Event() for number in range(9)})

    async with a_delivery(redis, carrier, at_once=3):
        await until(lambda: carrier.at_once == 3)
        for gate in carrier.gates.values():
            gate.set()
        await until(lambda: len(carrier.told) == 9)

    assert carrier.most_at_once == 3


async def test_what_is_kept_later_is_delivered_at_once(redis: fakeredis.FakeRedis, put: Callable[..., None]) -> None:
    """Delivery sleeps while there is nothing, and wakes."""
    carrier = Carrier()
    async with a_delivery(redis, carrier):
        await asyncio.sleep(0.02)
        put(a_message("One."))
        await carrier.has_told("One.")


async def test_a_late_answer_is_dropped_without_a_call(redis: fakeredis.FakeRedis, put: Callable[..., None]) -> None:
    """The line is empty afterwards, and the chat has heard only what was said."""
    carrier = Carrier()
    put(a_message("Yes.", way="answer", press="p1"), a_message("Hello."))

    async with a_delivery(redis, carrier, now=NOON + timedelta(seconds=11)):
        await carrier.has_told("Hello.")
        await until(lambda: RedisOutbox(redis).due(NOON + timedelta(hours=1), 9) == ())


async def test_a_failure_holds_up_no_other_line(redis: fakeredis.FakeRedis, put: Callable[..., None]) -> None:
    """The message is not lost: it stays at the head of its line."""
    carrier = Carrier()
    carrier.fates["Bad."] = [ZeroDivisionError()]
    put(a_message("Bad.", to=ANN), a_message("Good.", to=BEN))

    async with a_delivery(redis, carrier):
        await carrier.has_told("Good.")

    letter = RedisOutbox(redis).head(ANN)
    assert letter is not None
    assert letter.message.text.text == "Bad."


@pytest.mark.parametrize("why", [KeptByLaterCode("g1", "state version 9"), ZeroDivisionError()], ids=["later", "ours"])
async def test_a_letter_whose_news_fails_comes_once(
    redis: fakeredis.FakeRedis, put: Callable[..., None], why: Exception
) -> None:
    """Its game cannot be read, or we have a fault: whoever got the letter does not get it every half a minute."""
    carrier = Carrier()
    put(a_message("Your turn."))

    def fails(request: Request) -> None:
        raise why

    with contextlib.suppress(ZeroDivisionError):
        await deliver_head(GROUP, RedisOutbox(redis), carrier, lambda: NOON + timedelta(minutes=1), fails)

    assert carrier.told == ["Your turn."]
    assert RedisOutbox(redis).head(GROUP) is None


@pytest.mark.parametrize("woken", [True, False])
async def test_a_group_that_opens_while_a_letter_is_refused_does_not_wait(
    redis: fakeredis.FakeRedis, put: Callable[..., None], woken: bool
) -> None:
    """The bot is let in between the try and its settling: the line is due at once, and not in ten minutes."""
    moment = iter(NOON + timedelta(seconds=second) for second in range(9))
    put(a_message("A card."))

    class Shut:
        async def send(self, letter: Letter) -> Closed:
            back = a_message("Here I am again.", made=next(moment))
            put(back.model_copy(update={"wakes": woken}))
            return Closed(why="kicked")

    await deliver_head(GROUP, RedisOutbox(redis), Shut(), lambda: next(moment))

    assert RedisOutbox(redis).due(NOON + timedelta(minutes=1), 9) == ((GROUP,) if woken else ())


async def test_a_letter_told_to_wait_is_sent_again(redis: fakeredis.FakeRedis, put: Callable[..., None]) -> None:
    """It comes before what was behind it."""
    carrier = Carrier()
    carrier.fates["One."] = [Later(after=timedelta())]
    put(a_message("One."), a_message("Two."))

    async with a_delivery(redis, carrier):
        await carrier.has_told("One.", "Two.")


async def test_letters_follow_a_group_to_its_new_address(redis: fakeredis.FakeRedis, put: Callable[..., None]) -> None:
    """All of them arrive, in order."""
    carrier = Carrier()
    carrier.fates["One."] = [Elsewhere(to="tg:-1001")]
    put(a_message("One."), a_message("Two."))

    async with a_delivery(redis, carrier):
        await carrier.has_told("One.", "Two.")

    assert RedisOutbox(redis).head(GROUP) is None


async def test_the_end_waits_for_what_is_under_way(redis: fakeredis.FakeRedis, put: Callable[..., None]) -> None:
    """The letter that is being sent is settled, the next one stays for whoever comes after."""
    carrier = Carrier()
    carrier.gates["One."] = asyncio.Event()
    put(a_message("One."), a_message("Two."))

    async with a_delivery(redis, carrier) as stop:
        await until(lambda: carrier.at_once == 1)
        stop.set()
        await asyncio.sleep(0.02)

    assert carrier.told == ["One."]
    letter = RedisOutbox(redis).head(GROUP)
    assert letter is not None
    assert letter.message.text.text == "Two."


async def test_a_delivery_that_cannot_look_any_more_ends_by_that_alone(
    redis: fakeredis.FakeRedis, caplog: pytest.LogCaptureFixture
) -> None:
    """Redis went away; the wait for new messages fails too, and nobody is told of it a second time."""
    redis.connection_pool.connection_kwargs["server"].connected = False
    with pytest.raises(ConnectionError):
        await deliver(RedisOutbox(redis), Carrier(), lambda: NOON, asyncio.Event())
    gc.collect()

    assert caplog.text == ""
