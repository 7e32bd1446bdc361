"""What a page can do in somebody's name."""

from __future__ import annotations

import asyncio
import json

from tests.sandbox.house import BUTTON, House

LINK = {"inline_keyboard": [[{"text": "My hand", "url": "https://t.me/SandboxBot?start=hand"}]]}


async def test_people_are_added_and_listed(house: House) -> None:
    """Each has an id of their own, a name and a language."""
    ann, ben = await house.person("Ann", "en"), await house.person("Ben", "de")

    people = await house.ask("GET", "/people")
    assert [(one["id"], one["first_name"], one["language_code"]) for one in people] == [
        (ann, "Ann", "en"),
        (ben, "Ben", "de"),
    ]
    assert not any(one["is_computer"] for one in people)


async def test_a_person_sees_their_own_chats_only(house: House) -> None:
    """Groups one is in, the private chat once it is open, and nobody else's."""
    ann, ben = await house.person("Ann"), await house.started("Ben")
    chat = await house.group(ann)

    of_ann = await house.ask("GET", f"/chats?person={ann}")
    of_ben = await house.ask("GET", f"/chats?person={ben}")
    assert [(one["id"], one["type"], one["bot_started"]) for one in of_ann] == [(chat, "supergroup", False)]
    assert [(one["id"], one["type"], one["bot_started"]) for one in of_ben] == [(ben, "private", True)]
    await house.ask("GET", f"/chats/{chat}/messages?person={ben}", expect=404)
    await house.ask("GET", f"/chats/{ben}/messages?person={ann}", expect=404)


async def test_what_the_bot_writes_is_seen_as_it_was_meant(house: House) -> None:
    """Text, marks, buttons, the message replied to, and whether it came silently."""
    ann = await house.started()
    line = await house.say(ann, ann, "hello")
    marks = [{"type": "bold", "offset": 0, "length": 3}]
    reply = {"message_id": line}
    await house.send(
        ann, "All /join", entities=marks, reply_markup=BUTTON, reply_parameters=reply, disable_notification=True
    )

    shown = (await house.sees(ann, ann))[-1]
    assert shown["text"] == "All /join"
    assert shown["entities"] == [*marks, {"type": "bot_command", "offset": 4, "length": 5}]
    assert shown["reply_markup"] == BUTTON
    assert shown["reply_to"]["text"] == "hello"
    assert shown["silent"]
    assert not shown["edited"]


async def test_messages_after_one_are_those_that_are_new(house: House) -> None:
    """A page asks only for what it has not got; reading takes the count of the unread down."""
    ann, ben = await house.person("Ann"), await house.person("Ben")
    chat = await house.group(ann, ben)
    first = await house.say(ann, chat, "one")
    await house.sees(ben, chat)
    second = await house.say(ann, chat, "two")

    assert (await house.ask("GET", f"/chats?person={ben}"))[0]["unread"] == 1
    newer = await house.ask("GET", f"/chats/{chat}/messages?person={ben}&after={first}")
    assert [message["message_id"] for message in newer] == [second]
    assert (await house.ask("GET", f"/chats?person={ben}"))[0]["unread"] == 0


async def test_an_edited_message_says_so_and_a_deleted_one_is_gone(house: House) -> None:
    """An edit without buttons takes them away, as with Telegram."""
    ann = await house.started()
    kept, gone = await house.send(ann, "one", reply_markup=BUTTON), await house.send(ann, "two")
    await house.result("editMessageText", chat_id=ann, message_id=kept, text="three")
    await house.result("deleteMessage", chat_id=ann, message_id=gone)

    shown = (await house.sees(ann, ann))[-1]
    assert (shown["message_id"], shown["text"], shown["edited"]) == (kept, "three", True)
    assert "reply_markup" not in shown


async def test_a_press_waits_for_the_answer(house: House) -> None:
    """What the bot answers is what the person is shown."""
    ann = await house.started()
    message = await house.send(ann, reply_markup=BUTTON)
    press, query = await house.pressed(ann, ann, message)
    await house.result("answerCallbackQuery", callback_query_id=query, text="You are in.", show_alert=True)

    assert await press == {"answered": True, "text": "You are in.", "alert": True}
    assert not (await house.bot("answerCallbackQuery", callback_query_id=query))["ok"]


async def test_a_press_brings_the_message_and_the_data(house: House) -> None:
    """The bot learns who pressed what, and under which message."""
    ann, ben = await house.person("Ann"), await house.person("Ben", "de")
    chat = await house.group(ann, ben)
    message = await house.send(chat, reply_markup=BUTTON)
    await house.updates()
    press = asyncio.create_task(house.ask("POST", "/press", person=ben, chat=chat, message_id=message, button=[0, 0]))
    [update] = await house.updates(timeout=5)

    query = update["callback_query"]
    assert (query["from"]["id"], query["from"]["language_code"]) == (ben, "de")
    assert (query["message"]["message_id"], query["data"]) == (message, "join:1")
    assert query["chat_instance"]
    await house.result("answerCallbackQuery", callback_query_id=query["id"])
    assert await press == {"answered": True}


async def test_a_start_link_can_be_the_answer_to_a_press(house: House) -> None:
    """A Join button sends whoever has no private chat there, and Start is pressed for them."""
    ann = await house.person()
    chat = await house.group(ann)
    message = await house.send(chat, reply_markup=BUTTON)
    press, query = await house.pressed(ann, chat, message)
    link = "https://t.me/SandboxBot?start=join-1"
    await house.result("answerCallbackQuery", callback_query_id=query, url=link)

    assert await press == {"answered": True, "url": link}
    assert await house.ask("POST", "/links", person=ann, url=link) == {"chat": ann}
    assert [update["message"]["text"] for update in await house.updates()] == ["/start join-1"]
    assert await house.send(ann, "Welcome")


async def test_a_press_on_a_link_gives_the_link_at_once(house: House) -> None:
    """The bot hears nothing of it."""
    ann = await house.started()
    message = await house.send(ann, reply_markup=LINK)
    await house.updates()

    answer = await house.ask("POST", "/press", person=ann, chat=ann, message_id=message, button=[0, 0])
    assert answer["url"] == "https://t.me/SandboxBot?start=hand"
    assert await house.updates() == []


async def test_a_press_can_be_forged(house: House) -> None:
    """A changed client sends any data, under any message, even one that is gone."""
    ann = await house.started()
    await house.updates()
    press = asyncio.create_task(house.ask("POST", "/press", person=ann, chat=ann, message_id=4711, data="begin:999"))
    [update] = await house.updates(timeout=5)

    assert update["callback_query"]["data"] == "begin:999"
    assert update["callback_query"]["message"]["date"] == 0
    await house.result("answerCallbackQuery", callback_query_id=update["callback_query"]["id"])
    await press


async def test_links_lead_to_a_message_of_a_group(house: House) -> None:
    """`t.me/c/…` opens the supergroup, for those who are in it."""
    ann, ben = await house.person("Ann"), await house.person("Ben")
    chat = await house.group(ann)
    link = f"https://t.me/c/{str(chat).removeprefix('-100')}/7"

    assert await house.ask("POST", "/links", person=ann, url=link) == {"chat": chat, "message_id": 7}
    await house.ask("POST", "/links", expect=400, person=ben, url=link)


async def test_a_private_chat_begins_with_start(house: House) -> None:
    """Until then a client offers nothing but the Start button."""
    ann = await house.person()
    await house.ask("POST", f"/chats/{ann}/messages", expect=400, person=ann, text="hello")
    await house.say(ann, ann, "/start")

    assert await house.say(ann, ann, "hello")


async def test_pictures_voices_and_stickers_are_placeholders(house: House) -> None:
    """The bot sees that something came, and the words under it."""
    ann = await house.started()
    await house.updates()
    for kind in ("photo", "voice", "sticker"):
        await house.say(ann, ann, "4 2" if kind == "photo" else "", kind=kind)

    photo, voice, sticker = [update["message"] for update in await house.updates()]
    assert photo["photo"]
    assert photo["caption"] == "4 2"
    assert voice["voice"]["duration"]
    assert sticker["sticker"]["emoji"]
    assert "text" not in sticker


async def test_a_pin_is_shown_and_told(house: House) -> None:
    """An administrator pins; the chat says so in a service message."""
    ann = await house.person()
    chat = await house.group(ann, bot="administrator")
    board = await house.send(chat, "Board")
    await house.result("pinChatMessage", chat_id=chat, message_id=board, disable_notification=True)

    shown = await house.sees(ann, chat)
    assert [message["message_id"] for message in shown if message["pinned"]] == [board]
    assert shown[-1]["pinned_message"]["message_id"] == board
    assert (await house.result("getChat", chat_id=chat))["pinned_message"]["message_id"] == board
    await house.result("unpinChatMessage", chat_id=chat, message_id=board)
    assert not any(message["pinned"] for message in await house.sees(ann, chat))


async def test_a_person_can_be_made_an_administrator(house: House) -> None:
    """The bot sees who may end a game in a group: its creator and its administrators."""
    ann, ben = await house.person("Ann"), await house.person("Ben")
    chat = await house.group(ann, ben)
    await house.ask("POST", f"/chats/{chat}/members", person=ben, status="administrator")

    admins = await house.result("getChatAdministrators", chat_id=chat)
    assert {admin["user"]["id"]: admin["status"] for admin in admins} == {ann: "creator", ben: "administrator"}
    assert (await house.result("getChatMember", chat_id=chat, user_id=ben))["status"] == "administrator"


async def test_the_menu_is_that_of_place_and_language(house: House) -> None:
    """A German in private is offered other commands than an English one in the group."""
    ann, ben = await house.person("Ann", "en"), await house.started("Ben", "de")
    chat = await house.group(ann, ben)

    async def offer(name: str, scope: str, language: str = "") -> None:
        commands = [{"command": name, "description": name}]
        await house.result("setMyCommands", commands=commands, scope={"type": scope}, language_code=language)

    async def offered(person: int, where: int) -> list[str]:
        return [one["command"] for one in await house.ask("GET", f"/commands?person={person}&chat={where}")]

    await offer("help", "default")
    await offer("join", "all_group_chats")
    await offer("hand", "all_private_chats")
    await offer("karten", "all_private_chats", "de")
    assert await offered(ann, chat) == ["join"]
    assert await offered(ann, ann) == ["hand"]
    assert await offered(ben, ben) == ["karten"]
    await house.result("deleteMyCommands", scope={"type": "all_group_chats"})
    assert await offered(ann, chat) == ["help"]
    got = await house.result("getMyCommands", scope={"type": "all_private_chats"}, language_code="de")
    assert got == [{"command": "karten", "description": "karten"}]


async def test_an_open_page_hears_of_what_changes(house: House) -> None:
    """Events name the chat and the kind of change, and come only to those who see the chat."""
    ann, ben = await house.started("Ann"), await house.started("Ben")
    async with house.client.get(f"/events?person={ann}") as stream:
        await stream.content.readuntil(b"\n\n")
        await house.send(ben, "for Ben alone")
        message = await house.send(ann, "for Ann")
        await house.result("editMessageText", chat_id=ann, message_id=message, text="still for Ann")
        await house.result("deleteMessage", chat_id=ann, message_id=message)
        heard = [json.loads((await stream.content.readuntil(b"\n\n")).removeprefix(b"data: ")) for _ in range(3)]

    assert [event["type"] for event in heard] == ["message", "edit", "delete"]
    assert {(event["chat"], event["message_id"]) for event in heard} == {(ann, message)}


async def test_the_log_holds_every_call_of_the_bot(house: House) -> None:
    """Method, parameters and result, in order; cleared on request."""
    ann = await house.started()
    await house.send(ann, "Hello", reply_markup=BUTTON)
    await house.bot("sendMessage", chat_id=4711, text="Hello")

    sent, refused = await house.ask("GET", "/calls")
    assert (sent["method"], sent["parameters"]["chat_id"], sent["ok"]) == ("sendMessage", ann, True)
    assert refused["description"] == "Bad Request: chat not found"
    assert await house.ask("GET", f"/calls?since={sent['id']}") == [refused]
    await house.ask("DELETE", "/calls")
    assert await house.ask("GET", "/calls") == []


async def test_the_log_tells_the_parameters_of_a_call_from_those_of_its_answer(house: House) -> None:
    """A refusal says how long to wait in parameters of its own; whom the message was for stays there to be read."""
    ann = await house.started()
    await house.ask("POST", "/faults", method="sendMessage", kind="429", retry_after=7)
    await house.bot("sendMessage", chat_id=ann, text="Hello")

    *_, refused = await house.ask("GET", "/calls")
    assert refused["parameters"] == {"chat_id": ann, "text": "Hello"}
    assert refused["response_parameters"] == {"retry_after": 7}


async def test_what_no_client_could_do_is_refused_with_a_sentence(house: House) -> None:
    """The people's API answers 400 or 404 with the reason, never with a traceback."""
    ann, ben = await house.person("Ann"), await house.person("Ben")
    chat = await house.group(ann)
    for status, path, body in (
        (400, f"/chats/{chat}/messages", {"person": ann, "text": " "}),
        (404, f"/chats/{chat}/messages", {"person": ben, "text": "hello"}),
        (400, f"/chats/{chat}/messages", {"text": "hello"}),
        (400, "/press", {"person": ann, "chat": chat, "message_id": 1, "button": [9, 9]}),
        (400, "/faults", {"method": "getMe", "kind": "gremlins"}),
        (400, f"/chats/{chat}/upgrade", {"again": True}),
        (400, "/chats", {"title": "x", "type": "channel", "members": [ann]}),
    ):
        async with house.client.post(path, json=body) as answer:
            assert (path, answer.status) == (path, status)
            assert (await answer.json())["error"]
