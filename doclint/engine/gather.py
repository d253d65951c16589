"""A run over many pages: gets the result of each from the cache, from a worker or from the linter in this process."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from doclint.engine.brake import NO_BRAKE, AssumptionCounts, Brake, counts_of
from doclint.engine.corpus_rules import Notes, is_of_no_kind, merge_notes
from doclint.engine.linter import Linter
from doclint.engine.page_result import (
    EncodedResult,
    LintedPage,
    PageResult,
    decode_notes,
    encode,
    encoded_notes,
    found_of,
    has_failed,
    was_fatal,
)
from doclint.engine.page_rules import PageFindings
from doclint.engine.plan import Plan
from doclint.engine.report.causes import rules_of_targets, with_few_causes
from doclint.engine.report.forms import sentences
from doclint.engine.report.report import NO_GIT, Report
from doclint.markdown.source import printable
from doclint.repository.dependencies import digest
from doclint.repository.memo import Memo
from doclint.repository.repository import Repository

if TYPE_CHECKING:
    from doclint.engine.cache.cache import Cache
    from doclint.engine.workers import WorkerPool

Progress: TypeAlias = Callable[[Iterable[LintedPage], int], Iterable[LintedPage]]
"""A function that takes the pages as they are linted and their total number, and passes the pages on."""


def no_progress(pages: Iterable[LintedPage], total: int) -> Iterable[LintedPage]:  # noqa: ARG001 - it shows nothing
    """Pass the pages on without showing progress."""
    return pages


class RunOptions(Struct, frozen=True):
    """How a run gets its results.

    `pool` makes the worker pool when there is a page to lint, or returns None to lint in this process. `cache` has the
    results of earlier runs; `known` has results, by path, that are valid in any case. `last_counts` returns the counts
    of the last run over all pages.
    """

    pool: "Callable[[], WorkerPool | None]" = lambda: None
    cache: "Cache | None" = None
    progress: Progress = no_progress
    known: Mapping[str, EncodedResult] = {}
    last_counts: Callable[[], Iterable[AssumptionCounts]] = tuple


def run(plan: Plan, options: RunOptions = RunOptions()) -> Report:  # noqa: B008 - it is immutable
    """Check the pages of a plan, and return the report.

    Raises ConfigError before it reads a page if the configuration of a folder is broken.
    """
    paths, cache = plan.part, options.cache
    files = plan.repository(Memo(cache.memo_store), cache.seen_files) if cache else plan.repository(is_compared=False)
    report = Report(
        root=plan.root.as_posix(),
        paths=[printable(path) for path in paths],
        rules=plan.selection.rules_of(paths),
        repository=files,
        is_whole=plan.is_complete,
        left_out=plan.left_out,
        named=list(map(printable, plan.named)),
    )
    found = list(_found(plan, report, options))
    report = replace(report, assumptions=counts_of(found))
    if options.cache and report.is_whole:
        options.cache.keep_counts(report.assumptions)
    report = gather(report, found, _brake(plan, report, options))
    hints = [hint for one in found for hint in one.hints]
    silence = (
        () if plan.shard or not report.uncompared else sentences(report.uncompared)
    )  # `merge` says it of all parts
    notes = [*hints, *silence, *([NO_GIT] if report.lacks_git else ())]
    return replace(report, notes=notes)


def _brake(plan: Plan, report: Report, options: RunOptions) -> Brake:
    """Return the brake of a run. The counts of some pages would not do: their author may have made one mistake."""
    if not plan.project.settings.config.brake or not any(one.findings for one in report.assumptions):
        return NO_BRAKE
    return Brake.of(report.assumptions if report.is_whole else options.last_counts())


def gather(report: Report, found: Iterable[PageFindings], brake: Brake = NO_BRAKE) -> Report:
    """Return the report with all findings, sorted by place, and with the number of suppressed ones.

    The brake holds some of them back. If there are many causes on pages of no known format, findings get wider ones.
    """
    several = list(found)
    findings = [finding for found in several for finding in found.findings]
    findings.sort(key=lambda finding: finding.order)
    apart = rules_of_targets(report.rules)
    reported, held_back = (with_few_causes(several, apart) for several in brake.divided(findings))
    return replace(
        report,
        findings=reported,
        suppressed=sum(found.suppressed for found in several),
        failed=brake.about(findings),
        held_back=held_back,
        claims=[found.claims for found in several if found.claims],
        uncompared=[found.uncompared for found in several if found.uncompared],
        lacks_git=any(finding.rule in apart for finding in findings)
        and not (report.repository and report.repository.has_git),
    )


def _found(plan: Plan, report: Report, options: RunOptions) -> Iterator[PageFindings]:
    """Yield the findings of each page and, if these are all pages, those of rules about all pages together."""
    cache, repository, linter = options.cache, report.repository, Linter.of(plan)
    assert repository is not None
    encoded: dict[str, bytes] = {}  # notes, which identify what the cache has of all pages together
    notes: dict[str, Notes] = {}  # without a cache, as soon as they come: later, no worker would be at work
    try:
        for path, linted in options.progress(_linted(linter, plan.part, repository, options), len(plan.part)):
            if cache:
                encoded[path] = encoded_notes(linted) if report.is_whole else b""
            elif report.is_whole:
                given, known = linted.notes, linter.selection.known
                notes[path] = decode_notes(given, known, path) if isinstance(given, bytes) else given
            found = found_of(linted)
            if cache and has_failed(found):
                cache.drop(path, is_fatal=was_fatal(found))
            yield found
        if report.is_whole and cache:
            yield _cached_together(linter, {path: encoded[path] for path in plan.part}, repository, cache)
        elif report.is_whole:
            yield _together(linter, {path: notes[path] for path in plan.part}, repository).found
    finally:
        if cache:
            cache.save(is_whole=report.is_whole and len(encoded) == len(plan.part))


def _linted(linter: Linter, paths: Sequence[str], repository: Repository, options: RunOptions) -> Iterator[LintedPage]:
    """Yield each page with its result: first those that are known or still valid, then new ones."""
    yield from options.known.items()
    done = set(options.known)
    for path, encoded in options.cache.valid(repository) if options.cache else ():
        done.add(path)
        yield path, encoded
    for path, fresh in _fresh(linter, [path for path in paths if path not in done], repository, options):
        if options.cache:
            encoded = encode(fresh)
            options.cache.add(path, encoded)
            yield path, encoded
        else:
            yield path, fresh


def _fresh(linter: Linter, paths: Sequence[str], repository: Repository, options: RunOptions) -> Iterator[LintedPage]:
    """Lint pages: in several workers if there is enough work, in one if a page ended a process before, else here."""
    pool = options.pool() if paths else None
    chunks = pool.chunks(paths) if pool else []
    is_risky = options.cache is not None and not options.cache.suspects.isdisjoint(paths)
    if pool and (len(chunks) > 1 or is_risky or pool.is_needed):
        yield from pool.lint(chunks)
    else:
        yield from ((path, linter.file(path, repository)) for path in paths)


def _together(linter: Linter, notes: Mapping[str, Notes], repository: Repository) -> PageResult:
    """Return the result of rules about all pages together, given the notes of each page by path."""
    unknown = [path for path, of_page in notes.items() if is_of_no_kind(of_page)]
    return linter.pages(merge_notes(notes.values()), repository, unknown)


def _cached_together(linter: Linter, notes: dict[str, bytes], repository: Repository, cache: "Cache") -> PageFindings:
    """Return the findings of rules about all pages together, from the cache or given the encoded notes of each page."""
    encoded = cache.together(_name(notes), repository)
    if encoded is None:
        decoded = {path: _notes_of(path, notes, linter, repository, cache) for path in notes}
        encoded = encode(_together(linter, decoded, repository))
        cache.add_together(_name(notes), encoded)
    found = found_of(encoded)
    if has_failed(found):
        cache.drop_together()
    return found


def _name(notes: Mapping[str, bytes]) -> bytes:
    """Return what identifies all pages and their notes."""
    return digest(b"\n".join([*map(os.fsencode, notes), *notes.values()])).encode()


def _notes_of(path: str, notes: dict[str, bytes], linter: Linter, repository: Repository, cache: "Cache") -> Notes:
    """Return the decoded notes of a page. If the cache had nonsense, lint the page again, and replace its notes."""
    try:
        return decode_notes(notes[path], linter.selection.known, path)
    except ValueError:
        fresh = encode(linter.file(path, repository))
        cache.add(path, fresh)
        notes[path] = fresh.notes
        return decode_notes(fresh.notes, linter.selection.known, path)
