"""What the days between turns bring: absences, pauses, votes, more time; and who is away."""

from collections.abc import Sequence

from pbm.rules import clock
from pbm.rules.clock import SLEPT_THROUGH
from pbm.rules.events import (
    CameBack,
    DeadlineMoved,
    Event,
    GamePaused,
    TimeChanged,
    TurnPassed,
    Voted,
    VoteTakenBack,
    WentAway,
)
from pbm.rules.game import Status
from pbm.rules.votes import more_than_half, people, voters
from pbm.views.messages import Text, joined
from pbm.views.prompt import Rows
from pbm.views.say import duration
from pbm.views.scene import Scene
from pbm.views.seen import SeenEvent, SeenSeat


def happened(scene: Scene, event: SeenEvent) -> Text:
    """What the group is told of it; empty where it is nothing of this kind."""
    match event:
        case WentAway(seat=seat, until=until):
            away = scene.say("board.away", who=scene.name(seat), when=scene.moment(until))
            if scene.seen.on_turn != seat or scene.seen.due is None:
                return away
            return joined([away, scene.say("board.away_running")], " ")
        case CameBack(seat=seat):
            return scene.say("board.back", who=scene.name(seat))
        case TurnPassed(seat=seat, absent=True):
            return scene.say("board.passed_away", who=scene.name(seat))
        case GamePaused(by=by) if by:
            return scene.say("board.paused_by", names=scene.names(by))
        case Voted(seat=seat, wish=wish, whom=whom, votes=votes, needed=needed):
            name = scene.name(whom) if whom else ""
            return scene.say(f"board.voted_{wish}", who=scene.name(seat), whom=name, n=votes, needed=needed)
        case VoteTakenBack(seat=seat, whom=whom, votes=votes, needed=needed):
            names = {"who": scene.name(seat), "whom": scene.name(whom)}
            if not votes:
                return scene.say("board.vote_back_last", **names)
            return scene.say("board.vote_back", n=votes, needed=needed, **names)
        case TimeChanged(turn_lasts=lasts):
            return scene.say("board.time_changed", time=duration(scene.language, lasts))
        case DeadlineMoved(seat=seat, due=due):
            time = duration(scene.language, clock.more_time(event.lasts))
            return scene.say(_moved(scene, event), who=scene.name(seat), when=scene.moment(due), time=time)
        case _:
            return Text()


def _moved(scene: Scene, event: DeadlineMoved) -> str:
    if event.why == "more time":
        return "board.more_time"
    # Where weekends are off they may be the reason as well.
    nights = event.why == "habits" and event.lasts >= SLEPT_THROUGH and not scene.seen.settings.weekends_off
    return "board.runs_until_nights" if nights else "board.runs_until"


def choices(scene: Scene, events: Sequence[Event]) -> Rows:
    """What everybody may press below it: go on after a pause, or vote as well."""
    for event in events:
        match event:
            case GamePaused():
                return ((scene.choice("go_on", "resume"),),)
            case Voted(wish="kick", whom=whom):
                return ((scene.choice("agree", "vote", whom or ""),),)
            case Voted(wish=wish):
                return ((scene.choice("agree", wish),),)
            case _:
                pass
    return ()


def player(scene: Scene, seat: SeenSeat) -> Text:
    """A player in the list of all, where it is not their turn."""
    facts = {"who": scene.name(seat.id), "cards": scene.cards(seat.cards)}
    if seat.away_until:
        return scene.say("info.player_away", when=scene.moment(seat.away_until), **facts)
    return scene.say("info.player", **facts)


def standing(scene: Scene) -> list[Text]:
    """Who wished the pause that is on, and what is voted on."""
    seen = scene.seen
    lines = []
    if seen.status is Status.PAUSED and seen.paused_by:
        lines.append(scene.say("info.paused_by", names=scene.names(seen.paused_by)))
    for wish, whom in dict.fromkeys((one.wish, one.whom) for one in seen.votes):
        by = voters(seen.votes, wish, whom)
        needed = more_than_half(people(seen.seats), whom)
        name = scene.name(whom) if whom else ""
        lines.append(scene.say(f"info.votes_{wish}", names=scene.names(by), whom=name, n=len(by), needed=needed))
    return lines
