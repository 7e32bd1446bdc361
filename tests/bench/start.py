"""Start: from nothing to the first update that is answered; what is loaded, and how long it takes."""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import yaml

from pbm import decks
from pbm.decks import Deck
from tests.bench.many import pbm_run
from tests.bench.playing import now
from tests.bench.shelf import library, stand_in
from tests.bench.telegram import a_telegram

TIMES = 3  # of which the quickest counts: what disturbs only adds
CARDS = 400


def imported(module: str, times: int) -> float:
    """Milliseconds that a Python of its own takes to import it, beyond those that it takes to start."""
    return round(_python(f"import {module}", times) - _python("pass", times), 1)


def _python(line: str, tries: int) -> float:
    times = []
    for _ in range(tries):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", line], check=True)
        times.append(time.perf_counter() - began)
    return min(times) * 1000


def all_decks(place: Path | None) -> dict[str, float]:
    """Milliseconds in which all decks are read, for the first time and again, and how many cards that are."""
    first, again = [], []
    for _ in range(TIMES):
        began = time.perf_counter()
        found = decks.load(place, this_year=now().year)
        first.append(time.perf_counter() - began)
        library()  # it is kept now
        began = time.perf_counter()
        library()
        again.append(time.perf_counter() - began)
    return {
        "series": len(found.series),
        "cards": len(found.cards),
        "first read ms": round(min(first) * 1000, 1),
        "read again ms": round(min(again) * 1000, 1),
    }


def one_deck(cards: int = CARDS) -> float:
    """Milliseconds in which a deck of so many cards is read from its file."""
    model = yaml.safe_load((decks.folder() / "food.yaml").read_text("utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "food.yaml"
        path.write_text(stand_in(model, "food", 1, cards), "utf-8")
        times = []
        for _ in range(TIMES):
            began = time.perf_counter()
            deck = decks.read_file(path, now().year)
            times.append(time.perf_counter() - began)
            assert isinstance(deck, Deck)
            assert len(deck.cards) == cards
    return round(min(times) * 1000, 1)


async def first_answers(starts: int) -> dict[str, float]:
    """Milliseconds from `pbm run` to the answer of an update that waited: in an empty folder, and from then on."""
    times = []
    with tempfile.TemporaryDirectory(prefix="pbm-") as folder:
        async with a_telegram() as telegram:
            ann = telegram.person("Ann").id
            for _ in range(1 + starts):
                telegram.calls()
                telegram.says(ann, "/help")
                began = time.time()
                with pbm_run({**telegram.environment(""), "PBM_DATA": folder}):
                    answer = await telegram.until(lambda call: call.method == "sendMessage")
                times.append(answer.at - began)
    return {"the first time ms": round(times[0] * 1000, 1), "from then on ms": round(min(times[1:]) * 1000, 1)}
