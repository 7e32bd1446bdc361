"""What is marked in a text, counted in UTF-16 units."""

from __future__ import annotations

import pytest

from pbm.sandbox.entities import checked, found, is_address, units


def nobody(user: int) -> None:
    return None


def test_units_are_those_of_utf_16() -> None:
    """An emoji counts two, a letter one, an umlaut one."""
    assert [units(text) for text in ("", "a", "ü", "🙂", "👩‍👧")] == [0, 1, 1, 2, 5]


def test_a_text_is_trimmed_and_its_marks_move_along() -> None:
    """Blanks at both ends go; what was marked stays marked."""
    text, entities = checked("  \n Hi there \n", [{"type": "bold", "offset": 4, "length": 9}], nobody)

    assert text == "Hi there"
    assert entities == ({"type": "bold", "offset": 0, "length": 8},)


def test_a_text_of_exactly_4096_units_is_taken() -> None:
    """The limit itself is allowed, emoji counting twice."""
    assert units(checked("🙂" * 2048, [], nobody)[0]) == 4096


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("/join now", [("bot_command", 0, 5)]),
        ("🙂 /join@SandboxBot", [("bot_command", 3, 16)]),
        ("either/or", []),
        ("https://t.me/x?start=1, /a", [("url", 0, 22), ("bot_command", 24, 2)]),
        ("ask @ben_beck #fun", [("mention", 4, 9), ("hashtag", 14, 4)]),
        ("4 2", []),
    ],
)
def test_telegram_finds_commands_mentions_and_links_by_itself(text: str, marks: list[tuple[str, int, int]]) -> None:
    """Nobody has to mark them, and what only looks like one is left alone."""
    assert [(one["type"], one["offset"], one["length"]) for one in found(text)] == marks


def test_nothing_is_found_inside_code() -> None:
    """A command shown as code is no command."""
    assert [one["type"] for one in checked("/join", [{"type": "code", "offset": 0, "length": 5}], nobody)[1]] == [
        "code"
    ]


@pytest.mark.parametrize(
    ("url", "good"),
    [
        ("https://t.me/bot?start=x", True),
        ("t.me/bot", True),
        ("tg://user?id=5", True),
        ("http://127.0.0.1:8080/a", True),
        ("not-a-url", False),
        ("ftp://example.org", False),
        ("https://exa mple.org", False),
        ("", False),
    ],
)
def test_an_address_is_what_telegram_takes_for_one(url: str, good: bool) -> None:
    """Web addresses and tg links are, anything else is not."""
    assert is_address(url) is good
