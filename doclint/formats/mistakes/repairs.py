"""Repairs of the data of a format, so that one mistake does not hide others."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from doclint.errors.validation import Path
from doclint.formats.mistakes.places import at, below

_PLACEHOLDER = "\N{HORIZONTAL ELLIPSIS}"  # in place of a text that is not clear
_SECTION = {"heading": _PLACEHOLDER, "content": []}
_ELEMENT = {"shape": "text", "text": _PLACEHOLDER}
_NEUTRAL: dict[str, dict[str, Any]] = {
    "kind": {"name": _PLACEHOLDER, "path": _PLACEHOLDER},
    **dict.fromkeys(("section", "child"), _SECTION),
    **dict.fromkeys(("content", "epilogue", "group", "one-of"), _ELEMENT),
}
"""What takes the place of a table that is not clear, by the key of its list: other indexes must stay the same."""
_REFERENCES = frozenset({"of", "family", "of-kinds", "repeats"})


class Repair(Struct, frozen=True):
    """What should be at a path: a `key` in place of the last one of the path, a `value`, or else nothing.

    It `is_cut` if it is not clear what was meant, so that what refers to that may be right.
    """

    path: Path
    key: str = ""
    value: str = ""
    is_cut: bool = False


class Repaired:
    """A copy of data with repairs, and the paths of `cuts` in it."""

    def __init__(self, data: Any, cuts: Iterable[Path] = ()) -> None:
        self.data = _copy(data)
        self.cuts = dict.fromkeys(cuts)
        self._written: dict[Path, str] = {}

    def is_cut(self, path: Path) -> bool:
        """Whether a path leads to a cut."""
        return any(path[: len(cut)] == cut for cut in self.cuts)

    def may_cause(self, path: Path, *, is_unread: bool) -> bool:
        """Whether a mistake at a path may follow from cuts: one in the same table or in one around it, but for those in
        an item of a list, and holes that are said to be unread in the same kind.
        """
        keys = {part for part in path if isinstance(part, str)}
        is_key, around = not path or isinstance(path[-1], str), path[:-1]
        for cut in self.cuts:
            table = cut[:-1] if isinstance(cut[-1], str) else cut
            is_near = around == table or (around != () and table[: len(around)] == around)
            if path[: len(cut)] == cut or (is_key and is_near) or (is_unread and path[:2] == cut[:2]):
                return True
            if cut[0] != "kind" and (is_unread or path[:1] != ("kind",) or not _REFERENCES.isdisjoint(keys)):
                return True
        return bool(self.cuts) and path[:1] == ("claims",) and len(path) == len(("claims", "of"))

    def _cut(self, path: Path) -> None:
        """Take what is at a path out: its key, or else, if that cannot be absent, the whole table."""
        while path:
            last = max(index for index, part in enumerate(path) if isinstance(part, str))
            neutral = _NEUTRAL.get(str(path[last])) if isinstance(path[-1], int) else None
            path = path if neutral else path[: last + 1]
            key: Any = path[-1]
            is_again = path in self.cuts
            self.cuts[path] = None
            place = at(self.data, path[:-1])
            if neutral and isinstance(place, list):
                name = at(self.data, (*path, "name"))
                place[key] = neutral | ({"name": name} if "name" in neutral and isinstance(name, str) else {})
                return
            if isinstance(place, dict) and not is_again:
                place.pop(key, None)
                return
            path = path[:-1]

    def apply(self, repairs: Iterable[Repair]) -> None:
        """Make repairs, which do not contain each other."""
        for repair in repairs:
            if repair.is_cut:
                self._cut(repair.path[:-1] if repair.path[-1:] == ("shape",) else repair.path)
                continue
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
