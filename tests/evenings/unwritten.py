"""What evenings have in common that are looked at by their tests, and not written down."""

from typing import Any

from tests.evenings.evening import Evening
from tests.evenings.player import Player
from tests.evenings.transcript import Json, plain


async def texts(tonight: Evening, who: Player, chat: int) -> list[str]:
    """What the bot says in a chat, the oldest first, as somebody reads it."""
    shown = await tonight.house.sees(who.id, chat)
    return [plain(one["text"]) for one in shown if one["from"]["id"] == tonight.house.sandbox.bot.id]


async def a_game(tonight: Evening, *names: str, kind: str = "supergroup", topic: int | None = None) -> list[Player]:
    """A game that has begun in a new chat of that kind; the bot is an administrator there, and so hears everything."""
    people = [await tonight.person(name) for name in names]
    tonight.group = await tonight.house.group(*(one.id for one in people), kind=kind, bot="")
    await tonight.house.set_bot(tonight.group, "administrator")
    if kind == "forum" and topic is None:
        return people
    await begins(people)
    return people


async def begins(people: list[Player], **where: Any) -> None:
    """The first of them opens a table, the others join, and they begin with the villages."""
    await people[0].says("/newgame", **where)
    for one in people[1:]:
        await one.says("/join", **where)
    for line in ("/settings series villages", "/settings cards 5", "/begin"):
        await people[0].says(line, **where)


def table_of(tonight: Evening, game: str = "game1") -> Any:
    """A game as it is kept."""
    return tonight.handler._desk.store.table(game)


def sent_to(tonight: Evening, chat: int) -> list[Json]:
    """The messages that were sent to a chat."""
    calls = tonight.house.sandbox.calls.kept
    return [one for one in calls if one["method"] == "sendMessage" and int(one["parameters"]["chat_id"]) == chat]
