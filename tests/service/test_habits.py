"""The buttons by which people say where they live."""

from importlib.resources import files

import pytest

from pbm.service.habits import zone_choice
from pbm.views import zones
from pbm.views.cities import CITIES
from pbm.views.messages import Language
from tests.service.evening import Evening, a_begun_game, ben
from tests.service.test_moves import plain

ENOUGH = 48  # bytes of the 64 that a button carries


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_button_of_a_zone_has_room_to_spare(language: Language) -> None:
    """It names no city where the zone is called after it, however long that is called."""
    for zone in files("tzdata").joinpath("zones").read_text("utf-8").split():
        does = zone_choice(zone, zones.city(zone, language), language).does
        assert does.endswith(zone)
        assert len(does.encode()) <= ENOUGH


@pytest.mark.parametrize(("language", "told"), [("en", "Your clock is that of"), ("de", "Deine Uhr geht nach")])
def test_the_button_of_a_city_means_that_city(language: Language, told: str) -> None:
    """Whoever presses it hears its name, and that of its zone."""
    evening = a_begun_game(evening=Evening(language=language))
    for city in CITIES:
        choice = zone_choice(city.zone, city.called(language), language)
        assert len(choice.does.encode()) <= ENOUGH
        evening.presses_data(ben, choice.does, 1)
        assert plain([evening.newest(ben).text])[0].startswith(f"{told} {city.called(language)} ({city.zone})")


def test_a_zone_that_is_called_after_its_city_is_told_by_it(evening: Evening) -> None:
    """Its button, which does not carry the name, says it all the same."""
    evening.says(ben, "/timezone Lisbom")
    evening.presses(ben, "Lisbon")

    assert evening.newest(ben).text.startswith("Your clock is that of Lisbon (Europe/Lisbon): Mon 12:00 there now.")
