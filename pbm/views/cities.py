"""Large cities that no time zone is named after, so that people can name their own."""

from collections.abc import Mapping
from typing import NamedTuple

from pbm.views.messages import Language


class City(NamedTuple):
    """A city by its names: the English one, the German one where it is another, and more by which it is found."""

    zone: str
    names: tuple[str, ...]

    def called(self, language: Language) -> str:
        """Its name in that language."""
        return self.names[1] if language == "de" and len(self.names) > 1 else self.names[0]


# By zone; what stands between bars are names of one city, in the order of `City.names`.
_BY_ZONE: Mapping[str, str] = {
    "Europe/Zurich": "Bern|Bern|Berne, Basel|Basel|Basle, Geneva|Genf|Genève, Lausanne, Lucerne|Luzern, "
    "St. Gallen|St. Gallen|Sankt Gallen, Winterthur, Lugano",
    "Europe/Berlin": "Munich|München, Hamburg, Cologne|Köln, Frankfurt|Frankfurt|Frankfurt am Main, Stuttgart, "
    "Leipzig, Dresden, Düsseldorf, Dortmund, Essen, Bremen, Hanover|Hannover, Nuremberg|Nürnberg, Bonn, Freiburg, "
    "Mannheim, Karlsruhe, Münster, Kiel, Mainz, Potsdam",
    "Europe/Vienna": "Salzburg, Graz, Linz, Innsbruck, Klagenfurt, Bregenz",
    "Europe/Rome": "Milan|Mailand|Milano, Naples|Neapel|Napoli, Turin|Turin|Torino, Florence|Florenz|Firenze, "
    "Venice|Venedig|Venezia, Genoa|Genua|Genova, Bologna, Palermo, Bolzano|Bozen",
    "Europe/Madrid": "Barcelona, Valencia, Seville|Sevilla, Bilbao, Málaga",
    "Europe/Lisbon": "Porto",
    "Europe/Paris": "Lyon, Marseille, Nice|Nizza, Toulouse, Bordeaux, Strasbourg|Straßburg, Lille, Nantes",
    "Europe/London": "Manchester, Edinburgh, Birmingham, Glasgow, Liverpool, Leeds, Bristol, Cardiff",
    "Europe/Dublin": "Cork",
    "Europe/Amsterdam": "Rotterdam, The Hague|Den Haag, Utrecht, Eindhoven",
    "Europe/Brussels": "Antwerp|Antwerpen, Ghent|Gent, Bruges|Brügge",
    "Europe/Stockholm": "Gothenburg|Göteborg, Malmö",
    "Europe/Oslo": "Bergen",
    "Europe/Copenhagen": "Aarhus|Aarhus|Århus",
    "Europe/Warsaw": "Krakow|Krakau, Gdansk|Danzig, Wroclaw|Breslau, Poznan|Posen",
    "Europe/Prague": "Brno|Brünn",
    "Europe/Athens": "Thessaloniki",
    "Europe/Moscow": "Saint Petersburg|Sankt Petersburg|St. Petersburg",
    "Europe/Kyiv": "Lviv|Lwiw|Lemberg, Odesa|Odessa, Kharkiv|Charkiw",
    "Europe/Istanbul": "Ankara, Izmir",
    "America/New_York": "Boston, Washington|Washington|Washington DC, Miami, Philadelphia, Atlanta, Pittsburgh, "
    "Baltimore, Orlando, Cleveland",
    "America/Chicago": "Houston, Dallas, Austin, San Antonio, Minneapolis, New Orleans, Saint Louis|Saint Louis|"
    "St. Louis, Nashville",
    "America/Denver": "Salt Lake City, Albuquerque",
    "America/Los_Angeles": "San Francisco, Seattle, San Diego, Las Vegas, Portland, Sacramento",
    "America/Toronto": "Ottawa, Quebec",
    "America/Edmonton": "Calgary",
    "America/Sao_Paulo": "Rio de Janeiro, Brasília",
    "America/Mexico_City": "Guadalajara",
    "America/Bogota": "Medellín",
    "Asia/Kolkata": "Mumbai|Mumbai|Bombay, Delhi|Delhi|New Delhi, Bangalore|Bangalore|Bengaluru, "
    "Chennai|Chennai|Madras, Hyderabad, Pune",
    "Asia/Shanghai": "Beijing|Peking, Shenzhen, Guangzhou, Wuhan",
    "Asia/Tokyo": "Osaka, Kyoto, Nagoya, Sapporo, Hiroshima",
    "Asia/Seoul": "Busan",
    "Asia/Ho_Chi_Minh": "Hanoi",
    "Asia/Jerusalem": "Haifa",
    "Asia/Dubai": "Abu Dhabi",
    "Asia/Karachi": "Lahore, Islamabad",
    "Africa/Johannesburg": "Cape Town|Kapstadt, Durban, Pretoria",
    "Africa/Casablanca": "Marrakesh|Marrakesch, Rabat",
    "Africa/Cairo": "Alexandria",
    "Australia/Brisbane": "Gold Coast",
    "Pacific/Auckland": "Wellington, Christchurch",
}

CITIES: tuple[City, ...] = tuple(
    City(zone, tuple(city.split("|"))) for zone, cities in _BY_ZONE.items() for city in cities.split(", ")
)
