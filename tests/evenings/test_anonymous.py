"""Those who write in a group as nobody: anonymous admins and channels; not written down."""

import pytest

from tests.evenings.conftest import Opens
from tests.evenings.evening import Evening
from tests.evenings.player import Player
from tests.evenings.transcript import Json
from tests.evenings.unwritten import a_game, table_of, texts

pytestmark = pytest.mark.usefixtures("unwritten")


async def test_an_anonymous_admin_ends_the_game_by_a_button(evening: Opens) -> None:
    """Written anonymously, /end asks; a member who presses is refused, the admin presses as herself."""
    async with evening("anonymous", "en") as tonight:
        ann, ben = await a_game(tonight, "Ann", "Ben")
        dora = await tonight.person("Dora")
        await tonight.house.ask("POST", f"/chats/{tonight.group}/members", person=dora.id, status="administrator")
        for line in (f"/end{tonight.me}", f"/end{tonight.me} yes"):
            await dora.says(line, anonymous=True)
            assert (await texts(tonight, ben, tonight.group))[-1].startswith("End this game for everybody?")
        await ben.presses("End it", tonight.group)
        assert table_of(tonight).game.status == "playing"
        await dora.presses("End it", tonight.group)
        assert table_of(tonight).game.status == "over"
        assert (
            "An admin of this group has ended the game. Nobody wins." in (await texts(tonight, ann, tonight.group))[-1]
        )
        await dora.says(f"/newgame{tonight.me}", anonymous=True)
        assert (await texts(tonight, ben, tonight.group))[-1].startswith("I cannot see who wrote this.")


async def test_a_channel_that_writes_in_a_group_takes_no_seat(evening: Opens) -> None:
    """It is answered, may look things up, and what is posted there by itself from a channel is nobody's wish."""
    async with evening("channel", "en") as tonight:
        ann, ben = await a_game(tonight, "Ann", "Ben")
        before = table_of(tonight)
        for text, answer in (
            ("/join", "I cannot see who"),
            ("/chain", "The chain"),
            ("/leave yes", "I cannot see who"),
        ):
            writes_as_a_channel(tonight, ann, text)
            await tonight.settle()
            assert (await texts(tonight, ben, tonight.group))[-1].startswith(answer)
        seen = len(await texts(tonight, ben, tonight.group))
        writes_as_a_channel(tonight, ann, "/join", by_itself=True)
        await tonight.settle()
        assert len(await texts(tonight, ben, tonight.group)) == seen
        assert table_of(tonight) == before


def writes_as_a_channel(tonight: Evening, who: Player, text: str, by_itself: bool = False) -> None:
    """A message in the group in the name of a channel, which the sandbox's people cannot send."""
    world = tonight.house.sandbox.world.chats[tonight.group]
    name, _, rest = text.partition(" ")
    written = f"{name}{tonight.me} {rest}".strip()
    message: Json = {
        "message_id": world.last_message_id + 1000,
        "date": int(tonight.house.clock.time),
        "chat": {"id": world.id, "type": "supergroup", "title": world.title},
        "from": {"id": 136817688, "is_bot": True, "first_name": "Channel", "username": "Channel_Bot"},
        "sender_chat": {"id": -1009999, "type": "channel", "title": "News"},
        "text": written,
        "entities": [{"type": "bot_command", "offset": 0, "length": len(name + tonight.me)}],
    }
    if by_itself:
        message["is_automatic_forward"] = True
    tonight.house.sandbox.updates.push("message", message, world.id)
