"""People whom the bot cannot write to, as Telegram tells of it; not written down."""

import pytest

from tests.evenings.conftest import Opens
from tests.evenings.unwritten import a_game, table_of, texts

pytestmark = pytest.mark.usefixtures("unwritten")


@pytest.mark.parametrize("how", ["blocks", "deletes"])
async def test_who_cannot_be_written_to_has_twice_the_time(evening: Opens, how: str) -> None:
    """In mid-game: the group is told once what they can do, and after twice the time play goes on."""
    async with evening(f"lost-{how}", "en") as tonight:
        ann, ben, carla = await a_game(tonight, "Ann", "Ben", "Carla")
        if how == "blocks":
            await ben.blocks()
        else:
            await tonight.house.ask("POST", f"/people/{ben.id}/deactivate")
        tonight.refused_on_purpose = 99
        told = len(await texts(tonight, ann, tonight.group))
        await ann.writes("1 1")
        said = (await texts(tonight, ann, tonight.group))[told:]
        assert [one.startswith("I cannot write to Ben. Ben, open our private chat") for one in said] == [False, True]
        await tonight.hours(47)
        assert table_of(tonight).game.on_turn == f"tg:{ben.id}"
        await tonight.hours(1)
        assert table_of(tonight).game.on_turn == f"tg:{carla.id}"

        await carla.writes("1 1")
        await ann.writes("1 1")
        said = await texts(tonight, ann, tonight.group)
        assert len([one for one in said if one.startswith("I cannot write to Ben")]) == 1
        await tonight.hours(48)
        assert f"tg:{ben.id}" in {one.id for one in table_of(tonight).game.gone}


async def test_who_comes_back_finds_hand_turn_and_the_full_time(evening: Opens) -> None:
    """Start is pressed after thirty hours; should they be lost again, the group is told anew."""
    async with evening("lost-and-back", "en") as tonight:
        ann, ben, carla = await a_game(tonight, "Ann", "Ben", "Carla")
        await ben.blocks()
        tonight.refused_on_purpose = 99
        await ann.writes("1 1")
        await tonight.hours(40)
        await ben.writes("/start")
        prompt = (await texts(tonight, ben, ben.id))[-1]
        assert "Evening: your turn, 24 hours" in prompt
        assert "Your hand" in prompt
        await tonight.hours(23)
        await ben.writes("1 1")
        assert table_of(tonight).game.on_turn == f"tg:{carla.id}"

        await ben.blocks()
        await carla.writes("1 1")
        await ann.writes("1 1")
        said = await texts(tonight, ann, tonight.group)
        assert len([one for one in said if one.startswith("I cannot write to Ben. ")]) == 2


async def test_who_shuts_the_bot_out_in_their_own_turn_is_missed_once(evening: Opens) -> None:
    """The prompt had arrived: no time is given, but the group hears why no reminder helps; a reply still plays."""
    async with evening("lost-on-turn", "en") as tonight:
        ann, ben, _ = await a_game(tonight, "Ann", "Ben", "Carla")
        due = table_of(tonight).game.due
        await ann.blocks()
        tonight.refused_on_purpose = 99
        assert (await texts(tonight, ben, tonight.group))[-1].startswith("I cannot write to Ann any more.")
        assert table_of(tonight).game.due == due
        await ann.blocks(False)
        await ann.blocks()
        said = await texts(tonight, ben, tonight.group)
        assert len([one for one in said if one.startswith("I cannot write to Ann any more.")]) == 2
        await ann.says("1 1", reply_to=await ann.newest(tonight.group, "Ann begins"))
        assert table_of(tonight).game.on_turn == f"tg:{ben.id}"
