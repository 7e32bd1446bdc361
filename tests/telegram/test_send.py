"""Letters go over HTTP to a real sandbox, and what became of them comes back."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from telegram import Bot

from pbm.sandbox.server import BOT, TOKEN
from pbm.service.ports import Closed, Elsewhere, Fate, Later, Letter, Moot, Never, Sent
from pbm.telegram.bots import GROUP_A_MINUTE, awake, plain_bot, polite_bot
from pbm.telegram.pace import MINUTE
from pbm.telegram.send import TelegramSender
from pbm.views.messages import Choice, Entity, Message, Text
from tests.sandbox.house import BUTTON, House

NOON = datetime(2026, 9, 21, 12, tzinfo=UTC)
Send = Callable[..., Awaitable[Fate | Closed]]


@pytest.fixture
def send(bot: Bot) -> Send:
    """Sends a message made of these fields, as the edit of `edits` if that is given."""
    sender = TelegramSender(bot, BOT.username)

    async def send(to: int | str, edits: int | None = None, has_buttons: bool = True, **fields: Any) -> Fate | Closed:
        text = fields.pop("text", "Hello")
        fields["text"] = text if isinstance(text, Text) else Text(text=text)
        message = Message(to=f"tg:{to}" if isinstance(to, int) else to, made=NOON, **fields)
        return await sender.send(Letter(message=message, edits=edits, has_buttons=has_buttons))

    return send


async def test_words_arrive_with_their_marks_and_buttons(house: House, send: Send) -> None:
    """Everything a board has: bold, a mention, a moment in the reader's zone, a button that does and one that opens."""
    ann = await house.started()
    marks = (
        Entity(mark="bold", offset=0, length=3),
        Entity(mark="text_mention", offset=4, length=3, who=f"tg:{ann}"),
        Entity(mark="date_time", offset=8, length=4, moment=NOON),
    )
    choices = ((Choice(label="Card 1", does="g:1:c"), Choice(label="My hand", opens="private:hand-g")),)

    fate = await send(ann, text=Text(text="🎴x Ann noon", entities=marks), choices=choices)

    *_, message = await house.sees(ann, ann)
    assert fate == Sent(message=message["message_id"])
    assert [(mark["type"], mark["offset"], mark["length"]) for mark in message["entities"]] == [
        ("bold", 0, 3),
        ("text_mention", 4, 3),
        ("date_time", 8, 4),
    ]
    assert message["entities"][1]["user"]["id"] == ann
    assert message["entities"][2]["unix_time"] == NOON.timestamp()
    assert message["entities"][2]["date_time_format"] == "wt"
    assert message["reply_markup"]["inline_keyboard"] == [
        [
            {"text": "Card 1", "callback_data": "g:1:c"},
            {"text": "My hand", "url": "https://t.me/SandboxBot?start=hand-g"},
        ]
    ]
    assert message["link_preview_options"] == {"is_disabled": True}


async def test_a_moment_far_ahead_is_shown_with_its_date(house: House, send: Send) -> None:
    """In the form that Telegram knows for it: weekday, date, time."""
    ann = await house.started()
    far = Entity(mark="date_time", offset=0, length=4, moment=NOON, far=True)

    await send(ann, text=Text(text="noon", entities=(far,)))

    *_, message = await house.sees(ann, ann)
    assert message["entities"][0]["date_time_format"] == "wdt"


async def test_only_what_shall_ring_rings(house: House, send: Send) -> None:
    """A prompt makes a sound, a board does not."""
    ann = await house.started()
    await send(ann, rings=True)
    await send(ann, rings=False)

    *_, loud, quiet = await house.sees(ann, ann)

    assert (loud["silent"], quiet["silent"]) == (False, True)


async def test_a_message_for_a_topic_arrives_in_it(house: House, send: Send) -> None:
    """The table in a topic is answered there, the one in the General topic without a topic's id."""
    ann = await house.started()
    forum = await house.group(ann, kind="forum")
    topic = (await house.ask("POST", f"/chats/{forum}/topics", name="Games", person=ann))["topic"]

    assert isinstance(await send(f"tg:{forum}/{topic}"), Sent)
    assert isinstance(await send(forum), Sent)

    *_, games, general = await house.sees(ann, forum)
    assert games["topic"] == topic
    assert "topic" not in general


async def test_a_reply_to_a_message_that_is_gone_is_said_all_the_same(house: House, send: Send) -> None:
    """Ann deletes the line she is answered to; the answer comes without the quotation."""
    ann = await house.started()
    line = await house.say(ann, ann, "4 2")
    assert isinstance(await send(ann, reply_to=line), Sent)
    await house.ask("DELETE", f"/chats/{ann}/messages/{line}?person={ann}")
    assert isinstance(await send(ann, reply_to=line), Sent)

    *_, quoting, plain = await house.sees(ann, ann)

    assert "reply_to" not in plain
    assert quoting["text"] == plain["text"] == "Hello"


async def test_marks_that_telegram_refuses_are_left_out(house: House, send: Send) -> None:
    """A mention of somebody whom the bot never met: the same words go without any marks."""
    ann = await house.started()
    stranger = Entity(mark="text_mention", offset=0, length=5, who="tg:999")

    assert isinstance(await send(ann, text=Text(text="Hello", entities=(stranger,))), Sent)

    *_, message = await house.sees(ann, ann)
    assert (message["text"], message["entities"]) == ("Hello", [])


async def test_a_computer_player_is_named_without_a_mention(house: House, send: Send) -> None:
    """There is no account to mention; the other marks stay."""
    ann = await house.started()
    marks = (Entity(mark="text_mention", offset=0, length=3, who="pc:ada"), Entity(mark="bold", offset=0, length=3))

    await send(ann, text=Text(text="Ada", entities=marks))

    *_, message = await house.sees(ann, ann)
    assert [mark["type"] for mark in message["entities"]] == ["bold"]


async def test_a_show_is_posted_once_and_edited_from_then_on(house: House, send: Send) -> None:
    """The lobby: new at first, then the same message with other words."""
    ann = await house.started()
    first = await send(ann, way="show", name="lobby", text="Ann")
    assert isinstance(first, Sent)

    assert await send(ann, way="show", name="lobby", text="Ann, Ben", edits=first.message) == Sent()

    _, message = await house.sees(ann, ann)
    assert (message["message_id"], message["text"]) == (first.message, "Ann, Ben")


async def test_a_show_whose_message_is_gone_is_posted_anew(house: House, send: Send) -> None:
    """Somebody deleted the lobby; it comes again, and its new id is told."""
    ann = await house.started()
    lobby = await house.send(ann, "lobby")
    await house.ask("DELETE", f"/chats/{ann}/messages/{lobby}?person={ann}")

    fate = await send(ann, way="show", name="lobby", text="lobby", edits=lobby)

    *_, message = await house.sees(ann, ann)
    assert fate == Sent(message=message["message_id"])
    assert message["message_id"] != lobby


@pytest.mark.parametrize("way", ["show", "edit"])
async def test_an_edit_that_changes_nothing_is_done(house: House, send: Send, way: str) -> None:
    """The answer to an earlier edit was lost, so it is made again; Telegram refuses, and all is well."""
    ann = await house.started()
    message = await house.send(ann, "the same")

    assert await send(ann, way=way, text="the same", edits=message) == Sent()


async def test_buttons_are_taken_off(house: House, send: Send) -> None:
    """An older look keeps its words and loses its buttons; a second time nothing is called."""
    ann = await house.started()
    look = await house.send(ann, "look", reply_markup=BUTTON)

    assert await send(ann, way="strip", edits=look) == Sent()
    assert await send(ann, way="strip", edits=look, has_buttons=False) == Moot()

    *_, message = await house.sees(ann, ann)
    assert message["text"] == "look"
    assert "reply_markup" not in message


@pytest.mark.parametrize("way", ["edit", "strip"])
async def test_a_change_of_what_is_gone_is_nothing(house: House, send: Send, way: str) -> None:
    """Ann cleared her chat; nothing is posted in place of what she deleted."""
    ann = await house.started()
    look = await house.send(ann, "look", reply_markup=BUTTON)
    await house.ask("DELETE", f"/chats/{ann}/messages/{look}?person={ann}")

    assert await send(ann, way=way, edits=look) == Moot()
    assert await send(ann, way=way, edits=None) == Moot()
    assert len(await house.sees(ann, ann)) == 1


async def test_a_press_is_answered_with_words_and_a_link(house: House, send: Send) -> None:
    """Join by somebody without a private chat: a note, and the link that opens it."""
    ann = await house.started()
    lobby = await house.send(ann, "lobby", reply_markup=BUTTON)
    press, query = await house.pressed(ann, ann, lobby)

    fate = await send(ann, way="answer", press=query, text="Come in", opens="private:join-g")

    assert fate == Sent()
    answer = await press
    assert answer == {
        "answered": True, "text": "Come in", "alert": False, "url": "https://t.me/SandboxBot?start=join-g"
    }  # fmt: skip


async def test_an_answer_is_cut_to_what_telegram_takes(house: House, send: Send) -> None:
    """A long note loses its end, not its reader."""
    ann = await house.started()
    lobby = await house.send(ann, "lobby", reply_markup=BUTTON)
    press, query = await house.pressed(ann, ann, lobby)

    assert await send(ann, way="answer", press=query, text="x" * 300) == Sent()
    assert (await press)["text"] == "x" * 199 + "…"


async def test_an_answer_that_comes_too_late_is_nothing(house: House, send: Send) -> None:
    """Telegram forgot the press."""
    ann = await house.started()
    lobby = await house.send(ann, "lobby", reply_markup=BUTTON)
    press, query = await house.pressed(ann, ann, lobby)
    house.clock.pass_by(20)

    assert await send(ann, way="answer", press=query, text="late") == Moot()
    press.cancel()


async def test_a_flood_is_waited_out_for_as_long_as_telegram_says(house: House, send: Send) -> None:
    """429 with seven seconds: the letter comes again after seven seconds."""
    ann = await house.started()
    await house.ask("POST", "/faults", method="sendMessage", kind="429", retry_after=7)

    assert await send(ann) == Later(after=timedelta(seconds=7))
    assert isinstance(await send(ann), Sent)


async def test_who_cannot_be_written_to_is_unreachable(house: House, send: Send) -> None:
    """Blocked, never started, never met: each is said as such, for nobody need try again."""
    ann, shy = await house.started(), await house.person("Shy")
    await house.ask("POST", f"/people/{ann}/block", blocked=True)

    for person in (ann, shy, 999):
        fate = await send(person)
        assert isinstance(fate, Never)
        assert fate.unreachable, fate


async def test_a_letter_that_can_never_be_sent_is_not_tried_again(house: House, send: Send) -> None:
    """A text that is too long is a fault of ours; Ann is reachable all the same."""
    ann = await house.started()

    fate = await send(ann, text="x" * 5000)

    assert fate == Never(why="Message is too long")


async def test_another_transport_is_not_for_this_sender(send: Send) -> None:
    """A computer player has no chat on Telegram."""
    assert isinstance(await send("pc:ada"), Never)


@pytest.mark.parametrize("status", ["kicked", "left", "restricted"])
async def test_a_group_that_takes_nothing_is_closed(house: House, send: Send, status: str) -> None:
    """Removed, gone, or silenced: that may change again, so it is not the same as never."""
    ann = await house.started()
    group = await house.group(ann)
    await house.set_bot(group, status)

    assert isinstance(await send(group), Closed)
    assert isinstance(await send(-1009999), Closed)


async def test_a_topic_that_is_gone_leads_to_the_general_one(house: House, send: Send) -> None:
    """Whoever played there is in that group still."""
    ann = await house.started()
    group = await house.group(ann, kind="forum")

    assert await send(f"tg:{group}/77") == Elsewhere(to=f"tg:{group}")


async def test_a_group_that_has_moved_says_where_it_is(house: House, send: Send) -> None:
    """The board of the old group finds the new one's address."""
    ann = await house.started()
    group = await house.group(ann, kind="group")
    new = (await house.ask("POST", f"/chats/{group}/upgrade"))["id"]

    assert await send(group) == Elsewhere(to=f"tg:{new}")


async def test_waits_grow_with_each_failure_and_begin_anew_after_a_success(house: House, send: Send) -> None:
    """Telegram has a bad minute: half a second, one, two; then it answers, and the next failure waits half again."""
    ann = await house.started()
    for times in (3, 1):
        await house.ask("POST", "/faults", method="sendMessage", kind="500", times=times)
        waits = [await send(ann) for _ in range(times)]
        assert waits == [Later(after=timedelta(seconds=0.5 * 2**n)) for n in range(times)]
        assert isinstance(await send(ann), Sent)


@pytest.mark.parametrize(("kind", "arrived"), [("drop_before", 0), ("drop_after", 1), ("hang", 0), ("hang_after", 1)])
async def test_a_lost_answer_means_once_more(
    house: House, monkeypatch: pytest.MonkeyPatch, kind: str, arrived: int
) -> None:
    """Nobody can know whether it arrived, so it is sent again; that is why its buttons are harmless."""
    ann = await house.started()
    monkeypatch.setattr("pbm.telegram.bots.ANSWERS_WITHIN", 0.3)
    async with awake(bot := plain_bot(TOKEN, house.url), house.url):
        await house.ask("POST", "/faults", method="sendMessage", kind=kind)
        sender = TelegramSender(bot, BOT.username)
        letter = Letter(
            message=Message(to=f"tg:{ann}", text=Text(text="Hello"), made=NOON), edits=None, has_buttons=False
        )

        assert isinstance(await sender.send(letter), Later)

        assert len(await house.sees(ann, ann)) == 1 + arrived


async def test_a_letter_that_arrived_and_could_not_be_settled_is_not_sent_again(house: House, bot: Bot) -> None:
    """Redis was away or full: it comes back with its id, and its fate is the same; the next one goes."""
    ann = await house.started()
    sender = TelegramSender(bot, BOT.username)
    message = Message(to=f"tg:{ann}", text=Text(text="Hello"), made=NOON)
    first, next_one = (Letter(id=id, message=message, edits=None, has_buttons=False) for id in ("r1#0", "r1#1"))

    fates = [await sender.send(first), await sender.send(first), await sender.send(next_one)]

    said = [one["message_id"] for one in await house.sees(ann, ann) if one["text"] == "Hello"]
    assert fates == [Sent(message=said[0]), Sent(message=said[0]), Sent(message=said[1])]


async def test_a_busy_half_minute_does_not_make_it_forget_what_arrived(house: House, bot: Bot) -> None:
    """Fifteen hundred other letters come between, and still it is not sent again: its message is the first one."""
    ann = await house.started()
    sender = TelegramSender(bot, BOT.username)
    message = Message(to=f"tg:{ann}", text=Text(text="Hello"), made=NOON)
    first, *others = (Letter(id=f"r{n}#0", message=message, edits=None, has_buttons=False) for n in range(1501))

    arrived = await sender.send(first)
    for at in range(0, len(others), 100):
        await asyncio.gather(*map(sender.send, others[at : at + 100]))

    assert await sender.send(first) == arrived


async def test_a_letter_that_arrived_in_a_group_before_it_moved_is_not_sent_again(house: House, bot: Bot) -> None:
    """It was sent, and before that was kept its line went to the new group; there it is known under no message id."""
    old, new = await house.group(await house.person()), await house.group(await house.person())
    sender, fates = TelegramSender(bot, BOT.username), list[Fate | Closed]()
    for chat in (old, new):
        message = Message(to=f"tg:{chat}", text=Text(text="Hello"), made=NOON)
        fates.append(await sender.send(Letter(id="r1#0", message=message, edits=None, has_buttons=False)))

    assert fates[1] == Sent()
    calls = [call["parameters"]["chat_id"] for call in house.sandbox.calls.kept if call["method"] == "sendMessage"]
    assert calls == [old]


async def test_the_twenty_first_message_to_a_group_stays_in_its_line_and_an_answer_does_not(house: House) -> None:
    """Telegram takes twenty in any minute, and is not asked for more; a press meanwhile is answered at once."""
    ann = await house.started()
    group = await house.group(ann)
    lobby = await house.send(group, "lobby", reply_markup=BUTTON)
    press, query = await house.pressed(ann, group, lobby)
    async with awake(bot := polite_bot(TOKEN, house.url), house.url):
        sender = TelegramSender(bot, BOT.username)

        async def send(**fields: Any) -> Fate | Closed:
            message = Message(to=f"tg:{group}", text=Text(text="Hello"), made=NOON, **fields)
            return await sender.send(Letter(message=message, edits=None, has_buttons=False))

        for _ in range(GROUP_A_MINUTE):
            assert isinstance(await send(), Sent)
        waits = await send()
        assert await asyncio.wait_for(send(way="answer", press=query), 1) == Sent()
    assert isinstance(waits, Later)
    assert timedelta(seconds=50) < waits.after <= timedelta(seconds=MINUTE)
    assert [one["text"] for one in await house.sees(ann, group)].count("Hello") == 20
    assert (await press)["answered"]
