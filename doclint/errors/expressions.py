"""Regular expressions of modules, which are compiled when they are first used.

A run over few pages uses one in eight of them, and compiling them all would take a twelfth of its time.
"""

import re
from typing import Any, AnyStr, cast


def expression(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return a regular expression for use by its methods; arguments are those of `re.compile`.

    The first use raises `re.error` if the pattern is invalid. The `re` of a match is another object, of the same
    `pattern`.

    >>> expression("a+").sub("b", "caat")
    'cbt'
    """
    return cast(re.Pattern[AnyStr], _DeferredExpression(pattern, flags))


class _DeferredExpression:
    """Stands in for a compiled expression, and has its methods as attributes of its own once they were asked for."""

    def __init__(self, source: str | bytes, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what `copy` and `pickle` ask for
            raise AttributeError(name)
        # `re` keeps what it compiled last, so this is quick if a second method is asked for.
        found = getattr(re.compile(self._source, self._flags), name)
        setattr(self, name, found)
        return found
