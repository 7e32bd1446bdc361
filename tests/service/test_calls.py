"""What a moment costs: how many calls, which, in what order, and who hears a sound."""

import pytest

from pbm.service.ports import Letter
from tests.service.evening import GROUP, Evening, a_begun_game, a_table, ann, ben, carla, places_right, places_wrong

WHERE = {GROUP: "group", ann: "ann", ben: "ben", carla: "carla"}


def calls(letters: list[Letter]) -> list[str]:
    """Each call in a word: where, what, and whether it rings; sorted by place, for only there order is promised."""
    said = []
    for letter in letters:
        message = letter.message
        edits = message.way in ("edit", "strip") or (message.way == "show" and letter.edits is not None)
        what = "answer" if message.way == "answer" else "off" if message.way == "strip" else "edit" if edits else "new"
        said.append(f"{WHERE[message.to]} {what}{' rings' if message.rings else ''}")
    return sorted(said, key=lambda call: call.split()[0])


def test_a_turn_typed(evening: Evening) -> None:
    """Four: buttons off the prompt, receipt, board, next prompt."""
    evening.says(ann, "1 1")

    assert calls(evening.brought) == ["ann off", "ann new", "ben new rings", "group new"]


def test_a_turn_pressed(evening: Evening) -> None:
    """Four: answer, preview becomes receipt, board, next prompt; on the way two each."""
    for label in ("Card 1", "Slot 1"):
        evening.presses(ann, label)
        assert calls(evening.brought) == ["ann answer", "ann edit"]
    evening.says(ann, "A word.")
    assert calls(evening.brought) == ["ann off", "ann new"]

    evening.presses(ann, "Place it")

    assert calls(evening.brought) == ["ann answer", "ann edit", "ben new rings", "group new"]


def test_a_doubt_pressed(evening: Evening) -> None:
    """Five: answer, question becomes prompt, reveal that rings, board, hand of the one who draws."""
    places_wrong(evening, ann)
    evening.presses(ben, "Doubt")
    assert calls(evening.brought) == ["ben answer", "ben edit"]

    evening.presses(ben, "Turn them over")

    assert calls(evening.brought) == ["ann new", "ben answer", "ben edit", "group new rings", "group new"]


def test_a_doubt_typed(evening: Evening) -> None:
    """Five; one less if the doubter draws."""
    places_wrong(evening, ann)
    evening.says(ben, "doubt")
    assert calls(evening.brought) == ["ann new", "ben off", "ben new", "group new rings", "group new"]

    evening = a_begun_game()
    places_right(evening, ann)
    evening.says(ben, "doubt")
    assert calls(evening.brought) == ["ben off", "ben new", "group new rings", "group new"]


@pytest.mark.parametrize("pressed", [False, True])
def test_the_last_card_in_a_wrong_chain(evening: Evening, pressed: bool) -> None:
    """The placer's hand, answer or buttons off, reveal, board, next prompt."""
    while len(evening.game.hand_of(ann)) > 1 or evening.game.on_turn != ann:
        places_right(evening, evening.game.on_turn or "", len(evening.game.hand_of(evening.game.on_turn or "")))
    if pressed:
        belongs = 1 + sum(card < evening.game.hand_of(ann)[0] for card in evening.game.chain)
        wrong = 1 if belongs > 1 else len(evening.game.chain) + 1
        evening.presses(ann, "Card 1")
        evening.presses(ann, f"Slot {wrong}")
        evening.presses(ann, "Place it")
    else:
        places_wrong(evening, ann)

    mine = ["ann answer", "ann edit"] if pressed else ["ann off", "ann new"]
    next_one = WHERE[evening.game.on_turn or ""]
    assert calls(evening.brought) == sorted(
        [*mine, f"{next_one} new rings", "group new rings", "group new"], key=lambda call: call.split()[0]
    )


def test_time_run_out(evening: Evening) -> None:
    """Three: the old prompt becomes a note, board, next prompt."""
    evening.now += evening.turn_lasts
    letters = evening.rings("due")

    assert calls(letters) == ["ann edit", "ben new rings", "group new"]


def test_join_and_begin() -> None:
    """Join pressed: answer and lobby; begin: answer, buttons off, board, one hand each."""
    evening = a_table(ann, ben, settings=("cards 4",))
    evening.says(carla, "/start")
    evening.presses_in_group(carla, "Join")
    assert calls(evening.brought) == ["carla answer", "group edit"]

    evening.presses_in_group(ann, "Begin")

    assert calls(evening.brought) == [
        "ann answer",
        "ann new rings",
        "ben new rings",
        "carla new rings",
        "group off",
        "group new",
    ]


def test_taken_back(evening: Evening) -> None:
    """Five by the button: answer, receipt becomes prompt, next prompt a note, old board, new board."""
    places_right(evening, ann)

    evening.presses(ann, "Take it back")

    assert calls(evening.brought) == ["ann answer", "ann edit", "ben edit", "group edit", "group new"]


def test_one_sound_for_one_person_a_turn(evening: Evening) -> None:
    """Over a game: of each request's messages at most one rings in a private chat, and one in the group."""
    for turn in range(12):
        if evening.game.on_turn is None:
            break
        on_turn = evening.game.on_turn
        if turn % 5 == 4 and evening.game.last_placer not in (None, on_turn):
            evening.says(on_turn, "doubt")
        else:
            places_right(evening, on_turn)
        loud = [one.message.to for one in evening.brought if one.message.rings]
        assert len([to for to in loud if to != GROUP]) <= 1
        assert loud.count(GROUP) <= 1
        assert len(evening.brought) <= 6
