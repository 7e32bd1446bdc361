"""The prompt: it is your turn. What a player on turn sees, at every step of choosing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from pbm.rules.evolve import corrected
from pbm.rules.game import Status
from pbm.rules.values import CardId
from pbm.views.chain import card_lines, laid, parts, sheet, slotted
from pbm.views.hand import hand_lines
from pbm.views.messages import Choice, Text, joined
from pbm.views.say import Fact, short_forms
from pbm.views.scene import Scene
from pbm.views.table import Draft

LOOK_AT_MOST = 4000  # units: chain and hand beyond this, and the chain goes ahead in messages of its own
WHOLE_PREVIEW_AT_MOST = 12  # cards; above, the preview shows three on either side
NEIGHBOURS = 3
BUTTONS_AT_MOST = 40  # of one kind; more stand on pages
PAGE = 36
LABEL_AT_MOST = {1: 20, 2: 14, 3: 9, 4: 8}  # characters of a label, by how many stand in its row

Rows = tuple[tuple[Choice, ...], ...]


@dataclass(frozen=True)
class Look:
    """What a prompt shows at one moment: silent messages that go ahead, then the text with its choices."""

    ahead: tuple[Text, ...]
    text: Text
    choices: Rows


def can_doubt(scene: Scene) -> bool:
    """Whether doubting is possible for the viewer (RULES 4.4)."""
    return scene.seen.last_placer not in (None, scene.seen.viewer)


def example(scene: Scene) -> str:
    """The example that every prompt gives: the last card, and slot 1; with a single card slot 2."""
    held = len(scene.seen.hand)
    return f"{held} {2 if held == 1 else 1}"


def grid(choices: Sequence[Choice]) -> Rows:
    """Buttons in rows of three, from thirteen on of four; in shorter ones where the labels need more room."""
    wide = 3 if len(choices) <= 12 else 4
    longest = max((len(choice.label) for choice in choices), default=0)
    while wide > 1 and longest > LABEL_AT_MOST[wide]:
        wide -= 1
    return tuple(tuple(choices[at : at + wide]) for at in range(0, len(choices), wide))


def paged(scene: Scene, choices: Sequence[Choice], page: int) -> Rows:
    """The grid, or one page of it with the ways to the others."""
    if len(choices) <= BUTTONS_AT_MOST:
        return grid(choices)
    pages = (len(choices) + PAGE - 1) // PAGE
    page = min(max(page, 0), pages - 1)
    turns = [scene.choice("page_before", "page", page - 1)] if page else []
    turns += [scene.choice("page_after", "page", page + 1)] if page < pages - 1 else []
    return (*grid(choices[page * PAGE : (page + 1) * PAGE]), tuple(turns))


def now_chain(scene: Scene) -> tuple[CardId, ...]:
    """The chain with the corrections that the viewer has tried."""
    return corrected(scene.seen.chain, scene.draft.corrections if scene.draft else ())


def moved_cards(scene: Scene) -> frozenset[CardId]:
    """The cards that the viewer has moved."""
    return frozenset(one.card for one in scene.draft.corrections) if scene.draft else frozenset()


def head(scene: Scene) -> list[Text]:
    """Which table, how long; and what the viewer answers to."""
    seen = scene.seen
    if seen.status is Status.PAUSED or seen.due is None:
        lines = [scene.say("prompt.head_untimed", table=scene.title)]
    else:
        lines = [scene.say("prompt.head", table=scene.title, clock=scene.clock())]
    if seen.last_placer is None:
        lines.append(scene.say("prompt.nobody_placed" if seen.passed else "prompt.you_begin", n=seen.round))
        if seen.round == 1 and len(seen.chain) == 1:
            lines.append(scene.say("prompt.first_card"))
    elif seen.last_placer != seen.viewer:
        who = scene.name(seen.last_placer)
        if seen.last_says:
            lines.append(scene.say("prompt.placed_last_says", who=who, words=scene.quoted(seen.last_says)))
        else:
            lines.append(scene.say("prompt.placed_last", who=who))
    else:
        lines.append(scene.say("no.own_chain"))
    return lines


def footer(scene: Scene) -> Text:
    """How to go on, with an example that would work."""
    held, slot = len(scene.seen.hand), 2 if len(scene.seen.hand) == 1 else 1
    how = scene.say("prompt.how", example=example(scene), card=held, slot=slot)
    if held == 1:
        how = joined([scene.say("prompt.last_card"), how])
    return joined([how, scene.say("prompt.or_doubt")], " ") if can_doubt(scene) else how


def hand_choices(scene: Scene) -> Rows:
    """The cards, and what else can be done; what cannot be done has no button."""
    cards = [scene.choice("card", "card", at, n=at) for at in range(1, len(scene.seen.hand) + 1)]
    seen, draft = scene.seen, scene.draft
    rows: list[tuple[Choice, ...]] = list(paged(scene, cards, draft.page if draft else 0))
    more: list[Choice] = []
    if len(seen.chain) == 2 and seen.last_placer is None:
        rows.insert(0, (scene.choice("swap", "swap"),))
    elif len(seen.chain) > 1:
        more.append(scene.choice("move", "move"))
    if draft and draft.corrections:
        more.append(scene.choice("undo", "undo"))
    doubt = [scene.choice("doubt", "doubt")] if can_doubt(scene) else []
    if len(more) == 2:
        return (*rows, tuple(more), *((tuple(doubt),) if doubt else ()))
    return (*rows, *((tuple(more + doubt),) if more or doubt else ()))


def chain_cards(scene: Scene) -> tuple[str, ...]:
    """The cards of the chain as the viewer would pass it on."""
    return card_lines(scene, now_chain(scene), scene.seen.last_card, moved_cards(scene))


def fits(
    scene: Scene, before: Sequence[Sequence[Text]], cards: tuple[str, ...], after: Sequence[Sequence[Text]]
) -> Look:
    """The cards with their slots, and what stands around them, in one text if that is short enough.

    Else the chain goes ahead in messages of its own, and the hand is last.
    """
    heading = scene.say("chain.heading").marked("bold")
    whole = sheet([*before, [heading, laid(scene.language, cards)], *after], most=LOOK_AT_MOST)
    if len(whole) == 1:
        return Look((), whole[0], ())
    texts = parts(slotted(scene.language, cards))
    ahead = [
        joined([scene.say("chain.part", k=at, n=len(texts)).marked("bold") if at > 1 else heading, text])
        for at, text in enumerate(texts, 1)
    ]
    last = sheet([*before, *after], most=LOOK_AT_MOST)
    return Look((*ahead, *last[:-1]), last[-1], ())


def prompt(scene: Scene, top: Sequence[Text] = ()) -> Look:
    """The prompt, when a card of the hand is to be chosen; `top` is what has just happened to the viewer."""
    before = [list(top), head(scene)] if top else [head(scene)]
    if len(scene.seen.hand) == 1 and len(scene.seen.chain) == 2 and scene.seen.last_placer is None:
        before[-1] = [*before[-1], scene.say("prompt.two_openers")]
    hand = [scene.say("prompt.your_hand").marked("bold"), *hand_lines(scene)]
    moved = [scene.say("prompt.moved")] if moved_cards(scene) else []
    look = fits(scene, before, chain_cards(scene), [hand, [*moved, footer(scene)]])
    return Look(look.ahead, look.text, hand_choices(scene))


def chosen(scene: Scene, draft: Draft) -> tuple[int, str]:
    """The number and the front of the card chosen from the hand."""
    card = draft.card or ""
    return scene.seen.hand.index(card) + 1, scene.front(card)


def is_ahead(scene: Scene) -> bool:
    """Whether the chain went ahead of the prompt in messages of its own, and so need not be shown again."""
    hand = [scene.say("prompt.your_hand"), *hand_lines(scene)]
    return bool(fits(scene, [head(scene)], chain_cards(scene), [hand, [footer(scene)]]).ahead)


def slots_look(scene: Scene, draft: Draft) -> Look:
    """Which slot? The hand is gone from sight, so that only slot numbers are left to choose from."""
    n, front = chosen(scene, draft)
    before = [scene.say("look.card", n=n, card=front), scene.say("look.which_slot")]
    slots = range(1, len(now_chain(scene)) + 2)
    choices = [scene.choice("slot", "slot", at, n=at) for at in slots]
    rows = (*paged(scene, choices, draft.page), (scene.choice("other_card", "cards"),))
    if is_ahead(scene):
        return Look((), joined(before), rows)
    look = fits(scene, [before], chain_cards(scene), [])
    return Look(look.ahead, look.text, rows)


def preview(scene: Scene, draft: Draft) -> Look:
    """Where the card would go, without a number; the words that go with it; what placing it means."""
    _, front = chosen(scene, draft)
    chain, at = now_chain(scene), (draft.slot or 1) - 1
    lines: list[Text] = [Text(text=scene.front(card)) for card in chain]
    lines.insert(at, scene.say("look.yours", card=front).marked("bold"))
    if len(chain) > WHOLE_PREVIEW_AT_MOST:
        lines = lines[max(0, at - NEIGHBOURS) : at + NEIGHBOURS + 1]
    after = []
    if draft.says:
        after.append(scene.say("look.will_say", words=scene.quoted(draft.says)))
    else:
        after.append(scene.say("look.a_word"))
    after.append(scene.say("look.how_to_place"))
    last = []
    if len(scene.seen.hand) == 1:
        n = scene.seen.settings.rules.placer_draws
        last.append(scene.say("look.last_card", n=n, cards=scene.cards(n)))
    text = sheet([[scene.say("look.preview")], lines, last, after], most=LOOK_AT_MOST)
    rows = (
        (scene.choice("place", "place"),),
        (scene.choice("other_slot", "slots"), scene.choice("other_card", "cards")),
    )
    return Look(tuple(text[:-1]), text[-1], rows)


def which_look(scene: Scene, draft: Draft) -> Look:
    """Which card of the chain is in the wrong place?"""
    chain = now_chain(scene)
    shorts = short_forms(scene.language, [scene.front(card) for card in chain])
    lines = [scene.say("look.move_line", n=at, card=short) for at, short in enumerate(shorts, 1)]
    text = sheet([[scene.say("look.which_move"), *lines]], most=LOOK_AT_MOST)
    choices = [scene.choice("number", "take", at, n=at) for at in range(1, len(chain) + 1)]
    return Look(tuple(text[:-1]), text[-1], (*paged(scene, choices, draft.page), (scene.choice("back", "cards"),)))


def where_look(scene: Scene, draft: Draft) -> Look:
    """Where does the card go that was taken out?"""
    card = draft.moving or ""
    others = tuple(one for one in now_chain(scene) if one != card)
    before = [scene.say("look.taken_out", card=scene.front(card)), scene.say("look.where_to")]
    choices = [scene.choice("slot", "put", at, n=at) for at in range(1, len(others) + 2)]
    rows = (*paged(scene, choices, draft.page), (scene.choice("back", "cards"),))
    if is_ahead(scene):
        return Look((), joined(before), rows)
    look = fits(scene, [before], card_lines(scene, others, None, moved_cards(scene)), [])
    return Look(look.ahead, look.text, rows)


def doubt_look(scene: Scene, draft: Draft) -> Look:
    """The question before a doubt: what it costs on both sides, before anything is turned over."""
    rules, placer = scene.seen.settings.rules, scene.seen.last_placer or ""
    facts: dict[str, Fact] = {"placer": rules.placer_draws, "placer_cards": scene.cards(rules.placer_draws)}
    key = "look.doubt_stakes" if scene.seen.sits(placer) else "look.doubt_stakes_left"
    lines = [
        scene.say("look.doubt"),
        scene.say(key, who=scene.name(placer), doubter=rules.doubter_draws, **facts),
    ]
    if draft.corrections:
        lines.append(scene.say("look.doubt_drops"))
    if draft.says:
        lines.append(scene.say("look.will_say", words=scene.quoted(draft.says)))
    lines.append(scene.say("look.doubt_how"))
    return Look((), joined(lines), ((scene.choice("turn_over", "turnover"),), (scene.choice("back", "cards"),)))


def look(scene: Scene, top: Sequence[Text] = ()) -> Look:
    """What the player on turn sees now, at whatever step they are."""
    draft = scene.draft
    if draft is None:
        return prompt(scene, top)
    match draft.step:
        case "hand" | "asked":
            return prompt(scene, top)
        case "slot":
            return slots_look(scene, draft)
        case "preview":
            return preview(scene, draft)
        case "which":
            return which_look(scene, draft)
        case "where":
            return where_look(scene, draft)
        case "doubt":
            return doubt_look(scene, draft)
        case _:
            assert_never(draft.step)
