"""Time zones by the names people give them."""

from datetime import UTC, datetime

import pytest

from pbm.views import zones
from pbm.views.cities import CITIES

JUNE = datetime(2026, 6, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("name", "zone"),
    [
        *(("Berlin", "Europe/Berlin"), ("europe/berlin", "Europe/Berlin"), ("Wien", "Europe/Vienna")),
        *(("Vienna", "Europe/Vienna"), ("Zürich", "Europe/Zurich"), ("Zuerich", "Europe/Zurich")),
        *(("Schweiz", "Europe/Zurich"), ("switzerland", "Europe/Zurich"), ("CH", "Europe/Zurich")),
        *(("Deutschland", "Europe/Berlin"), ("Österreich", "Europe/Vienna"), ("Großbritannien", "Europe/London")),
        *(("New York", "America/New_York"), ("Kiew", "Europe/Kyiv"), ("Kalkutta", "Asia/Kolkata"), ("utc", "UTC")),
        *(("Bern", "Europe/Zurich"), ("Genf", "Europe/Zurich"), ("München", "Europe/Berlin")),
        *(("muenchen", "Europe/Berlin"), ("Munich", "Europe/Berlin"), ("Hamburg", "Europe/Berlin")),
        *(("San Francisco", "America/Los_Angeles"), ("Peking", "Asia/Shanghai"), ("Canberra", "Australia/Canberra")),
    ],
)
def test_a_place_is_found_by_its_names(name: str, zone: str) -> None:
    """A city, a country that has one time, a zone; in English and German, with and without umlauts."""
    found = zones.places(name, JUNE)

    assert found == (zone,)
    assert zones.is_sure(name, found)


def test_the_cities_that_no_zone_is_named_after_are_found_and_named() -> None:
    """Each by all its names, in its own zone and under its own name; none of them is one that the zones know."""
    for city in CITIES:
        for name in city.names:
            found = zones.places(name, JUNE)
            assert found == (city.zone,)
            assert zones.is_sure(name, found)
            assert zones.city_meant(name, city.zone, "de") == city.called("de")
    assert zones.city_meant("Wien", "Europe/Vienna", "en") == "Vienna"
    assert zones.city_meant("Deutschland", "Europe/Berlin", "de") == "Berlin"
    assert zones.city_meant("Polen", "Europe/Warsaw", "de") == "Warschau"
    assert zones.city_meant("Munchn", "Europe/Berlin", "en") == "Munich"


def test_a_country_with_several_times_gives_one_place_for_each() -> None:
    """No two of them show the same time all year, and their labels are cities."""
    found = zones.places("USA", JUNE)

    assert found[:2] == ("America/New_York", "America/Chicago")
    assert "America/Detroit" not in found
    assert [zones.city(one, "de") for one in zones.places("China", JUNE)] == ["Shanghai", "Ürümqi"]


def test_a_name_that_is_nearly_right_is_offered_and_not_taken() -> None:
    """Whoever misspells is asked; what is like nothing is nothing."""
    assert zones.places("Londn", JUNE) == ("Europe/London",)
    assert not zones.is_sure("Londn", zones.places("Londn", JUNE))
    assert zones.places("Xanadu", JUNE) == ()
    assert zones.places(" !? ", JUNE) == ()
    assert zones.places("Etc/GMT+5", JUNE) == ()
