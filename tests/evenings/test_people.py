"""Evenings about people: what is kept of them, how they are forgotten, and what becomes of those out of reach."""

from copy import copy

import pytest

from pbm.service.pace import Paced
from pbm.store.budget import CountingStore, RedisBudget
from pbm.views.messages import Language
from tests.evenings.conftest import Opens
from tests.evenings.evening import Evening


@pytest.mark.parametrize("language", ["en", "de"])
async def test_somebody_wishes_to_be_forgotten(evening: Opens, language: Language) -> None:
    """What is kept is said; one is asked, and asked again where a game is open; the others play on."""
    async with evening("forgotten", language) as tonight:
        words = tonight.words
        ann, ben, carla = await tonight.begun("Ann", "Ben", "Carla")
        await ann.writes("1 1")
        await ben.writes("1 1")
        await ben.says("/privacy")
        await ben.says("/forget")
        await ben.writes(words("/privacy", "/datenschutz"))
        await ben.writes("/forget")
        await ben.presses("No, stay")
        await ben.writes(words("/forget no", "/vergiss nein"))
        await ben.writes("/forget")
        await ben.presses("Forget me")
        await ben.presses("Leave, and forget me")
        await ben.writes("hand")
        await carla.writes("hand")
        await carla.writes("1 1")
        await ann.says(words("/end yes", "/end ja"))
        await ann.writes("/forget")
        await ann.writes(words("yes", "ja"))


@pytest.mark.parametrize("language", ["en", "de"])
async def test_somebody_shuts_the_bot_out_and_somebody_silences_it(evening: Opens, language: Language) -> None:
    """A player in mid-turn, then an admin of the group: each time it is said what helps, and nothing runs out."""
    async with evening("shut_out", language) as tonight:
        words = tonight.words
        ann, ben, _ = await tonight.begun("Ann", "Ben", "Carla")
        await ann.blocks()
        tonight.refused_on_purpose = 2  # the buttons stay on her prompt, and she gets no receipt
        await ann.says("1 1", reply_to=await ann.newest(tonight.group))
        await ann.writes("/start")
        await tonight.bot("left")
        await ben.writes("1 1")
        await ben.writes(words("hand", "hand"))
        await tonight.hours(40)
        await tonight.bot("member")
        await ben.writes("1 1")

        tonight.transcript.note("an admin who does not play")
        dora = await tonight.person("Dora", started=False)
        await tonight.house.ask("POST", f"/chats/{tonight.group}/members", person=dora.id, status="administrator")
        await dora.says(f"/join{tonight.me}", anonymous=True)
        await dora.says(f"/end{tonight.me}", anonymous=True)
        await dora.presses("End it", tonight.group)
        await ben.says("/newgame")
        await dora.says(f"/end{tonight.me}", anonymous=True)
        await dora.presses("Clear it", tonight.group)
        await tonight.bot("restricted")
        await tonight.bot("member")


@pytest.mark.parametrize("language", ["en", "de"])
async def test_somebody_asks_too_much_at_once(evening: Opens, language: Language) -> None:
    """It is said once, and when the minute is over the bot listens again."""
    async with evening("too_much", language) as tonight:
        (ann,) = await tonight.met("Ann")
        paces(tonight)
        tonight.writes = False
        for _ in range(20):
            await ann.writes("/rules")
        await tonight.forget()
        await ann.writes("/rules")
        await ann.writes("/rules")
        await tonight.hours(1 / 60)
        await ann.writes("hand")


def paces(tonight: Evening) -> None:
    """From now on the bot keeps its pace, as the real one does."""
    store = CountingStore(tonight.redis)
    handler = copy(tonight.handler)
    handler._desk.store = store
    paced = Paced(handler, store, lambda: store.spoken, RedisBudget(tonight.redis), tonight.now, 20)
    tonight.handler.handle = paced.handle  # type: ignore[method-assign]  # the same, at a pace
