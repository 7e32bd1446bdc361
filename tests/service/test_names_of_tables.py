"""The name of a table in a line: behind a command, before a move; whole, as it is shown, or as much as is enough."""

from datetime import timedelta

import pytest

from tests.service.evening import Evening, a_begun_game, ann, ben, carla
from tests.service.office import ben_is_on_turn_at_both, sits, titled, two_tables
from tests.service.said import plain


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", ["Office", "office", "„Office“"])
def test_the_table_may_be_named_in_the_line(language: str, name: str) -> None:
    """First for the question, then for the answer; a reply to something said about a table names it too."""
    evening = two_tables(language)
    yes = "ja" if language == "de" else "yes"
    sunday = next(one for one in evening.chats[ben] if "Sunday Table" in one.text and one.message.game)

    leave = "/gehen" if language == "de" else "/leave"
    assert f"{leave} Office {yes}" in evening.says(ben, f"/leave {name}")[0]
    evening.says(ben, f"/leave {name} {yes}")
    assert sits(evening, ben) == ["Sunday Table"]
    titled(evening, ben, "/newgame")
    evening.says(ben, f"/leave {yes}", reply_to=sunday)

    assert sits(evening, ben) == ["Office"]


def test_a_title_that_is_a_word_or_another_tables_too_is_said_all_the_same() -> None:
    """That there is no card 9 tells nobody which table is called card, and a number tells two of one name apart."""
    evening = two_tables(title="card")
    assert plain(evening.says(ben, "9 1"))[0].startswith("card: There is no card 9")
    evening = ben_is_on_turn_at_both(title="Sunday Table")
    evening.says(ben, "Sunday Table (2) 1 1")

    assert plain(evening.says(ben, "undo"))[0].startswith("Sunday Table (2):\nYour card is in your hand again.")


@pytest.mark.parametrize(
    "words", ["Chain Office yes", "Hand yes", "Players Office no", "Cards, Office", "Chain Sunday Table of all"]
)
def test_words_that_begin_like_a_command_and_name_a_table_are_said_as_they_were_written(words: str) -> None:
    """They are no command without the name either, so it is not cut out of them."""
    evening = two_tables()
    evening.presses(ben, "Card 1")
    evening.presses(ben, "Slot 1")
    evening.says(ben, words)

    assert f"You will say: “{words}”" in plain([evening.newest(ben).text])[0]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("I doubt it", "Doubt the chain?"),
        ("Doubt, and how!", "Doubt the chain?"),
        ("fix", "The chain has 2 cards."),
        ("fix 2", "The chain has 2 cards."),
    ],
)
def test_what_says_only_half_of_a_move_goes_where_its_name_says_too(line: str, answer: str) -> None:
    """The question where it goes proposes it so; there it is asked what was left out."""
    evening = ben_is_on_turn_at_both()
    asked = plain(evening.says(ben, line))[0]
    assert asked.endswith(f"write its name first: Office {line}")

    assert answer in evening.says(ben, f"Sunday Table {line}")[0]


@pytest.mark.parametrize(("title", "words"), [("Nordlicht", "No doubt."), ("Imkerei", "Im Zweifel!")])
def test_a_doubt_wants_the_whole_name(title: str, words: str) -> None:
    """It cannot be taken back, and such words may begin like the name of a table by chance."""
    evening = a_begun_game(evening=Evening(title=title))
    evening.says(ann, "1 1")
    before = evening.game

    assert evening.says(ben, words)[0].startswith("I did not get that.")
    assert evening.game == before
    evening.says(ben, f"{title} doubt")
    assert evening.game.round == 2


@pytest.mark.parametrize(
    "line",
    [
        *("Office of Odd Affairs on the Third Floor, Left 3 1", "Office of Odd Affairs on the Third Floo… 3 1"),
        *("Office 3 1", "off 3 1 I know it.", "„Office of Odd“: 3 1", "Office, card 3 slot 1"),
    ],
)
def test_a_move_is_made_where_its_name_says(line: str) -> None:
    """In full, as it is shown, or as much of it as no other table begins with."""
    evening = ben_is_on_turn_at_both(title="Office of Odd Affairs on the Third Floor, Left")
    card = evening.store.tables_of(ben)[1].game.hand_of(ben)[2]
    evening.says(ben, line)

    office = evening.store.tables_of(ben)[1].game
    assert (office.on_turn, office.chain[0]) == (carla, card)


def test_tables_with_numbers_are_named_before_a_move() -> None:
    """Their beginning is no name, for both have it."""
    evening = ben_is_on_turn_at_both(title="Sunday Table")
    evening.says(ben, "Sunday 3 1")
    assert [table.game.on_turn for table in evening.store.tables_of(ben)] == [ben, ben]
    evening.says(ben, "Sunday Table (2) 3 1")

    assert [table.game.on_turn for table in evening.store.tables_of(ben)] == [ben, carla]


def test_a_name_alone_shows_the_turn_there() -> None:
    """As its button among the games does."""
    evening = ben_is_on_turn_at_both()

    assert evening.says(ben, "sunday table")[0].startswith("Sunday Table: your turn")


@pytest.mark.parametrize(
    "words", ["Office", "Office 100", "Off 3 1", "Office 44 15 BC", "Office doubt it", "Office yes"]
)
def test_words_that_begin_with_the_name_of_a_table_are_said_with_the_card(words: str) -> None:
    """Only what would have been asked about goes there by its name."""
    evening = ben_is_on_turn_at_both()
    sunday = next(one for one in reversed(evening.chats[ben]) if "Sunday Table: your turn" in one.text)
    evening.presses(ben, "Card 1", on=sunday)
    evening.presses(ben, "Slot 1")
    evening.says(ben, words)
    assert f"You will say: “{words}”" in plain([evening.newest(ben).text])[0]
    evening.says(ben, "Office 3 1")

    assert [table.game.on_turn for table in evening.store.tables_of(ben)] == [ben, carla]


def test_tables_that_are_called_the_same_have_numbers() -> None:
    """The second Sunday Table is number 2, and goes by that name; by its title alone neither does."""
    evening = two_tables(title="Sunday Table")
    assert "Sunday Table (1) and Sunday Table (2)" in evening.says(ben, "/leave Sunday Table yes")[0]
    assert "Sunday Table (1) and Sunday Table (2)" in evening.says(ben, "/leave")[0]
    evening.says(ben, "/leave Sunday Table (2) yes")

    assert [table.chat for table in evening.store.tables_of(ben)] == ["tg:-100"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_tables_that_are_called_the_same_are_told_apart_wherever_they_are_named(language: str) -> None:
    """In the question where a card goes, among the games, when somebody leaves, is away, is back, is forgotten."""
    evening = ben_is_on_turn_at_both(language, "Sunday Table")
    both = [["Sunday Table (1)"], ["Sunday Table (2)"]]
    listed = f"Sunday Table (1) {'und' if language == 'de' else 'and'} Sunday Table (2)"
    evening.says(ben, "3 1")
    assert evening.newest(ben).labels == both
    games = plain(evening.says(ben, "/games"))[0]
    assert [line.split(":")[0] for line in games.splitlines()] == ["Sunday Table (1)", "Sunday Table (2)"]
    assert evening.newest(ben).labels == both
    evening.presses(ben, "Sunday Table (2)")
    assert evening.newest(ben).text.startswith("Sunday Table (2): ")
    evening.says(ben, "1")
    evening.presses(ben, "Sunday Table (2)")
    evening.says(ben, "zurück" if language == "de" else "undo")
    assert evening.newest(ben).text.startswith("Sunday Table (2): ")
    for line in ("/away 3d", "/back", "/forget yes"):
        assert listed in plain(evening.says(ben, line))[0]
    evening.says(ben, "/leave Sunday Table (2)")
    assert plain([evening.newest(ben).text])[0].count("Sunday Table (2)") == 2
    evening.presses(ben, "Gehen" if language == "de" else "Leave")
    assert any(text.startswith("Sunday Table (2): ") for text in plain(evening.texts(ben))[-2:])

    assert [table.title for table in evening.store.tables_of(ben)] == ["Sunday Table"]


def test_a_reminder_of_both_tells_tables_that_are_called_the_same_apart() -> None:
    """The one that rings and the other have their numbers, in the lines and on the buttons."""
    evening = ben_is_on_turn_at_both(title="Sunday Table")
    evening.time_passes(timedelta(hours=13))
    evening.rings("half", of=evening.store.tables_of(ben)[0].game.id)

    assert "Sunday Table (1): " in plain([evening.newest(ben).text])[0]
    assert sorted(evening.newest(ben).labels[:2]) == [["Sunday Table (1)"], ["Sunday Table (2)"]]


def test_a_number_never_means_the_other_table() -> None:
    """The first one ends after Ben was asked: what he writes about either then is asked about."""
    evening = two_tables(title="Sunday Table")
    evening.says(ben, "/leave")
    evening.in_group(ann, "/end yes")
    for n in (1, 2):
        assert "Then write /leave yes." in evening.says(ben, f"/leave Sunday Table ({n}) yes")[0]

    assert sits(evening, ben) == ["Sunday Table"]


def test_a_long_title_is_understood_as_it_is_shown() -> None:
    """Cut with dots, in the question and in the answer."""
    evening = two_tables(title="The Office of Odd Affairs on the Third Floor, Left")
    assert "The Office of Odd Affairs on the Third…" in evening.says(ben, "/leave")[0]
    evening.says(ben, "/leave The Office of Odd Affairs on the Third… yes")

    assert sits(evening, ben) == ["Sunday Table"]


@pytest.mark.parametrize(
    "name", ["The Office of Odd Affairs on the Third Floor, Left", "the office", "The Office of Odd Affairs on"]
)
def test_a_long_title_is_understood_in_full_and_by_its_beginning(name: str) -> None:
    """With the yes behind it, and without."""
    evening = two_tables(title="The Office of Odd Affairs on the Third Floor, Left")
    assert "on the Third…" in plain(evening.says(ben, f"/leave {name}"))[0]
    evening.says(ben, f"/leave {name} yes")

    assert sits(evening, ben) == ["Sunday Table"]
