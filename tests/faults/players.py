"""The players: programs that read what they are shown and act on it, wise or foolish, typing or pressing."""

import asyncio
import contextlib
import random
from dataclasses import dataclass, field

import aiohttp

from tests.faults.town import BOT, Json, Town, button, buttons, link
from tests.play.knowing import Prompt, is_right, read_prompt

ON_A_LOOK = frozenset({"card", "slot", "place", "put", "take", "turnover"})  # the verbs of one who is on turn
ASKS_AGAIN = 12.0  # seconds after which somebody tries again what had no effect
STEPS_AT_MOST = 6  # presses to a move
SEES_WITHIN = 6.0  # seconds in which a press shows its effect
GROUP_LOOKS = 0.7
CARDS_EACH = 5

IDLES, LEAVES, UNDOES, BLUFFS, BABBLES, TWICE = 0.012, 0.003, 0.04, 0.2, 0.05, 0.05  # how often, of all turns

BABBLE = ("hello?", "99 99", "4", "hand", "chain", "/players", "/games", "fix 1 2", "undo", "doubt", "<b>1 1</b>", "ok")


@dataclass
class Player:
    """Somebody at a table."""

    town: Town
    id: int
    name: str
    chance: random.Random
    pressing: bool  # rather than typing
    wise: bool
    known: dict[int, Json] = field(default_factory=dict)
    acted: dict[str, float] = field(default_factory=dict)  # when, in each turn
    idle_in: str = ""
    undone: int = 0  # the receipt that was looked at last
    started: bool = True  # has pressed Start; nobody else can be written to

    async def live(self) -> None:
        """Play until the town closes."""
        while not self.town.closing:
            await self.town.new(self.id, 4.0)
            if self.town.still or self.town.closing:
                continue
            with contextlib.suppress(aiohttp.ClientError, TimeoutError):
                await self.town.read(self.id, self.id, self.known)
                await self.look_at_it()

    def look(self) -> Json | None:
        """The newest message that calls to a move; None when it is somebody else's turn."""
        for number in sorted(self.known, reverse=True):
            if any(parts[2] in ON_A_LOOK for _, _, parts in buttons(self.known[number]) if len(parts) > 2):
                return self.known[number]
        return None

    async def look_at_it(self) -> None:
        """Do what the turn asks for, if it is ours, or something foolish."""
        message = self.look()
        if message is None:
            await self.between_turns()
            return
        turn = ":".join(buttons(message)[0][2][:2])
        now = asyncio.get_running_loop().time()
        if turn == self.idle_in or now - self.acted.get(turn, float("-inf")) < ASKS_AGAIN:
            return
        if turn not in self.acted and not self.town.nobody_idles and self.chance.random() < IDLES:
            self.idle_in = turn
            return
        self.acted = {turn: now}
        if self.chance.random() < BABBLES:
            await self.town.write(self.id, self.id, self.chance.choice(BABBLE))
        prompt = read_prompt(message["text"])
        doubts, card, slot = self.choose(message, prompt)
        if self.pressing:
            await self.presses(message, doubts, card, slot)
        else:
            await self.types(doubts, card, slot, prompt)

    def choose(self, message: Json, prompt: Prompt | None) -> tuple[bool, int, int]:
        """Whether to doubt; else a card and a slot."""
        may_doubt = button(message, "doubt") is not None
        if prompt is None or not prompt.hand:  # a long chain went ahead, or a look in mid-choice
            held = sum(parts[2] == "card" for _, _, parts in buttons(message))
            return may_doubt and self.chance.random() < 0.5, self.chance.randint(1, max(held, 1)), 1
        if not self.wise:
            foolish = self.chance.randint(1, len(prompt.hand)), self.chance.randint(1, len(prompt.chain) + 1)
            return (may_doubt and self.chance.random() < 0.15, *foolish)
        if may_doubt and not is_right(prompt.chain):
            return True, 1, 1
        if self.chance.random() > BLUFFS:
            with contextlib.suppress(StopIteration):
                return (False, *prompt.right())
        return False, 1, self.chance.randint(1, len(prompt.chain) + 1)

    async def types(self, doubts: bool, card: int, slot: int, prompt: Prompt | None) -> None:
        """Write the move, now and then with a correction before it, or twice."""
        word = self.town.next_token()
        if prompt and len(prompt.chain) > 2 and not doubts and self.chance.random() < BABBLES:
            await self.town.write(self.id, self.id, "fix 1 2")
        await self.town.write(self.id, self.id, f"doubt: {word}" if doubts else f"{card} {slot} {word}")
        if self.chance.random() < TWICE:
            await self.town.write(self.id, self.id, f"{card} {slot} {self.town.next_token()}")

    async def presses(self, message: Json, doubts: bool, card: int, slot: int) -> None:
        """Press the move, step by step, from whatever step it stands at, each when the one before shows its effect."""
        for _ in range(STEPS_AT_MOST):
            where = self.step(message, doubts, card, slot)
            if where is None:
                return
            wait = self.town.press(self.id, self.id, message, *where)
            if self.chance.random() < TWICE:
                await asyncio.gather(wait, self.town.press(self.id, self.id, message, *where))
            else:
                await wait
            changed = await self.until_changed(message)
            if changed is None:
                return
            message = changed

    def step(self, message: Json, doubts: bool, card: int, slot: int) -> tuple[int, int] | None:
        """The button to press next; None when the message asks for nothing any more."""
        first = {parts[2]: (row, column) for row, column, parts in reversed(buttons(message)) if len(parts) > 2}
        if found := first.get("place") or first.get("turnover"):
            return found
        wanted = button(message, "slot", slot) or first.get("slot") or first.get("put") or first.get("take")
        if wanted or (doubts and "doubt" in first):
            return wanted or first["doubt"]
        return button(message, "card", card) or first.get("card")

    async def until_changed(self, message: Json) -> Json | None:
        """The message once it shows something else; None if that does not come, or it is gone."""
        end = asyncio.get_running_loop().time() + SEES_WITHIN
        while asyncio.get_running_loop().time() < end:
            shown = self.known.get(message["message_id"])
            if shown is None or shown.get("reply_markup") != message.get("reply_markup"):
                return shown
            await self.town.new(self.id, 1.0)
            await self.town.read(self.id, self.id, self.known)
        return None

    async def between_turns(self) -> None:
        """Now and then take the card back, or write a move that is not ours to make."""
        newest = max(self.known, default=0)
        if newest <= self.undone:
            return
        self.undone = newest
        receipt = button(self.known[newest], "undo")
        if receipt and self.chance.random() < UNDOES:
            if self.pressing:
                await self.town.press(self.id, self.id, self.known[newest], *receipt)
            else:
                await self.town.write(self.id, self.id, "undo")
        elif self.chance.random() < BABBLES / 4:
            await self.town.write(self.id, self.id, f"1 1 {self.town.next_token()}")


@dataclass
class Table:
    """A group whose people play one game after the other."""

    town: Town
    chat: int
    players: list[Player]
    chance: random.Random
    computer: bool
    topic: int | None = None
    known: dict[int, Json] = field(default_factory=dict)
    written: dict[tuple[int, str], float] = field(default_factory=dict)  # when somebody gave a command

    @classmethod
    async def of(
        cls,
        town: Town,
        number: int,
        size: int,
        chance: random.Random,
        computer: bool,
        kind: str = "supergroup",
        stranger: bool = False,
    ) -> "Table":
        """A table of so many people, each of their own kind; a `stranger`, the last one, has never pressed Start."""
        players = []
        for seat in range(size):
            name = f"{'ABCDE'[seat]}{number}"
            own = random.Random(chance.random())
            starts = not (stranger and seat == size - 1)
            id = await town.person(name, starts)
            pressing, wise = own.random() < 0.4, own.random() < 0.6
            players.append(Player(town, id, name, own, pressing, wise, started=starts))
        chat = await town.group(f"Table {number}", [player.id for player in players], kind)
        topic = await town.new_topic(chat) if kind == "forum" else None
        return cls(town, chat, players, random.Random(chance.random()), computer, topic)

    async def live(self) -> None:
        """See to it that a game is always on, until the town closes."""
        async with asyncio.TaskGroup() as group:
            for player in self.players:
                group.create_task(player.live())
            while not self.town.closing:
                await self.town.new(self.chat, 3 * GROUP_LOOKS)
                await asyncio.sleep(GROUP_LOOKS)
                if self.town.still or self.town.closing:
                    continue
                with contextlib.suppress(aiohttp.ClientError, TimeoutError):
                    await self.town.read(self.players[0].id, self.chat, self.known)
                    await self.see_to_it()

    async def see_to_it(self) -> None:
        """Open, join, begin, go on: whatever the newest buttons offer."""
        own = [self.known[at] for at in sorted(self.known, reverse=True) if self.known[at]["from"]["is_bot"]]
        newest = next((message for message in own if buttons(message)), None)
        verbs = {parts[2] for _, _, parts in buttons(newest) if len(parts) > 2} if newest else set()
        if newest is None or verbs & {"again", "newgame"}:
            await self.write("newgame")
        elif "begin" in verbs:
            await self.fill(newest["text"])
        elif "resume" in verbs:
            await self.write("resume", self.chance.choice(self.players))
        elif self.chance.random() < LEAVES:
            await self.write("leave yes", self.chance.choice(self.players[1:]))

    async def fill(self, lobby: str) -> None:
        """Everybody joins; when all are here, it begins."""
        missing = [player for player in self.players if player.name not in lobby]
        if missing:
            for player in missing:
                await self.write("join", player)
                await self.starts(player)
        elif self.computer and "(computer)" not in lobby:
            await self.write("computer")
        elif f"Cards each: {CARDS_EACH}" not in lobby:
            await self.write(f"settings cards {CARDS_EACH}")
        else:
            await self.write("begin")

    async def starts(self, player: Player) -> None:
        """A stranger follows the link with which the bot answers who wants to join."""
        links = (link(self.known[at], "join-") for at in sorted(self.known, reverse=True))
        if not player.started and (url := next(filter(None, links), None)):
            await self.town.follow_link(player.id, url)
            player.started = True

    async def write(self, command: str, by: Player | None = None) -> None:
        """A command in the group; the owner's, unless somebody else gives it. Nobody repeats it at once."""
        who, now = (by or self.players[0]).id, asyncio.get_running_loop().time()
        if now - self.written.get((who, command), float("-inf")) < ASKS_AGAIN:
            return
        self.written[who, command] = now
        name, _, words = command.partition(" ")
        await self.town.write(who, self.chat, f"/{name}@{BOT} {words}".strip(), self.topic)
