"""The JSON form of a shard's results, from which `doclint merge` makes one report."""

from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import quote_from_bytes, unquote_to_bytes

from pydantic import Field, PositiveInt

from doclint import __version__
from doclint.engine.json_form import JsonForm
from doclint.engine.page_result import EncodedResult, decode_notes, decode_stored
from doclint.engine.plan import Plan
from doclint.errors.exceptions import UsageError
from doclint.markdown.source import printable
from doclint.repository.paths import inner
from doclint.rule.rule import Rule


class PageDocument(JsonForm):
    """The result of one page: its findings, before the suppressions of the configuration apply, and its notes."""

    path: str = Field(description="The page in posix form from the root, percent-encoded.")
    found: str = Field(description="JSON: all findings, and the number of findings that comments on the page suppress.")
    notes: str = Field(description="JSON: the notes that rules about all pages take of the page, by rule.")

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


class ShardDocument(JsonForm):
    """A shard of a run, with everything that `doclint merge` needs."""

    number: PositiveInt
    of: PositiveInt
    cache_key: str = Field(description="A digest of pages, rules and settings, the same for all shards of one run.")
    is_whole: bool = Field(description="Whether the shards together have all pages of the repository.")
    select: list[str] | None = Field(description="The rules that `--select` names; null without that option.")
    ignore: list[str]
    without: list[str]
    named: list[str] = Field(description="The files and folders that the user named, from the root.")
    left_out: dict[str, int] = Field(description="The same as in the summary of a report.")
    has_claims: bool = Field(description="Whether the results have the claims that rules compare.")
    finds_all: bool = Field(description="Whether the results have all findings, whatever `limits.findings` is.")
    pages: list[PageDocument]

    @property
    def run(self) -> tuple[object, ...]:
        """The values that all shards of one run have in common."""
        return self.of, self.cache_key, self.is_whole, self.select, self.ignore, self.without, self.left_out

    def linted(self) -> Iterator[tuple[str, EncodedResult]]:
        """Yield the path and the encoded result of each page. Raises ValueError if a text cannot be encoded."""
        return (page.linted for page in self.pages)


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
