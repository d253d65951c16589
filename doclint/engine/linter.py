"""A judge: what the rules that are chosen say of a page, wherever it comes from."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from doclint.config.selection import Chosen, Selection
from doclint.engine import corpus_rules as corpus
from doclint.engine.corpus_rules import Notes
from doclint.engine.page_rules import outcome
from doclint.engine.result import PageResult
from doclint.formats.schema import Format
from doclint.markdown.source import Source, printable
from doclint.page.limits import Limits
from doclint.page.page import Page
from doclint.repository.dependencies import Dependencies
from doclint.repository.repository import Repository
from doclint.rule.finding import Finding, failure, limit_reached, too_large

if TYPE_CHECKING:
    from doclint.config.project import Project


@dataclass(frozen=True)
class Linter:
    """What judges pages: the rules that are selected for each, and the formats that they may have.

    What is beyond the `limits` is left out, and reported. If these are all pages, `is_whole`, rules about all of them
    together take their notes.
    """

    selection: Selection
    formats: Sequence[Format]
    limits: Limits
    is_whole: bool = False

    @classmethod
    def of(cls, project: "Project", selection: Selection, *, is_whole: bool = False) -> "Linter":
        """What judges the pages of a project."""
        return cls(selection, project.formats, project.settings.config.limits, is_whole)

    def file(self, path: str, repository: Repository) -> PageResult:
        """What there is to say of the page at a path of a repository."""
        with repository.recording() as dependencies:
            data = repository.read(path)
            result = self._unreadable(path) if data is None else self._text(path, data, repository)
        return self._complete(path, result, dependencies, repository)

    def text(self, path: str, text: str | bytes, repository: Repository | None) -> PageResult:
        """The same for a page that is at hand."""
        if repository is None:
            return self._text(path, text, None)
        with repository.recording() as dependencies:
            result = self._text(path, text, repository)
        return self._complete(path, result, dependencies, repository)

    def _unreadable(self, path: str) -> PageResult:
        message = "The page cannot be read: it is no file below the root, or may not be"
        return PageResult([failure("page-unreadable", printable(path), message)])

    def _text(self, path: str, text: str | bytes, repository: Repository | None) -> PageResult:
        most = self.limits.file_bytes
        if len(text) > most or (isinstance(text, str) and len(text.encode(errors="surrogatepass")) > most):
            return PageResult([too_large(printable(path), most)])
        source = Source.from_bytes(text) if isinstance(text, bytes) else Source.from_text(text)
        return self.page(self.read(path, source, repository))

    def read(self, path: str, source: Source, repository: Repository | None) -> Page:
        """A page with all that the rules may ask of it."""
        without = self.selection.without
        return Page(
            path,
            source,
            formats=self.formats,
            repository=None if "repository" in without else repository,
            has_source="source" not in without,
            limits=self.limits,
        )

    def _complete(
        self, path: str, result: PageResult, dependencies: Dependencies, repository: Repository
    ) -> PageResult:
        """The result with its dependencies, and with the files that are too large to be read."""
        lost = "`{}` has more bytes, and what the page says of it is not checked"
        more = [
            limit_reached(printable(path), "file-bytes", self.limits.file_bytes, lost.format(printable(file)))
            for file in sorted(dependencies.too_large)
        ]
        findings = sorted([*result.findings, *more], key=lambda finding: finding.order) if more else result.findings
        return replace(result, findings=findings, dependencies=dependencies, memo=repository.memo.taken())

    def page(self, page: Page) -> PageResult:
        """The same for a page that is taken apart already."""
        chosen = self.selection.at(page.path)
        found = outcome(page, chosen.rules, chosen.known.values() if chosen.is_complete else None)
        has_failed = any(finding.rule == "page-failed" for finding in found.findings)
        notes, failures = corpus.note(page, chosen.rules) if self.is_whole and not has_failed else ({}, [])
        return PageResult(weighed([*failures, *found.findings], chosen), found.suppressed, notes)

    def pages(self, notes: Notes, repository: Repository) -> PageResult:
        """What rules about all pages together find, by what was noted of each. Their options are those of the root."""
        chosen = self.selection.at("")
        with repository.recording() as dependencies:
            findings, suppressed = corpus.check(chosen.rules, notes, repository, self.formats)
        return PageResult(
            weighed(findings, chosen), suppressed, dependencies=dependencies, memo=repository.memo.taken()
        )


def weighed(findings: Sequence[Finding], chosen: Chosen) -> list[Finding]:
    """Some problems with the severities that are chosen for them."""
    severities = chosen.severities
    return [replace(one, severity=severities[one.rule]) if one.rule in severities else one for one in findings]
