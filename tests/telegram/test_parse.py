"""Updates as the sandbox writes them become requests, or nothing."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from telegram import Bot, Update

from pbm.service.requests import Blocked, Edited, Moved, Removed, Said, Unblocked, Welcomed
from pbm.telegram.parse import ALLOWED_UPDATES, parse
from tests.sandbox.house import BUTTON, House

Read = Callable[..., Awaitable[list[Any]]]


@pytest.fixture
def read(house: House, bot: Bot) -> Read:
    """Reads what waits for the bot as requests; None for what is not for it."""

    async def read(patience: int = 0) -> list[Any]:
        waiting = await house.updates(allowed_updates=list(ALLOWED_UPDATES), timeout=patience)
        return [parse(_update(one, bot), bot.bot) for one in waiting]

    return read


def _update(written: dict[str, Any], bot: Bot) -> Update:
    update = Update.de_json(written, bot)
    assert update is not None
    return update


async def test_a_line_in_private_comes_with_who_wrote_it(house: House, read: Read) -> None:
    """Ann writes from a German phone; her name, language and chat are in the request, and its id is the update's."""
    ann = await house.started("Ann", "de")
    message = await house.say(ann, ann, "4 2 Ich war dabei.")

    start, line = await read()

    assert isinstance(start.what, Said)
    assert line.id == f"tg:{int(start.id.removeprefix('tg:')) + 1}"
    assert (line.who, line.chat, line.private) == (f"tg:{ann}", f"tg:{ann}", True)
    assert (line.name, line.language) == ("Ann", "de")
    assert line.what == Said(text="4 2 Ich war dabei.", message=message)


async def test_a_picture_is_something_said_with_what_stands_below_it(house: House, read: Read) -> None:
    """Ann sends a sticker, to which the bot can answer that it reads only text, and a photo with her move."""
    ann = await house.started()
    for kind, text in (("sticker", ""), ("photo", "4 2")):
        await house.say(ann, ann, text, kind=kind)

    _, sticker, photo = await read()

    assert sticker.what.text == ""
    assert photo.what.text == "4 2"


async def test_a_reply_names_the_message_it_answers(house: House, read: Read) -> None:
    """Ann answers a prompt; the request says which."""
    ann = await house.started()
    prompt = await house.send(ann, "your turn")
    await house.say(ann, ann, "4 2", reply_to=prompt)

    *_, reply = await read()

    assert reply.what.reply_to == prompt


async def test_an_edited_line_is_not_heard_again_but_answered_in_private(house: House, read: Read) -> None:
    """Ann corrects a line that was answered already; in the group nothing comes of that."""
    ann = await house.started()
    group = await house.group(ann, bot="administrator")
    alone = await house.say(ann, ann, "4 2")
    shared = await house.say(ann, group, "/chain")
    await read()
    for chat, message in ((ann, alone), (group, shared)):
        await house.ask("PATCH", f"/chats/{chat}/messages", person=ann, message_id=message, text="4 3")

    edited, in_the_group = await read()

    assert edited.private
    assert edited.what == Edited()
    assert in_the_group is None


async def test_a_line_that_is_edited_much_later_is_left_alone(house: House, bot: Bot) -> None:
    """Ann tidies up an old chat; the bot does not answer each line of it."""
    ann = await house.started()
    message = await house.say(ann, ann, "4 2")
    await house.ask("PATCH", f"/chats/{ann}/messages", person=ann, message_id=message, text="4 3")
    *_, update = await house.updates(allowed_updates=[])
    for later, answered in ((3600, True), (3601, False)):
        update["edited_message"]["edit_date"] = update["edited_message"]["date"] + later
        assert (parse(_update(update, bot), bot.bot) is not None) is answered


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("/join", "/join"),
        ("/join@SandboxBot", "/join"),
        ("/join@sandboxbot yes please", "/join yes please"),
        ("/join@OtherBot", None),
        ("who is next?", None),
        ("I say /join to this", None),
    ],
)
async def test_a_group_is_heard_only_when_it_speaks_to_this_bot(
    house: House, read: Read, text: str, heard: str | None
) -> None:
    """The bot is admin and gets everything; what is said to others stays with them."""
    ann = await house.started()
    group = await house.group(ann, bot="administrator")
    await read()
    await house.say(ann, group, text)

    (request,) = await read()

    assert (request.what.text if request else None) == heard


async def test_a_reply_to_the_bot_is_heard_and_a_reply_to_a_player_is_not(house: House, read: Read) -> None:
    """Ann answers the board with her move; Ann's answer to Ben is theirs."""
    ann, ben = await house.started("Ann"), await house.started("Ben")
    group = await house.group(ann, ben, bot="administrator")
    board = await house.send(group, "the chain")
    remark = await house.say(ben, group, "hm")
    await read()
    await house.say(ann, group, "4 2", reply_to=board)
    await house.say(ann, group, "4 2", reply_to=remark)

    to_bot, to_ben = await read()

    assert to_bot.what.reply_to == board
    assert to_bot.title == "Evening"
    assert not to_bot.private
    assert to_ben is None


async def test_a_reply_in_an_ordinary_supergroup_is_in_no_topic(house: House, read: Read) -> None:
    """Telegram gives such a reply a thread's id; the table is the group's all the same."""
    ann = await house.started()
    group = await house.group(ann, kind="supergroup")
    board = await house.send(group, "the chain")
    await read()
    await house.say(ann, group, "4 2", reply_to=board)

    (request,) = await read()

    assert request.chat == f"tg:{group}"


async def test_a_topic_has_an_address_of_its_own_and_the_general_one_has_not(house: House, read: Read) -> None:
    """Two commands in a forum, one in a topic: two addresses, and a plain line in the topic is nobody's reply."""
    ann = await house.started()
    forum = await house.group(ann, kind="forum", bot="administrator")
    topic = (await house.ask("POST", f"/chats/{forum}/topics", name="Games", person=ann))["topic"]
    await read()
    await house.say(ann, forum, "/chain")
    await house.say(ann, forum, "/chain", topic=topic)
    await house.say(ann, forum, "hello", topic=topic)

    general, games, plain = await read()

    assert general.chat == f"tg:{forum}"
    assert games.chat == f"tg:{forum}/{topic}"
    assert plain is None


async def test_an_anonymous_admin_is_nobody_who_could_sit_down(house: House, read: Read) -> None:
    """All anonymous admins share one account; the request comes without a person, so that no seat is given to it."""
    ann = await house.started()
    group = await house.group(ann, kind="supergroup")
    await read()
    await house.say(ann, group, "/join@SandboxBot", anonymous=True)

    (request,) = await read()

    assert request.who == ""
    assert request.what.text == "/join"


async def test_a_press_names_message_and_press(house: House, read: Read) -> None:
    """Ben presses Join below the lobby in the group; the request knows where, and how to answer him."""
    ann, ben = await house.started("Ann"), await house.started("Ben")
    group = await house.group(ann, ben)
    lobby = await house.send(group, "Who plays?", reply_markup=BUTTON)
    await read()
    press = asyncio.create_task(house.ask("POST", "/press", person=ben, chat=group, message_id=lobby, button=[0, 0]))
    house.pressing.append(press)

    (request,) = await read(patience=5)

    assert request.who == f"tg:{ben}"
    assert request.chat == f"tg:{group}"
    assert (request.what.does, request.what.message) == ("join:1", lobby)
    await house.result("answerCallbackQuery", callback_query_id=request.what.press)
    assert (await press)["answered"]


async def test_the_bot_hears_how_it_fares_in_a_group(house: House, read: Read) -> None:
    """Added, muted, unmuted, made admin, removed: four of these matter, being admin does not."""
    ann = await house.started()
    group = await house.group(ann, kind="supergroup", bot="")
    await read()
    whats = []
    for status in ("member", "restricted", "member", "administrator", "kicked"):
        await house.set_bot(group, status)
        whats += [request.what for request in await read() if request]

    assert whats == [Welcomed(), Welcomed(may_write=False), Welcomed(), Removed()]


async def test_blocking_the_bot_is_heard_and_letting_it_in_again(house: House, read: Read) -> None:
    """Ann shuts her private chat and opens it again."""
    ann = await house.started()
    await read()
    for blocked in (True, False):
        await house.ask("POST", f"/people/{ann}/block", blocked=blocked)

    shut, opened = await read()

    assert shut.what == Blocked()
    assert opened.what == Unblocked()
    assert opened.who == shut.who == shut.chat == f"tg:{ann}"


async def test_a_group_that_moves_says_so_from_both_ends(house: House, read: Read) -> None:
    """Whichever service message comes first, the request names the old address and the new one."""
    ann = await house.started()
    group = await house.group(ann, kind="group")
    await read()
    new = (await house.ask("POST", f"/chats/{group}/upgrade"))["id"]

    moves = [request for request in await read() if request]

    assert len(moves) == 2
    for request in moves:
        assert request.chat == f"tg:{group}"
        assert request.what == Moved(to=f"tg:{new}")


async def test_people_coming_and_going_are_not_talked_to(house: House, read: Read) -> None:
    """Service messages of the group are not said to the bot."""
    ann, ben = await house.started("Ann"), await house.started("Ben")
    group = await house.group(ann, bot="administrator")
    await read()
    await house.ask("POST", f"/chats/{group}/members", person=ben)
    await house.ask("DELETE", f"/chats/{group}/members/{ben}")

    assert await read() == [None, None]
