"""Repairs of diagrams: edits after which the diagram parses, found by reading it again."""

from msgspec import Struct

from doclint.markdown.diagrams.causes import DiagramCause, DiagramProblem, Edits, cause_of
from doclint.markdown.diagrams.model import DiagramType, Failure
from doclint.markdown.diagrams.read import Diagram, read, tokens_before
from doclint.markdown.diagrams.text import DiagramText
from doclint.markdown.source import Edit, Span, edited

_MOST_REPAIRS = 40  # of one diagram, each of which reads it again
_LONGEST = 20_000  # characters of a diagram that is repaired


class Refusal(Struct, frozen=True):
    """Why a diagram is not drawn, where, and the edits of the page that repair all of it; none if none are known."""

    cause: DiagramCause
    span: Span
    repair: Edits

    @property
    def only_quotes(self) -> bool:
        """Whether the repair only adds quotes."""
        return all(text == '"' and start == end for (start, end), text in self.repair)


def refusal(diagram: Diagram) -> Refusal | None:
    """Return why a diagram is not drawn, None if it is."""
    failure = diagram.contents.failure
    if failure is None:
        return None
    cause = _cause(diagram.type, diagram.text.text, failure)
    edits = _repair(diagram.type, diagram.text.text, cause) if len(diagram.text.text) <= _LONGEST else None
    place = diagram.text.span
    span = place(*cause.place) if cause.place else failure.span
    return Refusal(cause, span, tuple(Edit(place(*edit.span), edit.text) for edit in edits or ()))


def _cause(kind: DiagramType, text: str, failure: Failure) -> DiagramCause:
    plain = DiagramText.plain(text)
    inner = read(kind, plain).failure or failure
    return cause_of(DiagramProblem(kind, text, tokens_before(kind, plain, inner.offset), inner))


def _repair(kind: DiagramType, text: str, cause: DiagramCause) -> Edits | None:
    """Return the edits that repair one cause after the other until the diagram parses, None if one is not repaired."""
    done: Edits = ()
    for _ in range(_MOST_REPAIRS):
        for edits in filter(None, cause.repairs):
            moved = [Edit(Span(*(_original(place, done) for place in span)), new) for span, new in edits]
            tried = tuple(sorted({*done, *moved}))
            repaired = _edited(text, tried)
            failure = read(kind, DiagramText.plain(repaired)).failure
            if failure is None:
                return tried
            if _original(failure.offset, tried) > max(edit.span.start for edit in moved):
                break
        else:
            return None
        done, cause = tried, _cause(kind, repaired, failure)
    return None


def _edited(text: str, edits: Edits) -> str:
    return edited(text, Span(0, len(text)), edits)


def _original(place: int, edits: Edits) -> int:
    """Return the place before some edits of a place after them; the start of the edit if it is within its text."""
    shift = 0
    for (start, end), new in edits:
        begin = start + shift
        if place < begin:
            break
        if place < begin + len(new):
            return start
        shift += len(new) - (end - start)
    return place - shift
