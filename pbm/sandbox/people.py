"""People: what a page or a test asks of the sandbox over HTTP in somebody's name."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from pbm.sandbox import acts
from pbm.sandbox.acts import Impossible
from pbm.sandbox.chats import Chat, Json, Message, Person
from pbm.sandbox.faults import KINDS, Fault
from pbm.sandbox.sandbox import Sandbox

SILENCE = 15
"""Seconds after which an event stream says something, so that a lost connection is noticed."""


class Missing(Exception):
    """What was asked about does not exist."""


@web.middleware
async def errors(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Answers with 400 what no client could do, with 404 what does not exist."""
    try:
        return await handler(request)
    except Impossible as reason:
        return web.json_response({"error": str(reason)}, status=400)
    except Missing as reason:
        return web.json_response({"error": str(reason)}, status=404)
    except (KeyError, TypeError, ValueError) as reason:
        return web.json_response({"error": f"the request is not as it should be: {reason!r}"}, status=400)


class People:
    """The handlers, all about one sandbox."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox

    def routes(self) -> list[web.RouteDef]:
        """Every call, at its address."""
        return [
            web.get("/bot", self.bot),
            web.get("/people", self.people),
            web.post("/people", self.add_person),
            web.post("/people/{person}/block", self.block),
            web.post("/people/{person}/deactivate", self.deactivate),
            web.get("/chats", self.chats),
            web.post("/chats", self.add_chat),
            web.delete("/chats/{chat}", self.delete_chat),
            web.post("/chats/{chat}/members", self.join),
            web.delete("/chats/{chat}/members/{person}", self.leave),
            web.post("/chats/{chat}/bot", self.set_bot),
            web.post("/chats/{chat}/upgrade", self.upgrade),
            web.post("/chats/{chat}/topics", self.add_topic),
            web.delete("/chats/{chat}/topics/{topic}", self.delete_topic),
            web.get("/chats/{chat}/messages", self.messages),
            web.post("/chats/{chat}/messages", self.say),
            web.patch("/chats/{chat}/messages", self.edit),
            web.delete("/chats/{chat}/messages/{message}", self.delete),
            web.post("/press", self.press),
            web.post("/links", self.follow),
            web.get("/commands", self.commands),
            web.get("/events", self.events),
            web.post("/faults", self.add_fault),
            web.delete("/faults", self.clear_faults),
            web.get("/calls", self.calls),
            web.delete("/calls", self.clear_calls),
        ]

    def _person(self, value: Any) -> Person:
        person = self.sandbox.world.people.get(int(value))
        if person is None:
            raise Missing(f"there is no person {value}")
        return person

    def _chat(self, value: Any, person: Person | None = None) -> Chat:
        chat_id = int(value)
        if chat_id in self.sandbox.world.people:
            if person is not None and person.id != chat_id:
                raise Missing("this private chat is somebody else's")
            return self.sandbox.world.private(self.sandbox.world.people[chat_id])
        chat = self.sandbox.world.chats.get(chat_id)
        if chat is None or (person is not None and not chat.has(person.id)):
            raise Missing(f"there is no chat {value} for this person")
        return chat

    def _person_shape(self, person: Person) -> Json:
        return self.sandbox.shapes.person(person) | {
            "is_computer": False,
            "language_code": person.language_code,
            "started": person.started,
            "blocked": person.blocked,
            "deactivated": person.deactivated,
        }

    def _message_shape(self, message: Message) -> Json:
        chat = self.sandbox.world.chats[message.chat]
        shape = self.sandbox.shapes.message(message)
        replied = shape.pop("reply_to_message", None)
        shape |= {"chat": chat.id, "kind": message.kind, "text": message.text, "entities": list(message.entities)}
        shape |= {"edited": message.edited is not None, "pinned": message.id in chat.pinned, "silent": message.silent}
        if replied is not None:
            text = replied.get("text", replied.get("caption", ""))
            shape["reply_to"] = {"message_id": replied["message_id"], "text": text, "from": replied["from"]}
        if message.topic is not None:
            shape["topic"] = message.topic
        if message.reactions:
            shape["reactions"] = list(message.reactions)
        return shape

    def _chat_shape(self, chat: Chat, person: Person | None) -> Json:
        last = next(reversed(chat.messages.values()), None)
        shape: Json = {"id": chat.id, "type": chat.kind, "title": chat.title or self.sandbox.bot.first_name}
        members = [self._person_shape(self.sandbox.world.people[member]) for member in chat.present()]
        statuses = {member["id"]: chat.members[member["id"]] for member in members}
        shape |= {"members": [member | {"status": statuses[member["id"]]} for member in members], "bot": chat.bot}
        shape |= {"last_message": self._message_shape(last) if last is not None else None, "pinned": list(chat.pinned)}
        if chat.kind == "forum":
            shape["topics"] = [{"id": topic, "name": name} for topic, name in chat.topics.items()]
        if person is not None:
            read = chat.read.get(person.id, 0)
            shape["unread"] = sum(message.id > read for message in chat.messages.values())
            shape["bot_started"] = person.started
        return shape

    async def bot(self, request: web.Request) -> web.Response:
        """Who the bot is."""
        bot = self.sandbox.bot
        return web.json_response({"id": bot.id, "username": bot.username, "first_name": bot.first_name})

    async def people(self, request: web.Request) -> web.Response:
        """Everybody there is."""
        return web.json_response([self._person_shape(person) for person in self.sandbox.world.people.values()])

    async def add_person(self, request: web.Request) -> web.Response:
        """Somebody new."""
        body = await request.json()
        if not str(body["first_name"]).strip():
            raise Impossible("a person needs a first name")
        names = ("last_name", "username", "language_code")
        profile: dict[str, Any] = {name: str(body[name]) for name in names if body.get(name)}
        person = self.sandbox.world.add_person(str(body["first_name"]), is_bot=bool(body.get("is_bot")), **profile)
        self.sandbox.changed = True
        return web.json_response(self._person_shape(person))

    async def block(self, request: web.Request) -> web.Response:
        """The bot is shut out, or let in again."""
        person = self._person(request.match_info["person"])
        acts.block(self.sandbox, person, bool((await request.json())["blocked"]))
        return web.json_response(self._person_shape(self._person(person.id)))

    async def deactivate(self, request: web.Request) -> web.Response:
        """The account is gone for good."""
        person = self.sandbox.profile(self._person(request.match_info["person"]), deactivated=True)
        return web.json_response(self._person_shape(person))

    async def chats(self, request: web.Request) -> web.Response:
        """What a person sees."""
        person = self._person(request.query["person"])
        return web.json_response([self._chat_shape(chat, person) for chat in self.sandbox.world.chats_of(person.id)])

    async def add_chat(self, request: web.Request) -> web.Response:
        """A new group, supergroup or forum; its creator is the first member unless named."""
        body = await request.json()
        members = [int(member) for member in body.get("members", [])]
        creator = int(body["creator"]) if body.get("creator") is not None else members[0]
        kind, title = str(body.get("type", "group")), str(body["title"])
        chat = acts.new_group(self.sandbox, kind, title, members, creator, bool(body.get("bot", True)))
        return web.json_response(self._chat_shape(chat, None))

    async def join(self, request: web.Request) -> web.Response:
        """Somebody comes into a group, or gets another status in it."""
        body = await request.json()
        chat = self._chat(request.match_info["chat"])
        acts.join(self.sandbox, chat, self._person(body["person"]), str(body.get("status", "member")))
        return web.json_response(self._chat_shape(chat, None))

    async def leave(self, request: web.Request) -> web.Response:
        """Somebody leaves a group."""
        chat = self._chat(request.match_info["chat"])
        acts.leave(self.sandbox, chat, self._person(request.match_info["person"]))
        return web.json_response(self._chat_shape(chat, None))

    async def set_bot(self, request: web.Request) -> web.Response:
        """The bot gets another status in a group."""
        body = await request.json()
        chat = self._chat(request.match_info["chat"])
        by = self._person(body["by"]).id if body.get("by") is not None else None
        acts.set_bot(self.sandbox, chat, str(body["status"]), by, body.get("rights"))
        return web.json_response(self._chat_shape(chat, None))

    async def delete_chat(self, request: web.Request) -> web.Response:
        """A group is deleted, for everybody in it."""
        acts.delete_group(self.sandbox, self._chat(request.match_info["chat"]))
        return web.json_response({"deleted": True})

    async def upgrade(self, request: web.Request) -> web.Response:
        """A group becomes a supergroup; gives the new chat."""
        chat = acts.upgrade(self.sandbox, self._chat(request.match_info["chat"]))
        return web.json_response(self._chat_shape(chat, None))

    async def add_topic(self, request: web.Request) -> web.Response:
        """A new topic in a forum."""
        body = await request.json()
        chat = self._chat(request.match_info["chat"])
        by = self._person(body["person"]).id if body.get("person") is not None else next(iter(chat.members))
        return web.json_response({"topic": acts.new_topic(self.sandbox, chat, str(body["name"]), by)})

    async def delete_topic(self, request: web.Request) -> web.Response:
        """A topic is deleted, for everybody."""
        acts.delete_topic(self.sandbox, self._chat(request.match_info["chat"]), int(request.match_info["topic"]))
        return web.json_response({"deleted": True})

    async def messages(self, request: web.Request) -> web.Response:
        """The messages of a chat behind the one with the id `after`; with that the person has read them."""
        person = self._person(request.query["person"])
        chat = self._chat(request.match_info["chat"], person)
        after = int(request.query.get("after", 0))
        shown = [self._message_shape(message) for message in chat.messages.values() if message.id > after]
        newest = max(chat.messages, default=0)
        if newest > chat.read.get(person.id, 0):
            chat.read[person.id] = newest
            self.sandbox.changed = True
            self.sandbox.events.tell([person.id], {"type": "read", "chat": chat.id})
        return web.json_response(shown)

    async def say(self, request: web.Request) -> web.Response:
        """Somebody writes."""
        body = await request.json()
        person = self._person(body["person"])
        chat = self._chat(request.match_info["chat"], person)
        reply_to = int(body["reply_to"]) if body.get("reply_to") is not None else None
        topic = int(body["topic"]) if body.get("topic") is not None else None
        kind, anonymous = str(body.get("kind") or "text"), bool(body.get("anonymous"))
        message = acts.say(
            self.sandbox,
            chat,
            person,
            str(body.get("text", "")),
            reply_to,
            topic,
            kind=kind,
            anonymous=anonymous,
            mentions=tuple(body.get("entities") or ()),
        )
        return web.json_response(self._message_shape(message))

    async def edit(self, request: web.Request) -> web.Response:
        """Somebody changes what they wrote."""
        body = await request.json()
        person = self._person(body["person"])
        chat = self._chat(request.match_info["chat"], person)
        message = acts.edit(self.sandbox, chat, person, int(body["message_id"]), str(body["text"]))
        return web.json_response(self._message_shape(message))

    async def delete(self, request: web.Request) -> web.Response:
        """Somebody deletes a message."""
        person = self._person(request.query["person"])
        chat = self._chat(request.match_info["chat"], person)
        acts.delete(self.sandbox, chat, person, int(request.match_info["message"]))
        return web.json_response({"deleted": True})

    async def press(self, request: web.Request) -> web.Response:
        """Somebody presses a button; this waits for the answer of the bot."""
        body = await request.json()
        person = self._person(body["person"])
        chat = self._chat(body["chat"], person)
        button = (int(body["button"][0]), int(body["button"][1])) if body.get("button") is not None else None
        data = str(body["data"]) if body.get("data") is not None else None
        return web.json_response(await acts.press(self.sandbox, chat, person, int(body["message_id"]), button, data))

    async def follow(self, request: web.Request) -> web.Response:
        """Somebody follows a link of t.me."""
        body = await request.json()
        return web.json_response(acts.follow(self.sandbox, self._person(body["person"]), str(body["url"])))

    async def commands(self, request: web.Request) -> web.Response:
        """The menu offered to somebody in a chat."""
        person = self._person(request.query["person"])
        chat = self._chat(request.query["chat"], person)
        return web.json_response(self.sandbox.menus.seen_by(person, chat))

    async def events(self, request: web.Request) -> web.StreamResponse:
        """A stream of what changes for somebody, until they look away."""
        person = self._person(request.query["person"])
        stream = web.StreamResponse(headers={"Content-Type": "text/event-stream", "Cache-Control": "no-store"})
        with self.sandbox.events.of(person.id) as queue:
            await stream.prepare(request)
            await stream.write(b": here\n\n")
            while True:
                try:
                    event = await asyncio.wait_for(queue.get(), SILENCE)
                except TimeoutError:
                    await stream.write(b": still here\n\n")
                else:
                    self.sandbox.keep()
                    await stream.write(f"data: {json.dumps(event)}\n\n".encode())

    async def add_fault(self, request: web.Request) -> web.Response:
        """What is to go wrong next."""
        body = await request.json()
        if body["kind"] not in KINDS:
            raise Impossible(f"a fault is one of {', '.join(sorted(KINDS))}")
        chat = int(body["chat"]) if body.get("chat") is not None else None
        fault = Fault(
            str(body["method"]), body["kind"], int(body.get("times", 1)), chat, int(body.get("retry_after") or 1)
        )
        self.sandbox.faults.waiting.append(fault)
        return web.json_response({"waiting": len(self.sandbox.faults.waiting)})

    async def clear_faults(self, request: web.Request) -> web.Response:
        """Nothing more is to go wrong."""
        self.sandbox.faults.waiting.clear()
        return web.json_response({"waiting": 0})

    async def calls(self, request: web.Request) -> web.Response:
        """The calls of the Bot API behind the one with the id `since`."""
        since = int(request.query.get("since", 0))
        return web.json_response([call for call in self.sandbox.calls.kept if call["id"] > since])

    async def clear_calls(self, request: web.Request) -> web.Response:
        """The log of calls begins anew; its ids count on."""
        self.sandbox.calls.kept.clear()
        return web.json_response([])
