"""`python -m workers NAME`: one of the processes, until SIGTERM or SIGINT."""

import asyncio
import os
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from pbm import wiring
from pbm.settings import without_effect
from workers import process
from workers.disk import full
from workers.server import ServerError
from workers.stopping import SIGNALS, heard_to_stop


def bot() -> None:
    """Receive."""
    from workers.bot import receive

    asyncio.run(receive())


def post() -> None:
    """Send."""
    asyncio.run(_send())


async def _send() -> None:
    from pbm.telegram.bots import awake
    from pbm.telegram.send import TelegramSender
    from workers.heart import Heart, beating
    from workers.post import serve

    sending = wiring.sending_bot()
    async with awake(sending, wiring.settings().telegram_api_url) as me, beating(Heart("post", wiring.hearts())):
        await serve(
            wiring.outbox(),
            TelegramSender(sending, me.username or ""),
            wiring.post_lease(),
            wiring.handler(),
            wiring.patience(),
        )


def clock() -> None:
    """Turn what is due into jobs."""
    from workers.clearing import Clearing
    from workers.clock import Clock, alarm_queue
    from workers.heart import Heart
    from workers.outages import Outages

    stop = heard_to_stop(wiring.patience())
    heart, clearing = Heart("clock", wiring.hearts()), Clearing(wiring.shelf())
    outages = Outages(wiring.hearts(), wiring.open_games, wiring.handler())
    clock = Clock(wiring.alarms(), alarm_queue(wiring.redis_in_bytes()))
    clock.run(stop, heart.beat, clearing.tick, may_ring=outages.over)
    heart.stop()


def worker() -> None:
    """Carry the jobs out."""
    from workers.alarms import work
    from workers.heart import Heart

    wiring.handler()  # what is wrong with the decks is said now, not at the first alarm
    heart = Heart("worker", wiring.hearts())
    work(wiring.redis_in_bytes(), beat=heart.beat, patience=wiring.patience())
    heart.stop()


def sandbox() -> None:
    """Be a small Telegram, at a port of this machine, with its world in a file."""
    from pbm.sandbox.server import BOT, serve
    from pbm.sandbox.state import NotKept

    given = sys.argv[2:]
    if len(given) != 2 or not re.fullmatch("[0-9]{1,5}", given[0]) or not 0 < int(given[0]) < 65536:
        raise ServerError("python -m workers sandbox PORT FILE: a free port, and the file that keeps its people.")
    port, state_file = int(given[0]), Path(given[1]).absolute()
    bot = replace(BOT, username="AnnoDominiBot", first_name="Anno Domini")

    async def until_stopped() -> None:
        serving = asyncio.create_task(serve("127.0.0.1", port, state_file, bot))
        for number in SIGNALS:
            asyncio.get_running_loop().add_signal_handler(number, serving.cancel)
        await asyncio.wait({serving})
        if not serving.cancelled():
            serving.result()

    try:
        asyncio.run(until_stopped())
    except NotKept as error:
        raise ServerError(full(state_file.parent) or str(error)) from error
    except OSError as error:
        raise ServerError(f"The sandbox cannot listen at port {port}: {os.strerror(error.errno or 0)}.") from error


PROCESSES: dict[str, Callable[[], None]] = {work.__name__: work for work in (bot, post, clock, worker, sandbox)}


def main() -> int:
    """Run the process that is named on the command line; gives the status to exit with."""
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name not in PROCESSES:
        print(f"python -m workers runs one of {', '.join(PROCESSES)}.", file=sys.stderr)  # noqa: T201  its usage
        return 2
    return process.run(name, lambda: _alone(PROCESSES[name]))


def _alone(work: Callable[[], None]) -> None:
    """One process that was started by itself; those of `pbm run` leave it to that to name what does nothing."""
    for line in without_effect(wiring.settings()):
        print(line, file=sys.stderr)  # noqa: T201  for the operator, whatever the log level
    work()


if __name__ == "__main__":
    sys.exit(main())
