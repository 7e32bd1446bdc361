"""A turn: placing, correcting, taking back (RULES 4)."""

from datetime import timedelta

import pytest

from pbm.rules.commands import Command, Doubt, Join, PlaceCard, TakeBack
from pbm.rules.events import CardPlaced, CardTakenBack, TurnBegan
from pbm.rules.game import TURN_LASTS, Correction, Status
from pbm.rules.refusals import (
    CardNotInHand,
    NoSuchCorrection,
    NoSuchSlot,
    NotAtTable,
    NotBegun,
    NothingToDoubt,
    NothingToTakeBack,
    NotYourTurn,
    OwnChain,
    TooLateToTakeBack,
    TurnIsOver,
    WordsTooLong,
)
from tests.builders import (
    NOON,
    a_game,
    a_lobby,
    after,
    ann,
    ben,
    cards,
    carla,
    deniz,
    doubts,
    places,
    played,
    refused,
    time_is_up,
)

HOUR = timedelta(hours=1)


def test_a_turn_is_one_card_placed() -> None:
    """RULES 4.1: Ann places one, and it is Ben's turn for a whole day."""
    placed = played(a_game(), places(ann, "1000", 1, says="Dead certain."))

    assert placed.events == (
        CardPlaced(seat=ann, card="1000", slot=1, says="Dead certain.", at=NOON),
        TurnBegan(seat=ben, turn=2, at=NOON, due=NOON + 24 * HOUR),
    )
    assert placed.game.chain == cards(1000, 1500)
    assert placed.game.hand_of(ann) == cards(1010, 1020, 1030)


def test_only_the_player_on_turn_acts() -> None:
    """RULES 4.1: Ben waits for Ann, and a stranger for nothing."""
    assert refused(a_game(), places(ben, "1100", 1)) == NotYourTurn(on_turn=ann)
    assert refused(a_game(), doubts(ben)) == NotYourTurn(on_turn=ann)
    assert refused(a_game(), places(deniz, "1100", 1)) == NotAtTable()


def test_a_late_press_changes_nothing() -> None:
    """Ann presses yesterday's button, and so does Ben."""
    game = a_game(turn=12)

    assert refused(game, PlaceCard(seat=ann, turn=11, card="1000", slot=1)) == TurnIsOver()
    assert refused(game, Doubt(seat=ben, turn=11)) == TurnIsOver()


def test_only_a_card_in_hand_can_be_placed() -> None:
    """RULES 4.1: the 1100 is Ben's."""
    assert refused(a_game(), places(ann, "1100", 1)) == CardNotInHand(card="1100")


@pytest.mark.parametrize("slot", [0, 3, -1])
def test_a_chain_of_one_has_two_slots(slot: int) -> None:
    """RULES 2.3: above it and below it."""
    assert refused(a_game(), places(ann, "1000", slot)) == NoSuchSlot(slot=slot, slots=2)


def test_corrections_are_carried_out_one_after_the_other_before_placing() -> None:
    """RULES 4.2: the 1700 is taken out and stands at place 1, then the 1600 at place 2; slot 4 is below all of them."""
    game = a_game(chain=cards(1500, 1600, 1700))
    corrections = (Correction(card="1700", to=1), Correction(card="1600", to=2))

    game = after(game, places(ann, "1000", 4, corrections=corrections))

    assert game.chain == cards(1700, 1600, 1500, 1000)


def test_a_card_of_the_chain_may_be_moved_as_often_as_one_likes() -> None:
    """RULES 4.2: there and back again."""
    game = a_game(chain=cards(1500, 1600))
    corrections = (Correction(card="1500", to=2), Correction(card="1500", to=1))

    assert after(game, places(ann, "1000", 2, corrections=corrections)).chain == cards(1500, 1000, 1600)


@pytest.mark.parametrize(("card", "to"), [("1500", 0), ("1500", 3), ("1000", 1)])
def test_only_cards_of_the_chain_are_moved_and_only_within_it(card: str, to: int) -> None:
    """RULES 4.2: place 3 of two, place 0, or a card of the hand are refused, and nothing is placed."""
    game = a_game(chain=cards(1500, 1600))

    no = refused(game, places(ann, "1000", 1, corrections=(Correction(card=card, to=to),)))

    assert no == NoSuchCorrection(card=card, to=to, places=2)


def test_two_hundred_characters_may_be_said() -> None:
    """Two hundred fit on a board, one more does not."""
    assert played(a_game(), places(ann, "1000", 1, says="x" * 200)).events
    assert refused(a_game(), places(ann, "1000", 1, says="x" * 201)) == WordsTooLong(length=201)
    assert refused(a_game(last_placer=carla), Doubt(seat=ann, says="x" * 201)) == WordsTooLong(length=201)


def test_placing_accepts_the_whole_chain() -> None:
    """RULES 4.3: Ann's card is wrong, but Ben placed after it and pays for it."""
    game = after(a_game(), places(ann, "1000", 2), places(ben, "1100", 3), doubts(carla))

    assert [len(game.hand_of(seat)) for seat in (ann, ben, carla)] == [3, 5, 4]


def test_nothing_placed_nothing_doubted() -> None:
    """RULES 4.4: the card that opened the round is nobody's claim."""
    assert refused(a_game(), doubts(ann)) == NothingToDoubt()


def test_nobody_doubts_their_own_chain() -> None:
    """RULES 4.4: Ben and Carla let their turns run out, so Ann's card is still the last one placed."""
    game = after(a_game(), places(ann, "1000", 1), time_is_up, time_is_up)

    assert game.on_turn == ann
    assert refused(game, doubts(ann)) == OwnChain()


def test_somebody_who_let_their_turn_run_out_may_doubt_later() -> None:
    """RULES 4.4: after Ben's time ran out Carla doubts the chain that Ann placed into."""
    game = after(a_game(), places(ann, "1000", 2), time_is_up, doubts(carla))

    assert len(game.hand_of(ann)) == 5


def test_a_card_just_placed_may_be_taken_back() -> None:
    """RULES 4.5: all is as it was, under a new turn number and with the time that was left."""
    begun = a_game(missed={ann: 1}, idle=(ann, carla), last_placer=ben)
    placed = after(begun, places(ann, "1000", 1), now=NOON + 20 * HOUR)

    back = played(placed, TakeBack(seat=ann, turn=2), now=NOON + 22 * HOUR)

    assert back.events == (
        CardTakenBack(seat=ann, card="1000"),
        TurnBegan(seat=ann, turn=3, at=NOON + 22 * HOUR, due=NOON + 26 * HOUR, given=4 * HOUR, lasts=TURN_LASTS),
    )
    time = {"turn_began": NOON + 22 * HOUR, "due": NOON + 26 * HOUR, "given": 4 * HOUR, "lasts": TURN_LASTS}
    changed = {"turn": 3, "moved": NOON + 20 * HOUR, **time}
    assert back.game == begun.model_copy(update=changed)


def test_taking_back_turns_the_direction_back() -> None:
    """RULES 4.5 and 6.1: the reversal has not happened, and may happen later."""
    begun = a_game({ann: cards(1000, 1010, 1020), ben: cards(1100, 1110), carla: cards(1200, 1210)})
    placed = after(begun, places(ann, "1000", 1))

    game = after(placed, TakeBack(seat=ann))

    assert (placed.direction, placed.reversed, placed.on_turn) == (-1, True, carla)
    assert (game.direction, game.reversed, game.on_turn) == (1, False, ann)


def test_taking_back_a_card_that_ended_a_pause_pauses_again() -> None:
    """RULES 4.5 and 9.5: all is as before, so the clock stands still again."""
    paused = a_game(status=Status.PAUSED, due=None)

    placed = after(paused, places(ann, "1000", 1))
    game = after(placed, TakeBack(seat=ann))

    assert (placed.status, placed.due) == (Status.PLAYING, NOON + 24 * HOUR)
    assert (game.status, game.due, game.on_turn) == (Status.PAUSED, None, ann)


def test_a_card_is_taken_back_by_nobody_else() -> None:
    """RULES 4.5: Ben cannot take Ann's card back, Carla placed nothing, a stranger does not sit there."""
    game = after(a_game(), places(ann, "1000", 1))

    assert refused(game, TakeBack(seat=ben)) == NothingToTakeBack()
    assert refused(a_game(), TakeBack(seat=ann)) == NothingToTakeBack()
    assert refused(game, TakeBack(seat=deniz)) == NotAtTable()
    assert refused(a_lobby(ann), TakeBack(seat=ann)) == NotBegun()


def test_a_card_is_taken_back_once() -> None:
    """A second press of the same button is from a turn that is over."""
    game = after(a_game(), places(ann, "1000", 1), TakeBack(seat=ann, turn=2))

    assert refused(game, TakeBack(seat=ann, turn=2)) == TurnIsOver()
    assert refused(game, TakeBack(seat=ann)) == NothingToTakeBack()


@pytest.mark.parametrize("event", [time_is_up, Join(seat=deniz, name="Deniz")])
def test_a_card_stays_once_anything_else_has_happened(event: Command) -> None:
    """RULES 4.5: a time-out or somebody joining is something else."""
    game = after(a_game(), places(ann, "1000", 1), event)

    assert refused(game, TakeBack(seat=ann)) == TooLateToTakeBack()


def test_a_card_stays_once_somebody_has_placed_after_it() -> None:
    """RULES 4.5: Ben has placed, now the last card is his."""
    game = after(a_game(), places(ann, "1000", 1), places(ben, "1100", 2))

    assert refused(game, TakeBack(seat=ann)) == NothingToTakeBack()


def test_a_card_stays_once_it_was_turned_over() -> None:
    """RULES 4.5: Ann went out wrong, the dates are known now."""
    game = after(a_game({ann: cards(1000), ben: cards(1100, 1110)}, chain=cards(1500)), places(ann, "1000", 2))

    assert refused(game, TakeBack(seat=ann)) == NothingToTakeBack()
