"""The code examples of a page: what they import, use and call, and which of this cannot work."""

from collections.abc import Iterator
from typing import TypeVar

from doclint.formats.reading.shapes import SymbolExample
from doclint.kit.history import is_about_history
from doclint.markdown.source import Places, Span
from doclint.packages.answers import Resolved
from doclint.page.claims import ClaimKind, RelatedLines
from doclint.page.examples.misuses import Misuse
from doclint.page.examples.python_uses import python_uses
from doclint.page.page import Page
from doclint.rule.violation import Violation

INCLUDED = "[ (included from {included})]"
"""The end of their messages: where the code is, if the page includes it."""
_Kind = TypeVar("_Kind", bound=Misuse)


def misuses(page: Page, kind: type[_Kind]) -> Iterator[_Kind]:
    """Yield the misuses of one kind in the examples of a page, except for examples about old versions."""
    for found in page.remembered(python_uses).misuses:
        if isinstance(found, kind) and not is_about_history(page, found.span.start):
            yield found


def note_uses(page: Page, *kinds: ClaimKind) -> None:
    """Note the claims of some kinds in the examples of a page that hold or cannot be checked."""
    if page.claims is not None:
        page.claims += (
            one
            for one in page.remembered(python_uses).claims
            if one.kind in kinds and not is_about_history(page, one.start)
        )


def reported(found: Misuse, violation: Violation) -> Violation:
    """Return the violation of a misuse; if the page includes it from a file, with the line there, and without a fix."""
    if found.included:
        line = RelatedLines(found.included.path, found.included.number, found.included.number)
        violation.related = (line, *violation.related)
        violation.arguments["included"] = str(line)
        violation.fix = None
    return violation


def in_example_of_symbol(page: Page, span: Span) -> bool:
    """Whether a place is in an example that belongs to a symbol according to the format of the page."""
    return page.remembered(_examples_of_symbols).meet(span)


def _examples_of_symbols(page: Page) -> Places:
    return Places(example.block.content for example in page.all(SymbolExample))


def definition_of(found: Resolved) -> RelatedLines:
    """Return the line that defines what a name stands for, or the file of a module."""
    return RelatedLines(found.path, found.line, found.line)
