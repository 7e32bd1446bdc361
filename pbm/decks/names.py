"""The thirty-one series of the game: id, code, and their names in English and German."""

from typing import NamedTuple


class SeriesName(NamedTuple):
    """What a series of the game is called; other authors' own series are called as they like."""

    code: str
    en: str
    de: str


THE_THIRTY_ONE: dict[str, SeriesName] = {
    "church-and-state": SeriesName("chu", "Church & State", "Kirche & Staat"),
    "switzerland": SeriesName("swi", "Switzerland", "Schweiz"),
    "sex-and-crime": SeriesName("sex", "Sex & Crime", "Sex & Crime"),
    "lifestyle": SeriesName("lif", "Lifestyle", "Lifestyle"),
    "nature": SeriesName("nat", "Nature", "Natur"),
    "inventions": SeriesName("inv", "Inventions", "Erfindungen"),
    "women": SeriesName("wom", "Women", "Frauen"),
    "seafarers-and-aviators": SeriesName("sea", "Seafarers & Aviators", "Seefahrer & Flieger"),
    "sport": SeriesName("spo", "Sport", "Sport"),
    "art": SeriesName("art", "Art", "Kunst"),
    "flops": SeriesName("flo", "Flops", "Flops"),
    "germany": SeriesName("ger", "Germany", "Deutschland"),
    "coins": SeriesName("coi", "Coins", "Münzen"),
    "law": SeriesName("law", "In the Name of the Law", "Im Namen des Gesetzes"),
    "vip": SeriesName("vip", "VIP", "VIP"),
    "game-of-the-year": SeriesName("gam", "Game of the Year", "Spiel des Jahres"),
    "austria": SeriesName("aut", "Austria", "Österreich"),
    "words": SeriesName("wor", "Words, Writing, Books", "Wort, Schrift, Buch"),
    "showbiz": SeriesName("sho", "Showbiz", "Showbiz"),
    "america": SeriesName("ame", "America", "Amerika"),
    "europe": SeriesName("eur", "Europe", "Europa"),
    "east": SeriesName("eas", "In the East", "Im Osten"),
    "south": SeriesName("sou", "South", "Süden"),
    "football": SeriesName("fba", "Football", "Fußball"),
    "science": SeriesName("sci", "Science & Research", "Wissenschaft & Forschung"),
    "bern": SeriesName("ber", "Bern", "Bern"),
    "travel": SeriesName("tra", "Travel & Transport", "Reisen & Verkehr"),
    "health": SeriesName("hea", "Health", "Gesundheit"),
    "food": SeriesName("foo", "Food & Drink", "Essen & Trinken"),
    "curiosities": SeriesName("cur", "Curiosities", "Kuriositäten"),
    "machines": SeriesName("mac", "Machines", "Maschinen"),
}
