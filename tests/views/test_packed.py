"""Lines packed into texts: as if each were joined to those before it, one by one."""

from hypothesis import given
from hypothesis import strategies as st

from pbm.views.messages import Text, joined, packed

WORDS = st.text("ab 🦆ü", max_size=6)
LINES = st.builds(lambda words, bold: Text(words).marked("bold") if bold else Text(words), WORDS, st.booleans())


def one_by_one(pieces: list[tuple[str, Text]], most: int) -> list[Text]:
    """The same, the slow way: each line is added to all of the text before it."""
    made: list[Text] = []
    for between, piece in pieces:
        if made and len(made[-1]) + len(between) + len(piece) <= most:
            made[-1] = made[-1] + between + piece
        else:
            made.append(piece)
    return made


@given(
    st.lists(st.tuples(st.sampled_from(["\n", "\n\n"]), LINES.filter(lambda line: bool(line.text)))), st.integers(1, 30)
)
def test_packing_is_adding_line_by_line(pieces: list[tuple[str, Text]], most: int) -> None:
    """The same texts with the same marks, whatever the lines and wherever a text is full."""
    assert packed(pieces, most) == one_by_one(pieces, most)


@given(st.lists(LINES | WORDS), st.sampled_from(["", " ", "\n\n"]))
def test_joining_is_adding_what_is_not_empty(parts: list[Text | str], between: str) -> None:
    """Empty parts leave no gap, and every mark stays on its words."""
    added = Text()
    for part in parts:
        if part if isinstance(part, str) else part.text:
            added = added + between + part if added.text else added + part
    assert joined(parts, between) == added
