"""What everybody may know of the cards of an evening, and how a message would show more."""

import re

from pbm.rules.events import CardPlaced, ChainTurnedOver, OpenerAdded, RoundBegun
from pbm.rules.values import CardId
from pbm.service.ports import Letter
from pbm.views.messages import Address
from tests.service.evening import Evening, year_of

FRONT = re.compile(r"(?:Something of kind|Etwas von der Art) (\d\d)")
NOTE = re.compile(r"(?:Secret|Geheim) (\d\d)")
YEARS = {str(year_of(n)): f"c{n:02}" for n in range(76)}


class Knowledge:
    """What everybody may know, gathered from the games and their events."""

    def __init__(self) -> None:
        """Nobody has seen a card."""
        self.lay: set[CardId] = set()  # in a chain, where everybody saw their fronts
        self.turned: set[CardId] = set()
        self.held: dict[Address, set[CardId]] = {}

    def gathers(self, evening: Evening) -> None:
        """What can be known after a request."""
        game = evening.game
        for seat in game.seats:
            self.held.setdefault(seat.id, set()).update(seat.hand)
        for event in evening.store.events(game.id):
            match event:
                case RoundBegun(cards=cards):
                    self.lay.update(cards)
                case OpenerAdded(card=card) | CardPlaced(card=card):
                    self.lay.add(card)
                case ChainTurnedOver(chain=chain):
                    self.turned.update(chain)
                case _:
                    pass

    def allows(self, letter: Letter) -> None:
        """The letter shows nothing else."""
        message = letter.message
        text = message.text.text
        fronts = {f"c{n}" for n in FRONT.findall(text)}
        assert fronts <= self.lay | self.held.get(message.to, set()), text
        backs = {f"c{n}" for n in NOTE.findall(text)} | {YEARS[n] for n in re.findall(r"\b\d{4}\b", text) if n in YEARS}
        assert backs <= self.turned, text
        for row in message.choices:
            for choice in row:
                assert not re.search(r"\bc\d\d\b", choice.does + choice.label)
