"""A page that is open in an editor, in its project."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from msgspec import Struct

from doclint.engine.page_result import PageResult
from doclint.engine.page_rules import lint
from doclint.engine.report.report import Report
from doclint.markdown.source import Source
from doclint.page.page import Page
from doclint.repository.repository import Repository
from doclint.rule.finding import Finding
from doclint.server.open_project import LoadedProject, OpenProject


class OpenPage(Struct, frozen=True, dict=True):
    """The text of a page at a path of a project, among the texts of other open documents, by path."""

    project: OpenProject
    loaded: LoadedProject
    path: str
    text: str
    others: Mapping[str, str]

    @property
    def is_left_out(self) -> bool:
        """Whether the configuration leaves the page out, or doclint does by default."""
        return self.loaded.project.exclusions.of(self.path) is not None

    @cached_property
    def repository(self) -> Repository | None:
        """The files around the page, with it and the other open documents in their places."""
        return self.project.repository({**self.others, self.path: self.text})

    def file(self, path: str) -> Path:
        """Return the file at a path of the repository."""
        return self.project.root / path if self.project.root else Path(path)

    @cached_property
    def page(self) -> Page:
        """The page, ready to be read."""
        return self.read(self.text.encode(errors="surrogatepass"))

    @cached_property
    def report(self) -> Report:
        """The report on the page. Raises DoclintError if the configuration of its folder is broken."""
        return self._report(self.loaded.linter.text(self.path, self.text, self.repository))

    @cached_property
    def since(self) -> dict[Finding, str]:
        """Since when findings are there, as far as anyone has asked for it."""
        return {}

    @property
    def findings(self) -> list[Finding]:
        """What doclint reports on the page. Raises DoclintError if the configuration of its folder is broken."""
        return self.report.findings

    def read(self, data: bytes) -> Page:
        """Return the page with another content."""
        return self.loaded.linter.read(self.path, Source.from_bytes(data), self.repository)

    def read_to_fix(self, data: bytes) -> Page:
        """Return the page with another content, with a limit of findings that suits fixing it."""
        return self.loaded.linter.finding_all.read(self.path, Source.from_bytes(data), self.repository)

    def lint(self, page: Page) -> Sequence[Finding]:
        """Return what doclint reports on the page with another content."""
        return self._report(self.loaded.linter.page(page)).findings

    def found_by(self, rule: str, page: Page) -> list[Finding]:
        """Return the findings of one rule on the page with another content, as far as doclint reports them."""
        chosen = self.loaded.linter.selection.at(self.path).rules
        findings = lint(page, [one for one in chosen if one.id == rule])
        return self.loaded.brake_for(findings).divided(findings)[0]

    def _report(self, result: PageResult) -> Report:
        return self.loaded.report(self.path, result, self.repository)
