"""What the rig sees from the outside: nothing escapes it, and nothing harmless is blamed."""

from tests.faults.figures import Figures
from tests.faults.outside import LOST_ANSWER, Letter, look_at_chat
from tests.sandbox.calls import Call

GROUP = -100
KILLED = (2.0, "post killed")


def kept(*texts: str) -> list[Letter]:
    """Messages that the bot kept, in that order."""
    return [Letter(f"tg:1#{number}", GROUP, "say", "", text) for number, text in enumerate(texts)]


def shown(*texts: str, error: int = 0) -> list[Call]:
    """Messages as the chat shows them, one a second; with an error, what Telegram did not take."""
    return [
        Call(float(second), "sendMessage", GROUP, text, not error, error, second)
        for second, text in enumerate(texts, 1)
    ]


def seen(letters: list[Letter], calls: list[Call], *broken: tuple[float, str]) -> Figures:
    """The figures of one chat."""
    figures = Figures("one chat")
    look_at_chat(GROUP, letters, calls, broken, figures)
    return figures


def test_a_chat_that_shows_everything_in_order_is_right() -> None:
    """Two messages with the same words are two messages."""
    assert seen(kept("a", "b", "b", "c"), shown("a", "b", "b", "c")).holds()


def test_a_message_that_never_came_is_lost() -> None:
    """Also one of two with the same words, and the last one."""
    assert seen(kept("a", "b"), shown("a")).messages_lost == 1
    assert seen(kept("a", "b", "b"), shown("a", "b")).messages_lost == 1


def test_two_messages_that_changed_places_are_out_of_order() -> None:
    """It is the chat that counts, not how many messages it is about."""
    figures = seen(kept("a", "b", "c"), shown("b", "a", "c"))

    assert (figures.chats_out_of_order, figures.messages_lost) == (1, 0)


def test_a_second_copy_after_others_is_out_of_order() -> None:
    """A message may come twice, but only one right after the other."""
    assert seen(kept("a", "b"), shown("a", "b", "a"), KILLED).chats_out_of_order == 1


def test_a_second_copy_needs_a_reason() -> None:
    """After the post was killed it is harmless; without any reason it is a fault."""
    assert dict(seen(kept("a", "b"), shown("a", "a", "b"), KILLED).twice) == {"post killed": 1}
    assert not seen(kept("a", "b"), shown("a", "a", "b"), (2.0, "bot killed")).holds()


def test_a_lost_answer_explains_a_second_copy_in_its_own_chat_and_time_alone() -> None:
    """The post could not know that the first had arrived; an answer lost before that has nothing to do with it."""
    twice = shown("a", "a", "b")

    assert dict(seen(kept("a", "b"), twice, (1.5, LOST_ANSWER)).twice) == {LOST_ANSWER: 1}
    assert not seen(kept("a", "b"), twice, (0.5, LOST_ANSWER)).holds()
    assert not seen(kept("a", "b"), twice, (1.5, "telegram drop_after")).holds()
    assert not seen(kept("a", "b"), twice, (1.5, "redis killed")).holds()


def test_what_telegram_refuses_is_not_lost() -> None:
    """The person has blocked the bot: it was tried, in its order."""
    figures = seen(kept("a", "b"), [*shown("a"), *shown("b", error=403)])

    assert figures.holds()
    assert figures.refused == 1
