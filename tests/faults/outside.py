"""From the outside: what every chat was shown, in what order, against what the bot had kept for it."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import aiohttp
from redis import Redis

from pbm.telegram.addresses import place
from tests.faults.figures import Figures
from tests.faults.tap import LOST
from tests.faults.world import World
from tests.sandbox.calls import Call

JUST_BEFORE = 45.0  # seconds: a second copy comes after time-outs, a lease that runs out, a rest after a failure
LOST_ANSWER = "an answer lost"
FINAL = frozenset({400, 403})  # errors after which a message is not sent again

WHY_TWICE = re.compile("post (killed|ended)")
"""What can leave a message sent and not settled, beside an answer of Telegram that was lost."""


@dataclass(frozen=True)
class Letter:
    """A message that the bot kept."""

    id: str
    chat: int
    way: str
    name: str
    text: str


def lost_answers(redis: Redis) -> Mapping[int, list[float]]:
    """When the post's calls about each chat were left without an answer."""
    found: dict[int, list[float]] = defaultdict(list)
    for one in map(json.loads, redis.lrange(LOST, 0, -1)):
        found[chat_of(one["to"])].append(one["at"])
    return found


async def look_from_outside(world: World, letters: Sequence[Letter], figures: Figures) -> None:
    """Every message that was kept is shown, in the order of keeping; twice only after something that explains it."""
    _each_kept_once(letters, figures)
    moved = world.town.moved
    kept: dict[int, list[Letter]] = defaultdict(list)
    for letter in letters:
        kept[moved.get(letter.chat, letter.chat)].append(letter)
    calls: dict[int, list[Call]] = defaultdict(list)
    for call in world.town.calls:
        calls[moved.get(call.chat, call.chat)].append(call)
    broken: dict[int, list[tuple[float, str]]] = defaultdict(list)
    for chat, moments in lost_answers(world.redis).items():
        broken[moved.get(chat, chat)] += [(at, LOST_ANSWER) for at in moments]
    for chat in kept | calls:
        look_at_chat(chat, kept[chat], calls[chat], [*world.broken, *broken[chat]], figures)
    figures.flooded = sum(call.error == 429 for call in world.town.calls) - world.floods
    await _as_people_see_it(world, figures)


def _each_kept_once(letters: Sequence[Letter], figures: Figures) -> None:
    for id, times in Counter(letter.id for letter in letters).items():
        if times > 1:
            figures.moves_doubled += times - 1
            figures.complain(f"the message {id} was kept {times} times")


def look_at_chat(
    chat: int, kept: Sequence[Letter], calls: Sequence[Call], broken: Sequence[tuple[float, str]], figures: Figures
) -> None:
    """One chat: what was kept for it, and the bot's calls about it, in their order."""
    says = [letter.text for letter in kept if letter.way == "say"]
    ends = [call for call in calls if call.ok or call.error in FINAL]
    posted = [call for call in ends if call.method == "sendMessage" and call.text in set(says)]
    copies = _aligned(says, posted)
    if copies is None:
        _tell_difference(chat, says, [call.text for call in posted], figures)
    else:
        figures.refused += len([call for call in posted if not call.ok])
        for first, second in copies:
            why = _why_twice(first, second, broken)
            figures.twice[why] += 1
            if why == "nothing that explains it":
                figures.complain(f"chat {chat}: {second.text[:60]!r} came twice, {second.at - first.at:.1f} s apart")
    _newest_shows(chat, kept, ends, figures)


def _aligned(expected: Sequence[str], posted: Sequence[Call]) -> list[tuple[Call, Call]] | None:
    """The second copies, each with the first, if that is all that tells the two lists apart; else None."""
    copies: list[tuple[Call, Call]] = []
    at = 0
    for number, text in enumerate(expected):
        if at == len(posted) or posted[at].text != text:
            return None
        first, at = posted[at], at + 1
        more = _run(expected[number + 1 :], text)
        while (same := _run([call.text for call in posted[at:]], text)) > more:
            if first.ok:  # else it was tried again without its marks
                copies.append((first, posted[at + same - 1]))  # which of them is the copy cannot be told
            at += 1
    return copies if at == len(posted) else None


def _run(texts: Sequence[str], text: str) -> int:
    """How often a text stands at the beginning, one right after the other."""
    return next((at for at, one in enumerate(texts) if one != text), len(texts))


def _tell_difference(chat: int, expected: Sequence[str], posted: Sequence[str], figures: Figures) -> None:
    lost = Counter(expected) - Counter(posted)
    if lost:
        figures.messages_lost += lost.total()
        for text in lost:
            figures.complain(f"chat {chat}: {text[:80]!r} never came")
        return
    figures.chats_out_of_order += 1
    at = next((i for i, (a, b) in enumerate(zip(expected, posted, strict=False)) if a != b), len(expected))
    figures.complain(
        f"chat {chat}, message {at}: {_short(posted[at : at + 3])} instead of {_short(expected[at : at + 3])}"
    )


def _why_twice(first: Call, second: Call, broken: Sequence[tuple[float, str]]) -> str:
    if any(what == LOST_ANSWER and first.at <= at <= second.at for at, what in broken):
        return LOST_ANSWER
    between = [what for at, what in broken if first.at - JUST_BEFORE <= at <= second.at and WHY_TWICE.search(what)]
    return between[-1] if between else "nothing that explains it"


def _newest_shows(chat: int, kept: Sequence[Letter], ends: Sequence[Call], figures: Figures) -> None:
    """Of messages that are changed in place, only the newest words count, and those were shown."""
    newest = {letter.name: letter.text for letter in kept if letter.way == "show"}
    shown = {call.text for call in ends}
    for name, text in newest.items():
        if text not in shown:
            figures.messages_lost += 1
            figures.complain(f"chat {chat}: {name} never showed {text[:80]!r}")


async def _as_people_see_it(world: World, figures: Figures) -> None:
    """What stands in the chats is what the bot's calls have put there."""
    words: dict[tuple[int, int], str] = {}
    for call in world.town.calls:
        if call.ok and call.text and call.message:
            words[call.chat, call.message] = call.text
    for table in world.tables:
        for person, chat in [(one.id, one.id) for one in table.players] + [(table.players[0].id, table.chat)]:
            try:
                shown = await world.town.ask("GET", f"/chats/{chat}/messages?person={person}")
            except aiohttp.ClientResponseError:
                continue  # they have left that group
            for message in shown:
                if message["from"]["is_bot"] and message["kind"] == "text":
                    told = words.get((chat, message["message_id"]))
                    if told != message["text"].strip():
                        figures.complain(f"chat {chat} shows {message['text'][:60]!r}, and {told!r} was sent")


def _short(texts: Sequence[str]) -> list[str]:
    return [text[:60] for text in texts]


def chat_of(to: str) -> int:
    """The chat of an address; 0 for one that is not Telegram's."""
    there = place(to)
    return there.chat if there else 0
