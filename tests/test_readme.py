"""What README tells an operator to write down is right, word for word."""

import re
import shutil
import subprocess
import sys
from configparser import RawConfigParser
from pathlib import Path

import pytest

from pbm.sandbox.server import TOKEN
from pbm.settings import read_settings

README = (Path(__file__).parents[1] / "README.md").read_text()
NO_LIMIT = "0"  # of starts, else systemd gives up after five


def the_unit() -> str:
    """The systemd unit, as it is to be saved."""
    (unit,) = re.findall(r"   ```\n(   \[Unit\].*?)   ```", README, re.DOTALL)
    return re.sub("^   ", "", unit, flags=re.MULTILINE)


def test_the_unit_starts_the_bot_again_for_as_long_as_it_takes() -> None:
    """A network that comes up a minute after the machine leaves no dead bot."""
    unit = RawConfigParser()
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # names as they are written
    unit.read_string(the_unit())

    assert unit["Unit"]["StartLimitIntervalSec"] == NO_LIMIT
    assert unit["Unit"]["After"] == unit["Unit"]["Wants"] == "network-online.target"
    assert unit["Service"]["Restart"] == "always"
    assert unit["Service"]["User"] == "pbm"
    assert unit["Install"]["WantedBy"] == "multi-user.target"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    """It names every line that it does not."""
    unit = tmp_path / "pbm.service"
    unit.write_text(the_unit().replace("/opt/pbm-env/bin/pbm", sys.executable))

    ended = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)

    assert [line for line in ended.stderr.splitlines() if "pbm.service" in line] == []


@pytest.mark.parametrize("value", ["redis://:a%40b@h/0?db=0&x", "a b", "$HOME", "`id`", "#1;2", 'say "so"', "\\n"])
def test_the_other_commands_read_the_settings_as_they_were_written(tmp_path: Path, value: str) -> None:
    """In single quotes, as README says, a shell changes nothing of them, nor does systemd."""
    (written,) = re.findall(r"`(PBM_DATA=.*?)` *[.]", README)
    file = tmp_path / "pbm.env"
    file.write_text(written.replace("/var/lib/pbm", value))
    (command,) = re.findall(r"`sudo -u pbm sh -c '(.*)'`", README)
    command = command.replace("/etc/pbm.env", str(file)).replace("/opt/pbm-env/bin/pbm doctor", "printenv PBM_DATA")

    assert subprocess.run(["sh", "-c", command], capture_output=True, text=True).stdout == f"{value}\n"


def test_the_token_of_the_small_telegram_is_the_one_it_takes() -> None:
    """Whoever tries the bot copies it from there."""
    assert f"`PBM_TELEGRAM_TOKEN={TOKEN}`" in README


@pytest.mark.parametrize("url", re.findall(r"`((?:rediss?|unix)://[^`…]+)`", README))
def test_each_address_of_a_redis_is_one(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the table of variables shows them."""
    monkeypatch.setenv("PBM_REDIS_URL", url)

    assert read_settings().redis_url == url
