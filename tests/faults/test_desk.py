"""The desk of a process: what a kill finds in its hands."""

from pathlib import Path

from tests.faults.desk import Desk, lie_on


def test_updates_lie_there_until_the_bot_asks_for_more(tmp_path: Path) -> None:
    """To ask is to confirm; before that, however much has been kept of them, Telegram would send them again."""
    desk = Desk(tmp_path / "bot")
    desk.received(2)
    desk.brought(1)
    desk.brought(-1)
    assert lie_on(tmp_path / "bot") == 2

    desk.polls()
    assert lie_on(tmp_path / "bot") == 0


def test_a_letter_lies_there_until_it_is_settled(tmp_path: Path) -> None:
    """One of each line at a time; settling what never lay there changes nothing."""
    desk = Desk(tmp_path / "post")
    desk.taken("tg:1")
    desk.taken("tg:2")
    desk.taken("tg:1")
    desk.settled("tg:3")
    assert lie_on(tmp_path / "post") == 2

    desk.settled("tg:1")
    assert lie_on(tmp_path / "post") == 1


def test_nothing_lies_on_a_desk_that_nobody_has_set_up(tmp_path: Path) -> None:
    """A process that has just begun has nothing in its hands, and neither has the clock."""
    assert lie_on(tmp_path / "clock") == 0
    Desk(tmp_path / "clock")
    assert lie_on(tmp_path / "clock") == 0
