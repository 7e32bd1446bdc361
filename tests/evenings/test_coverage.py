"""Every sentence and every command occurs in some transcript."""

import re

import pytest

from pbm.service.understand import COMMANDS
from pbm.telegram.menu import IN_GROUPS, IN_PRIVATE
from pbm.views.messages import Language
from pbm.views.say import catalogue
from tests.evenings.transcript import FOLDER

NEVER_SHOWN = {
    "phrase.forgotten": "it is kept as a name, and shown as one later on: test_people.py",
    "count.turns.one": "turns run out in a row are two at least (RULES 9.2)",
    "reveal.none": "a chain that is turned over has two cards, of which one can always be drawn (RULES 8.2)",
    "prompt.wrong_doubt_none": "as above",
    "hand.drawn_placer_none": "as above",
    "hand.drawn_out_none": "as above",
    "no.not_time_yet": "the alarm of a table that nobody begins looks at the moment before it asks the rules",
}
UP_TO_THE_COMPUTER = "computer.says_"  # which of its lines a computer says is chance; one of them is enough


def shown(language: Language) -> set[str]:
    """The keys of all sentences that the evenings of that language show."""
    files = (FOLDER / "keys").glob(f"*.{language}.txt")
    return {key for file in files for key in file.read_text("utf-8").split()}


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_sentence_is_in_a_transcript(language: Language) -> None:
    """But those that have a reason not to be."""
    keys = shown(language)
    never = {key for key in catalogue(language) if key not in keys and not key.startswith(UP_TO_THE_COMPUTER)}

    assert never <= NEVER_SHOWN.keys()
    assert any(key.startswith(UP_TO_THE_COMPUTER) for key in keys)


def test_what_has_a_reason_not_to_be_shown_is_not() -> None:
    """Not in both languages: in one of them other words may look like it."""
    assert not NEVER_SHOWN.keys() & shown("en") & shown("de")


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_command_is_in_a_transcript(language: Language) -> None:
    """Those of the menus and those that are not in one."""
    texts = "\n".join(file.read_text("utf-8") for file in (FOLDER / "transcripts").glob(f"*.{language}.txt"))
    written = {found.lower() for found in re.findall(r"^\* .*: /([a-z]+)", texts, re.MULTILINE)}

    assert {*COMMANDS, *IN_GROUPS, *IN_PRIVATE} <= written
