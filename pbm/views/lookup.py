"""Things to look up: who plays, the rules, help, one's tables."""

from collections.abc import Sequence

from pbm.rules.cards import Series
from pbm.rules.game import Status
from pbm.views import answers, days, lobby
from pbm.views.messages import Text, joined
from pbm.views.scene import Scene

RULES_LINES = 12


def players(scene: Scene, all_series: Sequence[Series]) -> Text:
    """Everybody with their cards, whose turn it is and how long, which way play goes, and what holds at this table."""
    lines = [scene.say("info.players", table=scene.title, n=scene.seen.round)]
    for seat in scene.seen.seats:
        facts = {"who": scene.name(seat.id), "cards": scene.cards(seat.cards)}
        if seat.id != scene.seen.on_turn:
            lines.append(days.player(scene, seat))
        elif scene.seen.due:
            lines.append(scene.say("info.to_play", left=scene.left(), **facts))
        else:
            lines.append(scene.say("info.to_play_paused", **facts))
    lines.append(scene.say("info.down" if scene.seen.direction == 1 else "info.up"))
    lines += days.standing(scene)
    lines.append(lobby.at_the_table(scene, all_series))
    return joined(lines)


def rules(scene: Scene) -> Text:
    """The game in twelve lines, with what a doubt costs at this table."""
    draws = scene.seen.settings.rules
    facts = {"cards": scene.cards(draws.placer_draws)}
    lines = [scene.say(f"rules.l{at}", n=draws.doubter_draws, **facts) for at in range(1, RULES_LINES + 1)]
    return joined([scene.say("rules.heading").marked("bold"), *lines])


def one_game(scene: Scene) -> Text:
    """A table in a line: whose turn, how long left."""
    seen = scene.seen
    if seen.status is Status.OPEN or seen.on_turn is None:
        return scene.say("info.game_lobby", table=scene.title)
    key = "info.game_yours" if seen.my_turn else "info.game_other"
    if seen.due is None:
        key += "_paused"
    return scene.say(key, table=scene.title, who=scene.name(seen.on_turn), left=scene.left())


def group_help(scene: Scene) -> Text:
    """What is understood in the group, while there is a table."""
    if scene.seen.on_turn:
        helps = scene.say("info.help_game", who=scene.name(scene.seen.on_turn))
        is_paused = scene.seen.status is Status.PAUSED
        return joined([scene.say("no.paused"), helps]) if is_paused else helps
    return scene.say("info.help_lobby", who=scene.name(scene.seen.owner))


def private_help(scene: Scene) -> Text:
    """What is understood in private, on turn and not."""
    if scene.seen.my_turn:
        return scene.say("info.help_on_turn")
    if scene.seen.on_turn:
        return scene.say("info.help_waiting", table=scene.title, who=scene.name(scene.seen.on_turn))
    if scene.seen.status is Status.OPEN:
        return answers.waits_to_begin(scene)
    return scene.say("info.help_private")
