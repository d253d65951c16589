"""Templates: text with named holes, the smallest piece of a format's patterns.

Grammar: `{name}` holds one or more characters, `{name:int}` a whole number with or without thousands separators,
`{name:float}` a number with a fraction, `{name:char}` a single character, `{name:any}` anything, also nothing. `[text]`
may be absent. Doubled brackets and braces stand for themselves.
"""

import re
from collections.abc import Iterator
from functools import cached_property

from doclint.source import Span

TYPES = {
    "str": r".+?",
    "int": r"\d{1,3}(?:,\d{3})+|\d+",
    "float": r"\d+\.\d+",
    "char": r"\S",
    "any": r".*?",
}
_LONGEST = 1_000  # characters that several holes are matched against: the cost grows with a power of it
_TOKEN = re.compile(
    r"(?P<literal>[^\[\]{}]+)|(?P<doubled>\[\[|\]\]|\{\{|\}\})|(?P<bracket>[\[\]])|\{(?P<name>[a-z][a-z._-]*)(?::(?P<type>\w+))?\}"
)


class TemplateError(ValueError):
    """A template that breaks the grammar; the message quotes it."""


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
        self._tokens = list(_tokens(text))
        self.names = tuple(name for kind, name, _ in self._tokens if kind == "hole")
        if len(set(self.names)) < len(self.names):
            raise TemplateError(f"`{text}` has two holes of one name")
        depth = 0
        for kind, value, _ in self._tokens:
            depth += {"[": 1, "]": -1}.get(value, 0) if kind == "bracket" else 0
            if depth not in (0, 1):
                raise TemplateError(f"the brackets of `{text}` do not pair")
        if depth:
            raise TemplateError(f"the brackets of `{text}` do not pair")
        self._simple = self._simplest()

    def match(self, value: str) -> dict[str, Span] | None:
        """Where in `value` each hole lies, if all of `value` has the form of the template."""
        if self._simple is None:
            match = self._regex.fullmatch(value) if len(value) <= _LONGEST else None
            if match is None:
                return None
            spans = zip(self.names, match.regs[1:], strict=True)
            return {name: Span(*span) for name, span in spans if span[0] >= 0}
        before, name, after = self._simple
        if name is None:
            return {} if value == before else None
        end = len(value) - len(after)
        if end <= len(before) or not value.startswith(before) or not value.endswith(after) or "\n" in value:
            return None
        return {name: Span(len(before), end)}

    def fill(self, values: dict[str, str]) -> str:
        """The template as text: known holes filled, others as `<name>`, optional parts left out."""
        parts = []
        optional = False
        for kind, value, _ in self._tokens:
            if kind == "bracket":
                optional = value == "["
            elif not optional:
                parts.append(values.get(value, f"<{value}>") if kind == "hole" else value)
        return "".join(parts)

    @cached_property
    def may_be_empty(self) -> bool:
        """Whether the template matches the empty string."""
        return self.match("") is not None

    def _simplest(self) -> tuple[str, str | None, str] | None:
        """The text around a single plain hole, or all of a text without holes: most templates, and quick to match."""
        if any(kind == "bracket" or (kind == "hole" and form != "str") for kind, _, form in self._tokens):
            return None
        if len(self.names) > 1:
            return None
        if not self.names:
            return "".join(value for _, value, _ in self._tokens), None, ""
        hole = next(index for index, token in enumerate(self._tokens) if token[0] == "hole")
        before = "".join(value for _, value, _ in self._tokens[:hole])
        after = "".join(value for _, value, _ in self._tokens[hole + 1 :])
        return before, self.names[0], after

    @cached_property
    def _regex(self) -> re.Pattern[str]:
        parts = []
        for kind, value, form in self._tokens:
            if kind == "bracket":
                parts.append("(?:" if value == "[" else ")?")
            else:
                parts.append(f"({TYPES[form]})" if kind == "hole" else re.escape(value))
        return re.compile("".join(parts))


def _tokens(text: str) -> Iterator[tuple[str, str, str]]:
    """`(kind, value, type)` with the kinds literal, bracket and hole."""
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise TemplateError(f"`{text}` has a stray `{text[position]}` at {position + 1}")
        position = match.end()
        if match["name"]:
            form = match["type"] or "str"
            if form not in TYPES:
                raise TemplateError(f"`{text}` has a hole of the unknown type `{form}`; known: {', '.join(TYPES)}")
            yield "hole", match["name"], form
        elif match["bracket"]:
            yield "bracket", match["bracket"], ""
        else:
            yield "literal", match["literal"] or match["doubled"][0], ""
