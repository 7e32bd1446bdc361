"""The environment is read once, and complained about in one line."""

from pathlib import Path

import pytest
from redis import Redis

from pbm.settings import WOULD_BE_RIGHT, Settings, SettingsError, data_folder, read_settings, without_effect


@pytest.fixture(autouse=True)
def _bare_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No variable of ours is set, and the folder is empty."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(f"PBM_{name.upper()}", raising=False)


def test_nothing_needs_to_be_set_to_play() -> None:
    """All has a default; only a real bot needs a token."""
    settings = read_settings()

    assert settings.telegram_api_url == "https://api.telegram.org"
    assert settings.turn_lasts == 24 * 3600
    assert settings.data == data_folder()


def test_the_environment_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A token in .env, another port in the environment."""
    (tmp_path / ".env").write_text("PBM_TELEGRAM_TOKEN=123:abc\nPBM_WEBHOOK_PORT=8001\nSOMETHING_ELSE=x\n")
    monkeypatch.setenv("PBM_WEBHOOK_PORT", "8002")

    settings = read_settings()

    assert settings.token == "123:abc"
    assert settings.webhook_port == 8002


def test_an_empty_variable_takes_back_what_the_file_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`pbm play` has no webhook, whatever stands in .env."""
    (tmp_path / ".env").write_text("PBM_WEBHOOK_URL=https://example.org/telegram\n")
    monkeypatch.setenv("PBM_WEBHOOK_URL", "")

    assert read_settings().webhook_url == ""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("telegram_token", "secret-without-number"),
        ("telegram_token", "123:with blank"),
        ("telegram_api_url", "api.telegram.org"),
        ("telegram_api_url", "ftp://example.org"),
        ("redis_url", "localhost:6379"),
        ("redis_url", "redis://"),
        ("redis_url", "redis://localhost:port"),
        ("redis_url", "unix://"),
        ("decks", "/no/such/folder"),
        ("webhook_url", "example.org"),
        ("webhook_url", "https://[example"),
        ("webhook_url", "https://example.org:port"),
        ("webhook_secret", "with blank"),
        ("webhook_secret", "x" * 257),
        ("webhook_port", "0"),
        ("webhook_port", "http"),
        ("log_level", "LOUD"),
        ("log_level", "DEBUG"),
        ("keep_finished", "0"),
        ("keep_finished", "a year"),
        ("turn_lasts", "1h"),
        ("turn_lasts", "7"),
        ("turn_lasts", "inf"),
        ("turn_lasts", "nan"),
    ],
)
def test_a_wrong_value_is_named_with_what_would_be_right(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line with the variable and an example; the value is not repeated, for it may be a secret."""
    monkeypatch.setenv(f"PBM_{name.upper()}", value)

    with pytest.raises(SettingsError) as error:
        read_settings()

    assert str(error.value) == f"PBM_{name.upper()} is not right: set it to {WOULD_BE_RIGHT[name]}."


PERCENT = "what is no letter or number in its password is written as %40 is for @, or %2F for /."


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("redis://:p@ss w&rd#1@127.0.0.1:18440/0", PERCENT),
        ("redis://user:12/cd@host/0", PERCENT),
        ("redis://u:12?x@127.0.0.1:1/0", PERCENT),
        ("redis://u:12#x@127.0.0.1:1/0", PERCENT),
        ("unix:///run/redis.sock?password=ge#heim", PERCENT),
        ("redis://host/abc", "after the machine and its port stands the number of a database, like /0."),
        ("redis://host?db=x", "db is a number."),
        ("redis://host/0?socket_timeout=abc", "socket_timeout is a number."),
        ("redis://host/0?ssl_cert_reqs=none", "after the ? may stand client_name, db, password, "),
        ("unix:///run/redis.sock?passwort=geheim", "after the ? may stand client_name, db, password, "),
        ("unix:///run/redis.sock?password=a&b", "after the ? may stand client_name, db, password, "),
        ("rediss://host/0?ssl_cert_req=none", "after the ? may stand client_name, db, password, "),
        ("redis://host/0?decode_responses=no", "after the ? may stand client_name, db, password, "),
    ],
)
def test_an_address_of_redis_that_would_be_taken_otherwise_is_refused(
    url: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library would pass over a part of it, stumble over it, or show a part of the password as a machine."""
    monkeypatch.setenv("PBM_REDIS_URL", url)

    with pytest.raises(SettingsError) as error:
        read_settings()

    assert str(error.value).startswith(f"PBM_REDIS_URL is not right: {said}")


@pytest.mark.parametrize(
    "url",
    [
        "redis://host",
        "redis://ann:sun%40no%2Fon@host:6379/3?socket_timeout=2.5&client_name=pbm",
        "rediss://:p@ss@host/?ssl_cert_reqs=none&db=2",
        "unix:///run/p@bm/redis.sock?password=sun%40noon",
        "unix://ann:wrong@/run/redis.sock?db=1",
    ],
)
def test_an_address_of_redis_may_say_all_that_is_of_use(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the library knows and takes as it is meant."""
    monkeypatch.setenv("PBM_REDIS_URL", url)

    assert read_settings().redis_url == url
    with Redis.from_url(url) as client:
        assert client.connection_pool.make_connection()


def test_a_log_level_may_be_written_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many programs want it."""
    monkeypatch.setenv("PBM_LOG_LEVEL", "warning")

    assert read_settings().log_level == "WARNING"


def test_every_setting_has_a_word_on_what_would_be_right() -> None:
    """No variable can be wrong in silence."""
    assert set(WOULD_BE_RIGHT) == set(Settings.model_fields)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (
            "# ours\nPBM_TELEGRAM_TOKEN 123:abc\n",
            "is not right in line 2: write NAME=value there, or # before a comment.",
        ),
        ("PBM_WEBHOOK_PORT=8001\nPBM_TELEGRAM_TOKEN\n", "is not right in line 2: write NAME=value there,"),
        ("A=1\n\n123456:abc-def\n", "is not right in line 3: write PBM_TELEGRAM_TOKEN= before the token."),
        ('A=1\n\nPBM_DATA="d\n', "is not right in line 3: write NAME=value there,"),
        ("A=1\nPBM_DATA=Köln\n".encode("latin-1"), "is not UTF-8 in line 2: save it as UTF-8."),
    ],
)
def test_a_line_of_the_file_that_sets_nothing_is_named(tmp_path: Path, written: str | bytes, said: str) -> None:
    """It would be passed over, and the bot would start as if it were not there; what it says is not repeated."""
    (tmp_path / ".env").write_bytes(written if isinstance(written, bytes) else written.encode())

    with pytest.raises(SettingsError) as error:
        read_settings()

    assert str(error.value).startswith(f"{tmp_path / '.env'} {said}")
    assert "abc" not in str(error.value)


def test_a_name_of_others_may_stand_in_the_file_alone(tmp_path: Path) -> None:
    """A shell that reads the same file knows such lines, and none of them is meant for us."""
    (tmp_path / ".env").write_text("PBM_TELEGRAM_TOKEN=123:abc\nexport PATH\n")

    assert read_settings().token == "123:abc"


def test_a_missing_token_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is missed only where a bot is to run."""
    with pytest.raises(SettingsError, match=r"^PBM_TELEGRAM_TOKEN is missing: set it to .*123456:ABC"):
        _ = read_settings().token


def test_a_webhook_without_its_secret_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Anybody could bring updates otherwise."""
    monkeypatch.setenv("PBM_WEBHOOK_URL", "https://example.org/telegram")

    with pytest.raises(SettingsError, match=r"^PBM_WEBHOOK_SECRET is missing"):
        read_settings()


TELEGRAM, OWN = "https://api.telegram.org", "http://127.0.0.1:8081"


@pytest.mark.parametrize(
    ("api", "url", "can_be"),
    [
        (TELEGRAM, "https://example.org/telegram", True),
        (TELEGRAM, "https://8.8.8.8:8443", True),
        (TELEGRAM, "http://example.org/telegram", False),
        (TELEGRAM, "https://127.0.0.1:8443/telegram", False),
        (TELEGRAM, "https://localhost/telegram", False),
        (OWN, "http://127.0.0.1:8443/telegram", True),
        (OWN, "http://bot:8443/telegram", True),
        (OWN, "https://example.org/telegram", True),
        (OWN, "http://example.org/telegram", False),
    ],
)
def test_an_address_that_nobody_would_call_is_refused_before_anything_starts(
    api: str, url: str, can_be: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Telegram calls https out in the world; a Bot API server of one's own calls its neighbours too."""
    monkeypatch.setenv("PBM_TELEGRAM_API_URL", api)
    monkeypatch.setenv("PBM_WEBHOOK_URL", url)
    monkeypatch.setenv("PBM_WEBHOOK_SECRET", "s3cret")

    if can_be:
        assert read_settings().webhook_url == url
    else:
        with pytest.raises(SettingsError, match=r"^PBM_WEBHOOK_URL is not right: set it to the public address that"):
            read_settings()


def test_what_does_nothing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A webhook's secret without its address, and a folder where the file would be."""
    (tmp_path / ".env").mkdir()
    monkeypatch.setenv("PBM_WEBHOOK_SECRET", "s3cret")
    monkeypatch.setenv("PBM_WEBHOOK_LISTEN", "0.0.0.0")

    assert list(without_effect(read_settings())) == [
        f"{tmp_path / '.env'} is a folder: no settings are read from it.",
        "PBM_WEBHOOK_LISTEN does nothing without PBM_WEBHOOK_URL: the bot polls.",
        "PBM_WEBHOOK_SECRET does nothing without PBM_WEBHOOK_URL: the bot polls.",
    ]
    monkeypatch.setenv("PBM_WEBHOOK_URL", "https://example.org/telegram")
    assert not any("WEBHOOK" in line for line in without_effect(read_settings()))


def test_a_data_folder_in_which_something_would_have_to_be_filled_in_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A shell would do it; here a folder of the name $HOME would be made."""
    monkeypatch.setenv("PBM_DATA", "$HOME/foo")

    with pytest.raises(SettingsError, match=r"^PBM_DATA is not right: nothing is filled in for \$NAME"):
        read_settings()


def test_secrets_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever prints the settings prints no token."""
    monkeypatch.setenv("PBM_TELEGRAM_TOKEN", "123:abc")
    monkeypatch.setenv("PBM_WEBHOOK_SECRET", "s3cret")

    assert "abc" not in repr(read_settings())
    assert "s3cret" not in repr(read_settings())
