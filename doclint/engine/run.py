"""Many pages: judge each, gather what was found."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from doclint.config.project import Project
from doclint.config.selection import Selection
from doclint.engine import result
from doclint.engine.corpus_rules import together
from doclint.engine.linter import Linter
from doclint.engine.report.report import Report
from doclint.engine.result import EncodedResult, Found, LintedPage, encode, has_failed, was_fatal
from doclint.markdown.source import printable
from doclint.repository.dependencies import digest
from doclint.repository.disk import Folder
from doclint.repository.memo import NO_MEMO, Memo
from doclint.repository.memory import Overlay
from doclint.repository.repository import Repository

if TYPE_CHECKING:
    from doclint.engine.cache.cache import Cache
    from doclint.engine.workers import WorkerPool

Progress: TypeAlias = Callable[[Iterable[LintedPage], int], Iterable[LintedPage]]
"""Sees pages as they are judged, and how many there will be; gives them on."""


def no_progress(pages: Iterable[LintedPage], total: int) -> Iterable[LintedPage]:  # noqa: ARG001 - nobody wants to know
    """Nobody watches."""
    return pages


class RunOptions(NamedTuple):
    """What a run may use: workers, who are asked for once there is a page to be judged; the verdicts of earlier runs;
    who watches; and verdicts that are there already.
    """

    pool: "Callable[[], WorkerPool | None]" = lambda: None
    cache: "Cache | None" = None
    progress: Progress = no_progress
    linted: Mapping[str, EncodedResult] = {}


def run(
    project: Project,
    selection: Selection,
    paths: Sequence[str],
    *,
    texts: Mapping[str, bytes] | None = None,
    is_whole: bool = False,
    is_part: bool = False,
    means: RunOptions = RunOptions(),  # noqa: B008 - it cannot be changed
) -> Report:
    """Lint the pages at these paths, given in posix form from the root.

    `texts` holds pages that are read in place of what lies on disk. If these are all pages, `is_whole`, rules about all
    of them together run as well; if they are a part of all, `is_part`, that is left to whoever has all parts. Raises
    ConfigError if a folder of a page has a broken configuration, before anything is read.
    """
    linter = Linter.of(project, selection, is_whole=is_whole)
    memo = Memo(means.cache.memo_store) if means.cache else NO_MEMO
    repository: Repository = Folder(project.root, linter.limits.file_bytes, memo)
    if texts:
        repository = Overlay(repository, texts)
    report = Report(
        root=project.root.as_posix(),
        paths=[printable(path) for path in paths],
        rules=selection.rules_of(paths),
        repository=repository,
        is_whole=is_whole and not is_part,
    )
    return gather(report, _found(linter, paths, repository, means, is_whole=report.is_whole))


def gather(report: Report, found: Iterable[Found]) -> Report:
    """The report with what was found."""
    several = list(found)
    findings = [finding for findings, _ in several for finding in findings]
    findings.sort(key=lambda finding: finding.order)
    return replace(report, findings=findings, suppressed=sum(suppressed for _, suppressed in several))


def _found(
    linter: Linter, paths: Sequence[str], repository: Repository, means: RunOptions, *, is_whole: bool
) -> Iterator[Found]:
    """What there is to say of each page and, if they are all pages, of them together."""
    cache = means.cache
    noted: dict[str, bytes] = {}
    try:
        for path, linted in means.progress(_linted(linter, paths, repository, means), len(paths)):
            noted[path] = result.notes_by(linted) if is_whole else b""
            found = result.found_by(linted)
            if cache and has_failed(found):
                cache.drop(path, is_fatal=was_fatal(found))
            yield found
        if is_whole:
            yield _found_together(linter, [noted[path] for path in paths], repository, cache)
    finally:
        if cache:
            cache.save(is_whole=is_whole and len(noted) == len(paths))


def _linted(linter: Linter, paths: Sequence[str], repository: Repository, means: RunOptions) -> Iterator[LintedPage]:
    """Each page with its verdict: those that are there or still hold, then new ones."""
    yield from means.linted.items()
    known = set(means.linted)
    for path, encoded in means.cache.known(repository) if means.cache else ():
        known.add(path)
        yield path, encoded
    for path, fresh in _fresh(linter, [path for path in paths if path not in known], repository, means):
        kept = fresh
        if means.cache:
            kept = encode(fresh)
            means.cache.add(path, kept)
        yield path, kept


def _fresh(linter: Linter, paths: Sequence[str], repository: Repository, means: RunOptions) -> Iterator[LintedPage]:
    """Each page with its verdict, by several workers where that is worth it, and by one where a page may be fatal."""
    pool = means.pool() if paths else None
    chunks = pool.chunks(paths) if pool else []
    is_risky = means.cache is not None and not means.cache.suspects.isdisjoint(paths)
    if pool and (len(chunks) > 1 or is_risky):
        yield from pool.linted(chunks)
    else:
        yield from ((path, linter.file(path, repository)) for path in paths)


def _found_together(linter: Linter, noted: Sequence[bytes], repository: Repository, cache: "Cache | None") -> Found:
    """What there is to say of all pages together, by what was noted of each."""
    name = digest(b"\n".join(noted)).encode()
    encoded = cache.together(name, repository) if cache else None
    if encoded is None:
        rules = linter.selection.known
        encoded = encode(linter.pages(together(result.notes(one, rules) for one in noted), repository))
        if cache:
            cache.add_together(name, encoded)
    found = result.found(encoded.found)
    if cache and has_failed(found):
        cache.drop_together()
    return found
