"""High water and low water."""

import math


class At:
    """A time of the tide."""

    def print(self) -> float:
        return math.sin(1.0)


class For:
    """A span of time."""
