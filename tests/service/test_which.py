"""Which table is meant in private by somebody who sits at several: asked where it matters, by button and by text."""

from datetime import timedelta

import pytest

from tests.service.evening import Evening, a_begun_game, ann, ben, carla
from tests.service.office import office, titled
from tests.service.said import plain

LANGUAGES = pytest.mark.parametrize("language", ["en", "de"])


def two_tables(language: str = "en", title: str = "Office") -> Evening:
    """Ben sits in the office, where he is on turn, and at the Sunday Table, where Ann is; Carla at both."""
    evening = a_begun_game(evening=Evening(language=language))
    office(evening, ben, carla, title=title)
    return evening


def sits(evening: Evening, who: str) -> list[str]:
    """The titles of the tables at which somebody sits."""
    return [table.title for table in evening.store.tables_of(who)]


@LANGUAGES
def test_who_leaves_one_of_two_tables_is_asked_which(language: str) -> None:
    """Even a sure one leaves none yet; the choice leads to the question, which names the table."""
    evening = two_tables(language)
    yes = "ja" if language == "de" else "yes"

    assert plain(evening.says(ben, f"/leave {yes}")) == [
        "Du sitzt an mehreren Tischen: Sunday Table und Office. Für welchen gilt das? "
        "Schreib zum Beispiel: /gehen Office"
        if language == "de"
        else "You sit at several tables: Sunday Table and Office. Which one is that for? Write, say: /leave Office"
    ]
    assert sits(evening, ben) == ["Sunday Table", "Office"]
    evening.presses(ben, "Sunday Table")
    asked = evening.newest(ben)
    assert plain([asked.text]) == [
        "Sunday Table: Wirklich gehen, Ben? Dann schreib /gehen Sunday Table ja; "
        "deine Hand (4 Karten) kommt in die Ablage."
        if language == "de"
        else "Leave the game at Sunday Table, Ben? Then write /leave Sunday Table yes; "
        "your hand (4 cards) goes to the used cards."
    ]
    assert ["Office"] not in [row for one in evening.chats[ben] for row in one.labels]
    evening.presses(ben, "Gehen" if language == "de" else "Leave")

    assert sits(evening, ben) == ["Office"]


@LANGUAGES
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


def test_a_no_leaves_no_table_and_is_not_asked_about() -> None:
    """It is the answer to the question, and needs no table."""
    evening = two_tables()
    for no in ("/leave Office no", "/leave no"):
        evening.says(ben, "/leave Office")
        assert plain(evening.says(ben, no)) == ["All right, the game goes on."]
    assert sits(evening, ben) == ["Sunday Table", "Office"]
    assert not any("Leave" in row for one in evening.chats[ben] for row in one.labels)


@pytest.mark.parametrize(
    ("line", "begins"),
    [
        ("/players", "Office, round 1\n"),
        ("players", "Office, round 1\n"),
        ("chain", "Office:\nThe chain (1), earliest on top\n"),
        ("hand", "Office: your hand (4)\n"),
        ("/nudge", "Office: Ben has a friendly word from me."),
    ],
)
def test_what_is_looked_up_at_one_of_two_tables_is_asked_for_by_button_and_by_name(line: str, begins: str) -> None:
    """Carla is on turn at neither of them; what she asked for comes as a message of its own."""
    evening = two_tables()
    assert "You sit at several tables: Sunday Table and Office." in evening.says(carla, line)[0]
    evening.presses(carla, "Office")
    assert plain([evening.newest(carla).text])[0].startswith(begins)
    evening = two_tables()

    assert plain(evening.says(carla, f"{line} Office"))[0].startswith(begins)


def test_one_sees_both_tables_though_it_is_ones_turn_at_one() -> None:
    """Ben's hand is the one that waits; players and chain are asked for."""
    evening = two_tables()

    assert evening.says(ben, "hand")[0].startswith("Office: your turn")
    assert "Which one is that for?" in evening.says(ben, "players")[0]
    assert "Which one is that for?" in evening.says(ben, "chain")[0]


def test_a_word_or_a_break_is_for_the_table_that_can_use_it() -> None:
    """Ben nudges Ann, for he is on turn himself in the office; only the Sunday Table is paused."""
    evening = two_tables()
    assert plain(evening.says(ben, "/nudge")) == ["Sunday Table: Ann has a friendly word from me."]
    evening.in_group(ann, "/pause")
    evening.says(ben, "/resume")

    assert plain([one.text for one in evening.chats["tg:-100"]])[-1].startswith("Ben would like to go on")


def test_undo_and_words_go_where_something_is_open() -> None:
    """Ben may take his card back in the office, and has a preview at the Sunday Table; Ann's turn comes between."""
    evening = two_tables()
    evening.says(ben, "1 1")
    evening.says(ann, "1 1")
    evening.says(ben, "undo")
    assert evening.table.game.on_turn == ben
    evening.presses(
        ben, "Card 1", on=next(one for one in reversed(evening.chats[ben]) if "Sunday Table: your turn" in one.text)
    )
    evening.presses(ben, "Slot 1")
    evening.says(ben, "Seen it myself.")

    assert "You will say: “Seen it myself.”" in plain([evening.newest(ben).text])[0]
    evening.says(ben, "yes")
    assert evening.store.tables_of(ann)[0].game.on_turn == carla


@LANGUAGES
def test_an_answer_at_one_of_several_tables_says_which(language: str) -> None:
    """Only to whoever sits at several: what has been placed, and that nothing is paused there."""
    evening = two_tables(language)
    not_paused, placed = {
        "en": ("The game is not paused.", "Placed: "),
        "de": ("Das Spiel macht gerade keine Pause.", "Gelegt: "),
    }[language]

    assert plain(evening.says(ben, "/resume"))[0].startswith(f"Office: {not_paused}")
    assert plain(evening.says(ben, "1 1"))[0].startswith(f"Office:\n{placed}")
    assert plain(evening.says(ann, "/resume"))[0].startswith(not_paused)
    assert plain(evening.says(ann, "1 1"))[0].startswith(placed)


def test_a_title_that_is_a_word_or_another_tables_too_is_said_all_the_same() -> None:
    """That there is no card 9 tells nobody which table is called card, and a number tells two of one name apart."""
    evening = two_tables(title="card")
    assert plain(evening.says(ben, "9 1"))[0].startswith("card: There is no card 9")
    evening = ben_is_on_turn_at_both(title="Sunday Table")
    evening.says(ben, "Sunday Table (2) 1 1")

    assert plain(evening.says(ben, "undo"))[0].startswith("Sunday Table (2):\nYour card is in your hand again.")


def test_a_slot_and_words_go_where_a_slot_is_asked_for() -> None:
    """Ben is on turn at both tables, and has chosen a card in the office; there his words are previewed."""
    evening = two_tables()
    evening.says(ann, "1 1")
    evening.presses(
        ben, "Card 1", on=next(one for one in reversed(evening.chats[ben]) if "Office: your turn" in one.text)
    )

    evening.says(ben, "1 Seen it myself.")

    assert "You will say: “Seen it myself.”" in plain([evening.newest(ben).text])[0]


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


def ben_is_on_turn_at_both(language: str = "en", title: str = "Office") -> Evening:
    """He holds seven cards at the Sunday Table, and four in the office."""
    evening = two_tables(language, title)
    evening.says(ann, "1 1")
    assert [table.game.on_turn for table in evening.store.tables_of(ben)] == [ben, ben]
    return evening


@LANGUAGES
def test_the_question_where_a_card_goes_becomes_its_answer(language: str) -> None:
    """It stands without buttons, and what came of it is the newest message; the older turn loses its buttons too."""
    evening = ben_is_on_turn_at_both(language)
    evening.says(ben, "3 1")
    asked = evening.newest(ben)
    assert asked.labels == [["Sunday Table"], ["Office"]]

    assert evening.presses(ben, "Office") == ""
    assert (plain([asked.text]), asked.labels) == (
        ["„3 1“ geht an Office." if language == "de" else "“3 1” goes to Office."],
        [],
    )
    assert evening.newest(ben).text.startswith("Gelegt: " if language == "de" else "Placed: ")
    turns = [one for one in evening.chats[ben] if "Office: " in one.text and one.labels]
    assert [one.labels for one in turns] == []


@LANGUAGES
def test_the_question_where_a_card_goes_says_how_to_write_it(language: str) -> None:
    """And as it says, it is understood."""
    evening = ben_is_on_turn_at_both(language)

    assert plain(evening.says(ben, "3 1")) == [
        "Du bist an 2 Tischen dran. Wohin mit „3 1“? Wähl einen aus, oder schreib seinen Namen davor: Office 3 1"
        if language == "de"
        else "It is your turn at 2 tables. Where does “3 1” go? Press one, or write its name first: Office 3 1"
    ]
    evening.says(ben, "Office 3 1")
    assert [table.game.on_turn for table in evening.store.tables_of(ben)] == [ben, carla]


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


def test_of_several_such_questions_only_the_newest_has_buttons() -> None:
    """Whatever is typed, one question is open; an old one that is pressed all the same says that it is old."""
    evening = ben_is_on_turn_at_both()
    for line in ("3 1", "2 1", "x" * 60, "2"):
        evening.says(ben, line)
    open_ones = [one for one in evening.chats[ben] if ["Office"] in one.labels]
    assert open_ones == [evening.newest(ben)]
    office = evening.store.tables_of(ben)[1].game

    assert evening.presses_data(ben, f"{office.id}:{office.turn}:typed:3 1", open_ones[0].id - 1) == (
        "There is a newer message further down."
    )
    assert evening.store.tables_of(ben)[1].game == office


def test_a_no_to_what_was_chosen_stands_below_the_question() -> None:
    """In the office there are four cards: the fifth is none of them."""
    evening = ben_is_on_turn_at_both()
    evening.says(ben, "5 1")
    evening.presses(ben, "Office")

    assert plain([evening.newest(ben).text]) == [
        "There is no card 5; your last one is number 4. Nothing is placed yet."
    ]


def test_words_too_long_for_a_button_lead_to_the_hand_there() -> None:
    """The card is not placed without them; the question is answered and has no buttons any more."""
    evening = ben_is_on_turn_at_both()
    evening.says(ben, f"3 1 {'I was there. ' * 8}")
    asked = evening.newest(ben)
    evening.presses(ben, "Office")

    assert evening.newest(ben).text.startswith("Office: your turn")
    assert asked.labels == []


@LANGUAGES
def test_what_could_be_taken_back_at_two_tables_is_asked_for_truly(language: str) -> None:
    """It is Carla's turn at both, and Ben placed last: nothing is said of a turn of his."""
    evening = two_tables(language)
    for who in (ben, ann, ben):
        evening.says(who, "1 1")
    assert [table.game.on_turn for table in evening.store.tables_of(ben)] == [carla, carla]

    assert evening.says(ben, "zurück" if language == "de" else "undo") == [
        "An 2 Tischen kannst du etwas zurücknehmen. An welchem? "
        "Wähl einen aus, oder schreib seinen Namen davor: Office zurück"
        if language == "de"
        else "You can take something back at 2 tables. At which one? Press one, or write its name first: Office undo"
    ]
    evening.presses(ben, "Office")
    assert [table.game.on_turn for table in evening.store.tables_of(ben)] == [carla, ben]


def test_who_can_take_back_nothing_is_not_asked_where() -> None:
    """It is Ben's turn at both tables, and he has begun neither."""
    evening = two_tables()
    evening.says(ann, "1 1")

    assert plain(evening.says(ben, "undo")) == ["Sunday Table: There is nothing to take back."]


def test_tables_that_are_called_the_same_have_numbers() -> None:
    """The second Sunday Table is number 2, and goes by that name; by its title alone neither does."""
    evening = two_tables(title="Sunday Table")
    assert "Sunday Table (1) and Sunday Table (2)" in evening.says(ben, "/leave Sunday Table yes")[0]
    assert "Sunday Table (1) and Sunday Table (2)" in evening.says(ben, "/leave")[0]
    evening.says(ben, "/leave Sunday Table (2) yes")

    assert [table.chat for table in evening.store.tables_of(ben)] == ["tg:-100"]


@LANGUAGES
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


def test_a_table_that_is_over_by_then_is_left_by_nobody() -> None:
    """Ben is asked, the office closes, he presses it."""
    evening = two_tables()
    evening.says(ben, "/leave")
    titled(evening, ben, "/end yes")

    assert evening.presses(ben, "Office") == "This game is over."
    assert sits(evening, ben) == ["Sunday Table"]


def test_a_table_that_one_has_left_by_then_shows_nothing_more() -> None:
    """Carla is asked, leaves the Sunday Table in its group, and presses it."""
    evening = two_tables()
    evening.says(carla, "chain")
    evening.in_group(carla, "/leave yes")

    assert evening.presses(carla, "Sunday Table") == "You are not in this game. /join, and you are."


def test_start_shows_the_tables_where_several_could_be_meant() -> None:
    """Carla opens the chat again; Ben, on turn at one, sees that turn."""
    evening = two_tables()

    assert evening.says(carla, "/start")[0].startswith("Sunday Table: ")
    assert evening.newest(carla).labels == [["Sunday Table"], ["Office"]]
    assert evening.says(ben, "/start")[0].startswith("Office: your turn")


def test_a_forged_choice_plays_nothing() -> None:
    """The button of a choice carries commands alone."""
    evening = two_tables()
    game = evening.game

    assert evening.presses_data(ben, f"{game.id}:{game.turn}:at:1 1", 1) == "That is no longer here."
    assert evening.game == game
