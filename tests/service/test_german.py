"""The same in German: what is refused, what is asked, and that every label fits its button."""

import pytest

from tests.service.evening import GROUP, Evening, a_begun_game, a_table, ann, ben, carla, deniz, places_right
from tests.service.said import plain


@pytest.fixture
def evening() -> Evening:
    """A German table at which Ann is on turn."""
    return a_begun_game(evening=Evening(language="de"), settings=("karten 4", "serien things"))


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("9 1", "Eine Karte 9 hast du nicht, deine letzte ist die 4. Gelegt ist noch nichts."),
        ("1 6", "Die Kette hat die Plätze 1 und 2, einen Platz 6 gibt es nicht. Gelegt ist noch nichts."),
        ("42", "Karte 4 auf Platz 2? Dann schreib 4 2, mit Leerzeichen."),
        ("1 1 " + "x" * 340, "Das sind 340 Zeichen, höchstens 200 dürfen es sein. Gelegt ist noch nichts."),
        ("schieb 3 1", "Zu verschieben gibt es noch nichts."),
        ("zurück", "Es gibt nichts zurückzunehmen."),
        (
            "zweifel",
            "Noch gibt es nichts anzuzweifeln: In dieser Runde hat noch niemand gelegt."
            " Leg eine Karte, zum Beispiel 4 1.",
        ),
        ("was?", "Das habe ich nicht verstanden. Erst Karte, dann Platz: 4 1. Mehr: „hilfe“"),
        ("", "Ich kann nur Text lesen. Du bist dran: 4 1."),
        ("/rauswerfen Ben", "Das gehört in die Gruppe. Schreib /rauswerfen dort."),
        ("/takeover", "Das gehört in die Gruppe. Schreib /uebernehmen dort."),
        ("/doupt", "/doupt kenne ich nicht. Meinst du zweifel?"),
    ],
)
def test_what_cannot_be_is_answered_with_what_can(evening: Evening, text: str, answer: str) -> None:
    """Each no is one kind sentence."""
    assert evening.says(ann, text) == [answer]
    assert evening.game.turn == 1


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("1 1", "Sunday Table: Ann ist dran, noch 24 Stunden. Ich melde mich, wenn du dran bist."),
        ("hallo", "Ich kenne nur die Züge und ein paar Wörter: hand, kette, spieler, hilfe. Ann ist dran."),
    ],
)
def test_out_of_turn_one_hears_whose_turn_it_is(evening: Evening, text: str, answer: str) -> None:
    """And that one will be called."""
    assert plain(evening.says(ben, text)) == [answer]


def test_presses_that_come_too_late_or_belong_to_somebody_else(evening: Evening) -> None:
    """In the language of whoever presses."""
    prompt = evening.newest(ann)
    _, choice = evening.button(ann, "Karte 1")
    evening.says(ann, "2")
    assert evening.presses_data(ann, choice.does, prompt.id) == "Weiter unten steht eine neuere Nachricht."
    places_right(evening, ann)
    assert evening.presses_data(ann, choice.does, prompt.id) == "Dieser Zug ist vorbei."
    evening.in_group(ben, "/leave")
    assert plain([evening.presses_in_group(carla, "Gehen")]) == ["Dieser Knopf ist für Ben."]
    evening.in_group(ann, "/end ja")
    assert evening.presses_data(ann, choice.does, prompt.id) == "Dieses Spiel ist vorbei."


def test_a_turn_by_buttons(evening: Evening) -> None:
    """Card, slot, words, placing; then a doubt."""
    for label in ("Karte 1", "Platz 1"):
        evening.presses(ann, label)
    evening.says(ann, "Größer als die Straße!")
    evening.presses(ann, "Legen")
    assert "Ann sagt: „Größer als die Straße!“" in plain(evening.texts(GROUP))[-1]

    evening.presses(ben, "Zweifeln")
    assert "Ist etwas falsch, zieht Ann 2 Karten. Stimmt alles, ziehst du 4." in plain([evening.newest(ben).text])[0]
    evening.presses(ben, "Umdrehen")

    assert plain(evening.texts(GROUP))[-1].startswith("Runde 2. Ben beginnt: 24 Stunden, bis Di 12:00 UTC.")


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_label_of_every_menu_fits_with_ten_long_names(language: str) -> None:
    """The post of these tests refuses labels that are too long; so every menu is opened once."""
    people = [f"tg:{n}" for n in range(1, 11)]
    evening = Evening(language=language)
    evening.names = dict.fromkeys(people, "W" * 40)
    a_table(*people, evening=evening, settings=("cards 15",))
    game = evening.game
    for which in ("all", "cards", "time", "retire", "series", "small", *(f"small{n}" for n in range(10)), "done"):
        evening.presses_data(ann, f"{game.id}:{game.turn}:menu:{which}", 1, GROUP)
    for choice in ("cards 9", "time 72h", "retire 5", "short", "closed", "retire never"):
        evening.in_group(ann, f"/settings {choice}")
        evening.presses_data(ann, f"{game.id}:{game.turn}:menu:all", 1, GROUP)
    evening.in_group(ann, "/settings cards 3")
    evening.in_group(ann, "/begin")

    assert evening.game.begun
    assert all(len(text) < 4096 for text in evening.texts(GROUP))
    evening.in_group(deniz, "/leave")
    evening.in_group(ann, "/end")
