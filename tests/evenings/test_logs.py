"""What the logs tell: evenings with everything that goes wrong on them, and no secret in any line at INFO or above."""

import json
import logging
import re

import pytest

from pbm.rules.cards import Library
from pbm.store import keys
from pbm.store.packed import unpacked
from pbm.telegram.webhook import Hook
from tests.evenings.conftest import Opens
from tests.evenings.evening import Evening

pytestmark = pytest.mark.usefixtures("unwritten")


def lines(caplog: pytest.LogCaptureFixture) -> str:
    """All that was logged at INFO or above, by whatever logger, with tracebacks and the notes on errors."""
    form = logging.Formatter("%(name)s %(levelname)s %(message)s")
    return "\n".join(form.format(one) for one in caplog.records if one.levelno >= logging.INFO)


def secrets_in(text: str, tonight: Evening, library: Library) -> list[str]:
    """The token, the fronts and backs of cards, and their ids, as far as they stand in a text."""
    token = tonight.house.sandbox.bot.token
    words = [token, token.partition(":")[2]]
    for card in library.cards.values():
        words += [card.en, card.de, card.note_en, card.note_de]
    ids = [id for id in library.cards if re.search(rf"\b{re.escape(id)}\b", text)]
    return [word for word in words if word and word in text] + ids


async def test_no_secret_is_logged(evening: Opens, caplog: pytest.LogCaptureFixture) -> None:
    """A game with doubts, reminders, turns run out, people out of reach, refused messages and a fault of ours."""
    caplog.set_level(logging.INFO)
    async with evening("logs", "en") as tonight:
        ann, ben, carla = await tonight.begun("Ann", "Ben", "Carla")
        library = tonight.handler._desk.library
        await ann.writes("1 1 I was there in 1492.")
        await ben.presses("Doubt")
        await ben.presses("Turn them over")
        await ben.writes("1 1")
        await tonight.hours(40)
        await carla.blocks()
        tonight.refused_on_purpose = 99
        await tonight.hours(60)
        tonight.house.sandbox.world.chats[tonight.group].bot = "restricted"
        await ann.writes("1 1")
        tonight.house.sandbox.world.chats[tonight.group].bot = "member"
        tonight.house.clock.pass_by(700)
        await tonight.settle()
        tonight.handler.breaks = "break"
        await ann.writes("break")
        tonight.handler.faults.clear()

        assert "RuntimeError: broken on request" in lines(caplog)
        assert "rq." not in lines(caplog)  # it tells of trouble alone, and there was none with it
        assert secrets_in(lines(caplog), tonight, library) == []
        assert secrets_in(json.dumps([repr(one.__dict__) for one in caplog.records]), tonight, library) == []


async def test_a_game_that_cannot_be_read_tells_no_hand(evening: Opens, caplog: pytest.LogCaptureFixture) -> None:
    """Its state is damaged: the error says where, names the game, and shows nothing of what lies there."""
    caplog.set_level(logging.INFO)
    async with evening("damaged", "en") as tonight:
        (ann, *_) = await tonight.begun("Ann", "Ben")
        kept = json.loads(unpacked(str(tonight.redis.get(keys.game("game1")))))
        kept["game"]["seats"][0]["missed"] = kept["game"]["seats"][0]["hand"]
        kept["game"]["stack"] = {"all": kept["game"]["stack"]}
        tonight.redis.set(keys.game("game1"), json.dumps(kept))
        await ann.says("/chain")
        await ann.writes("/rules")
        tonight.handler.faults.clear()

        assert "game game1 has 2 faults" in lines(caplog)
        assert "missed" in lines(caplog)
        assert secrets_in(lines(caplog), tonight, tonight.handler._desk.library) == []


def test_the_webhooks_secret_is_in_no_repr() -> None:
    """Whatever is shown of the hook in an error, its secret is not."""
    assert "s3cret" not in repr(Hook("https://example.org", "s3cret", "127.0.0.1", 8443))


def test_a_secret_in_the_log_would_be_noticed(caplog: pytest.LogCaptureFixture) -> None:
    """What the library underneath would log, had it not been told to be quiet."""
    caplog.set_level(logging.INFO)
    logging.getLogger("anything.at.all").info("HTTP Request: POST https://api.telegram.org/bot%s/getMe", "1:abc")

    assert "/bot1:abc/" in lines(caplog)
