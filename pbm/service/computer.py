"""A computer player: it guesses dates with an error of its own, places where they fit best, doubts what looks unlikely.

It is the one reader of backs beside the rules, and is given those of its own hand and of the chain, blurred.
"""

import hashlib
from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import NormalDist
from typing import NamedTuple

from pbm.rules.cards import Library
from pbm.rules.game import Game
from pbm.rules.values import CardId, SeatId

ERROR = 0.12  # of the years that lie between an event and now: what a guess is off by, as a standard deviation
LEAST_ERROR = 6.0  # years; of what happened lately, too, only so much is known
DOUBTS_BELOW = 0.35  # the chance it gives a chain before it doubts it
TALKS_ONCE_IN = 3  # placings


class Guess(NamedTuple):
    """When a computer believes that something happened, and how far it may be off; in years."""

    year: float
    error: float


class Places(NamedTuple):
    """Place that card into that slot, counted from 1; `talks` numbers the words with it from 1, 0 is silent."""

    card: CardId
    slot: int
    talks: int


class Doubts(NamedTuple):
    """Doubt the chain."""


def luck(*of: object) -> float:
    """A number between 0 and 1 that is always the same for the same things, and looks like chance."""
    digest = hashlib.sha256(repr(of).encode()).digest()
    return (int.from_bytes(digest[:8], "big") + 0.5) / 2**64


def guesses(game: Game, seat: SeatId, library: Library, this_year: int) -> Mapping[CardId, Guess]:
    """What that computer believes about its own hand and the chain; the same card is always remembered alike."""
    found = {}
    for card in (*game.hand_of(seat), *game.chain):
        span = library.cards[card].date
        middle = (span.first + span.last) / 2
        error = max(LEAST_ERROR, ERROR * (this_year - middle))
        # The error is drawn once for this player, game and card: who is wrong about something stays wrong.
        off = NormalDist(0, error).inv_cdf(luck(game.id, seat, card))
        found[card] = Guess(middle + off, error)
    return found


def chance(chain: Sequence[CardId], known: Mapping[CardId, Guess]) -> float:
    """How likely the chain seems to be right, looking at neighbours."""
    likely = 1.0
    for above, below in pairwise(chain):
        a, b = known[above], known[below]
        likely *= NormalDist(0, (a.error**2 + b.error**2) ** 0.5).cdf(b.year - a.year + LEAST_ERROR)
    return likely


def move(game: Game, seat: SeatId, known: Mapping[CardId, Guess], lines: int) -> Places | Doubts:
    """What that computer does on its turn; `lines` is how many things it has to say."""
    may_doubt = game.last_placer not in (None, seat)
    if may_doubt and chance(game.chain, known) < DOUBTS_BELOW:
        return Doubts()
    best = max(
        (chance((*game.chain[:at], card, *game.chain[at:]), known), card, at + 1)
        for card in game.hand_of(seat)
        for at in range(len(game.chain) + 1)
    )
    spoken = luck(game.id, seat, game.turn)
    talks = 1 + int(spoken * TALKS_ONCE_IN * lines) if spoken < 1 / TALKS_ONCE_IN else 0
    return Places(best[1], best[2], min(talks, lines))
