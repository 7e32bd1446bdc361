"""Trouble with Redis in the log: said once, in a sentence that helps, while everything else is logged as ever."""

import logging
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import (
    AuthenticationError,
    BusyLoadingError,
    ConnectionError,
    RedisError,
    ResponseError,
    TimeoutError,
)

from pbm.store.connect import ANSWERS_AGAIN, connect
from workers.clock import JOB, alarm_queue
from workers.server import Server
from workers.trouble import IS_OVER_AFTER, SAID_AGAIN, TAKES_WRITING_AGAIN, WAITS, OnceInAWhile

IMPATIENT = "from workers import __main__, trouble; trouble.IS_OVER_AFTER = 5.0; __main__.main()"
FULL = f"Redis' memory is full: raise its maxmemory, or lower PBM_KEEP_FINISHED. {WAITS}"


class Log:
    """A log as a process has it, at a moment that is set by hand."""

    def __init__(self) -> None:
        self.at = 0.0
        self._lines = StringIO()
        handler = logging.StreamHandler(self._lines)
        handler.addFilter(OnceInAWhile(lambda: self.at))
        self.log = logging.Logger("a process")
        self.log.addHandler(handler)

    def fails(self, error: Exception) -> None:
        try:
            raise error
        except Exception:
            self.log.exception("line tg:1 cannot be delivered now")

    @property
    def said(self) -> list[str]:
        return self._lines.getvalue().splitlines()


@pytest.fixture
def doomed() -> Iterator[Server]:
    """A server of its own; the folder's name is short, for a socket has to fit."""
    with tempfile.TemporaryDirectory(prefix="pbm-") as folder, Server(Path(folder)) as running:
        yield running


@pytest.fixture
def full(real_redis: Redis) -> Iterator[RedisError]:
    """What Redis says when its memory is full."""
    real_redis.config_set("maxmemory", 1)
    try:
        real_redis.set("card", "moon")
    except RedisError as error:
        yield error
    finally:
        real_redis.config_set("maxmemory", 0)


def test_all_lines_that_wait_are_one_line_that_helps(full: RedisError) -> None:
    """Twenty with tracebacks, and twenty that name the error in their words."""
    log = Log()
    for _ in range(20):
        log.fails(full)
        log.log.warning("the clock waits: %s", full)
        log.at += 1

    assert log.said == [FULL]


def test_trouble_that_goes_on_is_said_again_and_so_is_trouble_that_comes_back(full: RedisError) -> None:
    """After five minutes; and at once where it was over for a minute."""
    log = Log()
    while log.at <= SAID_AGAIN:
        log.fails(full)
        log.at += 30
    assert log.said == [FULL] * 2

    log.at += IS_OVER_AFTER
    log.fails(full)

    assert log.said == [FULL] * 3


@pytest.mark.parametrize("at", range(1, 15))
def test_two_threads_in_trouble_at_one_moment_do_not_disturb_each_other(at: int) -> None:
    """A filter runs before its handler's lock: the line of another thread may come in wherever the first one is."""
    filter = OnceInAWhile(lambda: 0.0)
    passed = 0

    def comes_in(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal passed
        if frame.f_code is not OnceInAWhile.filter.__code__:
            return None
        passed += event == "line"
        if event == "line" and passed == at:
            filter.filter(a_line())  # which is not traced itself
        return comes_in

    before = sys.gettrace()
    sys.settrace(comes_in)
    try:
        filter.filter(a_line())
    finally:
        sys.settrace(before)

    assert passed
    assert not filter.filter(a_line())


def a_line() -> logging.LogRecord:
    """One that names what is wrong with Redis."""
    return logging.LogRecord("post", logging.WARNING, __file__, 1, "waits: %s", (ConnectionError("refused"),), None)


@pytest.mark.parametrize(
    ("error", "helps"),
    [
        (ConnectionError("Connection refused."), "Redis is away (Connection refused): look whether it runs"),
        (BusyLoadingError("it loads"), "Redis is away (it loads): look whether it runs"),
        (ResponseError("MISCONF Errors writing to the AOF file"), "Redis cannot write to its disk: look whether"),
        (AuthenticationError("WRONGPASS"), "Redis refuses the password: set PBM_REDIS_URL anew, and start again."),
    ],
)
def test_each_trouble_says_what_would_be_right(error: RedisError, helps: str) -> None:
    """Whichever it is, all waits."""
    log = Log()
    log.fails(error)

    (said,) = log.said
    assert said.startswith(helps)
    assert said.endswith(WAITS)


def test_away_is_one_trouble_and_its_end_is_said_once() -> None:
    """However it shows; and what comes after that is told again, though a minute has not passed."""
    log = Log()
    log.log.warning(ANSWERS_AGAIN)  # nobody has heard that it did not
    for _ in range(2):
        log.fails(ConnectionError("Connection refused."))
        log.fails(TimeoutError("Timeout reading from socket"))
        log.log.warning(ANSWERS_AGAIN)
        log.log.warning(ANSWERS_AGAIN)

    away = f"Redis is away (Connection refused): look whether it runs, and can be reached. {WAITS}"
    assert log.said == [away, ANSWERS_AGAIN] * 2


def test_writing_is_said_to_work_again_a_minute_after_it_last_did_not(full: RedisError) -> None:
    """Hearts write all the time, and one of them may find room for itself alone."""
    log = Log()
    log.log.warning(TAKES_WRITING_AGAIN)  # nobody has heard that it did not
    for _ in range(2):
        log.fails(full)
        log.at += IS_OVER_AFTER - 1
        log.log.warning(ANSWERS_AGAIN)  # it did, all the while
        log.log.warning(TAKES_WRITING_AGAIN)
    assert log.said == [FULL]

    log.at += 1
    for _ in range(2):
        log.log.warning(TAKES_WRITING_AGAIN)
    log.fails(full)

    assert log.said == [FULL, TAKES_WRITING_AGAIN, FULL]


def test_a_server_that_is_made_a_replica_is_one_line(doomed: Server) -> None:
    """Whoever waits for news there hears of it in other words than who writes."""
    log = Log()
    with Redis.from_url(doomed.url) as waiting, Redis.from_url(doomed.url) as ours, ThreadPoolExecutor() as pool:
        news = pool.submit(waiting.blpop, "news", 30)
        until(lambda: ours.info("clients")["blocked_clients"] == 1)
        ours.replicaof("127.0.0.1", 1)
        troubles: tuple[Callable[[], object], ...] = (news.result, lambda: ours.set("card", "moon"))
        for asks in troubles:
            with pytest.raises(RedisError) as told:
                asks()
            log.fails(told.value)

    assert log.said == [f"Redis takes no writing: PBM_REDIS_URL has to name one that does. {WAITS}"]


@pytest.mark.parametrize("error", [ResponseError("WRONGTYPE"), ZeroDivisionError("ours")])
def test_a_fault_of_ours_keeps_its_traceback(error: Exception) -> None:
    """Each time: somebody has to find it."""
    log = Log()
    for _ in range(2):
        log.fails(error)

    assert sum("Traceback" in line for line in log.said) == 2
    assert log.said[0] == "line tg:1 cannot be delivered now"


def test_a_worker_whose_redis_is_full_says_so_in_one_line_and_when_it_is_over(
    server: Server, real_redis: Redis, tmp_path: Path
) -> None:
    """RQ would show a traceback, and one line more each second."""
    log = tmp_path / "log"
    with log.open("wb") as written:
        worker = subprocess.Popen(
            [sys.executable, "-c", IMPATIENT, "worker"],
            env=os.environ | {"PBM_REDIS_URL": server.url},
            stdout=written,
            stderr=subprocess.STDOUT,
        )
    try:
        until(lambda: real_redis.scard("rq:workers") == 1)
        with connect(server.url, decode=False) as raw:
            alarm_queue(raw).enqueue_call(JOB)
        real_redis.config_set("maxmemory", 1)
        until(lambda: log.stat().st_size > 0)
        time.sleep(1.5)  # in which it tries again
        while_full = log.read_text().splitlines()
        real_redis.config_set("maxmemory", 0)
        until(lambda: len(log.read_text().splitlines()) > len(while_full))
    finally:
        worker.terminate()
        worker.wait()
        real_redis.config_set("maxmemory", 0)

    (line,) = while_full
    assert line.endswith(f"worker: {FULL}")
    assert log.read_text().splitlines()[1].endswith(f"worker: {TAKES_WRITING_AGAIN}")


def until(true: Callable[[], bool]) -> None:
    """Wait for what a process does."""
    for _ in range(600):
        if true():
            return
        time.sleep(0.05)
    raise AssertionError("it does not come")
