"""Standard input and output for a protocol."""

import os
import sys


def taken() -> tuple[int, int]:
    """Return descriptors of standard input and output that only a protocol has.

    Whatever else reads gets nothing, and whatever else prints, such as a rule, prints on standard error.
    """
    reading, writing = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    sys.stdout = sys.stderr
    return reading, writing
