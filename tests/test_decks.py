"""Decks: what a good one becomes, and one test for every way in which a deck can be wrong."""

import csv
import re
import textwrap
from dataclasses import asdict
from pathlib import Path

import pytest

from pbm.decks import Deck, DeckFault, Fault, folder, load, read_file
from pbm.decks.balance import WHOLE
from pbm.decks.german import misspelt
from pbm.decks.giveaways import giveaways
from pbm.decks.names import THE_THIRTY_ONE
from pbm.rules.cards import Library
from pbm.rules.dates import Language, Span, read
from tests.decks_written import BAKER, COOK, GOOD, HEAD, THIS_YEAR, Written, all_faults


def faults(path: Path) -> tuple[Fault, ...]:
    answer = read_file(path, THIS_YEAR)
    assert not isinstance(answer, Deck)
    return answer


def changed(old: str, new: str) -> str:
    assert GOOD.count(old) == 1, old
    return GOOD.replace(old, new)


def test_a_good_deck_becomes_cards(written: Written) -> None:
    """Every value is plain text, so `no` stays a word; the line of every card is kept."""
    deck = read_file(written(GOOD), THIS_YEAR)

    assert isinstance(deck, Deck)
    baker, cook = deck.cards
    assert baker.back("de").date == "um 1487"
    assert baker.front("en").text == "A baker is fined for selling bread by candlelight."
    assert cook.back("en").note == "no"
    assert cook.series == deck.series.id == "food"
    assert deck.lines == {"foo-001": 11, "foo-002": 20}
    assert all_faults([Path(deck.file)]) == ()


def test_a_front_tells_nothing_of_the_back(written: Written) -> None:
    """Neither date nor note nor source is in what a player may see before the card is turned over."""
    deck = read_file(written(GOOD), THIS_YEAR)

    assert isinstance(deck, Deck)
    assert set(asdict(deck.cards[0].front("en"))) == {"id", "series", "text"}


@pytest.mark.parametrize(
    ("old", "new", "line", "card", "what", "instead"),
    [
        # the head
        ("id: food", "id: drinks", 2, "series", "not the name of the file", "id: food"),
        ("code: foo", "code: fod", 3, "series", "code of food is foo", "code: foo"),
        ("en: Food & Drink", "en: Food", 4, "series", "is Food & Drink, not Food", "en: Food & Drink"),
        ('colour: "#8a4b1f"', "colour: brown", 8, "series", "no colour", "hexadecimal"),
        ('sign: "◆"', 'sign: "◆◆"', 9, "series", "2 characters", "a single one"),
        ('sign: "◆"', 'sign: "◆"\n  adults: "yes"', 10, "series", "adults is 'yes'", "true or false"),
        ('sign: "◆"', 'sign: ""', 9, "series", "sign is empty", "one character"),
        (
            "  about_en: What people",
            "  abuot_en: What people",
            6,
            "series",
            "unknown key abuot_en",
            "about_en is meant?",
        ),
        ("  about_en: What people", "  abuot_en: What people", 1, "series", "about_en is missing", "sentence"),
        ("worüber sie", "worüber sie draussen", 7, "series", "“draussen”", "draußen"),
        # ids
        ("id: foo-001", "id: foo-1", 11, "foo-1", "does not fit the series", "three digits"),
        ("id: foo-001", "id: fob-001", 11, "fob-001", "does not fit the series", "foo-001"),
        ("id: foo-002", "id: foo-001", 20, "foo-001", "the id is taken", "line 11"),
        ("- id: foo-002\n    date", "- date", 20, "card 2", "id is missing", "foo-001"),
        # dates
        ("date: c. 1487", "date: 1490–1487", 12, "foo-001", "“1490–1487” is not a date", "BC?"),
        ("date: c. 1487", "date: before 1487", 12, "foo-001", "“before 1487” is not a date", "the range"),
        ("date: c. 1487", "date: 2999", 12, "foo-001", "present year 2026", "when it happened"),
        ("date: c. 1487", "date:", 12, "foo-001", "date is empty", "1969"),
        # texts
        ("    note_de: Nein.\n", "", 20, "foo-002", "note_de is missing", "in German"),
        ("de: Ein Koch trägt eine Haselmaus zu viel auf.", "de: ' '", 23, "foo-002", "de is empty", "German text"),
        (
            "de: Ein Koch trägt eine Haselmaus zu viel auf.",
            "de: A cook serves one dormouse too many.",
            *(23, "foo-002", "English text", "German"),
        ),
        ("one dormouse", "one dormouse" * 20, 22, "foo-002", "en has 264 characters", "at most 160"),
        ("note_en: no", "note_en: " + "no" * 101, 24, "foo-002", "note_en has 202 characters", "at most 200"),
        ("note_en: no", "note_en: [no]", 24, "foo-002", "note_en is no plain text", "in English"),
        ("note_en: no", "note_en: |\n      no\n      yes", 24, "foo-002", "more than one line", "one line"),
        ("note_en: no", 'note_en: "\\u202Eno"', 24, "foo-002", "a control character", "one line"),
        ("Ein Koch trägt", "Ein heisser Koch trägt", 23, "foo-002", "“heisser”", "heißer"),
        # giving the date away
        ("A cook serves", "A medieval cook serves", 22, "foo-002", "“medieval” tells the date", "without the age"),
        ("Ein Koch trägt", "Im 15. Jahrhundert trägt ein Koch", 23, "foo-002", "“Jahrhundert”", "without the age"),
        ("A cook serves", "In 1492 a cook serves", 22, "foo-002", "“1492” reads like a year", "1,000"),
        # sources
        ('sources: ["https://example.org/dormouse"]', "sources: []", 26, "foo-002", "sources is empty", "at least 1"),
        ('sources: ["https://example.org/dormouse"]', "sources: ['']", 26, "foo-002", "source 1 is empty", "read"),
        ('sources: ["https://example.org/dormouse"]', "sources: [[a]]", 26, "foo-002", "source 1 is no plain", "read"),
        ('sources: ["https://example.org/dormouse"]', "sources: a book", 26, "foo-002", "is no list", "a dash"),
        # YAML
        (
            "    note_en: no",
            "    note_en: no\n    note_en: yes",
            25,
            "foo-002",
            "note_en is there twice",
            "lines 24 and 25",
        ),
        ("note_en: no", "note_en: no: never", 24, "file", "not YAML", "quotes"),
        (
            "  - id: foo-002",
            "  - a dormouse\n  - id: foo-002",
            20,
            "card 2",
            "card 2 is not written as one",
            "its keys",
        ),
        ("    note_en: no", "\tnote_en: no", 24, "file", "not YAML (a tab)", "indent with blanks"),
        ("note_en: no", "note_em: no", 24, "foo-002", "unknown key note_em", "note_en is meant?"),
        ("note_en: no", "note_en: &no no\n    more: *no", 25, "foo-002", "alias", "write the text out"),
    ],
)
def test_a_fault_is_named_with_its_place_and_what_would_be_right(
    written: Written, old: str, new: str, line: int, card: str, what: str, instead: str
) -> None:
    """The deck with one change has the fault on that line, of that card, with advice."""
    found = faults(written(changed(old, new)))

    assert any(
        (fault.line, fault.card) == (line, card) and what in fault.what and instead in fault.instead for fault in found
    ), found


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('sources: ["https://example.org/dormouse"]', "sources: ['']"),
        ("code: foo", "code: fod"),
    ],
)
def test_one_slip_is_one_fault(written: Written, old: str, new: str) -> None:
    """What follows from a fault is no other one: an author would look for it in vain."""
    assert len(faults(written(changed(old, new)))) == 1


def test_a_fault_is_told_in_one_line(written: Written) -> None:
    """File, line, card, what and what instead, in the manner that editors can follow."""
    path = written(changed("one dormouse", "one medieval dormouse"))

    assert [str(fault) for fault in faults(path)] == [
        f"{path}:22: foo-002: en: “medieval” tells the date; say it without the age it happened in"
    ]


def test_all_faults_are_named_at_once(written: Written) -> None:
    """An author mends a deck in one go, not fault by fault."""
    text = GOOD.replace("c. 1487", "soon").replace("um 44 v. Chr.", "1648/49").replace("Haselmaus", "grosse Maus")

    assert [(fault.card, fault.line) for fault in faults(written(text))] == [
        ("foo-001", 12),
        ("foo-002", 21),
        ("foo-002", 23),
    ]


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "not a deck"),
        (b"- a\n- b\n", "not a deck"),
        (b"series: {}\n", "cards is missing"),
        (HEAD.encode() + b"cards: []\n", "cards is empty"),
        (GOOD.encode() + b"author: me\n", "unknown key author"),
        (GOOD.encode("latin-1", "replace"), "not UTF-8"),
        (GOOD.encode() + b"---\nmore: yes\n", "not YAML"),
        (b"series: \x00\n", "not YAML"),
        (b"[" * 5000, "not YAML"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_file_that_is_no_deck_is_a_fault_and_no_error(tmp_path: Path, content: bytes, what: str) -> None:
    """Whatever lies in the folder, somebody is told what is wrong with it."""
    path = tmp_path / "food.yaml"
    path.write_bytes(content)

    assert any(what in fault.what for fault in faults(path)), faults(path)


def test_a_missing_file_is_a_fault(tmp_path: Path) -> None:
    """A mistyped name is told as such."""
    assert "cannot be read" in faults(tmp_path / "fod.yaml")[0].what


def test_an_author_may_add_a_series_of_their_own(written: Written) -> None:
    """Any id in lower-case letters and hyphens, and a code that none of the thirty-one has."""
    own = GOOD.replace("id: food", "id: tea-time").replace("foo", "tea")
    stolen = GOOD.replace("id: food", "id: tea-time")

    assert isinstance(read_file(written(own, "tea-time.yaml"), THIS_YEAR), Deck)
    assert "belongs to food" in faults(written(stolen, "tea-time.yaml"))[0].what
    assert "no name for a series" in faults(written(own.replace("tea-time", "Tea"), "Tea.yaml"))[0].what
    assert "invention" in faults(written(own.replace("tea-time", "invention"), "invention.yaml"))[0].what


def test_a_withdrawn_card_keeps_its_id_and_is_not_dealt(written: Written) -> None:
    """What it said no longer matters; its id is not free for another card."""
    withdrawn = "  - id: foo-002\n    withdrawn: The dormouse was a hoax.\n    date: soon\n"
    deck = read_file(written(HEAD + "cards:\n" + BAKER + withdrawn), THIS_YEAR)
    again = faults(written(HEAD + "cards:\n" + withdrawn + COOK))

    assert isinstance(deck, Deck)
    assert [card.id for card in deck.cards] == ["foo-001"]
    assert deck.withdrawn == ("foo-002",)
    assert [fault.what for fault in again] == ["the id is taken"]


def test_a_withdrawn_card_says_why(written: Written) -> None:
    """An empty reason is none."""
    withdrawn = "  - id: foo-003\n    withdrawn: ''\n"

    assert [fault.what for fault in faults(written(GOOD + withdrawn))] == ["withdrawn is empty"]


def test_two_series_do_not_share_their_marks(written: Written, tmp_path: Path) -> None:
    """Id, code and sign tell series apart; the same colour is no fault, for it tells nobody anything by itself."""
    tea = GOOD.replace("id: food", "id: tea").replace("foo", "tea")
    what = [fault.what for fault in all_faults([written(GOOD), written(tea, "tea.yaml")])]

    assert [one for one in what if " as in " in one] == [f"sign as in {tmp_path / 'food.yaml'}"]


@pytest.mark.parametrize(
    "front",
    [
        *("A duke orders 1,000 eels.", "300 guests die laughing.", "300 drunken guests are sent home.", "10 000 eels"),
        *("A pie weighs 500 kg.", "A pie costs $1500.", "5000 ants are counted.", "The number 1729 is called dull."),
        *("An advertisement for a bicycle", "A Boeing 747 is eaten.", "9 cooks and 12 eels", "A 100-metre race"),
    ],
)
def test_a_number_that_is_no_year_may_stand_in_a_front(front: str) -> None:
    """Separators, units, names, and what is counted take away the likeness to a year."""
    assert list(giveaways(front, "en", other="Eine Boeing 747 wird gegessen.")) == []


@pytest.mark.parametrize(
    ("front", "language"),
    [
        *[("In 1492 sailors find a coast.", "en"), ("A king is crowned in 800.", "en"), ("Summer 800 is wet.", "en")],
        *[("404 is not found.", "en"), ("A dance of the 1920s", "en"), ("The spirit of ’68", "en"), ("79 AD", "en")],
        *[("Ancient bread is baked.", "en"), ("A Victorian dentist", "en"), ("In the roaring twenties", "en")],
        *[("A Stone Age cook", "en"), ("In eighteen sixty a dog", "en"), ("During the First World War", "en")],
        *[("Kolumbus entdeckt 1492 Amerika.", "de"), ("Im Jahr 800 Gäste", "de"), ("Mode der 60er Jahre", "de")],
        *[("Ein mittelalterlicher Koch", "de"), ("Im 3. Jh. ein Koch", "de"), ("44 v. Chr. ein Koch", "de")],
        *[("Ein Koch der Antike", "de"), ("Das viktorianische Brot", "de"), ("Neunzehnhundertzwanzig", "de")],
    ],
)
def test_years_centuries_and_eras_do_not_stand_in_a_front(front: str, language: Language) -> None:
    """Whoever reads the front must not know the back."""
    assert list(giveaways(front, language))


def test_german_is_written_with_sz() -> None:
    """Common words only, and none that is right as it stands."""
    wrong = "Die Strasse ist gross, heiss und weiss; ausserdem hiess es, daß Preussen schliesst."
    right = "Der Grossist weissagt den Insassen: Masse, Reisschale, Preisschild, Schloss, Fluss, Straße, heiß, lassen."

    assert [better for _, better in misspelt(wrong)] == (
        ["Straße", "groß", "heiß", "weiß", "außerdem", "hieß", "dass", "Preußen", "schließt"]
    )
    assert list(misspelt(right)) == []


def test_a_library_is_versioned_by_its_content(written: Written, tmp_path: Path) -> None:
    """The same cards have the same version, whatever file order they came in; another comma is another version."""
    written(GOOD)
    first = load(tmp_path, this_year=THIS_YEAR)
    written(HEAD + "cards:\n" + COOK + BAKER)
    turned = load(tmp_path, this_year=THIS_YEAR)
    written(GOOD.replace("dormouse too", "dormouse, too"))
    other = load(tmp_path, this_year=THIS_YEAR)

    assert first.version == turned.version != other.version
    assert re.fullmatch(r"[0-9a-f]{20}", first.version)


def test_a_library_is_kept_and_found_again(written: Written, tmp_path: Path) -> None:
    """What a game was begun with comes back from the store, dates and all."""
    written(GOOD)
    library = load(tmp_path, this_year=THIS_YEAR)
    again = Library.from_json(library.to_json())

    assert again == library
    assert again.version == library.version
    assert [card.id for card in again.of_series("food")] == ["foo-001", "foo-002"]
    assert again.of_series("law") == ()
    with pytest.raises(TypeError):
        again.cards["foo-003"] = again.cards["foo-001"]  # type: ignore[index]  # that it cannot be is the claim


def test_faulty_decks_are_not_played_with(written: Written, tmp_path: Path) -> None:
    """Whoever starts the game with them reads every fault; an empty folder is one."""
    with pytest.raises(DeckFault, match="no decks there"):
        load(tmp_path, this_year=THIS_YEAR)
    written(GOOD.replace("c. 1487", "soon").replace("um 44 v. Chr.", "later"))
    with pytest.raises(DeckFault, match=r"(?s)“soon” is not a date.*“later” is not a date"):
        load(tmp_path, this_year=THIS_YEAR)


def test_the_example_in_the_readme_is_a_good_deck(written: Written) -> None:
    """An author who copies it begins without a fault."""
    readme = (folder() / "README.md").read_text(encoding="utf-8")
    example = re.search(r"```yaml\n(series:.*?)```", readme, re.DOTALL)

    assert example
    assert all_faults([written(textwrap.dedent(example[1]))]) == ()


def test_the_thirty_one_are_thirty_one() -> None:
    """No code is given twice."""
    assert len(THE_THIRTY_ONE) == len({name.code for name in THE_THIRTY_ONE.values()}) == 31


def test_the_decks_of_the_game_are_without_fault() -> None:
    """What is shipped can be dealt."""
    paths = sorted(folder().glob("*.yaml"))

    assert paths
    assert [str(fault) for fault in all_faults(paths)] == []


def test_the_thirty_one_series_of_the_game_are_whole() -> None:
    """A hundred cards each in play; with that each is held to its balance, too."""
    library = load(this_year=THIS_YEAR)

    assert {series.id for series in library.series} == set(THE_THIRTY_ONE)
    assert [series.id for series in library.series if len(library.of_series(series.id)) < WHOLE] == []


def test_every_card_of_the_game_was_dated_twice() -> None:
    """The second dates are dates, somebody said how sure they were, and the tally counts these cards."""
    library = load(this_year=THIS_YEAR)
    tally = (folder() / "README.md").read_text(encoding="utf-8")
    for series in library.series:
        cards = library.of_series(series.id)
        with (folder() / "second-dates" / f"{series.id}.csv").open(encoding="utf-8", newline="") as lines:
            second = {line["id"]: line for line in csv.DictReader(lines)}

        assert [card.id for card in cards if card.id not in second] == []
        assert [line for line in second.values() if not isinstance(read(line["date"], THIS_YEAR), Span)] == []
        assert {line["how_sure"] for line in second.values()} <= {"sure", "fair", "unsure"}
        assert f"\n| {series.en} | {len(cards)} |" in tally
