"""How somebody lives, as they say it themselves: zone, quiet hours, reminders, a word before their turn."""

import re
from datetime import datetime, time, timedelta
from typing import NamedTuple

from babel.dates import format_datetime

from pbm.rules.habits import QUIET_AT_MOST, Habits, Quiet
from pbm.service.nowhere import ANYWHERE
from pbm.service.understand import folded
from pbm.views import zones
from pbm.views.lobby import label_of
from pbm.views.messages import Choice, Language, Text, joined
from pbm.views.prompt import Rows, grid
from pbm.views.say import say
from pbm.views.table import Person

ON = frozenset({"on", "an", "ein", "yes", "ja"})
OFF = frozenset({"off", "aus", "no", "nein", "none", "keine"})
HOURS = 24
EXAMPLES = ("23-7", "22-8")  # of quiet hours: the first that is not so already

_QUIET = re.compile(
    r"(?:from |von )?(?P<h>\d{1,2})(?:[:.](?P<m>[0-5]\d))?(?: ?uhr)?(?: ?[-–—] ?| to | bis | until | )"
    r"(?P<h2>\d{1,2})(?:[:.](?P<m2>[0-5]\d))?(?: ?uhr)?"
)
_OFFSET = re.compile(r"(?:utc|gmt)? ?[-+−±]? ?\d{1,2}(?:[:.]?\d\d)?", re.IGNORECASE)


class Heard(NamedTuple):
    """The person as they live from now on, and what they are told."""

    person: Person
    text: Text
    choices: Rows = ()


def hears(person: Person, name: str, words: str, now: datetime) -> Heard:
    """One of the commands about oneself with its words; without words it shows what is set."""
    word = folded(words).strip(" .!")
    match name:
        case "timezone":
            return names_zone(person, words, now)
        case "quiet":
            return names_quiet(person, word)
        case "reminders":
            wants = said_so(word, person.habits.reminders)
            now_so = lives(person, person.habits.model_copy(update={"reminders": wants}))
            return Heard(now_so, say(person.language, "habits.reminders_on" if wants else "habits.reminders_off"))
        case _:
            wants = said_so(word, person.ahead)
            now_so = person.model_copy(update={"ahead": wants})
            return Heard(now_so, say(person.language, "habits.ahead_on" if wants else "habits.ahead_off"))


def said_so(word: str, before: bool) -> bool:
    """On or off; as before where it is neither."""
    return word in ON or (before and word not in OFF)


def lives(person: Person, habits: Habits) -> Person:
    """The person with other habits."""
    return person.model_copy(update={"habits": habits})


def names_zone(person: Person, words: str, now: datetime) -> Heard:
    """A place: its zone is theirs, or they choose from several."""
    if not words:
        return Heard(person, zone_told(person, now))
    language = person.language
    if offset := _OFFSET.fullmatch(words.strip()):
        return Heard(person, say(language, "no.zone_offset", offset=offset[0]))
    found = zones.places(words, now)
    if not found:
        return Heard(person, say(language, "no.bad_zone"))
    if zones.is_sure(words, found):
        return lives_in(person, found[0], now, words)
    cities = [(one, zones.city_meant(words, one, language)) for one in found]
    choices = [zone_choice(one, city, language) for one, city in cities]
    if len(cities) == 1:
        return Heard(person, say(language, "habits.is_it", city=cities[0][1]), grid(choices))
    return Heard(person, say(language, "habits.which_zone"), grid(choices))


def zone_choice(zone: str, city: str, language: Language) -> Choice:
    """A zone by a city of it; the button names the city only where the zone is called after another."""
    named = "" if city == zones.city(zone, language) else f":{city}"
    return Choice(label=label_of(city), does=f"{ANYWHERE}:0:zone:{zone}{named}")


def lives_in(person: Person, zone: str, now: datetime, name: str = "") -> Heard:
    """That zone is theirs from now on; it is told by the city of that name, if it is one of it."""
    moved = lives(person, person.habits.model_copy(update={"zone": zone}))
    told = zone_told(moved, now, name)
    night = moved.habits.night
    if night and not person.habits.night:
        told = joined([told, say(person.language, "habits.night", hours=hours(person.language, night))])
    return Heard(moved, told)


def zone_told(person: Person, now: datetime, name: str = "") -> Text:
    """Where they live, and what time it is there."""
    zone, language = person.habits.zone, person.language
    if zone is None:
        return say(language, "habits.no_zone")
    there = format_datetime(now.astimezone(person.habits.place), "EEE H:mm", locale=language).replace(".", "")
    return say(language, "habits.zone", city=zones.city_meant(name, zone, language), zone=zone, time=there)


def names_quiet(person: Person, word: str) -> Heard:
    """Quiet hours, like `22-8`, or none."""
    if not word:
        return Heard(person, quiet_told(person))
    if hour := no_such_hour(word):
        return Heard(person, say(person.language, "no.no_such_hour", hour=hour))
    quiet = None if word in OFF else Quiet() if word in ON else quiet_of(word)
    if quiet is None and word not in OFF:
        return Heard(person, say(person.language, "no.bad_quiet"))
    rests = lives(person, person.habits.model_copy(update={"quiet": quiet}))
    return Heard(rests, quiet_told(rests))


def no_such_hour(word: str) -> str | None:
    """The hour in it that no clock shows."""
    found = _QUIET.fullmatch(word)
    return next((hour for hour in found.group("h", "h2") if int(hour) > HOURS), None) if found else None


def quiet_of(word: str) -> Quiet | None:
    """The hours that are written there; none if there are none, or more than are allowed."""
    found = _QUIET.fullmatch(word)
    if found is None or int(found["h"]) > HOURS or int(found["h2"]) > HOURS:
        return None
    begins = time(int(found["h"]) % HOURS, int(found["m"] or 0))
    ends = time(int(found["h2"]) % HOURS, int(found["m2"] or 0))
    quiet = Quiet(begins=begins, ends=ends)
    return quiet if timedelta() < quiet.lasts <= QUIET_AT_MOST else None


def quiet_told(person: Person) -> Text:
    """When they want to hear nothing."""
    language, quiet = person.language, person.habits.quiet
    if quiet is None:
        return say(language, "habits.quiet_off")
    if not person.habits.night:
        return say(language, "habits.quiet_waits", hours=hours(language, quiet))
    other = next(one for one in EXAMPLES if quiet_of(one) != quiet)
    return say(language, "habits.quiet", hours=hours(language, quiet), example=other)


def hours(language: Language, quiet: Quiet) -> Text:
    """`22:00 to 8:00`."""
    return say(language, "phrase.hours", begins=f"{quiet.begins:%-H:%M}", ends=f"{quiet.ends:%-H:%M}")
