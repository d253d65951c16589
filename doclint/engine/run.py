"""Many pages: judge each, gather what was found."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from doclint.config.project import Project
from doclint.config.selection import Selection
from doclint.engine import result as verdict
from doclint.engine.corpus_rules import together
from doclint.engine.linter import Judge
from doclint.engine.report.report import Report
from doclint.engine.result import Found, Judged, Sealed, has_failed, seal, was_fatal
from doclint.markdown.source import printable
from doclint.repository.dependencies import digest
from doclint.repository.memo import NOTHING, Facts
from doclint.repository.repository import Folder, Overlay, Repository

if TYPE_CHECKING:
    from doclint.engine.cache.cache import Cache
    from doclint.engine.workers import Crew

Watch: TypeAlias = Callable[[Iterable[Judged], int], Iterable[Judged]]
"""Sees pages as they are judged, and how many there will be; gives them on."""


def unwatched(pages: Iterable[Judged], total: int) -> Iterable[Judged]:  # noqa: ARG001 - nobody wants to know
    """Nobody watches."""
    return pages


class Means(NamedTuple):
    """What a run may use: workers, who are asked for once there is a page to be judged; the verdicts of earlier runs;
    who watches; and verdicts that are there already.
    """

    crew: "Callable[[], Crew | None]" = lambda: None
    cache: "Cache | None" = None
    watch: Watch = unwatched
    judged: Mapping[str, Sealed] = {}


def run(
    project: Project,
    selection: Selection,
    paths: Sequence[str],
    *,
    texts: Mapping[str, bytes] | None = None,
    is_whole: bool = False,
    is_part: bool = False,
    means: Means = Means(),  # noqa: B008 - it cannot be changed
) -> Report:
    """Lint the pages at these paths, given in posix form from the root.

    `texts` holds pages that are read in place of what lies on disk. If these are all pages, `is_whole`, rules about all
    of them together run as well; if they are a part of all, `is_part`, that is left to whoever has all parts. Raises
    ConfigError if a folder of a page has a broken configuration, before anything is read.
    """
    judge = Judge.of(project, selection, is_whole=is_whole)
    facts = Facts(means.cache.shelf) if means.cache else NOTHING
    repository: Repository = Folder(project.root, judge.limits.file_bytes, facts)
    if texts:
        repository = Overlay(repository, texts)
    report = Report(
        root=project.root.as_posix(),
        paths=[printable(path) for path in paths],
        rules=selection.rules_of(paths),
        repository=repository,
        is_whole=is_whole and not is_part,
    )
    return gather(report, _found(judge, paths, repository, means, is_whole=report.is_whole))


def gather(report: Report, found: Iterable[Found]) -> Report:
    """The report with what was found."""
    several = list(found)
    problems = [problem for problems, _ in several for problem in problems]
    problems.sort(key=lambda problem: problem.order)
    return replace(report, problems=problems, suppressed=sum(suppressed for _, suppressed in several))


def _found(
    judge: Judge, paths: Sequence[str], repository: Repository, means: Means, *, is_whole: bool
) -> Iterator[Found]:
    """What there is to say of each page and, if they are all pages, of them together."""
    cache = means.cache
    noted: dict[str, bytes] = {}
    try:
        for path, judged in means.watch(_judged(judge, paths, repository, means), len(paths)):
            noted[path] = verdict.notes_by(judged) if is_whole else b""
            found = verdict.found_by(judged)
            if cache and has_failed(found):
                cache.drop(path, is_fatal=was_fatal(found))
            yield found
        if is_whole:
            yield _found_together(judge, [noted[path] for path in paths], repository, cache)
    finally:
        if cache:
            cache.save(is_whole=is_whole and len(noted) == len(paths))


def _judged(judge: Judge, paths: Sequence[str], repository: Repository, means: Means) -> Iterator[Judged]:
    """Each page with its verdict: those that are there or still hold, then new ones."""
    yield from means.judged.items()
    known = set(means.judged)
    for path, sealed in means.cache.known(repository) if means.cache else ():
        known.add(path)
        yield path, sealed
    for path, fresh in _fresh(judge, [path for path in paths if path not in known], repository, means):
        kept = fresh
        if means.cache:
            kept = seal(fresh)
            means.cache.add(path, kept)
        yield path, kept


def _fresh(judge: Judge, paths: Sequence[str], repository: Repository, means: Means) -> Iterator[Judged]:
    """Each page with its verdict, by several workers where that is worth it, and by one where a page may be fatal."""
    crew = means.crew() if paths else None
    chunks = crew.chunks(paths) if crew else []
    is_risky = means.cache is not None and not means.cache.suspects.isdisjoint(paths)
    if crew and (len(chunks) > 1 or is_risky):
        yield from crew.judged(chunks)
    else:
        yield from ((path, judge.file(path, repository)) for path in paths)


def _found_together(judge: Judge, noted: Sequence[bytes], repository: Repository, cache: "Cache | None") -> Found:
    """What there is to say of all pages together, by what was noted of each."""
    name = digest(b"\n".join(noted)).encode()
    sealed = cache.together(name, repository) if cache else None
    if sealed is None:
        rules = judge.selection.known
        sealed = seal(judge.pages(together(verdict.notes(one, rules) for one in noted), repository))
        if cache:
            cache.add_together(name, sealed)
    found = verdict.found(sealed.found)
    if cache and has_failed(found):
        cache.drop_together()
    return found
