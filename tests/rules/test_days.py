"""Days between turns: time-outs, leaving, pauses, joining late (RULES 9)."""

from datetime import timedelta

import pytest

from pbm.rules.commands import Begin, ExpireTurn, Join, Leave, Resume
from pbm.rules.events import (
    GameEnded,
    GamePaused,
    GameResumed,
    OwnerChanged,
    PlayerJoined,
    PlayerLeft,
    TurnBegan,
    TurnPassed,
)
from pbm.rules.game import Rules, Seat, Settings, Status
from pbm.rules.refusals import (
    AlreadyAtTable,
    NotAtTable,
    NotPaused,
    OwnChain,
    TableClosed,
    TableFull,
    TooFewCardsToJoin,
    TurnIsOver,
    TurnNotDue,
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
    only,
    places,
    played,
    refused,
    time_is_up,
)

DAY = timedelta(hours=24)
join = Join(seat=deniz, name="Deniz")


def test_a_turn_that_runs_out_is_passed() -> None:
    """RULES 9.1: no card, no doubt, no penalty; Ben is next, and Carla still answers for the chain."""
    game = a_game(last_placer=carla)

    passed = played(game, ExpireTurn(turn=1), now=NOON + DAY)

    assert passed.events == (
        TurnPassed(seat=ann),
        TurnBegan(seat=ben, turn=2, at=NOON + DAY, due=NOON + 2 * DAY),
    )
    assert (passed.game.chain, passed.game.last_placer) == (game.chain, carla)


def test_a_turn_runs_out_when_it_is_due_and_no_sooner() -> None:
    """An alarm that rings a second early changes nothing."""
    second = timedelta(seconds=1)

    assert refused(a_game(), ExpireTurn(turn=1), now=NOON + DAY - second) == TurnNotDue(due=NOON + DAY)
    assert played(a_game(), ExpireTurn(turn=1), now=NOON + DAY).game.on_turn == ben


def test_an_alarm_that_rings_twice_passes_one_turn() -> None:
    """The second ring means a turn that is over."""
    game = after(a_game(), ExpireTurn(turn=1), now=NOON + DAY)

    assert refused(game, ExpireTurn(turn=1), now=NOON + 3 * DAY) == TurnIsOver()


def test_two_turns_in_a_row_that_ran_out_retire_a_player() -> None:
    """RULES 9.2: Ben missed one before; this one takes him out, and his hand goes to the used cards."""
    passed = played(a_game(on_turn=ben, missed={ben: 1}), time_is_up)

    assert passed.events[:2] == (
        TurnPassed(seat=ben),
        PlayerLeft(seat=ben, cards=cards(1100, 1110, 1120, 1130), retired=True, at=NOON),
    )
    assert (passed.game.on_turn, passed.game.used) == (carla, cards(1100, 1110, 1120, 1130))


def test_placing_forgets_the_turn_that_was_missed() -> None:
    """RULES 9.2: in a row means in a row."""
    game = after(a_game(missed={ann: 1}), places(ann, "1000", 1))

    assert game.sitting(ann).missed == 0


@pytest.mark.parametrize(("retire_after", "retired"), [(5, False), (4, True)])
def test_the_owner_chooses_how_many_turns_may_be_missed(retire_after: int, retired: bool) -> None:
    """RULES 9.2: after three missed turns the fourth retires at 4, and not at 5."""
    game = a_game(rules=Rules(retire_after=retire_after), on_turn=ben, missed={ben: 3})

    assert (after(game, time_is_up).seat(ben) is None) is retired


def test_for_friends_nobody_is_retired() -> None:
    """RULES 9.2: never is never."""
    game = a_game(rules=Rules(retire_after=0), on_turn=ben, missed={ben: 99})

    assert after(game, time_is_up).seat(ben) is not None


def test_a_retired_owner_passes_the_table_on() -> None:
    """Ann is retired; Ben sits next and looks after the table."""
    events = played(a_game(missed={ann: 1}), time_is_up).events

    assert only(OwnerChanged, events).seat == ben


def test_whoever_leaves_puts_the_hand_to_the_used_cards_and_play_passes_on() -> None:
    """RULES 9.3: Ben leaves in his turn, Carla is next."""
    game = after(a_game(on_turn=ben, used=cards(1)), Leave(seat=ben))

    assert (game.used, game.on_turn) == (cards(1, 1100, 1110, 1120, 1130), carla)


def test_leaving_out_of_turn_leaves_the_turn_where_it_is() -> None:
    """RULES 9.3: Carla leaves, it is still Ann's turn, the same one."""
    game = after(a_game(), Leave(seat=carla))

    assert (game.on_turn, game.turn, game.due) == (ann, 1, NOON + DAY)


def test_play_passes_on_backwards_when_it_goes_backwards() -> None:
    """RULES 9.3: after the reversal the one before Ben is Ann."""
    assert after(a_game(on_turn=ben, direction=-1), Leave(seat=ben)).on_turn == ann


def test_nobody_pays_for_the_error_of_one_who_left() -> None:
    """RULES 9.3: Ben placed last and left; the chain is wrong and nobody draws."""
    game = after(a_game(), places(ann, "1000", 2), places(ben, "1100", 3), Leave(seat=ben), doubts(carla))

    assert [len(one.hand) for one in game.seats] == [3, 4]
    assert game.on_turn == carla


def test_whoever_comes_back_answers_for_the_card_they_placed_last() -> None:
    """RULES 9.3: Ben placed last, left and came back before anybody placed: he pays, and cannot doubt it himself."""
    placed = after(a_game(), places(ann, "1000", 2), places(ben, "1100", 3))
    game = after(placed, Leave(seat=ben), Join(seat=ben, name="Ben"))

    assert len(after(game, doubts(carla)).hand_of(ben)) == len(game.hand_of(ben)) + 2
    assert refused(after(game, time_is_up), doubts(ben)) == OwnChain()


def test_a_wrong_doubt_is_paid_though_the_placer_left() -> None:
    """RULES 9.3: the chain is correct, so Carla draws four."""
    game = after(a_game(), places(ann, "1000", 1), places(ben, "1100", 2))
    game = after(game, Leave(seat=ben), doubts(carla))

    assert len(game.hand_of(carla)) == 8


def test_the_last_one_left_has_won() -> None:
    """RULES 9.4: of two players one leaves."""
    left = played(a_game({ann: cards(1000), ben: cards(1100)}), Leave(seat=ann))

    assert left.events[1:] == (GameEnded(how="last one left", winner=ben, ranking=((ben,),), at=NOON),)
    assert left.game.status is Status.OVER


def test_the_last_one_left_has_won_when_the_other_is_retired() -> None:
    """RULES 9.4: by time-out as well."""
    game = a_game({ann: cards(1000), ben: cards(1100)}, missed={ann: 1})

    assert after(game, time_is_up).winner == ben


def test_once_around_without_a_move_pauses_the_game() -> None:
    """RULES 9.5: all three let a turn run out; nobody is retired by it, all counts begin again, no deadline runs."""
    passed = played(a_game(missed={ann: 1, ben: 1, carla: 1}, idle=(ben, carla)), time_is_up)

    assert passed.events == (
        TurnPassed(seat=ann),
        GamePaused(),
        TurnBegan(seat=ben, turn=2, at=NOON, due=None),
    )
    assert [one.missed for one in passed.game.seats] == [0, 0, 0]
    assert (passed.game.status, passed.game.on_turn, passed.game.due) == (Status.PAUSED, ben, None)


def test_a_move_on_the_way_round_keeps_the_game_going() -> None:
    """RULES 9.5: Ben and Carla ran out, Ann places, Ben runs out: that is not once around."""
    game = after(a_game(idle=(ben, carla)), places(ann, "1000", 1), time_is_up)

    assert (game.status, game.idle) == (Status.PLAYING, (ben,))


def test_who_is_left_when_somebody_goes_may_make_it_once_around() -> None:
    """RULES 9.5: Ann and Ben ran out, Carla leaves: every player still in the game has let a turn run out."""
    game = after(a_game(on_turn=carla, idle=(ann, ben), missed={ann: 1, ben: 1}), Leave(seat=carla))

    assert (game.status, game.on_turn, game.due) == (Status.PAUSED, ann, None)


def test_whoever_came_back_has_let_no_turn_run_out() -> None:
    """RULES 9.5: all three ran out, but Ben has left and come back in between: that is not once around."""
    ran_out = after(a_game(on_turn=ben, idle=(ann,)), time_is_up)

    game = after(ran_out, Leave(seat=ben), Join(seat=ben, name="Ben"), time_is_up)

    assert (game.status, game.on_turn) == (Status.PLAYING, ben)


def test_no_time_runs_out_in_a_pause() -> None:
    """RULES 9.5: there is no deadline to miss."""
    paused = after(a_game(idle=(ben, carla)), time_is_up)

    assert refused(paused, time_is_up, now=NOON + 99 * DAY) == TurnNotDue(due=None)
    assert refused(paused, ExpireTurn(turn=paused.turn), now=NOON + 99 * DAY) == TurnNotDue(due=None)


def test_a_pause_ends_when_the_player_on_turn_places() -> None:
    """RULES 9.5: Ben places, and Carla has a whole day."""
    game = after(a_game(idle=(ben, carla)), time_is_up, places(ben, "1100", 1))

    assert (game.status, game.on_turn, game.due) == (Status.PLAYING, carla, NOON + DAY)


def test_a_pause_ends_when_the_player_on_turn_doubts() -> None:
    """RULES 9.5: Ben doubts the chain of Carla, who placed last."""
    game = after(a_game(idle=(ben, carla), last_placer=carla), time_is_up, doubts(ben))

    assert (game.status, game.on_turn, game.due) == (Status.PLAYING, ben, NOON + DAY)


def test_anybody_in_the_game_may_end_the_pause() -> None:
    """RULES 9.5: Carla resumes it; Ben is on turn with the whole time once more."""
    paused = after(a_game(idle=(ben, carla)), time_is_up)

    resumed = played(paused, Resume(seat=carla), now=NOON + 5 * DAY)

    assert resumed.events == (
        GameResumed(seat=carla),
        TurnBegan(seat=ben, turn=3, at=NOON + 5 * DAY, due=NOON + 6 * DAY),
    )
    assert resumed.game.status is Status.PLAYING


def test_after_a_pause_it_takes_a_whole_lap_again() -> None:
    """RULES 9.5: resumed, Ben and Carla run out and the game goes on; with Ann it pauses once more."""
    resumed = after(a_game(idle=(ben, carla)), time_is_up, Resume(seat=ann))

    assert after(resumed, time_is_up, time_is_up).status is Status.PLAYING
    assert after(resumed, time_is_up, time_is_up, time_is_up).status is Status.PAUSED


def test_only_a_pause_can_be_ended_and_only_from_within() -> None:
    """RULES 9.5: nothing is paused, or Deniz does not play."""
    paused = after(a_game(idle=(ben, carla)), time_is_up)

    assert refused(a_game(), Resume(seat=ann)) == NotPaused()
    assert refused(paused, Resume(seat=deniz)) == NotAtTable()


def test_whoever_leaves_in_a_pause_does_not_start_the_clock() -> None:
    """RULES 9.3 and 9.5: Ben was on turn and leaves, Carla is next, without a deadline."""
    game = after(a_game(idle=(ben, carla)), time_is_up, Leave(seat=ben))

    assert (game.status, game.on_turn, game.due) == (Status.PAUSED, carla, None)


def test_whoever_joins_late_is_dealt_as_many_as_the_fullest_hand_and_sits_last() -> None:
    """RULES 9.6: Ben holds three, the most, so Deniz gets three and plays after Carla."""
    game = a_game({ann: cards(1000), ben: cards(1100, 1110, 1120), carla: cards(1200)})

    joined = played(game, join)

    assert joined.events == (PlayerJoined(seat=deniz, name="Deniz", cards=cards(1901, 1902, 1903)),)
    assert [one.id for one in joined.game.seats] == [ann, ben, carla, deniz]
    assert joined.game.stack[0] == "1904"


def test_nobody_joins_as_the_eleventh() -> None:
    """RULES 9.6: ten play."""
    seats = tuple(Seat(id=f"tg:{number}", name="Somebody", hand=cards(number)) for number in range(100, 110))

    assert refused(a_game(seats=seats), join) == TableFull()


def test_nobody_joins_when_fewer_than_six_cards_would_be_left() -> None:
    """RULES 9.6: four are dealt; of ten in stack and used cards six are left, of nine not."""
    assert played(a_game(stack=cards(1, 2, 3, 4, 5), used=cards(6, 7, 8, 9, 10)), join)
    assert refused(a_game(stack=cards(1, 2, 3, 4, 5), used=cards(6, 7, 8, 9)), join) == TooFewCardsToJoin()


def test_nobody_joins_a_closed_table() -> None:
    """RULES 9.6: the owner wants it so; whoever left stays out as well."""
    game = a_game(settings=Settings(closed=True))

    assert refused(game, join) == TableClosed()
    assert refused(after(game, Leave(seat=ben)), Join(seat=ben, name="Ben")) == TableClosed()


def test_whoever_comes_back_is_dealt_two_more() -> None:
    """RULES 9.6: the fullest hand is Ben's four, so Carla gets six."""
    game = after(a_game(), Leave(seat=carla), Join(seat=carla, name="Carla"))

    assert len(game.hand_of(carla)) == 6
    assert game.gone == ()


def test_whoever_comes_back_never_gains_by_it() -> None:
    """RULES 9.6: Ben left with three and the others hold one, so he is dealt five."""
    game = a_game({ann: cards(1000), ben: cards(1100, 1110, 1120), carla: cards(1200)})

    assert len(after(game, Leave(seat=ben), Join(seat=ben, name="Ben")).hand_of(ben)) == 5


def test_whoever_comes_back_needs_enough_cards_too() -> None:
    """RULES 9.6: the six that stay are counted after the two more, Carla's old hand being there again."""
    assert played(after(a_game(stack=cards(*range(1, 9))), Leave(seat=carla)), Join(seat=carla, name="Carla"))
    no = refused(after(a_game(stack=cards(*range(1, 8))), Leave(seat=carla)), Join(seat=carla, name="Carla"))
    assert no == TooFewCardsToJoin()


def test_whoever_left_before_the_start_is_a_newcomer_later() -> None:
    """RULES 9.6: Carla held no card then, so she is dealt as many as anybody, not two more."""
    lobby = after(a_lobby(ann, ben, carla), Leave(seat=carla))

    game = after(lobby, Begin(seat=ann, cards=cards(*range(1001, 1101)), decks="d1"), Join(seat=carla, name="Carla"))

    assert len(game.hand_of(carla)) == 9


def test_nobody_joins_a_game_they_are_in() -> None:
    """Ann plays already."""
    assert refused(a_game(), Join(seat=ann, name="Ann")) == AlreadyAtTable()


def test_joining_in_a_pause_does_not_start_the_clock() -> None:
    """RULES 9.5 and 9.6: Deniz gets his cards, the game stays paused."""
    game = after(a_game(idle=(ben, carla)), time_is_up, join)

    assert (game.status, game.due, len(game.hand_of(deniz))) == (Status.PAUSED, None, 4)
