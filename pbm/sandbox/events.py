"""Events: tells every open page what has changed in the chats its person sees."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from pbm.sandbox.chats import Json


@dataclass
class Events:
    """Open pages by person; whoever is not looking misses events and reads the chat instead."""

    _open: dict[int, list[asyncio.Queue[Json]]] = field(default_factory=dict)

    @contextmanager
    def of(self, person: int) -> Iterator[asyncio.Queue[Json]]:
        """What changes for this person while the page is open."""
        queue: asyncio.Queue[Json] = asyncio.Queue()
        self._open.setdefault(person, []).append(queue)
        try:
            yield queue
        finally:
            self._open[person].remove(queue)

    def tell(self, people: Iterable[int], event: Json) -> None:
        """Tells these people, where their pages are open."""
        for person in people:
            for queue in self._open.get(person, ()):
                queue.put_nowait(event)
