"""Phrases, names and marks: what all sentences are made of."""

import re
from datetime import UTC, datetime, timedelta, timezone

import pytest
from babel.dates import format_datetime
from hypothesis import given
from hypothesis import strategies as st

from pbm.views.messages import Language, Text, joined, units
from pbm.views.names import LONGEST_NAME, clean, seated, shown, titled
from pbm.views.say import count, duration, listing, moment, numbers, quoted, say, short_form, short_forms, until

NOON = datetime(2026, 12, 1, 18, 40, tzinfo=UTC)  # a Tuesday


@pytest.mark.parametrize(
    ("time", "english", "german"),
    [
        (timedelta(hours=24), "24 hours", "24 Stunden"),
        (timedelta(hours=1), "1 hour", "1 Stunde"),
        (timedelta(hours=72), "72 hours", "72 Stunden"),
        (timedelta(days=4), "4 days", "4 Tage"),
        (timedelta(minutes=90), "90 minutes", "90 Minuten"),
        (timedelta(minutes=1), "1 minute", "1 Minute"),
        (timedelta(hours=23, minutes=40), "24 hours", "24 Stunden"),
        (timedelta(seconds=45), "45 seconds", "45 Sekunden"),
        (timedelta(seconds=1), "1 second", "1 Sekunde"),
        (timedelta(seconds=-5), "0 seconds", "0 Sekunden"),
    ],
)
def test_times_are_said_in_words(time: timedelta, english: str, german: str) -> None:
    """In the largest unit that fits."""
    assert (duration("en", time), duration("de", time)) == (english, german)


@pytest.mark.parametrize(
    ("n", "english", "german"), [(0, "no cards", "keine Karten"), (1, "1 card", "1 Karte"), (2, "2 cards", "2 Karten")]
)
def test_counts_fit_their_number(n: int, english: str, german: str) -> None:
    """One is right too."""
    assert (count("en", "cards", n), count("de", "cards", n)) == (english, german)


@pytest.mark.parametrize(
    ("first", "last", "english", "german"),
    [
        (9, 9, "number 9", "Nummer 9"),
        (9, 10, "numbers 9 and 10", "Nummer 9 und 10"),
        (6, 9, "numbers 6 to 9", "Nummer 6 bis 9"),
    ],
)
def test_card_numbers(first: int, last: int, english: str, german: str) -> None:
    """One, two, or a span."""
    assert (numbers("en", first, last).text, numbers("de", first, last).text) == (english, german)


def test_a_moment_is_shown_in_its_readers_zone_and_says_utc_in_plain_text() -> None:
    """The mark carries the moment, the words are for clients that do not know it."""
    text = moment("de", NOON)

    assert text.text == "Di 18:40 UTC"
    assert [(one.mark, one.moment, one.length) for one in text.entities] == [("date_time", NOON, 12)]
    assert moment("en", NOON, timezone(timedelta(hours=1))).text == "Tue 19:40"
    assert until("en", NOON - timedelta(hours=3), NOON).text == "3 hours, until Tue 18:40 UTC"


def test_a_moment_more_than_six_days_ahead_names_its_date() -> None:
    """A weekday alone would be the wrong one; the mark has the date shown as well."""
    now = NOON - timedelta(days=8)

    assert moment("en", NOON, now=now).text == f"Tue {NOON.day} {NOON:%b} 18:40 UTC"
    assert moment("de", NOON, now=now).text == f"Di {NOON.day}.{NOON.month}. 18:40 UTC"
    assert [one.far for one in moment("en", NOON, now=now).entities] == [True]
    assert moment("en", NOON, now=NOON - timedelta(days=400)).text == f"Tue {NOON.day} {NOON:%b} {NOON.year} 18:40 UTC"
    assert (
        moment("de", NOON, now=NOON - timedelta(days=400)).text == f"Di {NOON.day}.{NOON.month}.{NOON.year} 18:40 UTC"
    )
    assert [one.far for one in moment("en", NOON, now=NOON - timedelta(days=6)).entities] == [False]


def test_a_list_of_names() -> None:
    """As one says it."""
    assert listing("en", ["Ann", "Ben", "Carla"]).text == "Ann, Ben and Carla"
    assert listing("de", ["Ann", "Ben"]).text == "Ann und Ben"
    assert listing("en", []).text == ""


@pytest.mark.parametrize(
    ("language", "card", "short"),
    [
        ("en", "A Bernese baker is fined for selling bread by candlelight.", "A Bernese baker is fined for selling…"),
        (
            "de",
            "Ein Berner Bäcker muss Strafe zahlen, weil er bei Kerzenlicht Brot verkauft.",
            "Ein Berner Bäcker muss Strafe zahlen,\u00a0…",
        ),
        ("en", "Forty characters and not a single more..", "Forty characters and not a single more.."),
        ("en", "x" * 50, "x" * 39 + "…"),
        ("en", "A sentence with a long comma right there, and more.", "A sentence with a long comma right…"),
    ],
)
def test_the_short_form_of_a_card(language: Language, card: str, short: str) -> None:
    """Its first words, at most forty characters."""
    assert short_form(language, card) == short
    assert len(short) <= 40


def test_two_cards_that_would_look_alike_stand_in_full() -> None:
    """And a third one in short."""
    third = "A third, of which nobody could say that it looks like one of them."
    one = "The first one of two that begin in just the same way ends so."
    other = "The first one of two that begin in just the same way ends otherwise."

    assert short_forms("en", [one, other, third]) == (one, other, "A third, of which nobody could say that…")


@given(st.text(max_size=60))
def test_a_name_is_never_long_empty_or_dangerous(name: str) -> None:
    """Whatever somebody calls themselves."""
    seat = seated(name, (), "en")

    assert seat
    assert len(seat) <= LONGEST_NAME
    assert not seat.startswith(("/", "@", " "))
    assert seat == clean(seat)


@given(st.lists(st.sampled_from(["Ann", "Ann ", "/Ann", "", "W" * 30, "Ann (2)"]), max_size=12))
def test_no_two_at_a_table_are_called_alike(names: list[str]) -> None:
    """However many Anns there are."""
    taken: list[str] = []
    for name in names:
        taken.append(seated(name, taken, "de"))

    assert len(set(taken)) == len(taken)
    assert all(len(name) <= LONGEST_NAME for name in taken)


@pytest.mark.parametrize(
    ("given_name", "cleaned"),
    [
        ("Ann", "Ann"),
        ("\u202eevil\u2069", "evil"),
        ("/@Ann", "Ann"),
        ("  Ann\n\tLee ", "Ann Lee"),
        ("Maximiliane von Hohenfels", "Maximiliane von Hohenfe…"),
        ("Maximiliane von Hohenfe…", "Maximiliane von Hohenfe…"),
        ("Maximiliane-Wilhelmine der Zweite", "Maximiliane-Wilhelmine…"),
        ("\u200b\u2060", ""),
        ("\u3164", ""),
        ("\u2800\u2800", ""),
        ("👩‍🚀", "👩🚀"),
        ("محمد", "محمد"),
    ],
)
def test_names_are_cleaned(given_name: str, cleaned: str) -> None:
    """Without what cannot be seen or turns a line round."""
    assert clean(given_name) == cleaned


def test_a_name_in_a_sentence_is_closed_off() -> None:
    """So that its direction does not reach the words around it; a computer says what it is."""
    assert shown("Ann", "tg:1", "en") == "\u2068Ann\u2069"
    assert shown("Ada", "pc:ada", "de") == "\u2068Ada\u2069 (Computer)"
    assert shown("Ada", "pc:ada", "en") == "\u2068Ada\u2069 (computer)"


def test_titles_of_groups_are_cleaned_too() -> None:
    """None is empty."""
    assert titled("\u202eSunday Table") == "Sunday Table"
    assert titled("") == "Anno Domini"
    assert titled("T" * 128) == "T" * 39 + "…"


def test_two_with_the_same_long_name_are_told_apart() -> None:
    """The number stands behind the dots."""
    assert seated("Maximiliane von Hohenfels", ("Maximiliane von Hohenfe…",), "en") == "Maximiliane von Hoh… (2)"


PIECES = st.text("aß🦆é ", min_size=1, max_size=6)


@given(st.lists(st.tuples(PIECES, st.booleans()), min_size=1, max_size=8))
def test_marks_stand_where_they_were_set_however_texts_are_put_together(pieces: list[tuple[str, bool]]) -> None:
    """Counted in UTF-16 units, with umlauts and signs outside the basic plane."""
    whole = joined([Text(text=text).marked("bold") if bold else Text(text=text) for text, bold in pieces], " | ")

    raw = whole.text.encode("utf-16-le")
    found = [raw[2 * one.offset : 2 * (one.offset + one.length)].decode("utf-16-le") for one in whole.entities]
    assert found == [text for text, bold in pieces if bold]
    assert len(whole) == units(whole.text)


def test_a_fact_keeps_its_marks_in_a_sentence() -> None:
    """Whoever is next is marked, wherever the name stands."""
    who = Text(text="🦆Ännchen").marked("text_mention", who="tg:1")

    text = say("en", "board.next", who=who, clock="24 hours")

    assert text.text == "🦆Ännchen is next: 24 hours."
    assert [(one.mark, one.offset, one.length, one.who) for one in text.entities] == [("text_mention", 0, 9, "tg:1")]


def test_an_unknown_key_or_a_missing_fact_is_an_error() -> None:
    """No sentence is said with a hole in it."""
    with pytest.raises(KeyError):
        say("en", "nothing.like.this")
    with pytest.raises(KeyError):
        say("en", "board.next", who="Ann")


def test_braces_in_a_name_or_in_words_are_just_braces() -> None:
    """Nothing in a fact is read as a fact."""
    assert say("en", "end.wins", who="{who}").text == "{who} wins."


@pytest.mark.parametrize(("language", "pattern"), [("en", "EEE d MMM H:mm"), ("de", "EEE d.M. H:mm")])
def test_every_day_of_the_year_is_said_as_the_language_writes_it(language: Language, pattern: str) -> None:
    """By the names and in the order that babel knows, without the dots of abbreviations."""
    for day in range(366):
        at = datetime(2028, 1, 1, 0, 7, tzinfo=UTC) + timedelta(days=day, hours=day % 24)
        words = re.sub(r"(?<=[a-z])\.", "", format_datetime(at, pattern, locale=language))
        assert moment(language, at, UTC, at - timedelta(days=30)).text == words
        assert moment(language, at, None, at - timedelta(days=30)).text == f"{words} UTC"


@pytest.mark.parametrize(
    ("language", "words", "said"),
    [
        ("de", "„Du hast keinen Vater“, sagt einer 🎲", "„‚Du hast keinen Vater‘, sagt einer 🎲“"),
        ("en", "“No father”, says one 🎲", "“‘No father’, says one 🎲”"),
        ("en", "Ann’s card", "“Ann’s card”"),
    ],
)
def test_quotes_within_quotes_are_of_another_kind(language: Language, words: str, said: str) -> None:
    """Marks of the words stay where they are."""
    quote = quoted(language, Text("🎲 ") + Text(words).marked("bold"))

    assert quote.text == said[0] + "🎲 " + said[1:]
    (bold,) = quote.entities
    assert (bold.offset, bold.length) == (units(said[0] + "🎲 "), units(words))
