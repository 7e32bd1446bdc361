"""The owner's choices for a table, by button and by text."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from pbm.rules.commands import ChangeSettings, ChangeTime
from pbm.rules.game import FEWEST_CARDS_DEALT, MOST_CARDS_DEALT, SHORT_RULES, Rules, Settings, Status
from pbm.rules.play import Played, play
from pbm.rules.refusals import NotTheOwner
from pbm.service.asking import Asking
from pbm.service.named import named
from pbm.service.ports import Commit
from pbm.service.series import Unknown, meant
from pbm.service.understand import SPOKEN, folded
from pbm.service.voice import LOBBY, Voice
from pbm.views import lobby
from pbm.views.answers import answer
from pbm.views.messages import Language, Message, Text, joined
from pbm.views.say import duration, listing, short_form
from pbm.views.scene import Scene

# What each choice is called when it is typed, in both languages.
NAMES = {
    **dict.fromkeys(("cards", "karten", "handkarten"), "cards"),
    **dict.fromkeys(("time", "zeit"), "time"),
    **dict.fromkeys(("series", "serie", "serien"), "series"),
    **dict.fromkeys(("short", "kurz", "kurzregeln"), "short"),
    **dict.fromkeys(("full", "voll", "long", "lang"), "full"),
    **dict.fromkeys(("retire", "ausscheiden"), "retire"),
    **dict.fromkeys(("closed", "geschlossen", "zu"), "closed"),
    **dict.fromkeys(("open", "offen"), "open"),
    **dict.fromkeys(("small", "smaller", "klein", "kleiner"), "small"),
    **dict.fromkeys(("weekends", "weekend", "wochenende", "wochenenden"), "weekends"),
    **dict.fromkeys(("away", "abwesend", "abwesenheit", "weg"), "away"),
    **dict.fromkeys(("language", "sprache"), "language"),
}
FREE = frozenset({"off", "frei", "aus", "free"})  # of weekends
NORMAL = frozenset({"on", "normal", "an"})
NEVER = frozenset({"never", "nie", "0"})
_TIME = re.compile(r"(\d{1,2})\s*(?:h|hours?|std|stunden?)?\.?")


class Wrong(Exception):
    """A choice that cannot be; the sentence says what could."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.text)
        self.text = text


def lobby_shown(voice: Voice) -> list[Message]:
    """The lobby in its place, with its own buttons."""
    scene = voice.scene(None)
    text = lobby.lobby(scene, voice.library.series)
    return voice.show(voice.table.chat, text, lobby.lobby_choices(scene), LOBBY)


def not_now(asking: Asking, at_any_time: bool = False) -> Commit | None:
    """Why whoever asks cannot choose for this table: the owner does, until the start, and some things later too."""
    if asking.table.game.status is not Status.OPEN and not at_any_time:
        return asking.says(asking.scene.say("settings.too_late"))
    owner = asking.table.game.owner
    return None if asking.who == owner else asking.refuses(NotTheOwner(owner=owner))


def menu(asking: Asking, which: str) -> Commit:
    """A menu of choices, in place of the lobby's buttons."""
    if no := not_now(asking):
        return no
    voice = asking.voice
    shown = menu_shown(voice, which)
    return asking.kept(messages=[*voice.answer(), *shown]) if shown else asking.says(asking.scene.say("no.gone"))


def menu_shown(voice: Voice, which: str) -> list[Message]:
    """The lobby with a question below it and its choices, or with its own buttons once all is `done`."""
    if which == "done":
        return lobby_shown(voice)
    found = lobby.with_menu(voice.scene(None), which, voice.library.series)
    return voice.show(voice.table.chat, *found, LOBBY) if found else []


def menu_posted(voice: Voice, which: str) -> list[Message]:
    """The same at the bottom, where whoever wrote sees it; the older one loses its buttons."""
    found = lobby.with_menu(voice.scene(None), which, voice.library.series)
    posted = voice.group([found[0]], found[1], name=LOBBY) if found else []
    return [*voice.strip(voice.table.chat, LOBBY), *posted]


def pressed(asking: Asking, what: str, args: list[str]) -> Commit:
    """A choice by button; the menu it came from stays open."""
    if no := not_now(asking, at_any_time=what == "language"):
        return no
    settings, game = asking.table.game.settings, asking.table.game
    stays = "all"
    match what, args:
        case "advised", [n]:
            stays, words = "done", ["cards", n]
        case "language", []:
            return speaks(asking, "de" if asking.table.language == "en" else "en")
        case "short", []:
            words = ["full"] if lobby.is_short(settings) else ["short"]
        case "weekends", []:
            words = ["weekends", "on" if settings.weekends_off else "off"]
        case "closed", []:
            words = ["open"] if settings.closed else ["closed"]
        case "small", [at, n] if at.isdecimal() and n.isdecimal() and int(at) < len(game.seats):
            return changes(asking, smaller(settings, game.seats[int(at)].id, int(n)), stays)
        case "series", ["all"]:
            return changes(asking, settings.model_copy(update={"series": ()}), "series")
        case "series", [one]:
            return picks(asking, one)
        case _:
            words = [what, *args]
    try:
        return changes(asking, chosen(asking, words), stays)
    except Wrong as wrong:
        return asking.says(wrong.text)


def typed(asking: Asking, words: str) -> Commit:
    """A choice by text, like `cards 7`; without words, the menu."""
    first, *rest = words.split() or [""]
    what = NAMES.get(folded(first).rstrip(":"), "")
    if no := not_now(asking, at_any_time=what in ("language", "time")):
        return no
    if what == "time" and asking.table.game.status is not Status.OPEN:
        return changes_time(asking, " ".join(folded(word) for word in rest))
    if what == "language":
        known = SPOKEN.get(folded(rest[0])) if rest else None
        return speaks(asking, known) if known else asking.says(asking.scene.say("info.language_table"))
    if not words or (what == "series" and not rest):
        return asking.kept(messages=menu_posted(asking.voice, what or "all"))
    settled, choices = asking, several([first, *rest])
    try:
        for choice in choices:
            game = settled.table.game.model_copy(update={"settings": chosen(settled, choice)})
            settled = replace(settled, table=settled.table.model_copy(update={"game": game}))
    except Wrong as wrong:
        return asking.says(wrong.text)
    noted = [NAMES[folded(choice[0]).rstrip(":")] for choice in choices]
    return changes(asking, settled.table.game.settings, "done", noted)


def several(words: list[str]) -> list[list[str]]:
    """The choices of one line, as in `cards 7 time 12h`: each begins with its name."""
    made: list[list[str]] = [words[:1]]
    for word in words[1:]:
        if word.strip("·,;|") and folded(word).strip("·,;:") in NAMES and made[-1][0] != "small":
            made.append([word.strip("·,;")])
        elif word.strip("·,;|"):
            made[-1].append(word.rstrip("·;"))
    return made


def chosen(asking: Asking, words: list[str]) -> Settings:
    """The settings after a choice; raises Wrong, with what could be chosen."""
    settings, scene = asking.table.game.settings, asking.scene
    rest = [folded(word).rstrip(",;") for word in words[1:]]
    first = rest[0] if rest else ""
    match NAMES.get(folded(words[0]).rstrip(":"), ""):
        case "cards" if first.isdecimal():
            return with_rules(settings, deal=int(first))
        case "cards":
            raise Wrong(scene.say("settings.bad_cards", least=FEWEST_CARDS_DEALT, most=MOST_CARDS_DEALT))
        case "time":
            return settings.model_copy(update={"turn_lasts": time_of(scene, " ".join(rest))})
        case "short" if first not in ("off", "aus", "no", "nein"):
            return with_rules(settings, **SHORT_RULES)
        case "short" | "full":
            plain = Rules()
            return with_rules(settings, doubter_draws=plain.doubter_draws, placer_draws=plain.placer_draws)
        case "retire" if first in NEVER:
            return with_rules(settings, retire_after=0)
        case "retire" if first.isdecimal() and int(first) > 0:
            return with_rules(settings, retire_after=int(first))
        case "retire":
            raise Wrong(scene.say("settings.bad_retire"))
        case "closed" | "open" as door:
            return settings.model_copy(update={"closed": door == "closed"})
        case "weekends" if first in FREE or first in NORMAL:
            return settings.model_copy(update={"weekends_off": first in FREE})
        case "weekends":
            raise Wrong(scene.say("settings.bad_weekends"))
        case "away" if first.isdecimal():
            return settings.model_copy(update={"away_days": int(first)})
        case "away":
            raise Wrong(scene.say("settings.bad_away"))
        case "series":
            return settings.model_copy(update={"series": series_of(asking, words[1:])})
        case "small":
            return small_of(asking, words[1:])
        case _:
            raise Wrong(scene.say("settings.unknown"))


def with_rules(settings: Settings, **update: int) -> Settings:
    """The settings with other rules."""
    return settings.model_copy(update={"rules": settings.rules.model_copy(update=update)})


def time_of(scene: Scene, words: str) -> timedelta:
    """One of the times that a turn may take."""
    found = _TIME.fullmatch(words)
    time = timedelta(hours=int(found[1])) if found else None
    if time not in lobby.TURN_TIMES:
        times = listing(scene.language, [duration(scene.language, one) for one in lobby.TURN_TIMES])
        raise Wrong(scene.say("settings.bad_time", times=times))
    return time


def series_of(asking: Asking, words: list[str]) -> tuple[str, ...]:
    """Series by what people call them; none is the Wild Mix."""
    scene, series = asking.scene, asking.library.series
    found = meant(series, words)
    if not isinstance(found, Unknown):
        return found
    known = listing(scene.language, [one.name(scene.language) for one in found.known])
    right = scene.say("settings.good_series", series=known) if found.known else Text()
    name = scene.quoted(short_form(scene.language, found.words))
    there = " · ".join(lobby.to_choose_from(scene, series))
    if found.nearest is None:
        raise Wrong(joined([right, scene.say("settings.bad_series", name=name, series=there)], " "))
    near = found.nearest.name(scene.language)
    raise Wrong(joined([right, scene.say("settings.bad_series_near", name=name, near=near, series=there)], " "))


def small_of(asking: Asking, words: list[str]) -> Settings:
    """A smaller hand for somebody at the table: a name and a number."""
    *name, n = words or [""]
    found = named(asking.table.game.seats, " ".join(name), asking.scene.language)
    deal = asking.table.game.settings.rules.deal
    if len(found) != 1 or not n.isdecimal() or not FEWEST_CARDS_DEALT <= int(n) <= deal:
        raise Wrong(asking.scene.say("settings.bad_small"))
    return smaller(asking.table.game.settings, found[0], int(n))


def smaller(settings: Settings, seat: str, n: int) -> Settings:
    """The settings with that hand for that player; as many as all, or 0, is no smaller hand."""
    others = tuple(one for one in settings.smaller_hands if one[0] != seat)
    mine = ((seat, n),) if 0 < n < settings.rules.deal else ()
    return settings.model_copy(update={"smaller_hands": (*others, *mine)})


def picks(asking: Asking, one: str) -> Commit:
    """A series is picked or dropped; with none, or all that are not for adults, it is the Wild Mix."""
    settings, series = asking.table.game.settings, asking.library.series
    if not any(each.id == one for each in series):
        return asking.says(asking.scene.say("no.gone"))
    mix = tuple(each.id for each in series if not each.adults)
    picked = tuple(each.id for each in series if (each.id in settings.series) != (each.id == one))
    page = lobby.page_with(asking.voice.scene(None), one, series)
    chosen_now = settings.model_copy(update={"series": () if picked == mix else picked})
    return changes(asking, chosen_now, f"series{page}")


def changes(asking: Asking, settings: Settings, stays: str, noted: Sequence[str] = ()) -> Commit:
    """Let the rules judge the settings, and show the lobby with what was chosen, at the menu that stays open.

    What was typed is answered with what is so now of the choices in `noted`.
    """
    command = ChangeSettings(seat=asking.who, settings=settings)
    played = play(asking.table.game, command, asking.now, asking.shuffle, {})
    if not isinstance(played, Played):
        return asking.says(answer(asking.scene, played))
    after = asking.table.model_copy(update={"game": played.game})
    voice = Voice(after, asking.library, asking.now, asking.request)
    if voice.press:
        said = [*voice.answer(), *menu_shown(voice, stays)]
    else:
        scene = voice.scene(None)
        lines = dict.fromkeys(lobby.chosen(scene, one, voice.library.series) for one in noted)
        answered = scene.say("lobby_answer.saved", choices=joined(list(lines), " · "))
        said = [*voice.reply(answered), *lobby_shown(voice)]
    return asking.kept(after, played.events, said)


def changes_time(asking: Asking, words: str) -> Commit:
    """Another time per turn while the game is on."""
    try:
        lasts = time_of(asking.scene, words)
    except Wrong as wrong:
        return asking.says(wrong.text)
    return asking.plays(ChangeTime(seat=asking.who, turn_lasts=lasts), pressed=False)


def speaks(asking: Asking, language: Language) -> Commit:
    """The table in another language."""
    after = asking.table.model_copy(update={"language": language})
    voice = Voice(after, asking.library, asking.now, asking.request)
    scene = voice.scene(None)
    if after.game.status is not Status.OPEN:
        return asking.kept(after, messages=voice.reply(scene.say("info.language_set")))
    if voice.press:
        return asking.kept(after, messages=[*voice.answer(), *menu_shown(voice, "all")])
    return asking.kept(after, messages=[*voice.reply(scene.say("info.language_set")), *lobby_shown(voice)])
