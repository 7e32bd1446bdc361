"""What is addressed to the bot is always answered, and the game changes only when the rules say so."""

from functools import reduce

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbm.rules.evolve import evolve
from pbm.rules.game import Game
from tests.service.evening import GROUP, Evening, a_begun_game, a_table, ann, ben, carla, deniz, places_right
from tests.service.folly import PEOPLE, WORDS, an_evening, at_random

QUICK = settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
TEXTS = st.one_of(
    st.sampled_from(WORDS),
    st.text(max_size=60),
    st.text("0123456789 .,-/", max_size=8),
    st.builds("/{} {}".format, st.text(max_size=12), st.text(max_size=20)),
    st.builds(
        "/settings {} {}".format,
        st.sampled_from(("cards", "time", "series", "small", "retire", "short", "language", "closed")),
        st.text(max_size=20),
    ),
)
VERBS = (
    *("card", "slot", "page", "cards", "slots", "place", "move", "take", "put", "swap", "undo", "doubt", "turnover"),
    *(
        "no",
        "move_to",
        "join",
        "begin",
        "menu",
        "set",
        "computer",
        "stay",
        "keep",
        "resume",
        "show",
        "rules",
        "again",
        "typed",
    ),
)
ARGS = st.lists(
    st.one_of(
        st.integers(-2, 12).map(str),
        st.text("abc²٣ :", max_size=4),
        st.sampled_from(("all", "series", "cards", "small", "small0", "time", "retire", "closed", "done", "language")),
    ),
    max_size=3,
)


def folded(evening: Evening) -> Game | None:
    """The game as its events give it."""
    return reduce(evolve, evening.store.events(evening.game.id), None)


def evenings() -> list[Evening]:
    """An open table, a first turn, and a turn with something to doubt and to move."""
    later = a_begun_game()
    places_right(later, ann)
    return [a_table(), a_begun_game(), later]


@pytest.fixture(scope="module")
def tables() -> list[Evening]:
    """Tables that go on from example to example, as real ones do."""
    return evenings()


@QUICK
@given(which=st.integers(0, 2), who=st.sampled_from(PEOPLE), text=TEXTS, group=st.booleans(), data=st.data())
def test_whatever_is_written_is_answered(
    tables: list[Evening], which: int, who: str, text: str, group: bool, data: st.DataObject
) -> None:
    """In private, or in the group as a command or a reply."""
    evening = tables[which]
    chat = GROUP if group else who
    there = evening.chats.get(chat, [])
    about = data.draw(st.sampled_from([None, *there[-3:]])) if there else None

    evening.says(who, text, chat, about)

    assert evening.brought
    assert any(one.message.to == chat and one.message.way in ("say", "show") for one in evening.brought) or (
        group and any(one.message.to == who for one in evening.brought)
    )
    assert evening.game == folded(evening)


@QUICK
@given(
    which=st.integers(0, 2),
    who=st.sampled_from(PEOPLE),
    verb=st.one_of(st.sampled_from(VERBS), st.text(max_size=6)),
    args=ARGS,
    late=st.integers(-1, 2),
    group=st.booleans(),
)
def test_whatever_is_pressed_is_answered_once(
    tables: list[Evening], which: int, who: str, verb: str, args: list[str], late: int, group: bool
) -> None:
    """Buttons of this game and turn, of others, and of none."""
    evening = tables[which]
    chat = GROUP if group else who
    there = evening.chats.get(chat, [])
    does = ":".join([evening.game.id, str(evening.game.turn - late), verb, *args])

    evening.presses_data(who, does, there[-1].id if there else 1, chat)

    assert evening.game == folded(evening)


@pytest.mark.parametrize("seed", range(100, 104))
def test_an_evening_of_anything_stays_whole(seed: int) -> None:
    """Wise and foolish, with restarts: after every request the game is what its events give."""
    evening, random = an_evening(seed)
    for _ in range(60):
        at_random(evening, random)
        assert evening.game == folded(evening)
    if evening.game.begun is not None and not evening.is_over():
        assert evening.game.on_turn


def test_nobody_who_is_not_addressed_hears_anything() -> None:
    """A look-up in private is nobody else's business."""
    evening = a_begun_game()
    for text in ("hand", "chain", "players", "rules", "help", "games", "hello", "1 1"):
        evening.says(carla, text)
        assert {one.message.to for one in evening.brought} == {carla}
    evening.in_group(deniz, "/players")
    assert {one.message.to for one in evening.brought} == {GROUP}
    evening.says(ben, "language")
    assert {one.message.to for one in evening.brought} == {ben}
