"""Time zones by the names people give them: a city, a country, or the zone's own name, in English and German."""

import unicodedata
from collections.abc import Sequence
from datetime import datetime, timedelta
from difflib import get_close_matches
from functools import cache
from importlib.resources import files

from babel import Locale

from pbm.rules.habits import zone
from pbm.views.cities import CITIES
from pbm.views.messages import Language

ALSO = {"usa": "US", "uk": "GB", "england": "GB", "grossbritannien": "GB", "greatbritain": "GB", "holland": "NL"}
LOOKS_LIKE = 0.8  # how near a name must come to be offered where none fits
OFFERED_AT_MOST = 12
MONTH = timedelta(days=30)


def places(name: str, now: datetime) -> tuple[str, ...]:
    """The zones that a name may mean, by their IANA names: none, the one that is meant, or several to choose from.

    Of zones whose clocks show the same all year round only the first of each country is among them.
    """
    wanted = _letters(name)
    if not wanted:
        return ()
    known = _known()
    if wanted in known:
        return _unlike(known[wanted], now)
    near = get_close_matches(wanted, known, n=3, cutoff=LOOKS_LIKE)
    found = dict.fromkeys(one for other in near for one in known[other])
    return _unlike(tuple(found), now)[:OFFERED_AT_MOST]


def is_sure(name: str, zones: Sequence[str]) -> bool:
    """Whether the name is one of theirs as it stands, and no other zone is meant."""
    return len(zones) == 1 and zones[0] in _known().get(_letters(name), ())


def city_meant(name: str, zone: str, language: Language) -> str:
    """The city of that zone that somebody may have meant by a name; else the one that the zone is called after."""
    known = {_letters(one): city for city in CITIES if city.zone == zone for one in city.names}
    called_after, wanted = city(zone, language), _letters(name)
    if wanted in _known():  # Polen is not nearly Posen
        return known[wanted].called(language) if wanted in known else called_after
    nearest = get_close_matches(wanted, (*known, _letters(called_after)), n=1, cutoff=LOOKS_LIKE)
    return known[nearest[0]].called(language) if nearest and nearest[0] in known else called_after


def city(name: str, language: Language) -> str:
    """What a zone is called after, in that language."""
    known = Locale(language).time_zones.get(name, {})
    return str(known["city"]) if "city" in known else name.rpartition("/")[2].replace("_", " ")


@cache
def _known() -> dict[str, tuple[str, ...]]:
    """All names, in letters alone, with the zones they may mean; own names go before cities, and cities before all."""
    cities, own = dict[str, list[str]](), dict[str, list[str]]()
    by_code = dict[str, list[str]]()
    data = files("tzdata")
    for name in data.joinpath("zones").read_text("utf-8").split():
        if zone(name) is None or name.startswith("Etc/GMT"):  # the signs of the latter are the wrong way round
            continue
        own.setdefault(_letters(name), []).append(name)
        if "/" in name and not name.startswith(("Etc/", "US/")):
            cities.setdefault(_letters(name.rpartition("/")[2]), []).append(name)
    for line in data.joinpath("zoneinfo", "zone.tab").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        country, _, name, *_ = line.split("\t")
        if country == "AQ" or not name.startswith("Antarctica/"):
            by_code.setdefault(country, []).append(name)
        for language in ("en", "de"):
            called = _letters(city(name, language))
            if name not in cities.get(called, ()):
                # Where it is written in another way, it is the same city under the name of now.
                cities[called] = [name]
    countries = {also: by_code[country] for also, country in ALSO.items()}
    for language in ("en", "de"):
        called_so = Locale(language).territories
        countries |= {_letters(str(called_so.get(country, country))): zones for country, zones in by_code.items()}
    countries |= {country.casefold(): zones for country, zones in by_code.items()}
    large = {_letters(called): [one.zone] for one in CITIES for called in one.names}
    return {called: tuple(zones) for called, zones in (large | countries | cities | own).items()}


def _unlike(zones: Sequence[str], now: datetime) -> tuple[str, ...]:
    """Of zones that show the same time in every month from now on, the first."""
    found = dict[tuple[timedelta | None, ...], str]()
    for name in zones:
        there = zone(name)
        if there is not None:
            found.setdefault(tuple((now + n * MONTH).astimezone(there).utcoffset() for n in range(13)), name)
    return tuple(found.values())


def _letters(name: str) -> str:
    """What tells one name from another: no case, no accents, no signs; umlauts may be written with an e."""
    folded = name.casefold().replace("ae", "a").replace("oe", "o").replace("ue", "u")
    plain = unicodedata.normalize("NFKD", folded)
    return "".join(c for c in plain if c.isalnum())
