"""Where everything lies in Redis: each key spelled once, by its noun."""

from pbm.views.messages import Address

PREFIX = "pbm:"  # a server may be shared with others

OPEN_GAMES = f"{PREFIX}open"  # a set: the games that are not over
ALARMS = f"{PREFIX}alarms"  # a sorted set: game:turn:kind by the second in which it is due
LINES = f"{PREFIX}lines"  # a sorted set: the lines that hold messages, by the second from which their head is due
BELL = f"{PREFIX}bell"  # a list of at most one element: something was put into a line
POST = f"{PREFIX}post"  # the lease of the one post that works
CONTESTED = f"{PREFIX}heart:bot:contested"  # the second in which another program last received the bot's updates
NEVER = f"{PREFIX}never"  # is never there: to ask whether something would be written
UNDELIVERED = f"{PREFIX}undelivered"  # a number: the messages that could never be delivered
UNDELIVERED_LAST = f"{PREFIX}undelivered:last"  # a list of the newest of them, with the reasons
REQUESTS_TOGETHER = 512  # the server keeps so many small numbers in two bytes each
OUTAGE = f"{PREFIX}outage"  # the second since which the bot has been away, until the games have that time back


def heart(process: str) -> str:
    """The second in which a process was last seen alive."""
    return f"{PREFIX}heart:{process}"


def stopped(process: str) -> str:
    """The last beat of a process that has stopped since, as it was asked to."""
    return f"{PREFIX}heart:{process}:stopped"


def game(game: str) -> str:
    """The table, as JSON, packed."""
    return f"{PREFIX}game:{game}"


def log(game: str) -> str:
    """A list of what happened in the game: the events of each commit, as JSON, packed."""
    return f"{PREFIX}log:{game}"


def rung(game: str) -> str:
    """A set of the alarms of the present turn, turn:kind, that have done their work."""
    return f"{PREFIX}rung:{game}"


def chat(chat: Address) -> str:
    """The id of the game that is open in a chat."""
    return f"{PREFIX}chat:{chat}"


def games_of(person: Address) -> str:
    """A list of the open games in which somebody sits."""
    return f"{PREFIX}games:{person}"


def person(person: Address) -> str:
    """Somebody, as JSON."""
    return f"{PREFIX}person:{person}"


def request(request: str) -> tuple[str, str]:
    """The set that remembers a request, and what is in it then; the updates of a bot, counted up, share sets."""
    transport, _, number = request.partition(":")
    if not number.isdecimal():
        return f"{PREFIX}requests:{request}", ""
    some, place = divmod(int(number), REQUESTS_TOGETHER)
    return f"{PREFIX}requests:{transport}:{some}", str(place)


def decks(version: str) -> str:
    """The decks of that version, as JSON."""
    return f"{PREFIX}decks:{version}"


def hasty(urgency: str) -> str:
    """A sorted set: the lines of LINES in which something so urgent waits; it may be wrong, and LINES never is."""
    return f"{LINES}:{urgency}"


def line(line: str) -> str:
    """A list of the messages that wait in a line, as JSON."""
    return f"{PREFIX}line:{line}"


def shown(chat: Address) -> str:
    """A hash: what the newest message of each name in a chat is."""
    return f"{PREFIX}shown:{chat}"


def said(chat: Address) -> str:
    """A list of what the newest messages in a chat were about, the newest first."""
    return f"{PREFIX}said:{chat}"


def spent(who: str, minute: int) -> str:
    """A hash: what each request of somebody, who is not named here, cost in that minute."""
    return f"{PREFIX}spent:{who}:{minute}"
