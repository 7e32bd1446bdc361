"""What people decide together: pauses and votes, who is taken out and what ends with it, places taken over."""

from datetime import timedelta

import pytest

from pbm.rules.game import Status
from tests.service.evening import GROUP, Evening, a_begun_game, a_table, ann, ben, carla, deniz, places_right
from tests.service.said import plain, told

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def test_the_owner_pauses_at_once_and_what_is_left_is_kept(evening: Evening) -> None:
    """Nothing is played meanwhile; going on, Ann is called with the hours she had."""
    evening.time_passes(3 * HOUR)
    evening.in_group(ann, "/pause")
    assert plain(told(evening, GROUP)) == [
        "A pause, as Ann wished: the clock is stopped, what is left of the turn is kept. /resume lets it go on."
    ]
    evening.time_passes(3 * DAY)
    assert plain(evening.says(ann, "1 1")) == ["The game is paused. /resume lets it go on."]
    assert "The game is paused." in evening.says(ben, "hand")[0]
    evening.presses_in_group(ann, "Go on")

    assert evening.newest(ann).text.startswith("Sunday Table: your turn, 21 hours")


def test_the_others_pause_by_more_than_half(evening: Evening) -> None:
    """By command or by button; the list says how many there are, and a second vote of one is none."""
    evening.in_group(ben, "/pause")
    assert plain(told(evening, GROUP)) == ["Ben would like a pause: 1 of 2 votes. /pause is a vote for it."]
    assert plain(evening.in_group(ben, "/pause")) == ["Your vote is counted: 1 of 2 so far."]
    assert "For a pause: Ben (1 of 2)" in plain(evening.in_group(ann, "/players"))[0]
    evening.presses_in_group(carla, "I agree")
    assert evening.game.status is Status.PAUSED
    assert "Paused, as Ben and Carla wished" in plain(evening.in_group(ann, "/players"))[0]
    assert plain(evening.says(ben, "/resume")) == ["Your vote is counted, and the group knows."]
    assert plain(told(evening, GROUP)) == ["Ben would like to go on: 1 of 2 votes. /resume is a vote for it."]
    evening.in_group(carla, "/weiter")
    assert evening.game.due is not None


def test_the_owner_kicks_after_a_question_that_only_the_owner_answers(evening: Evening) -> None:
    """Ben is told how to come back; nobody else's press counts, and a name that is none is asked for."""
    assert plain(evening.in_group(ann, "/kick")) == ["Who? At the table: Ann, Ben and Carla. Write /kick and the name."]
    evening.in_group(ann, "/kick ben")
    assert plain([evening.presses_in_group(carla, "Play without Ben")]) == ["This button is for Ann."]
    assert plain([evening.presses_in_group(ann, "Ben stays")]) == ["All right, Ben stays in the game."]
    assert evening.game.seat(ben)
    evening.in_group(ann, "/kick @Ben yes")

    assert plain(told(evening, GROUP))[0].startswith(
        "Ben is no longer in the game; the hand (4 cards) goes to the used cards. /join brings Ben back.\n"
        "For a day somebody else can take the place: /takeover Ben"
    )
    assert plain(told(evening, ben)) == [
        "Sunday Table: the others play on without you. /join in the group brings you back."
    ]
    assert "Nobody takes themselves out" in evening.in_group(ann, "/kick Ann")[0]


def test_the_others_kick_by_more_than_half_of_those_it_does_not_concern(evening: Evening) -> None:
    """Ben votes; Carla agrees, and hers decides, so she is asked; the table has another owner."""
    evening.in_group(ben, "/kick Ann")
    assert plain(told(evening, GROUP)) == [
        "Ben would like to play on without Ann: 1 of 2 votes. /kick Ann is a vote for it, /kick Ann no takes it back."
    ]
    assert "For playing on without Ann: Ben (1 of 2)" in plain(evening.in_group(carla, "/players"))[0]
    evening.presses_in_group(carla, "I agree")
    assert plain(told(evening, GROUP)) == [
        "Carla, your vote decides: play on without Ann? "
        "Then write /kick Ann yes; the hand (4 cards) goes to the used cards."
    ]
    assert evening.game.seat(ann)
    assert plain([evening.presses_in_group(ben, "Play without Ann")]) == ["This button is for Carla."]
    evening.presses_in_group(carla, "Play without Ann")

    assert evening.game.seat(ann) is None
    assert evening.game.owner == ben


@pytest.mark.parametrize(("language", "yes"), [("en", "yes"), ("de", "ja")])
def test_two_people_who_write_the_same_have_both_been_heard(language: str, yes: str) -> None:
    """The first vote counts, the second is asked whether it is to decide; a second line of one person is no vote."""
    evening = a_begun_game(ann, ben, carla, deniz, evening=Evening(language=language))
    line = "/rauswerfen Ann" if language == "de" else "/kick Ann"
    counts = "Deine Stimme zählt schon: 1 von 2 bisher." if language == "de" else "Your vote is counted: 1 of 2 so far."
    evening.in_group(ben, line)
    assert plain(evening.in_group(ben, line)) == [counts]
    asked = plain(evening.in_group(carla, line))
    assert asked[0].startswith("Carla, deine Stimme entscheidet" if language == "de" else "Carla, your vote decides")
    evening.in_group(carla, f"{line} {yes}")

    assert evening.game.seat(ann) is None


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_no_after_the_name_keeps_them(language: str) -> None:
    """Of the owner at the question, of who voted, of who did not; and before the start nobody gets up by it."""
    german = language == "de"
    line = "/rauswerfen Carla nein" if german else "/kick Carla no"
    evening = a_table(ann, ben, carla, deniz, evening=Evening(language=language))
    stays = ["Gut, Carla bleibt im Spiel." if german else "All right, Carla stays in the game."]
    assert plain(evening.in_group(ann, line)) == stays
    evening.in_group(ann, "/begin")
    evening.in_group(ann, "/kick Carla")
    assert plain(evening.in_group(ann, line)) == stays
    assert not any(one.choices for one in evening.chats[GROUP] if "/kick" in one.text)
    evening.in_group(ben, "/kick Carla")

    assert plain(evening.in_group(deniz, line)) == [
        "Gut, du stimmst nicht dafür. Bisher: 1 von 2."
        if german
        else "All right, you do not vote for it. So far: 1 of 2."
    ]
    evening.in_group(ben, line)
    assert plain(told(evening, GROUP)) == [
        "Ben nimmt die Stimme zurück. Damit ist niemand mehr dafür, ohne Carla weiterzuspielen."
        if german
        else "Ben takes the vote back, so nobody is for playing on without Carla any more."
    ]
    assert evening.game.votes == ()


def asked(evening: Evening) -> list[list[str]]:
    """The rows of the questions in the group that still have buttons."""
    labels = ("Play without", "Leave", "End it")
    rows = [plain(row) for one in evening.chats[GROUP] for row in one.labels]
    return [row for row in rows if any(label.startswith(labels) for label in row)]


@pytest.mark.parametrize(
    ("question", "no"),
    [((ben, "/leave"), (carla, "/leave no")), ((ann, "/kick Carla"), (deniz, "/kick Ben no"))],
)
def test_a_no_answers_ones_own_question_and_nobody_elses(question: tuple[str, str], no: tuple[str, str]) -> None:
    """Whoever was asked may still press, and then says no as well."""
    evening = a_begun_game(ann, ben, carla, deniz)
    evening.in_group(*question)
    evening.in_group(*no)
    assert len(asked(evening)) == 1
    evening.in_group(question[0], f"{question[1]} no")

    assert asked(evening) == []


def test_a_no_to_the_end_is_for_those_whose_game_it_is() -> None:
    """Somebody who has no part in it takes no buttons away, by a line or by a press; who plays along does."""
    evening = a_begun_game(ann, ben)
    evening.in_group(ann, "/end")
    outside = ["You are not in this game. /join, and you are."]
    assert plain(evening.in_group(deniz, "/end no")) == outside
    assert plain(evening.in_group(deniz, "/leave no")) == outside
    assert plain([evening.presses_in_group(deniz, "Keep playing")]) == outside
    assert len(asked(evening)) == 1

    assert plain(evening.in_group(ben, "/end no")) == ["All right, the game goes on."]
    assert asked(evening) == []


def test_no_game_goes_on_that_has_not_begun() -> None:
    """At an open table a no speaks of the table; the question loses its buttons all the same."""
    evening = a_table(ann, ben)
    evening.in_group(ann, "/end")

    assert plain(evening.in_group(ann, "/end no")) == ["All right, the table stays as it is."]
    assert plain(evening.in_group(ben, "/leave no")) == ["All right, the table stays as it is."]
    assert asked(evening) == []
    assert [one.id for one in evening.game.seats] == [ann, ben]


@pytest.mark.parametrize("typed", [False, True])
def test_who_is_asked_again_has_one_question_with_buttons(typed: bool) -> None:
    """Carla's vote decides about Ann, however often she is asked whether it is meant."""
    evening = a_begun_game(ann, ben, carla)
    evening.in_group(ben, "/kick Ann")
    for _ in range(3):
        if typed:
            evening.in_group(carla, "/kick Ann")
        else:
            evening.presses_in_group(carla, "I agree")

    assert asked(evening) == [["Play without Ann"]]


def test_a_no_about_somebody_who_has_gone_says_so(evening: Evening) -> None:
    """The question stood while Ben left: he does not stay."""
    evening.in_group(ann, "/kick Ben")
    evening.in_group(ben, "/leave yes")

    assert plain([evening.presses_in_group(ann, "Ben stays")]) == [
        "That person is not in this game. /players says who is."
    ]


def test_the_question_before_a_kick_says_what_it_would_bring() -> None:
    """The owner's decides; and the end of the game where nobody would be left to play with."""
    three = a_begun_game(ann, ben, carla)
    two = a_begun_game(ann, ben)

    assert plain(three.in_group(ann, "/kick Carla"))[0] == (
        "Play on without Carla? Then write /kick Carla yes; the hand (4 cards) goes to the used cards."
    )
    assert plain(two.in_group(ann, "/kick Ben"))[0] == (
        "Without Ben nobody is left to play with, and the game is over. Is that meant? Then write /kick Ben yes."
    )


@pytest.mark.parametrize("language", ["en", "de"])
def test_one_of_the_last_two_hears_that_the_game_ends_before_they_leave(language: str) -> None:
    """In the group and in private; and so does who would leave computers alone."""
    two = a_begun_game(ann, ben, evening=Evening(language=language))
    alone = a_table(ann)
    alone.in_group(ann, "/computer")
    alone.in_group(ann, "/computer")
    alone.in_group(ann, "/begin")
    yes, warns = (
        ("yes", "there are too few to play on, and the game is over. Is that meant? Then write /leave yes.")
        if language == "en"
        else (
            "ja",
            "sind es zu wenige zum Weiterspielen, und das Spiel ist aus. Soll es so sein?",
        )
    )

    assert warns in two.in_group(ben, "/leave")[0]
    assert warns in two.says(ben, "/leave")[0]
    assert two.newest(ben).text.startswith("Sunday Table: ")
    assert "there are too few to play on" in alone.in_group(ann, "/leave")[0]
    two.in_group(ben, f"/leave {yes}")
    assert two.game.status is Status.OVER


@pytest.mark.parametrize(("line", "who"), [("/leave yes", ann), ("/kick Ann yes", ben), ("", ben)])
def test_the_prompt_of_somebody_who_is_gone_says_so(evening: Evening, line: str, who: str) -> None:
    """Ann was waited for, and left, was taken out or retired; nothing reads any more as if it were her turn."""
    prompt = evening.newest(ann)
    if line == "/kick Ann yes":
        evening.in_group(carla, line)
    if line:
        evening.in_group(who, line)
    else:
        evening.time_passes(DAY)
        places_right(evening, ben)
        places_right(evening, carla)
        prompt = evening.newest(ann)
        evening.time_passes(DAY)

    assert evening.game.seat(ann) is None
    assert plain([prompt.text]) == ["Sunday Table: you are no longer in the game; this turn is not yours any more."]
    assert prompt.labels == []


def test_who_is_kicked_last_is_not_asked_back() -> None:
    """Nobody plays on, so neither Ann nor the group is told that somebody does."""
    evening = a_table(ann, ben)
    evening.in_group(ann, "/begin")
    evening.in_group(ben, "/kick Ann yes")

    assert plain(told(evening, ann))[-1] == "Sunday Table: you are no longer in the game, and so it is over."
    assert not [text for text in plain(told(evening, GROUP)) if "/join" in text]


def test_who_still_sits_where_a_game_ends_reads_it_in_place_of_the_prompt() -> None:
    """Ann waits for her card; Ben goes, and there is nobody left to play with."""
    evening = a_table(ann, ben)
    evening.in_group(ann, "/begin")
    evening.in_group(ben, "/leave yes")

    assert plain(evening.texts(ann))[-1] == "Sunday Table: the game is over, and you have won."


def test_computers_are_not_waited_for_in_a_vote() -> None:
    """Two people and two computers: two votes of two people, in the group and in the list."""
    evening = a_table(ann, ben)
    evening.in_group(ann, "/computer")
    evening.in_group(ann, "/computer")
    evening.in_group(ann, "/begin")
    evening.in_group(ben, "/pause")

    assert plain(told(evening, GROUP))[-1] == "Ben would like a pause: 1 of 2 votes. /pause is a vote for it."
    assert "For a pause: Ben (1 of 2)" in plain(evening.in_group(ann, "/players"))[0]


def test_the_owner_of_an_open_table_frees_a_seat_without_a_question() -> None:
    """Nothing is lost by it; nobody else can."""
    evening = a_table(ann, ben, carla)
    assert "Ann looks after this table" in plain(evening.in_group(carla, "/kick Ben"))[0]
    assert plain(evening.in_group(ann, "/kick Ben")) == ["Ben has got up from the table."]

    assert [one.id for one in evening.game.seats] == [ann, carla]


def test_a_place_is_taken_over_within_a_day(evening: Evening) -> None:
    """With as many fresh cards; who was here before joins again instead."""
    evening.says(deniz, "/start")
    assert "That seat is not to be had" in evening.in_group(deniz, "/takeover Ben")[0]
    evening.in_group(ann, "/kick Ben yes")
    assert "/join deals you in again" in evening.in_group(ben, "/takeover")[0]
    evening.in_group(deniz, "/takeover")

    assert [one.id for one in evening.game.seats] == [ann, deniz, carla]
    assert plain(told(evening, GROUP))[0].startswith("Deniz takes the place of Ben, with 4 cards.\n")
    assert plain(told(evening, deniz))[0].startswith("Sunday Table: you are in with 4 cards, in the place of Ben.")
    assert "Deniz sits there now." in plain(evening.in_group("tg:9", "/takeover Ben"))[0]


def test_whoever_cannot_be_written_to_takes_over_by_the_link(evening: Evening) -> None:
    """The link opens the private chat and seats them; with two places free, one is named."""
    evening.in_group(carla, "/leave yes")
    evening.in_group(deniz, "/uebernehmen")
    (link,) = evening.newest(GROUP).choices[0]
    evening.says(deniz, f"/start {link.opens.removeprefix('private:')}")

    assert [one.id for one in evening.game.seats] == [ann, ben, deniz]
    evening.in_group(carla, "/join")
    evening.in_group(ben, "/leave yes")
    evening.in_group(deniz, "/leave yes")
    assert plain(evening.in_group("tg:9", "/takeover")) == ["Whose place? Free now: Ben and Deniz. Write /takeover Ben"]


def test_who_sits_in_a_place_now_is_named(evening: Evening) -> None:
    """Carla wants her place back, and another one to sit there: both read who does, and how to join."""
    evening.in_group(carla, "/leave yes")
    evening.says(deniz, "/start")
    evening.in_group(deniz, "/takeover Carla")

    for who in (carla, "tg:9"):
        assert plain(evening.in_group(who, "/takeover Carla")) == [
            "Deniz sits there now. /join deals you in at the end of the order."
        ]
    assert evening.in_group(ann, "/takeover Carla") == ["You are in already."]
    evening.in_group(deniz, "/leave yes")
    assert "Free now: Deniz." in plain(evening.in_group("tg:9", "/takeover Carla"))[0]
