"""Who is an admin of a group, asked from a thread as the service does."""

import asyncio

import pytest
from telegram import Bot

from pbm.telegram.admins import TelegramAdmins
from tests.sandbox.house import House


async def is_admin(admins: TelegramAdmins, chat: str, person: str) -> bool:
    return await asyncio.to_thread(admins.is_admin, chat, person)


async def test_creators_and_admins_may_decide_and_members_may_not(house: House, bot: Bot) -> None:
    """Ann made the group, Ben was made an admin, Carla is a member, Deniz is not there."""
    ann, ben, carla, deniz = [await house.started(name) for name in ("Ann", "Ben", "Carla", "Deniz")]
    group = await house.group(ann, ben, carla)
    await house.ask("POST", f"/chats/{group}/members", person=ben, status="administrator")
    admins = TelegramAdmins(bot, asyncio.get_running_loop())

    found = [await is_admin(admins, f"tg:{group}", f"tg:{person}") for person in (ann, ben, carla, deniz)]

    assert found == [True, True, False, False]


async def test_in_a_topic_the_admins_are_those_of_the_group(house: House, bot: Bot) -> None:
    """A table in a topic: Ann may end it."""
    ann = await house.started()
    forum = await house.group(ann, kind="forum")
    admins = TelegramAdmins(bot, asyncio.get_running_loop())

    assert await is_admin(admins, f"tg:{forum}/7", f"tg:{ann}")


@pytest.mark.parametrize("kind", ["400", "403", "429", "500", "drop_before"])
async def test_what_cannot_be_found_out_is_a_no(house: House, bot: Bot, kind: str) -> None:
    """Telegram fails while it is asked about Ann."""
    ann = await house.started()
    group = await house.group(ann)
    await house.ask("POST", "/faults", method="getChatMember", kind=kind)
    admins = TelegramAdmins(bot, asyncio.get_running_loop())

    assert not await is_admin(admins, f"tg:{group}", f"tg:{ann}")


async def test_a_computer_player_is_no_admin(house: House, bot: Bot) -> None:
    """It has no account that Telegram could be asked about; neither has somebody without an address."""
    ann = await house.started()
    group = await house.group(ann)
    admins = TelegramAdmins(bot, asyncio.get_running_loop())

    assert not await is_admin(admins, f"tg:{group}", "pc:ada")
    assert not await is_admin(admins, f"tg:{group}", "")
