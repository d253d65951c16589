"""A format test: reads the pages of a format once, and says what they show about it."""

import os
import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from posixpath import dirname
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from doclint import __version__
from doclint.engine.format_test.content_observations import observations_on_contents
from doclint.engine.format_test.document import FormatObservation, FormatTest, KindCoverage
from doclint.engine.format_test.format_choice import ChosenFormat
from doclint.engine.format_test.kind_observations import observations_on_kinds, observations_on_sources
from doclint.engine.format_test.observing import Observing
from doclint.engine.format_test.page_tally import count_page
from doclint.engine.format_test.placed_parts import PlacedParts
from doclint.engine.format_test.tally import FormatPlace, FormatTally, KindTally, OccurrenceKey
from doclint.engine.isolation import survives
from doclint.errors import wording
from doclint.formats.schema.format import Format, Kind
from doclint.markdown.source import printable
from doclint.repository.repository import Repository
from doclint.rule.head import RuleHead
from doclint.rule.reads import alive, described
from doclint.rule.rule import Rule

PageProgress: TypeAlias = Callable[[Iterable[str], int], Iterable[str]]
"""A function that takes the paths of pages as they are counted and their number, and passes the paths on."""


class CountOptions(Struct, frozen=True):
    """How to count pages: the number of processes, None for that of the processors, and how to show the progress.

    If it `is_careful`, because an earlier run crashed, a page that would crash this process is not counted.
    """

    jobs: int | None
    progress: PageProgress
    is_careful: bool = False


def counted(chosen: ChosenFormat, options: CountOptions) -> FormatTally:
    """Return what is counted over the pages of a format. The examples are on its first pages."""
    tally = FormatTally()
    careful = _careful(tally, chosen, chosen.pages)
    pages = careful if options.is_careful else _paths(tally, chosen, options.jobs)
    for _ in options.progress(pages, len(chosen.pages)):
        pass
    return tally


def _paths(tally: FormatTally, chosen: ChosenFormat, jobs: int | None) -> Iterator[str]:
    """Count the pages, and yield the path of each."""
    from concurrent.futures import BrokenExecutor

    from doclint.engine.workers import chunks, cores, processes

    jobs = jobs or cores()
    parts = chunks([(path, _size(chosen, path)) for path in chosen.pages], jobs) if jobs > 1 else []
    if len(parts) < 2:
        counter = _PageCounter(chosen)
        for path in chosen.pages:
            counter.count(tally, path)
            yield path
        return
    spec = pickle.dumps(replace(chosen, pages=()))
    with processes(min(jobs, len(parts))) as executor:
        found = [executor.submit(_count_part, spec, part) for part in parts]
        for part, future in zip(parts, found, strict=True):
            try:
                tally.merge(future.result())
            except BrokenExecutor:  # the work of all workers is lost with that of the one that died
                yield from _careful(tally, chosen, part)
            else:
                yield from part


def _careful(tally: FormatTally, chosen: ChosenFormat, pages: Sequence[str]) -> Iterator[str]:
    """Count the pages that do not crash a copy of this process, and yield the path of each.

    Where processes cannot be copied, none of the pages is counted.
    """
    counter = _PageCounter(chosen)
    can_copy = hasattr(os, "fork")
    for path in pages:
        if can_copy and survives(lambda path=path: counter.count(FormatTally(), path)):  # type: ignore[misc]
            counter.count(tally, path)
        else:
            tally.add(OccurrenceKey("page-unread"), FormatPlace(path, 0))
        yield path


def _size(chosen: ChosenFormat, path: str) -> int:
    try:
        return (chosen.project.root / path).stat().st_size
    except OSError:
        return 0


def _count_part(spec: bytes, pages: Sequence[str]) -> FormatTally:
    """Count some pages in a worker; `spec` is a pickled `ChosenFormat` without pages."""
    tally = FormatTally()
    counter = _counter_of_worker(spec)
    for path in pages:
        counter.count(tally, path)
    return tally


@lru_cache(maxsize=1)
def _counter_of_worker(spec: bytes) -> "_PageCounter":
    chosen: ChosenFormat = pickle.loads(spec)  # noqa: S301 - it comes from the process that started this one
    return _PageCounter(chosen)


class _PageCounter:
    """Counts pages of one format."""

    def __init__(self, chosen: ChosenFormat) -> None:
        self._project = chosen.project
        self._parts = PlacedParts(chosen.formats[0])
        self._rules: Sequence[type[Rule]] = list(chosen.project.rules.values())
        self._repository: Repository = chosen.project.repository()

    def count(self, tally: FormatTally, path: str) -> None:
        data = self._repository.page(path)
        if data is None:
            tally.add(OccurrenceKey("page-unread"), FormatPlace(path, 0))
        else:
            count_page(tally, self._parts, self._rules, self._project.page(path, data, self._repository))


_MOST_MARKS = 5


def test_format(chosen: ChosenFormat, options: CountOptions, *, at_least: float) -> FormatTest:
    """Read the pages of a format, and return what they show about it.

    What differs on more than the share that `at_least` leaves, in per cent, is a mistake of the format.
    """
    return document_of(chosen, observe(chosen, options, at_least=at_least))


def observe(chosen: ChosenFormat, options: CountOptions, *, at_least: float) -> Observing:
    """Read the pages of a format, and return what was counted. `test_format` describes the arguments."""
    format_ = chosen.formats[0]
    repository = chosen.project.repository()
    inside = [path for path in chosen.pages if may_be_of_any(path, chosen.formats, repository)]
    tally = counted(replace(chosen, pages=inside), options)
    return Observing(format_, PlacedParts(format_), tally, at_least, chosen.lines)


def document_of(chosen: ChosenFormat, seen: Observing) -> FormatTest:
    """Return what pages show about their format, given what was counted."""
    formats, project, pages = chosen.formats, chosen.project, chosen.pages
    format_, tally = seen.format, seen.tally
    rules = list(project.rules.values())
    found = _observations(seen, formats, pages, rules)
    inside = tally.pages + sum(one.pages for _, one in tally.of_code("page-unread"))
    return FormatTest(
        doclint=__version__,
        root=printable(project.root.as_posix()),
        format=format_.name,
        file=printable(chosen.file.as_posix() if chosen.file else ""),
        docs_roots=[printable(one.docs_folder) for one in formats if one.docs_root is not None],
        pages=inside,
        pages_elsewhere=len(pages) - inside,
        at_least=seen.at_least,
        is_right=not any(one.is_mistake for one in found),
        kinds=[_coverage(kind, tally.kinds.get(kind.name) or KindTally()) for kind in format_.kind],
        rules=sorted(rule.id for rule in rules if rule.id in tally.read_by and not RuleHead.of(rule).is_unlimited),
        idle_rules=sorted(rule.id for rule in rules if rule.id not in tally.read_by),
        observations=found,
    )


def may_be_of_any(path: str, formats: Iterable[Format], repository: Repository) -> bool:
    """Whether the page at a path can be of one of some formats, as far as its place and its marks tell."""
    return any(_may_be_of(path, format_, repository) for format_ in formats)


def _may_be_of(path: str, format_: Format, repository: Repository) -> bool:
    if format_.docs_root is not None:
        return format_.below(path) is not None
    if not format_.is_at(path, repository):
        return False
    return not format_.all_marks or format_.is_marked_on((repository.page(path) or b"").decode(errors="replace"))


def _observations(
    seen: Observing, formats: Sequence[Format], pages: Sequence[str], rules: Sequence[type[Rule]]
) -> list[FormatObservation]:
    """Return what the pages show: mistakes of the format first."""
    if not seen.tally.pages:
        if any(one.docs_root is None for one in formats):
            key, message = _lacking(formats[0])
            return [seen.observation("no-page", message, is_mistake=True, keys=(key,), hint="")]
        folders = " or ".join(f"`{one.docs_folder}/`" if one.docs_folder else "the root" for one in formats)
        message = f"there is no page below {folders}, where the format has its pages"
        hint = _elsewhere(pages)
        return [seen.observation("no-page", message, is_mistake=True, keys=("docs-root",), hint=hint)]
    every = [*observations_on_kinds(seen), *observations_on_contents(seen), *observations_on_sources(seen)]
    every += observations_on_rules(seen, rules)
    return sorted(every, key=lambda one: not one.is_mistake)


def _lacking(format_: Format) -> tuple[str, str]:
    """Return the key for what tells the pages of a format that may be in any folder, and that no page has it."""
    if format_.folders:
        return "folders", f"no page is in a folder of the format, one of {wording.listed(format_.folders, _MOST_MARKS)}"
    if format_.beside:
        return "beside", f"no page has the files of the format beside it: {wording.listed(format_.beside, _MOST_MARKS)}"
    return "marks", f"no page has a mark of the format, one of {wording.listed(format_.all_marks, _MOST_MARKS)}"


def _elsewhere(pages: Sequence[str]) -> str:
    """Return where the pages are that are not in the folder of the format."""
    if not pages:
        return "there is no page anywhere"
    folder, number = Counter(map(dirname, pages)).most_common(1)[0]
    return f"of {wording.counted(len(pages), 'page')} elsewhere, {number:,} are in `{folder or '.'}`"


def _coverage(kind: Kind, counts: KindTally) -> KindCoverage:
    return KindCoverage(
        name=kind.name,
        path=kind.path.text,
        pages=counts.pages,
        lines=dict(sorted(counts.lines.items())),
        symbols=dict(counts.symbols),
        sources=dict(counts.sources),
    )


def observations_on_rules(seen: Observing, rules: Sequence[type[Rule]]) -> Iterator[FormatObservation]:
    """Yield the rules that could read a part of the format, but have nothing to read on any page."""
    idle = [rule for rule in rules if rule.id not in seen.tally.read_by]
    could: dict[str, list[str]] = {}
    for kind in seen.format.kind:
        for id_, reads in alive(kind, seen.format, idle).items():
            could.setdefault(id_, reads)
    for id_, reads in sorted(could.items()):
        yield seen.observation(
            "idle-rule", f"the rule `{id_}` has nothing to read on any page; it reads {described(reads[0])}"
        )
