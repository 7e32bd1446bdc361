"""Whole games on the page, with every process that `make play` starts."""

import os
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.play.knowing import Prompt, is_over, is_right, plain, read_prompt
from tests.play.running import Running, a_play

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PATIENCE = 30.0  # seconds; the bot waits where Telegram would make it wait
TURN_LASTS = 24  # seconds; enough for a turn on the page, and a time-out can be waited for
PEOPLE = ("Ann", "Ben", "Carla")
WIDE, PHONE = (1280, 800), (360, 740)


@dataclass
class Evening:
    """The page, and what a person does and sees on it; the words of a message are read as they are shown."""

    page: Page
    name: str
    narrow: bool = False
    shots: list[str] = field(default_factory=list)

    async def shoot(self, what: str) -> None:
        """Keep a picture of the page, where PBM_TEST_SCREENSHOTS names a folder."""
        self.shots.append(what)
        if folder := os.environ.get("PBM_TEST_SCREENSHOTS"):
            path = Path(folder) / f"{self.name}-{len(self.shots):02}-{what}.png"
            await self.page.screenshot(path=path, animations="disabled")

    async def become(self, name: str) -> None:
        """Switch to that person."""
        person = self.page.locator("[data-person]:visible", has_text=name)
        await person.click()
        await expect(person).to_have_attribute("aria-pressed", "true")

    async def turn_to(self, kind: str) -> Locator:
        """That pane; on a phone its tab is opened."""
        if self.narrow:
            await self.page.locator(f"[data-tab={kind}]").click()
        return self.page.locator(f"[data-pane={kind}]")

    async def write(self, kind: str, text: str) -> None:
        """Write a line into the group or the private chat."""
        line = (await self.turn_to(kind)).locator("[data-compose] textarea")
        await line.fill(text)
        await line.press("Enter")

    async def press(self, kind: str, label: str) -> None:
        """Press the newest button with this label."""
        pane = await self.turn_to(kind)
        name = re.compile(rf"^{re.escape(label)}( \(opens a link\))?$")
        await pane.get_by_role("button", name=name).and_(pane.locator("[data-button]")).last.click()

    async def sees(self, kind: str, words: str) -> None:
        """Wait until a message contains these words."""
        until = time.monotonic() + PATIENCE
        while words not in (said := "\n\n".join(await self.texts(kind))):
            assert time.monotonic() < until, f"nobody said {words!r} in\n{said}"
            await self.page.wait_for_timeout(100)

    async def texts(self, kind: str) -> list[str]:
        """The words of all messages of a chat, the oldest first."""
        pane = await self.turn_to(kind)
        return [plain(text) for text in await pane.locator("[data-text]").all_inner_texts()]

    async def prompt(self) -> Prompt | None:
        """What the newest prompt in the private chat shows; None before the first."""
        prompts = [prompt for text in await self.texts("private") if (prompt := read_prompt(text))]
        return prompts[-1] if prompts else None

    async def turn(self, chain: tuple[str, ...]) -> Prompt:
        """The prompt, once the newest one shows this chain."""
        until = time.monotonic() + PATIENCE
        while not (prompt := await self.prompt()) or prompt.chain != chain:
            assert time.monotonic() < until, f"no prompt with {chain} but {prompt}"
            await self.page.wait_for_timeout(100)
        return prompt

    async def after(self, placed: tuple[str, ...]) -> Prompt:
        """Become whoever is next by the receipt of the card just placed; their prompt shows this chain."""
        await self.sees("private", "is next. Until something else happens, undo takes the card back.")
        receipt = next(text for text in reversed(await self.texts("private")) if text.startswith("Placed: "))
        found = re.search(r"(?m)^(.+) is next\.", receipt)
        assert found is not None
        await self.become(found[1])
        return await self.turn(placed)

    async def place(self, prompt: Prompt, words: str) -> Prompt:
        """Place a card rightly, by a line with words for the table; gives the next player's prompt."""
        card, slot = prompt.right()
        await self.write("private", f"{card} {slot} {words}")
        await self.sees("private", f"You said: “{words}”")
        return await self.after(prompt.placed(card, slot))

    async def place_by_buttons(self, prompt: Prompt) -> None:
        """Place a card rightly, by buttons alone."""
        card, slot = prompt.right()
        await self.press("private", f"Card {card}")
        await self.sees("private", "Which slot? It is not placed yet.")
        await self.press("private", f"Slot {slot}")
        await self.sees("private", "Not placed yet. This is where it would go:")
        await self.shoot("preview")
        await self.press("private", "Place it")
        await self.sees("private", "is next. Until something else happens, undo takes the card back.")


@asynccontextmanager
async def an_evening(
    chromium: Browser, running: Running, name: str, size: tuple[int, int] = WIDE
) -> AsyncIterator[Evening]:
    """The page of a running game as it is opened for the first time; nothing may break on it."""
    context = await chromium.new_context(
        viewport={"width": size[0], "height": size[1]}, locale="en-GB", timezone_id="Europe/London"
    )
    page = await context.new_page()
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.set_default_timeout(20_000)
    await page.goto(running.url)
    yield Evening(page, name, narrow=size == PHONE)
    await context.close()
    assert not broken


async def test_three_people_play_a_game_to_its_end_on_the_page(chromium: Browser) -> None:
    """With a correction, a card taken back, a right and a wrong doubt, a reminder and a turn that runs out."""
    with a_play(PBM_TURN_LASTS=str(TURN_LASTS)) as running:
        async with an_evening(chromium, running, "three") as evening:
            await everybody_sits_down(evening)
            await a_round_with_a_wrong_chain(evening)
            await a_round_with_a_wrong_doubt(evening)
            await a_turn_runs_out(evening)
            await somebody_wins(evening)
            await the_group_heard_it_all(evening)


async def everybody_sits_down(evening: Evening) -> None:
    """The start screen, a table, three people at it, three cards each."""
    await evening.shoot("start")
    await evening.page.get_by_role("button", name="Start playing").click()
    await evening.sees("group", "/newgame")
    await evening.write("group", "/newgame")
    await evening.sees("group", "Ann opens a table for Anno Domini.")
    await evening.press("group", "Open private chat")
    await evening.sees("private", "Sunday Table: you are in.")
    for name in PEOPLE[1:]:
        await evening.become(name)
        await evening.press("group", "Join")
        await evening.sees("private", "Sunday Table: you are in.")
    await evening.shoot("lobby")
    await evening.become("Ann")
    await evening.sees("group", "Here so far (3): ")
    await evening.press("group", "Settings")
    await evening.press("group", "9 cards")
    await evening.press("group", "3")
    await evening.sees("group", "Cards each: 3")
    await evening.shoot("settings")
    await evening.write("group", "/begin")
    await evening.sees("group", "The game begins. Everybody has 3 cards in private chat.")


async def a_round_with_a_wrong_chain(evening: Evening) -> None:
    """By text; by buttons, taken back and placed again; wrongly corrected; and a right doubt by buttons.

    The first card leaves Ann with two, so from there on play goes round the other way: Carla, Ben, Ann.
    """
    await evening.sees("private", "Does your card lie above, so earlier, or below, so later?")
    await evening.shoot("first-turn")
    opening = await evening.prompt()
    assert opening is not None
    prompt = await evening.place(opening, "I was there.")

    await evening.place_by_buttons(prompt)
    await evening.shoot("receipt")
    await evening.press("private", "Take it back")
    await evening.sees("private", "Your card is in your hand again.")
    assert await evening.turn(prompt.chain) == prompt
    await evening.shoot("taken-back")
    prompt = await evening.place(prompt, "Now I am sure.")

    card, to = prompt.spoiling()
    await evening.press("private", "Move a card")
    await evening.press("private", f"No. {card}")
    await evening.sees("private", "Where does it go?")
    await evening.press("private", f"Slot {to}")
    await evening.sees("private", "Only you see this. It counts once you place a card.")
    prompt = await evening.turn(prompt.fixed(card, to).chain)
    await evening.shoot("corrected")
    await evening.write("private", "1 1 Trust me.")
    await evening.sees("private", "You said: “Trust me.”")
    prompt = await evening.after(prompt.placed(1, 1))

    assert not is_right(prompt.chain)
    await evening.press("private", "Doubt")
    await evening.sees("private", "Doubt the chain? All cards are turned over.")
    await evening.shoot("doubting")
    await evening.press("private", "Turn them over")
    await evening.sees("private", "You were right: the chain was wrong, Ben draws 2.")
    await evening.shoot("right-doubt")


async def a_round_with_a_wrong_doubt(evening: Evening) -> None:
    """Ann and Carla place rightly, and Ben does not believe it."""
    opening = await evening.prompt()
    assert opening is not None
    prompt = await evening.place(opening, "A new start.")
    prompt = await evening.place(prompt, "Easy.")
    assert (is_right(prompt.chain), len(prompt.hand)) == (True, 4)
    await evening.write("private", "doubt: never!")
    await evening.sees("private", "The chain was right. You draw 4 cards: numbers 5 to 8.")
    await evening.shoot("wrong-doubt")


async def a_turn_runs_out(evening: Evening) -> None:
    """Two reminders come to Ben in private, then play passes on, without a card and without a penalty."""
    await evening.sees("private", "Sunday Table is waiting for your card:")
    await evening.sees("private", "Then play passes on; it costs you no cards.")
    await evening.shoot("reminded")
    await evening.sees("private", "No card, no penalty. I will call you for the next one.")
    await evening.write("private", "hand")
    await evening.sees("private", "Sunday Table: your hand (8)")
    await evening.shoot("passed")


async def somebody_wins(evening: Evening) -> None:
    """Ann holds one card, so two lie open; put in order and with the last card in place, that wins."""
    await evening.become("Ann")
    await evening.sees("private", "You hold one card, so two cards open this round.")
    prompt = await evening.prompt()
    assert prompt is not None
    assert (len(prompt.hand), len(prompt.chain)) == (1, 2)
    if not is_right(prompt.chain):
        await evening.press("private", "Swap the two")
        prompt = await evening.turn(prompt.fixed(1, 2).chain)
    card, slot = prompt.right()
    await evening.write("private", f"{card} {slot}")
    await evening.sees("group", "Ann wins.")
    await evening.shoot("end")


async def the_group_heard_it_all(evening: Evening) -> None:
    """What happened stands there in its order."""
    group = "\n\n".join(await evening.texts("group"))
    heard = (
        "The game begins. Everybody has 3 cards in private chat.",
        "Ann says: “I was there.”",
        "from here on play goes the other way round",
        "Carla took this card back.",
        "Carla has taken the card back and is to play again.",
        "Carla says: “Now I am sure.”",
        "Ben first moves",
        "Ben says: “Trust me.”",
        "Ann doubts. The cards are turned over, from the top:",
        "The chain is wrong. Ben placed last, so Ben draws 2 cards.",
        "Round 2. Ann begins:",
        "Ann says: “A new start.”",
        "Carla says: “Easy.”",
        "Ben says: “never!”",
        "The chain is right, every card of it. Ben draws 4 cards and begins round 3.",
        "Round 3. Ben begins:",
        "Ben’s time is up; play passes on.",
        "Ann holds one card, so a second card is laid below the first.",
        "Ann’s last card goes into slot",
        "Ann wins.",
        "The last chain stays as it lies.",
    )
    at = [group.find(words) for words in heard]
    assert -1 not in at, heard[at.index(-1)]
    assert at == sorted(at)


async def test_one_person_plays_against_two_computers_on_a_phone(chromium: Browser) -> None:
    """The computers are added by a button, take their turns by themselves, and somebody wins."""
    with a_play(PBM_TURN_LASTS=str(TURN_LASTS)) as running:
        async with an_evening(chromium, running, "phone", PHONE) as evening:
            await evening.shoot("start")
            await evening.page.get_by_role("button", name="Start playing").click()
            await evening.sees("group", "/newgame")
            await evening.press("group", "Open a table")
            await evening.sees("private", "Sunday Table: you are in.")
            await evening.write("group", "/settings cards 3")
            await evening.sees("group", "Cards each: 3")
            await evening.press("group", "Settings")
            for _ in range(2):
                await evening.press("group", "Add a computer")
            await evening.sees("group", "Here so far (3): ")
            await evening.shoot("lobby")
            await evening.write("group", "/begin")
            await evening.sees("group", "The game begins.")
            await evening.shoot("begun")
            await the_computers_are_beaten(evening)


async def the_computers_are_beaten(evening: Evening) -> None:
    """The one person knows every date; places rightly, and doubts where a chain came wrong."""
    moves, seen = 0, 0
    until = time.monotonic() + 3 * PATIENCE
    while not any(is_over(text) for text in await evening.texts("group")):
        assert time.monotonic() < until
        await evening.page.wait_for_timeout(200)
        prompts = [prompt for text in await evening.texts("private") if (prompt := read_prompt(text))]
        if len(prompts) == seen:
            continue
        moves, seen, prompt = moves + 1, len(prompts), prompts[-1]
        await evening.shoot(f"turn-{moves}")
        if is_right(prompt.chain):
            card, slot = prompt.right()
            await evening.write("private", f"{card} {slot} That is number {moves}.")
        else:
            await evening.write("private", "doubt")
    await evening.shoot("end")
