"""The fixes of the pages of a report: finds the pages that have fixes, and writes them."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Protocol

from msgspec import Struct, field
from msgspec.structs import replace

from doclint.engine.brake import Brake
from doclint.engine.fixes.fix import Fixed, fix
from doclint.engine.isolation import survives
from doclint.engine.linter import Linter
from doclint.engine.report.report import Report
from doclint.engine.suppressions import ConfigSuppressions
from doclint.markdown.source import Fix, Source, printable
from doclint.page.page import Page
from doclint.repository.paths import is_own_file, replace_inside
from doclint.repository.repository import Repository
from doclint.rule.finding import Finding
from doclint.source.language import is_markdown


class Targets(Protocol):
    """Pages, by path from the root, that fixes can change. `texts` has those in memory, as they are now."""

    texts: dict[str, bytes]

    def repository(self) -> Repository | None:
        """Return the files around the pages as they are now; None if only the pages are known."""

    def read(self, path: str, repository: Repository | None) -> bytes | None:
        """Return the content of a page, given what `repository` returned; None if it cannot be read."""

    def refusal(self, path: str) -> str:
        """Return why a page is not to be changed, whatever its fixes are; empty if it may be."""

    def write(self, path: str, before: bytes, after: bytes) -> None:
        """Replace the content of a page. Raises OSError if that fails, or if the page is not as it was `before`."""


class FileTargets:
    """Pages that are files below a root."""

    def __init__(self, root: Path, repository: Callable[[], Repository]) -> None:
        self.texts: dict[str, bytes] = {}
        self._root = root
        self._open = repository

    def repository(self) -> Repository:
        """Return the files below the root."""
        return self._open()

    def read(self, path: str, repository: Repository | None) -> bytes | None:
        """Return the content of a file."""
        return repository.read(path) if repository else None

    def refusal(self, path: str) -> str:
        """Return why doclint writes no fixes to a file."""
        is_own = is_own_file(self._root / path, self._root)
        return "" if is_own else "doclint fixes only regular files, and this is a symbolic link or below one"

    def write(self, path: str, before: bytes, after: bytes) -> None:
        """Replace a file."""
        replace_inside(self._root / path, self._root, before, after)


class TextTargets:
    """Pages that a caller gave. `around` returns the other files with these texts in their place."""

    def __init__(self, texts: Mapping[str, bytes], around: Callable[[Mapping[str, bytes]], Repository | None]) -> None:
        self.texts = dict(texts)
        self._around = around

    def repository(self) -> Repository | None:
        """Return the other files, with the texts as they are now."""
        return self._around(self.texts)

    def read(self, path: str, repository: Repository | None) -> bytes | None:  # noqa: ARG002 - texts need none
        """Return a text."""
        return self.texts.get(path)

    def refusal(self, path: str) -> str:  # noqa: ARG002 - the path does not matter
        """Return an empty text, because every text may be changed."""
        return ""

    def write(self, path: str, before: bytes, after: bytes) -> None:  # noqa: ARG002 - no other program changes texts
        """Replace a text."""
        self.texts[path] = after


_MOST_ROUNDS = 5  # of fixing and checking again


class FixedPage(Struct, frozen=True):
    """A page with its fixes.

    `before` is its content without them. `generated` says whether the page is of a known kind, so that the next run of
    its generator overwrites it.
    """

    path: str
    before: bytes
    fixed: Fixed
    generated: bool


class FixSummary(Struct):
    """What was fixed, with pages named as in reports.

    `findings` are those that were fixed, and `fixed` is their number by page; `more` of them could be fixed only
    after others. `generated` has the pages that are generated. `refused` says by page why no fix was made. `has_failed`
    says whether a file could not be written.
    """

    findings: list[Finding] = []
    fixed: Counter[str] = field(default_factory=Counter)
    more: int = 0
    generated: set[str] = set()
    refused: dict[str, str] = {}
    has_failed: bool = False

    def add(self, page: FixedPage) -> None:
        """Count the fixes of a page, or record why none was made."""
        if page.fixed.refusal:
            self.refused[page.path] = page.fixed.refusal
        elif page.fixed.fixes:
            expected = 0 if page.path in self.fixed else page.fixed.expected
            self.more += max(0, len(page.fixed.fixes) - expected)
            self.findings += page.fixed.fixes
            self.fixed[page.path] += len(page.fixed.fixes)
            self.generated |= {page.path} if page.generated else set()


class Fixer:
    """Makes the safe fixes of the pages at some paths, or with `unsafe` all fixes.

    It does not fix findings that the configuration suppresses. If it `is_careful`, it leaves a page as it is if fixing
    it would crash this process.
    """

    def __init__(
        self,
        linter: Linter,
        suppressions: ConfigSuppressions,
        targets: Targets,
        paths: Iterable[str],
        *,
        unsafe: bool,
        is_careful: bool = False,
    ) -> None:
        self.unsafe = unsafe
        self._is_careful = is_careful
        self._linter = linter.finding_all
        self._suppressions = suppressions
        self._targets = targets
        self._paths = {printable(path): path for path in paths}

    def proposals(self, report: Report, leave: Collection[str] = ()) -> Iterator[FixedPage]:
        """Yield each page of a report that has fixes, except the pages to leave, in fixed form. Write nothing."""
        repository, brake = self._targets.repository(), Brake(report.failed)
        for path in sorted(self.fixable(report).difference(leave)):
            refusal = self._refusal(self._paths[path])
            before = None if refusal else self._targets.read(self._paths[path], repository)
            if before is None:
                refusal = refusal or "it cannot be read again"
                yield FixedPage(path, b"", Fixed(b"", refusal=refusal), generated=False)
            elif self._is_careful and not survives(partial(self._fix, path, before, repository, brake)):
                yield FixedPage(path, before, Fixed(before, refusal="fixing it crashes doclint"), generated=False)
            else:
                yield self._fix(path, before, repository, brake)

    def _refusal(self, path: str) -> str:
        """Return why doclint makes no fixes on a page, whatever they are; empty if it does."""
        refusal = self._targets.refusal(path)
        if refusal or is_markdown(path):
            return refusal
        return "doclint fixes only Markdown files, such as `page.md`"

    def fixable(self, report: Report) -> set[str]:
        """Return the pages of a report that have a fix to make, or may have one beyond the limit of findings."""
        return {one.path for one in report.findings if self._makes(one.fix) or one.has_more}

    def fix(self, report: Report, check_again: Callable[[], Report]) -> tuple[Report, FixSummary]:
        """Fix the pages of a report. Return the report on the remaining findings, made by `check_again`, and a summary.

        Because a fix on one page may make a fix on another one possible, this repeats until nothing is left to fix.
        """
        summary = FixSummary()
        for _ in range(_MOST_ROUNDS):
            written = [self._write(page, summary) for page in self.proposals(report, summary.refused)]
            if not any(written):
                break
            report = check_again()
        return self._without_refused(report, summary.refused), summary

    def _without_refused(self, report: Report, refused: Collection[str]) -> Report:
        """Return a report in which no finding promises a fix that was refused."""
        findings = [
            replace(finding, fix=None) if finding.path in refused and self._makes(finding.fix) else finding
            for finding in report.findings
        ]
        return replace(report, findings=findings)

    def _makes(self, fix: Fix | None) -> bool:
        return fix is not None and (self.unsafe or fix.safe)

    def _fix(self, path: str, before: bytes, repository: Repository | None, brake: Brake) -> FixedPage:
        def read(data: bytes) -> Page:
            return self._linter.read(self._paths[path], Source.from_bytes(data), repository)

        def findings(page: Page) -> list[Finding]:
            reported, _ = brake.divided(self._linter.page(page).found.findings)
            return self._suppressions.without_suppressed(reported)

        fixed = fix(before, read, findings, unsafe=self.unsafe)
        return FixedPage(path, before, fixed, generated=read(before).kind is not None)

    def _write(self, page: FixedPage, summary: FixSummary) -> bool:
        """Write a page, and return whether that changed it."""
        is_changed = page.fixed.data != page.before
        if is_changed:
            try:
                self._targets.write(self._paths[page.path], page.before, page.fixed.data)
            except OSError as error:
                summary.refused[page.path] = f"it cannot be written: {error.strerror or error}"
                summary.has_failed = True
                return False
        summary.add(page)
        return is_changed
