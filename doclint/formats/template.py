"""Templates: text with named holes, the smallest piece of a format's patterns.

Grammar: `{name}` holds one or more characters, `{name:int}` a whole number and `{name:float}` one with a fraction, both
with or without thousands separators, `{name:char}` a single character, `{name:any}` anything, also nothing. `[text]`
may be absent. Doubled brackets and braces stand for themselves.

A hole ends at the first place where the text behind it stands; the last hole reaches as far as it can.
"""

import re
from collections.abc import Container, Iterator, Mapping
from functools import cached_property
from posixpath import commonprefix
from typing import NamedTuple

from doclint.markdown.source import Span

TYPES = {
    "str": r".+",
    "any": r".*",
    "char": r"\S",
    "int": r"\d{1,3}(?:,\d{3})+|\d+",
    "float": r"(?:\d{1,3}(?:,\d{3})+|\d+)\.\d+",
}
_TOKEN = re.compile(
    r"(?P<literal>[^\[\]{}]+)|(?P<doubled>\[\[|\]\]|\{\{|\}\})|(?P<bracket>[\[\]])"
    r"|\{(?P<name>[a-z][a-z0-9._-]*)(?::(?P<type>\w+))?\}"
)
_MOST_OPTIONS = 3
_NOWHERE = 0, 0


class TemplateError(ValueError):
    """A template that breaks the grammar; the message quotes it."""


class _Token(NamedTuple):
    """A literal, or a hole with its type."""

    text: str
    type: str = ""


class Template:
    """A compiled template.

    >>> size = Template("{bytes:int} bytes[ ({kb:float} KB)]")
    >>> size.names
    ('bytes', 'kb')
    >>> size.match("13,269 bytes")
    {'bytes': Span(start=0, end=6)}
    >>> size.match("13 bites") is None
    True
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._variants = [_Variant(tokens) for tokens in _variants(text)]
        self.names = self._variants[0].names
        self.around = self._variants[0].around if len(self._variants) == 1 else None
        # The hole that a template consists of, as many do.
        self.hole = self.around.name if self.around and not self.around.before and not self.around.after else ""
        if len(set(self.names)) < len(self.names):
            raise TemplateError(f"`{text}` has two holes of one name")

    def match(self, value: str) -> dict[str, Span] | None:
        """Where in `value` each hole lies, if all of `value` has the form of the template."""
        for variant in self._variants:
            spans = variant.match(value)
            if spans is not None:
                return spans
        return None

    def fill(self, values: Mapping[str, str]) -> str:
        """The template as text: known holes filled, others as `<name>`, and optional parts if all they hold is known.

        >>> Template("{bytes:int} bytes[ ({kb:float} KB)]").fill({"bytes": "7"})
        '7 bytes'
        """
        if self.around is not None and self.around.name in values:
            name, before, after = self.around
            return f"{before}{values[name]}{after}"
        tokens = self._fitting(values).tokens
        return "".join([values.get(text, f"<{text}>") if type_ else text for text, type_ in tokens])

    def parts(self, known: Container[str]) -> list[tuple[str, bool]]:
        """Literals and names of holes, each with whether it is one, without options whose holes are not known."""
        return [(token.text, bool(token.type)) for token in self._fitting(known).tokens]

    def _fitting(self, known: Container[str]) -> "_Variant":
        """The variant with the most options whose holes are all known."""
        for variant in self._variants:
            if all(map(known.__contains__, variant.names)):
                return variant
        return self._variants[-1]

    def texts(self, values: Mapping[str, str]) -> Iterator[str]:
        """The text of each choice of optional parts all of whose holes have a value.

        >>> list(Template("[{folder}/]index.md").texts({"folder": "src"}))
        ['src/index.md', 'index.md']
        """
        for variant in self._variants:
            if values.keys() >= set(variant.names):
                yield "".join(values[token.text] if token.type else token.text for token in variant.tokens)

    @cached_property
    def beginning(self) -> str:
        """What all texts that have the form of the template begin with.

        >>> Template("{bytes:int} bytes").beginning, Template("bytes: [{kb:float} KB, ]{bytes:int}").beginning
        ('', 'bytes: ')
        """
        return commonprefix([variant.beginning for variant in self._variants])

    @property
    def fixed(self) -> str | None:
        """The only text that has the form of the template; None where there are several."""
        return None if self.names or len(self._variants) > 1 else self.beginning

    @cached_property
    def may_be_empty(self) -> bool:
        """Whether the template matches the empty string."""
        return self.match("") is not None


class Around(NamedTuple):
    """The text on both sides of a hole that may hold anything, or all of a text without one: most templates, and quick
    to match.
    """

    name: str
    before: str
    after: str

    def find(self, value: str) -> tuple[int, int] | None:
        """Where the hole lies in a value of that form; a text without one is at the beginning."""
        name, before, after = self
        if not name:
            return _NOWHERE if value == before else None
        end = len(value) - len(after)
        if end <= len(before) or not value.startswith(before) or not value.endswith(after) or "\n" in value:
            return None
        return len(before), end


class _Variant:
    """A template with each optional part either there or not."""

    __slots__ = ("_regex", "around", "names", "tokens")

    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens = tokens
        self.names = tuple(token.text for token in tokens if token.type)
        self._regex: re.Pattern[str] | None = None
        self.around = self._text_around() if all(token.type in ("", "str") for token in tokens) else None

    @property
    def beginning(self) -> str:
        """The literal that it begins with."""
        return self.tokens[0].text if self.tokens and not self.tokens[0].type else ""

    def match(self, value: str) -> dict[str, Span] | None:
        if self.around is not None:
            span = self.around.find(value)
            return None if span is None else {self.around.name: Span(*span)} if self.around.name else {}
        if self._regex is None:
            self._regex = re.compile("".join(_regex(self.tokens)))
        match = self._regex.fullmatch(value)
        return {name: Span(*match.span(name_)) for name, name_ in self._groups()} if match else None

    def _groups(self) -> Iterator[tuple[str, int]]:
        return zip(self.names, range(1, len(self.names) + 1), strict=True)

    def _text_around(self) -> Around | None:
        """What is around the only hole, if there is no other."""
        if len(self.names) > 1:
            return None
        place = next((index for index, token in enumerate(self.tokens) if token.type), len(self.tokens))
        before, after = self.tokens[:place], self.tokens[place + 1 :]
        name = self.names[0] if self.names else ""
        return Around(name, "".join(token.text for token in before), "".join(token.text for token in after))


def _regex(tokens: list[_Token]) -> Iterator[str]:
    """A hole of any text never runs past the literal behind it, so that there is one way to match and no way back."""
    for index, token in enumerate(tokens):
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        if not token.type:
            yield re.escape(token.text)
        elif token.type not in ("str", "any") or following is None or (not following.type and index + 2 == len(tokens)):
            yield f"({TYPES[token.type]})"
        elif following.type:
            yield f"({TYPES[token.type]}?)"
        else:
            yield f"((?:(?!{re.escape(following.text)}).){TYPES[token.type][1]}+)"


def _variants(text: str) -> Iterator[list[_Token]]:
    """The tokens of each variant: with all optional parts first."""
    parts: list[tuple[bool, list[_Token]]] = [(False, [])]
    for kind, token in _tokens(text):
        if kind != "bracket":
            parts[-1][1].append(token)
        elif parts[-1][0] == (token.text == "["):
            raise TemplateError(f"the brackets of `{text}` do not pair")
        else:
            parts.append((token.text == "[", []))
    if parts[-1][0]:
        raise TemplateError(f"the brackets of `{text}` do not pair")
    options = sum(is_optional for is_optional, _ in parts)
    if options > _MOST_OPTIONS:
        raise TemplateError(f"`{text}` has more than {_MOST_OPTIONS} optional parts")
    for choice in range(2**options):
        left_out = iter(choice >> number & 1 for number in range(options))
        yield _joined(token for optional, tokens in parts if not (optional and next(left_out)) for token in tokens)


def _joined(tokens: Iterator[_Token]) -> list[_Token]:
    """The tokens with neighbouring literals as one."""
    result: list[_Token] = []
    for token in tokens:
        if result and not token.type and not result[-1].type:
            result[-1] = _Token(result[-1].text + token.text)
        else:
            result.append(token)
    return result


def _tokens(text: str) -> Iterator[tuple[str, _Token]]:
    """`(kind, token)` with the kinds literal, bracket and hole."""
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise TemplateError(f"`{text}` has a stray `{text[position]}` at character {position + 1}")
        position = match.end()
        if match["name"]:
            form = match["type"] or "str"
            if form not in TYPES:
                raise TemplateError(f"`{text}` has a hole of the unknown type `{form}`; known: {', '.join(TYPES)}")
            yield "hole", _Token(match["name"], form)
        elif match["bracket"]:
            yield "bracket", _Token(match["bracket"])
        else:
            yield "literal", _Token(match["literal"] or match["doubled"][0])
