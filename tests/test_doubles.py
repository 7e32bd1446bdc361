"""Doubles: which two cards are one and the same, in one deck or in two, and which are only alike."""

from tests.decks_written import BAKER, COOK, GOOD, HEAD, Written, all_faults


def test_the_same_front_twice_is_a_fault(written: Written) -> None:
    """Case, accents and full stops do not make another card of it."""
    double = COOK.replace("002", "003").replace(
        "A cook serves one dormouse too many.", "A COOK serves one dormouse too many"
    )
    path = written(GOOD + double)

    assert [(fault.card, fault.line) for fault in all_faults([path])] == [("foo-003", 27)]


def test_nearly_the_same_front_in_two_series_is_a_fault(written: Written) -> None:
    """The second series is told where the first one has it, in whichever language they are alike."""
    other = (
        (HEAD + "cards:\n" + BAKER)
        .replace("id: food", "id: law")
        .replace("foo", "law")
        .replace("Food & Drink", "In the Name of the Law")
        .replace("Essen & Trinken", "Im Namen des Gesetzes")
        .replace("◆", "§")
        .replace("A baker is fined for selling bread by candlelight.", "Night work ends before the judge.")
        .replace("Brot verkauft hat", "sein Brot verkauft")
    )
    found = all_faults([written(GOOD), written(other, "law.yaml")])

    assert [fault.what.split(" (")[0] for fault in found] == ["nearly the same front as foo-001"]
    assert found[0].file.endswith("law.yaml")


def test_one_event_in_other_words_is_a_fault(written: Written) -> None:
    """Two authors who tell it apart still name the same people; in another year it is another event."""
    other = (HEAD + "cards:\n" + BAKER).replace("food", "tea").replace("foo", "tea").replace("◆", "T")
    other = other.replace("Food & Drink", "Tea").replace(
        "A baker is fined for selling bread by candlelight.", "It is dark."
    )
    other = other.replace("Ein Bäcker wird gebüßt, weil er bei Kerzenlicht Brot verkauft hat", "Es ist dunkel")
    other = other.replace("1487", "1491")
    named = "Jost Ammann of Thun. Before the council, bread had to be judged."
    good = GOOD.replace("Bread had to be judged by daylight, said the council.", named)
    other = other.replace(
        "Bread had to be judged by daylight, said the council.", "The council judged the bread of Jost Ammann of Thun."
    )
    found = all_faults([written(good), written(other, "tea.yaml")])

    assert [fault.what.split(" (")[0] for fault in found] == ["the same event as foo-001"]
    assert all_faults([written(good), written(other.replace("1491", "1498"), "tea.yaml")]) == ()


def test_words_that_many_cards_of_a_small_deck_share_tell_no_event(written: Written) -> None:
    """Five trades, and one note on all of them: its words are everyday words here."""
    trades = {"tanner": "Gerber", "miller": "Müller", "weaver": "Weber", "potter": "Töpfer", "barber": "Bader"}
    alike = "".join(
        BAKER.replace("001", f"{number:03}")
        .replace("A baker is fined for selling bread by candlelight", f"The {en} shuts his shop")
        .replace("Ein Bäcker wird gebüßt, weil er bei Kerzenlicht Brot verkauft hat", f"Der {de} schließt seine Bude")
        for number, (en, de) in enumerate(trades.items(), 3)
    )

    assert all_faults([written(HEAD + "cards:\n" + alike + COOK)]) == ()


def test_of_many_cards_alike_each_is_told_once(written: Written) -> None:
    """Against the first of them: one line for each that has to go."""
    alike = "".join(BAKER.replace("001", f"{number:03}") for number in range(3, 9))

    assert [(fault.card, fault.what.split(" (")[0]) for fault in all_faults([written(GOOD + alike)])] == [
        (f"foo-{number:03}", "the same front as foo-001") for number in range(3, 9)
    ]


def test_cards_of_one_kind_are_no_doubles(written: Written) -> None:
    """Two bakers who are fined for different things may both be played."""
    another = (
        BAKER.replace("001", "003")
        .replace("c. 1487", "1611")
        .replace("for selling bread by candlelight", "because his rolls are too small")
        .replace("weil er bei Kerzenlicht Brot verkauft hat", "weil seine Brötchen zu klein sind")
    )

    assert all_faults([written(GOOD + another)]) == ()
