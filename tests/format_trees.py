"""Trees of pages of a format, checked with that format, and the findings that a change of a file adds."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from doclint.api.lint import lint_corpus
from doclint.engine.report.report import Report
from doclint.formats import loading
from doclint.rule.finding import Finding
from doclint.source.language import is_markdown

FORMATS = Path(__file__).parent / "formats"
BUILT_IN = Path(loading.__file__).parent / "builtin"
WILD = (Path(__file__).parents[2] / "shared" / "corpus" / "wild").resolve()
_LARGEST = 2_000_000  # bytes of a file; no source is as large
_NO_SOURCES = frozenset({".git", "node_modules"})


def table_of(name: str) -> dict[str, Any]:
    """Return one of the formats of the tests, or of those that come with doclint, as a user's configuration has it."""
    folder = BUILT_IN if name in loading.BUILTIN else FORMATS
    return tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Mutation:
    """A change of one file of a tree: the first `old` text in the file becomes `new`, or the file is deleted.

    `page` is the page that has to have the new finding, by default the file itself; empty for any page. `rule` is the
    rule that should report it once. The rules `beside` it may report what follows elsewhere: links to a heading that
    is gone, examples. `message` is a part of the message.
    """

    name: str
    file: str
    old: str
    new: str | None
    rule: str
    page: str | None = None
    beside: tuple[str, ...] = ()
    message: str = ""


@dataclass
class FormatTree:
    """A tree: its files by path, and the format of its pages; by default, the formats that come with doclint."""

    files: Mapping[str, bytes]
    format: dict[str, Any] | None = None
    _sound: dict[tuple[str, ...], Report] = field(default_factory=dict)
    _after: dict[Mutation, list[Finding]] = field(default_factory=dict)

    @classmethod
    def at(cls, root: Path, format_: str = "") -> "FormatTree":
        """Return the tree of a folder, without what is no source."""
        paths = (path for path in sorted(root.rglob("*")) if _NO_SOURCES.isdisjoint(path.relative_to(root).parts))
        files = (path for path in paths if path.is_file() and path.stat().st_size <= _LARGEST)
        return cls(
            {path.relative_to(root).as_posix(): path.read_bytes() for path in files},
            table_of(format_) if format_ else None,
        )

    @cached_property
    def pages(self) -> list[str]:
        """The paths of the pages below the docs root of the format, if it has one."""
        docs = f"{(self.format or {}).get('docs-root', '')}/".lstrip("/")
        return [path for path in self.files if path.startswith(docs) and is_markdown(path)]

    def report(self, pages: Iterable[str], changes: Mapping[str, bytes | None]) -> Report:
        """Return the report on some pages if some files have another content, or are not there for None."""
        files = {path: data for path, data in {**self.files, **changes}.items() if data is not None}
        checked = {path: files[path] for path in pages if path in files}
        return lint_corpus(checked, format=self.format, rules=None if self.format else ["strict"], sources=files)

    def sound(self, *pages: str) -> Report:
        """Return the report on some pages as they are."""
        if pages not in self._sound:
            self._sound[pages] = self.report(pages, {})
        return self._sound[pages]

    def new(self, pages: Iterable[str], changes: Mapping[str, bytes | None]) -> list[Finding]:
        """Return the findings that changes add, wherever on the pages they are."""
        pages = tuple(pages)
        before = Counter(map(_identity, self.sound(*pages).findings))
        added = []
        for finding in self.report(pages, changes).findings:
            if not before[_identity(finding)]:
                added.append(finding)
            before[_identity(finding)] -= 1
        return added

    def after(self, mutation: Mutation) -> list[Finding]:
        """Return the findings that a mutation adds. Raises ValueError if the file does not have the old text."""
        if mutation not in self._after:
            self._after[mutation] = self._find_after(mutation)
        return self._after[mutation]

    def _find_after(self, mutation: Mutation) -> list[Finding]:
        text = self.files[mutation.file].decode()
        if mutation.old not in text:
            raise ValueError(f"{mutation.file} has no {mutation.old!r}")
        new = None if mutation.new is None else text.replace(mutation.old, mutation.new, 1).encode()
        pages = self.pages if mutation.page == "" else [mutation.page or mutation.file]
        return self.new(pages, {mutation.file: new})


def _identity(finding: Finding) -> tuple[str, str, str]:
    """Return what tells a finding from all others, wherever it is: lines move."""
    return finding.path, finding.rule, re.sub(r"\d+", "", finding.message)
