"""The linter: checks pages, from files or given as text, with the rules that are selected for each page."""

from collections.abc import Sequence
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from doclint.config.selection import PageRules, Selection
from doclint.engine import corpus_rules as corpus
from doclint.engine.corpus_rules import Notes
from doclint.engine.page_result import PageResult
from doclint.engine.page_rules import PageFindings, outcome
from doclint.engine.plan import Plan
from doclint.formats.format_set import FormatSet
from doclint.markdown.source import Source, printable
from doclint.page.limits import Limits
from doclint.page.page import Page
from doclint.repository.dependencies import Dependencies
from doclint.repository.repository import Repository
from doclint.rule.finding import Finding, failure, limit_reached, too_large
from doclint.sites.finder import NO_SETTINGS, Sites

_FIXED_AT_ONCE = 100_000  # findings of a rule on a page; each takes some kilobytes


class Linter(Struct, frozen=True):
    """Checks pages with the rules that are selected for each, reading them in the given formats.

    doclint does not read what exceeds the `limits`, and reports that as a finding. `is_whole` says that the pages are
    all pages of the repository, so that rules about all pages together take notes. If it `has_claims`, results have the
    claims that rules compare.
    """

    selection: Selection
    formats: FormatSet
    limits: Limits
    sites: Sites = NO_SETTINGS
    is_whole: bool = False
    has_claims: bool = False

    @classmethod
    def of(cls, plan: Plan) -> Self:
        """Return the linter for the pages of a plan."""
        linter = cls(plan.selection, plan.formats, plan.limits, plan.project.sites, plan.is_whole, plan.has_claims)
        return linter.finding_all if plan.finds_all else linter

    @property
    def finding_all(self) -> Self:
        """A linter that finds all that is wrong with a page, for fixes and for claims.

        A pass over the page for each thousand fixes would be quadratic.
        """
        findings = max(self.limits.findings, _FIXED_AT_ONCE)
        return replace(self, limits=replace(self.limits, findings=findings))

    def file(self, path: str, repository: Repository) -> PageResult:
        """Check the page at a path of a repository."""
        with repository.recording() as dependencies:
            data = repository.read(path)
            result = self._unreadable(path) if data is None else self._text(path, data, repository)
        return self._complete(path, result, dependencies, repository)

    def text(self, path: str, text: str | bytes, repository: Repository | None) -> PageResult:
        """Check a page whose text is given. `path` is its place in the repository, or a name if there is none."""
        if repository is None:
            return self._text(path, text, None)
        with repository.recording() as dependencies:
            result = self._text(path, text, repository)
        return self._complete(path, result, dependencies, repository)

    def _unreadable(self, path: str) -> PageResult:
        message = (
            "doclint cannot read the page: it is gone, you have no permission, or it is a link out of the root, to "
            "`.git` or to what git ignores; leave such a link out with `exclude`"
        )
        return PageResult(PageFindings([failure("page-unreadable", printable(path), message)]))

    def _text(self, path: str, text: str | bytes, repository: Repository | None) -> PageResult:
        most = self.limits.file_bytes
        if len(text) > most or (isinstance(text, str) and len(text.encode(errors="surrogatepass")) > most):
            return PageResult(PageFindings([too_large(printable(path), most)]))
        return self.page(self.read(path, Source.of(text), repository))

    def read(self, path: str, source: Source, repository: Repository | None) -> Page:
        """Return a page that has access to everything that the selected rules may read."""
        without = self.selection.without
        page = Page(
            path,
            source,
            formats=self.formats,
            repository=None if "repository" in without else repository,
            has_source="source" not in without,
            limits=self.limits,
            sites=self.sites,
        )
        page.claims = [] if self.has_claims else None
        return page

    def _complete(
        self, path: str, result: PageResult, dependencies: Dependencies, repository: Repository
    ) -> PageResult:
        """Return the result with its dependencies, and with a finding for each file that is too large to read."""
        lost = "`{}` is larger, so doclint does not check what the page says about it"
        more = [
            limit_reached(printable(path), "file-bytes", self.limits.file_bytes, lost.format(file), what=file)
            for file in map(printable, sorted(dependencies.too_large))
        ]
        found = result.found
        if more:
            found = found._replace(findings=sorted([*found.findings, *more], key=lambda finding: finding.order))
        memo, seen_files = repository.memo.taken(), repository.seen_files.taken()
        return replace(result, found=found, dependencies=dependencies, memo=memo, seen_files=seen_files)

    def page(self, page: Page) -> PageResult:
        """Check a parsed page. The result has no dependencies."""
        chosen = self.selection.at(page.path)
        found = outcome(page, chosen.rules, chosen.known.heads.values() if chosen.is_complete else None)
        has_failed = any(finding.rule == "page-failed" for finding in found.findings)
        notes, failures = corpus.take_notes(page, chosen.rules) if self.is_whole and not has_failed else ({}, [])
        findings = with_severities([*failures, *found.findings], chosen)
        return PageResult(PageFindings(findings, *found[1:]), notes)

    def pages(self, notes: Notes, repository: Repository, unknown: Sequence[str] = ()) -> PageResult:
        """Run the rules about all pages together on their notes. The rules have the options of the root.

        The result has hints on the pages of no known kind, which are `unknown`.
        """
        chosen = self.selection.at("")
        with repository.recording() as dependencies:
            findings, suppressed = corpus.check(chosen.rules, notes, repository, self.formats, self.limits)
            hints = self._hints(unknown, repository) if unknown else ()
        found = PageFindings(with_severities(findings, chosen), suppressed, hints=hints)
        return PageResult(found, dependencies=dependencies, memo=repository.memo.taken())

    def _hints(self, paths: Sequence[str], repository: Repository) -> tuple[str, ...]:
        from doclint.config.survey import hints

        return tuple(hints(paths, repository, self.formats.rooted))


def with_severities(findings: Sequence[Finding], chosen: PageRules) -> list[Finding]:
    """Return findings with the severities that the configuration gives them."""
    severities = chosen.severities
    return [replace(one, severity=severities[one.rule]) if one.rule in severities else one for one in findings]
