"""Pauses, going on and kicking: the owner decides at once, the others together."""

from datetime import timedelta

import pytest

from pbm.rules.clock import alarms, time_left
from pbm.rules.commands import ClearTable, Doubt, EndGame, Keep, Kick, Leave, Pause, Resume, TakeBack
from pbm.rules.events import (
    GameEnded,
    GamePaused,
    GameResumed,
    OwnerChanged,
    PlayerLeft,
    TurnBegan,
    Voted,
    VoteTakenBack,
)
from pbm.rules.game import Game, Status
from pbm.rules.refusals import (
    AlreadyBegun,
    AlreadyVoted,
    GameIsPaused,
    NotAtTable,
    NotBegun,
    NotInGame,
    NotTheOwner,
    NotTimeYet,
    NotVoted,
    OwnSeat,
    StillMoving,
    TooLateToTakeBack,
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
    only,
    places,
    played,
    refused,
    time_is_up,
)

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def with_computers(game: Game, *seats: str) -> Game:
    """The same game, where computers sit in those seats."""
    return game.model_copy(
        update={"seats": tuple(one.model_copy(update={"computer": one.id in seats}) for one in game.seats)}
    )


def four() -> Game:
    """Four play; Ann is the owner and on turn."""
    hands = {ann: cards(1000, 1001, 1002), ben: cards(1100, 1101, 1102), carla: cards(1200, 1201), deniz: cards(1300)}
    return a_game(hands)


def test_the_owner_stops_the_clock_and_lets_it_go_on() -> None:
    """With twenty hours left it stops, and with twenty left it goes on, a week later."""
    paused = played(a_game(), Pause(seat=ann), now=NOON + 4 * HOUR)

    assert paused.events == (GamePaused(by=(ann,), time_left=20 * HOUR),)
    assert (paused.game.status, alarms(paused.game)) == (Status.PAUSED, ())
    assert time_left(paused.game, NOON + 5 * DAY) == 20 * HOUR
    on = played(paused.game, Resume(seat=ann), now=NOON + 7 * DAY)
    assert only(GameResumed, on.events) == GameResumed(seat=ann, by=(ann,))
    assert only(TurnBegan, on.events).due == on.game.due == NOON + 7 * DAY + 20 * HOUR


def test_the_others_pause_by_more_than_half() -> None:
    """Of four, two are a half, and three are more."""
    voted = played(four(), Pause(seat=ben))
    two = after(voted.game, Pause(seat=carla))

    assert voted.events == (Voted(seat=ben, wish="pause", votes=1, needed=3),)
    assert two.status is Status.PLAYING
    assert played(two, Pause(seat=deniz)).events[0] == GamePaused(by=(ben, carla, deniz), time_left=DAY)


def test_a_computer_has_no_vote_and_is_not_waited_for() -> None:
    """Ann, Ben and two computers: it takes both people, and one of them against the other."""
    game = with_computers(four(), carla, deniz)

    assert after(game, Kick(seat=ben, whom=ann)).seat(ann) is None
    assert played(game, Kick(seat=ben, whom=deniz)).events == (
        Voted(seat=ben, wish="kick", whom=deniz, votes=1, needed=2),
    )
    assert played(game, Pause(seat=ben)).events == (Voted(seat=ben, wish="pause", votes=1, needed=2),)


@pytest.mark.parametrize("wish", [Kick(seat=carla, whom=ben), Pause(seat=carla)])
def test_what_a_computer_wishes_is_no_vote(wish: Kick | Pause) -> None:
    """A record that somebody wrote may say so; against Ben it would be enough together with Deniz."""
    assert refused(with_computers(four(), carla), wish) == NotTheOwner(owner=ann)


def test_a_computer_looks_after_no_table_while_people_sit_there() -> None:
    """The owner leaves; the computer after her is passed over."""
    assert after(with_computers(four(), ben), Leave(seat=ann)).owner == carla


def test_before_the_start_there_is_no_vote() -> None:
    """The owner alone frees a seat; what is wished in the lobby is no vote in the game."""
    assert refused(a_lobby(ann, ben), Kick(seat=ben, whom=ann)) == NotTheOwner(owner=ann)


def test_a_vote_counts_once() -> None:
    """Ben wishes it a second time."""
    assert refused(after(four(), Pause(seat=ben)), Pause(seat=ben)) == AlreadyVoted(votes=1, needed=3)


def test_a_vote_to_take_somebody_out_can_be_taken_back() -> None:
    """Ben thinks again: Carla's vote is the first one then, and his other wish stays."""
    game = after(four(), Kick(seat=ben, whom=ann), Pause(seat=ben))
    back = played(game, Keep(seat=ben, whom=ann))

    assert back.events == (VoteTakenBack(seat=ben, whom=ann, votes=0, needed=2),)
    assert [one.wish for one in back.game.votes] == ["pause"]
    assert played(back.game, Kick(seat=carla, whom=ann)).events == (
        Voted(seat=carla, wish="kick", whom=ann, votes=1, needed=2),
    )


def test_only_ones_own_vote_can_be_taken_back() -> None:
    """Carla has none, nobody sits there, or it is somebody from outside."""
    game = after(a_game(), Kick(seat=ben, whom=ann))

    assert refused(game, Keep(seat=carla, whom=ann)) == NotVoted(whom=ann)
    assert refused(game, Keep(seat=ben, whom=deniz)) == NotInGame(whom=deniz)
    assert refused(game, Keep(seat=deniz, whom=ann)) == NotAtTable()


def test_a_vote_goes_with_its_player() -> None:
    """Ben has left; of three it takes two that are still there."""
    game = after(four(), Pause(seat=ben), Leave(seat=ben), Pause(seat=carla))

    assert game.status is Status.PLAYING
    assert after(game, Pause(seat=deniz)).status is Status.PAUSED


def test_a_pause_by_hand_ends_by_the_owner_or_by_more_than_half() -> None:
    """Not by whoever happens to be there."""
    paused = after(four(), Pause(seat=ann))

    game = after(paused, Resume(seat=ben), Resume(seat=carla))

    assert game.status is Status.PAUSED
    assert after(game, Resume(seat=deniz)).status is Status.PLAYING


def test_nothing_is_played_in_a_pause_by_hand() -> None:
    """Nor is it paused again; a card before it cannot be taken back after it."""
    paused = after(a_game(), places(ann, "1000", 1), Pause(seat=ann))

    no = GameIsPaused(by=(ann,))
    assert refused(paused, places(ben, "1100", 1)) == no
    assert refused(paused, Doubt(seat=ben)) == no
    assert refused(paused, Pause(seat=ben)) == no
    assert refused(paused, Pause(seat=ann)) == no
    assert refused(paused, TakeBack(seat=ann)) == TooLateToTakeBack()
    assert refused(after(paused, Resume(seat=ann)), TakeBack(seat=ann)) == TooLateToTakeBack()


def test_a_pause_by_hand_forgets_nothing() -> None:
    """RULES 9.2 and 9.5: turns that ran out before it still count."""
    game = after(a_game(on_turn=carla, missed={ben: 1}, idle=(ben,)), Pause(seat=ann), Resume(seat=ann))

    assert (game.sitting(ben).missed, game.idle) == (1, (ben,))


def test_whoever_is_next_after_one_who_left_in_a_pause_has_the_whole_time() -> None:
    """What was kept was Ann's."""
    paused = after(four(), Pause(seat=ann), now=NOON + 20 * HOUR)

    game = after(paused, Leave(seat=ann), Resume(seat=ben), now=NOON + 2 * DAY)

    assert (game.on_turn, game.due) == (ben, NOON + 3 * DAY)


def test_only_a_game_that_has_begun_can_be_paused_and_only_from_within() -> None:
    """The clock of a lobby does not run."""
    assert refused(a_lobby(ann, ben), Pause(seat=ann)) == NotBegun()
    assert refused(a_game(), Pause(seat=deniz)) == NotAtTable()


def test_a_pause_after_a_whole_lap_cannot_be_made_one_by_hand() -> None:
    """RULES 9.5: anybody may end it, and that stays so."""
    paused = after(a_game(idle=(ben, carla)), time_is_up)

    assert refused(paused, Pause(seat=ann)) == GameIsPaused(by=())


def test_the_owner_takes_somebody_out() -> None:
    """The hand goes to the used cards and play passes on, as if Ben had left."""
    kicked = played(a_game(on_turn=ben), Kick(seat=ann, whom=ben))

    assert kicked.events[0] == PlayerLeft(seat=ben, cards=cards(1100, 1110, 1120, 1130), kicked_by=(ann,), at=NOON)
    assert kicked.game.on_turn == carla


def test_the_others_take_somebody_out_by_more_than_half_of_them() -> None:
    """Of the three beside Ann two are more than half; also an owner can be taken out so."""
    kicked = played(after(four(), Kick(seat=ben, whom=ann)), Kick(seat=carla, whom=ann))

    assert only(PlayerLeft, kicked.events).kicked_by == (ben, carla)
    assert only(OwnerChanged, kicked.events).seat == ben


def test_votes_about_different_people_are_different_votes() -> None:
    """One against Ann and one against Deniz take out nobody."""
    game = after(four(), Kick(seat=ben, whom=ann), Kick(seat=carla, whom=deniz))

    assert len(game.seats) == 4


def test_whoever_is_to_be_taken_out_sits_there_and_is_somebody_else() -> None:
    """And whoever wishes it plays."""
    assert refused(a_game(), Kick(seat=ann, whom=deniz)) == NotInGame(whom=deniz)
    assert refused(a_game(), Kick(seat=ann, whom=ann)) == OwnSeat()
    assert refused(a_game(), Kick(seat=deniz, whom=ann)) == NotAtTable()


def test_anybody_in_it_ends_a_game_in_which_nobody_moves() -> None:
    """Seven days after the last card; a second before only the owner, whatever runs out meanwhile."""
    game = after(a_game(), places(ann, "1000", 1), now=NOON + HOUR)
    ends_from = NOON + HOUR + 7 * DAY

    no = refused(game, EndGame(seat=ben), now=ends_from - timedelta(seconds=1))
    assert no == StillMoving(owner=ann, ends_from=ends_from)
    ended = played(game, EndGame(seat=ben), now=ends_from)
    assert ended.events == (GameEnded(how="ended by hand", by=ben, winner=None, ranking=(), at=ends_from),)
    assert refused(game, EndGame(seat=deniz), now=ends_from) == NotTheOwner(owner=ann)


def test_a_doubt_is_a_move_too() -> None:
    """The seven days begin again."""
    game = after(after(a_game(), places(ann, "1000", 1)), Doubt(seat=ben), now=NOON + DAY)

    assert game.moved == NOON + DAY


def test_a_table_that_nobody_begins_is_cleared_after_seven_days() -> None:
    """A word about it comes a day before."""
    lobby = a_lobby(ann, ben).model_copy(update={"opened": NOON})

    assert [(one.kind, one.at) for one in alarms(lobby)] == [("unbegun", NOON + 6 * DAY), ("clear", NOON + 7 * DAY)]
    assert refused(lobby, ClearTable(), now=NOON + 6 * DAY) == NotTimeYet(until=NOON + 7 * DAY)
    assert only(GameEnded, played(lobby, ClearTable(), now=NOON + 7 * DAY).events).how == "never begun"
    assert refused(a_game(), ClearTable(), now=NOON + 7 * DAY) == AlreadyBegun()
