"""The Bot API: `/bot<token>/<method>` over HTTP, answered as Telegram answers, https://core.telegram.org/bots/api."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web

from pbm.sandbox import acts, introductions, messages, parameters, refusals, rooms, updates
from pbm.sandbox.chats import Json
from pbm.sandbox.faults import DROPPING, REFUSING, Fault, refusal_of
from pbm.sandbox.parameters import Parameters
from pbm.sandbox.refusals import Refused
from pbm.sandbox.sandbox import Sandbox

log = logging.getLogger(__name__)

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


async def get_updates(sandbox: Sandbox, given: Parameters) -> list[Json]:
    """Everything that waits from `offset` on; what lies before it is confirmed."""
    allowed = updates.kinds(given.value("allowed_updates"))
    limit, timeout = given.number("limit", 100), given.number("timeout")
    if given.number("offset") or allowed is not None:
        sandbox.changed = True
    return await sandbox.updates.poll(given.number("offset"), limit, timeout, allowed)


def set_webhook(sandbox: Sandbox, given: Parameters) -> bool:
    """Updates are brought to this address from now on."""
    url, secret = given.text("url"), given.text("secret_token")
    address = urlsplit(url)
    if url and not (address.scheme == "https" or (address.scheme == "http" and address.hostname in LOOPBACK)):
        raise Refused(refusals.WEBHOOK_URL)
    if len(secret) > 256:
        raise Refused(refusals.SECRET_TOO_LONG)
    if not re.fullmatch(r"[A-Za-z0-9_-]*", secret):
        raise Refused(refusals.SECRET_CHARACTERS)
    allowed, drop = updates.kinds(given.value("allowed_updates")), given.flag("drop_pending_updates")
    sandbox.updates.set_webhook(url, secret, given.number("max_connections", 40), allowed, drop)
    sandbox.changed = True
    return True


def delete_webhook(sandbox: Sandbox, given: Parameters) -> bool:
    """Updates wait to be asked for again."""
    sandbox.updates.set_webhook("", "", 40, None, given.flag("drop_pending_updates"))
    sandbox.changed = True
    return True


def get_webhook_info(sandbox: Sandbox, given: Parameters) -> Json:
    """Where updates go, how many wait, and why the last one could not be brought."""
    return sandbox.updates.info()


Method = Callable[[Sandbox, Parameters], Any]

METHODS: dict[str, Method] = {
    "getMe": introductions.get_me,
    "getUpdates": get_updates,
    "setWebhook": set_webhook,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": get_webhook_info,
    "sendMessage": messages.send_message,
    "editMessageText": messages.edit_message_text,
    "editMessageReplyMarkup": messages.edit_message_reply_markup,
    "deleteMessage": messages.delete_message,
    "answerCallbackQuery": messages.answer_callback_query,
    "pinChatMessage": messages.pin_chat_message,
    "unpinChatMessage": messages.unpin_chat_message,
    "setMessageReaction": messages.set_message_reaction,
    "sendChatAction": rooms.send_chat_action,
    "getChat": rooms.get_chat,
    "getChatMember": rooms.get_chat_member,
    "getChatAdministrators": rooms.get_chat_administrators,
    "getChatMemberCount": rooms.get_chat_member_count,
    "leaveChat": rooms.leave_chat,
    "setMyCommands": introductions.set_my_commands,
    "getMyCommands": introductions.get_my_commands,
    "deleteMyCommands": introductions.delete_my_commands,
    "setMyDescription": introductions.words_setter("description"),
    "getMyDescription": introductions.words_getter("description"),
    "setMyShortDescription": introductions.words_setter("short_description"),
    "getMyShortDescription": introductions.words_getter("short_description"),
    "setMyName": introductions.words_setter("name"),
    "getMyName": introductions.words_getter("name"),
}
BY_LOWER_CASE = {name.lower(): name for name in METHODS}


class BotApi:
    """The one handler of all methods, about one sandbox."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox

    def routes(self) -> list[web.RouteDef]:
        """Every method, at its address."""
        return [web.route("*", "/bot{token:[^/]+}/{method}", self.call)]

    async def call(self, request: web.Request) -> web.Response:
        """Reads, carries out, notes and answers one call, with the fault that may have been asked for."""
        given = await parameters.read(request)
        asked = request.match_info["method"]
        method = BY_LOWER_CASE.get(asked.lower(), asked)
        fault = self.sandbox.faults.take(method, given.chat_id())
        if fault is not None and fault.kind in {"hang", "drop_before"}:
            self._note(method, given, {"fault": fault.kind})
            await self._break(request, fault)
        answer, status = await self._answer(request.match_info["token"], method, given, fault)
        self._note(method, given, answer)
        self.sandbox.keep()
        if fault is not None and fault.kind in DROPPING:
            await self._break(request, fault)
        headers = {"Retry-After": str(answer["parameters"]["retry_after"])} if status == 429 else None
        return web.json_response(answer, status=status, headers=headers)

    async def _answer(self, token: str, method: str, given: Parameters, fault: Fault | None) -> tuple[Json, int]:
        try:
            if token != self.sandbox.bot.token:
                raise Refused(refusals.UNAUTHORIZED)
            if fault is not None and fault.kind in REFUSING:
                raise self._refusal(fault, given)
            if method not in METHODS:
                raise Refused(refusals.NOT_FOUND)
            result = METHODS[method](self.sandbox, given)
            return {"ok": True, "result": await result if isinstance(result, Awaitable) else result}, 200
        except Refused as refused:
            answer: Json = {"ok": False, "error_code": refused.refusal.code, "description": refused.description}
            if refused.parameters is not None:
                answer["parameters"] = refused.parameters
            return answer, refused.refusal.code
        except (AttributeError, KeyError, TypeError, ValueError):
            # Nonsense in a parameter that no refusal above foresees: Telegram has its own words for each of these.
            log.exception("%s could not be carried out", method)
            return {"ok": False, "error_code": 500, "description": refusals.INTERNAL.description}, 500

    def _refusal(self, fault: Fault, given: Parameters) -> Refused:
        chat = self.sandbox.world.chats.get(given.chat_id() or 0)
        if fault.kind == "migrated" and chat is not None and chat.kind == "group" and chat.migrated_to is None:
            acts.upgrade(self.sandbox, chat)
        return refusal_of(fault, chat)

    async def _break(self, request: web.Request, fault: Fault) -> None:
        if fault.kind not in {"hang", "hang_after"} and request.transport is not None:
            request.transport.abort()
        # Nothing is ever answered; the server cancels this once the connection is gone.
        await asyncio.Event().wait()

    def _note(self, method: str, given: Parameters, answer: Json) -> None:
        shown = {
            name: given.value(name) if given.value(name) is not None else text for name, text in given.given.items()
        }
        # A refusal has `parameters` of its own, which would take the place of those of the call.
        told = {"response_parameters" if name == "parameters" else name: value for name, value in answer.items()}
        self.sandbox.calls.note({"time": self.sandbox.now(), "method": method, "parameters": shown} | told)
