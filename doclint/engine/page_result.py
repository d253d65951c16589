"""Results of pages, and their encoded form for other processes, the cache and shards."""

from collections.abc import Collection, Mapping
from functools import cache
from sys import intern
from typing import TypeAlias, cast

from msgspec import Raw, Struct, field, json
from msgspec.structs import force_setattr

from doclint.engine.corpus_rules import Notes
from doclint.engine.page_rules import PageFindings
from doclint.markdown.source import printable
from doclint.repository.dependencies import Dependencies
from doclint.repository.memo import SeenFile
from doclint.rule.finding import FIRST, read
from doclint.rule.rule import CorpusRule, Note, Rule, Where


class PageResult(Struct, frozen=True):
    """The result of linting a page: what was found, and the notes that rules about all pages take of it.

    The result is valid while its `dependencies` are unchanged. `memo` has the new answers of the memo, encoded, by
    their digests; an answer depends on one content only, so it usually stays valid for longer. `seen_files` has the
    files that were read for the result, by path.
    """

    found: PageFindings
    notes: Notes = {}
    dependencies: Dependencies = field(default_factory=Dependencies)
    memo: dict[str, bytes] = {}
    seen_files: dict[str, SeenFile] = {}


class EncodedResult(Struct, frozen=True):
    """A result as JSON, in pieces that can be decoded separately.

    `found` has what `PageFindings` has; `decoded` has them as well, if they are decoded already. `parts` has the
    dependencies that other pages share, by their digests; `dependencies` refers to them. `memo` has the new answers of
    the memo, by their digests. `seen_files` has the files that were read for the result, by path.
    """

    found: bytes
    notes: bytes
    dependencies: bytes
    parts: Mapping[str, bytes] = {}
    memo: Mapping[str, bytes] = {}
    seen_files: Mapping[str, SeenFile] = {}
    decoded: PageFindings | None = None


_REPEATED = ("rule", "family", "message_id", "path", "section", "cause", "kind", "part", "reason", "remedy")
"""The texts that many findings share: decoded for each finding, they would take a third of its memory."""

LintedPage: TypeAlias = tuple[str, PageResult | EncodedResult]
"""The path of a page and its result, which is encoded if it comes from another process or goes into the cache."""


def encode(result: PageResult | EncodedResult, *, is_kept: bool = True) -> EncodedResult:
    """Return a result in its encoded form; one that is encoded already is returned as it is.

    Unless it `is_kept` for later runs, it has no dependencies, which take the longest to encode.
    """
    if isinstance(result, EncodedResult):
        return result
    if not is_kept:
        return EncodedResult(json.encode(found_of(result)), encoded_notes(result), b"")
    return EncodedResult(
        json.encode(found_of(result)),
        encoded_notes(result),
        result.dependencies.encoded,
        {part.digest: part.encoded for part in result.dependencies.all_parts()},
        result.memo,
        result.seen_files,
    )


def decode_found(encoded: bytes) -> PageFindings:
    """Decode the `found` of an encoded result. Raises ValueError if doclint cannot have written it."""
    return json.decode(encoded, type=PageFindings)


def decode_stored(encoded: bytes, paths: Collection[str]) -> PageFindings:
    """Decode the `found` of a stored result, whose findings can be on the pages at some paths (as findings have them).

    Raises ValueError if doclint cannot have written it for these pages.
    """
    found = decode_found(encoded)
    for finding in found.findings:
        start, end = finding.start, finding.end
        if finding.path not in paths or not FIRST <= start <= end or min(start.column, end.column) < 1:
            raise ValueError(f"`{finding.path}`, {start} to {end}, is not a place on these pages")
    if found.claims is not None:
        places = ((claim.start, claim.end) for claim in found.claims.claims)
        if found.claims.path not in paths or any(not FIRST <= start <= end for start, end in places):
            raise ValueError(f"the claims of `{found.claims.path}` are not on these pages")
    read(finding.given for finding in found.findings)  # in one call, which is quicker than one for each
    return found


def found_of(result: PageResult | EncodedResult) -> PageFindings:
    """Return what was found on the page of a result in either form."""
    if isinstance(result, PageResult):
        return result.found
    if result.decoded:
        return result.decoded
    found = decode_found(result.found)
    for finding in found.findings:
        for name in _REPEATED:
            force_setattr(finding, name, intern(getattr(finding, name)))
    return found


def encoded_notes(result: PageResult | EncodedResult) -> bytes:
    """Return the notes of a result in either form, encoded as JSON."""
    if isinstance(result, EncodedResult):
        return result.notes
    return json.encode(result.notes)


def has_failed(found: PageFindings) -> bool:
    """Whether doclint itself failed, so that linting the page once more may give another result."""
    return any(finding.is_failure for finding in found.findings)


def was_fatal(found: PageFindings) -> bool:
    """Whether the page ended the process that linted it."""
    return any(finding.rule == "worker-died" for finding in found.findings)


def decode_notes(encoded: bytes, rules: Mapping[str, type[Rule]], path: str) -> Notes:
    """Decode the `notes` of the encoded result of the page at a path.

    Raises ValueError if no run with these rules, given by id, can have written them for that page.
    """
    try:
        name, notes = printable(path), _NOTES.decode(encoded)
        return {
            id_: [_typed(*note, cast(type[CorpusRule], rules[id_]), name) for note in several]
            for id_, several in notes.items()
        }
    except (KeyError, AttributeError, RecursionError) as error:
        raise ValueError(f"no rule took these notes: {error!r}") from error


_NOTES = json.Decoder(dict[str, list[tuple[Where, Raw, bool]]])  # decoders, as to read their types takes long
_decoder_of = cache(json.Decoder)


def _typed(where: Where, data: Raw, is_allowed: bool, rule: type[CorpusRule], path: str) -> Note:  # noqa: FBT001
    if where.path != path:
        raise ValueError(f"a note is about `{where.path}`, not about `{path}`")
    return Note(where, _decoder_of(rule.data).decode(data), is_allowed)
