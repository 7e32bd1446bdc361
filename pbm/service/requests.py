"""What comes in, from whatever transport, in one shape."""

from datetime import datetime

from pbm.rules.values import Value
from pbm.views.messages import Address


class Said(Value):
    """Somebody wrote something. In a group only what is addressed to the bot comes this far."""

    text: str  # "" where there is none: a picture without words, a voice, a sticker
    message: int
    reply_to: int | None = None  # a message id in the same chat


class Edited(Value):
    """Somebody changed a line in private that was heard before; it is not heard again."""


class Pressed(Value):
    """Somebody pressed a button."""

    does: str
    message: int
    press: str  # names the press, to answer it


class Welcomed(Value):
    """The bot was added to a group, or may write there again; `may_write` false: it is there but may not write."""

    may_write: bool = True


class Removed(Value):
    """The bot was removed from the group."""


class Blocked(Value):
    """Somebody blocked the private chat."""


class Unblocked(Value):
    """Somebody opened the private chat again."""


class Moved(Value):
    """The group has a new address (it became a supergroup)."""

    to: Address


class Rang(Value):
    """An alarm of a game rang: early, late, twice, whatever."""

    game: str
    turn: int
    kind: str


class Delivered(Value):
    """The prompt of a turn arrived, at that moment."""

    game: str
    turn: int
    at: datetime


class Undelivered(Value):
    """The prompt of a turn cannot be delivered: that player cannot be written to."""

    game: str
    turn: int


class ShutOut(Value):
    """What a game had to say to that chat could not be said there when it was tried."""

    game: str
    chat: Address
    at: datetime


class LetIn(Value):
    """What a game had to say to that chat has arrived, later than usual."""

    game: str
    chat: Address


class Outage(Value):
    """Nobody could play a game between these moments, for the bot was away."""

    game: str
    since: datetime
    until: datetime


What = (
    Said | Edited | Pressed | Welcomed | Removed | Blocked | Unblocked | Moved | Rang
    | Delivered | Undelivered | ShutOut | LetIn | Outage
)  # fmt: skip


class Request(Value):
    """One thing that came in. The id is the same whenever the same thing comes again."""

    id: str
    who: Address = ""  # empty for an alarm
    name: str = ""  # as the transport gives it, not cleaned
    language: str = ""  # the client's, like de or en-GB; empty if unknown
    chat: Address = ""
    private: bool = False
    title: str = ""  # of the group
    what: What
