"""Faults: what goes wrong because somebody asked for it, so that a bot can be tried against it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from pbm.sandbox import refusals
from pbm.sandbox.chats import Chat
from pbm.sandbox.refusals import Refused

REFUSING = frozenset({"400", "401", "403", "404", "409", "429", "500", "502", "migrated"})
DROPPING = frozenset({"drop_before", "drop_after", "hang", "hang_after"})
"""The connection breaks, or no answer ever comes: before the method took effect, or after."""
KINDS = REFUSING | DROPPING


@dataclass(frozen=True)
class Fault:
    """The next `times` calls of `method` (in `chat`, if one is named; `*` is every method) go wrong in this way."""

    method: str
    kind: str
    times: int = 1
    chat: int | None = None
    retry_after: int = 1

    def fits(self, method: str, chat: int | None) -> bool:
        """Whether it is meant for this call."""
        return self.method.lower() in {"*", method.lower()} and self.chat in {None, chat}


@dataclass
class Faults:
    """The faults asked for, used up in the order of asking."""

    waiting: list[Fault] = field(default_factory=list)

    def take(self, method: str, chat: int | None) -> Fault | None:
        """The fault this call meets, if any; one of its times is used up."""
        for place, fault in enumerate(self.waiting):
            if fault.fits(method, chat):
                if fault.times > 1:
                    self.waiting[place] = replace(fault, times=fault.times - 1)
                else:
                    del self.waiting[place]
                return fault
        return None


def refusal_of(fault: Fault, chat: Chat | None) -> Refused:
    """The answer that a refusing fault gives, fitting the chat; `migrated` names the chat's new id."""
    match fault.kind:
        case "400":
            return Refused(refusals.CHAT_NOT_FOUND)
        case "401":
            return Refused(refusals.UNAUTHORIZED)
        case "403" if chat is not None and chat.is_supergroup:
            return Refused(refusals.KICKED_FROM_SUPERGROUP)
        case "403" if chat is not None and chat.is_group:
            return Refused(refusals.KICKED_FROM_GROUP)
        case "403":
            return Refused(refusals.BLOCKED)
        case "404":
            return Refused(refusals.NOT_FOUND)
        case "409":
            return Refused(refusals.OTHER_POLLER)
        case "429":
            seconds = fault.retry_after
            return Refused(refusals.TOO_MANY_REQUESTS, {"retry_after": seconds}, retry_after=seconds)
        case "migrated" if chat is not None and chat.migrated_to is not None:
            return Refused(refusals.UPGRADED, {"migrate_to_chat_id": chat.migrated_to})
        case "502":
            return Refused(refusals.BAD_GATEWAY)
        case _:
            return Refused(refusals.INTERNAL)
