"""How a move comes: a line that was typed or a button that was pressed, and what of the turn that is."""

from pbm.rules.refusals import NotYourTurn
from pbm.service import turn
from pbm.service.asking import Asking
from pbm.service.buttons import read_button
from pbm.service.ports import Commit
from pbm.service.requests import Said
from pbm.service.understand import folded, number_and_words, said, unmarked
from pbm.service.wishes import DoubtIt, Fix, No, Number, Place, Several, Unclear, Undo, Wish, Yes
from pbm.views import answers, prompt
from pbm.views.table import Draft

# What a button is called beside what stands on it, by what it does.
ALSO = {"cards": ("other card", "another card"), "slots": ("other slot", "another slot")}


def pressed_in_words(asking: Asking, wish: Wish) -> Commit | None:
    """What the button does whose label was written, if the present look has one; a doubt counts at once instead."""
    if not (isinstance(wish, Unclear | Fix) and isinstance(asking.request.what, Said)):
        return None
    word = folded(unmarked(asking.request.what.text).rstrip(".!"))
    if word == "back":
        return says_no(asking, turn.draft_of(asking))
    shown = prompt.look(asking.seen_by(asking.who, private=True)).choices
    for choice in (choice for row in shown for choice in row):
        _, _, verb, args = read_button(choice.does)
        if word == folded(choice.label) or word in ALSO.get(verb, ()):
            return press(asking, verb, args)
    return None


def says_no(asking: Asking, draft: Draft) -> Commit | None:
    """No: back to the hand, from whatever was open."""
    if draft.step == "hand":
        return None
    commit = turn.chooses_again(asking)
    if draft.step != "asked":
        return commit
    return commit.model_copy(update={"messages": (*asking.voice.asked(), *commit.messages)})


def does(asking: Asking, wish: Wish) -> Commit | None:
    """Carry out a typed wish of somebody at the table; None for what is no move."""
    game, draft = asking.table.game, turn.draft_of(asking)
    mine = game.on_turn == asking.who
    if mine and asking.request.private and (pressed := pressed_in_words(asking, wish)):
        return pressed
    if mine and draft.step == "preview" and (words := unmarked(words_of(asking, wish))):
        return turn.adds_words(asking, words)
    match wish:
        case Undo():
            return turn.undoes(asking)
        case No(sure=sure):
            # In the group a no may be meant for others: it answers a question, and undoes no choice.
            is_meant = sure or asking.request.private or draft.step in ("asked", "doubt")
            return says_no(asking, draft) if mine and is_meant else None
        case Place() | Several() | Fix() | Number() | DoubtIt() | Yes() if not mine:
            return asking.refuses(NotYourTurn(on_turn=game.on_turn or game.owner))
        case Several(moves_first=moves_first):
            key = "no.one_at_a_time" if moves_first else "no.one_card_a_turn"
            return asking.says(asking.scene.say(key))
        case Place():
            return places_instead(asking, wish, draft)
        case Unclear(text=text) if mine and draft.step == "slot":
            found = number_and_words(text)
            return turn.chooses_slot(asking, *found) if found else None
        case Fix(card=card, to=to):
            return turn.fixes(asking, card, to)
        case DoubtIt(says=says, sure=sure):
            return turn.doubts(asking, says) if sure else turn.asks_doubt(asking)
        case Yes():
            return turn.confirms(asking)
        case Number(n=n):
            return number(asking, n, draft)
        case _:
            return None


def places_instead(asking: Asking, wish: Place, draft: Draft) -> Commit:
    """Card and slot by their numbers, in the middle of choosing: what was begun is not dropped without a word."""
    hand = turn.hand_of(asking)
    if draft.step in ("which", "where"):
        return asking.says(answers.moving_first(asking.scene))
    if draft.step not in ("slot", "preview") or not draft.says or wish.says or draft.card not in hand:
        return turn.places(asking, wish.card, wish.slot, wish.says)
    own = hand.index(draft.card) + 1
    if wish.card != own:
        return asking.says(asking.scene.say("no.words_for_other", n=own))
    return turn.places(asking, wish.card, wish.slot, draft.says)


def words_of(asking: Asking, wish: Wish) -> str:
    """What a line says beside being no move: while a preview is open, these are the words for its card."""
    match wish:
        case Unclear(text=text):
            return text
        case Place() if isinstance(asking.request.what, Said) and not any(map(str.isdigit, asking.request.what.text)):
            return said(asking.request.what.text)
        case No(sure=False) if not asking.request.private:
            return ""
        case DoubtIt(sure=False) | No(sure=False) | Fix(to=None) if isinstance(asking.request.what, Said):
            return said(asking.request.what.text)
        case _:
            return ""


def number(asking: Asking, n: int, draft: Draft) -> Commit:
    """A number alone answers the open question, else it opens the slots for that card."""
    if draft.step == "slot":
        return turn.chooses_slot(asking, n)
    if draft.step == "which":
        return turn.takes_out(asking, n)
    if draft.step == "where":
        return turn.puts_back(asking, n)
    return turn.chooses_card(asking, n)


def press(asking: Asking, verb: str, args: list[str]) -> Commit | None:
    """Carry out a press on a look; None for a verb that is no move."""
    if not all(arg.isdecimal() for arg in args):
        return None
    game = asking.table.game
    if verb != "undo" and game.on_turn and game.on_turn != asking.who:
        return asking.refuses(NotYourTurn(on_turn=game.on_turn))
    match verb, [int(arg) for arg in args]:
        case "card", [n]:
            return turn.chooses_card(asking, n)
        case "slot", [n]:
            return turn.chooses_slot(asking, n)
        case "move_to", [card, slot]:
            return turn.answers_yes(asking, card, slot)
        case "no", []:
            return turn.declines(asking)
        case "page", [n]:
            return turn.turns_page(asking, n)
        case "cards", []:
            return turn.chooses_again(asking)
        case "slots", []:
            return turn.chooses_slot_again(asking)
        case "place", []:
            return turn.confirms(asking)
        case "move", []:
            return turn.opens_moving(asking)
        case "take", [n]:
            return turn.takes_out(asking, n)
        case "put", [n]:
            return turn.puts_back(asking, n)
        case "swap", []:
            return turn.fixes(asking, 1, 2)
        case "undo", []:
            return turn.undoes(asking)
        case "doubt", []:
            return turn.asks_doubt(asking)
        case "turnover", []:
            return turn.confirms(asking)
        case _:
            return None
