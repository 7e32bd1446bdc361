"""A second table, in another group, at which some of the same people sit."""

from tests.service.evening import Evening, a_begun_game, ann, ben, carla

OFFICE = "tg:-200"


def office(evening: Evening, *people: str, title: str = "Office") -> None:
    """A second table, in the office, at which these people have begun."""
    titled(evening, people[0], "/newgame", title)
    for who in people[1:]:
        titled(evening, who, "/join", title)
    titled(evening, people[0], "/settings cards 4", title)
    titled(evening, people[0], "/begin", title)


def titled(evening: Evening, who: str, text: str, title: str = "Office") -> None:
    """A line in the office."""
    before, evening.title = evening.title, title
    evening.says(who, text, OFFICE)
    evening.title = before


def two_tables(language: str = "en", title: str = "Office") -> Evening:
    """Ben sits in the office, where he is on turn, and at the Sunday Table, where Ann is; Carla at both."""
    evening = a_begun_game(evening=Evening(language=language))
    office(evening, ben, carla, title=title)
    return evening


def sits(evening: Evening, who: str) -> list[str]:
    """The titles of the tables at which somebody sits."""
    return [table.title for table in evening.store.tables_of(who)]


def ben_is_on_turn_at_both(language: str = "en", title: str = "Office") -> Evening:
    """He holds seven cards at the Sunday Table, and four in the office."""
    evening = two_tables(language, title)
    evening.says(ann, "1 1")
    assert [table.game.on_turn for table in evening.store.tables_of(ben)] == [ben, ben]
    return evening
