"""Which table is meant in private by somebody who sits at several: asked where it matters, by button and by text."""

import pytest

from tests.service.evening import ann, ben, carla
from tests.service.office import ben_is_on_turn_at_both, sits, titled, two_tables
from tests.service.said import plain

LANGUAGES = pytest.mark.parametrize("language", ["en", "de"])


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


def test_a_slot_and_words_go_where_a_slot_is_asked_for() -> None:
    """Ben is on turn at both tables, and has chosen a card in the office; there his words are previewed."""
    evening = two_tables()
    evening.says(ann, "1 1")
    evening.presses(
        ben, "Card 1", on=next(one for one in reversed(evening.chats[ben]) if "Office: your turn" in one.text)
    )

    evening.says(ben, "1 Seen it myself.")

    assert "You will say: “Seen it myself.”" in plain([evening.newest(ben).text])[0]


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
