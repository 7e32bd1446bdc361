"""One request at one table: everything it may look at, and the commit it leaves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from pbm.rules.cards import Library
from pbm.rules.commands import Command, SetHabits
from pbm.rules.dates import Span
from pbm.rules.events import Event, GameEnded, OwnerChanged, PlayerLeft
from pbm.rules.evolve import evolve
from pbm.rules.game import Game, Status
from pbm.rules.habits import Habits
from pbm.rules.play import Played, play
from pbm.rules.refusals import Refusal
from pbm.rules.turns import Shuffle
from pbm.rules.values import CardId
from pbm.rules.votes import enough
from pbm.service.alarms import alarms_of
from pbm.service.ports import Commit
from pbm.service.requests import Request
from pbm.service.tell import tell
from pbm.service.voice import Voice
from pbm.views.answers import answer
from pbm.views.messages import Address, Message, Text
from pbm.views.names import COMPUTER
from pbm.views.scene import Scene
from pbm.views.table import Person, Table


@dataclass(frozen=True)
class Asking:
    """What the work of a request is given; it is pure, and may run again."""

    request: Request
    table: Table
    person: Person
    library: Library  # the decks that this game was begun with, or would be
    now: datetime
    shuffle: Shuffle
    at: str = ""  # what whoever asks calls the table, where they sit at others too

    @property
    def who(self) -> Address:
        """Whoever asks."""
        return self.request.who

    @property
    def voice(self) -> Voice:
        """Speaks about the table as it is before anything has happened."""
        return Voice(self.table, self.library, self.now, self.request)

    @property
    def scene(self) -> Scene:
        """The table as whoever asks may see it: in their language in private, in the table's in the group."""
        return self.seen_by(self.who, self.request.private)

    def seen_by(self, viewer: Address, private: bool) -> Scene:
        """The table as that viewer may see it, in the language of the place where it is said."""
        table = self.table
        if private and viewer == self.who and self.at:
            table = table.model_copy(update={"title": self.at})
        if private and not table.person(viewer):
            table = table.model_copy(update={"people": (*table.people, self.person)})
        if not private:
            people = tuple(
                one.model_copy(update={"language": table.language, "habits": Habits()}) for one in table.people
            )
            table = table.model_copy(update={"people": people})
        return Voice(table, self.library, self.now, self.request).scene(viewer)

    @property
    def pressed(self) -> bool:
        """Whether a button was pressed in the private chat, so that the message it sits on can change."""
        return bool(self.voice.press) and self.request.private

    def kept(
        self, after: Table | None = None, events: Sequence[Event] = (), messages: Sequence[Message] = ()
    ) -> Commit:
        """The commit: the table afterwards, if it is another one, with its words and alarms."""
        people = (self.person,) if self.who else ()  # nobody is no person to keep
        if after is None:
            return Commit(messages=tuple(messages), people=people)
        before, following = set(alarms_of(self.table)), set(alarms_of(after))
        return Commit(
            table=after,
            events=tuple(events),
            messages=tuple(messages),
            alarms_off=tuple(sorted(before - following)),
            alarms_on=tuple(sorted(following - before)),
            people=people,
        )

    def says(self, text: Text) -> Commit:
        """A kind sentence to whoever asked, and nothing else changes."""
        return self.kept(messages=self.voice.reply(text))

    def refuses(self, refusal: Refusal) -> Commit:
        """A no, in words."""
        return self.says(answer(self.scene, refusal))

    def plays(self, command: Command, *, pressed: bool | None = None, also: Sequence[Message] = ()) -> Commit:
        """Let the rules judge a wish and tell everybody what came of it; a no goes to whoever asked."""
        played = self.played(command)
        return self.tells(played, pressed, also) if isinstance(played, Played) else self.refuses(played)

    def played(self, command: Command) -> Played | Refusal:
        """What the rules say to a wish; whoever asks lives by their habits at this table too."""
        played = play(self.table.game, command, self.now, self.shuffle, self.library.dates)
        if not isinstance(played, Played):
            return played
        played = carried(played, self.now, self.shuffle, self.library.dates)
        played = kept_by_people(self.table.game, played, self.now)
        return lived(played, self.person, self.now, self.shuffle)

    def tells(self, played: Played, pressed: bool | None = None, also: Sequence[Message] = ()) -> Commit:
        """Keep what has happened, and tell everybody."""
        draft = self.table.draft if played.game.turn == self.table.game.turn else None
        after = self.table.model_copy(update={"game": played.game, "draft": draft})
        voice = Voice(after, self.library, self.now, self.request)
        told = tell(voice, self.table, played.events, self.pressed if pressed is None else pressed)
        return self.kept(after, played.events, [*voice.answer(), *also, *told])


def carried(played: Played, now: datetime, shuffle: Shuffle, dates: Mapping[CardId, Span]) -> Played:
    """What happened, and where somebody left, what more than half of those who remain have wished by then."""
    while played.game.status is not Status.OVER and any(isinstance(one, PlayerLeft) for one in played.events):
        wish = enough(played.game)
        more = play(played.game, wish, now, shuffle, dates) if wish else None
        if not isinstance(more, Played):
            break
        played = Played(more.game, (*played.events, *more.events))
    return played


def lived(played: Played, person: Person, now: datetime, shuffle: Shuffle) -> Played:
    """What happened, and that person's seat with their habits; they may have just sat down."""
    seat = played.game.seat(person.address)
    if seat is None or seat.habits == person.habits or played.game.status is Status.OVER:
        return played
    more = play(played.game, SetHabits(seat=seat.id, habits=person.habits), now, shuffle, {})
    return Played(more.game, (*played.events, *more.events)) if isinstance(more, Played) else played


def kept_by_people(before: Game, played: Played, now: datetime) -> Played:
    """What happened, with a person to look after the table; computers left to themselves clear it."""
    game = played.game
    if game.status is Status.OVER or not game.owner.startswith(COMPUTER) or before.owner == game.owner:
        return played
    person = next((one.id for one in game.seats if not one.id.startswith(COMPUTER)), None)
    events = tuple(one for one in played.events if not isinstance(one, OwnerChanged))
    owner = OwnerChanged(seat=person or game.owner)
    game = evolve(game, owner)
    if person:
        return Played(game, (*events, owner))
    cleared = GameEnded(how="nobody left", winner=None, ranking=(), at=now)
    return Played(evolve(game, cleared), (*events, owner, cleared))
