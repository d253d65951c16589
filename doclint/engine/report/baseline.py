"""The baseline: a file of known findings, so that only new ones fail.

The file has the fingerprints of findings and how often each was found, by page and rule, sorted. Each fingerprint is
followed by the message of the finding, for readers, unless the file is from before that or would be too large:

    {"findings": {"docs/a.md": {"broken-link": {"5d1c0c6b7a1e4e0f9a3b The link ...": 2}}}, "version": 1}

Each fingerprint is on a line of its own and no line has a total, so that git merges changes of different pages. The
file is written as common JSON formatters write it (indented by two spaces, sorted keys), so they leave it unchanged.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from posixpath import basename, dirname
from typing import Annotated, Any, Literal

from msgspec import Struct
from msgspec.structs import replace
from pydantic import BaseModel, ConfigDict, PositiveInt, StringConstraints, ValidationError

from doclint.config.project import BASELINE, Project
from doclint.engine.report.report import BaselineResult, Report
from doclint.errors.exceptions import BaselineError
from doclint.errors.expressions import expression
from doclint.errors.validation import explain
from doclint.errors.wording import shortened
from doclint.repository import atomic
from doclint.repository.gitignore import IgnoreFiles
from doclint.repository.paths import LARGEST_BASELINE, may_read, read_at_most
from doclint.repository.repository import Repository
from doclint.rule.finding import Finding

DEFAULT = BASELINE
_LONGEST = 120  # characters of a message
_CONFLICT = expression(r"^(?:<{7}|\|{7}|={7}|>{7})(?: |$)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class BaselineEntry:
    """What identifies a finding in a baseline. `text` is the beginning of its message, which does not count."""

    page: str
    rule: str
    fingerprint: str
    text: str = field(default="", compare=False)


class BaselineFile(Struct, frozen=True):
    """The file of a baseline: its path with all symbolic links resolved, and its name for messages.

    `is_named` says that the command line names the file, and not the configuration.
    """

    path: Path
    name: str
    is_named: bool = False


class _BaselineDocument(BaseModel):
    """The content of the file."""

    model_config = ConfigDict(extra="forbid", strict=True)

    version: Literal[1]
    findings: dict[
        Annotated[str, StringConstraints(pattern="^[^/]", max_length=4096)],
        dict[str, dict[Annotated[str, StringConstraints(pattern="^[0-9a-f]{20}(?: |$)")], PositiveInt]],
    ]


def file_of(project: Project, named: Path | None) -> BaselineFile | None:
    """Return the baseline that the command line names (`named`), or else the configuration, or the usual one.

    Return None if there is none.

    Raises BaselineError if the configuration names a file that doclint may not read.
    """
    if named is not None:
        return BaselineFile(named.resolve(), str(named), is_named=True)
    name = project.baseline
    if name is None:
        return None
    if not name or not _is_allowed(name, project):
        raise BaselineError(
            f"{project.settings.where('baseline')}: `baseline` is `{name}`, which is not a file below the root, or "
            "leads to `.git` or to what git ignores"
        )
    return BaselineFile((project.root / name).resolve(), name)


def default_file(project: Project) -> BaselineFile:
    """Return the baseline that a project has by default.

    Raises BaselineError if it is a link to what doclint may not read.
    """
    if not _is_allowed(DEFAULT, project):
        raise BaselineError(
            f"`{DEFAULT}` is a symbolic link that leads out of the root, to `.git` or to what git ignores"
        )
    return BaselineFile((project.root / DEFAULT).resolve(), DEFAULT)


def _is_allowed(name: str, project: Project) -> bool:
    ignored = IgnoreFiles(project.root) if project.settings.config.respect_gitignore else None
    return may_read(project.root / name, project.root, ignored)


def load(file: BaselineFile) -> Counter[BaselineEntry]:
    """Return the findings in a baseline, and how often each is there.

    Raises BaselineError if there is no such file, if it cannot be read, or if it is broken; the message names the line
    or the key.
    """
    # Reading a pipe may wait for ever, so doclint reads one only if the command line names it.
    if not (file.path.exists() if file.is_named else file.path.is_file()):
        option = f" --baseline {file.name}" if file.is_named else ""
        raise BaselineError(f"There is no baseline `{file.name}`; `doclint baseline write{option}` writes one")
    try:
        text = read_at_most(file.path, LARGEST_BASELINE).decode("utf-8-sig")
    except OSError as error:
        raise BaselineError(f"{file.name} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BaselineError(f"{file.name}: {error}") from error
    try:
        return _parsed(text)
    except BaselineError as error:
        raise BaselineError(f"{file.name}: {error}") from error


def _parsed(text: str) -> Counter[BaselineEntry]:
    conflict = _CONFLICT.search(text)
    if conflict is not None:
        line = text.count("\n", 0, conflict.start()) + 1
        raise BaselineError(
            f"line {line}: a merge left a conflict here; keep either side (`git checkout --ours` or `--theirs`), "
            "then run `doclint baseline update`"
        )
    try:
        table = json.loads(text, object_pairs_hook=_table)
    except json.JSONDecodeError as error:
        raise BaselineError(f"line {error.lineno}, column {error.colno}: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        raise BaselineError(f"this is not a baseline: {error}") from error
    repeated = _repeated(table)
    if repeated is not None:
        raise BaselineError(f"the key `{repeated}` is there twice")
    try:
        findings = _BaselineDocument.model_validate(table).findings
    except ValidationError as error:
        raise BaselineError(explain(error, _BaselineDocument)) from error
    known: Counter[BaselineEntry] = Counter()
    for page, by_rule in findings.items():
        for rule, fingerprints in by_rule.items():
            for key, times in fingerprints.items():
                fingerprint, _, text = key.partition(" ")
                entry = BaselineEntry(page, rule, fingerprint, text)
                known[entry] = max(known[entry], times)  # after a merge, one fingerprint can have two texts
    return known


class _TableWithRepeatedKey(dict[str, Any]):
    """A JSON object that has the key `key` more than once."""

    key = ""


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        table = _TableWithRepeatedKey(table)
        table.key = Counter(key for key, _ in pairs).most_common(1)[0][0]
    return table


def _repeated(value: object) -> str | None:
    """Return the first repeated key, with the keys above it, joined by dots; None if no key is repeated."""
    if not isinstance(value, dict):
        return None
    if isinstance(value, _TableWithRepeatedKey):
        return value.key
    below = ((key, _repeated(child)) for key, child in value.items())
    return next((f"{key}.{found}" for key, found in below if found is not None), None)


def save(file: BaselineFile, known: Counter[BaselineEntry]) -> None:
    """Write a baseline as a whole, and only if that changes the file. Raises BaselineError if that is impossible."""
    data = to_text(known).encode()
    if len(data) > LARGEST_BASELINE:
        data = to_text(known, has_texts=False).encode()
    if len(data) > LARGEST_BASELINE:
        raise BaselineError(
            f"{file.name} would have {len(data):,} bytes, and doclint reads no baseline of more than "
            f"{LARGEST_BASELINE:,}; fix or ignore what is found most often first (`doclint check --statistics`)"
        )
    try:
        path = file.path
        if not (path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data):
            with atomic.output(path) as stream:
                stream.write(data)
    except OSError as error:
        raise BaselineError(f"{file.name} cannot be written: {error.strerror}") from error


def to_text(known: Counter[BaselineEntry], *, has_texts: bool = True) -> str:
    """Return the content of the file for some known findings, with the texts of those that have one."""
    findings: dict[str, dict[str, dict[str, int]]] = {}
    for entry, times in known.items():
        key = f"{entry.fingerprint} {entry.text}" if entry.text and has_texts else entry.fingerprint
        findings.setdefault(entry.page, {}).setdefault(entry.rule, {})[key] = times
    document = {"version": 1, "findings": findings}
    return json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


class Comparison(Struct, frozen=True, dict=True):
    """A baseline compared with the findings of a run.

    `gone` has the known findings that no longer exist: the run did not find them although their rules ran, and their
    pages were checked or were deleted.
    """

    known: Counter[BaselineEntry]
    found: Counter[BaselineEntry]
    gone: Counter[BaselineEntry]

    @cached_property
    def new(self) -> Counter[BaselineEntry]:
        """The findings of the run that the baseline does not have."""
        return self.found - self.known

    @cached_property
    def rises(self) -> dict[str, int]:
        """The rules with more findings than in the baseline on the same pages, and how many more."""
        more: Counter[str] = Counter()
        for entry, times in self.new.items():
            more[entry.rule] += times
        for entry, times in self.gone.items():
            more[entry.rule] -= times
        return {rule: count for rule, count in sorted(more.items()) if count > 0}

    @property
    def pruned(self) -> Counter[BaselineEntry]:
        """The baseline without the findings that are gone."""
        return self.known - self.gone

    @property
    def updated(self) -> Counter[BaselineEntry]:
        """The baseline without the findings that are gone, and with the new ones."""
        return self.pruned + self.new

    def applied(self, report: Report, *, is_ratchet: bool = False) -> Report:
        """Return the report without the known findings. Of equal findings, the first ones count as known."""
        left = Counter(self.known)
        new: list[Finding] = []
        known: list[Finding] = []
        for finding in report.findings:
            entry = _entry(finding)
            if not finding.is_failure and left[entry] > 0:
                left[entry] -= 1
                known.append(finding)
            else:
                new.append(finding)
        result = BaselineResult(len(known), self.gone.total(), self.rises, is_ratchet=is_ratchet)
        return replace(report, findings=new, baseline=result, known=known)


def compare(
    known: Counter[BaselineEntry],
    report: Report,
    pages: Collection[str],
    rules: Callable[[str], Collection[str]],
    repository: Repository,
) -> Comparison:
    """Compare a baseline with the report of a run.

    `pages` are the checked pages, named as in the report; `rules` returns the ids of the rules that ran on a page. If
    doclint did not read a page completely, none of its known findings counts as gone. Those that the brake holds back
    are not gone either.
    """
    found = Counter(_entry(finding) for finding in report.findings if not finding.is_failure)
    with_texts = {entry: entry for entry in found}  # for entries of an older file, which has none
    known = Counter({one if one.text else with_texts.get(one, one): times for one, times in known.items()})
    incomplete = {finding.path for finding in report.findings if finding.hides_others}
    candidates = {entry.page for entry in known} - incomplete
    seen = {page for page in candidates if page in pages or not _may_exist(page, repository)}
    held_back = Counter(map(_entry, report.held_back))
    missing = (known - found - held_back).items()
    gone = Counter({one: times for one, times in missing if one.page in seen and one.rule in rules(one.page)})
    return Comparison(known, found, gone)


def _entry(finding: Finding) -> BaselineEntry:
    text = "".join(letter if letter.isprintable() else "\ufffd" for letter in shortened(finding.message, _LONGEST))
    return BaselineEntry(finding.path, finding.rule, finding.fingerprint, text)


def _may_exist(page: str, repository: Repository) -> bool:
    """Whether there may be such a page.

    doclint cannot know that if a folder cannot be read, or if the name is not valid text and is shown with escapes.
    """
    if "\\" in page:
        return True
    while page:
        names = repository.listing(dirname(page))
        if names is not None:
            return basename(page) in names
        page = dirname(page)
    return True
