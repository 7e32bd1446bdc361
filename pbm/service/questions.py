"""What a word alone stands for: the answer to the newest question in a private chat."""

from collections.abc import Callable, Sequence

from pbm.service import which
from pbm.service.nowhere import LANGUAGES
from pbm.service.ports import Asked
from pbm.service.requests import Said
from pbm.service.understand import folded, understand, unmarked
from pbm.service.wishes import No, Slash, Unclear, Wish, Yes
from pbm.views.messages import Address
from pbm.views.say import catalogue
from pbm.views.table import Table

# The buttons below the questions that a word alone answers.
BUTTONS = {
    "/leave yes": "leave",
    "/leave no": "stay",
    "/forget yes": "forget_me",
    "/forget leave": "leave_and_forget",
    "/forget no": "forget_no",
}
Newest = Callable[[], Asked | None]  # the newest question, looked up only for a word that can answer one


def answered(said: Said, newest: Newest) -> Asked | None:
    """The question, if it is open and the line can be an answer to it."""
    asked = newest()
    if asked is None or said.reply_to not in (None, asked.message):
        return None
    # Where the line is older, it comes again, and has answered the question before this one.
    return asked if said.message >= asked.message else None


def sure_or_not(said: Said, wish: Wish, newest: Newest) -> tuple[str, Slash] | None:
    """What a bare yes or no stands for, and of which game."""
    word = folded(unmarked(said.text).rstrip(".!"))
    if not (isinstance(wish, Yes | No) or (isinstance(wish, Unclear) and word in LABELS)):
        return None
    asked = answered(said, newest)
    if asked is None or not asked.yes:
        return None
    line = understand(asked.yes)
    if not isinstance(line, Slash):
        raise ValueError(f"a yes stands for no command: {asked.yes}")
    if isinstance(wish, Yes) or word in labels(asked.yes):
        return asked.game, line
    if isinstance(wish, No) or word in labels(f"/{line.name} no"):
        return asked.game, line.model_copy(update={"words": "no"})
    return None


def sent_nowhere(said: Said, wish: Wish, newest: Newest, choosing: Callable[[], bool]) -> bool:
    """Whether a bare no drops the line about which it was asked where it goes."""
    asked = answered(said, newest) if isinstance(wish, No) else None
    return asked is not None and bool(asked.goes) and (asked.newest or not choosing())


def labels(line: str) -> frozenset[str]:
    """What stands on the button that does the same as that line, in both languages."""
    return frozenset(folded(catalogue(language)[f"button.{BUTTONS[line]}"]) for language in LANGUAGES)


LABELS = frozenset(label for line in BUTTONS for label in labels(line))


def goes_to(said: Said, wish: Wish, who: Address, here: Sequence[Table], newest: Newest) -> tuple[Table, str] | None:
    """Where the name of a table sends the line that was asked about."""
    loosely = not which.awaits_words(who, here)
    named = which.answers(said.text, here, loosely) if isinstance(wish, Unclear) else []
    asked = answered(said, newest) if named else None
    if asked is None or not asked.goes:
        return None
    among = which.meant_by(who, here, understand(asked.goes))
    if not asked.newest and (len(among) < 2 or which.is_choosing(who, here)):
        return None
    fits = [table for table in named if table in among] or named
    return (fits[0], asked.goes) if len(fits) == 1 else None


def asks_again(said: Said, wish: Wish, who: Address, here: Sequence[Table], newest: Newest) -> str:
    """The line about which it is asked once more where it goes, after one that is no answer; empty if there is none."""
    if not (isinstance(wish, Unclear) and wish.text and len(here) > 1) or which.is_choosing(who, here):
        return ""
    asked = answered(said, newest)
    return asked.goes if asked and len(which.meant_by(who, here, understand(asked.goes))) > 1 else ""
