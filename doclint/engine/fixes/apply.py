"""The fixes of many pages: which pages have any, and what becomes of the files."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from doclint.config.project import Project
from doclint.engine.fixes.fix import Fixed, fix
from doclint.engine.report.report import Report
from doclint.markdown.source import Source
from doclint.page.page import Page
from doclint.repository.repository import Folder, Repository, replace_inside
from doclint.rule.finding import Problem

_MOST_ROUNDS = 5  # in which the fixes of one page make work on another


@dataclass(frozen=True)
class Repair:
    """What becomes of one page. `generated` says whether it is of a known kind, and so will be written anew."""

    path: str
    before: bytes
    fixed: Fixed
    generated: bool


@dataclass
class Repairs:
    """What was made of a run's fixes: the findings fixed by page, the pages that are generated, and for each page
    that was left as it is the reason.
    """

    fixed: dict[str, int] = field(default_factory=dict)
    generated: set[str] = field(default_factory=set)
    refused: dict[str, str] = field(default_factory=dict)
    has_failed: bool = False

    def add(self, repair: Repair) -> None:
        """Count the fixes of a page, or note why there are none."""
        if repair.fixed.refusal:
            self.refused[repair.path] = repair.fixed.refusal
        elif repair.fixed.fixes:
            self.fixed[repair.path] = self.fixed.get(repair.path, 0) + len(repair.fixed.fixes)
            self.generated |= {repair.path} if repair.generated else set()


@dataclass(frozen=True)
class Workshop:
    """Where pages are fixed: a project, what reads pages and finds their problems, and whether only safe fixes are
    made.

    `paths` has the paths of the pages by how reports call them.
    """

    project: Project
    read: Callable[[str, Source, Repository], Page]
    judge: Callable[[Page], Sequence[Problem]]
    paths: Mapping[str, str]
    unsafe: bool

    def proposals(self, report: Report, leave: Iterable[str] = ()) -> Iterator[Repair]:
        """The repair of each page of a report that has fixes and is not to be left. Nothing is written."""
        repository = Folder(self.project.root, self.project.settings.config.limits.file_bytes)
        for path in sorted(self.fixable(report) - set(leave)):
            before = repository.read(self.paths[path])
            if before is None:
                yield Repair(path, b"", Fixed(b"", refusal="it cannot be read again"), generated=False)
            else:
                yield self._repair(path, before, repository)

    def fixable(self, report: Report) -> set[str]:
        """The pages that have something to fix."""
        return {problem.path for problem in report.problems if problem.fix and (self.unsafe or problem.fix.safe)}

    def fix(self, report: Report, again: Callable[[], Report]) -> tuple[Report, Repairs]:
        """Fix the files of a report: the report of what is left, which `again` makes, and what was done.

        As the fixes of one page may be work for another, it is done until there is nothing more to do.
        """
        repairs = Repairs()
        for _ in range(_MOST_ROUNDS):
            written = [self._write(repair, repairs) for repair in self.proposals(report, repairs.refused)]
            if not any(written):
                break
            report = again()
        return report, repairs

    def _repair(self, path: str, before: bytes, repository: Folder) -> Repair:
        def read(data: bytes) -> Page:
            return self.read(self.paths[path], Source.from_bytes(data), repository)

        fixed = fix(before, read, self.judge, unsafe=self.unsafe)
        return Repair(path, before, fixed, generated=read(before).kind is not None)

    def _write(self, repair: Repair, repairs: Repairs) -> bool:
        if repair.fixed.data != repair.before:
            try:
                replace_inside(
                    self.project.root / self.paths[repair.path], self.project.root, repair.before, repair.fixed.data
                )
            except OSError as error:
                repairs.refused[repair.path] = f"it cannot be written: {error.strerror or error}"
                repairs.has_failed = True
                return False
        repairs.add(repair)
        return repair.fixed.data != repair.before
