"""The cache beside the decks: what was read of them, so that no start need read them anew."""

import hashlib
import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from pbm.rules.cards import Library

_READER = (Path(__file__).parent, Path(__file__).parent.parent / "rules")


class Cache:
    """One file; without one, nothing is kept. A file that cannot be read or written is none."""

    def __init__(self, file: Path | None, decks: Sequence[Path], this_year: int) -> None:
        self._file = file
        self._of = _fingerprint(decks, this_year) if file else b""

    def kept(self) -> Library | None:
        """What was read of just these decks by just this program."""
        if self._file is None:
            return None
        with suppress(OSError, ValueError, KeyError, TypeError):
            head, _, text = self._file.read_bytes().partition(b"\n")
            of, _, version = head.partition(b" ")
            if of == self._of:
                return Library.from_json(text, version.decode())
        return None

    def keep(self, library: Library) -> None:
        """Put it there for the next one."""
        if self._file is None:
            return
        with suppress(OSError):  # it only saves time
            self._file.parent.mkdir(parents=True, exist_ok=True)
            number, beside = tempfile.mkstemp(dir=self._file.parent, prefix=f".{self._file.name}-")
            try:
                with os.fdopen(number, "wb") as whole:
                    whole.write(self._of + b" " + library.version.encode() + b"\n" + library.to_json().encode())
                Path(beside).replace(self._file)
            finally:  # on a full disk, half a file would be left by every start
                Path(beside).unlink(missing_ok=True)


def _fingerprint(decks: Sequence[Path], this_year: int) -> bytes:
    """Of all that decides what is read: the decks, the code that reads them, and the year that it is."""
    found = hashlib.sha256(str(this_year).encode())
    code = [file for folder in _READER for file in sorted(folder.glob("*.py"))]
    for file in (*decks, *code):
        found.update(file.name.encode() + hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest().encode()
