"""Counting all pages of a format: here, or in several processes if there are many."""

import os
import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from doclint.engine.format_test.format_choice import ChosenFormat
from doclint.engine.format_test.page_tally import count_page
from doclint.engine.format_test.placed_parts import PlacedParts
from doclint.engine.format_test.tally import FormatPlace, FormatTally, OccurrenceKey
from doclint.engine.isolation import survives
from doclint.repository.repository import Repository
from doclint.rule.rule import Rule

PageProgress: TypeAlias = Callable[[Iterable[str], int], Iterable[str]]
"""A function that takes the paths of pages as they are counted and their number, and passes the paths on."""


class CountOptions(NamedTuple):
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
