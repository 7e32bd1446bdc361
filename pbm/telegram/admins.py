"""Who is an admin of a group: asked of Telegram."""

import asyncio
import logging

from telegram import Bot
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

from pbm.telegram.addresses import place
from pbm.views.messages import Address

ADMINS = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)
ANSWERS_WITHIN = 10.0  # seconds

log = logging.getLogger(__name__)


class TelegramAdmins:
    """The port `Admins`; it is asked in a thread, and the bot lives in the event loop of another."""

    def __init__(self, bot: Bot, loop: asyncio.AbstractEventLoop) -> None:
        self._bot = bot
        self._loop = loop

    def is_admin(self, chat: Address, person: Address) -> bool:
        """Whether the person is an admin of the group; no, if that cannot be found out."""
        group, who = place(chat), place(person)
        if group is None or who is None:
            return False
        asked = asyncio.run_coroutine_threadsafe(self._bot.get_chat_member(group.chat, who.chat), self._loop)
        try:
            return asked.result(ANSWERS_WITHIN).status in ADMINS
        except (TelegramError, TimeoutError) as error:
            asked.cancel()
            log.info("whether %s is an admin of %s could not be found out: %s", person, chat, error)
            return False
