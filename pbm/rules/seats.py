"""Who sits down after the others: joining late, coming back, taking over a seat (RULES 9.6)."""

from datetime import timedelta

from pbm.rules.commands import Join, TakeOver
from pbm.rules.events import PlayerJoined, SeatTakenOver
from pbm.rules.game import MOST_PLAYERS, SPARE_CARDS, Game, Status
from pbm.rules.refusals import (
    AlreadyAtTable,
    HasPlayedHere,
    NotBegun,
    Refusal,
    SeatNotFree,
    TableClosed,
    TableFull,
    TooFewCardsToJoin,
)
from pbm.rules.turns import Course, cards_left

CARDS_MORE_FOR_COMING_BACK = 2  # RULES 9.6
FREE_FOR = timedelta(days=1)  # how long a seat can be taken over after its player has gone


def join(game: Game, command: Join, course: Course) -> Refusal | None:
    """Take the last seat, after the start with as many cards as the fullest hand holds."""
    if game.seat(command.seat):
        return AlreadyAtTable()
    if len(game.seats) >= MOST_PLAYERS:
        return TableFull()
    if game.status is Status.OPEN:
        course.then(PlayerJoined(seat=command.seat, name=command.name, computer=command.computer))
        return None
    if game.settings.closed:
        return TableClosed()
    cards = max(len(one.hand) for one in game.seats)
    gone = next((one for one in game.gone if one.id == command.seat), None)
    if gone is not None:
        cards = max(cards, gone.held) + CARDS_MORE_FOR_COMING_BACK
    if cards_left(game) - cards < SPARE_CARDS:
        return TooFewCardsToJoin()
    hand = course.off_the_stack(cards)
    course.then(PlayerJoined(seat=command.seat, name=command.name, cards=hand, computer=command.computer))
    return None


def take_over(game: Game, command: TakeOver, course: Course) -> Refusal | None:
    """Take the place of somebody who has gone; the owner may have closed the table, for it grows no larger by it."""
    if game.status is Status.OPEN:
        return NotBegun()
    if game.seat(command.seat):
        return AlreadyAtTable()
    if any(one.id == command.seat for one in game.gone):
        return HasPlayedHere()  # else a large hand could be left for a small one
    free = next((one for one in game.gone if one.id == command.of), None)
    if free is None or free.at is None or course.now >= free.at + FREE_FOR:
        return SeatNotFree(of=command.of)
    if len(game.seats) >= MOST_PLAYERS:
        return TableFull()
    if cards_left(game) - free.held < SPARE_CARDS:
        return TooFewCardsToJoin()
    cards = course.off_the_stack(free.held)
    course.then(SeatTakenOver(seat=command.seat, name=command.name, of=command.of, cards=cards))
    return None
