"""The trend of several runs: how many findings each cause, rule or severity had in each of them.

The runs are known from their JSON reports. A cause can have another name in the next run: its section was renamed, or
links miss more targets than before, so that their folder is the cause (`with_few_causes`). The findings of the two runs
show it: a cause that is gone is the same as the new one that has the most of its findings, by fingerprint.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import Path, PurePath
from typing import Annotated, Any, Literal, Self, TypeVar

from msgspec import Meta
from msgspec.structs import replace

from doclint import __version__
from doclint.engine.report.reading import of_table, read_table
from doclint.errors.exceptions import UsageError
from doclint.errors.grouping import by_key, common
from doclint.errors.settings_table import DescribedTable, JsonForm
from doclint.errors.wording import counted
from doclint.markdown.source import printable
from doclint.rule.message import Severity

Grouping = Literal["cause", "rule", "severity", "outcome"]

MOST_RUNS = 1_000
"""The most reports of a trend: those of three years, if one is written each night."""

_WRITER = "doclint check --output-format json"
_SHORT = 8  # digits of a revision to show
_MANY = 10  # causes with the same fingerprint


class _Read(DescribedTable, frozen=True, forbid_unknown_fields=False):
    """What is read of a report, whichever version of doclint wrote it: that may have written more."""


class RecordedFinding(_Read, frozen=True):
    """A finding of a run, as its JSON report has it."""

    rule: str
    severity: Severity
    cause: str
    fingerprint: str
    held_back: bool = False


class _ReadClaims(_Read, frozen=True):
    holds: Annotated[int, Meta(ge=0, le=10**9)]
    refuted: Annotated[int, Meta(ge=0, le=10**9)]
    unknown: Annotated[int, Meta(ge=0, le=10**9)]


class _ReadSummary(_Read, frozen=True):
    pages: Annotated[int, Meta(ge=0, le=10**9)]
    claims: _ReadClaims | None = None
    skipped: list[str] = []
    baseline: dict[str, Any] | None = None


class _ReadShard(_Read, frozen=True):
    number: int
    of: int


class RecordedRun(_Read, frozen=True, kw_only=True):
    """A run, as its JSON report has it."""

    version: Annotated[str, Meta(max_length=100)]
    revision: Annotated[str, Meta(pattern="^[0-9a-f]{0,64}$")] = ""
    summary: _ReadSummary
    findings: list[RecordedFinding]
    shard: _ReadShard | None = None


_Run = TypeVar("_Run", bound=RecordedRun)


class TrendRun(JsonForm, frozen=True):
    """One of the runs."""

    label: str
    file: str
    revision: str
    doclint: str
    pages: int
    findings: int
    is_whole: bool
    has_baseline: bool


class TrendSeries(JsonForm, frozen=True):
    """A cause, rule or severity, with its number of findings in each run, or an outcome with that of its claims."""

    name: str
    other_names: list[str]
    findings: list[int]

    @property
    def last(self) -> int:
        """The number of findings in the last run."""
        return self.findings[-1]

    @property
    def peak(self) -> int:
        """The number of findings in the run that has the most."""
        return max(self.findings)

    @property
    def growth(self) -> int:
        """How many more findings the last run has than the previous one; 0 if it has fewer, or is the only one."""
        return max(0, self.change(-2)) if len(self.findings) > 1 else 0

    def change(self, since: int) -> int:
        """Return how many more findings the last run has than another one, which is given by its index."""
        return self.last - self.findings[since]


class Trend(JsonForm, frozen=True):
    """Findings over several runs, or claims by outcome, the earliest run first."""

    version: Literal[1]
    doclint: str
    by: Grouping
    runs: list[TrendRun]
    series: list[TrendSeries]
    notes: list[str]

    @classmethod
    def read(cls, files: Sequence[Path], by: Grouping) -> Self:
        """Read the trend from JSON reports, in their order.

        Raises UsageError if one of them cannot be read, or if doclint did not write it, and says which and why.
        """
        if len(files) > MOST_RUNS:
            raise UsageError(f"These are {len(files):,} reports; a trend has at most {MOST_RUNS:,}")
        names = _CauseNames()
        runs: list[RecordedRun] = []
        counts: list[Counter[str]] = []
        for run in (load(file, by) for file in files):
            names.add(run.findings if by == "cause" else ())
            counts.append(_counts(run, by))
            runs.append(replace(run, findings=[]))  # a year of findings may not fit into memory
        shown = [
            _trend_run(run, label, file, count)
            for run, label, file, count in zip(runs, _labels(runs, files), files, counts, strict=True)
        ]
        order = attrgetter("name") if by == "outcome" else _weight
        return cls(
            version=1,
            doclint=__version__,
            by=by,
            runs=shown,
            series=sorted(_series(counts, names.groups(counts)), key=order),
            notes=list(_notes(shown)),
        )

    @property
    def total(self) -> TrendSeries:
        """All findings of each run."""
        return TrendSeries(name="total", other_names=[], findings=[run.findings for run in self.runs])

    def heaviest(self, most: int) -> list[TrendSeries]:
        """Return the series that grow, and then those with the highest peaks, at most so many, in their order."""
        ranked = sorted(self.series, key=lambda series: (-series.growth, -series.peak, _weight(series)))
        names = {series.name for series in ranked[:most]}
        return [series for series in self.series if series.name in names]

    def rest(self, most: int) -> list[TrendSeries]:
        """Return the series that `heaviest` leaves out."""
        names = {series.name for series in self.heaviest(most)}
        return [series for series in self.series if series.name not in names]

    def others(self, most: int) -> TrendSeries | None:
        """Return the sum of the series that `heaviest` leaves out; None if there are none."""
        rest = self.rest(most)
        if not rest:
            return None
        findings = [sum(values) for values in zip(*(series.findings for series in rest), strict=True)]
        return TrendSeries(name=counted(len(rest), "other"), other_names=[], findings=findings)


def load(path: Path, by: Grouping) -> RecordedRun:
    """Read the JSON report of a run, or by outcome also its claims.

    Raises UsageError if the file cannot be read, is broken or lacks what is counted, and says where.
    """
    table = read_table(path, _WRITER)
    if by != "outcome":
        if "claims" in table and "groups" in table:
            raise UsageError(f"{path}: `doclint claims` wrote this file; `--by outcome` shows how many claims hold")
        return recorded_run(path, table, RecordedRun)
    if "total" in table:
        table["summary"] = {"pages": table.get("pages"), "claims": table["total"]}
    run = recorded_run(path, table | {"findings": []}, RecordedRun)
    if run.summary.claims is None:
        raise UsageError(f"{path}: this run counted no claims; `doclint check --claims` and `doclint claims` do")
    return run


def recorded_run(path: Path, table: dict[str, Any], model: type[_Run]) -> _Run:
    """Return what a model says of the JSON report in a file. Raises UsageError if the report is broken."""
    if "findings" not in table or "summary" not in table:
        raise UsageError(f"{path}: `{_WRITER}` did not write this file")
    run = of_table(table, model, path)
    if run.shard is not None:
        part = f"{run.shard.number} of {run.shard.of}"
        raise UsageError(f"{path}: this is the report of shard {part}; `doclint merge` writes that of the whole run")
    return replace(run, findings=[finding for finding in run.findings if not finding.held_back])


def _counts(run: RecordedRun, by: Grouping) -> Counter[str]:
    claims = run.summary.claims
    if by != "outcome" or claims is None:
        return Counter(getattr(finding, by) for finding in run.findings)
    return Counter({"hold": claims.holds, "refuted": claims.refuted, "unchecked": claims.unknown})


def _trend_run(run: RecordedRun, label: str, file: Path, counts: Counter[str]) -> TrendRun:
    return TrendRun(
        label=printable(label),
        file=printable(str(file)),
        revision=run.revision,
        doclint=printable(run.version),
        pages=run.summary.pages,
        findings=counts.total(),
        is_whole=not run.summary.skipped,
        has_baseline=run.summary.baseline is not None,
    )


def _labels(runs: Sequence[RecordedRun], files: Sequence[Path]) -> list[str]:
    """Return the beginnings of the revisions if they are known and differ, else what differs in the paths."""
    revisions = [run.revision[:_SHORT] for run in runs]
    return revisions if all(revisions) and len(set(revisions)) == len(revisions) else _different(files)


def _different(files: Sequence[PurePath]) -> list[str]:
    """Return what differs in paths, without the suffix; of a single one, its name.

    >>> _different([PurePath("runs/monday/doclint.json"), PurePath("runs/tuesday/doclint.json")])
    ['monday', 'tuesday']
    >>> _different([PurePath("runs/1.json"), PurePath("runs/2.json")]), _different([PurePath("runs/1.json")])
    (['1', '2'], ['1'])
    """
    paths = [(file.with_suffix("") if file.suffix == ".json" else file).parts for file in files]
    if len(set(paths)) == 1:
        return [parts[-1] for parts in paths]
    start = common(*paths)
    end = common(*(parts[start:][::-1] for parts in paths))
    return ["/".join(parts[start : len(parts) - end] or parts[-1:]) for parts in paths]


class _CauseNames:
    """Which names of causes mean the same cause, found out run by run."""

    def __init__(self) -> None:
        self._previous: dict[str, set[str]] = {}  # the fingerprints of each cause
        self._same: dict[str, str] = {}  # a forest: from a name to another one of the same cause

    def add(self, findings: Iterable[RecordedFinding]) -> None:
        """Compare the findings of the next run with those of the run before."""
        current: dict[str, set[str]] = {}
        for finding in findings:
            current.setdefault(finding.cause, set()).add(finding.fingerprint)
        gone = {cause: self._previous[cause] for cause in self._previous.keys() - current.keys()}
        new = {cause: current[cause] for cause in current.keys() - self._previous.keys()}
        for one, other in (*_best_matches(gone, new), *_best_matches(new, gone)):
            self._join(one, other)
        self._previous = current

    def _join(self, one: str, other: str) -> None:
        here, there = self._find(one), self._find(other)
        if here != there:
            self._same[here] = there

    def _find(self, name: str) -> str:
        while name in self._same:
            parent = self._same[name]
            if parent in self._same:  # halve the path, so that the next search is shorter
                self._same[name] = self._same[parent]
            name = parent
        return name

    def groups(self, counts: Sequence[Mapping[str, int]]) -> list[list[str]]:
        """Return the names of each cause in the runs, the name to show first."""
        groups = by_key((self._find(name), name) for name in sorted(set().union(*counts)))
        return [_with_main_name(names, counts) for names in groups.values()]


def _best_matches(some: Mapping[str, set[str]], others: Mapping[str, set[str]]) -> Iterator[tuple[str, str]]:
    """Yield each of some causes with the other one that has the most of its fingerprints, if any has one."""
    having = by_key((fingerprint, cause) for cause, fingerprints in others.items() for fingerprint in fingerprints)
    for cause, fingerprints in some.items():
        lists = (having.get(fingerprint, ()) for fingerprint in fingerprints)
        # What many causes have does not distinguish them.
        shared = Counter(other for several in lists if len(several) <= _MANY for other in several)
        if shared:
            yield cause, max(shared, key=lambda other: (shared[other], -len(others[other]), other))


def _with_main_name(names: list[str], counts: Sequence[Mapping[str, int]]) -> list[str]:
    """Return names, first the only one that the cause has in a run, which covers the others; the latest if possible."""
    if len(names) == 1:
        return names
    for run in reversed(counts):
        here = [name for name in names if name in run]
        if len(here) == 1:
            return here + [name for name in names if name not in here]
    return names


def _series(counts: Sequence[Counter[str]], groups: Iterable[list[str]]) -> Iterator[TrendSeries]:
    for names in groups:
        findings = [sum(run[name] for name in names) for run in counts]
        yield TrendSeries(name=printable(names[0]), other_names=list(map(printable, names[1:])), findings=findings)


def _weight(series: TrendSeries) -> tuple[int, int, int, str]:
    return -series.growth, -series.last, -series.peak, series.name


def _notes(runs: Sequence[TrendRun]) -> Iterator[str]:
    """Yield sentences about differences of the runs that are not changes of the pages."""
    pages = [run.pages for run in runs]
    if len(set(pages)) > 1:
        yield f"The runs checked from {min(pages):,} to {counted(max(pages), 'page')}, the last one {pages[-1]:,}."
    versions = [next(several) for _, several in groupby(runs, key=lambda run: run.doclint)]
    if len(versions) > 1:
        changes = ", ".join(f"{run.doclint} from {run.label}" for run in versions)
        yield f"The version of doclint changed, which can change the findings: {changes}."
    for what, fits in (
        ("checked only some of the pages, without the rules about all of them", [not run.is_whole for run in runs]),
        ("left out the known findings of a baseline", [run.has_baseline for run in runs]),
    ):
        if any(fits):
            which = "Each run" if all(fits) else f"{fits.count(True):,} of {counted(len(fits), 'run')}"
            yield f"{which} {what}."
