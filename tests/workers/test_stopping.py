"""How a process hears that it is to end: at whatever step of it the signal comes."""

import subprocess
import sys
from pathlib import Path

import pytest

# Each step is tried in a fork, which the signal reaches right there; one that hangs is ended by the alarm.
AT_EACH_STEP = """
import os, signal, sys, threading

def at_each_step(waits, files):
    for step in range(1, 40):
        if not (child := os.fork()):
            signal.alarm(10)
            tried(step, waits(), files)
        if (status := os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])) != 0:
            sys.exit(f"step {step}: {status}")

def tried(step, wait, files):
    passed = 0
    def comes_in(frame, event, argument):
        nonlocal passed
        if frame.f_code.co_filename in files:
            passed += event == "line"
            if event == "line" and passed == step:
                os.kill(os.getpid(), signal.SIGTERM)
        return comes_in
    sys.settrace(comes_in)
    wait()
    sys.settrace(None)
    os._exit(0 if passed >= step else 3)
"""

CLOCK = """
from pbm.store.connect import Patience
from workers.stopping import heard_to_stop

def waits():
    stop = heard_to_stop(Patience())
    def wait():
        while not stop.wait(0.02):
            pass
    return wait

at_each_step(waits, {threading.__file__})
"""

COMMAND = """
from pbm.cli import processes

def waits():
    return processes.Processes().watch

processes.LOOKS_EVERY = 0.02
at_each_step(waits, {threading.__file__, processes.__file__})
"""


@pytest.mark.parametrize("script", [CLOCK, COMMAND], ids=["clock", "command"])
def test_a_signal_is_heard_at_whatever_step_it_comes(script: str) -> None:
    """Also where whoever waits holds a lock for a moment, which a handler would wait for without end."""
    ended = subprocess.run(
        [sys.executable, "-c", AT_EACH_STEP + script],
        cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=120,
    )  # fmt: skip

    assert (ended.returncode, ended.stderr) == (0, "")
