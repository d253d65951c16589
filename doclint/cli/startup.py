"""Tricks that shorten a run, which for one page is mostly start-up. Figures are shares of a run over one page.

Two more stand where they have to: `doclint.__init__` loads the public names on demand, and `doclint.rule.rule` keeps
pydantic from evaluating the annotations of the base class for each rule (3 %).
"""

import gc
import os
import sys
from typing import NoReturn

_PATIENCE = 5.0  # seconds that functions registered with atexit may take
_THRESHOLD = 20_000  # new objects between two collections: rare enough to take little time, and memory stays small


def pause_garbage_collection() -> None:
    """Stop looking for garbage while modules load (5 %): what they make stays until the end."""
    gc.disable()


def resume_garbage_collection() -> None:
    """Look for garbage again, among what pages leave behind; what was loaded is left out of the search."""
    if not gc.isenabled():
        gc.freeze()
        gc.set_threshold(_THRESHOLD)
        gc.enable()


def leave(code: int) -> NoReturn:
    """Exit without taking apart what is loaded (20 %), unless a profiler or debugger waits for that."""
    if sys.gettrace() is None and sys.getprofile() is None:
        _run_exit_functions()
        os._exit(code)
    sys.exit(code)


def _run_exit_functions() -> None:
    import atexit
    import threading
    from contextlib import suppress

    # They may wait for workers that were interrupted at a bad moment, so they get a thread of their own.
    last = threading.Thread(target=atexit._run_exitfuncs, daemon=True)  # noqa: SLF001
    last.start()
    last.join(_PATIENCE)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with suppress(OSError):  # the reader has gone, which was reported if it mattered
                stream.flush()
