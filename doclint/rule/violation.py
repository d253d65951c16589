"""What a rule yields."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

from doclint.markdown.source import Fix, Span
from doclint.page.claims import Assumption, Reading, RelatedLines
from doclint.page.source_file import SourceFile
from doclint.rule.message import Argument

if TYPE_CHECKING:
    from doclint.source.model import Declaration

MOST_RELATED = 10
"""How many related lines a finding keeps; a list may leave out thousands of functions."""


def lines_of(source: SourceFile, start: int | None = None, end: int | None = None) -> tuple[RelatedLines, ...]:
    """Return lines of a source file as related ones: up to `end`, or one; without `start`, the file as a whole.

    There are none if a copy on a page stands in for the file.
    """
    if source.copy is not None:
        return ()
    return (RelatedLines(source.path, start, end or start) if start else RelatedLines(source.path),)


class Violation:
    """What a rule yields: a place, the id of a message, and the arguments of the message.

    `span` is a half-open range of characters of the page. `reason` distinguishes violations with the same message that
    have different causes: in the generator, or on a page of no known format what a link misses, which is a path from
    the root, a folder with a slash at its end, or a page with a fragment. `fix` is how to fix it, if that is known.
    `against` is the source file that the violation follows from, if the rule also reports violations without a source:
    if that file is a copy on a page, the message ends with the path of that page. A `SourceRule` need not give it.
    `related` are lines of other files that the violation follows from, the most important first; a finding keeps ten of
    them. Without `related`, a violation with a source file is related to that file as a whole.
    """

    def __init__(
        self,
        span: Span,
        message: str,
        *,
        reason: str = "",
        fix: Fix | None = None,
        against: SourceFile | None = None,
        related: Iterable[RelatedLines] = (),
        **arguments: Argument,
    ) -> None:
        self.span = span
        self.message = message
        self.reason = reason
        self.fix = fix
        self.against = against
        self.related = tuple(related)
        self.follows_from: Span | None = None
        self.rests_on: Assumption | None = None
        self.would_hold: tuple[Reading, ...] = ()
        self.arguments = arguments

    def at(self, span: Span, fix: Fix | None = None) -> "Violation":
        """Return the violation moved to another place, with the fix for that place."""
        moved = Violation(span, self.message, reason=self.reason, fix=fix, against=self.against, related=self.related)
        moved.arguments = self.arguments
        moved.rests_on, moved.would_hold = self.rests_on, self.would_hold
        return moved

    def following_from(self, cause: Span | None) -> "Violation":
        """Return the violation itself, marked as following from what is wrong at another place of the page, if it is.

        It is dropped if a rule that its own rule yields to reports that place.
        """
        self.follows_from = cause
        return self

    def resting_on(self, assumption: Assumption | None, would_hold: Iterable[Reading] = ()) -> "Violation":
        """Return the violation itself, marked as following from an assumption that may be wrong.

        `would_hold` are other readings by which the claim would hold. The rule counts the claims that hold, or that it
        cannot check, by `Page.count`; the engine counts this one.
        """
        self.rests_on, self.would_hold = assumption, tuple(would_hold)
        return self


class ComparedDeclaration(Struct, frozen=True):
    """A declaration in the source at `path`, with which a claim is compared."""

    path: str
    declaration: "Declaration"

    @property
    def lines(self) -> RelatedLines:
        """The lines of the declaration."""
        return RelatedLines(self.path, self.declaration.start, self.declaration.end)

    @property
    def place(self) -> str:
        """The path and the line of the declaration, for messages."""
        return str(RelatedLines(self.path, self.declaration.line))

    def violation(self, span: Span, message: str, *, fix: Fix | None = None, **arguments: Argument) -> Violation:
        """Return a violation that follows from the declaration, whose message names its place."""
        arguments["place"] = self.place
        return Violation(span, message, reason="", fix=fix, against=None, related=(self.lines,), **arguments)
