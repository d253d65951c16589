"""JavaScript and JSX in MDX: where expressions, modules and tags end, and what they import. No code runs.

Strings, comments and template literals are those of ECMAScript 2024 (sections 12.4 and 12.9). Regular expressions are
not recognized, as that takes a parser; a brace or a quotation mark in one can hide where the code around it ends. Tags
are read as micromark-extension-mdx-jsx (version 3, "Syntax") does.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.markdown.html import Attribute, unescaped
from doclint.markdown.source import Span

# Two slashes after a colon are part of an address in the text between tags.
_IN_CODE = expression(r"[{}()\[\]`\"']|/\*|(?<!:)//|(?:\r\n?+|\n)[ \t]*+(?=[\r\n])")
_IN_TEMPLATE = expression(r"\\.|`|\$\{", re.DOTALL)
_STRINGS = {
    '"': expression(r'"(?:[^"\\\r\n]|\\(?:\r\n|.))*+"', re.DOTALL),
    "'": expression(r"'(?:[^'\\\r\n]|\\(?:\r\n|.))*+'", re.DOTALL),
}
_LINE_ENDING = expression(r"[\r\n]|\Z")
_BLANK_LINE = expression(r"(?:\r\n?+|\n)[ \t]*+[\r\n]")
_DEPTHS = {**dict.fromkeys("{[(", 1), **dict.fromkeys("}])", -1)}
_IMPORT = expression(
    r"""(?<![\w$.])import\s++(?P<names>(?:(?!\b(?:from|import)\b)[\w$\s,*{}])++)
    from\s*+(?:"(?P<double>[^"\r\n]++)"|'(?P<single>[^'\r\n]++)')""",
    re.VERBOSE,
)
_LOCAL_NAME = expression(r"(?<![\w$])[\w$]++(?=\s*+(?:[,}]|\Z))")


class Import(NamedTuple):
    """The names that one import binds on a page, and the module that they come from, as it is written."""

    names: tuple[str, ...]
    module: str


class _Lexeme(NamedTuple):
    """A bracket of code, or the line ending before a blank line."""

    text: str
    span: Span


def end_of_braces(text: str, start: int, limit: int) -> int:
    """Return the offset after the brace that closes the one at `start`; 0 if there is none before `limit`.

    >>> text = "{a['}'] + `${{b}}` /* } */} c}"
    >>> text[: end_of_braces(text, 0, len(text))]
    "{a['}'] + `${{b}}` /* } */}"
    """
    depth = 0
    for found, span in _Code(text, limit).lexemes(start):
        if found in ("{", "}"):
            depth += _DEPTHS[found]
            if not depth:
                return span.end
    return 0


def end_of_module(text: str, start: int) -> int:
    """Return the offset at which some imports and exports end: that of a blank line, or of the end of the text.

    A blank line inside brackets, a string or a comment ends nothing. Return 0 if something is never closed.
    """
    depth = 0
    code = _Code(text, len(text))
    for found, span in code.lexemes(start):
        if found not in _DEPTHS and depth <= 0:
            return span.start
        depth += _DEPTHS.get(found, 0)
    return 0 if depth > 0 or code.is_unclosed else len(text)


def end_of_paragraph(text: str, start: int) -> int:
    """Return the offset of the next blank line, or of the end of the text."""
    blank = _BLANK_LINE.search(text, start)
    return blank.start() if blank else len(text)


def imports(code: str) -> Iterator[Import]:
    """Yield the imports of some code that bind names.

    >>> list(imports("import A, {b as c} from './a.mdx'; import * as d from 'e'"))
    [Import(names=('A', 'c'), module='./a.mdx'), Import(names=('d',), module='e')]
    """
    for match in _IMPORT.finditer(code):
        yield Import(tuple(_LOCAL_NAME.findall(match["names"].strip())), match["double"] or match["single"])


def _end_of_line(text: str, start: int, limit: int) -> int:
    match = _LINE_ENDING.search(text, start, limit)
    return match.start() if match else limit


class _Code:
    """Some code up to a limit. Its `open_braces` are those of holes in template literals ("$") and others ("{")."""

    def __init__(self, text: str, limit: int) -> None:
        self.text = text
        self.limit = limit
        self.is_unclosed = False
        self.open_braces: list[str] = []
        self.no_string = dict.fromkeys(_STRINGS, 0)  # up to where no string begins, as none ends on that line

    def lexemes(self, start: int) -> Iterator[_Lexeme]:
        """Yield the lexemes from an offset on. A comment or a template literal that never ends is the end of them."""
        position = start
        while match := _IN_CODE.search(self.text, position, self.limit):
            found, position = match.group(), match.end()
            if found in _STRINGS:
                position = self.behind_string(found, match.start())
            elif found in ("/*", "//"):
                position = self.behind_comment(found, position)
            elif found == "`" or self.is_end_of_hole(found):
                position = self.behind_template(position)
            else:
                yield _Lexeme(found, Span(*match.span()))
            if not position:
                self.is_unclosed = True
                return

    def is_end_of_hole(self, bracket: str) -> bool:
        """Whether a bracket goes on with a template literal. Keep account of the braces."""
        if bracket == "{":
            self.open_braces.append(bracket)
        return bracket == "}" and bool(self.open_braces) and self.open_braces.pop() == "$"

    def behind_string(self, quote: str, start: int) -> int:
        """Return the offset after a string, or after its quotation mark if that is an apostrophe in a text."""
        if start < self.no_string[quote]:
            return start + 1
        string = _STRINGS[quote].match(self.text, start, self.limit)
        if string is None:
            self.no_string[quote] = _end_of_line(self.text, start, self.limit)
        return string.end() if string else start + 1

    def behind_comment(self, opening: str, start: int) -> int:
        """Return the offset after a comment; 0 if it never ends."""
        if opening == "//":
            return _end_of_line(self.text, start, self.limit)
        end = self.text.find("*/", start, self.limit)
        return 0 if end < 0 else end + 2

    def behind_template(self, start: int) -> int:
        """Return the offset after the next part of a template literal, which ends at a hole; 0 if it never ends."""
        position = start
        while match := _IN_TEMPLATE.search(self.text, position, self.limit):
            position = match.end()
            if match.group() == "${":
                self.open_braces.append("$")
            if not match.group().startswith("\\"):
                return position
        return 0


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
