"""What a word alone stands for: the answer to the newest question in a private chat."""

from collections.abc import Callable, Sequence

from pbm.service import which
from pbm.service.nowhere import LANGUAGES
from pbm.service.ports import Asked
from pbm.service.requests import Said
from pbm.service.understand import folded, understand, unmarked
from pbm.service.wishes import No, Slash, Unclear, Wish, Yes
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


def sent_nowhere(said: Said, wish: Wish, newest: Newest) -> bool:
    """Whether a bare no drops the line about which it was asked where it goes."""
    asked = answered(said, newest) if isinstance(wish, No) else None
    return asked is not None and bool(asked.goes)


def labels(line: str) -> frozenset[str]:
    """What stands on the button that does the same as that line, in both languages."""
    return frozenset(folded(catalogue(language)[f"button.{BUTTONS[line]}"]) for language in LANGUAGES)


LABELS = frozenset(label for line in BUTTONS for label in labels(line))


def goes_to(said: Said, wish: Wish, here: Sequence[Table], newest: Newest) -> tuple[Table, str] | None:
    """Where the name of a table sends the line that was asked about."""
    table = which.called(said.text, here) if isinstance(wish, Unclear) else None
    asked = answered(said, newest) if table else None
    return (table, asked.goes) if table and asked and asked.goes else None
