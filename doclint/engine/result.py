"""A verdict: what there is to say of one page, and how it goes to other processes and into files."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

from doclint.engine.corpus_rules import Notes, data_of
from doclint.repository.dependencies import Questions
from doclint.rule.finding import Problem
from doclint.rule.rule import CorpusRule, Note, Rule

if TYPE_CHECKING:
    from pydantic import TypeAdapter


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is wrong with a page, sorted by place, how many findings its own directives suppress, and what rules about
    all pages note of it.

    It holds as long as what was `asked` has the same answers. The `facts` that were found out on the way hold longer.
    """

    problems: list[Problem]
    suppressed: int = 0
    notes: Notes = field(default_factory=dict)
    asked: Questions = field(default_factory=Questions)
    facts: dict[str, bytes] = field(default_factory=dict)


class Sealed(NamedTuple):
    """A verdict as JSON, in parts that can be read one by one: what was found, what was noted, what was asked, and by
    their digests those questions that others have asked as well. With it go new facts, by their keys.
    """

    found: bytes
    notes: bytes
    asked: bytes
    parts: Mapping[str, bytes] = {}
    facts: Mapping[str, bytes] = {}


Found: TypeAlias = tuple[list[Problem], int]
"""What was found on a page, and how many findings are suppressed."""
Judged: TypeAlias = tuple[str, Verdict | Sealed]
"""The path of a page, and the verdict on it: as JSON where it came from elsewhere, or is to be kept."""


def seal(verdict: Verdict | Sealed) -> Sealed:
    """A verdict as JSON."""
    if isinstance(verdict, Sealed):
        return verdict
    return Sealed(
        _found().dump_json((verdict.problems, verdict.suppressed), exclude_defaults=True),
        notes_by(verdict),
        verdict.asked.encoded,
        {part.digest: part.encoded for part in verdict.asked.all_parts()},
        verdict.facts,
    )


def found(sealed: bytes) -> Found:
    """What a sealed verdict has as `found`."""
    return _found().validate_json(sealed)


def found_by(verdict: Verdict | Sealed) -> Found:
    """What was found, by a verdict of either form."""
    return found(verdict.found) if isinstance(verdict, Sealed) else (verdict.problems, verdict.suppressed)


def notes_by(verdict: Verdict | Sealed) -> bytes:
    """What was noted as JSON, by a verdict of either form."""
    if isinstance(verdict, Sealed):
        return verdict.notes
    import json

    return json.dumps(verdict.notes).encode()


def has_failed(found: Found) -> bool:
    """Whether doclint itself failed at it, so that another time something else may be found."""
    problems, _ = found
    return any(problem.is_failure for problem in problems)


def was_fatal(found: Found) -> bool:
    """Whether a page ended the process that judged it."""
    problems, _ = found
    return any(problem.rule == "worker-died" for problem in problems)


def notes(sealed: bytes, rules: Mapping[str, type[Rule]]) -> Notes:
    """What rules noted of a page, as a sealed verdict has it as `notes`."""
    import json

    read = _notes().validate_python(json.loads(sealed))
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
