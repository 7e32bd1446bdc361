"""What left the process: over many random games no date, no card of a stack, and no hand went to anybody too early.

Looked at where it leaves: in the arguments of every call to Telegram, with their texts, marks, buttons and answers. The
environment variable `SECRECY_GAMES` asks for a longer run.
"""

import asyncio
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, cast

import pytest
from redis import Redis
from telegram import Bot

from pbm.service.deliver import is_moot
from pbm.service.ports import Commit, Fate, Known, Letter
from pbm.store.games import RedisStore
from pbm.telegram.send import TelegramSender
from pbm.views.messages import Address, Message
from tests.service.evening import Evening, a_table, ann, ben, carla
from tests.service.folly import at_random
from tests.service.knowledge import FRONT, NOTE, YEARS, Knowledge

GAMES = int(os.environ.get("SECRECY_GAMES", "0")) or 40
STEPS = 40
BATCHES = 4  # so that several processes share them
CARD = re.compile(r"\bc\d\d\b")
YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")


@dataclass(frozen=True)
class Came:
    """The answer of Telegram to a message."""

    message_id: int


@dataclass
class Wire:
    """Stands where the library's bot stands, and keeps all that it is given, as it would go over the wire."""

    calls: list[tuple[str, str]] = field(default_factory=list)
    message: int = 0

    def keeps(self, method: str, *given: Any, **named: Any) -> Came:
        """Note the call, with everything in it."""
        to = next((str(one) for one in given if isinstance(one, int)), str(named.get("chat_id", "")))
        parts = [*given, *named.values()]
        written = " ".join(
            str([one.to_dict() for one in part]) if isinstance(part, list | tuple)
            else str(part.to_dict()) if hasattr(part, "to_dict") else str(part)
            for part in parts
        )  # fmt: skip
        self.calls.append((to, f"{method} {written}"))
        self.message += 1
        return Came(self.message)

    async def send_message(self, *given: Any, **named: Any) -> Came:
        """A new message."""
        return self.keeps("sendMessage", *given, **named)

    async def edit_message_text(self, *given: Any, **named: Any) -> Came:
        """Another text; its chat is named second."""
        text, chat, *rest = given
        return self.keeps("editMessageText", chat, text, *rest, **named)

    async def edit_message_reply_markup(self, *given: Any, **named: Any) -> Came:
        """Other buttons."""
        return self.keeps("editMessageReplyMarkup", *given, **named)

    async def answer_callback_query(self, *given: Any, **named: Any) -> Came:
        """An answer, which only the one who pressed sees."""
        return self.keeps("answerCallbackQuery", *given, **named)


class Handing(RedisStore):
    """The store, which puts no messages into the outbox but hands them on."""

    def __init__(self, redis: Redis) -> None:
        """Nothing has been made yet."""
        super().__init__(redis)
        self._made: list[Message] = []

    def transact(
        self, request: str, game: str | None, chat: Address | None, work: Callable[[Known], Commit | None]
    ) -> Commit | None:
        """Keep everything else as always."""
        whole: list[Commit | None] = []

        def quiet(known: Known) -> Commit | None:
            whole.append(work(known))
            return whole[-1] and whole[-1].model_copy(update={"messages": ()})

        if super().transact(request, game, chat, quiet) is None or (last := whole[-1]) is None:
            return None
        self._made += last.messages
        return last

    def takes(self) -> list[Message]:
        """What was made since the last time."""
        made, self._made = self._made, []
        return made


@dataclass
class Sending(Evening):
    """An evening whose letters go through the real sender, onto a wire that keeps everything."""

    wire: Wire = field(default_factory=Wire)
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)
    knowledge: Knowledge = field(default_factory=Knowledge)

    def __post_init__(self) -> None:
        """The store hands its messages on at once, for here they are only looked at."""
        super().__post_init__()
        self.store = self.made = Handing(self.redis)
        self.restarts()

    def brings(self) -> list[Letter]:
        """Bring everything that was made; what may be known by now is known before any of it."""
        if self.store.table("game1"):
            self.knowledge.gathers(self)
        self.brought = []
        for message in self.made.takes():
            posted = [one.id for one in self.chats.get(message.to, []) if one.message.name == message.name != ""]
            edits = posted[-1] if posted and message.way in ("show", "edit", "strip") else None
            letter = Letter(message=message, edits=edits, has_buttons=True)
            if not is_moot(letter, self.now):
                self._brought(letter)
        return self.brought

    def _brought(self, letter: Letter) -> Fate:
        fate = super()._brought(letter)
        seen = len(self.wire.calls)
        self.loop.run_until_complete(TelegramSender(cast(Bot, self.wire), "AnnoBot").send(letter))
        for to, written in self.wire.calls[seen:]:
            self.allows(letter.message.to if letter.message.way == "answer" else f"tg:{to}", written)
        return fate

    def allows(self, to: str, written: str) -> None:
        """This call tells its reader nothing that they may not know."""
        knows = self.knowledge
        fronts = {f"c{number}" for number in FRONT.findall(written)}
        assert fronts <= knows.lay | knows.held.get(to, set()), written
        backs = {f"c{number}" for number in NOTE.findall(written)}
        backs |= {YEARS[year] for year in YEAR.findall(written) if year in YEARS}
        assert backs <= knows.turned, written
        assert not CARD.search(written), written


@pytest.mark.parametrize("batch", range(BATCHES))
def test_nothing_leaves_that_is_a_secret(batch: int) -> None:
    """Wise and foolish evenings, restarts, computers, in both languages: every call that was made."""
    turned = 0
    for seed in range(batch, GAMES, BATCHES):
        evening, random = an_evening(seed)
        for _ in range(STEPS):
            at_random(evening, random)
        turned += bool(evening.knowledge.turned)
        evening.loop.close()
        assert evening.wire.calls
    assert turned > GAMES / BATCHES / 3, "hardly any chain was turned over"


def an_evening(seed: int) -> tuple[Sending, Any]:
    """A table that is open, with three people and perhaps a computer."""
    random = Random(seed)
    evening = Sending(seed=seed, language=random.choice(("en", "de")))
    a_table(ann, ben, carla, evening=evening, settings=("cards 3", "series things"))
    if random.random() < 0.3:
        evening.in_group(ann, "/computer")
    evening.in_group(ann, "/begin")
    return evening, random


@pytest.mark.parametrize(
    "leak",
    [
        "Something of kind {hand} happens.",
        "Secret {hand}.",
        "{year}",
        "c{stack}",
        "Etwas von der Art {stack} passiert.",
    ],
)
def test_a_leak_would_be_noticed(leak: str) -> None:
    """A front, a note, a date, a card by its id, anywhere in a call."""
    evening, _ = an_evening(1)
    hand, stack = evening.game.hand_of(ann)[0], evening.game.stack[0]
    year = next(year for year, card in YEARS.items() if card == hand)
    written = leak.format(hand=hand[1:], stack=stack[1:], year=year)

    with pytest.raises(AssertionError):
        evening.allows(ben, f"sendMessage 2 {written}")
