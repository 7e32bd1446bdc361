"""Texts packed: they come back as they were, and take less room."""

from hypothesis import given
from hypothesis import strategies as st

from pbm.rules.events import CardPlaced, GamePaused, TurnBegan
from pbm.store import log, tables
from pbm.store.packed import packed, unpacked
from tests.store.making import ANN, NOON, a_table


@given(st.text().map(lambda text: "{" + text) | st.text(' {}":é🦆', min_size=60).map(lambda text: "{" + text))
def test_every_text_comes_back(text: str) -> None:
    """Whatever is in it, and however long it is."""
    assert unpacked(packed(text)) == text


def test_a_table_takes_a_third_of_the_room() -> None:
    """It is written without what nobody has changed, and packed; read, it is the same."""
    cards = tuple(f"sci-{number:03}" for number in range(200))
    table = a_table()
    table = table.model_copy(update={"game": table.game.model_copy(update={"stack": cards})})
    kept = tables.written(table)

    assert len(kept) * 3 < len(table.model_dump_json())
    assert tables.read(kept) == table
    assert tables.read(table.model_dump_json()) == table  # as it was written before


def test_the_events_of_a_commit_are_kept_together() -> None:
    """They come back in their order; those that were kept one by one, without packing, are read as well."""
    events = (
        CardPlaced(seat=ANN, card="sci-001", slot=2, at=NOON),
        TurnBegan(seat=ANN, turn=3, at=NOON, due=NOON),
        GamePaused(),
    )
    one_by_one = [event.model_dump_json() for event in events]

    assert log.read([log.written(events), *one_by_one]) == events * 2
    assert len(log.written(events)) * 2 < len("".join(one_by_one))
