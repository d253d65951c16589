"""The value of an expression in a source that doclint reads and does not run."""


class UnknownValue:
    """The type of `UNKNOWN`."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN = UnknownValue()
"""The value of an expression that only running the source would show."""
