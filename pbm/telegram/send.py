"""A letter goes to the Bot API, and what became of it comes back."""

import logging
from collections.abc import Awaitable, Callable, Iterator
from datetime import timedelta

from telegram import Bot, LinkPreviewOptions, MessageEntity, ReplyParameters, User
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from pbm.service.ports import Closed, Elsewhere, Fate, Later, Letter, Moot, Never, Sent
from pbm.telegram.addresses import Place, address, place
from pbm.telegram.keyboard import PRIVATE, keyboard, link
from pbm.views.messages import Address, Message, Text

ANSWER_AT_MOST = 200  # characters, https://core.telegram.org/bots/api#answercallbackquery
FIRST_WAIT = timedelta(seconds=0.5)
LONGEST_WAIT = timedelta(seconds=30)
# A letter whose arrival Redis could not keep comes again half a minute later. A busy bot brings fifteen hundred others
# meanwhile, edits included; this is three times as many.
LETTERS_REMEMBERED = 5000
WAITS_FOR_TOKEN = timedelta(minutes=1)  # it was revoked; the operator has to do something

NO_PREVIEW = LinkPreviewOptions(is_disabled=True)

log = logging.getLogger(__name__)


class TelegramSender:
    """The port `Sender`, for the bot with that username."""

    def __init__(self, bot: Bot, username: str) -> None:
        self._bot = bot
        self._username = username
        self._failures: dict[str, int] = {}  # in a row, by line
        self._arrived: dict[str, tuple[Address, Sent]] = {}  # the last letters that did, by id, and where

    async def send(self, letter: Letter) -> Fate | Closed:
        """Send it and say what became of it; never raises.

        One that comes again although it arrived is not sent again: the store was away, or full, and did not keep that;
        or the group became another one at that moment, and what waited for it went along.
        """
        line = letter.message.line
        if letter.id in self._arrived:
            there, arrived = self._arrived[letter.id]
            return arrived if there == letter.message.to else Sent()  # a message id is void in another chat
        try:
            fate: Fate | Closed = await self._try(letter)
        except RetryAfter as error:
            wait = error.retry_after
            return Later(after=wait if isinstance(wait, timedelta) else timedelta(seconds=wait))
        except ChatMigrated as error:
            return Elsewhere(to=address(error.new_chat_id))
        except Forbidden as error:
            fate = _unreachable(error, letter)
        except InvalidToken:
            log.error("Telegram does not take the bot's token any more; trying again in a minute")
            return Later(after=WAITS_FOR_TOKEN)
        except BadRequest as error:  # before NetworkError, of which it is one
            fate = _refused(error, letter)
        except (NetworkError, TelegramError) as error:
            failures = self._failures.get(line, 0)
            self._failures[line] = failures + 1
            if failures == 0:
                log.info("a message to %s could not be sent now: %s", letter.message.to, error.message)
            return Later(after=min(FIRST_WAIT * 2 ** min(failures, 10), LONGEST_WAIT))
        except Exception as error:  # the promise of the port; what the library does not say is for the log
            log.exception("message %s cannot be sent", letter.id)
            fate = Never(why=repr(error))
        self._failures.pop(line, None)
        if isinstance(fate, Sent) and letter.id and letter.message.way != "answer":
            self._arrived[letter.id] = letter.message.to, fate
            if len(self._arrived) > LETTERS_REMEMBERED:
                del self._arrived[next(iter(self._arrived))]
        return fate

    async def _try(self, letter: Letter) -> Fate:
        message = letter.message
        if message.way == "answer":
            return await self._answer(message)
        to = place(message.to)
        if to is None:
            return Never(why=f"{message.to} is no address of Telegram")
        match message.way, letter.edits:
            case ("say", _) | ("show", None):
                return await self._post(message, to)
            case "show", int(id):
                try:
                    return await self._edit(message, to, id)
                except BadRequest as error:
                    if not _cannot_be_edited(error):
                        raise
                    return await self._post(message, to)
            case "edit", int(id):
                return await self._edit(message, to, id)
            case "strip", int(id) if letter.has_buttons:
                await self._bot.edit_message_reply_markup(to.chat, id, reply_markup=None)
                return Sent()
            case _:
                return Moot()

    async def _answer(self, message: Message) -> Fate:
        text = message.text.text
        cut = text if len(text) <= ANSWER_AT_MOST else f"{text[: ANSWER_AT_MOST - 1]}…"
        # Telegram takes no other links here than those that start the bot.
        url = link(message.opens, self._username) if message.opens.startswith(PRIVATE) else None
        await self._bot.answer_callback_query(message.press, text=cut or None, url=url)
        return Sent()

    async def _post(self, message: Message, to: Place) -> Fate:
        reply = ReplyParameters(message.reply_to, allow_sending_without_reply=True) if message.reply_to else None

        async def post(entities: list[MessageEntity]) -> Fate:
            sent = await self._bot.send_message(
                to.chat,
                message.text.text,
                entities=entities,
                message_thread_id=to.thread,
                disable_notification=not message.rings,
                link_preview_options=NO_PREVIEW,
                reply_parameters=reply,
                reply_markup=keyboard(message.choices, self._username),
            )
            return Sent(message=sent.message_id)

        return await _with_marks(message.text, post)

    async def _edit(self, message: Message, to: Place, id: int) -> Fate:
        async def edit(entities: list[MessageEntity]) -> Fate:
            await self._bot.edit_message_text(
                message.text.text,
                to.chat,
                id,
                entities=entities,
                link_preview_options=NO_PREVIEW,
                reply_markup=keyboard(message.choices, self._username),
            )
            return Sent()

        return await _with_marks(message.text, edit)


async def _with_marks(text: Text, send: Callable[[list[MessageEntity]], Awaitable[Fate]]) -> Fate:
    """Send it with its marks, or without them if Telegram does not take those."""
    marks = list(_entities(text))
    try:
        return await send(marks)
    except BadRequest as error:
        if not (marks and _is_about_marks(error)):
            raise
        return await send([])


def _entities(text: Text) -> Iterator[MessageEntity]:
    for mark in text.entities:
        match mark.mark:
            case "text_mention":
                who = place(mark.who)
                if who is not None:  # a computer player has no account to be mentioned
                    user = User(who.chat, first_name="", is_bot=False)
                    yield MessageEntity("text_mention", mark.offset, mark.length, user=user)
            case "date_time":
                form = "wdt" if mark.far else "wt"
                yield MessageEntity("date_time", mark.offset, mark.length, unix_time=mark.moment, date_time_format=form)
            case _:
                yield MessageEntity(mark.mark, mark.offset, mark.length)


# Telegram's reasons are only in its words, and the library changes their capitals.


def _unreachable(error: TelegramError, letter: Letter) -> Fate | Closed:
    to = place(letter.message.to)
    if to is not None and to.is_group:
        return Closed(why=error.message)
    return Never(why=error.message, unreachable=True)


def _refused(error: BadRequest, letter: Letter) -> Fate | Closed:
    why = error.message.lower()
    to = place(letter.message.to)
    if to is not None and to.thread is not None and "thread not found" in why:
        return Elsewhere(to=address(to.chat))  # the topic was deleted: its game goes on in the General one
    if to is not None and to.is_group and _is_closed(error):
        return Closed(why=error.message)
    if "message is not modified" in why:
        return Sent()
    if letter.message.way == "answer" and "query is too old" in why:
        return Moot()
    if letter.message.way in ("edit", "strip") and _cannot_be_edited(error):
        return Moot()
    return _unreachable(error, letter) if "chat not found" in why else Never(why=error.message)


def _cannot_be_edited(error: BadRequest) -> bool:
    why = error.message.lower()
    return any(words in why for words in ("message to edit not found", "message can't be edited", "message_id_invalid"))


def _is_closed(error: BadRequest) -> bool:
    why = error.message.lower()
    return any(words in why for words in ("rights to send", "chat_write_forbidden", "chat_restricted", "topic_closed"))


def _is_about_marks(error: BadRequest) -> bool:
    why = error.message.lower()
    return any(words in why for words in ("entit", "user not found", "user_invalid"))
