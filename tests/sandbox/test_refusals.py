"""Every refusal in the table, brought about over HTTP, in Telegram's words."""

from pathlib import Path

import pytest

from pbm.sandbox import refusals
from pbm.sandbox.refusals import REFUSALS
from tests.sandbox.cases import CASES
from tests.sandbox.house import a_house

README = Path(refusals.__file__).parent / "README.md"


@pytest.mark.parametrize("name", REFUSALS)
async def test_telegram_says_no_in_its_own_words(name: str) -> None:
    """What a bot does wrong is refused with the code and the words of the table."""
    async with a_house() as house:
        answer, facts = await CASES[name](house)

    assert not answer["ok"]
    assert answer["error_code"] == REFUSALS[name].code
    assert answer["description"] == REFUSALS[name].description.format(**facts)


def test_every_refusal_is_brought_about_by_a_test() -> None:
    """No line of the table stands there untried, and no test tries what is not in it."""
    assert CASES.keys() == REFUSALS.keys()


def test_every_refusal_names_a_page_of_telegrams_documents() -> None:
    """Each rule can be looked up where Telegram states it."""
    for refusal in REFUSALS.values():
        assert refusal.page.startswith("https://core.telegram.org/bots")
        assert "#" in refusal.page


def test_the_readers_table_is_the_one_the_sandbox_goes_by() -> None:
    """README.md and refusals.py say the same, to the letter."""
    assert refusals.table() in README.read_text(encoding="utf-8")
