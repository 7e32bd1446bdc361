"""Balance: what a whole series owes its players in old cards, spans, years and sources, and who owes nothing."""

import pytest

from tests.decks_written import HEAD, Written, all_faults


def _whole(dates: list[str], sources: str = "[A book, Another]", head: str = HEAD) -> str:
    """A deck with a card for each date, no two of them alike."""
    cards = [
        f"  - {{id: foo-{number:03}, date: {date}, en: Egg{number} falls., de: Ei{number} fällt., "
        f"note_en: Oh., note_de: Ach., sources: {sources}}}\n"
        for number, date in enumerate(dates, 1)
    ]
    return head + "cards:\n" + "".join(cards)


OLD = [f"{first}th century" for first in range(4, 14)] + [f"AD {year}" for year in range(700, 710)]
LATER = [f"c. {year}" for year in range(1520, 1525)] + [str(year) for year in range(1600, 1675)]


@pytest.mark.parametrize(
    ("dates", "what"),
    [
        (OLD + LATER, []),
        ([*OLD[1:], "c. 1999", *LATER], ["19 of 100 cards end before 1500"]),
        ([*OLD[:-1], "1499", *LATER], []),
        (OLD + LATER[:4] + [str(year) for year in range(1700, 1776)], ["14 of 100 cards have a span"]),
        (OLD + LATER[:-4] + ["1600"] * 3 + ["1601"], []),
        (OLD + LATER[:-4] + ["1600"] * 4, ["5 cards on 1600"]),
        (OLD[:10] + ["11 BC"] * 5 + OLD[15:] + LATER, ["5 cards on 11 BC"]),
        (OLD + LATER[:-11] + [str(1600 + at) for at in range(10)] + ["1620"], []),
        (OLD + LATER[:-11] + [str(1600 + at) for at in range(10)] + ["1600"], ["21 cards in the ten years from 1600"]),
    ],
)
def test_a_whole_series_is_in_balance(written: Written, dates: list[str], what: list[str]) -> None:
    """A fifth before 1500, a seventh with a span, four on a year, twenty on a decade: at the edge, and one beyond."""
    assert [fault.what[: len(what[0])] if what else fault for fault in all_faults([written(_whole(dates))])] == what


def test_a_third_of_a_whole_series_has_two_sources(written: Written) -> None:
    """One source a card is enough for a card, not for a series."""
    (fault,) = all_faults([written(_whole(OLD + LATER, sources="[A book]"))])

    assert (fault.line, fault.what, fault.instead) == (1, "0 of 100 cards have two sources", "one in 3 should")


def test_a_series_may_say_why_it_has_no_old_cards(written: Written) -> None:
    """There was no Game of the Year when there were no boxes to print it on."""
    young = [f"c. {1800 + at}" for at in range(20)] + LATER

    assert all_faults([written(_whole(young, head=HEAD + "  before_1500: Nobody ate.\n"))]) == ()
    assert [fault.what for fault in all_faults([written(_whole(young))])] == ["0 of 100 cards end before 1500"]


def test_a_series_that_is_begun_or_an_own_one_need_not_be_in_balance(written: Written) -> None:
    """A hundred cards make a series whole, and only the game's own are held to its balance."""
    own = _whole(["1999"] * 120, head=HEAD.replace("food", "tea").replace("code: foo", "code: tea")).replace(
        "foo-", "tea-"
    )

    assert all_faults([written(_whole(["1999"] * 99))]) == ()
    assert all_faults([written(own, "tea.yaml")]) == ()
