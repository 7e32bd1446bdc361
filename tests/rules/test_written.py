"""A record as it is written: what makes a bad one, and where it says so (RULES 10)."""

import json
from typing import Any

import pytest

from pbm.rules.record import Position, replay
from pbm.rules.written import BadRecord
from tests.rules.records import THIS_YEAR, a_record, move, position, replayed

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


def test_words_of_any_length_may_stand_in_a_record() -> None:
    """How much may be said is a question of boards; RULES 10 knows no limit."""
    assert position(a_record(GOOD_MOVE | {"says": "x" * 1000}))["turn"] == "Bob"


def test_a_byte_order_mark_is_no_fault() -> None:
    """Some editors put one at the beginning of a file in UTF-8."""
    assert isinstance(replay(b"\xef\xbb\xbf" + json.dumps(a_record()).encode(), THIS_YEAR), Position)
