"""The lobby: an open table, who sits there, what its owner has chosen; and the menus to choose by."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from pbm.rules.cards import Series
from pbm.rules.game import (
    AWAY_DAYS,
    FEWEST_CARDS_DEALT,
    LATEST_RETIRED,
    MOST_CARDS_DEALT,
    SHORT_RULES,
    SOONEST_RETIRED,
    Settings,
)
from pbm.rules.values import SeatId
from pbm.views.messages import Choice, Text, joined
from pbm.views.prompt import LABEL_AT_MOST, Rows, grid
from pbm.views.say import catalogue, count, duration, listing
from pbm.views.scene import Scene

AWAY_OFFERED = (0, 7, 14, 21, 30, 60)  # days
TURN_TIMES = tuple(timedelta(hours=hours) for hours in (1, 4, 12, 24, 48, 72))


def advised(players: int) -> int | None:
    """How many cards each are better for so many players (RULES 3.2); none up to six."""
    return None if players <= 6 else 7 if players <= 8 else 6


def is_short(settings: Settings) -> bool:
    """Whether the short rules are chosen (RULES 5.3)."""
    return settings.rules.doubter_draws == SHORT_RULES["doubter_draws"]


def series_names(scene: Scene, all_series: Sequence[Series]) -> Text:
    """The chosen series by name, or the Wild Mix."""
    chosen = [one.name(scene.language) for one in all_series if one.id in scene.seen.settings.series]
    return listing(scene.language, chosen) if chosen else scene.say("lobby.wild_mix")


def lobby(scene: Scene, all_series: Sequence[Series]) -> Text:
    """The open table in words."""
    seen, settings = scene.seen, scene.seen.settings
    owner, rules = scene.name(seen.owner), settings.rules
    smaller = [
        scene.say("lobby.has", who=scene.name(seat), n=n) for seat, n in settings.smaller_hands if seen.sits(seat)
    ]
    names = joined([scene.name(seat.id) for seat in seen.seats], ", ")
    lines = [
        scene.say("lobby.here", n=len(seen.seats), names=names),
        scene.say("lobby.smaller" if smaller else "lobby.cards", n=rules.deal, some=joined(smaller, ", ")),
        scene.say("lobby.series", series=series_names(scene, all_series)),
        scene.say("lobby.time", time=duration(scene.language, settings.turn_lasts)),
    ]
    if is_short(settings):
        lines.append(scene.say("lobby.short"))
    if rules.retire_after == 0:
        lines.append(scene.say("lobby.retire_never"))
    elif rules.retire_after != SOONEST_RETIRED:
        lines.append(scene.say("lobby.retire", turns=count(scene.language, "turns", rules.retire_after)))
    if settings.weekends_off:
        lines.append(scene.say("lobby.weekends_off"))
    if settings.away_days != AWAY_DAYS:
        lines.append(scene.say("lobby.away", days=count(scene.language, "days", settings.away_days)))
    if settings.closed:
        lines.append(scene.say("lobby.closed"))
    many = Text()
    better = advised(len(seen.seats))
    if better and better < rules.deal:
        many = scene.say("lobby.many", n=len(seen.seats), cards=scene.cards(better))
    paragraphs = [scene.say("lobby.opens", who=owner), joined(lines), many, scene.say("lobby.how", who=owner)]
    return joined(paragraphs, "\n\n")


def lobby_choices(scene: Scene) -> Rows:
    """Join, begin, settings; and the advice for a large table."""
    rows: list[tuple[Choice, ...]] = [
        (scene.choice("join", "join"), scene.choice("begin", "begin")),
        (scene.choice("settings", "menu", "all"),),
    ]
    better = advised(len(scene.seen.seats))
    if better and better < scene.seen.settings.rules.deal:
        rows.insert(1, (scene.choice("take_cards", "set", "advised", better, cards=scene.cards(better)),))
    return tuple(rows)


def settings_choices(scene: Scene) -> Rows:
    """The owner's menu; every button shows what is chosen, or what pressing it would choose."""
    settings = scene.seen.settings
    rules = settings.rules
    never = catalogue(scene.language)["button.retire_never"]
    retire = never if rules.retire_after == 0 else count(scene.language, "turns", rules.retire_after)
    cards = Choice(label=scene.cards(rules.deal), does=scene.choice("done", "menu", "cards").does)
    time = Choice(label=duration(scene.language, settings.turn_lasts), does=scene.choice("done", "menu", "time").does)
    retiring = scene.choice("retire", "menu", "retire")
    retiring = replace(retiring, label=f"{retiring.label}: {retire}")
    return (
        (scene.choice("series", "menu", "series"), cards),
        (time, scene.choice("long_rules" if is_short(settings) else "short_rules", "set", "short")),
        (scene.choice("smaller", "menu", "small"),),
        (scene.choice("weekends_off" if settings.weekends_off else "weekends_on", "set", "weekends"),),
        (scene.choice("away_days", "menu", "away", n=settings.away_days),),
        (retiring,),
        (scene.choice("late_closed" if settings.closed else "late_open", "set", "closed"),),
        (scene.choice("computer", "computer"),),
        (scene.choice("other_language", "set", "language"),),
        (scene.choice("done", "menu", "done"),),
    )


def plain_grid(
    scene: Scene, labels: Sequence[tuple[str, str | int]], what: str, last: tuple[str, str | int] | None = None
) -> Rows:
    """A grid of choices with labels of their own, one more below it, and the way back to the menu."""
    made = [Choice(label=label, does=scene.choice("done", "set", what, value).does) for label, value in labels]
    below = [(Choice(label=last[0], does=scene.choice("done", "set", what, last[1]).does),)] if last else []
    return (*grid(made), *below, (scene.choice("back", "menu", "all"),))


def menu(scene: Scene, which: str, all_series: Sequence[Series]) -> tuple[Text, Rows] | None:
    """A question of the owner's menu with its choices; none for a menu that does not exist."""
    if which == "all":
        return scene.say("settings.menu"), settings_choices(scene)
    if which == "cards":
        labels: list[tuple[str, str | int]] = [(str(n), n) for n in range(FEWEST_CARDS_DEALT, MOST_CARDS_DEALT + 1)]
        return scene.say("settings.cards"), plain_grid(scene, labels, "cards")
    if which == "time":
        times = [(duration(scene.language, time), round(time.total_seconds() / 3600)) for time in TURN_TIMES]
        return scene.say("settings.time"), plain_grid(scene, times, "time")
    if which == "retire":
        turns: list[tuple[str, str | int]] = [(str(n), n) for n in range(SOONEST_RETIRED, LATEST_RETIRED + 1)]
        never = (catalogue(scene.language)["button.retire_never"], 0)
        text = joined([scene.say("settings.retire"), scene.say("settings.retire_note")])
        return text, plain_grid(scene, turns, "retire", never)
    if which == "away":
        lengths: list[tuple[str, str | int]] = [(count(scene.language, "days", n), n) for n in AWAY_OFFERED]
        return scene.say("settings.away"), plain_grid(scene, lengths, "away")
    if which == "series":
        return scene.say("settings.series"), series_choices(scene, all_series)
    if which == "small":
        names = [(label_of(seat.name), at) for at, seat in enumerate(scene.seen.seats)]
        rows = tuple((Choice(label=name, does=scene.choice("done", "menu", f"small{at}").does),) for name, at in names)
        return scene.say("settings.smaller"), (*rows, (scene.choice("back", "menu", "all"),))
    if which.startswith("small") and which[5:].isdecimal() and int(which[5:]) < len(scene.seen.seats):
        return small_menu(scene, scene.seen.seats[int(which[5:])].id, int(which[5:]))
    return None


def small_menu(scene: Scene, seat: SeatId, at: int) -> tuple[Text, Rows]:
    """How many cards for that player?"""
    deal = scene.seen.settings.rules.deal
    fewer: list[tuple[str, str | int]] = [(str(n), f"{at}:{n}") for n in range(FEWEST_CARDS_DEALT, deal)]
    same = (catalogue(scene.language)["button.same_as_all"], f"{at}:0")
    return scene.say("settings.smaller_how", who=scene.name(seat)), plain_grid(scene, fewer, "small", same)


def label_of(name: str, more: int = 0) -> str:
    """A name as a label that has its row for itself, beside so many more characters."""
    most = LABEL_AT_MOST[1] - more
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def series_choices(scene: Scene, all_series: Sequence[Series]) -> Rows:
    """The Wild Mix, then a row for each series by its name; what is picked says so, and so does what is for adults."""
    words, picked = catalogue(scene.language), scene.seen.settings.series
    wild = scene.choice("wild_mix", "set", "series", "all")
    if not picked:
        wild = replace(wild, label=words["button.chosen"].format(series=wild.label))
    rows: list[tuple[Choice, ...]] = [(wild,)]
    for one in sorted(all_series, key=lambda series: series.name(scene.language).casefold()):
        form = words["button.chosen"] if one.id in picked else words["button.for_adults"] if one.adults else "{series}"
        label = form.format(series=label_of(one.name(scene.language), len(form.format(series=""))))
        rows.append((Choice(label=label, does=scene.choice("done", "set", "series", one.id).does),))
    return (*rows, (scene.choice("done", "menu", "all"),))


def closed_lobby(scene: Scene) -> Text:
    """What is left of a lobby whose table is cleared."""
    return scene.say("lobby.gone")
