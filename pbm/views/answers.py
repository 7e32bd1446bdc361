"""A no in kind words: what is so, and what would have been right."""

from datetime import timedelta
from typing import assert_never

from pbm.rules.game import FEWEST_CARDS_DEALT
from pbm.rules.refusals import (
    AlreadyAtTable,
    AlreadyBegun,
    AlreadyExtended,
    AlreadyVoted,
    AwayTooLong,
    BadHabits,
    BadSettings,
    CardNotInHand,
    GameIsOver,
    GameIsPaused,
    HasPlayedHere,
    MomentPassed,
    NoSuchCorrection,
    NoSuchSlot,
    NotAtTable,
    NotAway,
    NotBegun,
    NothingChanges,
    NothingToDoubt,
    NothingToTakeBack,
    NotInGame,
    NotPaused,
    NotTheOwner,
    NotTimeYet,
    NotVoted,
    NotYourTurn,
    OwnChain,
    OwnSeat,
    Refusal,
    SeatNotFree,
    StillMoving,
    TableClosed,
    TableFull,
    TooFewCards,
    TooFewCardsToJoin,
    TooFewPlayers,
    TooLateToTakeBack,
    TurnIsOver,
    TurnNotDue,
    WordsTooLong,
)
from pbm.views.messages import Text, joined
from pbm.views.prompt import can_doubt, chosen, example, now_chain
from pbm.views.say import count
from pbm.views.scene import Scene


def answer(scene: Scene, refusal: Refusal) -> Text:
    """The sentence for a refusal, to whoever wished for what cannot be."""
    match refusal:
        case NotYourTurn(on_turn=seat):
            key = "no.not_your_turn" if scene.seen.due else "no.not_your_turn_paused"
            return scene.say(key, table=scene.title, who=scene.name(seat), left=scene.left())
        case TurnIsOver() | TurnNotDue():
            return scene.say("no.late")
        case CardNotInHand():
            return scene.say("no.late")  # numbers are looked up before; only a card of an old look comes this far
        case NoSuchSlot(slot=slot, slots=slots):
            return scene.say("no.no_slot_two" if slots == 2 else "no.no_slot", n=slot, last=slots)
        case NoSuchCorrection(places=places):
            return bad_fix(scene, places)
        case WordsTooLong(length=length):
            return scene.say("no.words_too_long", n=length)
        case NothingToDoubt():
            return scene.say("no.nothing_to_doubt", example=example(scene))
        case OwnChain():
            return scene.say("no.own_chain")
        case NothingToTakeBack():
            return scene.say("no.nothing_to_undo")
        case TooLateToTakeBack():
            return scene.say("no.too_late_to_undo")
        case NotAtTable():
            return scene.say("no.not_at_table")
        case AlreadyAtTable():
            return scene.say("no.already_in")
        case TableFull():
            return scene.say("no.full")
        case TableClosed():
            return scene.say("no.late_closed")
        case TooFewCardsToJoin():
            return scene.say("no.late_few")
        case TooFewPlayers():
            return scene.say("no.takes_two")
        case TooFewCards(players=players, needed=needed, there=there):
            fewer = fitting(scene, needed - there)
            cards = scene.cards(scene.seen.settings.rules.deal)
            if fewer is None:
                fewest = scene.cards(FEWEST_CARDS_DEALT)
                return scene.say(
                    "no.too_few_cards_ever", players=players, cards=cards, needed=needed, there=there, fewest=fewest
                )
            return scene.say(
                "no.too_few_cards",
                players=players,
                cards=cards,
                needed=needed,
                there=there,
                missing=needed - there,
                fewer=fewer,
            )
        case NotTheOwner(owner=owner):
            return scene.say("no.not_owner", who=scene.name(owner))
        case BadSettings(field=field, least=least, most=most):
            if field == "retire_after":
                return scene.say("settings.bad_retire")
            if field == "away_days":
                return scene.say("settings.bad_away")
            return scene.say("settings.bad_cards", least=least, most=most)
        case NotBegun():
            return scene.say("no.not_begun", who=scene.name(scene.seen.owner))
        case AlreadyBegun():
            return scene.say("no.already_begun")
        case NotPaused():
            return scene.say("no.not_paused")
        case GameIsOver():
            return scene.say("no.over")
        case NotInGame():
            return scene.say("no.not_in_game")
        case OwnSeat():
            return scene.say("no.own_seat")
        case SeatNotFree():
            return scene.say("no.seat_not_free")
        case HasPlayedHere():
            return scene.say("no.has_played_here")
        case AlreadyVoted(votes=votes, needed=needed):
            return scene.say("no.already_voted", n=votes, needed=needed)
        case NotVoted(whom=whom):
            return scene.say("ask.keeps", who=scene.name(whom))
        case StillMoving(owner=owner, ends_from=ends_from):
            return scene.say("no.still_moving", who=scene.name(owner), when=scene.moment(ends_from))
        case _:
            return _about_time(scene, refusal)


def _about_time(
    scene: Scene,
    refusal: GameIsPaused
    | NothingChanges
    | BadHabits
    | MomentPassed
    | AwayTooLong
    | NotAway
    | AlreadyExtended
    | NotTimeYet,
) -> Text:
    match refusal:
        case GameIsPaused():
            return scene.say("no.paused")
        case NothingChanges():
            return scene.say("no.nothing_changes")
        case BadHabits(field=field):
            return scene.say("no.bad_zone" if field == "zone" else "no.bad_quiet")
        case MomentPassed():
            return scene.say("no.moment_passed")
        case AwayTooLong():
            return _too_long_away(scene, refusal)
        case NotAway():
            return scene.say("no.not_away")
        case AlreadyExtended():
            return scene.say("no.already_extended")
        case NotTimeYet(until=until):
            return scene.say("no.not_time_yet", when=scene.on_day(until))
        case _:
            assert_never(refusal)


def _too_long_away(scene: Scene, refusal: AwayTooLong) -> Text:
    """What is left, in whole days or else hours, so that it is granted when asked for; and the absence that stays."""
    if not refusal.days:
        return scene.say("no.away_none")
    stays = scene.say("no.away_stays", when=scene.moment(refusal.until)) if refusal.until else Text()
    days, hours = refusal.left // timedelta(days=1), refusal.left // timedelta(hours=1)
    if not hours:
        used_up = scene.say("no.away_used_up", days=count(scene.language, "days", refusal.days))
        return joined([used_up, stays])
    left = count(scene.language, "days", days) if days else count(scene.language, "hours", hours)
    return joined([scene.say("no.away_too_long", left=left), stays])


def bad_fix(scene: Scene, cards: int) -> Text:
    """What can be moved, for whoever named a card or a place that is not there."""
    if cards <= 2:
        return scene.say("no.bad_fix_two" if cards == 2 else "no.bad_fix_one")
    return scene.say("no.bad_fix", cards=scene.cards(cards))


def no_card(scene: Scene, n: int) -> Text:
    """Which cards there are, for whoever named one that is not."""
    held = len(scene.seen.hand)
    return scene.say("no.no_card_one" if held == 1 else "no.no_card", n=n, last=held)


def up_to(scene: Scene, last: int) -> Text:
    """The numbers that would answer a question."""
    return scene.say("phrase.one_or_two" if last == 2 else "phrase.one_to", last=last)


def open_question(scene: Scene) -> Text:
    """What the player on turn is asked in the middle of choosing, and how to leave it; empty where nothing is open."""
    draft = scene.draft
    match draft.step if draft else "hand":
        case "slot" if draft:
            return scene.say(
                "look.slot_how", n=chosen(scene, draft)[0], numbers=up_to(scene, len(now_chain(scene)) + 1)
            )
        case "which":
            return scene.say("look.which_how", numbers=up_to(scene, len(now_chain(scene))))
        case "where":
            return scene.say("look.where_how", numbers=up_to(scene, len(now_chain(scene))))
        case "preview":
            return scene.say("look.how_to_place")
        case "doubt":
            return joined([scene.say("look.doubt"), scene.say("look.doubt_how")], " ")
        case _:
            return Text()


def moving_first(scene: Scene) -> Text:
    """No card is placed while one of the chain is about to be moved."""
    return joined([scene.say("no.moving_first"), open_question(scene)], " ")


def not_understood(scene: Scene) -> Text:
    """What would be understood now."""
    if (asked := open_question(scene)).text:
        return joined([scene.say("no.not_got"), asked], " ")
    if scene.seen.my_turn:
        key = "no.unknown_on_turn" if can_doubt(scene) else "no.unknown_on_turn_no_doubt"
        return scene.say(key, example=example(scene))
    if scene.seen.on_turn:
        return scene.say("no.unknown", who=scene.name(scene.seen.on_turn))
    return waits_to_begin(scene)


def waits_to_begin(scene: Scene) -> Text:
    """A table where nothing is dealt yet, to somebody who wrote in private: who begins, and where."""
    key = "no.unknown_lobby_owner" if scene.seen.viewer == scene.seen.owner else "no.unknown_lobby"
    return scene.say(key, table=scene.title, who=scene.name(scene.seen.owner))


def only_text(scene: Scene) -> Text:
    """For a picture, a voice, a sticker."""
    if (asked := open_question(scene)).text:
        return joined([scene.say("no.reads_text"), asked], " ")
    if not scene.seen.my_turn:
        return scene.say("no.only_text_idle")
    return scene.say("no.only_text" if can_doubt(scene) else "no.only_text_no_doubt", example=example(scene))


def fitting(scene: Scene, missing: int) -> int | None:
    """How many cards each would do with so many fewer in all; None where the fewest there can be are still too many."""
    settings, smaller = scene.seen.settings, dict(scene.seen.settings.smaller_hands)
    deal = settings.rules.deal
    hands = [min(deal, smaller.get(seat.id, deal)) for seat in scene.seen.seats]
    fewer = range(deal - 1, FEWEST_CARDS_DEALT - 1, -1)
    return next((n for n in fewer if sum(max(0, held - n) for held in hands) >= missing), None)
