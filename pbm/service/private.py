"""What is said to the bot in a private chat, and pressed there."""

from dataclasses import replace

from pbm.rules.game import Status
from pbm.rules.refusals import GameIsOver, NotAtTable
from pbm.service import closed, days, moves, tables, turn, which
from pbm.service.asking import Asking
from pbm.service.group import only_text_or_not_understood, unknown_command
from pbm.service.nowhere import as_written
from pbm.service.ports import Commit
from pbm.service.requests import Said
from pbm.service.understand import GROUP_COMMANDS, is_no, is_sure, spelled, understand
from pbm.service.voice import ask_name
from pbm.service.wishes import Fix, LookUp, MoreTime, Number, Place, Slash, Unclear, Wish
from pbm.views import answers, board, hand, lobby, lookup
from pbm.views.messages import Text, joined


def hears(asking: Asking, wish: Wish, earlier: bool) -> Commit:
    """A line of somebody at a table; `earlier`: it answers a message of an earlier turn.

    Where they sit at others too, the answer says which of them it is about.
    """
    commit = carried_out(asking, wish, earlier)
    match wish:
        case Slash(name="leave"):  # the question names the table; a no without a name is about none
            return commit
        case LookUp() | Slash() if not which.is_of_a_table(wish):
            return commit
        case _:
            return headed(asking, commit) if asking.at else commit


def headed(asking: Asking, commit: Commit) -> Commit:
    """The table's name before the first word to whoever asks, unless a line of theirs begins with it already."""
    words = [one for one in commit.messages if (one.to, one.way) == (asking.who, "say")]
    lines = [line for one in words for line in one.text.text.splitlines()]
    if not words or any(line.startswith((f"{asking.at}:", f"{asking.at},")) for line in lines):
        return commit
    first = words[0]
    between = "\n" if "\n" in first.text.text else " "
    text = joined([asking.scene.say("info.at_table", table=asking.at), first.text], between)
    with_name = first.model_copy(update={"text": text})
    messages = tuple(with_name if one is first else one for one in commit.messages)
    return commit.model_copy(update={"messages": messages})


def carried_out(asking: Asking, wish: Wish, earlier: bool) -> Commit:
    """What comes of such a line."""
    game = asking.table.game
    if waiting := closed.waits(asking, wish):
        return waiting
    if isinstance(wish, LookUp):
        return shows(asking, wish)
    if isinstance(wish, Slash):
        return commands(asking, wish)
    if game.status is Status.OVER:
        return asking.refuses(GameIsOver())
    if game.status is Status.OPEN:
        return asking.says(only_text_or_not_understood(asking, wish))
    if game.seat(asking.who) is None:
        return asking.refuses(NotAtTable())
    if isinstance(wish, MoreTime):
        return days.takes_time(asking)
    if earlier and isinstance(wish, Place | Number | Fix):
        return shows_hand(asking, asking.scene.say("hand.earlier_turn"))
    done = None if isinstance(wish, Unclear) and not wish.text else moves.does(asking, wish)
    return done or asking.says(only_text_or_not_understood(asking, wish))


def chosen(asking: Asking, command: str, message: int) -> Commit:
    """The table of a command was chosen by button or by name: it is carried out there as if it had been written."""
    wish, voice = understand(command), asking.voice
    if not which.is_of_a_table(wish):
        return asking.says(asking.scene.say("no.gone"))
    if asking.table.game.seat(asking.who) is None:
        return asking.refuses(NotAtTable())
    commit = hears(written(asking, command, message), wish, earlier=False)
    first = [*voice.answer(), *voice.asked()]
    return commit.model_copy(update={"messages": (*first, *commit.messages)})


def goes_there(asking: Asking, line: str, message: int) -> Commit:
    """The table of a move was chosen by button or by name: it is played there as if it had been written.

    The question says where it went, and what comes of it stands below.
    """
    scene, voice = asking.scene, asking.voice
    commit = carried_out(written(asking, line, message), understand(line), earlier=False)
    text = scene.say("ask.goes_to", typed=as_written(scene.language, line), table=scene.title)
    first = [*voice.answer(), *voice.edit(asking.request.chat, text, ask_name(asking.who))]
    return commit.model_copy(update={"messages": (*first, *commit.messages)})


def written(asking: Asking, line: str, message: int) -> Asking:
    """The same, had that line been written, not a button pressed or a name given."""
    return replace(asking, request=asking.request.model_copy(update={"what": Said(text=line, message=message)}))


def commands(asking: Asking, wish: Slash) -> Commit:
    """A command; those of the group are sent there, but leaving and going on work here too."""
    match wish.name:
        case "leave" if is_no(wish.words):
            return tables.stays(asking)
        case "leave":
            return tables.leaves(asking, is_sure(wish.words))
        case "resume":
            return tables.resumes(asking)
        case "nudge":
            return days.nudges(asking)
        case name if name in GROUP_COMMANDS:
            there = f"/{spelled(name, asking.scene.language)}"
            return asking.says(asking.scene.say("no.group_only", command=there))
        case "start":
            return shows_hand(asking)
        case name:
            return asking.says(unknown_command(asking, name))


def shows(asking: Asking, wish: LookUp) -> Commit:
    """Something to look up, for whoever asks alone."""
    scene, voice, game = asking.scene, asking.voice, asking.table.game
    match wish.what:
        case "hand" if game.on_turn == asking.who and (asked := answers.open_question(scene)).text:
            return asking.kept(messages=voice.say(asking.who, hand.hand_in_between(scene, asked)))
        case "hand":
            return shows_hand(asking)
        case "chain" | "players" if game.status is Status.OPEN:
            return asking.says(lobby.lobby(scene, asking.library.series))
        case "chain":
            return asking.kept(messages=voice.say(asking.who, board.chain_shown(scene)))
        case "players":
            return asking.says(lookup.players(scene, asking.library.series))
        case "rules":
            return asking.says(lookup.rules(scene))
        case _:
            return asking.says(lookup.private_help(scene))


def shows_hand(asking: Asking, top: Text | None = None) -> Commit:
    """The prompt anew for the player on turn, else the hand."""
    scene, voice, game = asking.scene, asking.voice, asking.table.game
    if game.seat(asking.who) is None:
        return asking.refuses(NotAtTable())
    if game.status is Status.OPEN:
        return asking.says(answers.waits_to_begin(scene))
    if game.status is Status.OVER:
        return asking.refuses(GameIsOver())
    if game.on_turn == asking.who:
        back = scene.say("prompt.back_again") if "reached" in game.favours else None
        return turn.shows_turn(asking, top or back)
    texts = hand.hand_shown(scene)
    if top:
        texts = [joined([top, texts[0]], "\n\n"), *texts[1:]]
    return asking.kept(messages=[*voice.answer(), *voice.say(asking.who, texts)])


def presses(asking: Asking, verb: str, args: list[str], message: int, newest: int | None) -> Commit:
    """A button in the private chat; only the newest look, and the newest question where a line goes, count."""
    game, scene = asking.table.game, asking.scene
    if waiting := closed.waits(asking, verb):
        return waiting
    match verb:
        case "show":
            return shows_hand(asking)
        case "typed" if newest is not None and message != newest:
            return asking.says(scene.say("no.older"))
        case "typed":
            return goes_there(asking, ":".join(args), message)
        case "rules":
            return asking.kept(messages=[*asking.voice.answer(), *asking.voice.say(asking.who, [lookup.rules(scene)])])
        case "more":
            return days.takes_time(asking, game.turn)
        case "leave":
            return tables.leaves(asking, sure=True)
        case "stay":
            return tables.stays(asking)
    if game.status is Status.OVER:
        return asking.refuses(GameIsOver())
    if game.seat(asking.who) is None:
        return asking.refuses(NotAtTable())
    on_a_look = verb not in ("move_to", "no")
    if on_a_look and newest is not None and message != newest:
        return asking.says(scene.say("no.older"))
    done = moves.press(asking, verb, args)
    return done or asking.says(scene.say("no.gone"))
