"""Running a case in a process of its own, which may die, hang or eat the memory."""

import faulthandler
import json
import os
import resource
import signal
import sys
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path

from fuzz.case import Case, Outcome

CPU = 20  # seconds of a processor: cases are small, and the slowest takes about one
WALL = 120  # seconds on a clock, for what waits without working
MEMORY = 2 * 2**30  # bytes beyond what the process has at the beginning


def run(case: Case, check: Callable[[Case, Outcome], None]) -> Outcome:
    """Return what a check finds in a process that this one forks."""
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        # The threads of a test runner hold no lock that a check needs.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if not child:
        os.close(reader)
        _check(case, check, writer)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        data = pipe.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        name = signal.Signals(os.WTERMSIG(status)).name
        what = {"SIGXCPU": f"time: more than {CPU} s of a processor", "SIGALRM": f"hang: more than {WALL} s"}
        return Outcome([what.get(name, f"died {name}: the process ended")])
    return Outcome(**json.loads(data)) if data else Outcome(["died: the process ended without an answer"])


def _check(case: Case, check: Callable[[Case, Outcome], None], writer: int) -> None:
    outcome = Outcome()
    faulthandler.disable()
    try:
        _limit()
        for stream in (1, 2):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
        check(case, outcome)
    except MemoryError:
        outcome.failures.append("memory: more than the process may have")
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is a failure
        last = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(last.filename).name}:{last.name}"
        outcome.failures.append(
            f"raised {type(error).__name__} in {place}: {''.join(traceback.format_exception(error))}"
        )
    with os.fdopen(writer, "wb") as pipe:
        pipe.write(json.dumps(vars(outcome)).encode())
    os._exit(0)


def _limit() -> None:
    signal.alarm(WALL)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU, CPU + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        now = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + MEMORY, now + MEMORY))
