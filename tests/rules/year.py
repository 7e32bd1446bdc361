"""A year of games in which people live all over the world: what happens is looked at each minute at which it could."""

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from random import Random
from zoneinfo import ZoneInfo

from pbm.rules.clock import SLEPT_THROUGH, Alarm, alarms
from pbm.rules.commands import (
    ChangeTime,
    ComeBack,
    Command,
    Doubt,
    EndAbsences,
    ExcuseOutage,
    ExpireTurn,
    ExtendTurn,
    GoAway,
    Pause,
    PlaceCard,
    PromptLost,
    Reached,
    Resume,
    SetHabits,
    StartClock,
)
from pbm.rules.events import DeadlineMoved, Event, HabitsSet, OutageExcused, TurnBegan, TurnPassed
from pbm.rules.game import Game, Rules, Seat, Settings, Status
from pbm.rules.habits import Habits, Quiet
from pbm.rules.play import Played, play
from pbm.rules.values import SeatId
from tests.builders import DATES, a_game, ann, backwards, ben, cards, carla

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "America/St_Johns",
    "America/Santiago",
    "Australia/Lord_Howe",
    "Australia/Adelaide",
    "Pacific/Chatham",
    "Pacific/Kiritimati",
    "Asia/Kathmandu",
    "Asia/Beirut",
    "Africa/Casablanca",
    "Antarctica/Troll",
    "UTC",
)
NIGHTS = (
    Quiet(),
    Quiet(begins=time(23, 30), ends=time(7, 15)),
    Quiet(begins=time(1), ends=time(9)),
    Quiet(begins=time(2, 30), ends=time(6)),
    Quiet(begins=time(13), ends=time(15)),
    None,
)


class Turn:
    """A turn as it was promised when it began."""

    def __init__(self, seat: Seat, began: datetime, lasts: timedelta, whole: bool) -> None:
        """Nothing has been changed about it yet."""
        self.seat, self.began, self.lasts = seat, began, lasts
        self.plain = whole  # nothing but the calendar has moved its deadline


class Year:
    """One table, played at for a year from a moment on; each promise is checked when it could be broken."""

    def __init__(self, random: Random, start: datetime) -> None:
        """Three people sit down."""
        self.random, self.now = random, start
        self.ends = start + 365 * DAY
        self.kept: set[Alarm] = set()
        self.rung: set[Alarm] = set()
        self.reminded: set[tuple[int, str, datetime | None]] = set()
        self.timed_out = self.reminders = self.passed_for_absence = 0
        self.acts_at: datetime | None = None
        self.turn: Turn | None = None
        self.game = self._begun(start, turn=1)

    def _begun(self, now: datetime, turn: int) -> Game:
        lasts = self.random.choice((2 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR, 48 * HOUR, 72 * HOUR))
        settings = Settings(
            rules=Rules(retire_after=0),
            turn_lasts=lasts,
            weekends_off=self.random.random() < 0.5,
            away_days=60,
        )
        game = a_game(
            {
                ann: cards(*range(1000, 1015)),
                ben: cards(*range(1100, 1115)),
                carla: cards(*range(1200, 1215)),
            },
            settings=settings,
            stack=cards(*range(1, 900)),
            status=Status.PAUSED,
            due=None,
            begun=now,
            turn=turn,
        )
        for seat in (ann, ben, carla):
            game = self._after(game, SetHabits(seat=seat, habits=self._habits()), now)
        self.game, self.kept, self.rung = game, set(alarms(game)), set()
        self.wish(Resume(seat=ann))
        return self.game

    def _habits(self) -> Habits:
        random = self.random
        zone = random.choice((*ZONES, None))
        return Habits(zone=zone, quiet=random.choice(NIGHTS), reminders=random.random() < 0.9)

    def _after(self, game: Game, command: Command, now: datetime) -> Game:
        answer = play(game, command, now, backwards, DATES)
        return answer.game if isinstance(answer, Played) else game

    def wish(self, command: Command) -> bool:
        """Wish for something now; whether it came true."""
        answer = play(self.game, command, self.now, backwards, DATES)
        if not isinstance(answer, Played):
            return False
        before, self.game = self.game, answer.game
        old, new = set(alarms(before)), set(alarms(answer.game))
        self.kept = (self.kept - (old - new)) | (new - old)
        self.rung = {one for one in self.rung if one in new and one in old}
        self._watch(before, answer.events)
        return True

    def _watch(self, before: Game, events: Sequence[Event]) -> None:
        for event in events:
            match event:
                case TurnPassed(absent=False):
                    self._ran_out(before)
                case TurnPassed(absent=True):
                    self.passed_for_absence += 1
                case TurnBegan(seat=seat, due=due) if due is not None:
                    one = self.game.sitting(seat)
                    lasts = event.lasts or self.game.settings.turn_lasts
                    assert event.given is not None or one.away_until is None, "the others wait for who is away"
                    self.turn = Turn(one, event.at, lasts, event.given is None)
                    self.acts_at = self._whole(self.now + self.random.choice((0.1, 0.5, 1.2, 3, 9)) * lasts)
                case HabitsSet(seat=seat) if self.turn and seat == self.turn.seat.id:
                    self.turn.plain = False
                case DeadlineMoved() | OutageExcused():
                    assert self.turn is not None
                    assert event.due >= (before.due or event.due)
                    self.turn.plain = False
        if self.turn and self.game.turn_began and self.game.turn_began > self.turn.began and self.game.due:
            self.turn.began = self.game.turn_began  # its prompt arrived late

    def _ran_out(self, before: Game) -> None:
        """The deadline was met within a minute, and not before the promised time that counts."""
        assert before.due is not None
        assert timedelta() <= self.now - before.due <= MINUTE
        self.timed_out += 1
        turn = self.turn
        if turn is None or not turn.plain:
            return
        counted = self._minutes_that_count(turn, before.due) * MINUTE
        assert turn.lasts <= counted <= turn.lasts + 2 * HOUR, (turn.seat, turn.began, before.due, counted)
        quiet = turn.seat.habits.quiet
        if quiet == Quiet():  # no clock is changed at these hours, so there is nothing to be generous about
            assert counted == turn.lasts

    def _minutes_that_count(self, turn: Turn, due: datetime) -> int:
        """Minute by minute, by the clock on the wall."""
        habits, zone = turn.seat.habits, turn.seat.habits.zone
        place = ZoneInfo(zone) if zone else UTC
        minutes, at = 0, turn.began
        while at < due:
            local = at.astimezone(place)
            rests = self.game.settings.weekends_off and local.weekday() >= 5
            asleep = turn.lasts >= SLEPT_THROUGH and is_quiet(habits, at)
            minutes += not rests and not asleep
            at += MINUTE
        return minutes

    def pass_by(self) -> None:
        """Go from minute to minute to the end of the year, past those in which nothing can happen."""
        lost = self.now
        while self.now < self.ends:
            found = set(alarms(self.game))
            assert self.kept - self.rung == found - self.rung, "the set and the game tell the same"
            while lost <= self.now:
                self.kept = found  # all of them were lost, and are found again
                lost += HOUR
            self._ring()
            if self.acts_at is not None and self.acts_at <= self.now:
                self._acts()
            elif self.random.random() < 0.01:
                self._something()
            if self.game.status is Status.OVER:
                self._begun(self.now, self.game.turn)
            waiting = [one.at for one in self.kept - self.rung] + [one for one in (self.acts_at,) if one]
            self.now = self._whole(max(min([lost, *waiting]), self.now + MINUTE))

    def _ring(self) -> None:
        for alarm in sorted(self.kept - self.rung, key=lambda one: (one.at, one.kind)):
            if alarm.at > self.now or alarm not in self.kept:
                continue  # or it means a turn that is over
            match alarm.kind:
                case "due":
                    assert self.wish(ExpireTurn(turn=alarm.turn))
                case "back":
                    assert self.wish(EndAbsences())
                case "half" | "eighth":
                    self._remind(alarm)

    def _remind(self, alarm: Alarm) -> None:
        seat = self.game.sitting(self.game.on_turn or "")
        assert not is_quiet(seat.habits, self.now), "nobody is woken"
        assert seat.habits.reminders
        assert timedelta() <= self.now - alarm.at <= MINUTE, "a reminder is no older than the alarm"
        told = (alarm.turn, alarm.kind, self.game.due)
        assert told not in self.reminded, "once is enough"
        self.reminded.add(told)
        self.rung.add(alarm)
        self.reminders += 1

    def _acts(self) -> None:
        self.acts_at = None
        seat = self.game.on_turn
        if seat is None or self.game.paused_by:
            return
        if self.random.random() < 0.2 and self.wish(Doubt(seat=seat)):
            return
        self.wish(PlaceCard(seat=seat, card=self.game.hand_of(seat)[0], slot=1))

    def _something(self) -> None:
        """Now and then somebody goes away, has other habits, asks for time; or the bot cannot be reached."""
        random, turn = self.random, self.game.turn
        one = random.choice((ann, ben, carla))
        on_turn: SeatId = self.game.on_turn or one
        wishes: tuple[Command, ...] = (
            GoAway(seat=one, until=self.now + random.randrange(1, 6000) * MINUTE),
            GoAway(seat=one, until=self.now + 3 * DAY),
            GoAway(seat=on_turn, until=self.now + 4 * DAY),
            ComeBack(seat=one),
            SetHabits(seat=random.choice((one, on_turn)), habits=self._habits()),
            ExtendTurn(seat=on_turn),
            StartClock(turn=turn, at=self.now),
            PromptLost(turn=turn),
            Reached(seat=on_turn),
            ChangeTime(seat=ann, turn_lasts=random.choice((2, 12, 24, 48, 72)) * HOUR),
            Pause(seat=one),
        )
        if random.random() < 0.2:
            since, self.now = self.now, self._whole(self.now + random.randrange(2, 2000) * MINUTE)
            self.wish(ExcuseOutage(since=since, until=self.now))
            assert self.game.due is None or self.game.due > self.now, "nobody loses a turn by an outage"
        else:
            self.wish(random.choice(wishes))
        if self.game.status is Status.PAUSED and random.random() < 0.9:
            self.wish(Resume(seat=ann))

    def _whole(self, at: datetime) -> datetime:
        """The first whole minute that is not before that moment."""
        return at + (datetime.min.replace(tzinfo=UTC) - at) % MINUTE


def is_quiet(habits: Habits, at: datetime) -> bool:
    """Whether the clock on the wall shows a quiet hour."""
    if habits.zone is None or habits.quiet is None:
        return False
    shows, quiet = at.astimezone(ZoneInfo(habits.zone)).time(), habits.quiet
    if quiet.begins < quiet.ends:
        return quiet.begins <= shows < quiet.ends
    return shows >= quiet.begins or shows < quiet.ends
