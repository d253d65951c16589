"""The answer to a question about a repository: what is found, that it is missing, or that this cannot be said."""

from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct

_Value = TypeVar("_Value")
_What = TypeVar("_What")


class Found(Struct, Generic[_Value], frozen=True):
    """What was asked for."""

    value: _Value


class Missing(Struct, Generic[_What], frozen=True):
    """What was asked for is certainly not there. `what` says what is known of that; None if there is nothing to say."""

    what: _What


class Unknown(Struct, frozen=True):
    """No answer, `because` of this: "`orchard.lazy` defines `__getattr__`".

    `path` is that of the source in question, where that helps to ask something else.
    """

    because: str
    path: str = ""


Answer: TypeAlias = Found[_Value] | Missing[_What] | Unknown
NOT_THERE = Missing(None)


class UnknownValue:
    """The type of `UNKNOWN`."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN = UnknownValue()
"""The value of an expression that only running the source would show."""
