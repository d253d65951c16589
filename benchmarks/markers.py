"""Labels that stand on the pages themselves, and the pages without them.

    - **`hierarchy`**: [docs](./station.py_docs.md) <!-- wrong: C02 hierarchy -- a word of the docstring -->

A marker is a comment at the end of a line, with one blank before it: `wrong`, `right` for what looks like that defect
and is none, or `either` where people differ; the class of the catalogue; the name of what is wrong, where the line has
several; and after two dashes, why. A line may have several. A line that is nothing but markers is about the page, and
the page does not have it. In fences a marker is written like anywhere else: all are gone before the page is read as
Markdown.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

from doclint.config.project import Project

Kind = Literal["wrong", "right", "either"]

_MARKER = re.compile(
    rb" ?<!-- (?P<kind>wrong|right|either): (?P<defect>[A-Z][0-9]{2})"
    rb"(?: (?P<name>(?!-- ).+?))?(?: -- (?P<why>.+?))? -->"
)
_MARKERS = re.compile(rb"(?: ?<!-- (?:wrong|right|either): [A-Z][0-9]{2}(?: (?:(?!-->).)+?)? -->)+(?=\r?$)")


class Label(BaseModel):
    """One thing that is wrong with a page, or that is right and looks wrong."""

    model_config = ConfigDict(frozen=True)

    path: str
    defect: str
    line: int | None = None
    name: str | None = None
    why: str = ""
    kind: Kind = "wrong"


class Marked(NamedTuple):
    """A page without its markers, and what they say."""

    data: bytes
    labels: list[Label]


def read(root: Path) -> dict[str, Marked]:
    """All pages below a root, by path."""
    paths = Project.find(root=root, isolated=True).pages()
    return {path: strip(path, (root / path).read_bytes()) for path in paths}


def labels_of(pages: Mapping[str, Marked]) -> list[Label]:
    return [label for page in pages.values() for label in page.labels]


def strip(path: str, data: bytes) -> Marked:
    r"""A page without its markers.

    >>> strip("a.md", b"- The <!-- wrong: C03 The -->\r\n<!-- right: A06 -- it has text -->\r\n- rain\r\n")[0]
    b'- The\r\n- rain\r\n'
    """
    lines: list[bytes] = []
    labels: list[Label] = []
    for line in data.split(b"\n"):
        found = _MARKERS.search(line)
        if found is None:
            lines.append(line)
            continue
        rest = line[: found.start()] + line[found.end() :]
        is_own = bool(rest.strip(b"\r"))
        labels += _labels(found.group(), path, len(lines) + 1 if is_own else None)
        if is_own:
            lines.append(rest)
    return Marked(b"\n".join(lines), labels)


def _labels(markers: bytes, path: str, line: int | None) -> Iterator[Label]:
    for marker in _MARKER.finditer(markers):
        said = {key: value.decode() for key, value in marker.groupdict().items() if value is not None}
        yield Label.model_validate({**said, "path": path, "line": line})
