"""What somebody decides for all their games at once: how they live, when they are away."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from pbm.rules.commands import ComeBack, Command, GoAway, SetHabits
from pbm.rules.events import DeadlineMoved
from pbm.rules.game import Status
from pbm.rules.play import Played
from pbm.service import days, habits
from pbm.service.asking import Asking
from pbm.service.moments import moment_of
from pbm.service.nowhere import ANYWHERE, Nowhere
from pbm.service.ports import Commit
from pbm.service.requests import Request
from pbm.views.answers import answer
from pbm.views.messages import Address, Message, Text, joined
from pbm.views.prompt import Rows
from pbm.views.say import listing, moment, say
from pbm.views.table import Person, Table

At = Callable[[Request, str, Person, Callable[[Asking], Commit | None]], None]


class Everywhere:
    """One request of a person about all their games; each game is changed by a commit of its own, and the reply last.

    Whatever dies on the way, the request comes again, and what was kept before changes nothing.
    """

    def __init__(self, nowhere: Nowhere, tables: Callable[[], Sequence[Table]], at: At) -> None:
        """`tables` are theirs as they are now, `at` carries out work at one of them."""
        self._nowhere = nowhere
        self._request = nowhere.request
        self._person = nowhere.person
        self._tables = tables
        self._at = at

    def lives(self, heard: habits.Heard) -> Commit:
        """How somebody lives from now on, at every table; what a turn of theirs gains stands below the answer."""
        notes: dict[str, Text] = {}
        here = {table.game.id: table for table in self._tables()}

        def work(asking: Asking) -> Commit | None:
            played = asking.played(SetHabits(seat=asking.who, habits=asking.person.habits))
            if not isinstance(played, Played):
                return asking.kept(asking.table)  # the table knows the person as they are now
            scene, game = asking.scene, asking.table.game.id
            for event in played.events:
                if isinstance(event, DeadlineMoved):
                    when = scene.moment(event.due)
                    notes[game] = scene.say("time.runs_until", table=here[game].title, when=when)
            return _unanswered(asking.tells(played, pressed=False), asking.who)

        if heard.person != self._person:
            for table in here.values():
                self._at(self._named(table), table.game.id, heard.person, work)
        return self._answers(joined([heard.text, *notes.values()]), heard.choices, heard.person)

    def away(self, words: str) -> Commit:
        """Away from all games, up to a moment; without one it is asked."""
        language, now = self._person.language, self._nowhere.now
        if not words:
            return self._answers(
                joined([*self._standing(), say(language, "away.asks")]), days.away_rows(language, f"{ANYWHERE}:0:away")
            )
        until = moment_of(words, now, self._person.habits.place)
        if until is None:
            return self._answers(say(language, "away.unclear"))
        return self._away_until(until)

    def _standing(self) -> list[Text]:
        """The absences that are on, table by table."""
        zone = self._person.habits.place if self._person.habits.zone else None
        lines = []
        for table in self._begun():
            if until := table.game.sitting(self._person.address).away_until:
                when = moment(self._person.language, until, zone, self._nowhere.now)
                lines.append(say(self._person.language, "away.stands", table=table.title, when=when))
        return lines

    def away_days(self, number: str) -> Commit:
        """One of the offered lengths, by button."""
        if not number.isdecimal() or int(number) not in days.DAYS_OFFERED:
            return self._answers(say(self._person.language, "no.gone"))
        return self._away_until(self._nowhere.now + timedelta(days=int(number)))

    def _away_until(self, until: datetime) -> Commit:
        who = self._person.address
        noes = self._everywhere(lambda table: GoAway(seat=who, until=until))
        away = [one for one in self._begun() if one.game.id not in noes and one.game.sitting(who).away_until]
        lines = list(noes.values())
        if away:
            zone = self._person.habits.place if self._person.habits.zone else None
            when = moment(self._person.language, until, zone, self._nowhere.now)
            lines.insert(0, say(self._person.language, "away.set", when=when, tables=self._titles(away)))
            if any(table.game.on_turn == who and table.game.due for table in away):
                lines.insert(1, say(self._person.language, "away.running"))
        return self._answers(joined(lines) if lines else say(self._person.language, "no.not_in_begun"))

    def back(self) -> Commit:
        """Back in all games."""
        who = self._person.address
        away = [table for table in self._begun() if table.game.sitting(who).away_until]
        if not away:
            key = "no.not_away" if self._begun() else "no.not_in_begun"
            return self._answers(say(self._person.language, key))
        self._everywhere(lambda table: ComeBack(seat=who) if table.game.sitting(who).away_until else None)
        return self._answers(say(self._person.language, "away.back", tables=self._titles(away)))

    def _everywhere(self, command_for: Callable[[Table], Command | None]) -> dict[str, Text]:
        """Carry out a wish at all tables whose game has begun; gives the noes by game, each with its table."""
        noes: dict[str, Text] = {}
        here = {table.game.id: table for table in self._begun()}

        def work(asking: Asking) -> Commit | None:
            command = command_for(asking.table)
            if command is None:
                return None
            played = asking.played(command)
            if isinstance(played, Played):
                return _unanswered(asking.tells(played, pressed=False))
            game, why = asking.table.game.id, answer(asking.scene, played)
            noes[game] = asking.scene.say("away.refused", table=here[game].title, why=why)
            return None

        for table in here.values():
            self._at(self._named(table), table.game.id, self._person, work)
        return noes

    def _begun(self) -> list[Table]:
        begun = (Status.PLAYING, Status.PAUSED)
        return [one for one in self._tables() if one.game.status in begun and one.game.seat(self._person.address)]

    def _named(self, table: Table) -> Request:
        return self._request.model_copy(update={"id": f"{self._request.id}:{table.game.id}"})

    def _titles(self, tables: Sequence[Table]) -> Text:
        return listing(self._person.language, [table.title for table in tables])

    def _answers(self, text: Text, choices: Rows = (), person: Person | None = None) -> Commit:
        """A press gets a message too: it is too much for an answer on the spot."""
        nowhere = Nowhere(self._request, person or self._person, self._nowhere.library, self._nowhere.now)
        commit = nowhere.commit(text, choices)
        if all(one.way != "answer" for one in commit.messages):
            return commit
        return nowhere.commit(Text(), (), Message(to=self._request.chat, text=text, choices=choices, made=nowhere.now))


def _unanswered(commit: Commit, untold: Address = "") -> Commit:
    """Without the answer to the press, which comes once, at the end; and without what is said to that chat."""
    messages = tuple(one for one in commit.messages if one.way != "answer" and one.to != untold)
    return commit.model_copy(update={"messages": messages})
