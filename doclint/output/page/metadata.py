"""The front matter of a page as data that JSON can have."""

from typing import Any

from doclint.formats.reading.front_matter import data_of
from doclint.markdown.document import FrontMatter
from doclint.markdown.source import printable

_MOST = 10_000  # values: aliases of YAML can make a short text a huge value
_DEEPEST = 50
_LARGEST = 2**63  # of a number: readers of JSON know no larger ones


def json_of(front_matter: FrontMatter) -> Any:
    """Return what a front matter says, with texts for what JSON does not have, such as dates; None if it cannot be
    read, or is too large or too deep.
    """
    try:
        return _DataReader().value(data_of(front_matter), 0)
    except ValueError:
        return None


class _DataReader:
    """Copies a value, up to a number of parts."""

    def __init__(self) -> None:
        self._count = 0

    def value(self, value: Any, depth: int) -> Any:
        """Return a copy of a value at some depth. Raises ValueError if there are too many, or if they are too deep."""
        self._count += 1
        if self._count > _MOST or depth > _DEEPEST:
            raise ValueError("the front matter is too large")
        match value:
            case dict():
                return {_text(key): self.value(one, depth + 1) for key, one in value.items()}
            case list():
                return [self.value(one, depth + 1) for one in value]
            case bool() | None:
                return value
            case int() | float() if abs(value) < _LARGEST:  # neither infinite nor NaN
                return value
        return _text(value)


def _text(value: Any) -> str:
    return printable(value if isinstance(value, str) else str(value))
