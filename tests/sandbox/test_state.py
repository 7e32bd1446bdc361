"""The sandbox's world, over a restart."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pbm.sandbox import state
from tests.sandbox.house import BUTTON, Clock, a_house


async def test_the_world_goes_on_after_a_restart(tmp_path: Path) -> None:
    """People, chats, messages, menus and waiting updates are those of before; ids count on."""
    file = tmp_path / "world.json"
    clock = Clock()
    async with a_house(state_file=file, clock=clock) as house:
        ann, ben = await house.started("Ann"), await house.person("Ben", "de")
        chat = await house.group(ann, ben, kind="forum", bot="administrator")
        await house.ask("POST", f"/chats/{chat}/topics", name="Games")
        board = await house.send(
            chat, "Board", reply_markup=BUTTON, entities=[{"type": "bold", "offset": 0, "length": 5}]
        )
        await house.result("pinChatMessage", chat_id=chat, message_id=board)
        await house.result("setMyCommands", commands=[{"command": "help", "description": "Help"}])
        last = await house.say(ben, chat, "/join")
        before = await house.sees(ann, chat)
        waiting = await house.result("getUpdates")
        people = await house.ask("GET", "/people")

    async with a_house(state_file=file, clock=clock) as house:
        assert await house.sees(ann, chat) == before
        assert await house.ask("GET", "/people") == people
        assert await house.result("getUpdates") == waiting
        assert (await house.result("getMyCommands"))[0]["command"] == "help"
        assert await house.say(ben, chat, "again") == last + 1
        assert await house.person("Carla") == ben + 1
        newest = (await house.result("getUpdates"))[-1]
        assert newest["update_id"] == waiting[-1]["update_id"] + 1


async def test_an_answer_is_given_only_after_its_effect_is_kept(tmp_path: Path) -> None:
    """Whoever reads the file after an answer finds in it what was answered: a kill loses nothing."""
    file = tmp_path / "world.json"
    async with a_house(state_file=file) as house:
        ann = await house.started()
        message = await house.send(ann, "Hello")
        assert state.read(file).world.chats[ann].messages[message].text == "Hello"

        waiting = await house.result("getUpdates")
        await house.result("getUpdates", offset=waiting[-1]["update_id"] + 1)
        assert state.read(file).queue.waiting == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a file that is always full")
async def test_what_cannot_be_kept_is_not_answered_until_it_can(tmp_path: Path) -> None:
    """The disk is full: whoever asks is told so, and what was done meanwhile is kept as soon as there is room."""
    file, beside = tmp_path / "world.json", tmp_path / "world.json.new"
    beside.symlink_to("/dev/full")
    async with a_house(state_file=file) as house:
        refused = await house.ask("POST", "/people", 507, first_name="Ann")
        assert refused == {"error": f"{file} cannot be written: No space left on device."}
        assert house.sandbox.unkept.is_set()

        beside.unlink()
        await house.ask("GET", "/people")
        assert [person.first_name for person in state.read(file).world.people.values()] == ["Ann"]
