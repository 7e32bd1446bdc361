"""`pbm decks`: list, cards, show, sample, check."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pbm.cli import app
from pbm.decks import deck, folder, load
from pbm.rules.dates import Language

LANGUAGES: tuple[Language, ...] = ("en", "de")
CARD_KEYS = ["id", "series", "date", "en", "de", "note_en", "note_de", "sources"]

TEA = """\
series:
  id: tea
  code: tea
  en: Tea
  de: Tee
  about_en: Leaves.
  about_de: Blätter.
  colour: "#00aa00"
  sign: "T"
cards:
  - id: tea-001
    date: c. 350 BC
    en: A leaf falls into an emperor's cup.
    de: Dem Kaiser fällt ein Blatt in die Tasse.
    note_en: He drank it.
    note_de: Er trank es.
    sources: [A book]
  - id: tea-002
    withdrawn: It was coffee.
"""


def pbm(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


@pytest.fixture
def tea(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one small deck in it, installed in place of the game's."""
    path = tmp_path / "tea.yaml"
    path.write_text(TEA, encoding="utf-8")
    monkeypatch.setattr(deck, "files", lambda package: tmp_path)
    return path


def test_series_are_listed_in_json(tea: Path) -> None:
    """One line each with exactly four keys; a withdrawn card does not count."""
    answer = pbm("decks", "list", "--json")

    assert [json.loads(line) for line in answer.stdout.splitlines()] == [
        {"id": "tea", "en": "Tea", "de": "Tee", "cards": 1}
    ]


def test_cards_are_listed_in_json(tea: Path) -> None:
    """One line each, with everything there is to know."""
    answer = pbm("decks", "cards", "tea", "--json")
    card = json.loads(answer.stdout)

    assert list(card) == CARD_KEYS
    assert (card["id"], card["date"], card["sources"]) == ("tea-001", "c. 350 BC", ["A book"])


def test_people_read_lists_too(tea: Path) -> None:
    """Without --json: sign, names, counts and dates of the series, and cards with their backs up."""
    assert pbm("decks", "list").stdout == "T tea: Tea / Tee, 1 card, 355–345 BC\n  Leaves.\n"
    assert pbm("decks", "cards").stdout == "tea-001  c. 350 BC  A leaf falls into an emperor's cup.\n"


def test_a_series_for_adults_is_listed_as_one(tea: Path) -> None:
    """Whoever chooses a series for a table knows what is in it."""
    tea.write_text(TEA.replace('sign: "T"', 'sign: "T"\n  adults: true'), encoding="utf-8")

    assert pbm("decks", "list").stdout.startswith("T tea: Tea / Tee, for adults, 1 card")


def test_a_card_is_shown_with_both_sides_and_its_sources(tea: Path) -> None:
    """In both languages, and under the back of its series."""
    assert pbm("decks", "show", "tea-001").stdout.splitlines() == [
        *("T tea-001: Tea / Tee", "", "A leaf falls into an emperor's cup.", "  c. 350 BC", "  He drank it.", ""),
        *("Dem Kaiser fällt ein Blatt in die Tasse.", "  um 350 v. Chr.", "  Er trank es.", "", "  A book"),
    ]


def test_a_card_that_is_not_there_is_told(tea: Path) -> None:
    """A withdrawn one is not there either."""
    answer = pbm("decks", "show", "tea-002")

    assert answer.exit_code == 2
    assert "there is no card tea-002" in answer.stderr


def test_a_sample_tells_no_date() -> None:
    """Five fronts in both languages; who wants to play with them may look."""
    library = load(this_year=2026)
    shown = pbm("decks", "sample", "food").stdout
    drawn = [card for card in library.of_series("food") if card.id in shown]

    assert len(drawn) == 5
    assert all(card.en in shown and card.de in shown for card in drawn)
    assert not any(card.back(language).date in shown for card in drawn for language in LANGUAGES)


def test_a_sample_of_a_small_series_is_all_of_it(tea: Path) -> None:
    """There may be fewer cards than are drawn; an unknown series is told with those there are."""
    assert pbm("decks", "sample", "tea").stdout.startswith("tea-001  A leaf falls")
    assert "there are tea" in pbm("decks", "sample", "coffee").stderr


def test_a_series_that_is_begun_is_told_to_be(tea: Path) -> None:
    """It can be played, so it is no fault; how far it is, its author may want to know."""
    food = tea.with_name("food.yaml")
    own = {
        "tea\n": "food\n",
        "code: food": "code: foo",
        "tea-": "foo-",
        "Tea": "Food & Drink",
        "Tee": "Essen & Trinken",
    }
    text = TEA
    for here, there in own.items():
        text = text.replace(here, there)
    food.write_text(text, encoding="utf-8")
    answer = pbm("decks", "check", str(food))

    assert answer.exit_code == 0
    assert answer.stdout.splitlines()[0] == f"{food} is begun: 1 of 100 cards."


def test_an_unknown_series_is_told_with_those_there_are(tea: Path) -> None:
    """A mistyped id is a wrong call."""
    answer = pbm("decks", "cards", "coffee")

    assert answer.exit_code == 2
    assert "there is no series coffee; there are tea" in answer.stderr


def test_a_good_deck_is_told_to_be_good(tea: Path) -> None:
    """With counts, and exit status 0; by its name or as the only one installed."""
    for arguments in ((str(tea),), ()):
        answer = pbm("decks", "check", *arguments)
        assert (answer.exit_code, answer.stdout) == (0, "All is well: 1 series, 1 card, no faults.\n")


def test_a_folder_of_decks_is_checked_as_its_files_are(tea: Path) -> None:
    """Whole, beside a file of another, and with what is misnamed in it; one without decks is a fault."""
    answer = pbm("decks", "check", str(tea.parent), str(tea))
    assert answer.stdout.startswith("All is well: 1 series, ")

    other = tea.with_name("cats.yml")
    other.write_text("")
    answer = pbm("decks", "check", str(tea.parent))
    assert answer.stdout.splitlines() == [f"{other}:1: file: the ending is .yaml; rename it to cats.yaml"]
    other.unlink()
    tea.unlink()
    answer = pbm("decks", "check", str(tea.parent))
    assert (answer.exit_code, "no decks there" in answer.stdout) == (1, True)


def test_a_file_with_the_other_ending_is_a_fault(tea: Path) -> None:
    """No game would find it, alone, beside others or checked by its name; a folder without decks is not well."""
    other = tea.with_name("cats.yml")
    other.write_text(TEA.replace("tea", "cat").replace("id: cat\n", "id: cats\n", 1), encoding="utf-8")
    fault = f"{other}:1: file: the ending is .yaml; rename it to cats.yaml"

    for arguments in ((), (str(tea), str(other))):
        answer = pbm("decks", "check", *arguments)
        assert answer.exit_code == 1
        assert answer.stdout.splitlines()[0] == fault
    tea.unlink()
    answer = pbm("decks", "check")
    assert (answer.exit_code, answer.stdout.splitlines()) == (
        1,
        [f"{tea.parent}:1: folder: no decks there; put files such as food.yaml into it", fault],
    )
    assert pbm("decks", "list").stderr == answer.stdout


def test_ids_may_be_written_large(tea: Path) -> None:
    """Nobody has two series whose names differ by that alone."""
    assert pbm("decks", "sample", "Tea").stdout == pbm("decks", "sample", "tea").stdout
    assert pbm("decks", "cards", "TEA").stdout.startswith("tea-001")
    assert pbm("decks", "show", "TEA-001").stdout == pbm("decks", "show", "tea-001").stdout


def test_a_mistyped_series_is_told_with_the_nearest() -> None:
    """Before all of the others, which are many."""
    assert "there is no series fod; food is meant? There are " in " ".join(pbm("decks", "sample", "fod").stderr.split())
    assert "is meant" not in pbm("decks", "sample", "nope").stderr


def test_faults_are_told_line_by_line(tea: Path) -> None:
    """File, line, card, what and what instead; exit status 1."""
    tea.write_text(TEA.replace("c. 350 BC", "c. 4th century BC").replace("Tasse", "grosse Tasse"), encoding="utf-8")
    answer = pbm("decks", "check", str(tea), "no-such.yaml")

    assert answer.exit_code == 1
    assert [line.split(": ")[:2] for line in answer.stdout.splitlines()] == [
        [f"{tea}:12", "tea-001"],
        [f"{tea}:14", "tea-001"],
        ["no-such.yaml:1", "file"],
    ]


def test_faulty_decks_are_not_listed(tea: Path) -> None:
    """Whoever lists them hears of the faults, on stderr, with exit status 1."""
    tea.write_text(TEA.replace("A book", ""), encoding="utf-8")
    answer = pbm("decks", "list", "--json")

    assert (answer.exit_code, answer.stdout) == (1, "")
    assert "tea-001: sources is empty" in answer.stderr


def test_the_installed_decks_are_listed() -> None:
    """As many cards as the list of series promises."""
    series = [json.loads(line) for line in pbm("decks", "list", "--json").stdout.splitlines()]
    cards = [json.loads(line) for line in pbm("decks", "cards", "--json").stdout.splitlines()]

    assert len(series) == len(list(folder().glob("*.yaml"))) > 0
    assert sum(one["cards"] for one in series) == len(cards)


def test_decks_of_an_author_are_those_that_are_looked_at(
    tea: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With PBM_DECKS set, list, cards and check speak of that folder and no other."""
    own = tmp_path / "own"
    own.mkdir()
    (own / "cats.yaml").write_text(TEA.replace("tea", "cat").replace("id: cat\n", "id: cats\n", 1), encoding="utf-8")
    monkeypatch.setenv("PBM_DECKS", str(own))

    assert pbm("decks", "list").stdout.startswith("T cats: Tea / Tee, 1 card")
    assert pbm("decks", "check").exit_code == 0
    (own / "cats.yaml").write_text("nonsense", encoding="utf-8")
    assert pbm("decks", "check").exit_code == 1
