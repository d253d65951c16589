"""A verdict: what there is to say of one page, and how it goes to other processes and into files."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

from doclint.engine.corpus_rules import Notes, data_of
from doclint.repository.dependencies import Dependencies
from doclint.rule.finding import Finding
from doclint.rule.rule import CorpusRule, Note, Rule

if TYPE_CHECKING:
    from pydantic import TypeAdapter


@dataclass(frozen=True, slots=True)
class PageResult:
    """What is wrong with a page, sorted by place, how many findings its own directives suppress, and what rules about
    all pages note of it.

    It holds as long as what was `asked` has the same answers. The `facts` that were found out on the way hold longer.
    """

    findings: list[Finding]
    suppressed: int = 0
    notes: Notes = field(default_factory=dict)
    dependencies: Dependencies = field(default_factory=Dependencies)
    memo: dict[str, bytes] = field(default_factory=dict)


class EncodedResult(NamedTuple):
    """A verdict as JSON, in parts that can be read one by one: what was found, what was noted, what was asked, and by
    their digests those questions that others have asked as well. With it go new facts, by their keys.
    """

    found: bytes
    notes: bytes
    dependencies: bytes
    parts: Mapping[str, bytes] = {}
    memo: Mapping[str, bytes] = {}


Found: TypeAlias = tuple[list[Finding], int]
"""What was found on a page, and how many findings are suppressed."""
LintedPage: TypeAlias = tuple[str, PageResult | EncodedResult]
"""The path of a page, and the verdict on it: as JSON where it came from elsewhere, or is to be kept."""


def encode(result: PageResult | EncodedResult) -> EncodedResult:
    """A verdict as JSON."""
    if isinstance(result, EncodedResult):
        return result
    return EncodedResult(
        _found().dump_json((result.findings, result.suppressed), exclude_defaults=True),
        notes_by(result),
        result.dependencies.encoded,
        {part.digest: part.encoded for part in result.dependencies.all_parts()},
        result.memo,
    )


def found(encoded: bytes) -> Found:
    """What a sealed verdict has as `found`."""
    return _found().validate_json(encoded)


def found_by(result: PageResult | EncodedResult) -> Found:
    """What was found, by a verdict of either form."""
    return found(result.found) if isinstance(result, EncodedResult) else (result.findings, result.suppressed)


def notes_by(result: PageResult | EncodedResult) -> bytes:
    """What was noted as JSON, by a verdict of either form."""
    if isinstance(result, EncodedResult):
        return result.notes
    import json

    return json.dumps(result.notes).encode()


def has_failed(found: Found) -> bool:
    """Whether doclint itself failed at it, so that another time something else may be found."""
    findings, _ = found
    return any(finding.is_failure for finding in findings)


def was_fatal(found: Found) -> bool:
    """Whether a page ended the process that judged it."""
    findings, _ = found
    return any(finding.rule == "worker-died" for finding in findings)


def notes(encoded: bytes, rules: Mapping[str, type[Rule]]) -> Notes:
    """What rules noted of a page, as a sealed verdict has it as `notes`."""
    import json

    read = _notes().validate_python(json.loads(encoded))
    return {
        id_: [_typed(note, cast(type[CorpusRule], rules[id_])) for note in several] for id_, several in read.items()
    }


def _typed(note: Note, rule: type[CorpusRule]) -> Note:
    return note._replace(data=data_of(rule).validate_python(note.data))


@cache
def _found() -> "TypeAdapter[Found]":
    from pydantic import TypeAdapter

    return TypeAdapter(Found)


@cache
def _notes() -> "TypeAdapter[Notes]":
    from pydantic import TypeAdapter

    return TypeAdapter(Notes)
