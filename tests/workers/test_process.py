"""What every process does around its work: here its log, as whoever runs the bot may pass it on."""

import os
import subprocess
import sys
from pathlib import Path

TOKEN = "123456:ABC-def"
WORKS = """
import logging, sys
from workers import process

def work():
    for name in ("telegram.Bot", "telegram.ext.ExtBot", "httpx", "httpcore.connection", "rq.worker", "asyncio"):
        logging.getLogger(name).setLevel("DEBUG")
        logging.getLogger(name).debug("a hand at DEBUG")
        logging.getLogger(name).info("a hand at INFO")
    logging.getLogger("asyncio").warning("at /bot%s/getMe", "123456:ABC-def")
    log = logging.getLogger("workers.bot")
    log.info("what we say")
    try:
        raise ValueError("https://api.telegram.org/bot123456:ABC-def/sendMessage")
    except ValueError:
        log.exception("update 7 is given up")

sys.exit(process.run("bot", work))
"""


def log(folder: Path, **settings: str) -> str:
    """What a process with these settings of ours writes, whose libraries say much."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PBM_")}
    ended = subprocess.run(
        [sys.executable, "-c", WORKS], cwd=folder, capture_output=True, text=True, timeout=60, check=True,
        env=kept | {"PYTHONPATH": str(Path(__file__).parents[2])} | settings,
    )  # fmt: skip
    return ended.stderr


def test_libraries_tell_only_what_went_wrong(tmp_path: Path) -> None:
    """At INFO and below they log addresses, updates and messages: words, hands and dates are in them."""
    said = log(tmp_path)

    assert "a hand" not in said
    assert "bot: what we say" in said
    assert "what we say" not in log(tmp_path, PBM_LOG_LEVEL="WARNING")
    assert "getMe" not in log(tmp_path, PBM_LOG_LEVEL="ERROR")


def test_the_token_is_in_no_line_and_in_no_traceback(tmp_path: Path) -> None:
    """Whoever has it is the bot; the rest of the line stays."""
    said = log(tmp_path, PBM_TELEGRAM_TOKEN=TOKEN)

    assert TOKEN not in said
    assert "at /bot***/getMe" in said
    assert "ValueError: https://api.telegram.org/bot***/sendMessage" in said
