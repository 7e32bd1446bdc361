"""A finding: what is so, why it matters, and what to do."""

from typing import Literal, NamedTuple

Verdict = Literal["good", "note", "bad"]


class Finding(NamedTuple):
    """One thing that was looked at; `why` and `do` are sentences, and empty where all is well."""

    verdict: Verdict
    about: str
    what: str
    why: str = ""
    do: str = ""

    def line(self) -> str:
        """All of it in one line."""
        return f"{self.verdict:4}  {self.about}: {' '.join(part for part in (self.what, self.why, self.do) if part)}"


def good(about: str, what: str) -> Finding:
    """All is well."""
    return Finding("good", about, what)


def note(about: str, what: str, why: str = "", do: str = "") -> Finding:
    """Good to know; nothing is broken."""
    return Finding("note", about, what, why, do)


def bad(about: str, what: str, why: str = "", do: str = "") -> Finding:
    """Something is to be done."""
    return Finding("bad", about, what, why, do)
