"""Two at a table are called alike, and one is named."""

from tests.service.evening import GROUP, Evening, a_begun_game, ann, ben, carla
from tests.service.said import plain


def namesakes(*people: str) -> Evening:
    """A game of three, of whom those are called Alexander."""
    evening = Evening()
    evening.names |= dict.fromkeys(people, "Alexander")
    return a_begun_game(ann, ben, carla, evening=evening)


def test_whoever_names_a_namesake_is_offered_the_other_one() -> None:
    """Alexander, who sat down first, means the other one: nobody takes themselves out."""
    evening = namesakes(ann, ben)

    assert plain(evening.in_group(ann, "/kick Alexander")) == [
        "Alexander is your own name. If you mean Alexander (2), write /kick Alexander (2)"
    ]
    evening.in_group(ann, "/kick Alexander (2)")
    assert plain(evening.newest(GROUP).labels[0] + evening.newest(GROUP).labels[1]) == [
        "Play without Alexand… (2)",
        "Alexand… (2) stays",
    ]


def test_of_several_namesakes_one_is_named() -> None:
    """Which one, nobody guesses; and who has none is told how one leaves."""
    evening = namesakes(ann, ben, carla)

    assert plain(evening.in_group(ann, "/kick Alexander")) == [
        "Several names begin like that: Alexander (2) and Alexander (3). Write a little more."
    ]
    assert "/leave is for that" in a_begun_game().in_group(ann, "/kick Ann")[0]
