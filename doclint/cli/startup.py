"""Measures that shorten a run over one page, which is mostly start-up. Percentages are shares of such a run.

Another one is elsewhere: `doclint.__init__` loads the public names on demand. pydantic is not loaded at all unless a
format, a report in JSON or a mistake in settings needs it.
"""

import gc
import os
import sys

TYPE_CHECKING = False  # `typing` takes long to load; type checkers know the name
if TYPE_CHECKING:
    from typing import NoReturn

_PATIENCE = 5.0  # seconds that functions registered with atexit may take
THRESHOLD = 200_000  # new objects between two collections: rare enough to take little time, and memory stays small

_TOOLS = 6  # debuggers and profilers that `sys.monitoring` can have at once


def pause_garbage_collection() -> None:
    """Stop collecting garbage while modules load (5 %), because they leave hardly any."""
    gc.disable()


def resume_garbage_collection() -> None:
    """Collect garbage again, except among the objects that exist already."""
    if not gc.isenabled():
        gc.freeze()
        gc.set_threshold(THRESHOLD)
        gc.enable()


def leave_out_pydantic_plugins() -> None:
    """Keep pydantic from searching all installed packages for plugins (1 %), which could only get in the way."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")


def leave(code: int) -> "NoReturn":
    """Exit without freeing the loaded modules (20 %), unless a profiler or debugger is active."""
    if not is_observed():
        _run_exit_functions()
        os._exit(code)
    sys.exit(code)


def is_observed() -> bool:
    """Whether a debugger or profiler is active."""
    if sys.version_info >= (3, 12) and any(map(sys.monitoring.get_tool, range(_TOOLS))):
        return True
    return sys.gettrace() is not None or sys.getprofile() is not None


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
            with suppress(OSError):  # the reader closed the pipe; if that matters, it has been reported
                stream.flush()
