"""A game record as it is written down: read strictly, every fault with what and where (RULES 10)."""

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any, Literal, NamedTuple, get_args

from pbm.rules.dates import Refused, Span, read
from pbm.rules.game import FEWEST_PLAYERS, MOST_PLAYERS, Correction, Rules
from pbm.rules.values import CardId, Value

Do = Literal[
    "place",
    "doubt",
    "take_back",
    "timeout",
    "leave",
    "join",
    "resume",
    "end",
    "pause",
    "away",
    "back",
    "kick",
    "keep",
    "takeover",
]


class BadRecord(NamedTuple):
    """A record that cannot be played as it is written: what is wrong, and where."""

    why: str


class Move(Value):
    """One move of a record; only `end` may lack the player.

    Only `place` has card, slot and corrections, only `kick` and `keep` whom, only `takeover` of.
    """

    player: str | None
    do: Do
    card: CardId = ""
    slot: int = 0
    corrections: tuple[Correction, ...] = ()
    says: str = ""
    whom: str = ""
    of: str = ""


class Record(Value):
    """A game as it is written down: its start and its moves. Players are known by their names."""

    rules: Rules
    dates: tuple[tuple[CardId, Span], ...]
    hands: tuple[tuple[str, tuple[CardId, ...]], ...]  # in seating order, the owner first
    computers: tuple[str, ...]  # those of the players who are nobody that votes
    stack: tuple[CardId, ...]  # top first, before the chain is opened
    reshuffles: tuple[tuple[CardId, ...], ...]  # top first
    moves: tuple[Move, ...]


def read_record(text: bytes, this_year: int) -> Record | BadRecord:
    """Read a record, or say what is wrong with it; a date later than `this_year` is refused (RULES 1.5)."""
    try:
        return _record(_json_object(text), this_year)
    except _Fault as fault:
        return BadRecord(str(fault))


class _Fault(Exception):
    """Something is wrong with the record, and reading it ends here."""


def _json_object(text: bytes) -> dict[str, Any]:
    try:
        content = json.loads(text.decode("utf-8-sig"), object_pairs_hook=_without_doubles, parse_constant=_no_number)
        json.dumps(content, ensure_ascii=False).encode()  # refuses half a character, which UTF-8 cannot carry
    except UnicodeDecodeError as error:
        raise _Fault(f"not UTF-8: byte {error.start + 1} of the file") from None
    except UnicodeEncodeError:
        raise _Fault(r"half a character (\ud800 to \udfff) in a text") from None
    except json.JSONDecodeError as error:
        raise _Fault(f"not JSON: {error.msg}, line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise _Fault("not a record: lists within lists without end") from None
    except ValueError:  # digits beyond what Python converts
        raise _Fault("a number that is far too long") from None
    if not isinstance(content, dict):
        raise _Fault("not a JSON object: a record begins with {")
    return content


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    for key in _doubles(key for key, _ in pairs):
        raise _Fault(f"{_quoted(key)} stands twice in one object")
    return dict(pairs)


def _no_number(constant: str) -> None:
    raise _Fault(f"{constant} is not a number that JSON knows")


def _record(content: dict[str, Any], this_year: int) -> Record:
    rules = _rules(content.get("rules", {}))
    dates = _dates(_object(content, "cards"), this_year)
    players = _players(content)
    hands = _hands(_object(content, "hands"), players)
    stack = _cards(_list(content, "stack"), "stack")
    if not stack:
        raise _Fault("stack: empty, so nothing can open the chain")
    computers = _computers(content.get("computers", []), players)
    _are_all_different([*(("hands: " + name, hand) for name, hand in hands), ("stack", stack)], dates)
    reshuffles = tuple(
        _cards(_is_list(cards, f"reshuffles: list {number}"), f"reshuffles: list {number}")
        for number, cards in enumerate(_is_list(content.get("reshuffles", []), "reshuffles"), start=1)
    )
    moves = tuple(_move(move, f"move {number}") for number, move in enumerate(_list(content, "moves"), start=1))
    return Record(
        rules=rules,
        dates=tuple(dates.items()),
        hands=hands,
        computers=computers,
        stack=stack,
        reshuffles=reshuffles,
        moves=moves,
    )


def _rules(written: Any) -> Rules:
    rules = _is_object(written, "rules")
    known = {field: _number(rules, field, "rules") for field in Rules.model_fields if field in rules}
    for field, value in known.items():
        if value < 0:
            raise _Fault(f"rules: {field} is {value}; it cannot be less than 0")
    return Rules(**known)


def _dates(written: dict[str, Any], this_year: int) -> dict[CardId, Span]:
    dates = {}
    for card, text in written.items():
        if not isinstance(text, str):
            raise _Fault(f'cards: the date of {_quoted(card)} is {_kind(text)}; it must be a text, such as "44 BC"')
        date = read(text, this_year)
        if isinstance(date, Refused):
            raise _Fault(f"cards: the date of {_quoted(card)} is refused: {date.why}")
        dates[card] = date
    return dates


def _players(content: dict[str, Any]) -> tuple[str, ...]:
    players = tuple(_is_text(name, "players: each one") for name in _list(content, "players"))
    if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS:
        raise _Fault(f"players: {len(players)}; a game has {FEWEST_PLAYERS} to {MOST_PLAYERS}")
    for name in _doubles(players):
        raise _Fault(f"players: {_quoted(name)} stands there twice")
    return players


def _computers(written: Any, players: tuple[str, ...]) -> tuple[str, ...]:
    computers = tuple(_is_text(name, "computers: each one") for name in _is_list(written, "computers"))
    for name in computers:
        if name not in players[1:]:
            raise _Fault(f"computers: {_quoted(name)} is not among the players, or is the owner")
    return computers


def _hands(written: dict[str, Any], players: tuple[str, ...]) -> tuple[tuple[str, tuple[CardId, ...]], ...]:
    for name in players:
        if name not in written:
            raise _Fault(f"hands: {_quoted(name)} has none")
    for name in written:
        if name not in players:
            raise _Fault(f"hands: {_quoted(name)} is not among the players")
    hands = tuple((name, _cards(_is_list(written[name], f"hands: {name}"), f"hands: {name}")) for name in players)
    for name, hand in hands:
        if not hand:
            raise _Fault(f"hands: {_quoted(name)} holds no card")
    return hands


def _are_all_different(piles: list[tuple[str, tuple[CardId, ...]]], dates: dict[CardId, Span]) -> None:
    seen: dict[CardId, str] = {}
    for where, cards in piles:
        for card in cards:
            if card in seen:
                raise _Fault(f"{where}: the card {_quoted(card)} is there already ({seen[card]})")
            if card not in dates:
                raise _Fault(f"{where}: the card {_quoted(card)} has no date in cards")
            seen[card] = where


def _move(written: Any, where: str) -> Move:
    move = _is_object(written, where)
    do = _text(move, "do", where)
    if do not in get_args(Do):
        raise _Fault(f"{where}: unknown do {_quoted(do)}; known are {', '.join(get_args(Do))}")
    player = None if do == "end" and "player" not in move else _text(move, "player", where)
    says = _text(move, "says", where) if "says" in move else ""
    if do in ("kick", "keep"):
        return Move.model_validate({"player": player, "do": do, "whom": _text(move, "whom", where), "says": says})
    if do == "takeover":
        return Move(player=player, do="takeover", of=_text(move, "of", where), says=says)
    if do != "place":
        return Move.model_validate({"player": player, "do": do, "says": says})
    corrections = tuple(
        _correction(one, f"{where}, correction {number}")
        for number, one in enumerate(_is_list(move.get("corrections", []), f"{where}: corrections"), start=1)
    )
    card, slot = _text(move, "card", where), _number(move, "slot", where)
    return Move(player=player, do="place", card=card, slot=slot, corrections=corrections, says=says)


def _correction(written: Any, where: str) -> Correction:
    correction = _is_object(written, where)
    return Correction(card=_text(correction, "card", where), to=_number(correction, "to", where))


def _object(content: dict[str, Any], field: str) -> dict[str, Any]:
    return _is_object(_there(content, field, "the record"), field)


def _list(content: dict[str, Any], field: str) -> list[Any]:
    return _is_list(_there(content, field, "the record"), field)


def _text(content: dict[str, Any], field: str, where: str) -> str:
    return _is_text(_there(content, field, where), f"{where}: {field}")


def _number(content: dict[str, Any], field: str, where: str) -> int:
    value = _there(content, field, where)
    if not isinstance(value, int) or isinstance(value, bool):
        raise _Fault(f"{where}: {field} is {_kind(value)}; it must be a whole number")
    return value


def _cards(written: list[Any], where: str) -> tuple[CardId, ...]:
    return tuple(_is_text(card, f"{where}: each card") for card in written)


def _there(content: dict[str, Any], field: str, where: str) -> Any:
    if field not in content:
        raise _Fault(f"{where}: {field} is missing")
    return content[field]


def _is_object(value: Any, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _Fault(f"{where} is {_kind(value)}; it must be an object")
    return value


def _is_list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise _Fault(f"{where} is {_kind(value)}; it must be a list")
    return value


def _is_text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise _Fault(f"{where} is {_kind(value)}; it must be a text")
    return value


def _doubles(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(value for value, times in Counter(values).items() if times > 1)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _kind(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return "a list"
        case _:
            return "an object"
