"""Evenings about people: what is kept of them, how they are forgotten, and what becomes of those out of reach."""

import pytest

from pbm.views.messages import Language
from tests.evenings.conftest import Opens


@pytest.mark.parametrize("language", ["en", "de"])
async def test_somebody_wishes_to_be_forgotten(evening: Opens, language: Language) -> None:
    """What is kept is said; one is asked, and asked again where a game is open; the others play on."""
    async with evening("forgotten", language) as tonight:
        words = tonight.words
        ann, ben, carla = await tonight.begun("Ann", "Ben", "Carla")
        await ann.writes("1 1")
        await ben.says("/privacy")
        await ben.says("/forget")
        await ben.writes(words("/privacy", "/datenschutz"))
        await ben.writes("/forget")
        await ben.presses("No, stay")
        await ben.writes("/forget")
        await ben.presses("Forget me")
        await ben.presses("Leave, and forget me")
        await ben.writes(words("hand", "hand"))
        await carla.writes("1 1")
        await ann.says(words("/end yes", "/end ja"))
        await ann.writes(words("/forget yes", "/forget ja"))
