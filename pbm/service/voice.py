"""How one answer speaks: to the group, to one person, to a press, with the table it is about."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pbm.rules import clock
from pbm.rules.cards import Library
from pbm.rules.values import CardId
from pbm.service.requests import Pressed, Request, Said
from pbm.views.messages import Address, Message, Text, Way
from pbm.views.names import COMPUTER
from pbm.views.prompt import Look, Rows
from pbm.views.scene import Scene, scene
from pbm.views.table import Table

BOARD = "board"  # the newest board of a group
LOBBY = "lobby"  # the open table of a group
ASK = "ask"  # an open question in a chat to whoever is there


def look_name(game: str) -> str:
    """The name of the newest look of a game in a private chat; only that one has buttons."""
    return f"look:{game}"


def ask_name(who: Address) -> str:
    """The name of the newest open question to one person in a chat; nobody else's answer takes its buttons off."""
    return f"{ASK}:{who}"


@dataclass(frozen=True)
class Voice:
    """Makes the messages of one request about one table."""

    table: Table
    library: Library
    now: datetime
    request: Request

    @property
    def press(self) -> str:
        """The press that asks for an answer; empty if it was no press."""
        return self.request.what.press if isinstance(self.request.what, Pressed) else ""

    def scene(self, viewer: Address | None) -> Scene:
        """The table as the viewer may see it."""
        return scene(self.table, viewer, self.library, self.now)

    def note(self, card: CardId) -> str:
        """The note on the back of a card that lies turned over, in the table's language."""
        return self.library.cards[card].back(self.table.language).note

    def _made(
        self, to: Address, text: Text, choices: Rows = (), rings: bool = False, name: str = "", way: Way = "say"
    ) -> Message:
        return Message(
            to=to,
            way=way,
            text=text,
            choices=choices,
            rings=rings,
            name=name,
            game=self.table.game.id,
            turn=self.table.game.turn,
            made=self.now,
        )

    def say(
        self, to: Address, texts: Sequence[Text], choices: Rows = (), rings: bool = False, name: str = ""
    ) -> list[Message]:
        """Post the texts; the last has the choices and the name. Never to a computer.

        Of several the first one rings in the group, where it says what happens, the last one in a private chat; in
        somebody's quiet hours none does.
        """
        if to.startswith(COMPUTER):
            return []
        last = len(texts) - 1
        loud = None if not rings or self._sleeps(to) else 0 if to == self.table.chat else last
        return [
            self._made(to, text, choices if at == last else (), loud == at, name if at == last else "")
            for at, text in enumerate(texts)
        ]

    def _sleeps(self, to: Address) -> bool:
        seat = self.table.game.seat(to)
        return seat is not None and clock.sleeps(seat, self.now)

    def group(self, texts: Sequence[Text], choices: Rows = (), rings: bool = False, name: str = "") -> list[Message]:
        """Post the texts to the group."""
        return self.say(self.table.chat, texts, choices, rings, name)

    def calls(self, to: Address, look: Look, rings: bool) -> list[Message]:
        """Call a player to their turn; the time for it starts when the last of these messages arrives."""
        said = self.say(to, [*look.ahead, look.text], look.choices, rings, look_name(self.table.game.id))
        return [*said[:-1], *(one.model_copy(update={"prompts": True}) for one in said[-1:])]

    def show(self, to: Address, text: Text, choices: Rows, name: str) -> list[Message]:
        """Edit the newest message of that name, or post it."""
        if to.startswith(COMPUTER):
            return []
        return [self._made(to, text, choices, name=name, way="show")]

    def edit(self, to: Address, text: Text, name: str) -> list[Message]:
        """Edit the newest message of that name, if there is one; its buttons go."""
        if to.startswith(COMPUTER):
            return []
        return [self._made(to, text, name=name, way="edit")]

    def strip(self, to: Address, name: str) -> list[Message]:
        """Take the buttons off the newest message of that name, if it has any."""
        if to.startswith(COMPUTER):
            return []
        return [self._made(to, Text(), name=name, way="strip")]

    def answer(self, text: Text | None = None, opens: str = "") -> list[Message]:
        """Answer the press; without a press, nothing."""
        if not self.press:
            return []
        made = self._made(self.request.who, text or Text(), way="answer")
        return [made.model_copy(update={"press": self.press, "opens": opens})]

    def reply(self, text: Text, choices: Rows = (), name: str = "") -> list[Message]:
        """Answer in kind: a press quietly on the spot, a line by a silent reply in its chat."""
        if self.press:
            return self.answer(text)
        what = self.request.what
        message = self._made(self.request.chat, text, choices, False, name)
        to = what.message if isinstance(what, Said) and not self.request.private else None
        return [message.model_copy(update={"reply_to": to})]

    def asks(self, text: Text, choices: Rows, yes: str = "") -> list[Message]:
        """Ask whoever asks back; of the questions to one person in a chat only the newest has buttons.

        A bare yes in the private chat stands for the line `yes`.
        """
        name = ask_name(self.request.who)
        asked = [one.model_copy(update={"yes": yes}) for one in self.reply(text, choices, name)]
        return [*self.strip(self.request.chat, name), *asked]

    def asked(self) -> list[Message]:
        """Whoever asks has answered: the open question to them in this chat loses its buttons."""
        return self.strip(self.request.chat, ask_name(self.request.who))

    def look(self, to: Address, look: Look, pressed: bool, rings: bool = False) -> list[Message]:
        """A player's look: a press edits the message it sits on, anything else gets a new one and strips the older."""
        name = look_name(self.table.game.id)
        if pressed and not look.ahead:
            return self.show(to, look.text, look.choices, name)
        said = self.say(to, [*look.ahead, look.text], look.choices, rings, name)
        return [*self.strip(to, name), *said]
