"""What every screen is made from: what its viewer may know, in whose words, at what moment."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, tzinfo

from pbm.rules.cards import Library
from pbm.rules.values import CardId, SeatId
from pbm.views.messages import Address, Choice, Language, Text, text_of
from pbm.views.names import COMPUTER, shown
from pbm.views.say import Fact, catalogue, count, duration, listing, moment, quoted, say, until
from pbm.views.seen import Seen, seen
from pbm.views.table import Draft, Table


@dataclass(frozen=True)
class Scene:
    """One viewer's side of a table; without a viewer, the group's. Of cards it knows the fronts alone."""

    seen: Seen
    title: str
    language: Language
    front: Callable[[CardId], str]
    now: datetime
    draft: Draft | None = None
    zone: tzinfo | None = None  # the viewer's; none: UTC, and moments say so

    def say(self, key: str, **facts: Fact) -> Text:
        """A sentence in the viewer's language."""
        return say(self.language, key, **facts)

    def cards(self, n: int) -> str:
        """`1 card`, `no cards`."""
        return count(self.language, "cards", n)

    def name(self, seat: SeatId) -> str:
        """The name of somebody who is or was at this table, closed off."""
        return shown(self.seen.seat(seat).name, seat, self.language)

    def names(self, seats: tuple[SeatId, ...]) -> Text:
        """Several names, as a list."""
        return listing(self.language, [self.name(seat) for seat in seats])

    def mention(self, seat: SeatId) -> Text:
        """The name, marked for that person."""
        name = text_of(self.name(seat))
        return name if seat.startswith(COMPUTER) else name.marked("text_mention", who=seat)

    def quoted(self, words: Text | str) -> Text:
        """The words in quotation marks."""
        return quoted(self.language, words)

    def clock(self) -> Text:
        """How long is left of the turn, and until when; only while the clock runs."""
        return until(self.language, self.now, self.seen.due, self.zone) if self.seen.due else Text()

    def moment(self, at: datetime) -> Text:
        """A moment by the viewer's clock."""
        return moment(self.language, at, self.zone, self.now)

    def on_day(self, at: datetime) -> Text:
        """The same as it stands after *on*: `Tue at 18:40`."""
        return moment(self.language, at, self.zone, self.now, after_on=True)

    def left(self) -> str:
        """How long is left of the turn."""
        return duration(self.language, self.seen.due - self.now) if self.seen.due else ""

    def choice(self, key: str, verb: str, *args: str | int, **facts: str | int) -> Choice:
        """A button that carries this game and turn, and what it does."""
        label = catalogue(self.language)[f"button.{key}"].format(**facts)
        return Choice(label=label, does=":".join(map(str, (self.seen.game, self.seen.turn, verb, *args))))

    def link(self, key: str, opens: str) -> Choice:
        """A button that leads somewhere."""
        return Choice(label=catalogue(self.language)[f"button.{key}"], opens=opens)

    def my_hand(self) -> Choice:
        """The button under every board: it opens the private chat, so it never goes stale."""
        return self.link("my_hand", "private:hand")


def scene(table: Table, viewer: Address | None, library: Library, now: datetime) -> Scene:
    """A table as that viewer may see it; a draft belongs to the player on turn alone."""
    language = table.language_of(viewer) if viewer else table.language
    draft = table.draft if viewer and table.draft and table.game.on_turn == viewer else None
    if draft and draft.turn != table.game.turn:
        draft = None  # what was begun in an earlier turn is no longer meant

    person = table.person(viewer) if viewer else None
    zone = person.habits.place if person and person.habits.zone else None
    front = library.fronts(language).__getitem__
    return Scene(seen(table.game, viewer), table.title, language, front, now, draft, zone)
