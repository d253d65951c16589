"""The results of shards in JSON, and the one run that `doclint merge` makes of all of them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Self
from urllib.parse import quote_from_bytes, unquote_to_bytes

from msgspec import Meta, Struct

from doclint import __version__
from doclint.config.project import Project
from doclint.engine.cache.key import CacheKeys
from doclint.engine.page_result import EncodedResult, decode_notes, decode_stored
from doclint.engine.plan import Plan
from doclint.engine.report.reading import of_table
from doclint.errors.exceptions import UsageError
from doclint.errors.settings_table import JsonForm
from doclint.markdown.source import printable
from doclint.repository.paths import LARGEST_REPORT, inner, read_at_most
from doclint.rule.rule import Rule

_Number = Annotated[int, Meta(gt=0)]


class PageDocument(JsonForm, frozen=True):
    """The result of one page: its findings, before the suppressions of the configuration apply, and its notes."""

    path: str
    found: str
    notes: str

    @property
    def linted(self) -> tuple[str, EncodedResult]:
        """The path of the page and its encoded result. Raises ValueError if the texts cannot be encoded."""
        path = unquote_to_bytes(self.path).decode(errors="surrogateescape")
        return path, EncodedResult(self.found.encode(), self.notes.encode(), b"")

    def check(self, rules: Mapping[str, type[Rule]]) -> None:
        """Raise UsageError if no run with these rules can have written the page."""
        if not self._is_valid(rules):
            raise UsageError(f"`{printable(self.path)}` was not written by doclint {__version__}")

    def _is_valid(self, rules: Mapping[str, type[Rule]]) -> bool:
        try:
            path, encoded = self.linted
            decode_stored(encoded.found, {printable(path)})
            decode_notes(encoded.notes, rules, path)
            return inner(path) == path  # a path that leads out of the root is not a page
        except (ValueError, UsageError):
            return False


class ShardDocument(JsonForm, frozen=True):
    """A shard of a run, with everything that `doclint merge` needs."""

    number: _Number
    of: _Number
    cache_key: str
    is_whole: bool
    select: list[str] | None
    ignore: list[str]
    without: list[str]
    named: list[str]
    left_out: dict[str, int]
    has_claims: bool
    finds_all: bool
    pages: list[PageDocument]

    @property
    def run(self) -> tuple[object, ...]:
        """The values that all shards of one run have in common."""
        return self.of, self.cache_key, self.is_whole, self.select, self.ignore, self.without, self.left_out


def shard_document(plan: Plan, cache_key: str, results: Iterable[tuple[str, EncodedResult]]) -> ShardDocument:
    """Return the JSON form of the shard of a plan, given the results of its pages by path."""
    assert plan.shard is not None
    select, ignore, without = plan.selection.names
    return ShardDocument(
        number=plan.shard.number,
        of=plan.shard.of,
        cache_key=cache_key,
        is_whole=plan.is_whole,
        select=None if select is None else list(select),
        ignore=list(ignore),
        without=list(without),
        named=list(map(printable, plan.named)),
        left_out=dict(plan.left_out),
        has_claims=plan.has_claims,
        finds_all=plan.finds_all,
        pages=[_page_document(path, encoded) for path, encoded in sorted(results)],
    )


def _page_document(path: str, encoded: EncodedResult) -> PageDocument:
    name = quote_from_bytes(path.encode(errors="surrogateescape"))
    return PageDocument(path=name, found=encoded.found.decode(), notes=encoded.notes.decode())


_MANY = 10  # missing shards to name
_OTHER = (
    ": the pages, rules, configuration or version of doclint differ (give `doclint merge` the same `--config`, "
    "`--exclude`, `--extend-select`, `--isolated` and `--no-local-rules` as `doclint check`)"
)


class MergedShards(Struct, frozen=True):
    """All shards of one run, by the names of the files that they were read from."""

    documents: Mapping[str, ShardDocument]

    @classmethod
    def load(cls, files: Iterable[Path]) -> Self:
        """Read JSON reports of shards. Raises UsageError if they are not all shards of one run, each given once."""
        documents = {str(file): _load(file) for file in files}
        _check_numbers(documents)
        return cls(documents)

    def plan(self, project: Project) -> tuple[Plan, dict[str, EncodedResult]]:
        """Return the plan of the whole run, and the encoded result of each page by path.

        Raises UsageError if this project would check the pages in another way, or if doclint cannot have written a
        result, and ConfigError if a configuration is broken.
        """
        first = next(iter(self.documents.values()))
        selection = project.selection(first.select, first.ignore, first.without)
        found: dict[str, EncodedResult] = {}
        for file, document in self.documents.items():
            for page in document.pages:
                try:
                    page.check(selection.known)
                except UsageError as error:
                    raise UsageError(f"{file}: {error}") from error
            found.update(page.linted for page in document.pages)
        paths = sorted(found)
        plan = Plan(
            project,
            selection,
            paths,
            first.is_whole,
            left_out=first.left_out,
            named=first.named,
            has_claims=first.has_claims,
            finds_all=first.finds_all,
        )
        key = CacheKeys(plan).of_run(paths)
        for file, document in self.documents.items():
            if document.run != first.run:
                first_file = next(iter(self.documents))
                raise UsageError(f"{file}: this shard and {first_file} are not of the same run{_OTHER}")
            if document.cache_key != key:
                raise UsageError(f"{file}: this shard is not of a run over this project{_OTHER}")
        if first.is_whole:
            _check_pages(paths, project)
        return plan, {path: found[path] for path in paths}


def _load(file: Path) -> ShardDocument:
    try:
        report = json.loads(read_at_most(file, LARGEST_REPORT))
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{file}: this is not JSON: {error}") from error
    return of_table(_part(file, report), ShardDocument, file, "shard")


def _part(file: Path, report: Any) -> Any:
    if not isinstance(report, dict) or "version" not in report:
        raise UsageError(f"{file}: this is not a report; `doclint check --shard 1/2 --output-format json` writes one")
    if report["version"] != __version__:
        raise UsageError(f"{file}: doclint {report['version']} wrote this report, but this is doclint {__version__}")
    if report.get("shard") is None:
        raise UsageError(f"{file}: this is the report of a whole run, not of a shard (`--shard`)")
    return report["shard"]


def _check_numbers(documents: Mapping[str, ShardDocument]) -> None:
    """Raise UsageError unless each shard is there exactly once."""
    files: dict[int, str] = {}
    of = max(document.of for document in documents.values())
    for file, document in documents.items():
        if document.of != of:
            raise UsageError(f"{file}: this is one of {document.of} shards, but another file is one of {of}")
        if document.number > of:
            raise UsageError(f"{file}: shard {document.number} of {of} cannot exist")
        if document.number in files:
            raise UsageError(f"{file}: shard {document.number} of {of} is also in {files[document.number]}")
        files[document.number] = file
    # A forged file may claim more shards than can be counted in reasonable time.
    missing = list(islice((str(number) for number in range(1, of + 1) if number not in files), _MANY + 1))
    if missing:
        named = [*missing[:_MANY], "…"] if len(missing) > _MANY else missing
        raise UsageError(f"These of {of} shards are missing: {', '.join(named)}")


def _check_pages(paths: Sequence[str], project: Project) -> None:
    expected = project.pages(())
    if list(paths) != expected:
        other = min(set(paths) ^ set(expected))
        where = "the shards" if other in paths else "this project"
        raise UsageError(f"The shards do not have the pages of this project: `{other}` is only in {where}")
