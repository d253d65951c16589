"""The fixes of many pages: which pages have any, and what becomes of the files."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from doclint.config.project import Project
from doclint.engine.fixes.fix import Fixed, fix
from doclint.engine.report.report import Report
from doclint.markdown.source import Source
from doclint.page.page import Page
from doclint.repository.disk import Folder
from doclint.repository.paths import replace_inside
from doclint.repository.repository import Repository
from doclint.rule.finding import Finding

_MOST_ROUNDS = 5  # in which the fixes of one page make work on another


@dataclass(frozen=True)
class FixedPage:
    """What becomes of one page. `generated` says whether it is of a known kind, and so will be written anew."""

    path: str
    before: bytes
    fixed: Fixed
    generated: bool


@dataclass
class FixSummary:
    """What was made of a run's fixes: the findings fixed by page, the pages that are generated, and for each page
    that was left as it is the reason.
    """

    fixed: dict[str, int] = field(default_factory=dict)
    generated: set[str] = field(default_factory=set)
    refused: dict[str, str] = field(default_factory=dict)
    has_failed: bool = False

    def add(self, fixed_page: FixedPage) -> None:
        """Count the fixes of a page, or note why there are none."""
        if fixed_page.fixed.refusal:
            self.refused[fixed_page.path] = fixed_page.fixed.refusal
        elif fixed_page.fixed.fixes:
            self.fixed[fixed_page.path] = self.fixed.get(fixed_page.path, 0) + len(fixed_page.fixed.fixes)
            self.generated |= {fixed_page.path} if fixed_page.generated else set()


@dataclass(frozen=True)
class Fixer:
    """Where pages are fixed: a project, what reads pages and finds their problems, and whether only safe fixes are
    made.

    `paths` has the paths of the pages by how reports call them.
    """

    project: Project
    read: Callable[[str, Source, Repository], Page]
    linter: Callable[[Page], Sequence[Finding]]
    paths: Mapping[str, str]
    unsafe: bool

    def proposals(self, report: Report, leave: Iterable[str] = ()) -> Iterator[FixedPage]:
        """The repair of each page of a report that has fixes and is not to be left. Nothing is written."""
        repository = Folder(self.project.root, self.project.settings.config.limits.file_bytes)
        for path in sorted(self.fixable(report) - set(leave)):
            before = repository.read(self.paths[path])
            if before is None:
                yield FixedPage(path, b"", Fixed(b"", refusal="it cannot be read again"), generated=False)
            else:
                yield self._fixed_page(path, before, repository)

    def fixable(self, report: Report) -> set[str]:
        """The pages that have something to fix."""
        return {finding.path for finding in report.findings if finding.fix and (self.unsafe or finding.fix.safe)}

    def fix(self, report: Report, again: Callable[[], Report]) -> tuple[Report, FixSummary]:
        """Fix the files of a report: the report of what is left, which `again` makes, and what was done.

        As the fixes of one page may be work for another, it is done until there is nothing more to do.
        """
        summary = FixSummary()
        for _ in range(_MOST_ROUNDS):
            written = [self._write(fixed_page, summary) for fixed_page in self.proposals(report, summary.refused)]
            if not any(written):
                break
            report = again()
        return report, summary

    def _fixed_page(self, path: str, before: bytes, repository: Folder) -> FixedPage:
        def read(data: bytes) -> Page:
            return self.read(self.paths[path], Source.from_bytes(data), repository)

        fixed = fix(before, read, self.linter, unsafe=self.unsafe)
        return FixedPage(path, before, fixed, generated=read(before).kind is not None)

    def _write(self, fixed_page: FixedPage, summary: FixSummary) -> bool:
        if fixed_page.fixed.data != fixed_page.before:
            try:
                replace_inside(
                    self.project.root / self.paths[fixed_page.path],
                    self.project.root,
                    fixed_page.before,
                    fixed_page.fixed.data,
                )
            except OSError as error:
                summary.refused[fixed_page.path] = f"it cannot be written: {error.strerror or error}"
                summary.has_failed = True
                return False
        summary.add(fixed_page)
        return fixed_page.fixed.data != fixed_page.before
