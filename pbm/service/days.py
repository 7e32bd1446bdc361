"""What people do about the days between turns, at one table: be away, pause, nudge, take more time, kick, take over."""

from datetime import datetime, timedelta

from pbm.rules import clock
from pbm.rules.commands import ComeBack, ExtendTurn, GoAway, Keep, Kick, Pause, TakeOver
from pbm.rules.events import GameEnded, Voted
from pbm.rules.game import Game, Status
from pbm.rules.play import Played
from pbm.rules.refusals import (
    AlreadyAtTable,
    GameIsOver,
    GameIsPaused,
    NotAtTable,
    NotBegun,
    NotInGame,
    NotTheOwner,
    Refusal,
    SeatNotFree,
)
from pbm.rules.seats import FREE_FOR
from pbm.rules.values import SeatId
from pbm.rules.votes import more_than_half, people, voters
from pbm.service.asking import Asking
from pbm.service.choose import lobby_shown
from pbm.service.moments import moment_of
from pbm.service.named import beginning, called, named
from pbm.service.nowhere import ANYWHERE
from pbm.service.ports import Commit
from pbm.service.tables import one_more_step, seat_name
from pbm.service.tell import find
from pbm.service.understand import is_no, is_sure
from pbm.service.voice import Voice, ask_name
from pbm.views.messages import Choice, Language, Text, joined
from pbm.views.names import COMPUTER, clean, cut, shown
from pbm.views.prompt import Rows, grid
from pbm.views.say import catalogue, count, duration
from pbm.views.scene import Scene
from pbm.views.table import Nudge

NUDGED_AGAIN_AFTER = timedelta(hours=4)
DAYS_OFFERED = (1, 3, 7)
NAME_IN_LABEL = 12  # characters of a name among the words of a button that has its row for itself


# Being away


def away_until(asking: Asking, words: str) -> datetime | None:
    """The moment that is named, in the zone of whoever asks."""
    return moment_of(words, asking.now, asking.person.habits.place)


def away_rows(language: Language, does: str) -> Rows:
    """How many days? `does` is what comes before the number."""
    return (tuple(Choice(label=count(language, "days", n), does=f"{does}:{n}") for n in DAYS_OFFERED),)


def goes_away(asking: Asking, words: str) -> Commit:
    """Away from this one game, as written in the group."""
    scene, game = asking.scene, asking.table.game
    if no := not_in_game(game, asking.who):
        return asking.refuses(no)
    if not words:
        rows = away_rows(scene.language, scene.choice("i_am_away", "away", number_of(asking.who)).does)
        until = game.sitting(asking.who).away_until
        stands = scene.say("away.stands", table=scene.title, when=scene.moment(until)) if until else Text()
        return asking.kept(messages=asking.voice.asks(joined([stands, scene.say("away.asks")]), rows))
    until = away_until(asking, words)
    if until is None:
        return asking.says(scene.say("away.unclear"))
    return asking.plays(GoAway(seat=asking.who, until=until), pressed=False)


def chooses_days(asking: Asking, days: str) -> Commit:
    """One of the offered lengths, by button in the group."""
    if not days.isdecimal() or int(days) not in DAYS_OFFERED:
        return asking.says(asking.scene.say("no.gone"))
    command = GoAway(seat=asking.who, until=asking.now + timedelta(days=int(days)))
    return asking.plays(command, pressed=False, also=asking.voice.asked())


def comes_back(asking: Asking) -> Commit:
    """Back in this one game, sooner than said."""
    return asking.plays(ComeBack(seat=asking.who), pressed=False)


def not_in_game(game: Game, who: SeatId) -> Refusal | None:
    """Why somebody has no part in a game that is going on here."""
    if game.status is Status.OVER:
        return GameIsOver()
    if game.status is Status.OPEN:
        return NotBegun()
    return None if game.seat(who) else NotAtTable()


def number_of(who: SeatId) -> str:
    """A person in a button that is theirs."""
    return who.partition(":")[2]


# The running turn


def takes_time(asking: Asking, turn: int | None = None) -> Commit:
    """More time for one's own turn; the group hears until when it lasts now."""
    played = asking.played(ExtendTurn(seat=asking.who, turn=turn))
    if not isinstance(played, Played):
        return asking.refuses(played)
    heard = []
    if asking.request.private:
        when = asking.scene.moment(played.game.due or asking.now)
        time = duration(asking.scene.language, clock.more_time(clock.time_per_turn(asking.table.game)))
        heard = asking.voice.reply(asking.scene.say("time.more_time", when=when, time=time))
    commit = asking.tells(played, pressed=False)
    if not asking.voice.press or not heard:
        return commit.model_copy(update={"messages": (*heard, *commit.messages)})
    others = tuple(one for one in commit.messages if one.way != "answer")
    return commit.model_copy(update={"messages": (*heard, *others)})


def nudges(asking: Asking) -> Commit:
    """A friendly word to whoever is on turn, in private; once in a turn and four hours."""
    table, game, scene = asking.table, asking.table.game, asking.scene
    if no := not_in_game(game, asking.who):
        return asking.refuses(no)
    on_turn = game.on_turn
    if game.status is Status.PAUSED or game.due is None or on_turn is None:
        return asking.refuses(GameIsPaused(by=game.paused_by))
    if no_nudge := why_not(asking, on_turn):
        return asking.says(no_nudge)
    after = table.model_copy(update={"nudge": Nudge(turn=game.turn, at=asking.now)})
    theirs = asking.voice.scene(on_turn)
    facts = {"table": theirs.title, "who": theirs.name(asking.who), "left": theirs.left()}
    text = theirs.say("time.nudge", when=theirs.moment(game.due), **facts)
    word = asking.voice.say(on_turn, [text], waiting_choices(theirs), rings=True)
    heard = asking.voice.reply(scene.say("away.nudged", who=scene.name(on_turn)))
    return asking.kept(after, messages=[*heard, *word])


def why_not(asking: Asking, on_turn: SeatId) -> Text | None:
    """Why that player gets no nudge now."""
    table, scene = asking.table, asking.scene
    who, person = scene.name(on_turn), table.person(on_turn)
    if on_turn == asking.who:
        return scene.say("no.nudge_self")
    if on_turn.startswith(COMPUTER):
        return scene.say("no.nudge_computer", who=who)
    lost = "prompt lost" in table.game.favours and "reached" not in table.game.favours
    if lost or person is None or not person.reachable:
        return scene.say("no.nudge_unreachable", who=who)
    if clock.sleeps(table.game.sitting(on_turn), asking.now):
        return scene.say("no.nudge_asleep", who=who)
    again = table.nudge.at + NUDGED_AGAIN_AFTER if table.nudge and table.nudge.turn == table.game.turn else None
    if again and asking.now < again:
        return scene.say("no.nudge_soon", who=who, when=scene.on_day(again))
    return None


def waiting_choices(scene: Scene) -> Rows:
    """What somebody may do who is waited for."""
    away = Choice(label=catalogue(scene.language)["button.i_am_away"], does=f"{ANYWHERE}:0:away")
    time = scene.seen.more_time
    more = [scene.choice("more_time", "more", time=duration(scene.language, time))] if time else []
    return ((scene.choice("show_turn", "show"),), *grid([*more, away]))


# Deciding together


def pauses(asking: Asking) -> Commit:
    """Stop the clock, or wish for it."""
    return asking.plays(Pause(seat=asking.who), pressed=False)


def kicks(asking: Asking, words: str) -> Commit:
    """Play on without somebody: a vote counts at once, what decides is asked first, for it cannot be undone.

    A yes behind the name is sure, a no keeps them.
    """
    game, scene = asking.table.game, asking.scene
    if game.status is Status.OPEN and asking.who != game.owner:
        return asking.refuses(NotTheOwner(owner=game.owner))
    if game.status is not Status.OPEN and (no := not_in_game(game, asking.who)):
        return asking.refuses(no)
    name, _, last = words.rpartition(" ")
    answers = is_sure(last) or is_no(last)
    readings = [*([(name, True)] if answers else []), (words, False)]
    found, answered = next(
        (
            (found, answered)
            for how in (called, beginning)  # somebody may be called Doctor No
            for read, answered in readings
            if (found := how(game.seats, read, scene.language))
        ),
        ((), False),
    )
    if found == (asking.who,):  # nobody takes themselves out: a namesake is meant
        read = name if answered else words
        others = tuple(one for one in beginning(game.seats, read, scene.language) if one != asking.who)
        if len(others) == 1:
            return asking.says(scene.say("no.own_name", who=scene.name(asking.who), whom=scene.name(others[0])))
        found = others or found
    if len(found) != 1:
        return asking.says(nobody_named(scene, name if answers else words, found))
    (whom,) = found
    if answered and is_no(last):
        return keeps(asking, whom)
    if game.status is Status.OPEN:
        return shows_out(asking, whom)
    return kick(asking, whom) if answered else votes(asking, whom)


def nobody_named(scene: Scene, words: str, found: tuple[SeatId, ...]) -> Text:
    """The name is that of nobody, or the beginning of several; nobody is proposed, for they would be thrown out."""
    if found:
        return scene.say("no.which_name", names=scene.names(found))
    here = scene.names(tuple(one.id for one in scene.seen.seats))
    name = clean(words)
    if not name:
        return scene.say("no.kick_whom", names=here)
    return scene.say("no.nobody_called", name=shown(name, "", scene.language), names=here)


def votes(asking: Asking, whom: SeatId) -> Commit:
    """A vote to play on without somebody, by a line or a press; the one that decides is asked whether it is meant."""
    game, scene, voice = asking.table.game, asking.scene, asking.voice
    would = asking.played(Kick(seat=asking.who, whom=whom))
    if not isinstance(would, Played):
        return asking.refuses(would)
    if find(would.events, Voted):
        return asking.tells(would, pressed=False)
    me = number_of(asking.who)
    label = shown(cut(scene.seen.seat(whom).name, NAME_IN_LABEL), "", scene.language)
    without = scene.choice("play_without", "kick", me, whom, who=label)
    rows = ((without,), (scene.choice("stays_in", "stay", me, whom, who=label),))
    facts = {"whom": scene.name(whom), "cards": scene.cards(len(game.hand_of(whom)))}
    if find(would.events, GameEnded):
        text = scene.say("ask.kick_last", whom=facts["whom"])
    elif asking.who == game.owner and not voice.press:
        text = scene.say("ask.kick", **facts)
    else:
        text = scene.say("ask.kick_decides", who=scene.name(asking.who), **facts)
    if not voice.press:
        return asking.kept(messages=voice.asks(text, rows))
    asked = voice.group([text], rows, name=ask_name(asking.who))
    return asking.kept(messages=[*voice.answer(), *voice.asked(), *asked])


def keeps(asking: Asking, whom: SeatId) -> Commit:
    """Not without them: the vote is taken back, where there is one; else only a question loses its buttons."""
    game, scene, voice = asking.table.game, asking.scene, asking.voice
    if game.seat(whom) is None:
        return asking.refuses(NotInGame(whom=whom))
    by = voters(game.votes, "kick", whom)
    if asking.who in by:
        return asking.plays(Keep(seat=asking.who, whom=whom), pressed=False)
    if by and asking.who != game.owner:
        text = scene.say("ask.keeps_so_far", n=len(by), needed=more_than_half(people(game.seats), whom))
    else:
        text = scene.say("ask.keeps", who=scene.name(whom))
    return asking.kept(messages=[*voice.asked(), *voice.reply(text)])


def shows_out(asking: Asking, whom: SeatId) -> Commit:
    """The owner frees a seat of a table that has not begun; nothing is lost by it."""
    played = asking.played(Kick(seat=asking.who, whom=whom))
    if not isinstance(played, Played):
        return asking.refuses(played)
    before = asking.voice.scene(None)
    after = asking.table.model_copy(update={"game": played.game})
    voice = Voice(after, asking.library, asking.now, asking.request)
    up = before.say("lobby_answer.up", who=before.name(whom))
    return asking.kept(after, played.events, [*voice.reply(up), *lobby_shown(voice)])


def kick(asking: Asking, whom: SeatId) -> Commit:
    """Take somebody out, or vote for it, without asking again."""
    also = asking.voice.asked()
    return asking.plays(Kick(seat=asking.who, whom=whom), pressed=False, also=also)


def takes_over(asking: Asking, words: str) -> Commit:
    """Take the place of somebody who has gone; with one place free it need not be named."""
    game, scene = asking.table.game, asking.scene
    if game.status is Status.OPEN:
        return asking.refuses(NotBegun())
    free = [one for one in game.gone if one.at is not None and asking.now < one.at + FREE_FOR]
    everybody = tuple(one.id for one in free)
    fitting = named(free, words, scene.language) if words else everybody
    if len(fitting) == 1:
        return takes_seat(asking, fitting[0])
    if game.seat(asking.who):
        return asking.refuses(AlreadyAtTable())
    taken = named([one for one in game.gone if game.seat(one.replaced_by or "")], words, scene.language)
    if not fitting and len(taken) == 1:
        sits = next(one.replaced_by for one in game.gone if one.id == taken[0])
        return asking.says(scene.say("no.seat_taken", who=scene.name(sits or "")))
    if not free:
        return asking.refuses(SeatNotFree(of=""))
    those = fitting or everybody
    return asking.says(scene.say("no.takeover_whom", names=scene.names(those), who=scene.name(those[0])))


def takes_over_from(asking: Asking, of: SeatId) -> Commit:
    """Whoever came by the link for that place."""
    game = asking.table.game
    if game.status is Status.OVER:
        return asking.refuses(GameIsOver())
    return takes_seat(asking, of)


def takes_seat(asking: Asking, of: SeatId) -> Commit:
    """Sit down in the place of that player; who cannot be written to yet comes back by a link."""
    if not asking.person.reachable:
        link = f"private:over-{asking.table.game.id}-{of.replace(':', '_')}"
        return asking.kept(messages=one_more_step(asking.voice, asking.who, link))
    people = (*(one for one in asking.table.people if one.address != asking.who), asking.person)
    table = asking.table.model_copy(update={"people": people})
    sitting = Asking(asking.request, table, asking.person, asking.library, asking.now, asking.shuffle)
    return sitting.plays(TakeOver(seat=asking.who, name=seat_name(asking), of=of), pressed=False)
