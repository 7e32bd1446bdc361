"""Which of their tables somebody means by a line in the private chat."""

import re
from collections.abc import Sequence
from typing import TypeGuard

from pbm.rules.game import Status
from pbm.service.understand import folded, is_no, is_sure, number_and_words, understand, unmarked, without_please
from pbm.service.wishes import DoubtIt, Fix, LookUp, MoreTime, No, Number, Place, Slash, Unclear, Undo, Wish, Yes
from pbm.views.messages import Address
from pbm.views.names import LONGEST_TITLE, clean
from pbm.views.table import Draft, Table

OF_A_TABLE = ("leave", "resume", "nudge")  # commands of a table that are carried out in private too
_ARTICLE = re.compile(r"^(?:(?:at|in|to|for|an|bei|fur|auf)\s+)?(?:(?:the|der|die|das|dem|den|im|am|beim|zum|zur)\s+)?")
NAME_AT_MOST = 25  # words of a line among which the name of a table is looked for


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


def parted(who: Address, text: str, here: Sequence[Table]) -> tuple[str, Table | None]:
    """The line without the name of a table in it, and that table.

    `/leave Office yes` is `/leave yes` at the Office, `Office 3 1` is `3 1` there, and `Office` asks for the hand. A
    name may be longer than it is shown, or only begin so as no other does. Words that somebody may want to say with
    their card stay as they are.
    """
    if is_move(understand(text)):  # nearly every line: no command stands at its head, and no name before it
        return text, None
    return _behind_a_command(who, text, here) or _before_a_move(who, text, here) or (text, None)


def _behind_a_command(who: Address, text: str, here: Sequence[Table]) -> tuple[str, Table] | None:
    head, *words = text.split() or [""]
    answered = is_sure(words[-1]) or is_no(words[-1]) if words else False
    ways = [(words, [], False), (words[:-1], words[-1:], False)]
    if head.startswith("/") or not awaits_words(who, here):
        ways.append((words[:-1], words[-1:], True) if answered else (words, [], True))
    for named, rest, loosely in ways:
        table, line = called(" ".join(named), here, loosely), " ".join([head, *rest])
        if table is not None and is_of_a_table(understand(line)):  # else it is what somebody says, with a name in it
            return line, table
    return None


def _before_a_move(who: Address, text: str, here: Sequence[Table]) -> tuple[str, Table] | None:
    if not isinstance(understand(text), Unclear):
        return None
    words, awaited = text.split(), awaits_words(who, here)
    if not awaited and (table := called(" ".join(words), here)):
        return "hand", table
    fits = is_move if awaited else is_of_a_turn
    places = range(1, min(len(words), NAME_AT_MOST))
    for place in reversed(places):
        table, line = called(" ".join(words[:place]), here), " ".join(words[place:])
        if table and fits(understand(line)) and (not awaited or _is_asked_about(who, understand(line), table, here)):
            return line, table
    if awaited:
        return None
    found: list[tuple[str, Table]] = []
    for place in places:
        table, line = called(" ".join(words[:place]), here, loosely=True), " ".join(words[place:])
        # A doubt cannot be taken back, and at a table called Nordlicht somebody may write: No doubt.
        if table and is_move(understand(line)) and not isinstance(understand(line), DoubtIt):
            found.append((line, table))
    # A number may belong to the name: rather that, or all of it to the move, than a card with a number for its words.
    return next((one for one in found if _is_card_and_slot(understand(one[0]))), next(iter(found), None))


def called(name: str, here: Sequence[Table], loosely: bool = False) -> Table | None:
    """The table of that name; `loosely` also of a name that is cut where it is shown, or of the beginning of one."""
    bare = unmarked(name.rstrip(":,"))
    wanted = folded(bare)
    if not wanted:
        return None
    named = [table for table in here if folded(table.title) == wanted]
    if loosely and not named:
        named = [table for table in here if folded(table.title) == folded(clean(bare, LONGEST_TITLE))]
        named = named or [table for table in here if folded(table.title).startswith(wanted)]
    return named[0] if len(named) == 1 else None


def answers(line: str, here: Sequence[Table], loosely: bool) -> list[Table]:
    """The tables that a line alone may name; `loosely` also with a please, an article, or by the beginning of one."""
    if exactly := called(line, here):
        return [exactly]
    if not loosely:
        return []
    polite = without_please(folded(unmarked(line)).rstrip(".!?,: "))
    names = (polite, _ARTICLE.sub("", polite))
    exact = [table for name in names if (table := called(name, here))]
    return exact[:1] or [table for table in here if any(called(name, [table], loosely=True) for name in names)]


def _is_card_and_slot(wish: Wish) -> bool:
    return isinstance(wish, Place) and not wish.says


def is_of_a_turn(wish: Wish) -> bool:
    """Whether a line belongs to a turn that runs or was just played; where it could to several, it is asked about."""
    return isinstance(wish, Place | Number | Fix | DoubtIt | Yes | No | Undo | MoreTime)


def is_move(wish: Wish) -> bool:
    """Whether the line is all of a move, and not perhaps the beginning of what somebody says with a card."""
    match wish:
        case Place() | Number() | Undo() | Yes() | No() | MoreTime():
            return True
        case DoubtIt(sure=sure):
            return sure
        case Fix(card=card, to=to):
            return card is not None and to is not None
        case _:
            return False


def awaits_words(who: Address, here: Sequence[Table]) -> bool:
    """Whether somebody is at a preview, where whatever they write is said with the card."""
    return any(table.game.on_turn == who and has_open(Unclear(text=""), table) for table in here)


def is_choosing(who: Address, here: Sequence[Table]) -> bool:
    """Whether somebody is in the middle of a turn, where a word alone is about what they are asked."""
    return any(table.game.on_turn == who and has_open(No(), table) for table in here)


def _is_asked_about(who: Address, wish: Wish, table: Table, here: Sequence[Table]) -> bool:
    """Whether that move alone would be asked about, and can be made there: the name is the answer."""
    meant, cards = meant_by(who, here, wish), len(table.game.hand_of(who))
    if isinstance(wish, Place) and not (wish.card <= cards and wish.slot <= len(table.game.chain) + 1):
        return False
    if isinstance(wish, Number) and wish.n > cards:
        return False
    return len(meant) > 1 and table in meant


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
        case Yes() | No():
            return [table for table in waiting if has_open(wish, table)] or waiting[:1] or newest
        case Unclear():
            return [table for table in waiting if has_open(wish, table)] or waiting or newest
        case _:
            return waiting or newest


def has_to_undo(who: Address, table: Table) -> bool:
    """Whether that player could take something back there: a step of this turn, or the card they placed last."""
    if table.game.on_turn == who:
        draft = draft_of(table)
        return draft is not None and (draft.step != "hand" or bool(draft.corrections))
    return table.game.last_placer == who and table.game.before is not None


def has_open(wish: Yes | No | Unclear, table: Table) -> bool:
    """Whether something is open there that a yes or a no answers, or to which such words belong."""
    step = draft.step if (draft := draft_of(table)) else "hand"
    if isinstance(wish, Yes):
        return step in ("preview", "asked", "doubt")
    if isinstance(wish, No):
        return step != "hand"
    return step == "preview" or (step == "slot" and number_and_words(wish.text) is not None)


def draft_of(table: Table) -> Draft | None:
    """What the player on turn has chosen so far in this turn, if anything."""
    return table.draft if table.draft and table.draft.turn == table.game.turn else None
