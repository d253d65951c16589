"""Repairs of drafts: what is not valid is left out, and as little else as possible."""

from collections.abc import Sequence

from doclint.errors.exceptions import FormatError, FormatMistake
from doclint.errors.mistakes import Path
from doclint.formats.inference.drafts import Draft, DraftElement, DraftKind, DraftSection
from doclint.formats.loading import parse

_MOST_ROUNDS = 10
_NEEDED = frozenset({"name", "path", "heading"})
"""The keys that a kind or a section cannot lack."""


def make_valid(draft: Draft) -> None:
    """Leave out what makes a draft invalid, and say so at its place."""
    for _ in range(_MOST_ROUNDS):
        mistakes = _mistakes(draft, draft.kinds)
        if not mistakes:
            return
        gone: Path = ()
        # From the last one on, so that the indexes in front of it stay right.
        for mistake in sorted(mistakes, key=lambda one: one.path, reverse=True):
            if not gone or mistake.path[: len(gone)] != gone:
                gone = _leave_out(draft, mistake)
    kept: list[DraftKind] = []
    for kind in draft.kinds:
        if not _mistakes(draft, [*kept, kind]):
            kept.append(kind)
    draft.kinds = kept


def _mistakes(draft: Draft, kinds: Sequence[DraftKind]) -> Sequence[FormatMistake]:
    """Return the mistakes in a draft with only some kinds."""
    try:
        parse(draft.table | {"kind": [kind.filled() for kind in kinds]}, "the draft")
    except FormatError as error:
        return error.mistakes or [FormatMistake((), None, str(error))]
    return []


def _leave_out(draft: Draft, mistake: FormatMistake) -> Path:
    """Leave out the smallest part of a draft that has a mistake, and return its path; empty if there is none."""
    match mistake.path:
        case ("kind", int(index), *rest) if index < len(draft.kinds):
            size = _leave_out_of(draft.kinds[index], rest, mistake.message)
            if not size:
                del draft.kinds[index]
            return mistake.path[: 2 + size]
    return ()


def _leave_out_of(part: DraftKind | DraftSection, path: Sequence[str | int], message: str) -> int:
    """Leave out the smallest part of a kind or a section, and return the length of its path: 0 if all is wrong."""
    sections = part.sections if isinstance(part, DraftKind) else part.children
    match path:
        case ("section" | "child", int(index), *below):
            size = _leave_out_of(sections[index], below, message)
            if not size:
                del sections[index]
                _say(part, message)
            return 2 + size
        case ("content", int(index), *_) if part.content:
            part.content[index] = DraftElement({"shape": "prose"}, part.content[index].count, _sentence(message))
            return 2
        case (str(key), int() | str() as inner, *_) if _has_several(part.table.get(key), inner):
            value = part.table[key]
            rest = {one: value[one] for one in value} if isinstance(value, dict) else dict(enumerate(value))
            del rest[inner]
            part.table[key] = rest if isinstance(value, dict) else list(rest.values())
            _say(part, message)
            return 2
        case (str(key), *_) if key in part.table and key not in _NEEDED:
            del part.table[key]
            _say(part, message)
            return 1
    return 0


def _has_several(value: object, inner: str | int) -> bool:
    """Whether a value has something at a key or an index, and something else, too."""
    match value, inner:
        case dict(), str():
            return inner in value and len(value) > 1
        case list(), int():
            return inner < len(value) > 1
    return False


def _say(part: DraftKind | DraftSection, message: str) -> None:
    part.comment = "\n".join(filter(None, (part.comment, _sentence(message))))


def _sentence(message: str) -> str:
    return f"Left out, because {message}."
