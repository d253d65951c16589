"""What a change of the generator mended and what it broke: the causes of two runs, side by side.

`doclint causes --output-format json` writes down the causes of a run, with the fingerprints of their findings. A later
run is held against that: by number, cause by cause, and by fingerprint, finding by finding. A finding that only went to
another cause (its section was renamed) is neither mended nor broken.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, PositiveInt, StringConstraints, ValidationError

from doclint import __version__
from doclint.engine.report.causes import Cause, Place, by_cause, causes, places
from doclint.engine.report.report import Report
from doclint.errors.exceptions import UsageError
from doclint.errors.validation import explain
from doclint.markdown.source import printable
from doclint.rule.finding import ENGINE, Finding

_Fingerprint = Annotated[str, StringConstraints(pattern="^[0-9a-f]{20}$")]
Status = Literal["new", "more", "other", "fewer", "gone"]


class RecordedCause(Cause):
    """A cause, with what tells its findings from each other."""

    fingerprints: dict[_Fingerprint, PositiveInt] = Field(description="How often each finding is there.")


class CausesDocument(BaseModel):
    """The causes of a run."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: Literal[1] = Field(description="The version of this form.")
    doclint: str = Field(description="The version of doclint.")
    root: str
    paths: list[str] = Field(description="The files and folders that were checked, from the root; empty for all pages.")
    rules: list[str] = Field(description="The rules that ran, with those of doclint itself.")
    pages: int = Field(description="Pages that were read.")
    findings: int
    causes: list[RecordedCause] = Field(description="Those of the most findings first.")


class Change(BaseModel):
    """How a cause fares in the second run."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    status: Status = Field(description="`other` if there are as many findings, but not the same.")
    cause: Cause = Field(description="As the second run has it; if it is gone there, as the first one has it.")
    before: int = Field(description="Findings of the first run.")
    after: int = Field(description="Findings of the second run.")
    mended: int = Field(description="Findings of the first run that are no more, under any cause.")
    broken: int = Field(description="Findings of the second run that the first one does not have under any cause.")
    places: list[Place] = Field(description="The first places of findings that are new.")

    @property
    def is_worse(self) -> bool:
        """Whether the second run has more of it, and not only from other causes."""
        return self.after > self.before and self.broken > 0


class CausesDiff(BaseModel):
    """What changed between two runs."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: Literal[1] = Field(description="The version of this form.")
    doclint: str = Field(description="The version of doclint.")
    before: int = Field(description="Findings of the first run, of rules that ran in both.")
    after: int = Field(description="Findings of the second run, of rules that ran in both.")
    mended: int
    broken: int
    changes: list[Change] = Field(description="Causes that changed: what is worse first, then by what changed most.")
    not_compared: list[str] = Field(description="Rules that ran in one of the runs only.")

    @property
    def is_worse(self) -> bool:
        """Whether something is new, or more than before."""
        return any(change.is_worse for change in self.changes)


def document(report: Report, paths: Sequence[str]) -> CausesDocument:
    """The causes of a run over some paths, all pages for none."""
    findings = by_cause(report.findings)
    return CausesDocument(
        version=1,
        doclint=__version__,
        root=printable(report.root),
        paths=sorted(map(printable, paths)),
        rules=sorted({rule.id for rule in report.rules} - set(report.skipped) | ENGINE.keys()),
        pages=report.pages,
        findings=len(report.findings),
        causes=[
            RecordedCause(**one.model_dump(), fingerprints=_fingerprints(findings[one.id]))
            for one in causes(report.findings)
        ],
    )


def _fingerprints(findings: Iterable[Finding]) -> Counter[str]:
    return Counter(sorted(finding.fingerprint for finding in findings))


def load(path: Path) -> CausesDocument:
    """The causes of an earlier run. Raises UsageError, which says where the file is broken."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: {error}") from error
    try:
        table = json.loads(text)
    except json.JSONDecodeError as error:
        raise UsageError(f"{path}: line {error.lineno}, column {error.colno}: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path}: these are no causes: {error}") from error
    if not isinstance(table, dict) or "causes" not in table or "summary" in table:
        raise UsageError(f"{path} is not what `doclint causes --output-format json` writes")
    try:
        return CausesDocument.model_validate(table)
    except ValidationError as error:
        raise UsageError(f"{path}: {explain(error, CausesDocument)}") from error


class _Runs(NamedTuple):
    """The causes of two runs by id, those of rules that ran in both."""

    old: dict[str, RecordedCause]
    new: dict[str, RecordedCause]


class _Comparison:
    """Two runs, finding by finding."""

    def __init__(self, runs: _Runs, findings: dict[str, list[Finding]]) -> None:
        self.old, self.new = runs
        self.findings = findings

    @cached_property
    def mended(self) -> Counter[str]:
        """The fingerprints that only the first run has."""
        return _all(self.old.values()) - _all(self.new.values())

    @cached_property
    def broken(self) -> Counter[str]:
        """Those that only the second one has."""
        return _all(self.new.values()) - _all(self.old.values())

    def changes(self) -> Iterator[Change]:
        """The causes that changed."""
        for id_ in self.old.keys() | self.new.keys():
            old, new = self.old.get(id_), self.new.get(id_)
            before, after = _counts(old), _counts(new)
            if before == after:
                continue
            broken = (after - before) & self.broken
            recorded = new or old
            assert recorded is not None
            yield Change(
                status=_status(before.total(), after.total()),
                cause=Cause(**recorded.model_dump(exclude={"fingerprints"})),
                before=before.total(),
                after=after.total(),
                mended=((before - after) & self.mended).total(),
                broken=broken.total(),
                places=self._places(id_, broken),
            )

    def _places(self, id_: str, broken: Counter[str]) -> list[Place]:
        """The first places of findings that are new. Of equal ones the last count as new."""
        left = Counter(broken)
        chosen: list[Finding] = []
        for finding in reversed(self.findings.get(id_, ())):
            if left[finding.fingerprint] > 0:
                left[finding.fingerprint] -= 1
                chosen.append(finding)
        return places(chosen[::-1]) if chosen else []


def compare(old: CausesDocument, report: Report, paths: Sequence[str]) -> CausesDiff:
    """What changed since an earlier run, up to that of a report over some paths. Raises UsageError for other paths."""
    new = document(report, paths)
    if old.paths != new.paths:
        shown = ", ".join(f"`{path}`" for path in old.paths) or "all pages"
        raise UsageError(f"The earlier run checked {shown}: only runs over the same paths can be compared")
    both = set(old.rules) & set(new.rules)
    runs = _Runs(*({one.id: one for one in each.causes if one.rule in both} for each in (old, new)))
    comparison = _Comparison(runs, by_cause(report.findings))
    return CausesDiff(
        version=1,
        doclint=__version__,
        before=sum(one.findings for one in runs.old.values()),
        after=sum(one.findings for one in runs.new.values()),
        mended=comparison.mended.total(),
        broken=comparison.broken.total(),
        changes=sorted(comparison.changes(), key=_weight),
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


def _weight(change: Change) -> tuple[bool, int, int, str]:
    changed = max(change.broken, abs(change.after - change.before))
    return not change.is_worse, -changed, -change.mended, change.cause.id
