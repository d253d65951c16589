"""The elements of a format as the contents of a page name them."""

from collections.abc import Sequence

from doclint.formats.patterns.pattern import Pattern
from doclint.formats.reading.shapes import Shape, Stated
from doclint.formats.schema.contents import (
    ClaimsContent,
    CommandContent,
    Content,
    ExampleContent,
    FieldsContent,
    Group,
    ListingContent,
    OneOf,
    SignatureContent,
    SourceContent,
    TableContent,
)
from doclint.formats.schema.statements import Statement


def name_of(element: Content) -> str:
    """Return the shape of an element, or `group` or `one-of`."""
    match element:
        case Group():
            return "group"
        case OneOf():
            return "one-of"
    return str(getattr(element, "shape", ""))


def pattern_of(element: Content) -> str:
    """Return how a format writes an element: its text, its items or its header; empty for those without any."""
    texts: Sequence[str] = ()
    match element:
        case Statement():
            texts = _words(element)
        case ListingContent(item=[first, *_]):
            texts = [first.text]
        case SignatureContent(text=templates):
            texts = [templates[0].text]
        case CommandContent(text=template) | SourceContent(fence=template):
            texts = [template.text]
        case TableContent(header=cells):
            texts = [" | ".join(cells)]
        case FieldsContent(items=items):
            texts = [item.key for item in items]
        case ExampleContent(fence=fences):
            texts = fences
        case ClaimsContent(of=of):
            texts = [of]
        case Group(group=inner) | OneOf(one_of=[inner, *_]):
            texts = [pattern_of(one) for one in inner[:1]]
    return ", ".join(texts)


def pattern_of_shape(shape: Shape) -> str:
    """Return how the format writes what a shape has; empty if no element took it."""
    if isinstance(shape, Stated):
        return ", ".join(_words(shape.spec))
    return pattern_of(shape.element) if shape.element else ""


def _words(statement: Statement) -> list[str]:
    """Return the first of the texts of a statement."""
    patterns: Sequence[Pattern] = getattr(statement, "text", ())
    return [pattern.text for pattern in patterns[:1]]
