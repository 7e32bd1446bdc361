"""A second table, in another group, at which some of the same people sit."""

from tests.service.evening import Evening

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
