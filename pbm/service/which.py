"""Which of their tables somebody means by a line in the private chat."""

from collections.abc import Sequence
from typing import TypeGuard

from pbm.rules.game import Status
from pbm.service.understand import (
    LookUp,
    Slash,
    Unclear,
    Undo,
    Wish,
    Yes,
    folded,
    is_no,
    number_and_words,
    understand,
    unmarked,
)
from pbm.views.messages import Address
from pbm.views.table import Draft, Table

OF_A_TABLE = ("leave", "resume", "nudge")  # commands of a table that are carried out in private too


def told_apart(here: Sequence[Table]) -> list[Table]:
    """Somebody's tables, in their order; where several have one title, each has a number in it, which is not kept."""
    titles = [folded(table.title) for table in here]
    named: list[Table] = []
    for table, title in zip(here, titles, strict=True):
        taken = {*titles, *(folded(one.title) for one in named)}
        name, n = table.title, 1
        while folded(name) in taken and titles.count(title) > 1:
            name, n = f"{table.title} ({n})", n + 1
        named.append(table if name == table.title else table.model_copy(update={"title": name}))
    return named


def name_of(game: str, here: Sequence[Table]) -> str:
    """What tells that table from the others at which somebody sits; empty where there is no other."""
    return next((table.title for table in here if table.game.id == game), "") if len(here) > 1 else ""


def is_of_a_table(wish: Wish) -> TypeGuard[LookUp | Slash]:
    """Whether a command is about one table, so that its name may stand behind it."""
    if isinstance(wish, LookUp):
        return wish.what in ("hand", "chain", "players")
    return isinstance(wish, Slash) and wish.name in OF_A_TABLE


def parted(text: str, here: Sequence[Table]) -> tuple[str, Table | None]:
    """The line without the name of a table in it, and that table: `/leave Office yes` is `/leave yes` at the Office."""
    head, *words = text.split() or [""]
    names = {folded(table.title): table for table in here}
    for named, rest in ((words, []), (words[:-1], words[-1:])):
        table, line = names.get(folded(unmarked(" ".join(named)))), " ".join([head, *rest])
        if table is not None and is_of_a_table(understand(line)):  # else it is what somebody says, with a name in it
            return line, table
    return text, None


def meant_by(who: Address, here: Sequence[Table], wish: Wish, replied: str = "") -> list[Table]:
    """The tables that a line in private may mean: that of the reply, else those where it can be carried out.

    Where that is nowhere it is the newest one, which answers why.
    """
    if answered := [table for table in here if table.game.id == replied]:
        return answered
    waiting = [table for table in here if table.game.on_turn == who]
    begun = [table for table in here if table.game.status is not Status.OPEN]
    newest = (begun or list(here))[-1:]
    match wish:
        case Slash(name="leave", words=words) if is_no(words):
            return newest
        case Slash(name="leave") | LookUp(what="players"):
            return list(here)
        case Slash(name="resume"):
            return [table for table in begun if table.game.status is Status.PAUSED] or newest
        case Slash(name="nudge"):
            return [table for table in begun if table.game.due and table.game.on_turn != who] or waiting[:1] or newest
        case LookUp(what="chain"):
            return begun or newest
        case LookUp(what="hand") | Slash(name="start"):
            return waiting or begun or newest
        case Undo():
            return [table for table in here if has_to_undo(who, table)] or waiting[:1] or newest
        case Yes() | Unclear():
            return [table for table in waiting if has_open(wish, table)] or waiting or newest
        case _:
            return waiting or newest


def has_to_undo(who: Address, table: Table) -> bool:
    """Whether that player could take something back there: a step of this turn, or the card they placed last."""
    if table.game.on_turn == who:
        draft = draft_of(table)
        return draft is not None and (draft.step != "hand" or bool(draft.corrections))
    return table.game.last_placer == who and table.game.before is not None


def has_open(wish: Yes | Unclear, table: Table) -> bool:
    """Whether something is open there that a yes answers, or to which such words belong."""
    step = draft.step if (draft := draft_of(table)) else "hand"
    if isinstance(wish, Yes):
        return step in ("preview", "asked", "doubt")
    return step == "preview" or (step == "slot" and number_and_words(wish.text) is not None)


def draft_of(table: Table) -> Draft | None:
    """What the player on turn has chosen so far in this turn, if anything."""
    return table.draft if table.draft and table.draft.turn == table.game.turn else None
