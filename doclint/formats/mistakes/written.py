"""Where a format file has what its models have at a path: before shared parts are put in place of their names."""

from bisect import bisect_right
from itertools import accumulate
from typing import Any

from doclint.errors.validation import Path
from doclint.formats.patterns.optional_markup import choices
from doclint.formats.patterns.template import TemplateError
from doclint.formats.schema.sharing import PATTERNS, SHARED_BY, shared_patterns

_PATTERNS = frozenset({"title", "heading", "before", "text", "item", "value", "row"})
"""The keys of patterns, one of which may be several in the models: see `choices`."""


class Written:
    """The data of a file, and what of it the parts of its models come from."""

    def __init__(self, data: dict[str, Any]) -> None:
        shared = data.get("shared")
        self._data = data
        self._shared: dict[str, Any] = shared if isinstance(shared, dict) else {}
        self._has_shared = isinstance(shared, dict) and all(isinstance(parts, dict) for parts in shared.values())
        self._sizes: dict[tuple[str, str], int] = {}
        self._ends: dict[int, list[int]] = {}

    def path(self, path: Path) -> Path:
        """Return the path in the file, given one in its models.

        >>> link = {"heading": "Links"}
        >>> data = {"kind": [{"section": ["link"]}], "shared": {"sections": {"link": link}}}
        >>> Written(data).path(("kind", 0, "section", 0, "heading"))
        ('shared', 'sections', 'link', 'heading')
        >>> row = ["`{symbol}`[ = `{default}`]", "{shared.types}"]
        >>> data = {"kind": [{"content": [{"row": row}]}], "shared": {"patterns": {"types": ["`{type}`", "{type}"]}}}
        >>> [Written(data).path(("kind", 0, "content", 0, "row", *place)) for place in ((0, 1), (1, 1))]
        [('kind', 0, 'content', 0, 'row', 0), ('shared', 'patterns', 'types', 1)]
        """
        found: list[str | int] = []
        value: Any = self._data
        what, is_pattern, is_row = "", False, False
        for part in path:
            if isinstance(part, str):
                # Without shared parts, a name is left in its place.
                what, is_pattern = SHARED_BY.get(part, "") if self._has_shared else "", part in _PATTERNS
                value = value.get(part) if isinstance(value, dict) else None
                found.append(part)
                is_row = part == "row"
                continue
            if (patterns := self._part(PATTERNS, shared_patterns(value))) is not None:
                found, value = ["shared", PATTERNS, str(shared_patterns(value))], patterns
            items = value if isinstance(value, list) else [value]
            # Each cell of a row has patterns of its own.
            number, rest = self._item(items, part, what) if what or (is_pattern and not is_row) else (part, 0)
            is_row = False
            if isinstance(value, list):
                found.append(number)
            value = items[number] if number < len(items) else None
            while what and isinstance(value, str):
                found, value, rest = self._inside(what, value, rest)
        return tuple(found)

    def _inside(self, what: str, name: str, index: int) -> tuple[list[str | int], Any, int]:
        """Return the path and the value of an element of a shared part, and its index in what it is a name for."""
        part = self._part(what, name)
        if not isinstance(part, list):
            return ["shared", what, name], part, 0
        number, rest = self._item(part, index, what)
        return ["shared", what, name, number], part[number] if number < len(part) else None, rest

    def _item(self, items: list[Any], index: int, what: str) -> tuple[int, int]:
        """Return which of some items one in the models comes from, and its index in what that item has become."""
        ends = self._ends.get(id(items))
        if ends is None:
            ends = list(accumulate(self._size(what, item) for item in items))
            self._ends[id(items)] = ends
        number = bisect_right(ends, index)
        return number, index - (ends[number - 1] if number else 0)

    def _part(self, what: str, name: str | None) -> Any:
        parts = self._shared.get(what)
        return parts.get(name) if isinstance(parts, dict) else None

    def _size(self, what: str, item: Any) -> int:
        """Return how many items of the models an item of a list has become."""
        if not isinstance(item, str):
            return 1
        if not what:
            return _patterns(item)
        use = what, item
        if use not in self._sizes:
            self._sizes[use] = 0  # for a part that contains itself
            part = self._part(what, item)
            self._sizes[use] = sum(self._size(what, one) for one in (part if isinstance(part, list) else [part]))
        return self._sizes[use]


def _patterns(text: str) -> int:
    try:
        return len(choices(text))
    except TemplateError:
        return 1
