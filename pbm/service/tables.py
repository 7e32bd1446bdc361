"""Opening a table, sitting down and getting up, beginning and ending: what concerns a table and not a turn."""

from collections.abc import Sequence

from pbm.rules.commands import Begin, EndGame, Join, Leave, OpenTable, Resume
from pbm.rules.events import Event, GameEnded, OwnerChanged
from pbm.rules.game import MOST_PLAYERS, Settings, Status
from pbm.rules.play import ENDED_BY_ANYBODY_AFTER, Played, play
from pbm.rules.refusals import AlreadyBegun, NotAtTable, NotBegun, StillMoving, TableFull
from pbm.rules.values import CardId
from pbm.service.asking import Asking, kept_by_people, lived
from pbm.service.choose import lobby_shown, menu_shown, not_now
from pbm.service.ports import Commit
from pbm.service.tell import find
from pbm.service.understand import spelled
from pbm.service.voice import ASK, LOBBY, Voice
from pbm.views import lobby
from pbm.views.answers import answer
from pbm.views.messages import Address, Message, Text, joined
from pbm.views.names import COMPUTER, seated, shown
from pbm.views.table import Person, Table

COMPUTER_NAMES = ("Ada", "Blaise", "Cleo", "Dante", "Emmy", "Figaro", "Gilda", "Hypatia", "Ivo")


def opened(asking: Asking, game: str, settings: Settings) -> Commit:
    """A new table in this group; its owner is whoever opens it. `asking.table` is a blank that names the chat."""
    name = seated(asking.request.name, (), asking.table.language)
    command = OpenTable(game=game, seat=asking.who, name=name, settings=settings)
    played = play(None, command, asking.now, asking.shuffle, {})
    if not isinstance(played, Played):
        raise ValueError(f"a table could not be opened: {played}")
    played = lived(played, asking.person, asking.now, asking.shuffle)
    after = asking.table.model_copy(update={"game": played.game, "people": (asking.person,)})
    voice = Voice(after, asking.library, asking.now, asking.request)
    scene = voice.scene(None)
    text = lobby.lobby(scene, asking.library.series)
    said = voice.group([text], lobby.lobby_choices(scene), name=LOBBY)
    if asking.person.reachable:
        return asking.kept(after, played.events, [*voice.answer(), *said])
    if voice.press:
        return asking.kept(after, played.events, [*voice.answer(opens=f"private:join-{game}"), *said])
    return asking.kept(after, played.events, [*said, *one_more_step(voice, asking.who)])


def one_more_step(voice: Voice, who: Address, link: str = "") -> list[Message]:
    """To somebody whose private chat cannot be written to yet: a link that opens it, and seats them there."""
    scene = voice.scene(None)
    seat = voice.table.game.seat(who)
    name = seat.name if seat else seated(voice.request.name, (), voice.table.language)
    opens = scene.link("open_private", link or f"private:join-{voice.table.game.id}")
    return voice.reply(scene.say("lobby_answer.one_more_step", who=shown(name, who, scene.language)), ((opens,),))


def sent_to_private(asking: Asking) -> Commit:
    """A press opens the private chat itself; a typed line is answered with a link to it."""
    if asking.voice.press:
        return asking.kept(messages=asking.voice.answer(opens=f"private:join-{asking.table.game.id}"))
    return asking.kept(messages=one_more_step(asking.voice, asking.who))


def joins(asking: Asking, arrived: bool = False, menu: str = "done") -> Commit:
    """Take a seat; who cannot be written to yet is sent to the private chat, and comes back here `arrived`.

    By a button of the owner's `menu`, that stays open.
    """
    table, who = asking.table, asking.who
    if not asking.person.reachable:
        return sent_to_private(asking)
    name = seat_name(asking)
    played = asking.played(Join(seat=who, name=name))
    if not isinstance(played, Played):
        if arrived and table.game.seat(who):
            return asking.kept(messages=arrival(asking, asking.voice))
        return asking.refuses(played)
    people = (*(one for one in table.people if one.address != who), asking.person)
    seats_for = table.model_copy(update={"people": people})
    if table.game.status is not Status.OPEN:
        joining = Asking(asking.request, seats_for, asking.person, asking.library, asking.now, asking.shuffle)
        return joining.plays(Join(seat=who, name=name), pressed=False)
    after = seats_for.model_copy(update={"game": played.game})
    voice = Voice(after, asking.library, asking.now, asking.request)
    scene = voice.scene(None)
    if arrived:
        said = [*arrival(asking, voice), *lobby_shown(voice)]
    elif voice.press:
        shown_again = menu_shown(voice, menu) or lobby_shown(voice)
        said = [*voice.answer(voice.scene(who).say("lobby_answer.joined")), *shown_again]
    else:
        said = [*voice.reply(scene.say("lobby_answer.is_in", who=scene.name(who))), *lobby_shown(voice)]
    return asking.kept(after, played.events, said)


def seat_name(asking: Asking) -> str:
    """The name under which whoever asks sits down; the old one for somebody who comes back."""
    game = asking.table.game
    old = next((one.name for one in game.gone if one.id == asking.who), None)
    everybody = [(one.id, one.name) for one in game.seats] + [(one.id, one.name) for one in game.gone]
    taken = {name for who, name in everybody if who != asking.who}
    return old if old and old not in taken else seated(asking.request.name, taken, asking.table.language)


def arrival(asking: Asking, voice: Voice) -> list[Message]:
    """The welcome in the private chat, to somebody who came by a table's link."""
    scene = voice.scene(asking.who)
    game = voice.table.game
    key = "lobby_answer.arrived_owner" if game.owner == asking.who else "lobby_answer.arrived"
    text = scene.say(key, table=scene.title, who=scene.name(game.owner))
    rules = scene.choice("rules", "rules")
    return voice.say(asking.who, [text], ((scene.link("back_to_group", voice.table.chat),), (rules,)))


def begins(asking: Asking) -> Commit:
    """Deal and begin, once everybody can be written to."""
    if asking.table.game.status is not Status.OPEN:
        return asking.refuses(AlreadyBegun())
    if no := not_now(asking):
        return no
    if not asking.person.reachable:
        return sent_to_private(asking)
    command = Begin(seat=asking.who, cards=pool(asking), decks=asking.library.version)
    return asking.plays(command, pressed=False)


def pool(asking: Asking) -> tuple[CardId, ...]:
    """All cards of the chosen series; of the Wild Mix, those of every series that is not for adults only."""
    chosen = asking.table.game.settings.series
    series = {one.id for one in asking.library.series if (one.id in chosen if chosen else not one.adults)}
    return tuple(card.id for card in asking.library.cards.values() if card.series in series)


def adds_computers(asking: Asking, words: str = "") -> Commit:
    """Computer players take seats, as many as are asked for and find one; the owner's, until the start."""
    if no := not_now(asking):
        return no
    wanted = max(1, min(int(words), MOST_PLAYERS)) if words.isdecimal() else 1
    after, events, added = asking.table, tuple[Event, ...](), tuple[Address, ...]()
    full = Text()
    while len(added) < wanted and not full.text:
        person = computer(after)
        join = Join(seat=person.address, name=person.name, computer=True)
        is_full = len(after.game.seats) == MOST_PLAYERS
        played = TableFull() if is_full else play(after.game, join, asking.now, asking.shuffle, {})
        if isinstance(played, Played):
            people = (*(one for one in after.people if one.address != person.address), person)
            after = after.model_copy(update={"game": played.game, "people": people})
            events, added = (*events, *played.events), (*added, person.address)
        else:
            full = answer(asking.scene, played)
    if not added:
        return asking.says(full)
    voice = Voice(after, asking.library, asking.now, asking.request)
    scene = voice.scene(None)
    names = scene.names(added)
    sit = scene.say("lobby_answer.computer_in" if len(added) == 1 else "lobby_answer.computers_in", who=names)
    shown_again = menu_shown(voice, "all") if voice.press else lobby_shown(voice)
    return asking.kept(after, events, [*voice.reply(joined([sit, full], " ")), *shown_again])


def computer(table: Table) -> Person:
    """The next computer that could sit down there, called like nobody who does."""
    taken = {one.id for one in table.game.seats}
    name = next((one for one in COMPUTER_NAMES if f"{COMPUTER}{one.lower()}" not in taken), COMPUTER_NAMES[0])
    seat_name = seated(name, {one.name for one in table.game.seats}, table.language)
    return Person(address=f"{COMPUTER}{name.lower()}", name=seat_name, language=table.language, reachable=True)


def leaves(asking: Asking, sure: bool) -> Commit:
    """Get up: at once before the start, after a question once the game is on."""
    game = asking.table.game
    seat = game.seat(asking.who)
    if seat is None:
        return asking.refuses(NotAtTable())
    if game.status is Status.OPEN:
        return gets_up(asking)
    if sure:
        goodbye = asking.voice.asked()
        if asking.request.private:
            goodbye += asking.voice.say(asking.who, [asking.scene.say("ask.left", table=asking.scene.title)])
        return asking.plays(Leave(seat=asking.who), pressed=False, also=goodbye)
    would = asking.played(Leave(seat=asking.who))
    if not isinstance(would, Played):
        return asking.refuses(would)
    scene = asking.scene
    last = find(would.events, GameEnded)
    if asking.request.private:
        key = "ask.leave_last_at" if last else "ask.leave_at"
    else:
        key = "ask.leave_last" if last else "ask.leave"
    facts = {"table": scene.title, "who": scene.name(seat.id), "cards": scene.cards(len(seat.hand))}
    text = scene.say(key, command=f"/{spelled('leave', scene.language)} {asking.at}".rstrip(), **facts)
    whose = asking.who.partition(":")[2]
    rows = ((scene.choice("leave", "leave", whose), scene.choice("stay", "stay", whose)),)
    return asking.kept(messages=asking.voice.asks(text, rows, yes="/leave yes" if asking.request.private else ""))


def gets_up(asking: Asking) -> Commit:
    """Leave a table that has not begun."""
    played = play(asking.table.game, Leave(seat=asking.who), asking.now, asking.shuffle, {})
    if not isinstance(played, Played):
        return asking.refuses(played)
    played = kept_by_people(asking.table.game, played, asking.now)
    before = asking.voice.scene(None)
    after = asking.table.model_copy(update={"game": played.game})
    voice = Voice(after, asking.library, asking.now, asking.request)
    cleared, owner = played.game.status is Status.OVER, find(played.events, OwnerChanged)
    lines = [before.say("lobby_answer.up", who=before.name(asking.who))]
    if cleared:
        lines.append(before.say("end.nobody"))
    elif owner:
        lines.append(before.say("board.new_owner", who=before.name(owner.seat)))
    if asking.request.private:
        key = "lobby_answer.got_up_cleared" if cleared else "lobby_answer.got_up"
        said = voice.reply(asking.scene.say(key, table=asking.scene.title))
        said += voice.group([joined(lines, " ")]) if owner and not cleared else []
    else:
        said = voice.reply(joined(lines, " "))
    if not cleared:
        return asking.kept(after, played.events, [*said, *lobby_shown(voice)])
    closed = voice.edit(after.chat, lobby.closed_lobby(voice.scene(None)), LOBBY)
    return asking.kept(after, played.events, [*said, *voice.strip(after.chat, ASK), *closed])


def ends(asking: Asking, sure: bool, admin: bool) -> Commit:
    """End the game for everybody, after a question: the owner, a chat admin, after days without a move anybody."""
    game, scene = asking.table.game, asking.scene
    if asking.who != game.owner and not admin:
        if game.moved is None or not game.seat(asking.who):
            return asking.says(scene.say("no.not_owner_or_admin", who=scene.name(game.owner)))
        ends_from = game.moved + ENDED_BY_ANYBODY_AFTER
        if asking.now < ends_from:
            return asking.refuses(StillMoving(owner=game.owner, ends_from=ends_from))
    if sure:
        return asking.plays(EndGame(seat=asking.who, admin=admin), pressed=False)
    if game.status is Status.OPEN:
        rows = ((scene.choice("clear_it", "end"), scene.choice("keep_it", "keep")),)
        return asking.kept(messages=asking.voice.reply(scene.say("ask.clear"), rows, name=ASK))
    rows = ((scene.choice("end_it", "end"), scene.choice("keep", "keep")),)
    return asking.kept(messages=asking.voice.reply(scene.say("ask.end"), rows, name=ASK))


def stays(asking: Asking) -> Commit:
    """Whoever asks does not leave; the question to them loses its buttons."""
    if asking.table.game.seat(asking.who) is None:
        return asking.refuses(NotAtTable())
    return _goes_on(asking, asking.voice.asked())


def keeps_on(asking: Asking, admin: bool) -> Commit:
    """The game does not end: whoever is in it may say so, or an admin of the chat; the question loses its buttons."""
    if asking.table.game.seat(asking.who) is None and not admin:
        return asking.refuses(NotAtTable())
    return _goes_on(asking, asking.voice.strip(asking.table.chat, ASK))


def _goes_on(asking: Asking, asked: Sequence[Message]) -> Commit:
    scene = asking.scene
    open_yet = asking.table.game.status is Status.OPEN
    text = scene.say("ask.table_stays" if open_yet else "ask.stays")
    return asking.kept(messages=[*asked, *asking.voice.reply(text)])


def resumes(asking: Asking) -> Commit:
    """Go on after a pause."""
    on_turn = asking.table.game.on_turn
    if asking.table.game.status is Status.OPEN:
        return asking.refuses(NotBegun())
    if not asking.request.private or on_turn == asking.who:
        return asking.plays(Resume(seat=asking.who), pressed=False)
    voice = asking.voice
    played = asking.played(Resume(seat=asking.who))
    if not isinstance(played, Played):
        return asking.refuses(played)
    goes_on = played.game.status is not Status.PAUSED
    text = asking.scene.say("board.resumed" if goes_on else "away.voted")
    heard = voice.say(asking.who, [text]) if not voice.press else []
    return asking.tells(played, pressed=False, also=heard)
