"""Wishes that the owner decides at once, and the others together: more than half of the people whom it concerns."""

from collections.abc import Iterable
from typing import Protocol, assert_never

from pbm.rules.clock import time_left
from pbm.rules.commands import Keep, Kick, Pause, Resume
from pbm.rules.events import GamePaused, Voted, VoteTakenBack
from pbm.rules.game import Game, Status, Vote, Wish
from pbm.rules.refusals import (
    AlreadyVoted,
    GameIsPaused,
    NotAtTable,
    NotBegun,
    NotInGame,
    NotPaused,
    NotTheOwner,
    NotVoted,
    OwnSeat,
    Refusal,
)
from pbm.rules.turns import Course
from pbm.rules.values import SeatId


class Seated(Protocol):
    """A seat as the table knows it or as somebody sees it."""

    @property
    def id(self) -> SeatId:
        """Who sits there."""

    @property
    def computer(self) -> bool:
        """Whether that is nobody who votes."""


def pause(game: Game, command: Pause, course: Course) -> Refusal | None:
    """Stop the clock, or wish for it."""
    if no := _not_playing_here(game, command.seat):
        return no
    if game.status is Status.PAUSED:
        return GameIsPaused(by=game.paused_by)
    wished = _wished(game, command.seat, "pause")
    if isinstance(wished, tuple):
        course.then(GamePaused(by=wished, time_left=time_left(game, course.now)))
        return None
    return _voted(wished, course)


def resume(game: Game, command: Resume, course: Course) -> Refusal | None:
    """Go on, or wish for it; the pause of RULES 9.5 ends at once, and whoever ends it is back from an absence."""
    if not game.seat(command.seat):
        return NotAtTable()
    if game.status is not Status.PAUSED:
        return NotPaused()
    if not game.paused_by:
        course.ends_absences(of=command.seat)
        course.resumes(command.seat)
        return None
    wished = _wished(game, command.seat, "resume")
    if isinstance(wished, tuple):
        course.resumes(command.seat, wished)
        return None
    return _voted(wished, course)


def kick(game: Game, command: Kick, course: Course) -> Refusal | None:
    """Take somebody out, or wish for it; before the start the owner alone decides who sits there."""
    if not game.seat(command.seat):
        return NotAtTable()
    if game.status is Status.OPEN and command.seat != game.owner:
        return NotTheOwner(owner=game.owner)
    if not game.seat(command.whom):
        return NotInGame(whom=command.whom)
    if command.seat == command.whom:
        return OwnSeat()
    wished = _wished(game, command.seat, "kick", command.whom)
    if isinstance(wished, tuple):
        course.leaves(command.whom, kicked_by=wished)
        return None
    return _voted(wished, course)


def keep(game: Game, command: Keep, course: Course) -> Refusal | None:
    """Take back a wish that somebody be taken out."""
    if not game.seat(command.seat):
        return NotAtTable()
    if not game.seat(command.whom):
        return NotInGame(whom=command.whom)
    so_far = voters(game.votes, "kick", command.whom)
    if command.seat not in so_far:
        return NotVoted(whom=command.whom)
    needed = more_than_half(people(game.seats), command.whom)
    course.then(VoteTakenBack(seat=command.seat, whom=command.whom, votes=len(so_far) - 1, needed=needed))
    return None


def enough(game: Game) -> Kick | Pause | Resume | None:
    """What more than half wish now that fewer are asked: the wish of whoever voted for it last, made once more.

    Nothing does this by itself when a record is played again: there the wish is a move of its own, after the leaving.
    """
    for one in game.votes:
        by = voters(game.votes, one.wish, one.whom)
        if len(by) < more_than_half(people(game.seats), one.whom):
            continue
        match one.wish:
            case "kick":
                return Kick(seat=by[-1], whom=one.whom or "")
            case "pause":
                return Pause(seat=by[-1])
            case "resume":
                return Resume(seat=by[-1])
            case _:
                assert_never(one.wish)
    return None


def voters(votes: Iterable[Vote], wish: Wish, whom: SeatId | None) -> tuple[SeatId, ...]:
    """Who has voted for that wish so far, in the order of their votes."""
    return tuple(one.seat for one in votes if (one.wish, one.whom) == (wish, whom))


def people(seats: Iterable[Seated]) -> tuple[SeatId, ...]:
    """Who is asked: a computer is none of the people."""
    return tuple(one.id for one in seats if not one.computer)


def more_than_half(people: Iterable[SeatId], whom: SeatId | None) -> int:
    """How many of the people it takes; whoever is to be kicked is not asked."""
    return sum(one != whom for one in people) // 2 + 1


def _wished(
    game: Game, seat: SeatId, wish: Wish, whom: SeatId | None = None
) -> tuple[SeatId, ...] | Voted | AlreadyVoted | NotTheOwner:
    """Who wishes it, that player last, where they are enough; or that they are not. A computer has no vote."""
    if seat != game.owner and seat not in people(game.seats):  # only a record that somebody wrote says so
        return NotTheOwner(owner=game.owner)
    earlier = voters(game.votes, wish, whom)
    by = (*(one for one in earlier if one != seat), seat)
    needed = more_than_half(people(game.seats), whom)
    if seat == game.owner or len(by) >= needed:
        return by
    if seat in earlier:
        return AlreadyVoted(votes=len(by), needed=needed)
    return Voted(seat=seat, wish=wish, whom=whom, votes=len(by), needed=needed)


def _voted(wished: Voted | AlreadyVoted | NotTheOwner, course: Course) -> Refusal | None:
    if not isinstance(wished, Voted):
        return wished
    course.then(wished)
    return None


def _not_playing_here(game: Game, seat: SeatId) -> Refusal | None:
    if game.status is Status.OPEN:
        return NotBegun()
    return None if game.seat(seat) else NotAtTable()
