"""The two ways to play: by text alone, and by buttons alone; scripts are written for either."""

from collections.abc import Sequence
from typing import Protocol

from tests.evenings.evening import Evening
from tests.evenings.player import Player


class Way(Protocol):
    """How people say what they want."""

    async def opens(self, who: Player) -> None:
        """Open a table, and come into the private chat if need be."""
        ...

    async def joins(self, who: Player) -> None:
        """Sit down."""
        ...

    async def deals_four(self, who: Player) -> None:
        """Four cards each, of the villages alone."""
        ...

    async def begins(self, who: Player) -> None:
        """Begin."""
        ...

    async def moves(self, who: Player, card: int, to: int) -> None:
        """Take the card below slot `card` out, and put it to place `to`."""
        ...

    async def undoes_move(self, who: Player) -> None:
        """Take back the last move of a card of the chain."""
        ...

    async def places(self, who: Player, card: int, slot: int, says: str = "") -> None:
        """Place a card into a slot, with words."""
        ...

    async def takes_back(self, who: Player) -> None:
        """Take back the card just placed."""
        ...

    async def doubts(self, who: Player) -> None:
        """Doubt."""
        ...

    async def swaps(self, who: Player) -> None:
        """Put the two openers the other way round."""
        ...


class ByText:
    """Everything is written."""

    def __init__(self, evening: Evening) -> None:
        self.words = evening.words

    async def opens(self, who: Player) -> None:
        await who.says("/newgame")
        if not who.started:
            await who.presses("Open private chat")

    async def joins(self, who: Player) -> None:
        await who.says("/join")
        if not who.started:
            await who.presses("Open private chat")

    async def deals_four(self, who: Player) -> None:
        await who.says(self.words("/settings cards 4", "/settings karten 4"))
        await who.says(self.words("/settings series villages", "/settings serien dörfer"))

    async def begins(self, who: Player) -> None:
        await who.says("/begin")

    async def moves(self, who: Player, card: int, to: int) -> None:
        await who.writes(self.words(f"fix {card} {to}", f"schieb {card} {to}"))

    async def undoes_move(self, who: Player) -> None:
        await who.writes(self.words("undo", "zurück"))

    async def places(self, who: Player, card: int, slot: int, says: str = "") -> None:
        await who.writes(f"{card} {slot} {says}".strip())

    async def takes_back(self, who: Player) -> None:
        await who.writes(self.words("undo", "zurück"))

    async def doubts(self, who: Player) -> None:
        await who.writes(self.words("doubt", "Zweifel!"))

    async def swaps(self, who: Player) -> None:
        await who.writes(self.words("fix 1 2", "schiebe 1 auf 2"))


class ByButtons:
    """Everything is pressed; only words to the table are written, for there is no other way to say them."""

    def __init__(self, evening: Evening) -> None:
        self.words = evening.words

    async def opens(self, who: Player) -> None:
        await who.presses("Open a table")
        if not who.started:
            await who.presses("Open private chat")

    async def joins(self, who: Player) -> None:
        await who.presses("Join")

    async def deals_four(self, who: Player) -> None:
        await self._all(who, ("Settings", "9 cards", "4", "Series"))
        await self._all(who, (self.words("Villages", "Dörfer"), "Done", "Done"))

    async def begins(self, who: Player) -> None:
        await who.presses("Begin")

    async def moves(self, who: Player, card: int, to: int) -> None:
        await self._all(who, ("Move a card", f"No. {card}", f"Slot {to}"))

    async def undoes_move(self, who: Player) -> None:
        await who.presses("Undo")

    async def places(self, who: Player, card: int, slot: int, says: str = "") -> None:
        await self._all(who, (f"Card {card}", f"Slot {slot}"))
        if says:
            await who.writes(says)
        await who.presses("Place it")

    async def takes_back(self, who: Player) -> None:
        await who.presses("Take it back")

    async def doubts(self, who: Player) -> None:
        await self._all(who, ("Doubt", "Turn them over"))

    async def swaps(self, who: Player) -> None:
        await who.presses("Swap the two")

    async def _all(self, who: Player, labels: Sequence[str]) -> None:
        for label in labels:
            await who.presses(label)
