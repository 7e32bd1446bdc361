"""What the tests of the command begin with: a folder to work in, and the command in it."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbm import wiring
from pbm.cli import app
from tests.cli.running import decks

Pbm = Callable[..., tuple[int, list[str]]]


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder to work in; its name is short, for a socket has to fit."""
    return tmp_path_factory.mktemp("pbm")


@pytest.fixture
def pbm(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pbm]:
    """The command, in a folder of its own and with these settings of ours: its status and its lines."""
    monkeypatch.chdir(folder)
    for name in os.environ:
        if name.startswith("PBM_"):
            monkeypatch.delenv(name)

    def run(*arguments: str, **settings: str) -> tuple[int, list[str]]:
        wiring.settings.cache_clear()
        wiring.library.cache_clear()
        given = {"decks": str(decks()), "data": "d"} | settings
        env = {f"PBM_{name.upper()}": value for name, value in given.items()}
        answer = CliRunner().invoke(app, arguments, env=env)
        assert answer.exception is None or isinstance(answer.exception, SystemExit), answer.exception
        return answer.exit_code, answer.output.splitlines()

    yield run
    wiring.settings.cache_clear()
    wiring.library.cache_clear()
