"""The parts of a run, brought together: the same verdicts as of one run."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Self

from pydantic import ValidationError

from doclint import __version__
from doclint.config.project import Project
from doclint.engine.cache.key import CacheKeys
from doclint.engine.plan import Plan
from doclint.engine.result import EncodedResult
from doclint.engine.shard_document import ShardDocument
from doclint.errors.exceptions import UsageError
from doclint.errors.validation import explain

_MANY = 10  # missing parts that are named
_OTHER = (
    ": of other pages, or with another doclint, other rules or another configuration (`--isolated` and "
    "`--no-local-rules` have to be said here as there)"
)


@dataclass(frozen=True)
class Parts:
    """All parts of one run, by the files that they were read from."""

    documents: Mapping[str, ShardDocument]

    @classmethod
    def load(cls, files: Iterable[Path]) -> Self:
        """The parts that JSON reports have. Raises UsageError unless they are all parts of one run."""
        documents = {str(file): _load(file) for file in files}
        _check_numbers(documents)
        return cls(documents)

    @property
    def _first(self) -> ShardDocument:
        return next(iter(self.documents.values()))

    def plan(self, project: Project) -> tuple[Plan, dict[str, EncodedResult]]:
        """Return the plan of the whole run, and the result of each page.

        Raises UsageError if the pages would be checked otherwise here, or if a result makes no sense, and ConfigError
        if a configuration is broken.
        """
        first = self._first
        selection = project.selection(first.select, first.ignore, first.without)
        found: dict[str, EncodedResult] = {}
        for file, document in self.documents.items():
            for page in document.pages:
                try:
                    page.check(selection.known)
                except UsageError as error:
                    raise UsageError(f"{file}: {error}") from error
            found.update(document.linted())
        paths = sorted(found)
        plan = Plan(project, selection, paths, first.is_whole)
        key = CacheKeys(plan).of_run(paths)
        for file, document in self.documents.items():
            if document.run != first.run:
                raise UsageError(f"{file}: this is part of another run than {next(iter(self.documents))}{_OTHER}")
            if document.cache_key != key:
                raise UsageError(f"{file}: this is part of another run than can be finished here{_OTHER}")
        if first.is_whole:
            _check_pages(paths, project)
        return plan, {path: found[path] for path in paths}


def _load(file: Path) -> ShardDocument:
    try:
        report = json.loads(file.read_bytes())
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{file}: this is no JSON: {error}") from error
    part = _part(file, report)
    try:
        return ShardDocument.model_validate(part)
    except ValidationError as error:
        raise UsageError(f"{file}: {explain(error, ShardDocument, 'shard')}") from error


def _part(file: Path, report: Any) -> Any:
    if not isinstance(report, dict) or "version" not in report:
        raise UsageError(f"{file}: this is no report; `doclint check --shard 1/2 --output-format json` writes one")
    if report["version"] != __version__:
        raise UsageError(f"{file}: this is a report of doclint {report['version']}, and this is doclint {__version__}")
    if report.get("shard") is None:
        raise UsageError(f"{file}: this is the report of a whole run, not of a part (`--shard`)")
    return report["shard"]


def _check_numbers(documents: Mapping[str, ShardDocument]) -> None:
    """Raise UsageError unless each part is there once."""
    files: dict[int, str] = {}
    of = max(document.of for document in documents.values())
    for file, document in documents.items():
        if document.of != of:
            raise UsageError(f"{file}: this is a part of {document.of}, others are parts of {of}")
        if document.number > of:
            raise UsageError(f"{file}: there is no part {document.number} of {of}")
        if document.number in files:
            raise UsageError(f"{file}: part {document.number} of {of} is there already, {files[document.number]}")
        files[document.number] = file
    # Who wrote the files may say that there are more parts than anybody can count.
    missing = list(islice((str(number) for number in range(1, of + 1) if number not in files), _MANY + 1))
    if missing:
        named = [*missing[:_MANY], "…"] if len(missing) > _MANY else missing
        raise UsageError(f"Of {of} parts these are missing: {', '.join(named)}")


def _check_pages(paths: Sequence[str], project: Project) -> None:
    there = project.pages(())
    if list(paths) != there:
        other = min(set(paths) ^ set(there))
        raise UsageError(f"The parts have other pages than there are here: `{other}` is only in one of both")
