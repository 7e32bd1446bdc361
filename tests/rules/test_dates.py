"""Dates: every way to write one, every way to be refused, and the order of a chain (RULES 1 and 2)."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from pbm.rules.dates import Refused, Span, conflicts, historical, read

CASES = Path(__file__).parents[1] / "cases"
DATES: dict[str, Any] = json.loads((CASES / "dates.json").read_text(encoding="utf-8"))
CHAINS: list[dict[str, Any]] = json.loads((CASES / "chains.json").read_text(encoding="utf-8"))
THIS_YEAR = 2026


def span(text: str) -> Span:
    answer = read(text, THIS_YEAR)
    assert isinstance(answer, Span), answer
    return answer


def years(text: str) -> tuple[int, int]:
    return historical(span(text).first), historical(span(text).last)


def why(text: str, this_year: int = THIS_YEAR) -> str:
    answer = read(text, this_year)
    assert isinstance(answer, Refused), answer
    return answer.why


@pytest.mark.parametrize("case", DATES["readable"], ids=lambda case: case["text"])
def test_every_readable_case_is_read_and_said(case: dict[str, Any]) -> None:
    """The span of the case comes out, and the words where the case has some."""
    assert years(case["text"]) == (case["first"], case["last"])
    for language in ("en", "de"):
        assert span(case["text"]).say(language) == case.get(language, span(case["text"]).say(language))


@pytest.mark.parametrize("text", DATES["refused"])
def test_every_refused_case_is_refused_with_its_text(text: str) -> None:
    """The refusal quotes what was written, so that an author finds it."""
    assert " ".join(text.split()) in why(text)


@pytest.mark.parametrize("case", CHAINS, ids=lambda case: ", ".join(case["dates"]))
def test_every_chain_case_has_its_conflicts(case: dict[str, Any]) -> None:
    """All pairs are found, not the neighbours only."""
    assert [list(pair) for pair in conflicts([span(text) for text in case["dates"]])] == case["conflicts"]


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("14 July 1789", "go into the note"),
        ("Mai 1968", "go into the note"),
        ("14.7.1789", "go into the note"),
        ("winter 1709", "go into the note"),
        ("1969 (disputed)", "comments"),
        ("1969.", "a year? Write 1969"),
        ("bis 1789", "in which it happened"),
        ("5.", "5. Jh. or 5th century"),
    ],
)
def test_rule_1_1_a_date_is_whole_years_and_the_rest_goes_into_the_note(text: str, instead: str) -> None:
    """Months, days, seasons and comments are refused, and the author hears where they belong."""
    assert instead in why(text)


def test_rule_1_2_the_year_before_ad_1_is_1_bc() -> None:
    """Inside the years are neighbours, outside a 0 never appears."""
    assert span("AD 1").first - span("1 BC").last == 1
    assert [historical(year) for year in (1, 0, -1)] == [1, -1, -2]
    assert "no year 0" in why("0")


@pytest.mark.parametrize("text", ["5–0", "0–5", "0 BC – AD 5", "5–0 BC"])
def test_rule_1_2_a_range_with_a_year_0_hears_of_that_first(text: str) -> None:
    """Turning such a range round would not help."""
    assert "no year 0" in why(text)


@pytest.mark.parametrize("text", ["44 BC", "44bc", "44 BCE", "44 v. Chr.", "44 V.CHR.", "44  v.  Chr.", "44v.Chr."])
def test_rule_1_3_case_and_blanks_do_not_matter(text: str) -> None:
    """Forty-four BC is forty-four BC however hastily it is typed."""
    assert years(text) == (-44, -44)


@pytest.mark.parametrize("dash", ["-", "–", "—", " - ", " – ", " —"])
def test_rule_1_3_any_dash_makes_a_range(dash: str) -> None:
    """Three dashes, with and without blanks, say the same."""
    assert years(f"1903{dash}1907") == (1903, 1907)
    assert years(f"12.{dash}13. Jh.") == (1101, 1300)


@pytest.mark.parametrize("text", ["c.1900", "c1900", "Ca. 1900", "CIRCA 1900", "Around 1900", "um  1900"])
def test_rule_1_3_circa_adds_five_years_on_both_sides(text: str) -> None:
    """In both languages, with a point or without."""
    assert years(text) == (1895, 1905)


def test_rule_1_3_circa_steps_over_the_missing_year_0() -> None:
    """Eleven years lie in `c. 3 BC`, none of them 0."""
    assert years("c. 3 BC") == (-8, 3)
    assert span("c. 3 BC").last - span("c. 3 BC").first == 10


@pytest.mark.parametrize("text", ["c. 1500–1450 BC", "c. 1500 – c. 1450 BC", "um 1500–1450 v. Chr."])
def test_rule_1_3_circa_widens_both_ends_of_a_range(text: str) -> None:
    """One c. is enough, two do no harm."""
    assert years(text) == (-1505, -1445)


def test_rule_1_3_bc_years_have_up_to_six_digits() -> None:
    """Cave paintings fit in, dinosaurs do not."""
    assert years("300000 BC") == (-300000, -300000)
    assert "6 digits" in why("66000000 BC")
    assert "6 digits" in why("9" * 5000)
    assert "separators" in why("10,000 BC")
    assert "separators" in why("10 000 BC")


@pytest.mark.parametrize(
    "text",
    [
        *("BC 44", "CE 79", "AD 79 AD", "44 v Chr", "44 v. u. Z.", "79 A.D.", "079", "+79", "-44", "ſ", "1920ſ"),
        *("5 Jh.", "5. Jh", "5. century", "5th Jh.", "5th", "12.", "5th centuries", "12–13. Jh.", "2.–3rd century"),
        *("3rd–2nd millennium BC", "1920s–1930s", "1925s", "AD 1920s", "c. 1920s", "1500 – c. 1450 BC", "64 – AD 68"),
        *("1903–", "–1903", "1903–1907–", "since 1900", "the 1920s", "1960ies", "½", "2nd BC – 1st century BC", "x"),
    ],
)
def test_rule_1_3_what_is_not_in_the_table_is_refused(text: str) -> None:
    """Nothing is guessed: a near miss is sent back with advice."""
    assert "“" in why(text)


def test_rule_1_4_one_era_mark_at_the_end_holds_for_both_ends() -> None:
    """So does AD before the first."""
    assert years("490–479 BC") == (-490, -479)
    assert years("AD 64–68") == years("64–68 n. Chr.") == (64, 68)
    assert years("5th–4th centuries BC") == (-500, -301)


def test_rule_1_4_a_range_that_begins_in_bc_marks_its_second_end_too() -> None:
    """Thirty what?"""
    assert years("44 BC – AD 30") == (-44, 30)
    assert years("44 BC – 30 BC") == (-44, -30)
    assert "BC or AD at its end?" in why("44 BC – 30")
    assert "BC or AD at its end?" in why("1. Jh. v. Chr. – 1. Jh.")


def test_rule_1_4_a_short_second_year_is_refused_unless_in_bc() -> None:
    """The full range is offered; in BC fewer digits are ordinary."""
    assert "1903–1907" in why("1903–07")
    assert years("105–44 BC") == (-105, -44)


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("", "empty"),
        ("AD 0", "no year 0"),
        ("0th century", "no century 0"),
        ("1907–1903", "1903–1907"),
        ("1500–1450", "BC?"),
        ("14–27 BC", "27–14 BC"),
        ("1907–03", "BC?"),
        ("AD 64 – 30 BC", "30 BC – AD 64"),
        ("1st–5th century BC", "earlier century first"),
        ("1450s–1500", "1450–1500"),
        ("5th century – 1900", "one manner"),
        ("c. 5th century", "leave out c., or um"),
        ("um 1920er", "leave out c., or um"),
        ("490s BC", "499–490 BC"),
        ("before 1500", "range"),
        ("Ende 15. Jh.", "whole century"),
        ("1648/49", "1648–1649"),
        ("22th century", "22nd"),
        ("11st century", "11th"),
        ("٣٣", "digits 0 to 9"),
        ("1900s", "1900–1909, or 20th century"),
        ("20er", "1920er"),
        ("1920's", "without an apostrophe"),
        ("2999", "present year 2026"),
    ],
)
def test_rule_1_5_every_refusal_says_what_to_write_instead(text: str, instead: str) -> None:
    """An author need not look up the rules to mend a date."""
    assert instead in why(text)


@pytest.mark.parametrize("text", ["2026", "c. 2026", "c. 2020–2026", "21st century", "2020s", "20th–21st century"])
def test_rule_1_5_the_present_is_the_latest_date_there_is(text: str) -> None:
    """Of a century or a decade only its first year counts for this, and what c. adds does not."""
    assert span(text)
    assert "present year" in why(text, this_year=2000 if "21st" in text else 2019)


def test_rule_1_6_years_below_1000_carry_an_era() -> None:
    """Later ones do without, and a range is marked as its beginning needs it."""
    said = {text: (span(text).say("en"), span(text).say("de")) for text in ("999", "1000", "900–1100", "c. 79")}
    assert said == {
        "999": ("AD 999", "999 n. Chr."),
        "1000": ("1000", "1000"),
        "900–1100": ("AD 900–1100", "900–1100 n. Chr."),
        "c. 79": ("c. AD 79", "um 79 n. Chr."),
    }


def test_rule_1_6_centuries_are_said_in_both_languages() -> None:
    """Across the turn of the eras both ends are marked."""
    assert span("1. Jh. v. Chr. – 1. Jh. n. Chr.").say("en") == "1st century BC – 1st century AD"
    assert span("1st century BC – 1st century AD").say("de") == "1. Jh. v. Chr. – 1. Jh. n. Chr."
    assert span("12.–13. Jh.").say("en") == "12th–13th century"


def test_rule_2_1_a_chain_is_judged_by_all_pairs() -> None:
    """Each neighbour overlaps, yet 1991 lies before 1987."""
    assert conflicts([span("1991"), span("c. 1990"), span("1987")]) == ((1, 3),)


def test_rule_2_2_overlap_is_in_favour_of_the_chain() -> None:
    """Two dates that share a year may lie either way."""
    for pair in (("1903–1907", "1907"), ("1907", "1903–1907"), ("20th century", "2000")):
        assert conflicts([span(text) for text in pair]) == ()


_numbers = st.integers(min_value=1, max_value=2026)
_eras = st.sampled_from(["", " BC"])


@st.composite
def dates(draw: st.DrawFn) -> str:
    """A date as an author may write it, right ones mostly."""
    match draw(st.sampled_from(["year", "range", "century", "centuries", "millennium", "decade"])):
        case "year":
            return f"{draw(st.sampled_from(['', 'c. ']))}{draw(_numbers)}{draw(_eras)}"
        case "range":
            ends = f"{draw(_numbers)}{draw(_eras)}–{draw(_numbers)}{draw(st.sampled_from(['', ' BC', ' n. Chr.']))}"
            return draw(st.sampled_from(["", "um "])) + ends
        case "century":
            return f"{draw(st.integers(1, 21))}. Jh.{draw(st.sampled_from(['', ' v. Chr.']))}"
        case "centuries":
            first, last = draw(st.integers(1, 21)), draw(st.integers(1, 21))
            return f"{first}. Jh.{draw(st.sampled_from(['', ' v. Chr.']))} – {last}. Jh. n. Chr."
        case "millennium":
            return f"{draw(st.integers(1, 3))}. Jahrtausend{draw(st.sampled_from(['', ' v. Chr.']))}"
        case _:
            return f"{draw(st.integers(10, 202))}0s"


@given(dates())
def test_what_is_shown_reads_again_to_the_same_span(text: str) -> None:
    """In either language, by hand and through JSON."""
    answer = read(text, THIS_YEAR)
    if isinstance(answer, Refused):
        assert answer.why.startswith(f"“{text}”")
        return
    assert answer.first <= answer.last
    assert read(answer.say("en"), THIS_YEAR) == read(answer.say("de"), THIS_YEAR) == answer
    assert SPAN.validate_json(SPAN.dump_json(answer)) == answer


@given(st.text(alphabet=st.sampled_from("0123456789 .-–/cCstndrhBCADvJ?xe")))
def test_whatever_is_typed_gets_an_answer(text: str) -> None:
    """A span or a refusal, never an error."""
    assert isinstance(read(text, THIS_YEAR), Span | Refused)


SPAN = TypeAdapter(Span)


def test_a_span_is_its_english_text_in_json() -> None:
    """Compact and legible, and nothing but a date is taken back."""
    assert SPAN.dump_json(span("um 1900")) == b'"c. 1900"'
    assert SPAN.validate_python(span("44 BC")) == span("44 BC")
    with pytest.raises(ValidationError, match="not a date"):
        SPAN.validate_json('"soon"')


def test_a_span_has_no_order_of_its_own() -> None:
    """Earlier and later are for `certainly_later_than` alone to say."""
    with pytest.raises(TypeError):
        sorted([span("1969"), span("1970")])  # type: ignore[type-var]  # that it cannot be is the claim
    assert len({span("c. 1900"), span("um 1900")}) == 1
