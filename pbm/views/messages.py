"""What is said to whom: text with its marks, choices, and the message that carries them to an address."""

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from pbm.rules.values import Value

Address = (
    str  # names its transport: tg:123 a person, tg:-100123 a group, tg:-100123/45 a topic of it, pc:ada a computer
)
Language = Literal["en", "de"]
Mark = Literal["bold", "italic", "text_mention", "expandable_blockquote", "date_time"]

TEXT_AT_MOST = 4096  # UTF-16 units in one message


def units(text: str) -> int:
    """The length of a text as Telegram counts it, in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


class Entity(Value):
    """A mark on part of a text; offset and length count UTF-16 units."""

    mark: Mark
    offset: int
    length: int
    who: Address = ""  # of a text_mention
    moment: datetime | None = None  # of a date_time


class Text(Value):
    """Words with their marks; nothing in it needs escaping."""

    text: str = ""
    entities: tuple[Entity, ...] = ()

    def __add__(self, other: "Text | str") -> "Text":
        """Both, one after the other, each with its marks."""
        if isinstance(other, str):
            return Text(text=self.text + other, entities=self.entities)
        here = units(self.text)
        moved = (mark.model_copy(update={"offset": mark.offset + here}) for mark in other.entities)
        return Text(text=self.text + other.text, entities=(*self.entities, *moved))

    def __len__(self) -> int:
        """UTF-16 units."""
        return units(self.text)

    def marked(self, mark: Mark, who: Address = "", moment: datetime | None = None) -> "Text":
        """The same with one more mark over all of it; an empty text stays without."""
        if not self.text:
            return self
        whole = Entity(mark=mark, offset=0, length=units(self.text), who=who, moment=moment)
        return Text(text=self.text, entities=(whole, *self.entities))


def text_of(words: Text | str) -> Text:
    """The words as a Text."""
    return words if isinstance(words, Text) else Text(text=words)


def joined(parts: Iterable[Text | str], between: str = "\n") -> Text:
    """All parts that are not empty, with `between` between them."""
    whole = Text()
    for part in map(text_of, parts):
        if part.text:
            whole = (whole + between if whole.text else whole) + part
    return whole


class Choice(Value):
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
    press: str = ""  # of an answer: the press it answers
    opens: str = ""  # of an answer: where it leads, as in a Choice
    made: datetime

    @property
    def line(self) -> str:
        """The line it waits in: one for each chat, in the order of making; an answer waits for nobody."""
        return f"answer:{self.press}" if self.way == "answer" else self.to
