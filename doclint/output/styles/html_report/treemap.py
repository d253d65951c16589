"""The map of a tree: its folders as rectangles whose areas are their numbers of pages."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from math import ceil, sqrt
from posixpath import dirname
from typing import NamedTuple

_TILES = 40  # rectangles, above which no more folders are divided
_CHILDREN = 20  # largest parts of a folder that have rectangles of their own
_WIDE = 2.5  # width of the map, if its height is 1
_CHARACTERS = 1.3  # of a label for each percent of the width, where the map has the room of a desk's screen
_SHORTEST = 9  # characters of a label that says something
_LOWEST = 9  # percent of the height that a label takes
_WIDE_TILE = 30  # percent of the width in which a label has room on the screen of a telephone too
_STEPS = (0, 1, 2, 5, 10)  # findings per page up to which a rectangle has a shade


class Rectangle(NamedTuple):
    """A rectangle in a map that is `_WIDE` wide and 1 high."""

    x: float
    y: float
    width: float
    height: float


@dataclass
class MapFolder:
    """A folder, with the number of findings of each page in it and below; its path is empty or ends with a slash.

    A part that is not a folder has a `note`: the pages directly in a folder, or its small folders.
    """

    path: str
    note: str = ""
    counts: list[int] = field(default_factory=list)
    parts: dict[str, "MapFolder"] = field(default_factory=dict)

    @property
    def filter(self) -> str:
        """The value of the filter for folders that shows its findings; `*` leaves out folders in the folder."""
        return f"{self.path}*" if self.note == _DIRECT else self.path

    @property
    def name(self) -> str:
        """What the map calls the folder."""
        return f"{self.path or './'}{f' ({self.note})' if self.note else ''}"

    @property
    def pages(self) -> int:
        """The number of pages."""
        return len(self.counts)

    @property
    def findings(self) -> int:
        """The number of findings."""
        return sum(self.counts)

    @property
    def per_page(self) -> float:
        """The number of findings per page."""
        return self.findings / self.pages

    @property
    def shade(self) -> int:
        """The number of the color, from 0 for no findings."""
        return _shade(self.per_page)


def _shade(per_page: float) -> int:
    return sum(per_page > step for step in _STEPS)


SHADES = ["none", *(f"up to {step}" for step in _STEPS[1:]), f"more than {_STEPS[-1]}"]
"""What the colors mean, in the order of their numbers."""

_DIRECT = "pages directly in it"


class Cell(NamedTuple):
    """A page in the rectangle of its folder: its place there in percent, and the number of its color."""

    x: float
    y: float
    shade: int


class Tile(NamedTuple):
    """A folder and its place in the map, in percent of the width and the height."""

    folder: MapFolder
    x: float
    y: float
    width: float
    height: float

    @property
    def is_wide(self) -> bool:
        """Whether the label has room on narrow screens too."""
        return self.width >= _WIDE_TILE

    @property
    def label(self) -> str:
        """The end of the path of the folder that has room here, or nothing."""
        room = int(self.width * _CHARACTERS)
        # The folder itself has another rectangle for each of its larger folders.
        path = f"{self.folder.path or './'}{'*' if self.folder.note else ''}"
        if self.height <= _LOWEST or room < min(len(path), _SHORTEST):
            return ""
        if len(path) <= room:
            return path
        end = path[1 - room :]
        start = end.find("/", 0, -2)
        return f"…{end[max(start, 0) :]}"

    @property
    def columns(self) -> int:
        """The number of cells beside each other, so that they are nearly squares."""
        return max(1, min(self.folder.pages, round(sqrt(self.folder.pages * _WIDE * self.width / self.height))))

    @property
    def rows(self) -> int:
        """The number of cells below each other."""
        return ceil(self.folder.pages / self.columns)

    @property
    def cells(self) -> list[Cell]:
        """The pages, those with the most findings last: the label is above the first ones."""
        return [
            Cell(
                round(number % self.columns * 100 / self.columns, 2),
                round(number // self.columns * 100 / self.rows, 2),
                _shade(findings),
            )
            for number, findings in enumerate(sorted(self.folder.counts))
        ]


def tiles(paths: Iterable[str], findings: Counter[str]) -> list[Tile]:
    """Return the map of pages, given the number of findings of each page by its path.

    The largest folders are divided first.
    """
    root = _tree(paths, findings)
    if not root.pages:
        return []
    divided = _divided(root)
    return [
        Tile(folder, *(round(100 * value, 3) for value in (x / _WIDE, y, width / _WIDE, height)))
        for folder, (x, y, width, height) in _placed(root, divided, Rectangle(0, 0, _WIDE, 1))
    ]


def _tree(paths: Iterable[str], findings: Counter[str]) -> MapFolder:
    root = MapFolder("")
    for path in paths:
        folder = root
        folder.counts.append(findings[path])
        for part in dirname(path).split("/") if "/" in path else ():
            folder = folder.parts.setdefault(part, MapFolder(f"{folder.path}{part}/"))
            folder.counts.append(findings[path])
        folder.parts.setdefault("", MapFolder(folder.path, _DIRECT)).counts.append(findings[path])
    return root


def _divided(root: MapFolder) -> dict[int, list[MapFolder]]:
    """Return the parts of the folders that the map divides, by the identity of the folder."""
    found: dict[int, list[MapFolder]] = {}
    order = count()
    queue = [(-root.pages, next(order), root)]
    tiles = 1
    while queue:
        _, _, folder = heappop(queue)
        parts = _parts(folder)
        if not parts or tiles + len(parts) - 1 > _TILES:
            continue
        tiles += len(parts) - 1
        found[id(folder)] = parts
        for part in parts:
            heappush(queue, (-part.pages, next(order), part))
    return found


def _parts(folder: MapFolder) -> list[MapFolder]:
    """Return the largest parts of a folder, and the others as one."""
    if not folder.parts.keys() - {""}:
        return []
    parts = sorted(folder.parts.values(), key=lambda part: (-part.pages, part.name))
    small = parts[_CHILDREN:]
    if not small:
        return parts
    rest = [findings for part in small for findings in part.counts]
    return [*parts[:_CHILDREN], MapFolder(folder.path, f"{len(small)} smaller parts", rest)]


def _placed(
    folder: MapFolder, divided: dict[int, list[MapFolder]], area: Rectangle
) -> Iterable[tuple[MapFolder, Rectangle]]:
    parts = divided.get(id(folder))
    if parts is None:
        yield folder, area
        return
    parts = sorted(parts, key=lambda part: -part.pages)
    scale = area.width * area.height / folder.pages
    places = squarified([part.pages * scale for part in parts], area)
    for part, place in zip(parts, places, strict=True):
        yield from _placed(part, divided, place)


def squarified(sizes: Sequence[float], area: Rectangle) -> list[Rectangle]:
    """Return rectangles of some areas, the largest first, that fill another one and are nearly squares.

    This is the algorithm of Bruls, Huizing and van Wijk, "Squarified Treemaps" (2000).

    >>> [place.x for place in squarified([3, 3], Rectangle(0, 0, 3, 2))]
    [0, 1.5]
    """
    found: list[Rectangle] = []
    start = 0
    while start < len(sizes):
        side = min(area.width, area.height)
        end = start + 1
        while end < len(sizes) and _worst(sizes[start : end + 1], side) <= _worst(sizes[start:end], side):
            end += 1
        row = sizes[start:end]
        thick = sum(row) / side
        done = 0.0
        for size in row:
            long = size / thick
            if area.width >= area.height:
                found.append(Rectangle(area.x, area.y + done, thick, long))
            else:
                found.append(Rectangle(area.x + done, area.y, long, thick))
            done += long
        area = _rest(area, thick)
        start = end
    return found


def _worst(row: Sequence[float], side: float) -> float:
    """Return the worst ratio of the sides of rectangles that share a row along a side."""
    thick = sum(row) / side
    return max(max(thick * thick / size, size / (thick * thick)) for size in row)


def _rest(area: Rectangle, thick: float) -> Rectangle:
    """Return what is left of an area; it never vanishes, so that rounding divides nothing by zero."""
    if area.width >= area.height:
        return Rectangle(area.x + thick, area.y, max(area.width - thick, 1e-9), area.height)
    return Rectangle(area.x, area.y + thick, area.width, max(area.height - thick, 1e-9))
