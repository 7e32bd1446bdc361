"""What a script of an evening speaks to: the people, the group, the time; what each act shows is written down."""

import asyncio
import signal
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from redis import Redis

from pbm.rules.game import Game
from pbm.service.handle import Handler
from pbm.service.requests import Request
from pbm.store import keys
from pbm.store.alarms import RedisAlarms
from pbm.views import say as saying
from pbm.views.messages import Language
from tests.evenings.player import Player
from tests.evenings.transcript import Json, Transcript, labels, marked, plain, told
from tests.sandbox.house import House
from workers.alarms import work
from workers.clock import Clock

SOON = 60.0  # seconds by the clock of the evening: a message that is to wait for longer is not under way
PATIENCE = 10.0  # seconds of real time, for whatever is under way
SPOKEN = ("sendMessage", "editMessageText", "editMessageReplyMarkup", "answerCallbackQuery")
TITLES: dict[str, str] = {"en": "Sunday Table", "de": "Sonntagsrunde"}


class Watched(Handler):
    """The handler; what it fails at is for the test to see."""

    faults: list[Exception]
    breaks: str = ""  # a text at which it fails, as if something were wrong with us

    def newest_game(self, chat: str) -> Game | None:
        """The game in that chat."""
        id = self._desk.store.game_in(chat)
        table = self._desk.store.table(id) if id else None
        return table.game if table else None

    def handle(self, request: Request) -> None:
        try:
            if self.breaks and getattr(request.what, "text", "") == self.breaks:
                raise RuntimeError("broken on request")
            super().handle(request)
        except Exception as error:
            self.faults.append(error)
            raise


KINDS = {"reveal.": "doubt", "receipt.": "turn"}  # what an act was, by the sentences that were said


@dataclass(frozen=True)
class Act:
    """What an act cost: calls by method, and the chats in which something rang."""

    act: str
    kind: str
    calls: Counter[str]
    rings: tuple[int, ...]


def _rings(call: Json) -> bool:
    rings = call["method"] == "sendMessage" and not call["parameters"].get("disable_notification")
    return rings and "chat_id" in call["parameters"]  # else Telegram told where the group has gone


class Evening:
    """What a script speaks to: the people, the group, the time."""

    def __init__(self, house: House, language: Language, transcript: Transcript, redis: Redis) -> None:
        self.house, self.language, self.transcript = house, language, transcript
        self.handler: Watched
        self.alarms: RedisAlarms
        self.clock: Clock
        self.queue_redis: Redis
        self.me = f"@{house.sandbox.bot.username}"
        self.people: list[Player] = []
        self.group = 0
        self.title = TITLES[language]
        self.acts: list[Act] = []
        self.writes = True  # no: what is played is left out of the transcript
        self.refused_on_purpose = 0
        self.redis = self._redis = redis
        self._seen: dict[tuple[int, int], Json] = {}
        self._calls_seen = 0

    # The time

    def now(self) -> datetime:
        """The moment, for everything in the house."""
        return datetime.fromtimestamp(self.house.clock.time, UTC)

    async def hours(self, hours: float) -> None:
        """Time goes by; what is due on the way rings at its moment."""
        await self.passes(timedelta(hours=hours))

    async def passes(self, time: timedelta) -> None:
        """Time goes by; what is due on the way rings at its moment."""
        until = (self.now() + time).timestamp()
        self.transcript.note(f"{saying.duration(self.language, time)}, {self._clock(until)}")
        while (due := self._next_alarm()) is not None and due <= until:
            self.house.clock.time = max(due, self.house.clock.time)
            if not await self._rings():
                break
        self.house.clock.time = until

    async def computers(self) -> None:
        """The computers move until somebody else is on turn."""
        while True:
            found: Any = self._redis.zrange(keys.ALARMS, 0, -1, withscores=True)
            moves = [float(at) for member, at in found if str(member).endswith(":computer")]
            if not moves:
                return
            self.house.clock.time = max(self.house.clock.time, *moves)
            await self._rings()

    def _next_alarm(self) -> float | None:
        found: Any = self._redis.zrange(keys.ALARMS, 0, 0, withscores=True)
        return float(found[0][1]) if found else None

    async def _rings(self) -> bool:
        """The clock rings what is due, a worker carries it out; whether anything was."""
        due = self.alarms.due(self.now(), 10)
        self.clock.tick()
        await asyncio.to_thread(lambda: None)  # whoever waits has a turn
        rings(self.queue_redis)
        await self.settle()
        kinds = {"half": "half of the time is gone", "eighth": "an eighth of the time is left", "due": "time is up"}
        kinds |= {
            "back": "days away are over",
            "unbegun": "six days without a beginning",
            "clear": "a week without one",
        }
        assert due[:1] != self.alarms.due(self.now(), 1), f"{due[0]} rang, and still stands"
        names = ", ".join(kinds.get(alarm.kind, "a computer moves") for _, alarm in due)
        await self.wrote(f"The clock rings: {names} ({self._clock(self.house.clock.time)})")
        return bool(due)

    def _clock(self, at: float) -> str:
        return f"{datetime.fromtimestamp(at, UTC):%a %H:%M}"

    # What is shown

    async def settle(self) -> None:
        """Wait until every update is kept and confirmed, and every message delivered but what waits for its group."""
        waited, soon = 0.0, str(self.house.clock.time + SOON)
        while self.house.sandbox.updates.queue.waiting or self._redis.zcount(keys.LINES, "-inf", soon):
            await asyncio.sleep(0.002)
            waited += 0.002
            if waited > PATIENCE:
                lines: Any = self._redis.zrange(keys.LINES, 0, -1, withscores=True)
                raise AssertionError(f"still under way: {self.house.sandbox.updates.queue.waiting[:1]}, {lines}")

    async def wrote(self, act: str, answer: Json | None = None) -> None:
        """Write down an act, and everything new that any chat shows since the last one."""
        await self.settle()
        if not self.writes:
            return
        calls = [call for call in self.house.sandbox.calls.kept if call["id"] > self._calls_seen]
        self._calls_seen = self.house.sandbox.calls.last_id
        spoken = [call for call in calls if call["method"] in SPOKEN]
        kind = next((kind for key, kind in KINDS.items() if self.transcript.looked_up(key)), "other")
        rings = [int(call["parameters"]["chat_id"]) for call in spoken if _rings(call)]
        self.acts.append(Act(act, kind, Counter(call["method"] for call in spoken), tuple(rings)))
        refused = [call for call in spoken if not call.get("ok", True)]
        if refused:
            assert self.refused_on_purpose >= len(refused), refused
            self.refused_on_purpose -= len(refused)
        lines: list[str] = []
        if answer and answer.get("text"):
            lines.append(f"  answer: {plain(answer['text'])}")
            self.transcript.shows(answer["text"])
        touched = {int(call["parameters"]["chat_id"]) for call in spoken if "chat_id" in call["parameters"]}
        for chat in sorted(touched, key=lambda chat: (chat > 0, chat)):
            lines += await self._changes(chat)
        self.transcript.page(act, lines)

    async def _changes(self, chat: int) -> list[str]:
        """What a chat shows that it did not show before."""
        reader = chat if chat > 0 else next(iter(self._members(chat)))
        lines: list[str] = []
        for message in await self.house.sees(reader, chat):
            if message["from"]["id"] != self.house.sandbox.bot.id:
                continue
            key = (chat, message["message_id"])
            before = self._seen.get(key)
            shown = {name: message.get(name) for name in ("text", "entities", "reply_markup")}
            self._seen[key] = shown
            if before != shown:
                lines += self._told(chat, message, before)
        return lines

    def _told(self, chat: int, message: Json, before: Json | None) -> list[str]:
        where = self._name(chat)
        if before is None:
            how = "silent" if message["silent"] else "rings"
            reply = message.get("reply_to")
            words = f", in reply to “{plain(reply['text']).splitlines()[0]}”" if reply and reply["text"] else ""
            whom = f", marks {', '.join(marked(message))}" if marked(message) else ""
            head = f"  {where}, new, {how}{words}{whom}"
        elif before["text"] == message["text"] and not message.get("reply_markup"):
            return [f"  {where}, buttons off: {plain(message['text']).splitlines()[0]}"]
        else:
            head = f"  {where}, changed"
        self.transcript.shows(message["text"], *(label for row in labels(message) for label in row))
        return [head, told(message)]

    def _members(self, chat: int) -> list[int]:
        return [person.id for person in self.people if self.house.sandbox.world.chats[chat].has(person.id)]

    def _name(self, chat: int) -> str:
        if chat < 0:
            return str(self.house.sandbox.world.chats[chat].title)
        return f"{next(person.name for person in self.people if person.id == chat)}'s chat"

    async def offered(self, act: str, lines: list[str]) -> None:
        """Write down what a client offers without asking the bot."""
        for key in saying.catalogue(self.language):
            if key.startswith("menu."):
                self.transcript.looks_up(key, saying.catalogue(self.language)[key])
        self.transcript.shows(*lines)
        self.transcript.page(act, [f"    {line}" for line in lines])

    # The people

    async def person(self, name: str, language: str = "", started: bool = True) -> Player:
        """Somebody with an account, in the group if there is one; `started`: has met the bot before."""
        id = await self.house.person(name, language or self.language)
        player = Player(self, id, name, language or self.language)
        self.people.append(player)
        if self.group:
            await self.house.ask("POST", f"/chats/{self.group}/members", person=id)
        if started:
            await player.writes("/start")
        return player

    async def met(self, *names: str, language: str = "") -> list[Player]:
        """People in a new group with the bot, who all have met it; nothing of that is written down."""
        self.writes = False
        people = [await self.person(name, language) for name in names]
        await self.gathers(*people)
        await self.forget()
        return people

    async def gathers(self, *people: Player) -> None:
        """A new group of these people, the first of whom adds the bot to it."""
        self.group = await self.house.group(*(one.id for one in people), bot="")
        self.house.sandbox.world.chats[self.group].title = self.title
        await self.house.set_bot(self.group, "member")
        await self.wrote(f"{people[0].name} adds the bot to the group {self.title}")

    async def begun(self, *names: str, settings: Sequence[str] = ("cards 4",)) -> list[Player]:
        """People at a table at which the first one, its owner, has begun a game with the villages; not written down."""
        people = await self.met(*names)
        self.writes = False
        await people[0].says("/newgame")
        for one in people[1:]:
            await one.says("/join")
        for choice in ("series villages", *settings):
            await people[0].says(f"/settings {choice}")
        await people[0].says("/begin")
        await self.forget()
        return people

    async def forget(self) -> None:
        """Leave out of the transcript what was played so far, and write down what comes."""
        for chat in (*(one.id for one in self.people), self.group):
            if chat in self.house.sandbox.world.chats:
                await self._changes(chat)
        self._calls_seen = self.house.sandbox.calls.last_id
        self.transcript.begins_anew()
        self.acts.clear()
        self.writes = True

    async def bot(self, status: str) -> None:
        """Somebody removes the bot from the group, lets it in again, or takes its right to write."""
        await self.house.set_bot(self.group, status)
        await self.wrote(f"The bot is {status} in the group")

    async def is_on_turn(self, player: Player) -> bool:
        """Whether it is their turn, in the newest game."""
        game = self.handler.newest_game(f"tg:{self.group}")
        return game is not None and game.on_turn == f"tg:{player.id}"

    def words(self, en: str, de: str) -> str:
        """What somebody writes, in the language of the evening."""
        return de if self.language == "de" else en


def rings(queue: Redis) -> None:
    """A real worker rings what is in the queue; the signal handlers that it leaves behind are put back."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    work(queue, burst=True)
    for number, handler in before.items():
        signal.signal(number, handler)
