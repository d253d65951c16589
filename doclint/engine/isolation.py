"""Calls that may crash this process, tried in a copy of it."""

import os
from collections.abc import Callable


def survives(act: Callable[[], object]) -> bool:
    """Whether a call does not end this process, whatever it returns or raises.

    A copy of this process makes the call, so its effects are lost. The system must have `os.fork`.
    """
    copy = os.fork()
    if not copy:
        try:
            act()
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1]) >= 0
