"""What a viewer may know, in any play at all."""

import json
import re
from dataclasses import fields

from hypothesis import HealthCheck, settings
from pydantic_core import to_json

from pbm.rules.events import ChainTurnedOver, Event
from pbm.rules.game import Game
from pbm.views.seen import Seen, seen, seen_by
from tests.any_play import DATES, PEOPLE, AnyPlay

IDS = re.compile(r'"(c\d+)"')
VIEWERS = (None, *PEOPLE[:6])


class AnyView(AnyPlay):
    """Everybody looks at the game after every wish that came true."""

    def __init__(self) -> None:
        """Nobody has held a card yet."""
        super().__init__()
        self.lay: set[str] = set()
        self.held: dict[str, set[str]] = {}

    def look(self, game: Game, events: tuple[Event, ...]) -> None:
        """Of cards a viewer sees their own hand and what lies or lay in the chain; of dates, those turned over."""
        self.lay |= set(game.chain)
        for event in events:
            self.lay |= set(getattr(event, "chain", ())) | {getattr(event, "card", "")}
        for seat in game.seats:
            self.held.setdefault(seat.id, set()).update(seat.hand)
        for viewer in VIEWERS:
            mine = set(game.hand_of(viewer)) if viewer else set()
            view = to_json(seen(game, viewer)).decode()
            assert set(IDS.findall(view)) <= mine | set(game.chain) | {game.last_card}
            assert set(json.loads(view)) == {field.name for field in fields(Seen)}
            known = self.lay | (self.held.get(viewer, set()) if viewer else set())
            for event in events:
                shown = seen_by(event, viewer).model_dump_json()
                assert set(IDS.findall(shown)) <= known, shown
                assert isinstance(event, ChainTurnedOver) or '"first"' not in shown


TestAnyView = AnyView.TestCase
TestAnyView.settings = settings(
    max_examples=15,
    stateful_step_count=20,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def test_cards_of_the_play_have_dates_that_would_be_seen() -> None:
    """The watcher looks for what is there."""
    assert all(IDS.fullmatch(f'"{card}"') for card in DATES)
