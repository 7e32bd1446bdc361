"""Buttons, and where they lead."""

import pytest

from pbm.telegram.keyboard import keyboard, link
from pbm.views.messages import Choice


@pytest.mark.parametrize(
    ("opens", "leads_to"),
    [
        ("private:g-Ab_1", "https://t.me/ourbot?start=g-Ab_1"),
        ("add", "https://t.me/ourbot?startgroup=true"),
        ("tg:-1000000001234", "https://t.me/c/1234/1"),
        ("tg:-1001234567890", "https://t.me/c/1234567890/1"),
        ("tg:-1001234567890/45", "https://t.me/c/1234567890/45"),
        ("tg:5", "https://t.me/ourbot"),
        ("tg:-1234567", None),
        ("pc:ada", None),
    ],
)
def test_a_choice_leads_where_it_says(opens: str, leads_to: str | None) -> None:
    """Private chats, groups and topics have links; a basic group and a computer player have none."""
    assert link(opens, "ourbot") == leads_to


def test_a_button_without_a_link_is_left_out_and_the_others_stay() -> None:
    """No link leads to a basic group; the row loses that button, and a row of nothing is no row."""
    there = Choice(label="To the table", opens="tg:-77")
    board = keyboard([[Choice(label="Card 1", does="g:1:c:1"), there], [there]], "ourbot")

    assert board is not None
    assert [[button.text for button in row] for row in board.inline_keyboard] == [["Card 1"]]
    assert keyboard([[there]], "ourbot") is None
