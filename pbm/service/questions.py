"""What a word alone stands for: the answer to the newest question in a private chat."""

from collections.abc import Callable, Sequence

from pbm.service import which
from pbm.service.ports import Asked
from pbm.service.requests import Said
from pbm.service.understand import Slash, Unclear, Wish, Yes, is_no, understand
from pbm.views.table import Table

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
    if not (isinstance(wish, Yes) or (isinstance(wish, Unclear) and is_no(wish.text))):
        return None
    asked = answered(said, newest)
    if asked is None or not asked.yes:
        return None
    line = understand(asked.yes)
    if not isinstance(line, Slash):
        raise ValueError(f"a yes stands for no command: {asked.yes}")
    return asked.game, line if isinstance(wish, Yes) else line.model_copy(update={"words": "no"})


def goes_to(said: Said, wish: Wish, here: Sequence[Table], newest: Newest) -> tuple[Table, str] | None:
    """Where the name of a table sends the line that was asked about."""
    table = which.called(said.text, here) if isinstance(wish, Unclear) else None
    asked = answered(said, newest) if table else None
    return (table, asked.goes) if table and asked and asked.goes else None
