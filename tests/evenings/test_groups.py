"""Groups that change, as Telegram tells of it: through the sandbox, not written down."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.evenings.conftest import Opens
from tests.evenings.evening import Evening
from tests.evenings.player import Player
from tests.evenings.transcript import Json, plain
from tests.evenings.unwritten import a_game, begins, sent_to, table_of, texts

pytestmark = pytest.mark.usefixtures("unwritten")


# A group becomes a supergroup


async def upgrades(tonight: Evening, tells: Callable[[list[Any]], list[Any]]) -> None:
    """The group becomes a supergroup; of its notices the bot gets what `tells` leaves of them."""
    updates = tonight.house.sandbox.updates
    push, held = updates.push, list[Any]()
    updates.push = lambda *one: held.append(one)  # type: ignore[method-assign]  # they are held back
    new = await tonight.house.ask("POST", f"/chats/{tonight.group}/upgrade")
    updates.push = push  # type: ignore[method-assign]  # as it was
    for one in tells(held):
        push(*one)
    tonight.group = int(new["id"])


ORDERS: dict[str, Callable[[list[Any]], list[Any]]] = {
    "old first": lambda held: held,
    "new first": lambda held: held[::-1],
    "only the old one": lambda held: held[:1],
    "none": lambda held: [],
}


@pytest.mark.parametrize("order", ORDERS)
async def test_a_game_goes_along_when_its_group_becomes_a_supergroup(evening: Opens, order: str) -> None:
    """In mid-turn, whatever is told and in whatever order; or only by the error on the next message."""
    async with evening(f"upgrade-{order.replace(' ', '-')}", "en") as tonight:
        ann, ben, carla = await a_game(tonight, "Ann", "Ben", "Carla", kind="group")
        old = tonight.group
        await ann.presses("Card 1", ann.id)
        tonight.refused_on_purpose = 9
        await upgrades(tonight, ORDERS[order])
        await tonight.settle()
        await ann.presses("Slot 1", ann.id)
        await ann.presses("Place it", ann.id)

        boards = await texts(tonight, ben, tonight.group)
        assert [one.splitlines()[0] for one in boards] == ["Ann places in slot 1:"]
        assert table_of(tonight).chat == f"tg:{tonight.group}"
        board = await ben.newest(tonight.group)
        await ben.says("1 1", reply_to=board)
        assert table_of(tonight).game.on_turn == f"tg:{carla.id}"
        await ben.writes("undo")
        edited = await texts(tonight, ben, tonight.group)
        assert "Ben took this card back." in edited
        assert len(edited) == 3
        await carla.says("/chain")
        assert len(await texts(tonight, ben, tonight.group)) == 4
        assert tonight.handler._desk.store.game_in(f"tg:{old}") is None
        assert (
            len([one for one in tonight.house.sandbox.calls.kept if one["method"] == "sendMessage" and not one["ok"]])
            <= 1
        )


async def test_the_group_that_has_moved_can_become_a_forum(evening: Opens) -> None:
    """Its game stays in the General topic, and another one begins in a topic of its own."""
    async with evening("upgrade-forum", "en") as tonight:
        ann, ben = await a_game(tonight, "Ann", "Ben", kind="group")
        await upgrades(tonight, lambda held: held)
        await tonight.settle()
        tonight.house.sandbox.world.chats[tonight.group].kind = "forum"
        topic = (await tonight.house.ask("POST", f"/chats/{tonight.group}/topics", name="Games"))["topic"]
        await begins([ann, ben], topic=topic)
        await ann.writes("1 1", reply_to=await ann.newest(ann.id))

        threads = {one["parameters"].get("message_thread_id") for one in sent_to(tonight, tonight.group)}
        assert threads == {topic}
        tonight.house.sandbox.calls.kept.clear()
        await ben.says("/players")
        (call,) = sent_to(tonight, tonight.group)
        assert "message_thread_id" not in call["parameters"]


# Topics


async def test_several_games_in_one_forum_stay_in_their_topics(evening: Opens) -> None:
    """Two topics and the General one hold a game each; whatever is said in one concerns its game alone."""
    async with evening("forum", "en") as tonight:
        ann, ben = await a_game(tonight, "Ann", "Ben", kind="forum")
        topics = [
            (await tonight.house.ask("POST", f"/chats/{tonight.group}/topics", name=name))["topic"] for name in "AB"
        ]
        places: list[Json] = [{"topic": topics[0]}, {"topic": topics[1]}, {}]
        for place in places:
            await begins([ann, ben], **place)
        tonight.house.sandbox.calls.kept.clear()

        for number, place in enumerate(places, 1):
            await ann.says("/chain", **place)
            await ann.writes("1 1", reply_to=await asked(tonight, ann, number))
            threads = [one["parameters"].get("message_thread_id") for one in sent_to(tonight, tonight.group)]
            assert threads == [place.get("topic")] * 2
            tonight.house.sandbox.calls.kept.clear()
        chats = [table_of(tonight, f"game{number}").chat for number in (1, 2, 3)]
        assert chats == [f"tg:{tonight.group}/{topics[0]}", f"tg:{tonight.group}/{topics[1]}", f"tg:{tonight.group}"]
        assert all(call["ok"] for call in tonight.house.sandbox.calls.kept)


async def asked(tonight: Evening, who: Player, number: int) -> int:
    """The id of the message that called somebody to their turn in that game."""
    for message in reversed(await tonight.house.sees(who.id, who.id)):
        about = tonight.handler._desk.store.saying(f"tg:{who.id}", message["message_id"])
        if about and about.game == f"game{number}":
            return int(message["message_id"])
    raise AssertionError(f"{who.name} was not asked in game {number}")


async def test_a_forum_that_lets_the_bot_in_again_finds_all_its_games(evening: Opens) -> None:
    """All of them wait meanwhile, and each is shown again in its own topic; nobody says hello."""
    async with evening("forum-again", "en") as tonight:
        ann, ben = await a_game(tonight, "Ann", "Ben", kind="forum")
        topic = (await tonight.house.ask("POST", f"/chats/{tonight.group}/topics", name="A"))["topic"]
        await begins([ann, ben], topic=topic)
        await begins([ann, ben])
        await tonight.bot("kicked")
        assert [bool(table_of(tonight, f"game{number}").closed) for number in (1, 2)] == [True, True]
        tonight.house.sandbox.calls.kept.clear()
        await tonight.bot("administrator")

        said = sent_to(tonight, tonight.group)
        assert {one["parameters"].get("message_thread_id") for one in said} == {topic, None}
        assert all(plain(one["parameters"]["text"]).startswith("Here I am again") for one in said)


async def test_a_game_whose_topic_is_deleted_goes_on_in_the_general_one(evening: Opens) -> None:
    """Nothing of what it had to say is lost."""
    async with evening("forum-deleted", "en") as tonight:
        ann, ben = await a_game(tonight, "Ann", "Ben", kind="forum")
        topic = (await tonight.house.ask("POST", f"/chats/{tonight.group}/topics", name="A"))["topic"]
        await begins([ann, ben], topic=topic)
        await tonight.house.ask("DELETE", f"/chats/{tonight.group}/topics/{topic}")
        tonight.refused_on_purpose = 1
        await ann.writes("1 1")

        assert table_of(tonight).chat == f"tg:{tonight.group}"
        assert (await texts(tonight, ben, tonight.group))[-1].startswith("Ann places")
        await ben.says("/chain")
        assert (await texts(tonight, ben, tonight.group))[-1].startswith("The chain")
