"""Work counted in lines of Python that run, which is the same on every machine."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def lines_of(act: Callable[[], object]) -> int:
    """Return how many lines run in a call. It is made once before, because what is loaded once is none of the work."""
    act()
    count = 0

    def note(_frame: FrameType, _event: str, _argument: Any) -> Any:
        nonlocal count
        count += 1
        return note

    before = sys.gettrace()
    sys.settrace(note)
    try:
        act()
    finally:
        sys.settrace(before)
    return count
