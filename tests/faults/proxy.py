"""A way to Redis that breaks: the connection is cut in the middle of EXEC (or of the script that does the same), or
before the answer is there.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

EXEC, SCRIPT = b"$4\r\nEXEC\r\n", b"$7\r\nEVALSHA\r\n"
OF_A_COMMIT = 1000  # bytes: a shorter script renews a lease, and that is not what is cut
CHUNK = 1 << 20

Cut = Literal["before", "after"]


class Proxy:
    """Between the processes and their server."""

    def __init__(self, server: Path) -> None:
        self._server = server
        self._next: Cut | None = None
        self.cuts = 0
        self._connections: set[asyncio.Task[None]] = set()

    def cut(self, when: Cut) -> None:
        """The next transaction does not reach the server, or its answer does not reach the client."""
        self._next = when

    def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, until it ends."""
        connection = asyncio.create_task(self._serve(reader, writer))
        self._connections.add(connection)
        connection.add_done_callback(self._connections.discard)

    async def close(self) -> None:
        """End all connections."""
        for connection in self._connections:
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there, back = await asyncio.open_unix_connection(str(self._server))
        except OSError:
            writer.close()  # the server is away, and so are we
            return
        answers = asyncio.create_task(_copy(there, writer))
        try:
            while asked := await reader.read(CHUNK):
                if self._next is None or not _is_transaction(asked):
                    back.write(asked)
                    await back.drain()
                    continue
                when, self._next = self._next, None
                self.cuts += 1
                if when == "before":
                    whole = asked.index(EXEC) + len(EXEC) if EXEC in asked else len(asked)
                    back.write(asked[: whole - len(EXEC) // 2])  # in the middle of the last word
                    await back.drain()
                    break
                answers.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await answers
                back.write(asked)
                await back.drain()
                await there.read(CHUNK)
                break
        except ConnectionError:
            pass  # whoever was there is dead
        finally:
            answers.cancel()
            for end in (writer, back):
                end.transport.abort()


def _is_transaction(asked: bytes) -> bool:
    """Whether these bytes end in something that is carried out whole or not at all."""
    return EXEC in asked or (SCRIPT in asked and len(asked) > OF_A_COMMIT)


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while found := await reader.read(CHUNK):
            writer.write(found)
            await writer.drain()
        writer.close()


@asynccontextmanager
async def a_proxy(server: Path, path: Path) -> AsyncIterator[Proxy]:
    """A proxy at that path, for the time of the `with`."""
    proxy = Proxy(server)
    listening = await asyncio.start_unix_server(proxy.serve, str(path), limit=CHUNK)
    try:
        yield proxy
    finally:
        listening.close()
        await proxy.close()
