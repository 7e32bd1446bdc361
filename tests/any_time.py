"""What people wish for about time, about being away and about each other: the rest of any play."""

from collections.abc import Callable
from datetime import datetime, time, timedelta
from random import Random

from pbm.rules.commands import (
    ChangeTime,
    ClearTable,
    ComeBack,
    Command,
    EndAbsences,
    EndGame,
    ExcuseOutage,
    ExtendTurn,
    GoAway,
    Keep,
    Kick,
    Pause,
    PromptLost,
    Reached,
    Resume,
    SetHabits,
    StartClock,
    TakeOver,
)
from pbm.rules.game import Game, Status
from pbm.rules.habits import Habits, Quiet
from pbm.rules.values import SeatId

ZONES = (None, "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Chatham")
NEWCOMERS: tuple[SeatId, ...] = ("tg:21", "tg:22", "tg:23")
HABITS = (
    *(Habits(zone=zone) for zone in ZONES),
    Habits(zone="Europe/Berlin", quiet=None),
    Habits(zone="America/Santiago", quiet=Quiet(begins=time(0, 30), ends=time(6))),
    Habits(reminders=False),
    Habits(zone="Europe/Nowhere"),
    Habits(quiet=Quiet(begins=time(8), ends=time(22))),
)
HOURS = (1, 4, 24, 48, 100)


def wish_about_time(game: Game, now: datetime, people: tuple[SeatId, ...], random: Random) -> Command:
    """Something that changes whose time runs, and how long, or what has become of a message of the bot."""
    one = random.choice([*(seat.id for seat in game.seats), random.choice(people)])
    on_turn = game.on_turn or one
    hours, turn = timedelta(hours=random.choice(HOURS)), random.choice((game.turn, game.turn, game.turn - 1))
    wishes: tuple[Callable[[], Command], ...] = (
        lambda: SetHabits(seat=random.choice((one, on_turn)), habits=random.choice(HABITS)),
        lambda: GoAway(seat=one, until=now + random.choice((-1, 1, 1, 3, 6, 20)) * timedelta(days=1)),
        lambda: ComeBack(seat=random.choice([*(seat.id for seat in game.seats if seat.away_until), one])),
        EndAbsences,
        lambda: ChangeTime(seat=random.choice((one, game.owner)), turn_lasts=hours),
        lambda: ExtendTurn(seat=random.choice((one, on_turn, on_turn)), turn=turn),
        lambda: ExtendTurn(seat=on_turn, turn=game.turn),
        lambda: StartClock(turn=turn, at=now - timedelta(minutes=random.randrange(90))),
        lambda: PromptLost(turn=turn),
        lambda: Reached(seat=on_turn),
        lambda: ExcuseOutage(since=now - hours, until=now - timedelta(minutes=random.randrange(90))),
    )
    return random.choice(wishes)()


def takes_over(game: Game, random: Random) -> TakeOver:
    """Somebody, new or not, wants the seat of whoever has gone last."""
    seat = random.choice((*NEWCOMERS, *NEWCOMERS, game.gone[0].id))
    return TakeOver(seat=seat, name=random.choice(("Nora", "Ann")), of=game.gone[-1].id)


def wish_about_others(game: Game, people: tuple[SeatId, ...], random: Random) -> Command:
    """Something that takes votes, or the place of somebody who has gone."""
    one, other = random.choice(game.seats).id, random.choice((*people, *(seat.id for seat in game.seats)))
    of = random.choice([*(gone.id for gone in game.gone), other])
    kicks = [(vote.seat, vote.whom) for vote in game.votes if vote.whom]
    if kicks and random.random() < 0.3:
        return Keep(seat=kicks[0][0], whom=kicks[0][1])
    if kicks and random.random() < 0.5:  # a second vote may decide
        return Kick(seat=one, whom=kicks[0][1])
    if random.random() < 0.05:
        return Keep(seat=one, whom=other)
    wishes: tuple[Callable[[], Command], ...] = (
        lambda: Pause(seat=random.choice((one, one, other))),
        lambda: Resume(seat=one),
        lambda: Kick(seat=one, whom=random.choice((other, one))),
        lambda: Kick(seat=one, whom=random.choice(game.seats).id),
        lambda: TakeOver(seat=random.choice((*NEWCOMERS, other, of)), name="Nora", of=of),
        ClearTable,
        lambda: EndGame(seat=one if game.status is Status.OPEN or one != game.owner else "tg:0"),
    )
    return random.choice(wishes)()
