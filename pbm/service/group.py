"""What is said to the bot in a group, and pressed there."""

from pbm.rules.game import Status
from pbm.rules.refusals import GameIsOver, NotAtTable, NotBegun
from pbm.service import choose, days, moves, tables
from pbm.service.asking import Asking
from pbm.service.ports import Commit
from pbm.service.understand import PERSONAL, is_no, is_sure, near, written
from pbm.service.voice import BOARD, LOBBY
from pbm.service.wishes import (
    DoubtIt,
    Fix,
    LookUp,
    MoreTime,
    No,
    Number,
    Place,
    Several,
    Slash,
    Unclear,
    Undo,
    Wish,
    Yes,
)
from pbm.views import answers, board, lobby, lookup
from pbm.views.messages import Text


def hears(asking: Asking, wish: Wish, admin: bool, earlier: bool) -> Commit:
    """A line in the group that has a table; `earlier`: it answers a message of an earlier turn."""
    match wish:
        case Slash(name=name, words=words):
            return commands(asking, name, words, admin)
        case LookUp():
            return shows(asking, wish)
        case _:
            return plays(asking, wish, earlier)


def commands(asking: Asking, name: str, words: str, admin: bool) -> Commit:
    """A command with its words."""
    sure = is_sure(words)
    match name:
        case "newgame":
            yours = asking.table.game.seat(asking.who) is not None
            return asking.says(asking.scene.say("lobby_answer.exists_yours" if yours else "lobby_answer.exists"))
        case "join":
            return tables.joins(asking)
        case "begin":
            return tables.begins(asking)
        case "settings":
            return choose.typed(asking, words)
        case "language":
            return choose.typed(asking, f"language {words}")
        case "computer":
            return tables.adds_computers(asking, words)
        case "leave" if is_no(words):
            return tables.stays(asking)
        case "end" if is_no(words):
            return tables.keeps_on(asking, admin)
        case "leave":
            return tables.leaves(asking, sure)
        case "end":
            return tables.ends(asking, sure, admin)
        case "resume":
            return tables.resumes(asking)
        case "away":
            return days.goes_away(asking, words)
        case "back":
            return days.comes_back(asking)
        case "pause":
            return days.pauses(asking)
        case "nudge":
            return days.nudges(asking)
        case "kick":
            return days.kicks(asking, words)
        case "takeover":
            return days.takes_over(asking, words)
        case name if name in PERSONAL:
            link = asking.scene.link("open_private", "private:start")
            return asking.kept(messages=asking.voice.reply(asking.scene.say("no.private_only"), ((link,),)))
        case "start":
            return shows(asking, LookUp(what="help"))
        case _:
            return asking.says(unknown_command(asking, name))


def unknown_command(asking: Asking, name: str) -> Text:
    """What was probably meant."""
    scene = asking.scene
    meant = near(name, scene.language)
    if meant is None:
        return scene.say("no.unknown_command_far", command=written(name))
    return scene.say("no.unknown_command", command=written(name), near=meant)


def shows(asking: Asking, wish: LookUp) -> Commit:
    """Something to look up, for everybody."""
    scene, voice, game = asking.voice.scene(None), asking.voice, asking.table.game
    match wish.what:
        case "chain" if game.status is Status.OPEN:
            return asking.refuses(NotBegun())
        case "chain":
            return asking.kept(messages=voice.group(board.chain_shown(scene), ((scene.my_hand(),),)))
        case "players" | "games" if game.status is Status.OPEN:
            text = lobby.lobby(scene, asking.library.series)
            said = voice.group([text], lobby.lobby_choices(scene), name=LOBBY)
            return asking.kept(messages=[*voice.strip(asking.table.chat, LOBBY), *said])
        case "players" | "games":
            return asking.says(lookup.players(scene, asking.library.series))
        case "hand":
            link = scene.link("open_private", "private:hand")
            return asking.kept(messages=voice.reply(scene.say("hand.where"), ((link,),)))
        case "rules":
            rows = ((scene.my_hand(),),) if game.begun else ()
            return asking.kept(messages=voice.group([lookup.rules(scene)], rows))
        case "language":
            rows = ((scene.choice("other_language", "set", "language"),),)
            return asking.kept(messages=voice.reply(scene.say("info.language_table"), rows))
        case _:
            return asking.says(lookup.group_help(scene))


def plays(asking: Asking, wish: Wish, earlier: bool) -> Commit:
    """A move, written as a reply to the board."""
    game = asking.table.game
    if game.seat(asking.who) is None:
        return asking.refuses(NotAtTable())
    if game.status is Status.OVER:
        return asking.refuses(GameIsOver())
    if game.status is Status.OPEN:
        return asking.refuses(NotBegun())
    if earlier and isinstance(wish, Place | Number | Fix):
        return asking.says(asking.scene.say("no.earlier_board"))
    if isinstance(wish, MoreTime):
        return days.takes_time(asking)
    if isinstance(wish, Place | Several | Fix | Number | DoubtIt | Yes | No | Undo):
        done = moves.does(asking, wish)
        if done is not None:
            return done
    return asking.says(only_text_or_not_understood(asking, wish))


def only_text_or_not_understood(asking: Asking, wish: Wish) -> Text:
    """What would have been right."""
    scene = asking.scene
    if isinstance(wish, Unclear) and not wish.text:
        return answers.only_text(scene)
    return answers.not_understood(scene)


def presses(asking: Asking, verb: str, args: list[str], admin: bool) -> Commit:
    """A button in the group."""
    whose = f"tg:{args[0]}" if args else ""
    match verb:
        case "join" if args:
            return tables.joins(asking, menu=args[0])
        case "join":
            return tables.joins(asking)
        case "begin":
            return tables.begins(asking)
        case "menu" if args:
            return choose.menu(asking, args[0])
        case "set" if args:
            return choose.pressed(asking, args[0], args[1:])
        case "computer":
            return tables.adds_computers(asking)
        case "leave" | "stay" | "away" | "kick" if whose and whose != asking.who:
            return asking.says(not_yours(asking, whose))
        case "leave":
            return tables.leaves(asking, sure=True)
        case "away" if len(args) > 1:
            return days.chooses_days(asking, args[1])
        case "pause":
            return days.pauses(asking)
        case "kick" if len(args) > 1:
            return days.kick(asking, ":".join(args[1:]))
        case "vote" if args:
            return days.votes(asking, ":".join(args))
        case "stay" if len(args) > 1:
            return days.keeps(asking, ":".join(args[1:]))
        case "stay":
            return tables.stays(asking)
        case "end":
            return tables.ends(asking, True, admin)
        case "keep":
            return tables.keeps_on(asking, admin)
        case "resume":
            return tables.resumes(asking)
        case "move_to" | "no":
            return asked_here(asking, verb, args)
        case _:
            return asking.says(asking.scene.say("no.gone"))


def not_yours(asking: Asking, whose: str) -> Text:
    """Whose button it is."""
    scene = asking.scene
    if not scene.seen.knows(whose):
        return scene.say("no.gone")
    return scene.say("no.not_yours", who=scene.name(whose))


def asked_here(asking: Asking, verb: str, args: list[str]) -> Commit:
    """A question about a move that was asked in the group: for the player on turn alone."""
    on_turn = asking.table.game.on_turn
    if on_turn and on_turn != asking.who:
        return asking.says(not_yours(asking, on_turn))
    done = moves.press(asking, verb, args)
    return done or asking.says(asking.scene.say("no.gone"))


def here_again(asking: Asking) -> Commit:
    """The bot was let in again: the board as it lies."""
    voice = asking.voice
    seen = voice.scene(None)
    if asking.table.game.status is Status.OPEN:
        return asking.kept(messages=voice.group([seen.say("board.here_again")]))
    texts = board.board(seen, [seen.say("board.here_again")])
    return asking.kept(messages=voice.group(texts, ((seen.my_hand(),),), name=BOARD))
