"""Groups that change, and people out of reach, as Telegram tells of it: through the sandbox, not written down."""

from collections.abc import Callable
from typing import Any

import pytest

from pbm.service.closed import LOOKS_AGAIN
from tests.evenings.conftest import Opens
from tests.evenings.player import Player
from tests.evenings.rig import Evening
from tests.evenings.transcript import Json, Transcript, plain


@pytest.fixture(autouse=True)
def _unwritten(monkeypatch: pytest.MonkeyPatch) -> None:
    """These evenings are looked at by their tests, and kept nowhere."""
    monkeypatch.setattr(Transcript, "check", lambda self: None)


async def texts(tonight: Evening, who: Player, chat: int) -> list[str]:
    """What the bot says in a chat, the oldest first, as somebody reads it."""
    shown = await tonight.house.sees(who.id, chat)
    return [plain(one["text"]) for one in shown if one["from"]["id"] == tonight.house.sandbox.bot.id]


async def a_game(tonight: Evening, *names: str, kind: str = "supergroup", topic: int | None = None) -> list[Player]:
    """A game that has begun in a new chat of that kind; the bot is an administrator there, and so hears everything."""
    people = [await tonight.person(name) for name in names]
    tonight.group = await tonight.house.group(*(one.id for one in people), kind=kind, bot="")
    await tonight.house.set_bot(tonight.group, "administrator")
    if kind == "forum" and topic is None:
        return people
    await begins(people)
    return people


async def begins(people: list[Player], **where: Any) -> None:
    """The first of them opens a table, the others join, and they begin with the villages."""
    await people[0].says("/newgame", **where)
    for one in people[1:]:
        await one.says("/join", **where)
    for line in ("/settings series villages", "/settings cards 5", "/begin"):
        await people[0].says(line, **where)


def table_of(tonight: Evening, game: str = "game1") -> Any:
    """A game as it is kept."""
    return tonight.handler._desk.store.table(game)


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


def sent_to(tonight: Evening, chat: int) -> list[Json]:
    """The messages that were sent to a chat."""
    calls = tonight.house.sandbox.calls.kept
    return [one for one in calls if one["method"] == "sendMessage" and int(one["parameters"]["chat_id"]) == chat]


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


# The bot is not heard in its group


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


# People out of reach


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


# Those who write as nobody


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
