"""What is said to whom: text with its marks, choices, and the message that carries them to an address."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Literal, NamedTuple

from pbm.rules.values import Value

Address = (
    str  # names its transport: tg:123 a person, tg:-100123 a group, tg:-100123/45 a topic of it, pc:ada a computer
)
Language = Literal["en", "de"]
Mark = Literal["bold", "italic", "text_mention", "expandable_blockquote", "date_time"]

TEXT_AT_MOST = 4096  # UTF-16 units in one message


@lru_cache(maxsize=2048)  # the same cards and slots stand in message after message
def units(text: str) -> int:
    """The length of a text as Telegram counts it, in UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


# A board is put together from a hundred of these, and the making of a tuple takes a quarter of the time.
class Entity(NamedTuple):
    """A mark on part of a text; offset and length count UTF-16 units."""

    mark: Mark
    offset: int
    length: int
    who: Address = ""  # of a text_mention
    moment: datetime | None = None  # of a date_time
    far: bool = False  # of a date_time: its date is shown too


# Plain values as well, and joining them is one pass over the parts.
@dataclass(frozen=True, slots=True)
class Text:
    """Words with their marks; nothing in it needs escaping."""

    text: str = ""
    entities: tuple[Entity, ...] = ()

    def __add__(self, other: "Text | str") -> "Text":
        """Both, one after the other, each with its marks."""
        if isinstance(other, str):
            return Text(self.text + other, self.entities)
        if not other.entities:
            return Text(self.text + other.text, self.entities)
        here = units(self.text)
        return Text(self.text + other.text, (*self.entities, *further(other.entities, here)))

    def __len__(self) -> int:
        """UTF-16 units."""
        return units(self.text)

    def marked(self, mark: Mark, who: Address = "", moment: datetime | None = None, far: bool = False) -> "Text":
        """The same with one more mark over all of it; an empty text stays without."""
        if not self.text:
            return self
        return Text(self.text, (Entity(mark, 0, units(self.text), who, moment, far), *self.entities))


def further(marks: Sequence[Entity], by: int) -> Sequence[Entity]:
    """The same marks so many units further on."""
    if not by:
        return marks
    # Past Entity's own `__new__`, which is a third of the cost of this line: a board has a hundred marks.
    return [
        tuple.__new__(Entity, (mark, at + by, length, who, moment, far)) for mark, at, length, who, moment, far in marks
    ]


def text_of(words: Text | str) -> Text:
    """The words as a Text."""
    return words if isinstance(words, Text) else Text(words)


def joined(parts: Iterable[Text | str], between: str = "\n") -> Text:
    """All parts that are not empty, with `between` between them."""
    words: list[str] = []
    marks: list[Entity] = []
    here, counted, gap = 0, 0, units(between)
    for part in parts:
        if isinstance(part, str):
            if part:
                words.append(part)
        elif part.text:
            if part.entities:
                here += sum(map(units, words[counted:])) + gap * (len(words) - counted)
                counted = len(words)
                marks += further(part.entities, here)
            words.append(part.text)
    return Text(between.join(words), tuple(marks))


def packed(pieces: Iterable[tuple[str, Text]], most: int) -> list[Text]:
    """The pieces, each behind what stands between it and the one before, in as few texts of `most` units as hold them.

    None is ever torn; one that begins a text has nothing before it.
    """
    made: list[Text] = []
    words: list[str] = []
    marks: list[Entity] = []
    here = 0
    for between, piece in pieces:
        length = units(piece.text)
        if words and here + units(between) + length > most:
            made.append(Text("".join(words), tuple(marks)))
            words, marks, here = [], [], 0
        if words:
            words.append(between)
            here += units(between)
        if piece.entities:
            marks += further(piece.entities, here)
        words.append(piece.text)
        here += length
    return [*made, Text("".join(words), tuple(marks))] if words else made


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: `does` is what comes back when it is pressed (at most 64 bytes), or `opens` is where it leads.

    `opens` is `private:PAYLOAD` (the private chat with the bot, started with that payload), `add` (add the bot to a
    group) or an address (that chat).
    """

    label: str
    does: str = ""
    opens: str = ""


Way = Literal["say", "show", "edit", "strip", "answer"]


class Message(Value):
    """One message on its way.

    *say* posts a new one. *show* edits the newest message of that name in that chat, or posts it if there is none;
    only the newest show of a name counts. *edit* edits the newest of that name, and is dropped if there is none.
    *strip* takes the buttons off the newest of that name. *answer* answers a button press, at once or not at all.
    """

    to: Address
    way: Way = "say"
    text: Text = Text()
    choices: tuple[tuple[Choice, ...], ...] = ()
    rings: bool = False
    name: str = ""  # under which its id is kept in that chat
    game: str = ""  # the game that a reply to it belongs to ...
    turn: int = 0  # ... and the turn its numbers are from
    prompts: bool = False  # it calls a player to that turn: the time for it starts when this arrives
    reply_to: int | None = None  # a message id in that chat
    yes: str = ""  # of a question: the line that a bare yes stands for; a no is the same command with `no`
    goes: str = ""  # of a question at which table a line is meant: that line; the name of a table answers it
    wakes: bool = False  # its chat can be written to again: its line waits no longer
    press: str = ""  # of an answer: the press it answers
    opens: str = ""  # of an answer: where it leads, as in a Choice
    made: datetime

    @property
    def line(self) -> str:
        """The line it waits in: one for each chat, in the order of making; an answer waits for nobody."""
        return f"answer:{self.press}" if self.way == "answer" else self.to
