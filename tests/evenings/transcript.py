"""A transcript: an evening written down as one would read it aloud, and the keys of all sentences that it shows."""

import os
import re
from pathlib import Path
from typing import Any

from pbm.views.chain import laid

FOLDER = Path(__file__).parent
ISOLATES = dict.fromkeys((0x2068, 0x2069))  # they close names off, and would make the file hard to search
REWRITES = "REWRITE_TRANSCRIPTS"  # an environment variable: set, the files are written anew instead of compared

Json = dict[str, Any]


def plain(text: str) -> str:
    """The text without the characters that nobody sees."""
    return text.translate(ISOLATES)


def folded(message: Json) -> str:
    """The text of a message, a folded quote with a bar before each of its lines."""
    raw = message["text"].encode("utf-16-le")
    for mark in reversed(message["entities"]):
        if mark["type"] == "expandable_blockquote":
            start, end = 2 * mark["offset"], 2 * (mark["offset"] + mark["length"])
            quote = raw[start:end].decode("utf-16-le").replace("\n", "\n▏")
            raw = raw[:start] + f"▏{quote}".encode("utf-16-le") + raw[end:]
    return plain(raw.decode("utf-16-le"))


def labels(message: Json) -> list[list[str]]:
    """The labels of the buttons below a message, row by row."""
    rows = (message.get("reply_markup") or {}).get("inline_keyboard", [])
    return [[plain(button["text"]) for button in row] for row in rows]


def marked(message: Json) -> list[str]:
    """Whom a message marks by name."""
    raw = message["text"].encode("utf-16-le")
    spans = [(m["offset"], m["length"]) for m in message["entities"] if m["type"] == "text_mention"]
    return [plain(raw[2 * at : 2 * (at + length)].decode("utf-16-le")) for at, length in spans]


def told(message: Json) -> str:
    """A message with its buttons, indented."""
    rows = [" ".join(f"[{label}]" for label in row) for row in labels(message)]
    text = "\n".join([folded(message), *rows])
    return "\n".join(f"    {line}".rstrip() for line in text.splitlines())


class Transcript:
    """One evening in one language: what was done, and what it showed to whom."""

    def __init__(self, name: str, language: str) -> None:
        self.name = f"{name}.{language}.txt"
        self.pages: list[str] = []
        self.keys: set[str] = set()
        self._looked_up: set[tuple[str, str]] = set()
        self._shown: list[str] = []

    def looks_up(self, key: str, pattern: str) -> None:
        """A sentence was looked up; it counts as shown if the act shows it."""
        self._looked_up.add((key, pattern))

    def looked_up(self, beginning: str) -> bool:
        """Whether this act looked up a key that begins so."""
        return any(key.startswith(beginning) for key, _ in self._looked_up)

    def shows(self, *texts: str) -> None:
        """Texts that an act showed to somebody."""
        self._shown += [plain(text) for text in texts]

    def page(self, act: str, lines: list[str]) -> None:
        """One act with everything that it brought; the sentences that were looked up and shown are noted."""
        self.pages.append("\n".join([f"* {act}", *(lines or ["  (nothing)"])]))
        whole = "\n\0".join(self._shown)
        for key, pattern in self._looked_up:
            if re.search(expected(pattern), whole, re.DOTALL):
                self.keys.add(key)
        self._looked_up, self._shown = set(), []
        laid.cache_clear()  # the next act looks the sentences of its chains up again

    def begins_anew(self) -> None:
        """Nothing has been written down."""
        self.pages.clear()
        self.keys.clear()
        self._looked_up, self._shown = set(), []
        laid.cache_clear()

    def note(self, line: str) -> None:
        """Something between two acts."""
        self.pages.append(f"--- {line} ---")

    def check(self) -> None:
        """Compare with the files that are kept, or write them anew."""
        agrees(FOLDER / "transcripts" / self.name, "\n\n".join(self.pages) + "\n")
        agrees(FOLDER / "keys" / self.name, "\n".join(sorted(self.keys)) + "\n")


def expected(pattern: str) -> str:
    """A sentence of the catalogue as a regular expression, its facts left open."""
    return ".+?".join(re.escape(plain(words)) for words in re.split(r"\{[a-z_]+\}", pattern))


def agrees(path: Path, text: str) -> None:
    """The file says just this; with the environment variable set, it does from now on."""
    if os.environ.get(REWRITES):
        path.write_text(text, "utf-8")
    kept = path.read_text("utf-8") if path.exists() else ""
    assert text == kept, f"{path.name} is not what was played; read the difference, and write it anew with {REWRITES}=1"


def boards(transcript: str, group: str) -> list[str]:
    """What a transcript shows as posted to the group: each message without the line that says how it came."""
    found = re.findall(rf"^  {re.escape(group)}, new.*\n((?:(?:    .*)?\n)+)", transcript, re.MULTILINE)
    return [text.strip("\n") for text in found]
