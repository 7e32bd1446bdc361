"""The environment, read once: what an operator may choose, and a plain line about what cannot be."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from difflib import get_close_matches
from io import StringIO
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import SplitResult, parse_qsl, urlsplit

from dotenv.parser import parse_stream
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError, model_validator
from pydantic_settings import BaseSettings, DotEnvSettingsSource, SettingsConfigDict

from pbm.rules.game import TURN_LASTS

PREFIX = "PBM_"
FILE = ".env"
TELEGRAM = "api.telegram.org"
A_TOKEN = "[0-9]+:[A-Za-z0-9_-]+"
ALIKE = 0.8  # names, as difflib measures it

WOULD_BE_RIGHT = {
    "telegram_token": "the token as BotFather gives it, like 123456:ABC-def",
    "telegram_api_url": "the address of a Bot API server, like http://127.0.0.1:8081",
    "redis_url": "the address of a Redis, like redis://127.0.0.1:6379/0 or unix:///run/redis.sock",
    "data": "a folder",
    "decks": "a folder of decks that is there",
    "webhook_url": "the public address that Telegram calls, like https://example.org/telegram",
    "webhook_secret": "1 to 256 of the characters A-Z, a-z, 0-9, _ and -",
    "webhook_listen": "an address of this machine, like 127.0.0.1",
    "webhook_port": "a port, 1 to 65535",
    "log_level": "one of INFO, WARNING and ERROR",
    "keep_finished": "days, 1 to 36500, like 365",
    "requests_a_minute": "a number from 1 to 1000, like 20, or 0 for no limit",
    "turn_lasts": "seconds, 8 to 604800 (a week), like 60",
}


# What may stand after the ? of PBM_REDIS_URL; what else the library knows would change how it is worked with.
REDIS_WORDS = {"client_name", "db", "password", "socket_connect_timeout", "socket_timeout", "username"}
TLS_WORDS = {"ssl_ca_certs", "ssl_ca_path", "ssl_cert_reqs", "ssl_certfile", "ssl_check_hostname", "ssl_keyfile"}
NUMBERS = {"db", "socket_connect_timeout", "socket_timeout"}


class _Wrong(ValueError):
    """A value cannot be, for a reason of its own; the text says it without a full stop."""


class SettingsError(Exception):
    """The environment, or the file here, says something that cannot be; the text is one line for the operator."""


def data_folder() -> Path:
    """Where this machine keeps data of programs for the one who runs them."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "pbm"
    kept = os.environ.get("XDG_DATA_HOME", "")
    return (Path(kept) if Path(kept).is_absolute() else Path.home() / ".local" / "share") / "pbm"


def _token(value: SecretStr) -> SecretStr:
    if value.get_secret_value() and not re.fullmatch(A_TOKEN, value.get_secret_value()):
        raise ValueError
    return value


def _secret(value: SecretStr) -> SecretStr:
    if not re.fullmatch(r"[A-Za-z0-9_-]{0,256}", value.get_secret_value()):
        raise ValueError
    return value


def _web_address(value: str) -> str:
    parts = urlsplit(value)
    if value and not (parts.scheme in ("http", "https") and parts.hostname):
        raise ValueError
    _ = parts.port  # a ValueError where it is no number
    return value.rstrip("/")


def _redis_address(value: str) -> str:
    parts = urlsplit(value)
    if not value:
        return value
    if parts.scheme not in ("unix", "redis", "rediss"):
        raise ValueError
    # Else a part of the password would be taken for the machine, the database or nothing, and be shown with them.
    in_a_file = parts.scheme == "unix" and not parts.netloc
    if "#" in value or (not in_a_file and "@" in parts.path) or (parts.scheme != "unix" and "@" in parts.query):
        raise _Wrong("what is no letter or number in its password is written as %40 is for @, or %2F for /")
    _ = parts.port  # a ValueError where it is no number
    if not (parts.path if parts.scheme == "unix" else parts.hostname):
        raise ValueError
    if parts.scheme != "unix" and not re.fullmatch(r"/?|/[0-9]+", parts.path):
        raise _Wrong("after the machine and its port stands the number of a database, like /0")
    _look_at_words(parts)
    return value


def _look_at_words(parts: SplitResult) -> None:
    known = REDIS_WORDS | (TLS_WORDS if parts.scheme == "rediss" else set())
    try:
        given = dict(parse_qsl(parts.query, strict_parsing=bool(parts.query)))
    except ValueError:
        given = {"": ""}
    if not known.issuperset(given):  # what is unknown is not repeated: it may belong to a password
        *some, last = sorted(known)
        raise _Wrong(f"after the ? may stand {', '.join(some)} and {last}, each with = and what it is, with & between")
    for name in NUMBERS.intersection(given):
        if not re.fullmatch(r"[0-9]+" if name == "db" else r"[0-9]+(\.[0-9]+)?", given[name]):
            raise _Wrong(f"{name} is a number")


def _data(value: Path) -> Path:
    if "$" in str(value):
        raise _Wrong("nothing is filled in for $NAME, so write the folder as it is, or with ~ for your home")
    return value


def _folder(value: Path | None) -> Path | None:
    # Path's own question raises where one may not look.
    if value is not None and not os.path.isdir(value.expanduser()):  # noqa: PTH112
        raise ValueError
    return value.expanduser() if value else None


WebAddress = Annotated[str, AfterValidator(_web_address)]


class Settings(BaseSettings):
    """What the environment, or else the file `.env` here, says; a variable that is empty counts as not set."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_file=FILE, env_file_encoding="utf-8", extra="ignore")

    telegram_token: Annotated[SecretStr, AfterValidator(_token)] = SecretStr("")
    telegram_api_url: WebAddress = f"https://{TELEGRAM}"
    redis_url: Annotated[str, AfterValidator(_redis_address)] = ""  # none: the embedded server
    data: Annotated[Path, AfterValidator(_data)] = Field(default_factory=data_folder)
    decks: Annotated[Path | None, AfterValidator(_folder)] = None  # none: those that came with the game
    webhook_url: WebAddress = ""  # none: long polling
    webhook_secret: Annotated[SecretStr, AfterValidator(_secret)] = SecretStr("")
    webhook_listen: str = "127.0.0.1"
    webhook_port: Annotated[int, Field(ge=1, le=65535)] = 8443
    log_level: Annotated[Literal["INFO", "WARNING", "ERROR"], BeforeValidator(str.upper)] = "INFO"
    keep_finished: Annotated[int, Field(ge=1, le=36_500)] = 365  # days
    requests_a_minute: Annotated[int, Field(ge=0, le=1000)] = 20  # of one person, that make messages; 0: no limit
    turn_lasts: Annotated[float, Field(ge=8, le=604_800)] = TURN_LASTS.total_seconds()  # of new tables, to try it out

    @model_validator(mode="before")
    @classmethod
    def _without_empty_ones(cls, given: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in given.items() if value != ""}

    @property
    def token(self) -> str:
        """The bot's token; a missing one is a SettingsError."""
        if not self.telegram_token.get_secret_value():
            raise SettingsError(f"PBM_TELEGRAM_TOKEN is missing: set it to {WOULD_BE_RIGHT['telegram_token']}.")
        return self.telegram_token.get_secret_value()


def read_settings() -> Settings:
    """The settings of this process; raises SettingsError with one line that names the variable, or the line of .env."""
    _check_file(Path(FILE).absolute())
    try:
        settings = Settings()
    except ValidationError as error:
        fault = error.errors()[0]
        name, reason = str(fault["loc"][0]), fault.get("ctx", {}).get("error")
        # The value is not repeated: it may be a secret.
        told = str(reason) if isinstance(reason, _Wrong) else f"set it to {WOULD_BE_RIGHT[name]}"
        raise SettingsError(f"{PREFIX}{name.upper()} is not right: {told}.") from error
    if settings.webhook_url and not settings.webhook_secret.get_secret_value():
        raise SettingsError(
            f"PBM_WEBHOOK_SECRET is missing, and a webhook needs it: set it to {WOULD_BE_RIGHT['webhook_secret']}."
        )
    if not _can_be_called(settings):
        raise SettingsError(f"PBM_WEBHOOK_URL is not right: set it to {WOULD_BE_RIGHT['webhook_url']}.")
    return settings


def _can_be_called(settings: Settings) -> bool:
    """Telegram calls https alone, and out in the world; one's own Bot API server calls its neighbours otherwise."""
    called = urlsplit(settings.webhook_url)
    is_near = not called.hostname or "." not in called.hostname
    with suppress(ValueError):
        is_near = not ip_address(called.hostname or "").is_global
    if urlsplit(settings.telegram_api_url).hostname == TELEGRAM:
        return not called.hostname or (called.scheme == "https" and not is_near)
    return called.scheme == "https" or is_near


def without_effect(settings: Settings) -> Iterator[str]:
    """A line for each thing that looks like a setting and does nothing; nobody would know why."""
    if Path(FILE).is_dir():
        yield f"{Path(FILE).absolute()} is a folder: no settings are read from it."
    if not settings.webhook_url:
        for name in sorted(settings.model_fields_set):
            if name.startswith("webhook_"):
                yield f"{PREFIX}{name.upper()} does nothing without PBM_WEBHOOK_URL: the bot polls."
    yield from _misspelt()


def _misspelt() -> Iterator[str]:
    known = [f"{PREFIX}{name.upper()}" for name in Settings.model_fields]
    given = {name.upper() for name in (*os.environ, *DotEnvSettingsSource(Settings).env_vars)}
    for name in sorted(given - set(known)):
        if name.startswith(PREFIX):
            ends = [one for one in known if one.endswith(name.removeprefix(PREFIX.rstrip("_")))]  # PBM_TOKEN
            near = ends if len(ends) == 1 else get_close_matches(name, known, n=1, cutoff=ALIKE)
            yield f"{name} is no setting; is {near[0]} meant?" if near else f"{name} is no setting."


def _check_file(file: Path) -> None:
    """Refuse what would be passed over: a line that sets nothing may have been meant to."""
    try:
        text = file.read_text("utf-8") if file.is_file() else ""
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise SettingsError(f"{file} is not UTF-8 in line {line}: save it as UTF-8.") from None  # it may hold a secret
    for found in parse_stream(StringIO(text)):
        written = found.original.string  # with the empty lines before it
        is_token = re.fullmatch(A_TOKEN, written.strip()) is not None
        is_bare = found.value is None and (found.key or "").upper().startswith(PREFIX)
        if found.error or is_bare or is_token:
            line = found.original.line + written[: -len(written.lstrip())].count("\n")
            right = "PBM_TELEGRAM_TOKEN= before the token" if is_token else "NAME=value there, or # before a comment"
            raise SettingsError(f"{file} is not right in line {line}: write {right}.")
