"""A bot that is not heard in its group: its games wait, as Telegram tells of it; not written down."""

import pytest

from pbm.service.closed import LOOKS_AGAIN
from tests.evenings.conftest import Opens
from tests.evenings.unwritten import a_game, table_of, texts

pytestmark = pytest.mark.usefixtures("unwritten")


async def test_no_clock_runs_while_the_bot_is_not_in_the_group(evening: Opens) -> None:
    """Removed for three days: nobody loses a turn, nothing is played, and the turn has the time that it had left."""
    async with evening("removed", "en") as tonight:
        ann, ben = await a_game(tonight, "Ann", "Ben")
        await tonight.hours(10)
        tonight.house.sandbox.calls.kept.clear()
        await tonight.bot("kicked")
        for one in (ann, ben):
            (word,) = (await texts(tonight, one, one.id))[-1:]
            assert word.startswith("Evening: I can no longer write to the group.")
        await tonight.hours(72)
        assert len([one for one in tonight.house.sandbox.calls.kept if one["method"] == "sendMessage"]) == 2

        await ann.writes("1 1")
        assert (await texts(tonight, ann, ann.id))[-1].startswith("Evening: the game waits")
        await ann.presses("Card 1", ann.id)
        await ann.writes("hand")
        assert "Your hand" in (await texts(tonight, ann, ann.id))[-1]
        game = table_of(tonight).game
        assert (game.on_turn, game.chain, game.turn) == (f"tg:{ann.id}", game.chain[:1], 1)

        await tonight.bot("member")
        again = (await texts(tonight, ann, tonight.group))[-1]
        assert again.startswith("Here I am again")
        assert "Ann is next: 14 hours" in again
        await tonight.hours(7)
        assert (await texts(tonight, ann, ann.id))[-1].startswith("Evening is waiting for your card")
        await ann.writes("1 1")
        assert table_of(tonight).game.on_turn == f"tg:{ben.id}"


@pytest.mark.parametrize("how", ["told", "not told", "gone"])
async def test_what_the_bot_may_not_say_waits_until_it_may(evening: Opens, how: str) -> None:
    """Its right to write is taken, with a notice or without one, or the group is not to be found: no board is lost."""
    async with evening(f"silenced-{how.replace(' ', '-')}", "en") as tonight:
        ann, ben = await a_game(tonight, "Ann", "Ben")
        chat = tonight.house.sandbox.world.chats[tonight.group]
        tonight.refused_on_purpose = 99
        if how == "told":
            await tonight.bot("restricted")
        else:
            chat.bot = "restricted" if how == "not told" else "left"
            await ann.writes("1 1")
        assert table_of(tonight).closed
        assert (await texts(tonight, ben, ben.id))[-1].startswith("Evening: I can no longer write to the group.")
        await tonight.hours(30)
        await ben.writes("doubt")
        assert (await texts(tonight, ben, ben.id))[-1].startswith("Evening: the game waits")

        if how == "told":
            await tonight.bot("member")
        else:
            chat.bot = "member"
        tonight.house.clock.pass_by(LOOKS_AGAIN.total_seconds())
        await tonight.settle()
        said = await texts(tonight, ben, tonight.group)
        assert not table_of(tonight).closed
        assert said[-1].startswith("Here I am again")
        if how != "told":
            assert said[-2].startswith("Ann places")
        assert table_of(tonight).game.due > tonight.now()


async def test_a_silenced_bot_answers_in_private(evening: Opens) -> None:
    """Who writes in the group meanwhile hears in private that the game waits, and nothing of it comes late."""
    async with evening("silenced-answers", "en") as tonight:
        ann, ben = await a_game(tonight, "Ann", "Ben")
        await tonight.bot("restricted")
        await ben.says(f"/chain{tonight.me}")
        assert (await texts(tonight, ben, ben.id))[-1].startswith("Evening: the game waits")
        before = len(await texts(tonight, ann, tonight.group))
        await tonight.bot("member")
        assert len(await texts(tonight, ann, tonight.group)) == before + 1


async def test_a_game_whose_group_is_deleted_waits_and_can_be_left(evening: Opens) -> None:
    """Nobody told the bot; those who play hear it from the bot in private, and may leave."""
    async with evening("group-deleted", "en") as tonight:
        ann, ben = await a_game(tonight, "Ann", "Ben")
        await tonight.house.ask("DELETE", f"/chats/{tonight.group}")
        tonight.refused_on_purpose = 99
        tonight.writes = False
        await ann.writes("1 1")
        assert table_of(tonight).closed
        assert (await texts(tonight, ben, ben.id))[-1].startswith("Evening: I can no longer write to the group.")
        for one in (ann, ben):
            await one.writes("/leave yes")
        assert table_of(tonight).game.status == "over"
