"""JSX tags, as micromark-extension-mdx-jsx (version 3, "Syntax") reads them in MDX."""

from typing import Literal, NamedTuple

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.markdown.html import Attribute, unescaped
from doclint.markdown.javascript import end_of_braces
from doclint.markdown.source import Span

_IDENTIFIER = r"(?:[^\W\d]|\$)[\w$\u200c\u200d-]*+"
_START = expression(
    rf"<(?P<closing>/\s*+)?(?P<name>{_IDENTIFIER}(?:\s*+:\s*+{_IDENTIFIER}|(?:\s*+\.\s*+{_IDENTIFIER})++)?)?"
)
_KEY = expression(rf"\s*+(?P<key>{_IDENTIFIER}(?:\s*+:\s*+{_IDENTIFIER})?)(?P<has_value>\s*+=\s*+)?")
_VALUE = expression(r"""\s*+(?:"(?P<double>[^"]*+)"|'(?P<single>[^']*+)')""")
_BRACE = expression(r"\s*+(?=\{)")
_END = expression(r"\s*+(?P<empty>/\s*+)?>")


class Tag(Struct, frozen=True):
    """A tag. `name` is empty for a fragment, and `attributes` are those whose values are strings."""

    name: str
    form: Literal["opening", "closing", "empty"]
    span: Span
    attributes: tuple[Attribute, ...]


class Attempt(NamedTuple):
    """The tag that begins at an offset, if there is one, and the offset up to which that was read."""

    tag: Tag | None
    reached: int


def is_component(name: str) -> bool:
    """Whether the name of a tag is not that of an element of HTML: it has a capital letter first, or a dot."""
    return name[:1].isupper() or "." in name


def tag_at(text: str, start: int, limit: int) -> Attempt:
    """Read the tag that begins with the `<` at an offset and ends before `limit`.

    >>> text = 'a <Foo.Bar id="b" c={d > e} {...f} />'
    >>> tag_at(text, 2, len(text)).tag
    Tag(name='Foo.Bar', form='empty', span=Span(start=2, end=37), attributes=(Attribute(tag='foo.bar', name='id', \
value='b', span=Span(start=15, end=16)),))
    """
    opening = _START.match(text, start, limit)
    assert opening is not None, "the caller has found `<`"
    name = "".join((opening["name"] or "").split())
    attributes: list[Attribute] = []
    position = opening.end()
    while name and (step := _attribute(text, position, limit, name, attributes)):
        position = step.end
        if not step.is_sound:
            return Attempt(None, position)
    end_match = _END.match(text, position, limit)
    if end_match is None or (not name and end_match["empty"]):
        return Attempt(None, position)
    form: Literal["opening", "closing", "empty"]
    form = "closing" if opening["closing"] else "empty" if end_match["empty"] else "opening"
    return Attempt(Tag(name, form, Span(start, end_match.end()), tuple(attributes)), end_match.end())


class _Step(Struct, frozen=True):
    end: int
    is_sound: bool = True


def _attribute(text: str, start: int, limit: int, tag: str, found: list[Attribute]) -> _Step | None:
    """Read the next attribute, whatever its value, and add it to the found ones if that is a string."""
    brace = _BRACE.match(text, start, limit)
    if brace:
        return _expression(text, brace.end(), limit)
    key = _KEY.match(text, start, limit)
    if key is None or not key["has_value"]:
        return _Step(key.end()) if key else None
    if text.startswith("{", key.end(), limit):
        return _expression(text, key.end(), limit)
    value = _VALUE.match(text, key.end(), limit)
    if value is None:
        return _Step(key.end(), is_sound=False)
    group = value.lastgroup or "double"
    found.append(Attribute(tag.lower(), key["key"], unescaped(value[group]), Span(*value.span(group))))
    return _Step(value.end())


def _expression(text: str, start: int, limit: int) -> _Step:
    end = end_of_braces(text, start, limit)
    return _Step(end or limit, is_sound=bool(end))
