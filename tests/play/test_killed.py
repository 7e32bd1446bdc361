"""A whole game, all its processes killed again and again: it goes on, with nothing lost and nothing doubled."""

import json
import random
import shutil
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest

from pbm.decks import folder
from pbm.rules.events import CardPlaced, CardTakenBack, ChainTurnedOver, Event, GameEnded
from pbm.rules.evolve import evolve
from pbm.rules.game import Game
from pbm.store.connect import connect
from pbm.store.games import RedisStore
from pbm.store.shelf import without_cards
from tests.play.knowing import Board, Prompt, is_over, is_right, plain, read_board, read_prompt
from tests.play.running import Running, a_play

SEED = 20
KILLS = 10
PATIENCE = 40.0  # seconds
PEOPLE = ("Ann", "Ben", "Carla")
CARDS_EACH = 4
LATEST_KILL = 0.2  # seconds after a line was sent off: by then it is answered, on a quiet machine

Json = Any


@dataclass
class Chats:
    """What people write and read by the sandbox's own calls."""

    running: Running
    people: dict[str, int] = field(default_factory=dict)
    group: int = 0

    def ask(self, verb: str, path: str, **body: Json) -> Json:
        """A call to the sandbox; an OSError where it is dead or dies meanwhile."""
        request = urllib.request.Request(
            f"{self.running.url}{path}",
            method=verb,
            data=json.dumps(body).encode() if body else None,
            headers={"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def meet(self) -> None:
        """Three people and a group with the bot in it."""
        for name in PEOPLE:
            self.people[name] = self.ask("POST", "/people", first_name=name, language_code="en")["id"]
        members = list(self.people.values())
        chat = self.ask("POST", "/chats", title="Sunday Table", type="supergroup", members=members, creator=members[0])
        self.group = chat["id"]

    def write(self, name: str, text: str, chat: int = 0) -> None:
        """Somebody writes, into the private chat unless another one is named."""
        self.ask("POST", f"/chats/{chat or self.people[name]}/messages", person=self.people[name], text=text)

    def read(self, name: str, chat: int = 0) -> list[Json]:
        """What stands in a chat, the oldest first."""
        shown = self.ask("GET", f"/chats/{chat or self.people[name]}/messages?person={self.people[name]}")
        return [one | {"text": plain(one["text"])} for one in shown]

    def wrote(self, name: str, text: str) -> bool:
        """Whether somebody's line stands in their private chat."""
        return any(one["text"] == text and one["from"]["id"] == self.people[name] for one in self.read(name))

    def from_bot(self, name: str, chat: int = 0) -> list[str]:
        """What the bot has said in a chat, the oldest first."""
        return [one["text"] for one in self.read(name, chat) if one["kind"] == "text" and one["from"]["is_bot"]]

    def board(self) -> Board | None:
        """The newest board."""
        boards = [board for text in self.from_bot("Ann", self.group) if (board := read_board(text))]
        return boards[-1] if boards else None

    def prompt(self, name: str) -> Prompt | None:
        """Somebody's newest prompt."""
        prompts = [prompt for text in self.from_bot(name) if (prompt := read_prompt(text))]
        return prompts[-1] if prompts else None


def until(what: str, happens: Callable[[], Any]) -> Any:
    """Look until it happens, and give it."""
    end = time.monotonic() + PATIENCE
    while not (found := happens()):
        assert time.monotonic() < end, f"{what} does not come"
        time.sleep(0.2)  # the processes that start meanwhile need the time more
    return found


@dataclass
class Evening:
    """A game in the making: whoever is on turn writes a line, and now and then everything is killed."""

    chats: Chats
    chance: random.Random
    instants: list[float]  # seconds after a line was sent off, at which all is killed
    killed: int = 0  # processes
    killed_at: list[float] = field(default_factory=list)  # seconds of the epoch, as messages are dated
    lines: list[str] = field(default_factory=list)  # each move as it was written, once for each time it was meant
    rounds: int = 1
    placer: str = ""

    def on_turn(self) -> tuple[str, Prompt]:
        """Who is to play, by the newest board, with the prompt that shows the same chain."""

        def found() -> tuple[str, Prompt] | None:
            board = self.chats.board()
            prompt = self.chats.prompt(board.next) if board else None
            return (board.next, prompt) if board and prompt and prompt.chain == board.chain else None

        name, prompt = until("a prompt for the player on turn", found)
        return name, prompt

    def writes(self, name: str, line: str, done: Callable[[], Any]) -> None:
        """Somebody writes a line, is not sure whether it arrived when all is dark, and looks afterwards."""
        self.lines.append(line)
        if self.instants:
            self._writes_and_all_is_killed(name, line)
        else:
            self.chats.write(name, line)
        until(f"what follows from {line!r}", done)

    def _writes_and_all_is_killed(self, name: str, line: str) -> None:
        def write() -> None:
            try:
                self.chats.write(name, line)
            except OSError:
                return  # whether it was kept is seen afterwards

        writing = threading.Thread(target=write)
        writing.start()
        time.sleep(self.instants.pop())
        self.killed += self.chats.running.kill(self.chance)
        self.killed_at.append(time.time())
        writing.join()
        self.chats.running.start()
        if not self.chats.wrote(name, line):
            self.chats.write(name, line)

    def said(self, words: str) -> Callable[[], bool]:
        """Whether the group has heard these words."""
        return lambda: any(words in text for text in self.chats.from_bot("Ann", self.chats.group))

    def places(self, spoiling: bool = False) -> str:
        """The player on turn places, rightly if not told else, with words of their own, which it gives."""
        name, prompt = self.on_turn()
        self.placer = name
        words = f"move {len(self.lines) + 1}."
        if spoiling:
            card, to = prompt.spoiling()
            fixed = prompt.fixed(card, to)

            def shown() -> bool:
                now = self.chats.prompt(name)
                return now is not None and now.chain == fixed.chain

            self.writes(name, f"fix {card} {to}", shown)
            prompt = fixed
        card, slot = (1, 1) if spoiling else prompt.right()
        self.writes(name, f"{card} {slot} {words}", self.said(f"{name} says: “{words}”"))
        return words

    def takes_back(self) -> None:
        """Whoever placed last takes it back."""
        self.writes(self.placer, "undo", self.said(f"{self.placer} has taken the card back and is to play again."))

    def doubts(self, right: bool) -> None:
        """The player on turn doubts a wrong or a right chain, and begins the next round."""
        name, prompt = self.on_turn()
        assert is_right(prompt.chain) != right
        self.rounds += 1
        words = f"doubt {len(self.lines) + 1}!"
        self.writes(name, f"doubt: {words}", self.said(f"Round {self.rounds}. {name} begins:"))


@pytest.mark.skipif(sys.platform != "linux", reason="finds the processes by /proc")
@pytest.mark.timeout(480)  # eleven starts of six processes: a minute on two cores of one's own, more on busy ones
def test_a_game_goes_on_though_all_is_killed_ten_times(tmp_path: Path) -> None:
    """Every move counts once and stands in the group, in order; a message comes again only after a kill."""
    shutil.copy(folder() / "inventions.yaml", tmp_path)  # one series is read sooner than all, eleven times
    with a_play(PBM_DECKS=str(tmp_path)) as running:
        chance = random.Random(SEED)
        evening = Evening(Chats(running), chance, kills(chance))
        sit_down(evening.chats)
        taken_back = play(evening)
        assert evening.instants == []
        with connect(f"unix://{running.folder}/redis.sock") as redis:
            store = RedisStore(redis)
            game = next(str(key).rpartition(":")[2] for key in redis.keys("pbm:log:*"))
            events, table = store.events(game), store.table(game)
            assert table is not None
            until("the end of all lines", lambda: not redis.keys("pbm:line:*"))
        each_move_counted_once(evening.lines, events)
        the_log_is_the_game(events, table.game)
        the_group_heard_each_move_in_order(evening.chats, events, taken_back)
        each_player_was_called(evening.chats, events, taken_back)
        a_message_came_again_only_after_a_kill(evening)
        assert running.log().count("Play at") == KILLS + 1
        assert evening.killed == 7 * KILLS


def kills(chance: random.Random) -> list[float]:
    """Ten instants, spread over the whole way of a line from the one who writes it to the board that tells of it."""
    instants = [LATEST_KILL * (at + chance.random()) / KILLS for at in range(KILLS)]
    chance.shuffle(instants)
    return instants


def sit_down(chats: Chats) -> None:
    """A table with three people, and the game begun."""
    chats.meet()
    until("the bot's first words", lambda: chats.from_bot("Ann", chats.group))
    chats.write("Ann", "/newgame@AnnoDominiBot", chats.group)
    link = until("the way to the private chat", lambda: _link(chats.read("Ann", chats.group)))
    for name in PEOPLE:
        chats.ask("POST", "/links", person=chats.people[name], url=link)
    chats.write("Ann", f"/settings@AnnoDominiBot cards {CARDS_EACH}", chats.group)
    everybody = "Here so far (3)"
    until("all three", lambda: any(everybody in text for text in chats.from_bot("Ann", chats.group)))
    chats.write("Ann", "/begin@AnnoDominiBot", chats.group)
    until("the beginning", lambda: chats.board())


def _link(messages: Sequence[Json]) -> str | None:
    """The address that a button leads to."""
    rows = (row for one in messages for row in one.get("reply_markup", {}).get("inline_keyboard", ()))
    return next((button["url"] for row in rows for button in row if "url" in button), None)


def play(evening: Evening) -> list[str]:
    """The game, to its end; gives the words of the moves that were taken back."""
    evening.places()
    taken_back = [evening.places()]
    evening.takes_back()
    evening.places()
    evening.places(spoiling=True)
    evening.doubts(right=True)
    evening.places()
    evening.places()
    evening.doubts(right=False)
    while not any(is_over(text) for text in evening.chats.from_bot("Ann", evening.chats.group)):
        name, prompt = evening.on_turn()
        if len(prompt.hand) > 1:
            evening.places()
            continue
        card, slot = prompt.right()
        evening.writes(name, f"{card} {slot} the last one.", evening.said(f"{name} wins."))
    return taken_back


def each_move_counted_once(lines: Sequence[str], events: Sequence[Event]) -> None:
    """Every line that was written has one event, and there are no others."""
    placed = [event.says for event in events if isinstance(event, CardPlaced)]
    doubted = [event.says for event in events if isinstance(event, ChainTurnedOver) and event.doubter]
    undone = [event for event in events if isinstance(event, CardTakenBack)]
    moves = [line for line in lines if line[0].isdigit()]
    assert placed == [line.split(" ", 2)[2] for line in moves]
    assert doubted == [line.removeprefix("doubt: ") for line in lines if line.startswith("doubt")]
    assert len(undone) == lines.count("undo")
    fixed = [len(event.corrections) for event in events if isinstance(event, CardPlaced)]
    assert sum(fixed) == sum(line.startswith("fix") for line in lines)


def the_log_is_the_game(events: Sequence[Event], game: Game) -> None:
    """Folded from first to last, the log gives the game that is kept, or, once it is cleared up, what stays of that."""
    folded: Game | None = reduce(evolve, events, None)
    assert folded is not None
    assert game in (folded, without_cards(folded))
    assert sum(isinstance(event, GameEnded) for event in events) == 1


def the_group_heard_each_move_in_order(chats: Chats, events: Sequence[Event], taken_back: Sequence[str]) -> None:
    """One board for each card, in the order of the log; twice at most, and then one right after the other."""
    said = chats.from_bot("Ann", chats.group)
    words = [event.says for event in events if isinstance(event, CardPlaced | ChainTurnedOver) and event.says]
    heard = [word for text in said for word in words if f"says: “{word}”" in text]
    assert [word for word, _ in groupby(heard)] == [word for word in words if word not in taken_back]
    assert sum("took this card back." in text for text in said) in (len(taken_back), 2 * len(taken_back))
    assert len(said) - len(set(said)) <= KILLS


def each_player_was_called(chats: Chats, events: Sequence[Event], taken_back: Sequence[str]) -> None:
    """Whoever came after a card got a prompt that tells of it.

    The winner's last prompt tells of the end by now, and not of the card before.
    """
    prompts = [text for name in PEOPLE for text in chats.from_bot(name) if read_prompt(text)]
    placed = [event.says for event in events if isinstance(event, CardPlaced)]
    for words in placed[:-2]:
        assert words in taken_back or any(f"says: “{words}”" in text for text in prompts), words


def a_message_came_again_only_after_a_kill(evening: Evening) -> None:
    """In each chat, between two messages of the same words, all was killed."""
    chats = evening.chats
    for name, chat in [("Ann", chats.group), *chats.people.items()]:
        came = defaultdict[str, list[int]](list)
        for one in chats.read(name, chat):
            if one["kind"] == "text" and one["from"]["is_bot"]:
                came[one["text"]].append(one["date"])
        for text, dates in came.items():
            for first, again in pairwise(dates):  # whole seconds, cut off
                assert any(first <= at < again + 1 for at in evening.killed_at), text
