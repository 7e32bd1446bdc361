"""A whole game for three, from the bot's arrival to the next table: by text alone, and by buttons alone."""

import pytest

from pbm.views.messages import Language
from tests.evenings.conftest import Opens
from tests.evenings.evening import TITLES, Evening
from tests.evenings.transcript import FOLDER, boards
from tests.evenings.ways import ByButtons, ByText, Way


async def whole_game(evening: Evening, way: Way) -> None:
    """Corrections, words, a take-back, right and wrong doubts, the reversal, two openers, two last cards."""
    words = evening.words
    ann, ben, carla = [await evening.person(name, started=False) for name in ("Ann", "Ben", "Carla")]
    await evening.gathers(ann, ben, carla)
    await way.opens(ann)
    await way.joins(ben)
    await way.joins(carla)
    await way.deals_four(ann)
    await way.begins(ann)

    await way.places(ann, 2, 1, words("I was there.", "Ich war dabei."))
    await way.takes_back(ann)
    await evening.hours(1)
    await way.places(ann, 3, 1, words("Dead certain.", "Todsicher."))
    await way.moves(ben, 2, 1)
    await way.undoes_move(ben)
    await way.places(ben, 1, 3)
    await way.doubts(carla)  # rightly: Ann's card, and Ben pays

    await way.places(carla, 1, 2)
    await way.moves(ann, 2, 1)
    await way.places(ann, 2, 1, words("My grandmother knew them.", "Meine Großmutter kannte die beiden."))
    await way.places(carla, 2, 4)  # the other way round
    await way.doubts(ben)  # wrongly: an overlap saves the chain

    await way.places(ben, 1, 1)
    await way.places(ann, 2, 3)
    await way.places(carla, 1, 3)
    await way.places(ben, 2, 5)
    await ann.writes("7 7")  # she holds one card
    await way.doubts(ann)

    await way.swaps(ann)  # she holds one card, and two open the round
    await way.places(ann, 1, 2)  # her last, in a wrong chain
    await way.places(carla, 1, 2, words("And that was that.", "Das war's."))  # her last, in a right one
    await ann.presses("Play again")


def costs_little(evening: Evening) -> None:
    """At most four calls a turn and six a doubt, answers to presses apart; one sound for one person, reveals apart."""
    spent = {"turn": 4, "doubt": 6}
    counted = [act for act in evening.acts if act.kind in spent]
    assert len(counted) > 12
    for act in counted:
        calls = act.calls.total() - act.calls["answerCallbackQuery"]
        assert calls <= spent[act.kind], act
        assert len([chat for chat in act.rings if chat > 0]) <= 1, act
        assert [chat for chat in act.rings if chat < 0] == [evening.group] * (act.kind == "doubt"), act


@pytest.mark.parametrize("language", ["en", "de"])
async def test_a_whole_game_by_text_alone(evening: Opens, language: Language) -> None:
    """From the bot's first word in the group to a winner, and the next table is open."""
    async with evening("by_text", language) as tonight:
        await whole_game(tonight, ByText(tonight))
        costs_little(tonight)


@pytest.mark.parametrize("language", ["en", "de"])
async def test_a_whole_game_by_buttons_alone(evening: Opens, language: Language) -> None:
    """The same game, pressed."""
    async with evening("by_buttons", language) as tonight:
        await whole_game(tonight, ByButtons(tonight))
        costs_little(tonight)


@pytest.mark.parametrize("language", ["en", "de"])
def test_text_and_buttons_give_the_same_boards(language: Language) -> None:
    """Nobody in the group can tell who writes and who presses."""
    written, pressed = (
        boards((FOLDER / "transcripts" / f"{name}.{language}.txt").read_text("utf-8"), TITLES[language])
        for name in ("by_text", "by_buttons")
    )
    first = "The game begins" if language == "en" else "Das Spiel beginnt"
    begun = [next(at for at, board in enumerate(one) if first in board) for one in (written, pressed)]

    assert written[begun[0] :] == pressed[begun[1] :]
    assert len(written[begun[0] :]) > 20
