"""Start: from nothing to the first update that is answered; what is loaded, and how long it takes."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path

import yaml

from pbm import decks
from pbm.decks import Deck
from tests.bench.playing import now
from tests.bench.telegram import a_telegram

TIMES = 3  # of which the quickest counts: what disturbs only adds
CARDS = 400


def imported(module: str) -> float:
    """Milliseconds that a Python of its own takes to import it, beyond those that it takes to start."""
    return round(_python(f"import {module}") - _python("pass"), 1)


def _python(line: str) -> float:
    times = []
    for _ in range(TIMES):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", line], check=True)
        times.append(time.perf_counter() - began)
    return min(times) * 1000


def all_decks() -> dict[str, float]:
    """Milliseconds in which all decks are read, and how many cards that are."""
    times = []
    for _ in range(TIMES):
        began = time.perf_counter()
        library = decks.load(this_year=now().year)
        times.append(time.perf_counter() - began)
    return {"cards": len(library.cards), "decks ms": round(min(times) * 1000, 1)}


def one_deck(cards: int = CARDS) -> float:
    """Milliseconds in which a deck of so many cards is read from its file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "food.yaml"
        path.write_text(_big(cards), "utf-8")
        times = []
        for _ in range(TIMES):
            began = time.perf_counter()
            deck = decks.read_file(path, now().year)
            times.append(time.perf_counter() - began)
            assert isinstance(deck, Deck)
            assert len(deck.cards) == cards
    return round(min(times) * 1000, 1)


def _big(cards: int) -> str:
    """A deck made from the first one, its cards told again and again under new numbers."""
    content = yaml.safe_load((decks.folder() / "food.yaml").read_text("utf-8"))
    whole = [card for card in content["cards"] if "withdrawn" not in card]
    code = content["series"]["code"]
    again = [{**deepcopy(whole[at % len(whole)]), "id": f"{code}-{at + 1:03}"} for at in range(cards)]
    return yaml.safe_dump({**content, "cards": again}, allow_unicode=True, sort_keys=False)


async def first_answer() -> float:
    """Milliseconds from `pbm run` to the answer of an update that waited for it."""
    with tempfile.TemporaryDirectory(prefix="pbm-") as folder:
        async with a_telegram() as telegram:
            telegram.says(telegram.person("Ann").id, "/help")
            began = time.time()
            with _pbm_run({**telegram.environment(""), "PBM_DATA": folder}):
                answer = await telegram.until(lambda call: call.method == "sendMessage")
    return round((answer.at - began) * 1000, 1)


@contextmanager
def _pbm_run(environment: dict[str, str]) -> Iterator[None]:
    line = "import sys; from pbm.cli import main; sys.argv = ['pbm', 'run']; main()"
    run = subprocess.Popen([sys.executable, "-c", line], env=environment, stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        run.terminate()
        run.wait()
