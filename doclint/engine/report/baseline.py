"""The baseline: findings that are known, so that only new ones count.

It is a file of fingerprints, each with how often it is found, by page and rule, all sorted:

    {"findings": {"docs/a.md": {"broken-link": {"5d1c0c6b7a1e4e0f9a3b": 2}}}, "version": 1}

Each fingerprint has a line of its own and no line sums up others, so that changes of different pages merge. The form
is that of the usual formatters of JSON (two spaces, sorted keys), which leave the file as it is.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from posixpath import basename, dirname
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, PositiveInt, StringConstraints, ValidationError

from doclint.config.project import Project
from doclint.engine.report.report import Compared, Report
from doclint.errors.exceptions import BaselineError
from doclint.errors.validation import explain
from doclint.repository import atomic as storage
from doclint.repository.paths import is_inside
from doclint.repository.repository import Repository
from doclint.rule.finding import Finding

DEFAULT = "doclint-baseline.json"
_CONFLICT = re.compile(r"^(?:<{7}|\|{7}|={7}|>{7})(?: |$)", re.MULTILINE)


class Entry(NamedTuple):
    """What a baseline knows of a finding."""

    page: str
    rule: str
    fingerprint: str


@dataclass(frozen=True)
class File:
    """Where a baseline lies: its path with all links followed, and how people call it.

    `is_named` tells that the command line names it, not the configuration.
    """

    path: Path
    name: str
    is_named: bool = False

    @property
    def write_command(self) -> str:
        """The command that makes the file."""
        return f"doclint baseline write --baseline {self.name}" if self.is_named else "doclint baseline write"


class _Document(BaseModel):
    """The file as it is written."""

    model_config = ConfigDict(extra="forbid", strict=True)

    version: Literal[1]
    findings: dict[
        Annotated[str, StringConstraints(pattern="^[^/]", max_length=4096)],
        dict[str, dict[Annotated[str, StringConstraints(pattern="^[0-9a-f]{20}$")], PositiveInt]],
    ]


def file_of(project: Project, named: Path | None) -> File | None:
    """The baseline that the command line names, else the configuration; None if neither does. Raises BaselineError."""
    if named is not None:
        return File(named.resolve(), str(named), is_named=True)
    name = project.settings.config.baseline
    if name is None:
        return None
    if not name or not is_inside(project.root / name, project.root):
        raise BaselineError(
            f"{project.settings.where('baseline')}: `baseline` is `{name}`, which is no file below the root"
        )
    return File((project.root / name).resolve(), name)


def default_file(project: Project) -> File:
    """Where the baseline of a project lies if nothing else is said. Raises BaselineError."""
    if not is_inside(project.root / DEFAULT, project.root):
        raise BaselineError(f"`{DEFAULT}` is a link that leads out of the root")
    return File((project.root / DEFAULT).resolve(), DEFAULT)


def load(file: File) -> Counter[Entry]:
    """What a baseline knows. Raises BaselineError, which says where the file is broken."""
    # What is no file could keep us waiting for ever; who names a pipe wants that.
    if not (file.path.exists() if file.is_named else file.path.is_file()):
        raise BaselineError(f"There is no baseline `{file.name}`; `{file.write_command}` makes one")
    try:
        text = file.path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise BaselineError(f"{file.name} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BaselineError(f"{file.name}: {error}") from error
    try:
        return _parsed(text)
    except BaselineError as error:
        raise BaselineError(f"{file.name}: {error}") from error


def _parsed(text: str) -> Counter[Entry]:
    conflict = _CONFLICT.search(text)
    if conflict is not None:
        line = text.count("\n", 0, conflict.start()) + 1
        raise BaselineError(
            f"line {line}: a merge left a conflict here; take either side (`git checkout --ours` or `--theirs`), "
            "then run `doclint baseline update`"
        )
    try:
        table = json.loads(text, object_pairs_hook=_table)
    except json.JSONDecodeError as error:
        raise BaselineError(f"line {error.lineno}, column {error.colno}: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        raise BaselineError(f"this is no baseline: {error}") from error
    repeated = _repeated(table)
    if repeated is not None:
        raise BaselineError(f"`{repeated}` is there twice")
    try:
        findings = _Document.model_validate(table).findings
    except ValidationError as error:
        raise BaselineError(explain(error, _Document)) from error
    return Counter(
        {
            Entry(page, rule, fingerprint): times
            for page, by_rule in findings.items()
            for rule, fingerprints in by_rule.items()
            for fingerprint, times in fingerprints.items()
        }
    )


class _Twice(dict[str, Any]):
    """A table that has a key twice, `key`."""

    key = ""


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        table = _Twice(table)
        table.key = Counter(key for key, _ in pairs).most_common(1)[0][0]
    return table


def _repeated(value: object) -> str | None:
    """The first key that is in a table twice, with those above it."""
    if not isinstance(value, dict):
        return None
    if isinstance(value, _Twice):
        return value.key
    below = ((key, _repeated(child)) for key, child in value.items())
    return next((f"{key}.{found}" for key, found in below if found is not None), None)


def save(file: File, known: Counter[Entry]) -> None:
    """Write a baseline, all of it or nothing, and only if that changes the file. Raises BaselineError."""
    data = to_text(known).encode()
    try:
        if not file.path.is_file() or file.path.read_bytes() != data:
            with storage.output(file.path) as stream:
                stream.write(data)
    except OSError as error:
        raise BaselineError(f"{file.name} cannot be written: {error.strerror}") from error


def to_text(known: Counter[Entry]) -> str:
    """The content of the file."""
    findings: dict[str, dict[str, dict[str, int]]] = {}
    for entry, times in known.items():
        findings.setdefault(entry.page, {}).setdefault(entry.rule, {})[entry.fingerprint] = times
    document = {"version": 1, "findings": findings}
    return json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


@dataclass(frozen=True)
class Comparison:
    """A baseline beside what was found.

    `gone` is what the baseline knows and a run would have found were it still there: findings of rules that ran, on
    pages that they read or that are no more.
    """

    known: Counter[Entry]
    found: Counter[Entry]
    gone: Counter[Entry]

    @cached_property
    def new(self) -> Counter[Entry]:
        """What was found and the baseline does not know."""
        return self.found - self.known

    @cached_property
    def rises(self) -> dict[str, int]:
        """The rules that found more than the baseline knows of the same pages, and how much more."""
        more: Counter[str] = Counter()
        for entry, times in self.new.items():
            more[entry.rule] += times
        for entry, times in self.gone.items():
            more[entry.rule] -= times
        return {rule: count for rule, count in sorted(more.items()) if count > 0}

    @property
    def pruned(self) -> Counter[Entry]:
        """The baseline without what is gone."""
        return self.known - self.gone

    @property
    def updated(self) -> Counter[Entry]:
        """The baseline without what is gone, and with what is new."""
        return self.pruned + self.new

    def applied(self, report: Report, *, is_ratchet: bool = False) -> Report:
        """The report without what is known. Of equal findings the first ones are those that are known."""
        left = Counter(self.known)
        new: list[Finding] = []
        for finding in report.findings:
            entry = _entry(finding)
            if not finding.is_failure and left[entry] > 0:
                left[entry] -= 1
            else:
                new.append(finding)
        known = len(report.findings) - len(new)
        compared = Compared(known, self.gone.total(), self.rises, is_ratchet=is_ratchet)
        return replace(report, findings=new, compared=compared)


def compare(
    known: Counter[Entry],
    report: Report,
    pages: Collection[str],
    rules: Callable[[str], Collection[str]],
    repository: Repository,
) -> Comparison:
    """Compare a baseline with the report of a run: of these pages, as the report calls them, and of the rules that run
    on each, by id.

    On a page of which something may have gone unseen nothing counts as gone.
    """
    found = Counter(_entry(finding) for finding in report.findings if not finding.is_failure)
    unseen = {finding.path for finding in report.findings if finding.hides_others}
    seen = {
        page for page in {entry.page for entry in known} - unseen if page in pages or not _may_exist(page, repository)
    }
    missing = (known - found).items()
    gone = Counter({one: times for one, times in missing if one.page in seen and one.rule in rules(one.page)})
    return Comparison(known, found, gone)


def _entry(finding: Finding) -> Entry:
    return Entry(finding.path, finding.rule, finding.fingerprint)


def _may_exist(page: str, repository: Repository) -> bool:
    """Whether there is such a page, as far as can be told.

    It cannot be told below a folder that cannot be read, nor of a name that is no text and is shown with escapes.
    """
    if "\\" in page:
        return True
    while page:
        names = repository.listing(dirname(page))
        if names is not None:
            return basename(page) in names
        page = dirname(page)
    return True
