"""The files of Python code that a page includes in its examples, read as a whole: a part means what it means there."""

from collections.abc import Iterator
from typing import NamedTuple

from doclint.markdown.source import Source
from doclint.page.examples.code_examples import CodeExample, CodeInclusion, Excerpt, examples_of
from doclint.page.page import Page


class IncludedFile(NamedTuple):
    """A file of which the examples of a page show parts, with the first of these examples.

    `code` has the lines of the file, each with its place in the file, not on the page.
    """

    path: str
    example: CodeExample
    code: Excerpt
    shown: tuple[CodeInclusion, ...]

    @property
    def is_whole(self) -> bool:
        """Whether the page shows all of the file."""
        return any(one.lines.is_whole for one in self.shown)


def included_files(page: Page) -> list[IncludedFile]:
    """Return the Python files that the examples of a page include, each once, in the order of the page."""
    by_path: dict[str, list[tuple[CodeExample, CodeInclusion]]] = {}
    for example in page.remembered(examples_of):
        for inclusion in example.inclusions if example.language == "python" else ():
            by_path.setdefault(inclusion.lines.path, []).append((example, inclusion))
    return list(_files(page, by_path))


def _files(page: Page, by_path: dict[str, list[tuple[CodeExample, CodeInclusion]]]) -> Iterator[IncludedFile]:
    for path, found in by_path.items():
        data = page.repository.page(path) if page.repository else None
        text = "" if data is None else Source.from_bytes(data).text
        lines, start = [], 0
        for line in text.split("\n"):
            lines.append((line.removesuffix("\r"), start))
            start += len(line) + 1
        yield IncludedFile(path, found[0][0], Excerpt(lines), tuple(inclusion for _, inclusion in found))
