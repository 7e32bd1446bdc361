"""Taking over the seat of somebody who has gone."""

from datetime import timedelta

from pbm.rules.commands import Begin, Join, Kick, Leave, TakeOver
from pbm.rules.events import SeatTakenOver
from pbm.rules.game import Seat, Settings
from pbm.rules.refusals import AlreadyAtTable, HasPlayedHere, NotBegun, SeatNotFree, TableFull, TooFewCardsToJoin
from tests.builders import NOON, a_game, a_lobby, after, ann, ben, cards, carla, deniz, played, refused, time_is_up

DAY = timedelta(days=1)
SECOND = timedelta(seconds=1)
emil = "tg:5"


def takes(of: str, seat: str = deniz) -> TakeOver:
    """Somebody wants that player's seat."""
    return TakeOver(seat=seat, name="Somebody", of=of)


def test_a_seat_is_taken_over_with_as_many_fresh_cards() -> None:
    """Ben left with four; Deniz sits between Ann and Carla, with four from the stack."""
    taken = played(after(a_game(), Leave(seat=ben)), takes(ben))

    fresh = cards(1901, 1902, 1903, 1904)
    assert taken.events == (SeatTakenOver(seat=deniz, name="Somebody", of=ben, cards=fresh),)
    assert [one.id for one in taken.game.seats] == [ann, deniz, carla]
    assert taken.game.hand_of(deniz) == fresh


def test_a_retired_and_a_kicked_player_leave_a_seat_as_well() -> None:
    """Both within the day."""
    retired = after(a_game(on_turn=ben, missed={ben: 1}), time_is_up)
    kicked = after(a_game(), Kick(seat=ann, whom=ben))

    assert after(retired, takes(ben)).seat(deniz)
    assert after(kicked, takes(ben)).seat(deniz)


def test_seats_side_by_side_are_taken_over_in_any_order() -> None:
    """Ben and Carla left; whoever comes first, Emil sits where Ben sat and Deniz where Carla sat."""
    hands = {ann: cards(1000), ben: cards(1100), carla: cards(1200), "tg:9": cards(1300)}
    seats = tuple(Seat(id=seat, name=seat, hand=hand) for seat, hand in hands.items())
    game = after(a_game(seats=seats), Leave(seat=ben), Leave(seat=carla))

    one = after(game, takes(ben, emil), takes(carla, deniz))
    other = after(game, takes(carla, deniz), takes(ben, emil))

    assert [seat.id for seat in one.seats] == [seat.id for seat in other.seats] == [ann, emil, deniz, "tg:9"]


def test_a_seat_is_free_for_one_day() -> None:
    """A second before it is over, and not when it is."""
    game = after(a_game(), Leave(seat=ben))

    assert played(game, takes(ben), now=NOON + DAY - SECOND)
    assert refused(game, takes(ben), now=NOON + DAY) == SeatNotFree(of=ben)


def test_a_seat_is_taken_over_once() -> None:
    """And one that nobody left is not free at all."""
    game = after(a_game(), Leave(seat=ben), takes(ben))

    assert refused(game, takes(ben, emil)) == SeatNotFree(of=ben)
    assert refused(game, takes(carla, emil)) == SeatNotFree(of=carla)


def test_whoever_lost_the_seat_may_still_come_back() -> None:
    """RULES 9.6: last in the order, with two more."""
    game = after(a_game(), Leave(seat=ben), takes(ben), Join(seat=ben, name="Ben"))

    assert [one.id for one in game.seats] == [ann, deniz, carla, ben]
    assert len(game.hand_of(ben)) == 6


def test_whoever_was_in_the_game_comes_back_by_joining() -> None:
    """Else a large hand could be left for a small one."""
    game = after(a_game(), Leave(seat=ben))

    assert refused(game, takes(ben, ben)) == HasPlayedHere()
    assert refused(game, takes(ben, carla)) == AlreadyAtTable()


def test_six_cards_must_be_left() -> None:
    """RULES 9.6: Ben's four are dealt anew; of nine in stack and used cards only five would stay."""
    assert played(after(a_game(stack=cards(1, 2, 3, 4, 5, 6)), Leave(seat=ben)), takes(ben))
    assert refused(after(a_game(stack=cards(1, 2, 3, 4, 5)), Leave(seat=ben)), takes(ben)) == TooFewCardsToJoin()


def test_a_closed_table_grows_no_larger_by_it() -> None:
    """So a seat can be taken over there as well."""
    assert played(after(a_game(settings=Settings(closed=True)), Leave(seat=ben)), takes(ben))


def test_nobody_takes_over_as_the_eleventh() -> None:
    """Somebody else joined in between."""
    seats = tuple(Seat(id=f"tg:{number}", name="Somebody", hand=cards(number)) for number in range(100, 110))
    game = a_game(seats=seats, on_turn="tg:100", stack=cards(*range(1, 30)))

    game = after(game, Leave(seat="tg:105"), Join(seat=emil, name="Emil"))

    assert refused(game, takes("tg:105")) == TableFull()


def test_in_a_lobby_there_is_nothing_to_take_over() -> None:
    """Whoever leaves it has no cards; and once begun, they were never in the game."""
    lobby = after(a_lobby(ann, ben, carla), Leave(seat=carla))
    begun = after(lobby, Begin(seat=ann, cards=cards(*range(1001, 1101)), decks="d1"))

    assert refused(lobby, takes(carla)) == NotBegun()
    assert refused(begun, takes(carla)) == SeatNotFree(of=carla)
