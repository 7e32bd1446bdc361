"""Telegram: the token, how updates come, and what the bot may do in its groups."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta

from telegram import Bot, ChatMemberBanned, ChatMemberLeft, ChatMemberRestricted, User, WebhookInfo
from telegram.error import ChatMigrated, TelegramError

from pbm import wiring
from pbm.cli.doctor.finding import Finding, bad, good, note
from pbm.cli.printing import counted
from pbm.settings import Settings, SettingsError
from pbm.telegram.addresses import place
from pbm.telegram.bots import awake
from pbm.telegram.errors import Unreachable, WrongToken
from pbm.views.messages import Address

MANY = 20  # updates that wait; the bot takes each within a second
RECENT = timedelta(hours=1)
AT_ONCE = 5  # groups asked about


async def findings(settings: Settings, groups: Sequence[Address]) -> list[Finding]:
    """What Telegram says about the bot, and about the groups that have a table."""
    try:
        bot = wiring.bot()
        async with awake(bot, settings.telegram_api_url) as me:
            return [finding async for finding in _asked(bot, me, settings, groups)]
    except (SettingsError, WrongToken, Unreachable) as error:
        return [bad("telegram", str(error), "Nobody is heard or answered.")]


async def _asked(bot: Bot, me: User, settings: Settings, groups: Sequence[Address]) -> AsyncIterator[Finding]:
    for finding in _about(me):
        yield finding
    try:
        yield _updates(await bot.get_webhook_info(), settings.webhook_url)
    except TelegramError as error:
        yield bad("telegram", f"It does not say how updates come: {error.message}.")
    chats = sorted({found.chat for group in groups if (found := place(group)) is not None})
    slots = asyncio.Semaphore(AT_ONCE)

    async def ask(chat: int) -> Finding | None:
        async with slots:
            return await _group(bot, me, chat)

    told = [finding for finding in await asyncio.gather(*map(ask, chats)) if finding is not None]
    for finding in told:
        yield finding
    if chats and not told:
        yield good("groups", f"It may write in {'the one' if len(chats) == 1 else f'all {len(chats)}'} with a table.")


def _about(me: User) -> list[Finding]:
    found = [good("telegram", f"The token is that of @{me.username}.")]
    if me.can_join_groups is False:
        what = "It cannot be added to groups."
        found.append(bad("telegram", what, "No table can be opened.", "Tell BotFather: /setjoingroups, Enable."))
    if me.can_read_all_group_messages:
        why = "It needs only what is meant for it, and then it need not be trusted with the rest."
        found.append(note("telegram", "It hears all that groups write.", why, "Tell BotFather: /setprivacy, Enable."))
    return found


def _updates(info: WebhookInfo, wanted: str) -> Finding:
    waiting = f"{counted(info.pending_update_count, 'update waits', 'updates wait')}"
    if info.url and not wanted:
        what = f"Telegram brings updates to {info.url}, and this bot asks for them."
        why, do = "It hears nothing.", "Start it anew, or set PBM_WEBHOOK_URL; does another program use this token?"
        return bad("updates", what, why, do)
    if wanted and info.url.rstrip("/") != wanted:
        what = f"Telegram brings updates to {info.url or 'nobody'}, not to PBM_WEBHOOK_URL ({wanted})."
        return bad("updates", what, "The bot hears nothing.", "Start it anew; does another program use this token?")
    failed = info.last_error_date
    if wanted and failed and datetime.now(UTC) - failed < RECENT:
        what = f"Telegram could not bring one at {failed:%H:%M} UTC ({info.last_error_message}); {waiting}."
        do = "See that your web server passes on what it gets, and that its certificate is good."
        return bad("updates", what, "The bot hears late, or nothing.", do)
    if info.pending_update_count > MANY:
        return bad("updates", f"{waiting}.", "The bot does not take them.", "See its log; does it run?")
    return good("updates", f"They come by {'webhook' if wanted else 'polling'}; {waiting}.")


async def _group(bot: Bot, me: User, id: int) -> Finding | None:
    """What is wrong with a group, if anything is."""
    about = f"group {id}"
    try:
        chat, member = await asyncio.gather(bot.get_chat(id), bot.get_chat_member(id, me.id))
    except ChatMigrated as error:
        return note(about, f"It is {error.new_chat_id} now.", "", "Its game moves along with the next message.")
    except TelegramError as error:
        return bad(about, f"Telegram says: {error.message}.", "Its game cannot be told.", "Add the bot to it again.")
    about = f"group {id} ({chat.title})"
    if isinstance(member, ChatMemberLeft | ChatMemberBanned):
        return bad(about, "The bot is not in it.", "Its game waits.", "Add the bot to it again.")
    allowed = chat.permissions is None or chat.permissions.can_send_messages is not False
    silenced = not member.can_send_messages if isinstance(member, ChatMemberRestricted) else not allowed
    if silenced and member.status != member.ADMINISTRATOR:
        return bad(about, "The bot may not write.", "Nobody sees the board.", "Allow it to, or make it an admin.")
    return None
