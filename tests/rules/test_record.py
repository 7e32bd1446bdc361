"""A game written down, and played again (RULES 10)."""

import json
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
from pbm.rules.record import IllegalMove, Position, record_of, replay
from pbm.rules.refusals import CardNotInHand, GameIsOver, NotAtTable, NotYourTurn, TurnNotDue
from pbm.rules.tale import tale
from pbm.rules.written import BadRecord
from tests.builders import DATES, ann, ben, cards, carla, deniz, doubts, places, played, time_is_up

THIS_YEAR = 2026


def a_record(*moves: Any, **fields: Any) -> dict[str, Any]:
    """Ann holds 1000 and 1010, Ben 1100, 1110 and 1120; 1500 opens the chain, five more are in the stack."""
    hands = {"Ann": ["1000", "1010"], "Bob": ["1100", "1110", "1120"]}
    stack = ["1500", "1901", "1902", "1903", "1904", "1905"]
    record = {
        "cards": {card: card for card in [*hands["Ann"], *hands["Bob"], *stack]},
        "players": ["Ann", "Bob"],
        "hands": hands,
        "stack": stack,
        "moves": list(moves),
    }
    return {**record, **fields}


def move(player: str, do: str, **fields: Any) -> dict[str, Any]:
    return {"player": player, "do": do, **fields}


def replayed(record: Any) -> Position | IllegalMove | BadRecord:
    return replay(json.dumps(record).encode(), THIS_YEAR)


def position(record: Any) -> dict[str, Any]:
    answer = replayed(record)
    assert isinstance(answer, Position), answer
    return answer.facts()


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


GOOD_MOVE = move("Ann", "place", card="1000", slot=1)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"players": ["Ann"], "hands": {"Ann": ["1000"]}}, "players: 1; a game has 2 to 10"),
        ({"players": [f"P{n}" for n in range(11)]}, "players: 11; a game has 2 to 10"),
        ({"players": ["Ann", "Ann"]}, 'players: "Ann" stands there twice'),
        ({"players": ["Ann", 7]}, "players: each one is a number; it must be a text"),
        ({"players": "Ann, Bob"}, "players is a text; it must be a list"),
        ({"hands": {"Ann": ["1000"]}}, 'hands: "Bob" has none'),
        (
            {"hands": {"Ann": ["1000"], "Bob": ["1100"], "Cy": ["1110"]}},
            'hands: "Cy" is not among the players',
        ),
        ({"hands": {"Ann": ["1000"], "Bob": []}}, 'hands: "Bob" holds no card'),
        ({"hands": {"Ann": ["1000"], "Bob": None}}, "hands: Bob is null; it must be a list"),
        ({"hands": []}, "hands is a list; it must be an object"),
        ({"stack": []}, "stack: empty, so nothing can open the chain"),
        ({"stack": ["1500", True]}, "stack: each card is true or false; it must be a text"),
        ({"stack": ["1500", "1500"]}, 'stack: the card "1500" is there already (stack)'),
        ({"stack": ["1500", "1000"]}, 'stack: the card "1000" is there already (hands: Ann)'),
        ({"stack": ["1500", "mystery"]}, 'stack: the card "mystery" has no date in cards'),
        ({"cards": {"1500": 1500}}, 'cards: the date of "1500" is a number; it must be a text, such as "44 BC"'),
        ({"cards": ["1500"]}, "cards is a list; it must be an object"),
        ({"rules": {"deal": "nine"}}, "rules: deal is a text; it must be a whole number"),
        ({"rules": {"doubter_draws": -1}}, "rules: doubter_draws is -1; it cannot be less than 0"),
        ({"rules": None}, "rules is null; it must be an object"),
        ({"reshuffles": {}}, "reshuffles is an object; it must be a list"),
        ({"reshuffles": ["1500"]}, "reshuffles: list 1 is a text; it must be a list"),
        ({"reshuffles": [["1500"]]}, "reshuffles: 1 more than the game came to"),
        ({"moves": {}}, "moves is an object; it must be a list"),
        ({"moves": [GOOD_MOVE, "doubt"]}, "move 2 is a text; it must be an object"),
        ({"moves": [{"player": "Ann"}]}, "move 1: do is missing"),
        ({"moves": [{"do": "doubt"}]}, "move 1: player is missing"),
        ({"moves": [move("Ann", "wait")]}, None),
        ({"moves": [{"player": None, "do": "end"}]}, "move 1: player is null; it must be a text"),
        ({"moves": [move("Ann", "place", card="1000")]}, "move 1: slot is missing"),
        ({"moves": [move("Ann", "place", slot=1)]}, "move 1: card is missing"),
        ({"moves": [GOOD_MOVE | {"slot": True}]}, "move 1: slot is true or false; it must be a whole number"),
        ({"moves": [GOOD_MOVE | {"slot": 1.0}]}, "move 1: slot is a number; it must be a whole number"),
        ({"moves": [GOOD_MOVE | {"slot": "1"}]}, "move 1: slot is a text; it must be a whole number"),
        ({"moves": [GOOD_MOVE | {"says": 3}]}, "move 1: says is a number; it must be a text"),
        ({"moves": [GOOD_MOVE | {"corrections": {}}]}, "move 1: corrections is an object; it must be a list"),
        ({"moves": [GOOD_MOVE | {"corrections": [{"card": "1500"}]}]}, "move 1, correction 1: to is missing"),
        ({"moves": [move("Zoe", "doubt"), move("Ann", "wait")]}, None),
    ],
)
def test_a_bad_record_says_what_is_wrong_and_where(fields: dict[str, Any], why: str | None) -> None:
    """RULES 10: every fault of the writing, found before a single move is played."""
    answer = replayed(a_record(**fields))

    assert isinstance(answer, BadRecord)
    if why is None:
        assert 'unknown do "wait"' in answer.why
    else:
        assert answer.why == why


@pytest.mark.parametrize("field", ["cards", "players", "hands", "stack", "moves"])
def test_a_record_is_not_complete_without_these(field: str) -> None:
    """RULES 10: only `rules` and `reshuffles` may be missing."""
    record = a_record()
    del record[field]

    assert replayed(record) == BadRecord(f"the record: {field} is missing")


def test_a_date_that_is_refused_makes_a_bad_record() -> None:
    """RULES 10 and 1.5: the message names the card, and a card nobody holds counts as well."""
    record = a_record()
    record["cards"]["another"] = "the year 0"

    answer = replayed(record)

    assert isinstance(answer, BadRecord)
    assert answer.why.startswith('cards: the date of "another" is refused: ')


def test_a_date_later_than_this_year_makes_a_bad_record() -> None:
    """RULES 1.5: the present year is handed in."""
    record = a_record()
    record["cards"]["1500"] = str(THIS_YEAR + 1)

    assert isinstance(replayed(record), BadRecord)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "not JSON: Expecting value, line 1, column 1"),
        (b"[]", "not a JSON object: a record begins with {"),
        (b"null", "not a JSON object: a record begins with {"),
        (b'{"cards": \xff}', "not UTF-8: byte 11 of the file"),
        (b'{"moves": [], "moves": []}', '"moves" stands twice in one object'),
        (b'{"moves": NaN}', "NaN is not a number that JSON knows"),
        (b'{"moves": "\\ud800"}', r"half a character (\ud800 to \udfff) in a text"),
        (b'{"moves": ' + b"9" * 5000 + b"}", "a number that is far too long"),
        (b"[" * 100_000, "not a record: lists within lists without end"),
    ],
)
def test_what_is_not_a_json_object_makes_a_bad_record(text: bytes, why: str) -> None:
    """RULES 10: bytes that are not UTF-8, not JSON, or not an object."""
    assert replay(text, THIS_YEAR) == BadRecord(why)


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


def test_words_of_any_length_may_stand_in_a_record() -> None:
    """How much may be said is a question of boards; RULES 10 knows no limit."""
    assert position(a_record(GOOD_MOVE | {"says": "x" * 1000}))["turn"] == "Bob"


def test_a_byte_order_mark_is_no_fault() -> None:
    """Some editors put one at the beginning of a file in UTF-8."""
    assert isinstance(replay(b"\xef\xbb\xbf" + json.dumps(a_record()).encode(), THIS_YEAR), Position)


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
