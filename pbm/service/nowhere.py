"""What is said where no table is meant: hello, the language, the rules, help, and a kind word to a lost request."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pbm.rules.cards import Library
from pbm.rules.game import Game
from pbm.rules.values import SeatId
from pbm.service.ports import Commit
from pbm.service.requests import Pressed, Request, Said
from pbm.service.understand import COMMANDS, PERSONAL, command_of, near, said, written
from pbm.service.voice import ask_name
from pbm.service.wishes import LookUp, Slash, Unclear, Wish
from pbm.views import lookup
from pbm.views.lobby import label_of
from pbm.views.messages import Choice, Language, Message, Text, joined
from pbm.views.names import seated, shown, titled
from pbm.views.prompt import Rows
from pbm.views.say import catalogue, listing, quoted, say, short_form
from pbm.views.scene import scene
from pbm.views.table import Person, Table

LANGUAGES: tuple[Language, ...] = ("en", "de")
BUTTON_AT_MOST = 64  # bytes
ANYWHERE = "*"  # the game of a button that belongs to no table


@dataclass(frozen=True)
class Nowhere:
    """Answers somebody who means no table, or one that is not there."""

    request: Request
    person: Person
    library: Library
    now: datetime

    @property
    def language(self) -> Language:
        """The language of whoever asks."""
        return self.person.language

    def commit(self, text: Text, choices: Rows = (), *also: Message) -> Commit:
        """A sentence to whoever asked: a press quietly on the spot, a line by a message in its chat."""
        request, what = self.request, self.request.what
        said = Message(to=request.chat, text=text, choices=choices, made=self.now)
        if isinstance(what, Pressed):
            said = Message(to=request.who, way="answer", text=text, press=what.press, made=self.now)
        elif isinstance(what, Said) and not request.private:
            said = said.model_copy(update={"reply_to": what.message})
        return Commit(messages=(said, *also), people=(self.person,) if request.who else ())

    def posts(self, text: Text, choices: Rows = ()) -> Commit:
        """A message in the chat of the request even to a press: with buttons of its own, or too long for an answer."""
        if isinstance(self.request.what, Pressed):
            return self.commit(Text(), (), Message(to=self.request.chat, text=text, choices=choices, made=self.now))
        return self.commit(text, choices)

    def says(self, key: str, choices: Rows = ()) -> Commit:
        """The sentence of that key."""
        who = shown(seated(self.request.name, (), self.language), "", self.language)
        return self.commit(say(self.language, key, who=who), choices)

    def which_table(self, key: str, typed: str, tables: Sequence[Table]) -> Commit:
        """The line could be meant for several tables, and the sentence of that key asks for which.

        Words too long for a button lead to the hand there.
        """
        rows = []
        for table in tables:
            button = f"{table.game.id}:{table.game.turn}:typed:{typed}"
            if len(button.encode()) > BUTTON_AT_MOST:
                button = f"{table.game.id}:{table.game.turn}:at:hand"
            rows.append((Choice(label=label_of(table.title), does=button),))
        example = f"{tables[-1].title} {short_form(self.language, said(typed))}"
        text = say(self.language, key, n=len(tables), typed=as_written(self.language, typed), example=example)
        return self.asks(text, tuple(rows), goes=typed)

    def which_of(self, command: LookUp | Slash, tables: Sequence[Table]) -> Commit:
        """A command could be meant for several tables: which one?"""
        wanted = command_of(command, self.language)
        names = [table.title for table in tables]
        rows = tuple(
            (Choice(label=label_of(table.title), does=f"{table.game.id}:{table.game.turn}:at:{wanted}"),)
            for table in tables
        )
        text = say(self.language, "no.which_of", tables=listing(self.language, names), example=f"{wanted} {names[-1]}")
        return self.asks(text, rows, goes=wanted)

    def asks(self, text: Text, choices: Rows, yes: str = "", goes: str = "") -> Commit:
        """A question in the private chat; of several only the newest has buttons.

        A bare yes stands for the line `yes`, the name of a table for `goes` there.
        """
        asked = self.posts(text, choices)
        *answer, question = asked.messages
        question = question.model_copy(update={"name": ask_name(self.request.who), "yes": yes, "goes": goes})
        return asked.model_copy(update={"messages": (*answer, self._strips(), question)})

    def answered(self, key: str) -> Commit:
        """The sentence of that key, to an answer: the question loses its buttons."""
        said = self.says(key)
        return said.model_copy(update={"messages": (*said.messages, self._strips())})

    def _strips(self) -> Message:
        return Message(to=self.request.chat, way="strip", name=ask_name(self.request.who), made=self.now)

    def rules(self) -> Text:
        """The game in twelve lines."""
        return lookup.rules(scene(blank(self.request, "", self.language), None, self.library, self.now))

    def in_group(self, wish: Wish, over: Table | None) -> Commit:
        """A line in a group that has no table, maybe one where a game is over; opening one is not done here."""
        match wish:
            case LookUp(what="rules"):
                return self.commit(self.rules())
            case LookUp(what="help") | Slash(name="start"):
                return self.says("info.help_group")
            case LookUp(what="language"):
                return self.says("info.language", language_choices())
            case Slash(name=name) if name in PERSONAL:
                link = Choice(label=catalogue(self.language)["button.open_private"], opens="private:start")
                return self.says("no.private_only", ((link,),))
            case Slash(name=name) if name not in COMMANDS:
                return self._unknown(name)
            case _:
                return self.commit(self._last_game(over)) if over else self.says("no.no_game")

    def _last_game(self, over: Table) -> Text:
        """In a group where a game is over: who won it, if anybody has."""
        if not over.game.winner:
            return say(self.language, "no.no_game_more")
        return say(self.language, "no.no_game_won", who=self._winner(over, over.game.winner))

    def _how_it_ended(self, over: Table) -> Text:
        """The same to somebody who was in that game."""
        winner = over.game.winner
        if not winner:
            return say(self.language, "end.your_nobody", table=over.title)
        if winner == self.person.address:
            return say(self.language, "end.your_win", table=over.title)
        return say(self.language, "end.your_winner", table=over.title, who=self._winner(over, winner))

    def _winner(self, over: Table, winner: SeatId) -> str:
        return shown(over.game.sitting(winner).name, winner, self.language)

    def in_private(self, wish: Wish, over: Table | None = None) -> Commit:
        """A line in the private chat of somebody who sits nowhere, maybe after a game that is over."""
        add = (Choice(label=catalogue(self.language)["button.add"], opens="add"),)
        match wish:
            case Slash(name="start"):
                return self.says("info.hello", (add, (self._rules_button(),)))
            case Slash(name="newgame"):
                return self.says("lobby_answer.needs_group", (add,))
            case LookUp(what="rules"):
                return self.commit(self.rules())
            case LookUp(what="help"):
                return self.says("info.help_private")
            case LookUp(what="language"):
                return self.says("info.language", language_choices())
            case Unclear(text=""):
                return self.says("no.only_text_idle")
            case Slash(name=name) if name not in COMMANDS:
                return self._unknown(name)
            case wish if over and not isinstance(wish, Unclear):
                return self.commit(joined([self._how_it_ended(over), say(self.language, "no.next_game")], " "))
            case Slash() | LookUp():
                return self.says("no.no_game_private")
            case _:
                return self.says("no.unknown_no_game")

    def presses(self, verb: str, args: list[str]) -> Commit:
        """A button that belongs to no table; opening one, and choosing a language, is not done here."""
        if verb == "hello":
            other: Language = "de" if args == ["de"] else "en"
            hello = hello_message(self.request.chat, other, self.now)
            return self.commit(Text(), (), hello.model_copy(update={"way": "show"}))
        if verb == "rules":
            return self.commit(Text(), (), Message(to=self.request.chat, text=self.rules(), made=self.now))
        return self.says("no.gone")

    def _unknown(self, name: str) -> Commit:
        meant = near(name, self.language)
        key = "no.unknown_command" if meant else "no.unknown_command_far"
        return self.commit(say(self.language, key, command=written(name), near=meant or ""))

    def _rules_button(self) -> Choice:
        return Choice(label=catalogue(self.language)["button.rules"], does=f"{ANYWHERE}:0:rules")


def as_written(language: Language, typed: str) -> Text:
    """A line as it is quoted in a question about it: its first words, on one line."""
    return quoted(language, short_form(language, said(typed)))


def blank(request: Request, game: str, language: Language) -> Table:
    """A table in the chat of the request at which nobody sits yet."""
    empty = Game(id=game, owner=request.who)
    return Table(game=empty, chat=request.chat, title=titled(request.title), language=language)


def language_choices() -> Rows:
    """The languages, each by its own name."""
    return (
        (
            Choice(label="English", does=f"{ANYWHERE}:0:language:en"),
            Choice(label="Deutsch", does=f"{ANYWHERE}:0:language:de"),
        ),
    )


def hello_message(chat: str, language: Language, now: datetime) -> Message:
    """The first words in a group, with the way to the other language."""
    other = "en" if language == "de" else "de"
    labels = catalogue(language)
    rows = (
        (Choice(label=labels["button.open_table"], does=f"{ANYWHERE}:0:newgame"),),
        (Choice(label=labels["button.other_language"], does=f"{ANYWHERE}:0:hello:{other}"),),
    )
    return Message(to=chat, text=say(language, "info.hello_group"), choices=rows, name="hello", made=now)
