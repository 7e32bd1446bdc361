"""What the bot hears in a group, and what it does not."""

import pytest

from tests.sandbox.house import House, Json, a_house


def texts(updates: list[Json]) -> list[str]:
    return [update["message"]["text"] for update in updates if "text" in update.get("message", {})]


async def test_chatter_in_a_group_is_not_the_bots_business(house: House) -> None:
    """With privacy mode the bot hears neither talk, nor other bots' commands, nor replies to people."""
    ann, ben = await house.person("Ann"), await house.person("Ben")
    chat = await house.group(ann, ben)
    first = await house.say(ann, chat, "Nice evening")
    await house.say(ben, chat, "Very", reply_to=first)
    await house.say(ben, chat, "/join@OtherBot")
    await house.say(ben, chat, "I would /join@SandboxBot")

    assert texts(await house.updates()) == []


async def test_a_command_with_the_bots_name_is_heard_at_once(house: House) -> None:
    """`/newgame@SandboxBot` reaches the bot even before it ever wrote."""
    ann = await house.person()
    chat = await house.group(ann)
    await house.say(ann, chat, "/newgame@sandboxbot please")

    assert texts(await house.updates()) == ["/newgame@sandboxbot please"]


async def test_a_bare_command_is_heard_only_after_the_bot_wrote_last_of_all_bots(house: House) -> None:
    """`/join` goes to whichever bot was the last to write in the group."""
    ann, robbie = await house.person(), await house.person("Robbie", is_bot=True)
    chat = await house.group(ann, robbie)
    await house.say(ann, chat, "/join too early")
    await house.send(chat)
    await house.say(ann, chat, "/join now")
    await house.say(robbie, chat, "Me too")
    await house.say(ann, chat, "/join too late")

    assert texts(await house.updates()) == ["/join now"]


async def test_a_reply_to_the_bot_is_heard(house: House) -> None:
    """Whoever answers a board is understood without a command."""
    ann = await house.person()
    chat = await house.group(ann)
    board = await house.send(chat, "The board")
    await house.say(ann, chat, "4 2", reply_to=board)

    [update] = [update for update in await house.updates() if update.get("message", {}).get("text")]
    assert update["message"]["reply_to_message"]["message_id"] == board
    assert update["message"]["message_thread_id"] == board
    assert "is_topic_message" not in update["message"]


async def test_an_administrator_hears_everything(house: House) -> None:
    """A bot that may pin hears all the chatter too."""
    ann = await house.person()
    chat = await house.group(ann, bot="administrator")
    await house.say(ann, chat, "Nice evening")

    assert texts(await house.updates()) == ["Nice evening"]


async def test_without_privacy_mode_everything_is_heard() -> None:
    """A bot whose privacy mode BotFather turned off hears people, though still no bots."""
    async with a_house(privacy=False) as house:
        ann, robbie = await house.person(), await house.person("Robbie", is_bot=True)
        chat = await house.group(ann, robbie)
        await house.say(ann, chat, "Nice evening")
        await house.say(robbie, chat, "Beep")

        assert texts(await house.updates()) == ["Nice evening"]
        assert (await house.result("getMe"))["can_read_all_group_messages"] is True


async def test_comings_and_goings_are_heard(house: House) -> None:
    """Service messages reach every bot."""
    ann, ben = await house.person("Ann"), await house.person("Ben")
    chat = await house.group(ann)
    await house.updates()
    await house.ask("POST", f"/chats/{chat}/members", person=ben)
    await house.ask("DELETE", f"/chats/{chat}/members/{ben}")

    came, went = await house.updates()
    assert [user["id"] for user in came["message"]["new_chat_members"]] == [ben]
    assert went["message"]["left_chat_member"]["id"] == ben


async def test_a_removed_bot_hears_only_that_it_was_removed(house: House) -> None:
    """After my_chat_member nothing more comes from that chat."""
    ann = await house.person()
    chat = await house.group(ann)
    await house.updates()
    await house.set_bot(chat, "kicked")
    await house.say(ann, chat, "/join@SandboxBot")

    updates = await house.updates()
    assert [
        update["my_chat_member"]["new_chat_member"]["status"] for update in updates if "my_chat_member" in update
    ] == ["kicked"]
    assert texts(updates) == []


@pytest.mark.parametrize("change", ["administrator", "restricted", "left"])
async def test_the_bot_is_told_of_its_own_place(house: House, change: str) -> None:
    """Rights given and taken come as my_chat_member, with before and after."""
    chat = await house.group(await house.person())
    await house.updates()
    await house.set_bot(chat, change)

    [member] = [update["my_chat_member"] for update in await house.updates() if "my_chat_member" in update]
    assert member["old_chat_member"]["status"] == "member"
    assert member["new_chat_member"]["status"] == change


async def test_blocking_and_unblocking_is_told(house: House) -> None:
    """The bot learns who shut the door, and who opened it again by Start."""
    ann = await house.started()
    await house.updates()
    await house.ask("POST", f"/people/{ann}/block", blocked=True)
    await house.ask("POST", "/links", person=ann, url="https://t.me/SandboxBot?start=seat-7")

    shut, opened, start = await house.updates()
    assert shut["my_chat_member"]["new_chat_member"]["status"] == "kicked"
    assert opened["my_chat_member"]["new_chat_member"]["status"] == "member"
    assert start["message"]["text"] == "/start seat-7"


async def test_an_anonymous_admin_writes_as_the_group(house: House) -> None:
    """The sender is the account all anonymous admins share, and the group itself."""
    ann = await house.person()
    chat = await house.group(ann)
    await house.updates()
    await house.say(ann, chat, "/end@SandboxBot", anonymous=True)

    [update] = await house.updates()
    assert update["message"]["from"]["id"] == 1087968824
    assert update["message"]["sender_chat"]["id"] == chat


async def test_a_message_in_a_topic_says_so(house: House) -> None:
    """In a forum both the thread's id and is_topic_message come along; in General neither."""
    ann = await house.person()
    forum = await house.group(ann, kind="forum", bot="administrator")
    topic = (await house.ask("POST", f"/chats/{forum}/topics", name="Games"))["topic"]
    await house.updates()
    await house.say(ann, forum, "in the topic", topic=topic)
    await house.say(ann, forum, "in General")

    inside, general = [update["message"] for update in await house.updates()]
    assert (inside["message_thread_id"], inside["is_topic_message"]) == (topic, True)
    assert "message_thread_id" not in general
    assert (await house.result("sendMessage", chat_id=forum, text="x", message_thread_id=topic))["is_topic_message"]


async def test_a_topic_that_is_deleted_is_not_told(house: House) -> None:
    """What stood in it is gone, the rest stays; whoever writes there hears that there is no such thread."""
    ann = await house.person()
    forum = await house.group(ann, kind="forum", bot="administrator")
    topic = (await house.ask("POST", f"/chats/{forum}/topics", name="Games"))["topic"]
    await house.say(ann, forum, "in the topic", topic=topic)
    await house.say(ann, forum, "in General")
    await house.updates()
    await house.ask("DELETE", f"/chats/{forum}/topics/{topic}")

    assert await house.updates() == []
    shown = await house.ask("GET", f"/chats/{forum}/messages?person={ann}")
    assert [one["text"] for one in shown if one["kind"] == "text"] == ["in General"]
    answer = await house.bot("sendMessage", chat_id=forum, text="x", message_thread_id=topic)
    assert answer["description"] == "Bad Request: message thread not found"
    await house.ask("DELETE", f"/chats/{forum}/topics/{topic}", expect=400)


async def test_an_edit_is_heard_where_the_message_was(house: House) -> None:
    """Whoever corrects a line in private is heard again, as edited_message."""
    ann = await house.started()
    line = await house.say(ann, ann, "4 2")
    await house.updates()
    await house.ask("PATCH", f"/chats/{ann}/messages", person=ann, message_id=line, text="4 3")

    [update] = await house.updates()
    assert update["edited_message"]["text"] == "4 3"
    assert update["edited_message"]["message_id"] == line


async def test_an_upgrade_is_told_in_both_chats(house: House) -> None:
    """The old group names the new id, the new one the old."""
    old = await house.group(await house.person(), kind="group")
    await house.updates()
    new = (await house.ask("POST", f"/chats/{old}/upgrade"))["id"]

    gone, come = [update["message"] for update in await house.updates()]
    assert (gone["chat"]["id"], gone["migrate_to_chat_id"]) == (old, new)
    assert (come["chat"]["id"], come["migrate_from_chat_id"]) == (new, old)
    assert str(new).startswith("-100")
