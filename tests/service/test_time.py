"""Time: reminders, turns that run out, retirement, pauses; and computers, which alarms alone keep going."""

from datetime import timedelta

import pytest

from pbm.rules.game import Status
from tests.service.evening import (
    GROUP,
    NOON,
    Evening,
    a_begun_game,
    a_table,
    ann,
    ben,
    carla,
    places_right,
)
from tests.service.said import heard, plain

HOUR = timedelta(hours=1)


def test_reminders_come_at_half_time_and_with_an_eighth_left(evening: Evening) -> None:
    """Each once, in private, with a sound and a button that shows the turn."""
    half = evening.time_passes(12 * HOUR)
    assert heard(half, ann) == [
        "Sunday Table is waiting for your card: 12 hours left, until Tue 12:00 UTC. Write hand to see your turn."
    ]
    assert evening.newest(ann).rang
    evening.presses(ann, "Show my turn")
    assert evening.newest(ann).text.startswith("Sunday Table: your turn, 12 hours")

    eighth = evening.time_passes(9 * HOUR)
    assert heard(eighth, ann) == [
        "Sunday Table: 3 hours left for your turn, until Tue 12:00 UTC. Then play passes on; it costs you no cards."
    ]
    assert heard(half + eighth, GROUP) == []


def test_an_alarm_that_rings_again_reminds_nobody_twice(evening: Evening) -> None:
    """Early it does nothing; twice it does nothing more."""
    assert evening.rings("half") == []
    evening.now = NOON + 12 * HOUR

    assert heard(evening.rings("half"), ann)
    assert evening.rings("half") == []
    assert evening.rings("half") == []


def test_after_the_turn_was_taken_nobody_is_reminded(evening: Evening) -> None:
    """The alarms of an earlier turn are harmless."""
    places_right(evening, ann)
    evening.now = NOON + 30 * HOUR

    for kind in ("half", "eighth", "due"):
        assert evening.rings(kind, turn=1) == []


def test_when_both_reminders_are_overdue_the_later_one_speaks(evening: Evening) -> None:
    """After an outage; and when the turn is over too, neither does."""
    evening.now = NOON + 22 * HOUR
    assert evening.rings("half") == []
    assert heard(evening.rings("eighth"), ann)

    evening = a_begun_game()
    evening.now = NOON + 25 * HOUR
    assert evening.rings("half") == []
    assert evening.rings("eighth") == []
    assert evening.rings("due")


def test_a_turn_that_runs_out_passes_on(evening: Evening) -> None:
    """The old prompt becomes a note, the board says what happened, the next player is called."""
    prompt = evening.newest(ann)

    letters = evening.time_passes(24 * HOUR)

    assert evening.game.on_turn == ben
    assert plain([prompt.text]) == [
        "Sunday Table: this turn ran out on Tue at 12:00 UTC. No card, no penalty. I will call you for the next one."
    ]
    assert prompt.choices == ()
    assert "Ann’s time is up; play passes on." in heard(letters, GROUP)[-1]
    assert evening.newest(ben).text.startswith("Sunday Table: your turn, 24 hours")
    assert evening.newest(ben).rang


@pytest.mark.parametrize(
    ("language", "drew", "note"),
    [
        ("en", "The chain was right. You draw 4 cards: numbers 5 to 8.", "this turn ran out on Tue at 12:00 UTC."),
        (
            "de",
            "Die Kette war richtig. Du ziehst 4 Karten: Nummer 5 bis 8.",
            "Dieser Zug ist seit Di 12:00 UTC vorbei.",
        ),
    ],
)
def test_what_a_doubt_drew_can_be_read_when_the_turn_after_it_has_run_out(language: str, drew: str, note: str) -> None:
    """The prompt that tells it stays as it is, without its buttons; that the time is up is told below it."""
    evening = a_begun_game(evening=Evening(language=language))
    places_right(evening, ann)
    evening.says(ben, "zweifel")
    prompt = evening.newest(ben)
    assert drew in prompt.text

    evening.time_passes(24 * HOUR)

    assert drew in prompt.text
    assert prompt.choices == ()
    assert note in evening.newest(ben).text
    assert not evening.newest(ben).rang


def test_a_question_that_stood_open_is_replaced_when_the_turn_has_run_out(evening: Evening) -> None:
    """Where a press has changed the prompt already, what the doubt drew stands there no longer."""
    places_right(evening, ann)
    evening.says(ben, "doubt")
    game, prompt = evening.game, evening.newest(ben)
    evening.presses_data(ben, f"{game.id}:{game.turn}:card:1", prompt.id)

    evening.time_passes(24 * HOUR)

    assert "this turn ran out" in prompt.text
    assert sum("this turn ran out" in text for text in evening.texts(ben)) == 1


def test_who_placed_last_still_answers_for_the_chain(evening: Evening) -> None:
    """The board says so."""
    places_right(evening, ann)

    letters = evening.time_passes(24 * HOUR)

    assert "Ben’s time is up; play passes on. Ann still answers for the chain." in heard(letters, GROUP)[-1]


def test_a_move_with_an_old_number_after_the_time_ran_out_is_not_played(evening: Evening) -> None:
    """Ann is too late, and hears whose turn it is."""
    evening.time_passes(24 * HOUR)

    assert plain(evening.says(ann, "1 1")) == [
        "Sunday Table: it is Ben’s turn, 24 hours left. I will call you when it is yours."
    ]


def test_the_second_turn_in_a_row_retires() -> None:
    """Ben is warned, then out; the group hears it, and he can come back."""
    evening = a_begun_game(settings=("cards 6", "series things"))
    places_right(evening, ann)
    evening.time_passes(24 * HOUR)
    places_right(evening, carla)
    places_right(evening, ann)
    warned = evening.time_passes(21 * HOUR)
    assert "That would be 2 turns run out in a row, and you would be out of the game." in heard(warned, ben)[-1]

    letters = evening.time_passes(3 * HOUR)

    assert evening.game.seat(ben) is None
    assert (
        "2 turns in a row have run out for Ben, who is no longer in the game; the hand (6 cards) goes to the used"
        " cards. /join brings Ben back."
    ) in heard(letters, GROUP)[-1]
    assert heard(letters, ben) == [
        "Sunday Table: 2 turns in a row ran out, so it goes on without you. Want to come back? /join in the group."
    ]
    assert plain(evening.in_group(ben, "/join"))
    assert evening.game.seat(ben)


def test_a_whole_lap_without_a_move_pauses_the_game(evening: Evening) -> None:
    """The clock stands; whoever is on turn may play, anybody may resume."""
    letters = evening.time_passes(72 * HOUR)

    assert evening.game.status is Status.PAUSED
    assert "Once around the table without a move: the game takes a break" in heard(letters, GROUP)[-1]
    assert evening.newest(GROUP).labels[0] == ["Go on"]
    assert evening.newest(ann).text.startswith("Sunday Table: your turn. The clock is stopped.")
    assert not evening.newest(ann).rang
    assert evening.time_passes(100 * HOUR) == []


@pytest.mark.parametrize("way", ["button", "group", "private", "move"])
def test_a_paused_game_goes_on(evening: Evening, way: str) -> None:
    """By the button, by /resume in the group or in private, or by a card."""
    evening.time_passes(72 * HOUR)
    old = evening.newest(ann)

    if way == "button":
        evening.presses_in_group(ben, "Go on")
    elif way == "group":
        evening.in_group(ben, "/resume")
    elif way == "private":
        assert evening.says(ben, "/resume") == ["On we go."]
    else:
        evening.says(ann, "1 1")

    assert evening.game.status is Status.PLAYING
    assert evening.game.due == evening.now + 24 * HOUR
    if way != "move":
        assert "On we go." in evening.newest(GROUP).text
        assert old.choices == ()
        assert evening.newest(ann).text.startswith("Sunday Table: your turn, 24 hours")
        assert evening.newest(ann).rang


def test_when_the_player_on_turn_leaves_in_a_pause_the_next_is_waited_for(evening: Evening) -> None:
    """The board says that the game still rests, and how it goes on."""
    evening.time_passes(72 * HOUR)

    evening.in_group(ann, "/leave yes")

    assert evening.game.status is Status.PAUSED
    assert plain([evening.newest(GROUP).text])[0].endswith("The game takes a break; it goes on when Ben plays.")
    assert evening.newest(GROUP).labels[0] == ["Go on"]
    assert evening.newest(ben).text.startswith("Sunday Table: your turn. The clock is stopped.")


def test_whoever_lets_their_own_chain_lie_is_not_said_to_answer_for_it_still(evening: Evening) -> None:
    """Ann placed last; then all turns run out, hers too."""
    places_right(evening, ann)

    told = heard(evening.time_passes(72 * HOUR), GROUP)

    assert [line.splitlines()[0] for line in told] == [
        "Ben’s time is up; play passes on. Ann still answers for the chain.",
        "Carla’s time is up; play passes on.",
        "Ann’s time is up; play passes on.",
    ]


def test_time_that_was_left_is_left_again_when_a_card_is_taken_back(evening: Evening) -> None:
    """Ann placed after 20 hours and takes back: she has four left, and one reminder to come."""
    evening.time_passes(20 * HOUR)
    places_right(evening, ann)
    evening.says(ann, "undo")

    assert evening.game.due == evening.now + 4 * HOUR
    assert len(heard(evening.time_passes(4 * HOUR), ann)) == 1


# Computers


def a_game_of_one(seed: int, cards: int = 3) -> Evening:
    """Ann and two computers."""
    evening = a_table(ann, evening=Evening(seed=seed), settings=(f"cards {cards}", "series things"))
    evening.in_group(ann, "/computer")
    evening.in_group(ann, "/computer")
    evening.in_group(ann, "/begin")
    return evening


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_computers_play_a_whole_game_by_alarms_alone(seed: int) -> None:
    """Ann always places where it is right; the others are moved by their alarms, until somebody has won."""
    evening = a_game_of_one(seed)
    for _ in range(60):
        if evening.is_over():
            break
        if evening.game.on_turn == ann:
            places_right(evening, ann)
        else:
            before = evening.game.turn
            evening.time_passes(timedelta(seconds=10))
            assert evening.game.turn > before or evening.is_over()

    assert evening.is_over()
    assert evening.game.winner
    assert not any(one.startswith("pc:") for one in evening.chats)


def test_the_same_evening_with_computers_goes_the_same_way_again() -> None:
    """Their luck comes from the game, not from chance."""
    told = []
    for _ in range(2):
        evening = a_game_of_one(5)
        for _ in range(6):
            if evening.game.on_turn == ann:
                evening.says(ann, "1 1")
            else:
                evening.time_passes(timedelta(seconds=10))
        told.append(evening.texts(GROUP))

    assert told[0] == told[1]


def test_a_computer_takes_a_little_time(evening: Evening) -> None:
    """It does not answer in the same breath."""
    evening = a_game_of_one(1)
    places_right(evening, ann)
    turn = evening.game.turn

    evening.time_passes(timedelta(seconds=2))
    assert evening.game.turn == turn
    evening.time_passes(timedelta(seconds=8))
    assert evening.game.turn > turn


def test_a_computer_moves_though_the_clock_was_set_back(evening: Evening) -> None:
    """By an hour, in its turn: it moves when its alarm is found again, not when the clock is where it was."""
    evening = a_game_of_one(1)
    places_right(evening, ann)
    turn = evening.game.turn
    evening.now -= HOUR
    evening.time_passes(timedelta(seconds=8))
    assert evening.game.turn == turn

    evening.alarms.wind(evening.now)
    evening.time_passes(timedelta())

    assert evening.game.turn > turn


def test_lost_alarms_are_found_again(evening: Evening) -> None:
    """The set of deadlines is gone; built anew from the games alone, the turn still runs out."""
    evening.redis.delete("pbm:alarms")
    assert evening.time_passes(24 * HOUR) == []

    evening.alarms.wind(evening.now)
    evening.time_passes(timedelta())

    assert evening.game.on_turn == ben
