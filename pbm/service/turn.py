"""The player on turn: what they choose step by step, and what counts at once."""

from dataclasses import replace

from pbm.rules.commands import Doubt, PlaceCard, TakeBack
from pbm.rules.evolve import corrected
from pbm.rules.game import WORDS_AT_MOST, Correction
from pbm.rules.refusals import NoSuchSlot, NotYourTurn, OwnChain, WordsTooLong
from pbm.rules.values import CardId
from pbm.service.asking import Asking
from pbm.service.ports import Commit
from pbm.service.voice import Voice
from pbm.views import answers, prompt
from pbm.views.messages import Text, joined
from pbm.views.table import Draft


def draft_of(asking: Asking) -> Draft:
    """What the player has chosen so far in this turn; nothing of an earlier one."""
    draft, turn = asking.table.draft, asking.table.game.turn
    return draft if draft and draft.turn == turn else Draft(turn=turn)


def hand_of(asking: Asking) -> tuple[CardId, ...]:
    """The hand of whoever asks."""
    return asking.table.game.hand_of(asking.who)


def chain_of(asking: Asking) -> tuple[CardId, ...]:
    """The chain as it would be passed on."""
    return corrected(asking.table.game.chain, draft_of(asking).corrections)


def shows(asking: Asking, draft: Draft, top: Text | None = None) -> Commit:
    """Keep what was chosen and show where that leads, below a word about it."""
    after = asking.table.model_copy(update={"draft": draft})
    voice = Voice(after, asking.library, asking.now, asking.request)
    look = prompt.look(replace(asking, table=after).seen_by(asking.who, private=True), [top] if top else [])
    return asking.kept(after, messages=[*voice.answer(), *voice.look(asking.who, look, asking.pressed)])


def shows_turn(asking: Asking, top: Text | None = None) -> Commit:
    """The prompt anew, at the step where it was left."""
    look = prompt.look(asking.seen_by(asking.who, private=True), [top] if top else [])
    voice = asking.voice
    return asking.kept(messages=[*voice.answer(), *voice.look(asking.who, look, pressed=False)])


# What counts at once


def places(asking: Asking, card: int, slot: int, says: str, asked: bool = False) -> Commit:
    """Card and slot by their numbers, as they stand in the prompt; a misprint is asked about, not played."""
    game, hand = asking.table.game, hand_of(asking)
    if game.on_turn != asking.who:
        return asking.refuses(NotYourTurn(on_turn=game.on_turn or game.owner))
    slots = len(game.chain) + 1
    if not 1 <= card <= len(hand):
        if 1 <= slot <= len(hand) and 1 <= card <= slots:
            return swapped(asking, card, slot, says)
        return asking.says(answers.no_card(asking.scene, card))
    if not 1 <= slot <= slots:
        return asking.refuses(NoSuchSlot(slot=slot, slots=slots))
    corrections = draft_of(asking).corrections
    command = PlaceCard(
        seat=asking.who, card=hand[card - 1], slot=slot, corrections=corrections, says=says, turn=game.turn
    )
    return settles(asking, command, asked)


def swapped(asking: Asking, card: int, slot: int, says: str) -> Commit:
    """The numbers fit only the other way round: was that meant?"""
    scene = asking.scene
    text = scene.say("no.swapped", n=card, card=slot, slot=card)
    how = scene.say("no.swapped_how", example=f"{slot} {card}")
    return asks(asking, joined([text, how], " "), slot, card, says)


def squeezed(asking: Asking, n: int) -> Commit:
    """`42`: card 4 into slot 2?"""
    card, slot = divmod(n, 10)
    text = asking.scene.say("no.squeezed", card=card, slot=slot, example=f"{card} {slot}")
    return asks(asking, text, card, slot, "")


def asks(asking: Asking, text: Text, card: int, slot: int, says: str) -> Commit:
    """Was that card meant for that slot? A button or a yes places it, with the words that were written."""
    scene, voice = asking.scene, asking.voice
    rows = (
        (scene.choice("card_slot", "move_to", card, slot, card=card, slot=slot),),
        (scene.choice("no", "no"),),
    )
    update = {"step": "asked", "card": hand_of(asking)[card - 1], "slot": slot, "moving": None, "says": says}
    after = asking.table.model_copy(update={"draft": draft_of(asking).model_copy(update=update)})
    return asking.kept(after, messages=voice.asks(text, rows))


def answers_yes(asking: Asking, card: int, slot: int) -> Commit:
    """The button under such a question; it sits on no look, so that what comes of it is a new message."""
    draft, hand = draft_of(asking), hand_of(asking)
    meant = draft.step == "asked" and card <= len(hand) and (draft.card, draft.slot) == (hand[card - 1], slot)
    return places(asking, card, slot, draft.says if meant else "", asked=True)


def settles(asking: Asking, command: PlaceCard, asked: bool) -> Commit:
    """Place a card; a question that was asked about it loses its buttons."""
    if not asked:
        return asking.plays(command)
    return asking.plays(command, pressed=False, also=asking.voice.asked())


def declines(asking: Asking) -> Commit:
    """No: the question loses its buttons, and what it asked about is forgotten."""
    voice, draft = asking.voice, draft_of(asking)
    said = [*voice.answer(), *voice.asked()]
    if draft.step != "asked" or asking.table.game.on_turn != asking.who:
        return asking.kept(messages=said)
    update = {"step": "hand", "card": None, "slot": None, "says": ""}
    return asking.kept(asking.table.model_copy(update={"draft": draft.model_copy(update=update)}), messages=said)


def doubts(asking: Asking, says: str) -> Commit:
    """Doubt at once."""
    return asking.plays(Doubt(seat=asking.who, says=says, turn=asking.table.game.turn))


def takes_back(asking: Asking, turn: int | None = None) -> Commit:
    """Take the card just placed back."""
    return asking.plays(TakeBack(seat=asking.who, turn=turn))


# Choosing step by step


def chooses_card(asking: Asking, n: int) -> Commit:
    """A card of the hand: which slot?"""
    hand = hand_of(asking)
    if not 1 <= n <= len(hand):
        if 10 < n < 100 and 1 <= n // 10 <= len(hand) and 1 <= n % 10 <= len(chain_of(asking)) + 1:
            return squeezed(asking, n)
        return asking.says(answers.no_card(asking.scene, n))
    update = {"step": "slot", "card": hand[n - 1], "slot": None, "moving": None, "page": 0}
    return shows(asking, draft_of(asking).model_copy(update=update))


def chooses_slot(asking: Asking, n: int, says: str = "") -> Commit:
    """A slot for the chosen card, and perhaps words for it: is this right?"""
    draft, slots = draft_of(asking), len(chain_of(asking)) + 1
    if draft.card not in hand_of(asking):
        return chooses_again(asking)
    if not 1 <= n <= slots:
        return asking.refuses(NoSuchSlot(slot=n, slots=slots))
    if len(says) > WORDS_AT_MOST:
        return asking.refuses(WordsTooLong(length=len(says)))
    update = {"step": "preview", "slot": n, "page": 0, "says": says or draft.says}
    return shows(asking, draft.model_copy(update=update))


def chooses_again(asking: Asking) -> Commit:
    """Back to the hand; what was moved stays moved."""
    update = {"step": "hand", "card": None, "slot": None, "moving": None, "says": "", "page": 0}
    return shows(asking, draft_of(asking).model_copy(update=update))


def chooses_slot_again(asking: Asking) -> Commit:
    """Back to the slots of the chosen card."""
    draft = draft_of(asking)
    if draft.card not in hand_of(asking):
        return chooses_again(asking)
    return shows(asking, draft.model_copy(update={"step": "slot", "slot": None, "page": 0}))


def turns_page(asking: Asking, page: int) -> Commit:
    """Other buttons of the same question."""
    return shows(asking, draft_of(asking).model_copy(update={"page": page}))


def confirms(asking: Asking) -> Commit:
    """Yes: what the first button of the open preview or question does."""
    draft = draft_of(asking)
    if draft.step == "doubt":
        return doubts(asking, draft.says)
    if draft.step not in ("preview", "asked") or draft.card is None or draft.slot is None:
        scene = asking.scene
        if answers.open_question(scene).text:
            return asking.says(answers.not_understood(scene))
        return asking.says(scene.say("no.nothing_to_confirm", example=prompt.example(scene)))
    command = PlaceCard(
        seat=asking.who,
        card=draft.card,
        slot=draft.slot,
        corrections=draft.corrections,
        says=draft.says,
        turn=asking.table.game.turn,
    )
    return settles(asking, command, draft.step == "asked")


def adds_words(asking: Asking, says: str) -> Commit:
    """Words for the card in the preview."""
    if len(says) > WORDS_AT_MOST:
        return asking.refuses(WordsTooLong(length=len(says)))
    return shows(asking, draft_of(asking).model_copy(update={"says": says}))


def asks_doubt(asking: Asking) -> Commit:
    """The question before a doubt; refused where a doubt would be."""
    scene = asking.scene
    if not prompt.can_doubt(scene):
        return asking.refuses(OwnChain()) if scene.seen.last_placer else doubts(asking, "")
    update = {"step": "doubt", "card": None, "slot": None, "moving": None, "says": ""}
    return shows(asking, draft_of(asking).model_copy(update=update))


# Moving cards of the chain


def opens_moving(asking: Asking) -> Commit:
    """Which card is in the wrong place?"""
    if len(asking.table.game.chain) < 2:
        return asking.says(answers.bad_fix(asking.scene, 1))
    update = {"step": "which", "card": None, "slot": None, "moving": None, "page": 0}
    return shows(asking, draft_of(asking).model_copy(update=update))


def takes_out(asking: Asking, n: int) -> Commit:
    """Take card `n` of the chain out: where does it go?"""
    chain = chain_of(asking)
    if len(chain) < 2:
        return asking.says(answers.bad_fix(asking.scene, len(chain)))
    if not 1 <= n <= len(chain):
        return asking.says(answers.open_question(asking.scene))
    return shows(asking, draft_of(asking).model_copy(update={"step": "where", "moving": chain[n - 1], "page": 0}))


def puts_back(asking: Asking, to: int) -> Commit:
    """Put the card that was taken out to place `to`."""
    draft, chain = draft_of(asking), chain_of(asking)
    if draft.moving not in chain:
        return chooses_again(asking)
    if not 1 <= to <= len(chain):
        return asking.says(answers.open_question(asking.scene))
    return fixes(asking, chain.index(draft.moving) + 1, to)


def fixes(asking: Asking, card: int | None, to: int | None) -> Commit:
    """Move card `card` of the chain to place `to`, both counted from 1 at the top."""
    chain = chain_of(asking)
    if len(chain) < 2 or card is None or to is None or not (1 <= card <= len(chain) and 1 <= to <= len(chain)):
        return asking.says(answers.bad_fix(asking.scene, len(chain)))
    draft = draft_of(asking)
    moved = Correction(card=chain[card - 1], to=to)
    tried = (*draft.corrections, moved) if card != to else draft.corrections
    update = {"step": "hand", "card": None, "slot": None, "moving": None, "corrections": tried, "page": 0}
    there = asking.seen_by(asking.who, private=True).say("prompt.there_already") if card == to else None
    return shows(asking, draft.model_copy(update=update), there)


def undoes(asking: Asking) -> Commit:
    """Take back the last thing: the open question, then the last move of a chain card, then the placing."""
    game = asking.table.game
    if game.on_turn != asking.who:
        return takes_back(asking)
    draft = draft_of(asking)
    if draft.step != "hand":
        return chooses_again(asking)
    if draft.corrections:
        return shows(asking, draft.model_copy(update={"corrections": draft.corrections[:-1]}))
    return takes_back(asking)
