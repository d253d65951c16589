"""Read labels of defects from markers on the pages, and remove the markers.

    - **`hierarchy`**: [docs](./station.py_docs.md) <!-- wrong: C02 hierarchy -- a word of the docstring -->

A marker is an HTML comment at the end of a line, after one space. It has a kind: `wrong` for a defect, `right` for a
correct text that looks like the defect, or `either` if people disagree. Then come the class of the catalogue, the name
of the wrong thing if the line has several, and the reason after two dashes. A line may have several markers. A line
with nothing but markers is about the whole page, and is removed as a whole. Code fences may have markers too, because
all markers are removed before the page is parsed as Markdown.
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
    """What people say about one place of a page: a class of defects, and whether the page has it there.

    `line` is 1-based, on the page without its markers; None if the label is about the whole page.
    """

    model_config = ConfigDict(frozen=True)

    path: str
    defect: str
    line: int | None = None
    name: str | None = None
    why: str = ""
    kind: Kind = "wrong"


class LabelledPage(NamedTuple):
    """A page without its markers, and the labels that they gave."""

    data: bytes
    labels: list[Label]


def read(root: Path) -> dict[str, LabelledPage]:
    """Return all pages below a root without their markers, and their labels, by path."""
    paths = Project.find(root=root, isolated=True).pages()
    return {path: strip(path, (root / path).read_bytes()) for path in paths}


def labels_of(pages: Mapping[str, LabelledPage]) -> list[Label]:
    """Return the labels of some pages."""
    return [label for page in pages.values() for label in page.labels]


def strip(path: str, data: bytes) -> LabelledPage:
    r"""Return a page without its markers, and their labels.

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
        is_line_kept = bool(rest.strip(b"\r"))
        labels += _labels(found.group(), path, len(lines) + 1 if is_line_kept else None)
        if is_line_kept:
            lines.append(rest)
    return LabelledPage(b"\n".join(lines), labels)


def _labels(markers: bytes, path: str, line: int | None) -> Iterator[Label]:
    for marker in _MARKER.finditer(markers):
        fields = {key: value.decode() for key, value in marker.groupdict().items() if value is not None}
        yield Label.model_validate({**fields, "path": path, "line": line})
