"""What is kept of people, and how they are forgotten: after a question, and a second one that names their games."""

from collections.abc import Sequence
from typing import Literal

from pbm.rules.commands import Leave
from pbm.rules.game import Status
from pbm.rules.play import Played
from pbm.service import tables
from pbm.service.asking import Asking
from pbm.service.nowhere import ANYWHERE, Nowhere
from pbm.service.ports import Commit
from pbm.service.understand import folded, is_no, is_sure
from pbm.views.messages import Choice, Text
from pbm.views.prompt import Rows
from pbm.views.say import catalogue, listing, say
from pbm.views.table import Table

Step = Literal["asks", "yes", "leave", "no"]
STEPS: dict[str, Step] = {"yes": "yes", "leave": "leave", "no": "no"}  # of the buttons
LEAVES = frozenset({"leave", "gehen"})


def step_of(words: str) -> Step:
    """What `/forget` means with these words."""
    if is_sure(words):
        return "yes"
    if is_no(words):
        return "no"
    return "leave" if folded(words).strip(" .!") in LEAVES else "asks"


def question(nowhere: Nowhere, step: Step, here: Sequence[Table]) -> Commit | None:
    """What is asked or said at that step; None when there is nothing left to ask."""
    language = nowhere.language
    match step:
        case "asks":
            return _asks(nowhere, "privacy.forget", "forget_me", "yes")
        case "no":
            return nowhere.answered("privacy.kept")
        case "yes" if here:
            titles = listing(language, [table.title for table in here])
            return _asks(nowhere, "privacy.forget_leaves", "leave_and_forget", "leave", titles)
        case _:
            return None


def _asks(nowhere: Nowhere, key: str, button: str, step: Step, titles: Text | None = None) -> Commit:
    labels = catalogue(nowhere.language)
    rows: Rows = (
        (Choice(label=labels[f"button.{button}"], does=f"{ANYWHERE}:0:forget:{step}"),),
        (Choice(label=labels["button.forget_no"], does=f"{ANYWHERE}:0:forget:no"),),
    )
    return nowhere.asks(say(nowhere.language, key, tables=titles or ""), rows, yes=f"/forget {step}")


def gets_up(asking: Asking) -> Commit | None:
    """Leave a table; the others are told, the one who leaves hears of it once, at the end."""
    if asking.table.game.seat(asking.who) is None:
        return None
    if asking.table.game.status is Status.OPEN:
        commit = tables.gets_up(asking)
    else:
        played = asking.played(Leave(seat=asking.who))
        if not isinstance(played, Played):
            return None
        commit = asking.tells(played, pressed=False)
    return commit.model_copy(update={"messages": tuple(one for one in commit.messages if one.to != asking.who)})


def goodbye(nowhere: Nowhere) -> Commit:
    """The last word, which leaves no trace: it keeps nobody and has no name."""
    said = nowhere.posts(say(nowhere.language, "privacy.forgotten"))
    return said.model_copy(update={"people": ()})
