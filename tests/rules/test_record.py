"""A game written down, and played again (RULES 10)."""

from typing import Any

import pytest

from pbm.rules.commands import (
    Begin,
    ChangeSettings,
    Command,
    Doubt,
    EndGame,
    Join,
    Leave,
    OpenTable,
    Resume,
    TakeBack,
)
from pbm.rules.dates import Span
from pbm.rules.events import Event, TableOpened
from pbm.rules.game import Correction, Game, Rules, Settings
from pbm.rules.record import IllegalMove, Position, record_of
from pbm.rules.refusals import CardNotInHand, GameIsOver, NotAtTable, NotYourTurn, TurnNotDue
from pbm.rules.tale import tale
from pbm.rules.written import BadRecord
from tests.builders import DATES, ann, ben, cards, carla, deniz, doubts, places, played, time_is_up
from tests.rules.records import a_record, move, position, replayed


def illegal(record: Any) -> tuple[int, object]:
    answer = replayed(record)
    assert isinstance(answer, IllegalMove), answer
    return answer.number, answer.refusal


def test_a_record_without_moves_is_the_position_after_setting_up() -> None:
    """RULES 10: the chain is opened, the owner is on turn, every field is there."""
    assert position(a_record()) == {
        "status": "playing",
        "round": 1,
        "turn": "Ann",
        "direction": 1,
        "chain": ["1500"],
        "hands": {"Ann": ["1000", "1010"], "Bob": ["1100", "1110", "1120"]},
        "stack": ["1901", "1902", "1903", "1904", "1905"],
        "used": [],
        "winner": None,
        "ranking": [],
    }


def test_hands_are_taken_as_given_whatever_deal_says() -> None:
    """RULES 10: two and three cards though nine are dealt."""
    assert position(a_record(rules={"deal": 9}))["hands"]["Ann"] == ["1000", "1010"]


def test_missing_rules_mean_four_two_and_two() -> None:
    """RULES 10: Bob doubts wrongly and draws four; with `doubter_draws` 1 he draws one."""
    moves = move("Ann", "place", card="1000", slot=1), move("Bob", "doubt")

    assert len(position(a_record(*moves))["hands"]["Bob"]) == 7
    assert len(position(a_record(*moves, rules={"doubter_draws": 1}))["hands"]["Bob"]) == 4


def test_retire_after_0_is_never() -> None:
    """RULES 10: Bob misses three turns and is still there."""
    passing = [move("Ann", "place", card="1000", slot=1), move("Bob", "timeout"), move("Ann", "timeout")]
    more = [move("Bob", "resume"), move("Bob", "timeout")]

    assert "Bob" in position(a_record(*passing, *more, rules={"retire_after": 0}))["hands"]


def test_corrections_are_carried_out_before_placing() -> None:
    """RULES 10: the 1500 of the chain goes below the 1000, then Bob's card above both."""
    moves = (
        move("Ann", "place", card="1000", slot=1),
        move("Bob", "place", card="1100", slot=1, corrections=[{"card": "1500", "to": 1}], says="Well."),
    )

    assert position(a_record(*moves))["chain"] == ["1100", "1500", "1000"]


def test_reshuffles_come_from_the_record() -> None:
    """RULES 10: the stack is empty when Bob draws his third card, and the record says what the shuffle gave."""
    moves = move("Ann", "place", card="1000", slot=1), move("Bob", "doubt")
    record = a_record(*moves, stack=["1500", "1901", "1902"], reshuffles=[["1500", "1000"]])

    after = position(record)

    assert after["hands"]["Bob"] == ["1100", "1110", "1120", "1901", "1902", "1500"]
    assert after["chain"] == ["1000"]


def test_whoever_comes_back_joins_under_the_same_name() -> None:
    """RULES 10: Ann leaves three players and comes back with two more than the fullest hand."""
    hands = {"Ann": ["1000"], "Bob": ["1100"], "Cy": ["1010"]}
    stack = [str(year) for year in range(1900, 1920)]
    record = a_record(move("Ann", "leave"), move("Ann", "join"), players=["Ann", "Bob", "Cy"], hands=hands, stack=stack)
    record["cards"] = {card: card for card in [*stack, "1000", "1100", "1010"]}

    assert len(position(record)["hands"]["Ann"]) == 3


@pytest.mark.parametrize(
    ("moves", "number", "refusal"),
    [
        ([move("Bob", "place", card="1100", slot=1)], 1, NotYourTurn(on_turn="Ann")),
        ([move("Ann", "place", card="1000", slot=1), move("Ann", "timeout")], 2, NotYourTurn(on_turn="Bob")),
        ([move("Zoe", "doubt")], 1, NotAtTable()),
        ([move("Zoe", "timeout")], 1, NotAtTable()),
        ([move("Zoe", "end")], 1, NotAtTable()),
        ([move("Ann", "place", card="unknown", slot=1)], 1, CardNotInHand(card="unknown")),
        ([move("Ann", "timeout"), move("Bob", "timeout"), move("Ann", "timeout")], 3, TurnNotDue(due=None)),
        ([move("Ann", "leave"), move("Bob", "leave")], 2, GameIsOver()),
    ],
)
def test_an_illegal_move_is_named_by_its_number(moves: list[Any], number: int, refusal: object) -> None:
    """RULES 10: against the rules, by an unknown player, with an unknown card, after the end; counted from 1."""
    assert illegal(a_record(*moves)) == (number, refusal)


def test_a_game_ended_by_hand_is_a_move_too() -> None:
    """The owner ends it, or an admin who does not play; nobody wins."""
    by_ann, by_an_admin = position(a_record(move("Ann", "end"))), position(a_record({"do": "end"}))

    assert by_ann == by_an_admin
    assert (by_ann["status"], by_ann["winner"], by_ann["ranking"], by_ann["turn"]) == ("over", None, [], None)


def test_a_reshuffle_that_does_not_fit_makes_a_bad_record() -> None:
    """RULES 8.1 and 10: other cards than the used ones, or no list at all, where one is needed."""
    moves = move("Ann", "place", card="1000", slot=1), move("Bob", "doubt")

    other = replayed(a_record(*moves, stack=["1500", "1901"], reshuffles=[["1500", "1901"]]))
    none = replayed(a_record(*moves, stack=["1500", "1901"]))

    assert other == BadRecord("move 2: list 1 of reshuffles is not the used cards of this moment: 1000, 1500")
    assert none == BadRecord("move 2: the used cards are shuffled here, and reshuffles has no list for it")


def test_an_illegal_move_comes_before_a_reshuffle_that_was_never_reached() -> None:
    """RULES 10: what is wrong first is told."""
    assert illegal(a_record(move("Bob", "doubt"), reshuffles=[["1500"]]))[0] == 1


def test_the_tale_is_told_move_by_move() -> None:
    """RULES 10: for people, with the dates of what was turned over, an illegal move as its last line."""
    moves = (
        move("Ann", "place", card="1000", slot=2, says="Dead\ncertain."),
        move("Bob", "doubt", says="Never!"),
        move("Ann", "doubt"),
    )
    answer = replayed(a_record(*moves))
    assert isinstance(answer, IllegalMove)

    assert tale(answer) == (
        "Ann holds 1000, 1010; Bob holds 1100, 1110, 1120. In the stack: 6.",
        "Ann begins a round. The chain: 1500.",
        "It is Ann's turn.",
        '1. Ann places 1000 into slot 2, saying "Dead certain.".',
        "   It is Bob's turn.",
        '2. Bob doubts, saying "Never!": 1500 (1500), 1000 (1000). The chain is wrong.',
        "   Ann draws 1901, 1902.",
        "   Bob begins a round. The chain: 1903.",
        "   It is Bob's turn.",
        "3. An illegal move: it is Bob's turn.",
    )


def a_real_game() -> tuple[Game, tuple[Event, ...]]:
    """A game with everything in it that a record has a move for, and two players called Ann."""
    settings = Settings(rules=Rules(deal=3, placer_draws=3))
    wishes: tuple[Command, ...] = (
        Join(seat=deniz, name="Deniz"),
        Leave(seat=deniz),
        Join(seat=ben, name="Ann"),
        Join(seat=carla, name="Carla"),
        ChangeSettings(seat=ann, settings=settings),
        Begin(seat=ann, cards=cards(*range(1001, 1025)), decks="d1"),
        places(ann, "1001", 1, says="Dead certain."),
        TakeBack(seat=ann),
        places(ann, "1002", 1),
        places(carla, "1007", 1, corrections=(Correction(card="1010", to=1),)),
        Doubt(seat=ben, says="Never!"),
        time_is_up,
        time_is_up,
        time_is_up,
        Resume(seat=carla),
        Leave(seat=ben),
        Join(seat=ben, name="Benjamin"),
        places(ann, "1001", 1),
        doubts(ben),
        EndGame(seat=deniz, admin=True),
    )
    game, events = played(None, OpenTable(game="g1", seat=ann, name="Ann"))
    for wish in wishes:
        game, more = played(game, wish)
        events += more
    return game, events


def test_a_real_game_is_written_down_and_played_again() -> None:
    """RULES 10: names made different, lobby and consequences left out, every wish a move."""
    game, events = a_real_game()

    record = record_of(events, DATES)

    assert record["rules"] == {"deal": 3, "doubter_draws": 4, "placer_draws": 3, "retire_after": 2}
    assert record["players"] == ["Ann", "Ann (2)", "Carla"]
    assert record["hands"]["Ann (2)"] == ["1004", "1005", "1006"]
    assert record["cards"]["1024"] == "1024"
    assert record["reshuffles"] == [["1007", "1010", "1002", "1004", "1005", "1006", "1001", "1014"]]
    assert record["moves"] == [
        move("Ann", "place", card="1001", slot=1, corrections=[], says="Dead certain."),
        move("Ann", "take_back"),
        move("Ann", "place", card="1002", slot=1, corrections=[]),
        move("Carla", "place", card="1007", slot=1, corrections=[{"card": "1010", "to": 1}]),
        move("Ann (2)", "doubt", says="Never!"),
        move("Ann (2)", "timeout"),
        move("Ann", "timeout"),
        move("Carla", "timeout"),
        move("Carla", "resume"),
        move("Ann (2)", "leave"),
        move("Ann (2)", "join"),
        move("Ann", "place", card="1001", slot=1, corrections=[]),
        move("Ann (2)", "doubt"),
        {"do": "end"},
    ]
    again = replayed(record)
    assert isinstance(again, Position)
    assert (again.game.status, again.game.chain, again.game.stack) == (game.status, game.chain, game.stack)
    assert [one.hand for one in again.game.seats] == [one.hand for one in game.seats]


def test_every_kind_of_date_is_written_so_that_it_can_be_read_again() -> None:
    """RULES 1.6: a century and a circa in the chain come back as the same spans."""
    _, events = a_real_game()
    odd = {"1001": Span(-799, -700, unit="century"), "1002": Span(1895, 1905, circa=True)}
    dates = {card: odd.get(card, DATES[card]) for card in cards(*range(1001, 1025))}

    record = record_of(events, dates)

    assert (record["cards"]["1001"], record["cards"]["1002"]) == ("8th century BC", "c. 1900")


def test_a_game_that_has_not_begun_has_no_record() -> None:
    """There is nothing to play again yet."""
    opened = TableOpened(game="g1", seat=ann, name="Ann", settings=Settings())

    with pytest.raises(ValueError, match="not begun"):
        record_of((opened,), DATES)


def test_all_names_in_a_record_are_different() -> None:
    """Three are called Ann, and one is really called Ann (2)."""
    game, events = played(None, OpenTable(game="g1", seat=ann, name="Ann"))
    for wish in (
        Join(seat=ben, name="Ann (2)"),
        Join(seat=carla, name="Ann"),
        Join(seat=deniz, name="Ann"),
        Begin(seat=ann, cards=cards(*range(1001, 1051)), decks="d1"),
    ):
        game, more = played(game, wish)
        events += more

    assert record_of(events, DATES)["players"] == ["Ann", "Ann (2)", "Ann (3)", "Ann (4)"]
