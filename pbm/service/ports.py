"""What the service asks of the outside."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Protocol

from pbm.rules.cards import Library
from pbm.rules.clock import Alarm
from pbm.rules.events import Event
from pbm.rules.values import Value
from pbm.views.messages import Address, Message
from pbm.views.table import Person, Table


class Commit(Value):
    """Everything that one request changes; all of it is kept, or none of it."""

    table: Table | None = None  # none: no game changes
    events: tuple[Event, ...] = ()
    messages: tuple[Message, ...] = ()
    alarms_off: tuple[Alarm, ...] = ()
    alarms_on: tuple[Alarm, ...] = ()
    people: tuple[Person, ...] = ()


class Known(Value):
    """What the work of a request may look at: the game it named, and the game that the chat it named holds."""

    table: Table | None
    in_chat: str | None


class Saying(Value):
    """What a message that was sent once was about; of a very old one only that it is old, and it names no game."""

    game: str
    turn: int


class Asked(Value):
    """A question that is open: what a bare yes, or the name of a table, stands for."""

    message: int
    yes: str  # the line that a yes stands for, if it is asked for one
    goes: str  # the line that is carried out at the table that is named, if it is asked for one
    game: str  # empty if it is about no table
    newest: bool = True  # nothing about any game was said in its chat since


class Unreadable(Exception):
    """What was kept of a game cannot be read, however often it is asked for; it must not be touched."""


class KeptByLaterCode(Unreadable):
    """A game was kept by a later version of this program."""

    def __init__(self, game: str, why: str) -> None:
        super().__init__(f"game {game} was kept by a later version of this program ({why}): update it")
        self.game = game


class Store(Protocol):
    """Where everything is kept between two messages; whatever reads a table may raise Unreadable."""

    def transact(
        self, request: str, game: str | None, chat: Address | None, work: Callable[[Known], Commit | None]
    ) -> Commit | None:
        """Run the work on what is there and keep its commit with the request's id, all at once.

        None comes back, and nothing changes, when the request was kept before. The work is pure and may run again
        when somebody else was faster. A work that gives None keeps nothing, not even the request's id.
        """
        ...

    def table(self, game: str) -> Table | None:
        """A game by its id."""
        ...

    def game_in(self, chat: Address) -> str | None:
        """The game that is open in a chat or topic."""
        ...

    def games_under(self, group: Address) -> tuple[str, ...]:
        """The games that are open in a group, and in its topics."""
        ...

    def games_of(self, person: Address) -> tuple[str, ...]:
        """The games in which somebody has a seat and that are not over, the oldest first."""
        ...

    def tables_of(self, person: Address) -> tuple[Table, ...]:
        """The tables of `games_of`, in that order; one that cannot be read is passed over where there are others."""
        ...

    def asker(self, person: Address) -> tuple[Person | None, Callable[[], tuple[Table, ...]]]:
        """Somebody, if they are known, and what tells their `tables_of` as they were at the same moment."""
        ...

    def people(self, addresses: tuple[Address, ...]) -> Mapping[Address, Person]:
        """Those of them that are known."""
        ...

    def saying(self, chat: Address, message: int) -> Saying | None:
        """What the message with that id in that chat was about, if it is still known; a very old one is of no game."""
        ...

    def asked(self, chat: Address, name: str) -> Asked | None:
        """The question of that name in that chat, while it is open and nothing about any game was said there since.

        One at which table stays open while what was said is about turns that were told of before.
        """
        ...

    def last_in(self, chat: Address) -> str | None:
        """The game that the newest message in a chat was about, of those about any, if it is still known."""
        ...

    def shown(self, chat: Address, name: str) -> int | None:
        """The id of the newest message of that name in that chat."""
        ...

    def decks(self, version: str) -> Library | None:
        """The decks of a version that some game was begun with."""
        ...

    def moves(self, old: Address, new: Address, now: datetime) -> None:
        """A chat has a new address: its game, and what waits for it, go there; once or twice is the same."""
        ...

    def forget(self, person: Address, opaque: Callable[[], Address]) -> None:
        """Take somebody who sits in no open game any more out of all that is kept.

        In the games that they played, addresses that `opaque` gives stand in the place of theirs.
        """
        ...

    def keep_decks(self, library: Library) -> None:
        """Keep the decks under their version."""
        ...


class Letter(Value):
    """The head of a line: a message, and the id of the message that it edits, if there is one."""

    message: Message
    edits: int | None
    has_buttons: bool  # whether that one still shows buttons
    id: str = ""  # tells it from another with the same words


class Sent(Value):
    """It arrived; its id in the chat, if it has one of its own."""

    message: int | None = None


class Later(Value):
    """Not now; try again after that long, or at once if the line was woken since the try began."""

    after: timedelta
    began: datetime | None = None


class Elsewhere(Value):
    """The chat has a new address."""

    to: Address


class Never(Value):
    """It can not be delivered, and why; `unreachable` when the person cannot be written to at all."""

    why: str
    unreachable: bool = False


class Moot(Value):
    """Nobody needs it any more: too late an answer, or a change of a message that is not there. Nothing was sent."""


class Closed(Value):
    """The group takes nothing from the bot now, and why: it was removed, may not write there, or the group is gone."""

    why: str


Fate = Sent | Later | Elsewhere | Never | Moot


class Outbox(Protocol):
    """The lines of messages that are kept and not delivered yet."""

    def due(self, now: datetime, at_most: int) -> tuple[str, ...]:
        """The lines whose head is due, the most urgent and longest waiting first."""
        ...

    def head(self, line: str) -> Letter | None:
        """The first message of a line, of several *show*s of one name only the newest."""
        ...

    def settle(self, line: str, letter: Letter, fate: Fate, now: datetime) -> None:
        """Take the letter from its line, or leave it there for later; what became of it is kept in the same step."""
        ...

    def wait(self, at_most: timedelta) -> None:
        """Come back when a new message is kept, or after that long."""
        ...


class Sender(Protocol):
    """Brings one letter to where it goes."""

    async def send(self, letter: Letter) -> Fate | Closed:
        """Send it and say what became of it; never raises."""
        ...


class Admins(Protocol):
    """Who may decide for a group."""

    def is_admin(self, chat: Address, person: Address) -> bool:
        """Whether the person is an admin of the group; no, if that cannot be found out."""
        ...


class Budget(Protocol):
    """How much of a minute each person has had of the bot."""

    def alias(self, who: str) -> str:
        """A name for them that tells nobody who they are."""
        ...

    def spent(self, who: str, now: datetime) -> int:
        """What they have spent in this minute."""
        ...

    def spend(self, who: str, request: str, cost: int, now: datetime) -> None:
        """They spend that on a request; the same request again costs nothing more."""
        ...
