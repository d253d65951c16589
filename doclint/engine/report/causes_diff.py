"""The difference between the causes of two runs: what a change of the generator fixed and what it introduced.

`doclint causes --output-format json` writes the causes of a run, with the fingerprints of their findings; a report of
`doclint check` has them, too. A later run is compared with that file by the number of findings of each cause, and by
the fingerprint of each finding. A finding that moves to another cause, because its section was renamed, is neither
fixed nor introduced.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct, convert
from msgspec.structs import asdict

from doclint import __version__
from doclint.engine.report.causes import by_cause, causes, places
from doclint.engine.report.forms import Cause, GoneTarget, Location, PageToWrite
from doclint.engine.report.reading import of_table, read_table
from doclint.engine.report.report import Report
from doclint.engine.report.trend import RecordedFinding, RecordedRun, recorded_run
from doclint.errors.exceptions import UsageError
from doclint.errors.grouping import by_key
from doclint.errors.settings_table import JsonForm
from doclint.errors.wording import listed
from doclint.markdown.source import printable
from doclint.rule.finding import Finding

_Fingerprint = Annotated[str, Meta(pattern="^[0-9a-f]{20}$")]
_WRITER = "doclint causes --output-format json"
Status = Literal["new", "more", "other", "fewer", "gone"]


class RecordedCause(Cause, frozen=True):
    """A cause with the fingerprints of its findings."""

    fingerprints: dict[_Fingerprint, Annotated[int, Meta(gt=0)]]


class CausesDocument(JsonForm, frozen=True):
    """The causes of a run."""

    version: Literal[1]
    doclint: str
    root: str
    paths: list[str]
    rules: list[str]
    pages: int
    findings: int
    causes: list[RecordedCause]
    gone: list[GoneTarget] = []
    pages_to_write: list[PageToWrite] = []


class CauseChange(JsonForm, frozen=True):
    """A cause whose findings differ between the two runs."""

    status: Status
    cause: Cause
    before: int
    after: int
    fixed: int
    introduced: int
    places: list[Location]

    @property
    def is_worse(self) -> bool:
        """Whether the second run has more findings of the cause, at least one of them introduced."""
        return self.after > self.before and self.introduced > 0


class CausesDiff(JsonForm, frozen=True):
    """The difference between two runs."""

    version: Literal[1]
    doclint: str
    before: int
    after: int
    fixed: int
    introduced: int
    changes: list[CauseChange]
    not_compared: list[str]

    @property
    def is_worse(self) -> bool:
        """Whether a cause is worse than before."""
        return any(change.is_worse for change in self.changes)


class _RecordedReport(RecordedRun, frozen=True, kw_only=True):
    """What is read of a report of `doclint check`."""

    root: str
    paths: list[str]
    rules: list[str]
    causes: list[Cause]


def document(report: Report) -> CausesDocument:
    """Return the causes of a report in the form that is written to a file."""
    return CausesDocument(
        version=1,
        doclint=__version__,
        root=printable(report.root),
        paths=report.checked,
        rules=report.ran,
        pages=report.pages,
        findings=len(report.findings),
        causes=_recorded(causes(report.findings), by_cause(report.findings)),
        gone=report.gone.targets,
        pages_to_write=report.gone.pages,
    )


def _recorded(
    found: Iterable[Cause], findings: Mapping[str, Sequence[Finding | RecordedFinding]]
) -> list[RecordedCause]:
    fingerprints = {id_: Counter(sorted(one.fingerprint for one in several)) for id_, several in findings.items()}
    return [RecordedCause(**asdict(one), fingerprints=fingerprints.get(one.id, Counter())) for one in found]


def load(path: Path, *, has_baseline: bool = False) -> CausesDocument:
    """Read the causes of an earlier run, which `doclint check` may have written.

    Raises UsageError if the file cannot be read or is broken, and says where, or if it is a report that leaves out the
    findings of a baseline and this run does not (`has_baseline`), or the other way round.
    """
    table = read_table(path, _WRITER)
    if "summary" in table:
        return _of_report(recorded_run(path, table, _RecordedReport), path, has_baseline=has_baseline)
    if "causes" not in table:
        raise UsageError(f"{path}: `{_WRITER}` did not write this file")
    return of_table(table, CausesDocument, path)


def _of_report(run: _RecordedReport, path: Path, *, has_baseline: bool) -> CausesDocument:
    if has_baseline != (run.summary.baseline is not None):
        raise UsageError(
            f"{path}: this run has the findings of a baseline; compare it without --baseline"
            if has_baseline
            else f"{path}: this run leaves out the findings of a baseline; name that with --baseline"
        )
    return CausesDocument(
        version=1,
        doclint=run.version,
        root=run.root,
        paths=run.paths,
        rules=run.rules,
        pages=run.summary.pages,
        findings=len(run.findings),
        causes=_recorded(run.causes, by_key((finding.cause, finding) for finding in run.findings)),
    )


class _FindingsDiff(Struct, frozen=True, dict=True):
    """The difference between two runs, finding by finding, by their causes without those of rules that ran in only one.

    `findings` are those of the second run, by cause.
    """

    old: dict[str, RecordedCause]
    new: dict[str, RecordedCause]
    findings: dict[str, list[Finding]]

    @cached_property
    def fixed(self) -> Counter[str]:
        """The fingerprints that only the first run has, and how often."""
        return _all(self.old.values()) - _all(self.new.values())

    @cached_property
    def introduced(self) -> Counter[str]:
        """The fingerprints that only the second run has, and how often."""
        return _all(self.new.values()) - _all(self.old.values())

    def changes(self) -> Iterator[CauseChange]:
        """Yield the causes whose findings differ."""
        for id_ in self.old.keys() | self.new.keys():
            old, new = self.old.get(id_), self.new.get(id_)
            before, after = _counts(old), _counts(new)
            if before == after:
                continue
            introduced = (after - before) & self.introduced
            recorded = new or old
            assert recorded is not None
            yield CauseChange(
                status=_status(before.total(), after.total()),
                cause=convert(recorded, Cause, from_attributes=True),
                before=before.total(),
                after=after.total(),
                fixed=((before - after) & self.fixed).total(),
                introduced=introduced.total(),
                places=self._places(id_, introduced),
            )

    def _places(self, id_: str, introduced: Counter[str]) -> list[Location]:
        """Return the first places of introduced findings. Of equal findings, the last ones count as introduced."""
        left = Counter(introduced)
        chosen: list[Finding] = []
        for finding in reversed(self.findings.get(id_, ())):
            if left[finding.fingerprint] > 0:
                left[finding.fingerprint] -= 1
                chosen.append(finding)
        return places(chosen[::-1]) if chosen else []


def compare(old: CausesDocument, report: Report) -> CausesDiff:
    """Compare an earlier run with a report. Raises UsageError if the earlier run was over other paths."""
    new = document(report)
    if old.paths != new.paths:
        shown = listed(old.paths, 3) or "all pages"
        raise UsageError(f"The earlier run checked {shown}; doclint compares only runs over the same paths")
    both = set(old.rules) & set(new.rules)
    before, after = ({one.id: one for one in each.causes if one.rule in both} for each in (old, new))
    diff = _FindingsDiff(before, after, by_cause(report.findings))
    return CausesDiff(
        version=1,
        doclint=__version__,
        before=sum(one.findings for one in before.values()),
        after=sum(one.findings for one in after.values()),
        fixed=diff.fixed.total(),
        introduced=diff.introduced.total(),
        changes=sorted(diff.changes(), key=_weight),
        not_compared=sorted(set(old.rules) ^ set(new.rules)),
    )


def _all(recorded: Iterable[RecordedCause]) -> Counter[str]:
    total: Counter[str] = Counter()
    for one in recorded:
        total.update(one.fingerprints)
    return total


def _counts(recorded: RecordedCause | None) -> Counter[str]:
    return Counter(recorded.fingerprints if recorded else ())


def _status(before: int, after: int) -> Status:
    if not before or not after:
        return "gone" if before else "new"
    if before == after:
        return "other"
    return "more" if after > before else "fewer"


def _weight(change: CauseChange) -> tuple[bool, int, int, str]:
    changed = max(change.introduced, abs(change.after - change.before))
    return not change.is_worse, -changed, -change.fixed, change.cause.id
