"""The lobby: an open table, who sits there, what its owner has chosen; and the menus to choose by."""

import unicodedata
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
from pbm.views.messages import Choice, Language, Text, joined
from pbm.views.names import cut
from pbm.views.prompt import LABEL_AT_MOST, Rows, grid
from pbm.views.say import catalogue, count, duration, listing
from pbm.views.scene import Scene

AWAY_OFFERED = (0, 7, 14, 21, 30, 60)  # days
SERIES_LABEL_AT_MOST = 26  # characters: alone in its row, and a phone that is too narrow cuts it as we would
SERIES_ON_A_PAGE = 8  # rows of buttons: with the ways on and back they stand on one screen of a phone
TURN_TIMES = tuple(timedelta(hours=hours) for hours in (1, 4, 12, 24, 48, 72))


def advised(players: int) -> int | None:
    """How many cards each are better for so many players (RULES 3.2); none up to six."""
    return None if players <= 6 else 7 if players <= 8 else 6


def is_short(settings: Settings) -> bool:
    """Whether the short rules are chosen (RULES 5.3)."""
    return settings.rules.doubter_draws == SHORT_RULES["doubter_draws"]


def series_names(scene: Scene, all_series: Sequence[Series]) -> Text:
    """The chosen series by name, and who they are for; or the Wild Mix, which may be of one series alone."""
    for_adults = catalogue(scene.language)["button.for_adults"]
    picked = [one for one in in_order(scene.language, all_series) if one.id in scene.seen.settings.series]
    mixed = [one for one in all_series if not one.adults]
    if not picked and len(mixed) != 1:
        return scene.say("lobby.wild_mix")
    names = [
        for_adults.format(series=one.name(scene.language)) if one.adults else one.name(scene.language)
        for one in picked or mixed
    ]
    return listing(scene.language, names)


def in_order(language: Language, all_series: Sequence[Series]) -> list[Series]:
    """The series by name as people look for them: ä stands with a, ß with ss."""

    def plain(one: Series) -> str:
        parts = unicodedata.normalize("NFKD", one.name(language).casefold())
        return "".join(c for c in parts if not unicodedata.combining(c))

    return sorted(all_series, key=plain)


def to_choose_from(scene: Scene, all_series: Sequence[Series]) -> list[str]:
    """What the series can be: the Wild Mix, then each by its name."""
    named = [one.name(scene.language) for one in in_order(scene.language, all_series)]
    return [catalogue(scene.language)["button.wild_mix"], *named]


def chosen(scene: Scene, what: str, all_series: Sequence[Series]) -> Text:
    """What is so now of one choice, in a line."""
    settings = scene.seen.settings
    rules = settings.rules
    match what:
        case "cards" | "small":
            smaller = [
                scene.say("lobby.has", who=scene.name(seat), n=n)
                for seat, n in settings.smaller_hands
                if scene.seen.sits(seat)
            ]
            key = "lobby.smaller" if smaller else "lobby.cards"
            return scene.say(key, n=rules.deal, some=joined(smaller, ", "))
        case "series":
            return scene.say("lobby.series", series=series_names(scene, all_series))
        case "time":
            return scene.say("lobby.time", time=duration(scene.language, settings.turn_lasts))
        case "short" | "full":
            return scene.say("lobby.short" if is_short(settings) else "button.long_rules")
        case "retire" if rules.retire_after == 0:
            return scene.say("lobby.retire_never")
        case "retire":
            return scene.say("lobby.retire", turns=count(scene.language, "turns", rules.retire_after))
        case "weekends":
            return scene.say("lobby.weekends_off" if settings.weekends_off else "button.weekends_on")
        case "away":
            return scene.say("lobby.away", days=count(scene.language, "days", settings.away_days))
        case _:
            return scene.say("lobby.closed" if settings.closed else "button.late_open")


def at_the_table(scene: Scene, all_series: Sequence[Series]) -> Text:
    """What holds while the game is on, in a line: the series, the time, and weekends where they are off."""
    shown = ["series", "time", *(["weekends"] if scene.seen.settings.weekends_off else [])]
    return joined([chosen(scene, what, all_series) for what in shown], " · ")


def lobby(scene: Scene, all_series: Sequence[Series]) -> Text:
    """The open table in words."""
    seen, settings = scene.seen, scene.seen.settings
    owner, rules = scene.name(seen.owner), settings.rules
    names = joined([scene.name(seat.id) for seat in seen.seats], ", ")
    lines = [
        scene.say("lobby.here", n=len(seen.seats), names=names),
        *(chosen(scene, what, all_series) for what in ("cards", "series", "time")),
    ]
    unusual = {
        "short": is_short(settings),
        "retire": rules.retire_after != SOONEST_RETIRED,
        "weekends": settings.weekends_off,
        "away": settings.away_days != AWAY_DAYS,
        "closed": settings.closed,
    }
    lines += [chosen(scene, what, all_series) for what, is_so in unusual.items() if is_so]
    many = Text()
    better = advised(len(seen.seats))
    if better and better < rules.deal:
        many = scene.say("lobby.many", n=len(seen.seats), cards=scene.cards(better))
    mine = seen.viewer == seen.owner
    opens = scene.say("lobby.opens_owner" if mine else "lobby.opens", who=owner)
    how = scene.say("lobby.how_owner" if mine else "lobby.how", who=owner)
    return joined([opens, joined(lines), many, how], "\n\n")


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
    if which.startswith("series") and (page := which.removeprefix("series") or "1").isdecimal():
        return series_menu(scene, int(page), all_series)
    if which == "small":
        names = [(label_of(seat.name), at) for at, seat in enumerate(scene.seen.seats)]
        rows = tuple((Choice(label=name, does=scene.choice("done", "menu", f"small{at}").does),) for name, at in names)
        return scene.say("settings.smaller"), (*rows, (scene.choice("back", "menu", "all"),))
    if which.startswith("small") and (place := which.removeprefix("small")).isdecimal():
        return small_menu(scene, int(place)) if int(place) < len(scene.seen.seats) else None
    return None


def with_menu(scene: Scene, which: str, all_series: Sequence[Series]) -> tuple[Text, Rows] | None:
    """The lobby with such a question below it, and its choices; whoever joins meanwhile leaves that menu open."""
    found = menu(scene, which, all_series)
    join = (scene.choice("join", "join", which),)
    return found and (joined([lobby(scene, all_series), found[0]], "\n\n"), (*found[1], join))


def small_menu(scene: Scene, at: int) -> tuple[Text, Rows]:
    """How many cards for the player on that seat, counted from 0?"""
    deal = scene.seen.settings.rules.deal
    fewer: list[tuple[str, str | int]] = [(str(n), f"{at}:{n}") for n in range(FEWEST_CARDS_DEALT, deal)]
    same = (catalogue(scene.language)["button.same_as_all"], f"{at}:0")
    text = scene.say("settings.smaller_how", who=scene.name(scene.seen.seats[at].id))
    return text, plain_grid(scene, fewer, "small", same)


def label_of(name: str, most: int = LABEL_AT_MOST[1]) -> str:
    """A name as a label that has its row for itself, or as much of it."""
    return cut(name, most)


def page_with(scene: Scene, id: str, all_series: Sequence[Series]) -> int:
    """The page of the menu, counted from 1, on which that series stands; the first for what is no series."""
    ids = [one.id for one in in_order(scene.language, all_series)]
    return ids.index(id) // SERIES_ON_A_PAGE + 1 if id in ids else 1


def series_menu(scene: Scene, page: int, all_series: Sequence[Series]) -> tuple[Text, Rows]:
    """A page of the series by their names, counted from 1, with the ways to those beside it; the first has the mix."""
    ordered = in_order(scene.language, all_series)
    pages = -(-len(ordered) // SERIES_ON_A_PAGE)
    page = min(max(page, 1), max(pages, 1))
    here = ordered[(page - 1) * SERIES_ON_A_PAGE : page * SERIES_ON_A_PAGE]
    rows = [*([wild_row(scene)] if page == 1 else []), *((series_choice(scene, one),) for one in here)]
    text = scene.say("settings.series")
    if pages > 1:
        first, last = here[0].name(scene.language), here[-1].name(scene.language)
        text = joined([text, scene.say("settings.series_page", k=page, n=pages, first=first, last=last)])
        before = [scene.choice("page_before", "menu", f"series{page - 1}")] if page > 1 else []
        after = [scene.choice("page_after", "menu", f"series{page + 1}")] if page < pages else []
        rows.append((*before, *after))
    return text, (*rows, (scene.choice("done", "menu", "all"),))


def wild_row(scene: Scene) -> tuple[Choice, ...]:
    """The Wild Mix; while nothing is picked it says that it is chosen."""
    wild = scene.choice("wild_mix", "set", "series", "all")
    if scene.seen.settings.series:
        return (wild,)
    return (replace(wild, label=catalogue(scene.language)["button.chosen"].format(series=wild.label)),)


def series_choice(scene: Scene, one: Series) -> Choice:
    """A series by its name; what is picked says so, and so does what is for adults."""
    words = catalogue(scene.language)
    form = words["button.for_adults"] if one.adults else "{series}"
    if one.id in scene.seen.settings.series:
        form = words["button.chosen"].format(series=form)
    most = SERIES_LABEL_AT_MOST - len(form.format(series=""))
    label = form.format(series=label_of(one.name(scene.language), most))
    return Choice(label=label, does=scene.choice("done", "set", "series", one.id).does)


def closed_lobby(scene: Scene) -> Text:
    """What is left of a lobby whose table is cleared."""
    return scene.say("lobby.gone")
