"""Repairs of the data of a format, so that one mistake does not hide others."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from doclint.errors.validation import Path
from doclint.formats.mistakes.places import below


class Repair(NamedTuple):
    """What should be at a path: a `key` in place of the last one of the path, a `value`, or else nothing."""

    path: Path
    key: str = ""
    value: str = ""


class Repaired:
    """A copy of data with repairs."""

    def __init__(self, data: Any) -> None:
        self.data = _copy(data)
        self._written: dict[Path, str] = {}

    def apply(self, repairs: Iterable[Repair]) -> None:
        """Make repairs, which do not contain each other."""
        for repair in repairs:
            *around, last = repair.path
            place: Any = self.data
            for index, part in enumerate(around):
                inner = below(place, part)
                if not isinstance(inner, dict | list):
                    # What follows is the index of a single item that is written without its list.
                    around, last = around[:index], part
                    break
                place = inner
            if below(place, last) is None:
                continue
            if repair.key:
                value = place.pop(last)
                if repair.key not in place:
                    place[repair.key] = value
                    self._written[*around, repair.key] = str(last)
            elif repair.value:
                place[last] = repair.value
            else:
                place.pop(last)

    def written(self, path: Path) -> Path:
        """Return a path with the keys that were there before the repairs."""
        return tuple(self._written.get(path[: end + 1], part) for end, part in enumerate(path))


def _copy(value: Any) -> Any:
    match value:
        case dict():
            return {key: _copy(below) for key, below in value.items()}
        case list():
            return [_copy(below) for below in value]
    return value
